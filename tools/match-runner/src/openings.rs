//! Openings: where games begin. A file has one on each line; every one is played with both colours, so that an
//! unbalanced one helps nobody.

use crate::random::SplitMix64;
use fourscore::game::{Board, Notation, TextError};
use std::fmt::Write;
use std::path::Path;

/// A starting position with moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The position as text; `None`: the usual one.
    pub fen: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
    /// Where it stands, such as `line 3`, for messages and records.
    pub place: String,
}

impl Opening {
    /// Reads `[startpos|fen F] [moves] M ...`.
    fn parse(line: &str, place: String) -> Result<Self, String> {
        let mut words = line.split_whitespace().peekable();
        let mut fen = None;
        if words.next_if(|word| *word == "fen").is_some() {
            // Positions of some games are several words long: everything up to `moves` belongs to it.
            let mut text = Vec::new();
            while let Some(word) = words.next_if(|word| *word != "moves") {
                text.push(word);
            }
            if text.is_empty() {
                return Err(format!("{place}: no position behind 'fen'"));
            }
            fen = Some(text.join(" "));
        } else {
            let _ = words.next_if(|word| *word == "startpos");
        }
        let _ = words.next_if(|word| *word == "moves");
        Ok(Self { fen, moves: words.map(str::to_owned).collect(), place })
    }

    /// The command that sends it to an engine, such as `position startpos moves 222`, without `moves` if there is
    /// none.
    #[must_use]
    pub fn command(&self) -> String {
        let mut text = match &self.fen {
            Some(fen) => format!("position fen {fen}"),
            None => "position startpos".to_owned(),
        };
        for (number, m) in self.moves.iter().enumerate() {
            let _ = write!(text, "{}{m}", if number == 0 { " moves " } else { " " });
        }
        text
    }

    /// Sets a board up with it.
    ///
    /// # Errors
    /// If the position or a move is not one.
    pub fn set_up(&self, board: &mut dyn Board) -> Result<(), TextError> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        board.set_up(self.fen.as_deref(), &moves, Notation::Coordinates)
    }
}

/// Reads the openings of a text; blank lines and lines that begin with `#` are skipped.
///
/// # Errors
/// If a line is no opening, or there is none.
pub fn parse(text: &str) -> Result<Vec<Opening>, String> {
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
    let openings = lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| Opening::parse(line, format!("line {number}")))
        .collect::<Result<Vec<_>, _>>()?;
    if openings.is_empty() { Err("there is no opening in it".to_owned()) } else { Ok(openings) }
}

/// Reads a file of openings.
///
/// # Errors
/// A sentence that names the file, the line, and what is wrong.
pub fn load(path: &Path) -> Result<Vec<Opening>, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("openings = '{}': the file cannot be read: {error}", path.display()))?;
    parse(&text).map_err(|error| format!("openings = '{}': {error}", path.display()))
}

/// Brings openings into an order that depends on the seed alone.
pub fn shuffle(openings: &mut [Opening], seed: u64) {
    let mut random = SplitMix64::new(seed);
    for last in (1..openings.len()).rev() {
        let other = random.below(last as u64 + 1);
        openings.swap(last, usize::try_from(other).unwrap_or(last));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_openings() {
        let text = "# comment\n\n111 222\nstartpos moves 333\nfen xo62 moves 444\nstartpos\nfen a b c\n";
        let commands: Vec<String> = parse(text).unwrap().iter().map(Opening::command).collect();
        assert_eq!(
            commands,
            [
                "position startpos moves 111 222",
                "position startpos moves 333",
                "position fen xo62 moves 444",
                "position startpos",
                "position fen a b c",
            ]
        );
        assert!(parse("# nothing\n").is_err());
        assert!(parse("111\nfen moves 222").unwrap_err().contains("line 2"));
    }

    #[test]
    fn shuffling_is_a_permutation_that_depends_on_the_seed() {
        let list: Vec<Opening> =
            (0..50).map(|n| Opening { place: n.to_string(), ..Opening::default() }).collect();
        let shuffled = |seed| {
            let mut copy = list.clone();
            shuffle(&mut copy, seed);
            copy
        };
        assert_eq!(shuffled(7), shuffled(7));
        assert_ne!(shuffled(7), shuffled(8));
        let mut sorted = shuffled(7);
        sorted.sort_by_key(|opening| opening.place.parse::<u32>().unwrap());
        assert_eq!(sorted, list);
    }
}
