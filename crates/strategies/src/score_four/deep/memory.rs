//! What the deep version knows, and its memory as text: one description a line.
//!
//! ```text
//! games 4
//! pattern 10 5 10 meet 1-2 2-3 | won 2 lost 1 | game 4 | ply 16 | moves 39 1 13
//! end 2
//! ```
//!
//! Nothing is optional but the last three fields, which a description that was given does not have: what is read would
//! be written in exactly the same characters, and everything else is refused.

use super::super::memory::{frame, named, number, read_game, read_moves, read_results, refused};
use super::description::Description;
use std::fmt::Write;
use std::num::Saturating;

/// The version of this format, in the file's first line.
pub(crate) const VERSION: u32 = 1;

/// What an entry looks like.
const LINE: &str = "'pattern SUMS meet SQUARES | won N lost N', and for a learned one ' | game N | ply N | moves \
                    SQUARES' after it";

/// A description with its history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) description: Description,
    /// How many games were won by it.
    pub(crate) won: Saturating<u32>,
    pub(crate) lost: Saturating<u32>,
    /// The game that taught it; 0 if it was given.
    pub(crate) game: u32,
    /// Before which ply of that game it stood on the board, from 0.
    pub(crate) ply: usize,
    /// That game's moves as cells.
    pub(crate) moves: Vec<u8>,
}

impl Entry {
    #[must_use]
    pub(crate) const fn given(description: Description) -> Self {
        Self { description, won: Saturating(0), lost: Saturating(0), game: 0, ply: 0, moves: Vec::new() }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    pub(crate) games: u32,
    /// The descriptions, in the order in which they were learned.
    pub(crate) entries: Vec<Entry>,
}

impl Known {
    /// Patterns 1, 2 and 3 of the thesis, with what meets what said.
    #[must_use]
    pub(crate) fn thesis() -> Self {
        let texts = ["10 10 meet 1-2", "10 5 10 meet 1-2 2-3", "10 0 10 10 meet 1-2 2-3 2-4"];
        let entries = texts.iter().filter_map(|text| Some(Entry::given(description(text)?))).collect();
        Self { games: 0, entries }
    }

    #[must_use]
    pub(crate) fn descriptions(&self) -> Vec<Description> {
        self.entries.iter().map(|entry| entry.description.clone()).collect()
    }

    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("games {}\n", self.games);
        for entry in &self.entries {
            let _ = write!(text, "pattern {} | won {} lost {}", entry.description, entry.won, entry.lost);
            if entry.game > 0 {
                let moves: Vec<_> = entry.moves.iter().map(|cell| (cell + 1).to_string()).collect();
                let _ =
                    write!(text, " | game {} | ply {} | moves {}", entry.game, entry.ply, moves.join(" "));
            }
            text.push('\n');
        }
        let lines = text.lines().count();
        let _ = writeln!(text, "end {lines}");
        text
    }

    /// Reads it back.
    ///
    /// # Errors
    /// A sentence that names the line which is wrong, and what is allowed there.
    pub fn from_text(text: &str) -> Result<Self, String> {
        let (games, lines) = frame(text)?;
        let mut known = Self { games, entries: Vec::new() };
        for (at, line) in lines {
            let entry = entry(line, games).map_err(|allowed| refused(at, line, &allowed))?;
            if known.entries.iter().any(|earlier| earlier.description == entry.description) {
                let allowed = "each pattern once, and this one stands in an earlier line";
                return Err(refused(at, line, allowed));
            }
            known.entries.push(entry);
        }
        Ok(known)
    }
}

/// Reads an entry, or says what is allowed.
fn entry(line: &str, games: u32) -> Result<Entry, String> {
    let fields: Vec<&str> = named(line, "pattern").ok_or(LINE)?.split(" | ").collect();
    let (text, results, origin) = match fields[..] {
        [text, results] => (text, results, None),
        [text, results, game, ply, moves] => (text, results, Some((game, ply, moves))),
        _ => return Err(LINE.to_owned()),
    };
    let description = description(text).filter(|description| description.to_string() == text);
    let mut entry = Entry::given(description.ok_or(
        "sums of 0, 5, 10 and 15, 'meet', and the squares as lines in ascending order, the key square first, so that \
         each line meets an earlier one, and no two lines twice",
    )?);
    let (won, lost) = read_results(results)?;
    (entry.won, entry.lost) = (Saturating(won), Saturating(lost));
    if let Some((game, ply, moves)) = origin {
        entry.game = read_game(game, 1, games)?;
        entry.moves = read_moves(moves)?;
        let ply = named(ply, "ply").and_then(number).filter(|&ply| ply < entry.moves.len());
        entry.ply = ply.ok_or("'ply N', N from 0 and below the number of moves")?;
    }
    Ok(entry)
}

fn description(text: &str) -> Option<Description> {
    let (counts, meetings) = text.split_once(" meet ")?;
    let count = |text: &str| text.parse::<u8>().ok().filter(|sum| sum % 5 == 0).map(|sum| sum / 5);
    let line = |text: &str| text.parse::<u8>().ok()?.checked_sub(1);
    let meeting = |text: &str| text.split('-').map(line).collect::<Option<Vec<_>>>();
    Description::new(
        counts.split_whitespace().map(count).collect::<Option<_>>()?,
        meetings.split_whitespace().map(meeting).collect::<Option<_>>()?,
    )
}

#[cfg(test)]
mod tests {
    use super::super::super::memory::tests::{games, refused_or_kept};
    use super::super::super::patterns::Lists;
    use super::super::lessons::{Lesson, learn};
    use super::*;

    const SHIPPED: &str = include_str!("../../../../../data/qubic/score-four-deep.memory");

    #[test]
    fn the_list_learned_by_self_play_is_read() {
        let (_, body) = SHIPPED.split_once('\n').unwrap();
        let known = Known::from_text(body).unwrap();
        assert_eq!((known.games, known.entries.len()), (100, 21));
        assert_eq!(known.to_text(), body);
    }

    #[test]
    fn what_is_learned_is_read() {
        let mut known = Known::default();
        let games = games(&Lists::thesis());
        for game in games.iter().chain(&games) {
            known.games += 1;
            let finding = learn(game, &known.descriptions(), 8);
            if let Some(number) = finding.decided_by {
                known.entries[number].won += 1;
            }
            if let Lesson::New(description, ply) = finding.lesson {
                let moves = game.moves().map(|m| m.index() as u8).collect();
                known.entries.push(Entry { game: known.games, ply, moves, ..Entry::given(description) });
            }
            assert_eq!(Known::from_text(&known.to_text()).as_ref(), Ok(&known));
        }
        assert!(known.entries.len() > 2, "{}", known.to_text());
    }

    #[test]
    fn every_small_damage_is_refused_or_kept() {
        let (_, body) = SHIPPED.split_once('\n').unwrap();
        let mut known = Known::from_text(body).unwrap();
        known.entries.truncate(3);
        refused_or_kept(&known.to_text(), Known::from_text, Known::to_text);
    }

    #[test]
    fn what_no_memory_says_is_refused() {
        for (text, line) in [
            ("end 0\n", 2),
            ("games 1\ngames 2\nend 2\n", 3),
            ("games 1\nend 1\nend 2\n", 4),
            ("games 1\npattern 10 10 meet 1-2\nend 2\n", 3),
            (
                "games 1\npattern 10 10 meet 1-2 | won 0 lost 0\npattern 10 10 meet 1-2 | won 1 lost 0\nend 3\n",
                4,
            ),
            ("games 1\npattern 10 10 meet 1-2 | won 0 lost 0 | game 1 | ply 0 | moves 1 1\nend 2\n", 3),
            ("games 1\npattern 10 10 meet 1-2 | won 0 lost 0 | game 1 | ply 2 | moves 1 2\nend 2\n", 3),
            ("games 1\npattern 10 10 meet 1-2 | won 0 lost 0 | game 2 | ply 1 | moves 1 2\nend 2\n", 3),
        ] {
            let message = Known::from_text(text).unwrap_err();
            assert!(message.starts_with(&format!("line {line} is damaged")), "{text}: {message}");
            assert!(message.contains("allowed is "), "{text}: {message}");
        }
        let mut known = Known::from_text(&format!("games {}\nend 1\n", u32::MAX)).unwrap();
        known.entries.push(Entry { won: Saturating(u32::MAX), ..Known::thesis().entries[0].clone() });
        known.entries[0].won += 1;
        assert_eq!(Known::from_text(&known.to_text()), Ok(known));
    }

    #[test]
    fn what_is_written_is_read_and_damage_is_noticed() {
        let mut known = Known::thesis();
        assert_eq!(known.entries.len(), 3);
        known.games = 9;
        known.entries[2] = Entry {
            won: Saturating(4),
            lost: Saturating(2),
            game: 7,
            ply: 1,
            moves: vec![3, 63],
            ..known.entries[2].clone()
        };
        let text = known.to_text();
        assert!(
            text.contains(
                "pattern 10 0 10 10 meet 1-2 2-3 2-4 | won 4 lost 2 | game 7 | ply 1 | moves 4 64\n"
            )
        );
        assert_eq!(Known::from_text(&text), Ok(known));
        for cut in 0..text.len() - 1 {
            assert!(Known::from_text(&text[..cut]).is_err(), "cut at {cut}");
        }
        for bad in ["10 5 meet 1-3", "10 5", "7 5 meet 1-2", "10 5 meet 1-2 | won", "10 5 meet 1-2 | moves 0"]
        {
            let message = Known::from_text(&format!("games 1\npattern {bad}\nend 2\n")).unwrap_err();
            assert!(message.contains("line 3 is damaged"), "{bad}: {message}");
        }
    }
}
