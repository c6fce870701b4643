//! What the deep version knows, and its memory as text: one description a line.
//!
//! ```text
//! games 4
//! pattern 10 5 10 meet 1-2 2-3 | won 2 lost 1 | game 4 | ply 16 | moves 39 1 13
//! end 2
//! ```

use super::description::Description;
use crate::game::quoted;
use std::fmt::Write;

/// The version of this format, in the file's first line.
pub const VERSION: u32 = 1;

/// A description with its history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The description.
    pub description: Description,
    /// How many games were won by it.
    pub won: u32,
    /// How many were lost.
    pub lost: u32,
    /// The game that taught it; 0 if it was given.
    pub game: u32,
    /// Before which ply of that game it stood on the board, from 0.
    pub ply: usize,
    /// That game's moves as cells.
    pub moves: Vec<u8>,
}

impl Entry {
    /// A description that was given.
    #[must_use]
    pub const fn given(description: Description) -> Self {
        Self { description, won: 0, lost: 0, game: 0, ply: 0, moves: Vec::new() }
    }
}

/// All that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Games learned from.
    pub games: u32,
    /// The descriptions, in the order in which they were learned.
    pub entries: Vec<Entry>,
}

impl Known {
    /// Patterns 1, 2 and 3 of the thesis, with what meets what said.
    #[must_use]
    pub fn thesis() -> Self {
        let texts = ["10 10 meet 1-2", "10 5 10 meet 1-2 2-3", "10 0 10 10 meet 1-2 2-3 2-4"];
        let entries = texts.iter().filter_map(|text| Some(Entry::given(description(text)?))).collect();
        Self { games: 0, entries }
    }

    /// The descriptions alone.
    #[must_use]
    pub fn descriptions(&self) -> Vec<Description> {
        self.entries.iter().map(|entry| entry.description.clone()).collect()
    }

    /// Everything as text.
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
    /// A sentence that names the line which is wrong.
    pub fn from_text(text: &str) -> Result<Self, String> {
        let mut known = Self::default();
        let mut ended = false;
        for (index, line) in text.lines().enumerate() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let read = match word {
                _ if ended => None,
                "games" => rest.parse().ok().map(|games| known.games = games),
                "pattern" => entry(rest).map(|entry| known.entries.push(entry)),
                "end" => rest.parse().ok().filter(|&count: &usize| count == index).map(|_| ended = true),
                _ => None,
            };
            read.ok_or_else(|| format!("line {} is damaged: {}", index + 2, quoted(line)))?;
        }
        if ended { Ok(known) } else { Err("its last line is missing: it has been cut short".to_owned()) }
    }
}

fn entry(text: &str) -> Option<Entry> {
    let mut parts = text.split('|').map(str::trim);
    let mut entry = Entry::given(description(parts.next()?)?);
    for part in parts {
        let (word, rest) = part.split_once(' ')?;
        match word {
            "won" => {
                let (won, lost) = rest.split_once(" lost ")?;
                (entry.won, entry.lost) = (won.parse().ok()?, lost.parse().ok()?);
            }
            "game" => entry.game = rest.parse().ok()?,
            "ply" => entry.ply = rest.parse().ok()?,
            "moves" => {
                let cell = |text: &str| text.parse::<u8>().ok()?.checked_sub(1).filter(|&cell| cell < 64);
                entry.moves = rest.split_whitespace().map(cell).collect::<Option<_>>()?;
            }
            _ => return None,
        }
    }
    Some(entry)
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
    use super::*;

    #[test]
    fn what_is_written_is_read_and_damage_is_noticed() {
        let mut known = Known::thesis();
        assert_eq!(known.entries.len(), 3);
        known.games = 9;
        known.entries[2] =
            Entry { won: 4, lost: 2, game: 7, ply: 11, moves: vec![3, 63], ..known.entries[2].clone() };
        let text = known.to_text();
        assert!(
            text.contains(
                "pattern 10 0 10 10 meet 1-2 2-3 2-4 | won 4 lost 2 | game 7 | ply 11 | moves 4 64\n"
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
