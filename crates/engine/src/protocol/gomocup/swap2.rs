//! `SWAP2BOARD`: the brain's part of a swap2 opening, in which one line of answer can stand for several moves of the
//! game.

use super::record::Record;
use games::gomoku::Square;

#[derive(Clone, Debug)]
pub(super) struct Swap2 {
    /// The moves so far, as the engine takes them.
    moves: Vec<String>,
    /// Points that belong to the answer.
    points: Vec<String>,
    /// How many points the answer has in all, once that is known.
    wanted: Option<usize>,
    /// How many stones there were.
    given: usize,
}

impl Swap2 {
    /// The opening with these stones.
    ///
    /// # Errors
    /// A sentence, if there are not 0, 3 or 5 of them.
    pub(super) fn new(stones: Vec<Square>) -> Result<Self, String> {
        let given = stones.len();
        let mut moves: Vec<String> = stones.iter().map(ToString::to_string).collect();
        let wanted = match given {
            0 => Some(3),
            3 => None,
            5 => {
                moves.insert(3, "add2".to_owned());
                None
            }
            _ => return Err(format!("SWAP2BOARD takes 0, 3 or 5 stones, not {given}")),
        };
        Ok(Self { moves, points: Vec::new(), wanted, given })
    }

    /// The moves so far, decisions among them.
    pub(super) fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The stones so far on a board of this size.
    pub(super) fn squares(&self, size: usize) -> Vec<Square> {
        self.moves.iter().filter_map(|text| Square::parse(text, size).ok()).collect()
    }

    /// How many searches may still be needed, at most.
    pub(super) fn searches(&self) -> u32 {
        let missing = self.wanted.map_or(3, |wanted| wanted - self.points.len().min(wanted));
        missing.max(1) as u32
    }

    /// Takes the engine's move; the answer if it is complete now.
    ///
    /// # Errors
    /// A sentence, if the move has no place here.
    pub(super) fn take(&mut self, text: &str, record: &Record) -> Result<Option<String>, String> {
        self.moves.push(text.to_owned());
        match (text, self.given) {
            // After five stones the one asked has placed the first three and is taken to have white; in the game he
            // has black. So keeping and swapping change places.
            ("swap", 3) | ("keep", 5) => return Ok(Some("SWAP".to_owned())),
            ("keep", _) | ("swap", _) => self.wanted = Some(1),
            ("add2", _) => self.wanted = Some(2),
            (stone, _) => {
                let square = Square::parse(stone, record.size()).map_err(|error| error.to_string())?;
                self.points.push(record.text(square));
            }
        }
        Ok((self.wanted == Some(self.points.len())).then(|| self.points.join(" ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(stones: &[&str], texts: &[&str]) -> Option<String> {
        let record = Record::new(15);
        let stones = stones.iter().map(|text| Square::parse(text, 15).unwrap()).collect();
        let mut opening = Swap2::new(stones).unwrap();
        texts.iter().fold(None, |before, text| {
            assert_eq!(before, None);
            assert!(opening.searches() > 0);
            opening.take(text, &record).unwrap()
        })
    }

    #[test]
    fn the_three_questions_and_their_answers() {
        let three = ["h8", "h9", "g7"];
        let five = ["h8", "h9", "g7", "g8", "i9"];
        assert_eq!(answers(&[], &["h8", "h9", "g7"]).as_deref(), Some("7,7 7,6 6,8"));
        assert_eq!(answers(&three, &["swap"]).as_deref(), Some("SWAP"));
        assert_eq!(answers(&three, &["keep", "a1"]).as_deref(), Some("0,14"));
        assert_eq!(answers(&three, &["add2", "a1", "a2"]).as_deref(), Some("0,14 0,13"));
        assert_eq!(answers(&five, &["keep"]).as_deref(), Some("SWAP"));
        assert_eq!(answers(&five, &["swap", "a1"]).as_deref(), Some("0,14"));
        assert!(Swap2::new(vec![Square::origin()]).is_err());
    }
}
