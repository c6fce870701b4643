//! What the deep version knows, as its memory has it.

use super::super::memory::squares;
use super::description::Description;
use crate::learning::Content;
use serde::{Deserialize, Serialize};
use std::num::Saturating;

/// A description with its history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    #[serde(with = "squares")]
    pub(crate) moves: Vec<u8>,
}

impl Entry {
    pub(crate) const fn given(description: Description) -> Self {
        Self { description, won: Saturating(0), lost: Saturating(0), game: 0, ply: 0, moves: Vec::new() }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    pub(crate) games: u32,
    /// The descriptions, in the order in which they were learned.
    pub(crate) entries: Vec<Entry>,
}

impl Known {
    /// Patterns 1, 2 and 3 of the thesis, with what meets what said.
    pub(crate) fn thesis() -> Self {
        let texts = ["10 10 meet 1-2", "10 5 10 meet 1-2 2-3", "10 0 10 10 meet 1-2 2-3 2-4"];
        let entries =
            texts.iter().filter_map(|text| Some(Entry::given(text.to_string().try_into().ok()?))).collect();
        Self { games: 0, entries }
    }

    pub(crate) fn descriptions(&self) -> Vec<Description> {
        self.entries.iter().map(|entry| entry.description.clone()).collect()
    }
}

impl Content for Known {
    const BY_HAND: bool = true;

    fn check(&self) -> Result<(), String> {
        let twice =
            |at: usize, entry: &Entry| self.entries[..at].iter().any(|e| e.description == entry.description);
        for (at, entry) in self.entries.iter().enumerate() {
            let pattern = format!("it is damaged: the pattern {}", entry.description);
            if twice(at, entry) {
                return Err(format!("{pattern} stands twice"));
            }
            if entry.game > self.games || entry.game > 0 && entry.ply >= entry.moves.len() {
                return Err(format!("{pattern} is of a game or a ply that there was not"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use files::sealed::{from_json, to_json};

    fn read(text: &str) -> Result<Known, String> {
        let known: Known = from_json(text, 1)?;
        known.check().map(|()| known)
    }

    #[test]
    fn the_list_learned_by_self_play_is_read() {
        const SHIPPED: &str = include_str!("../../../../../data/qubic/score-four-deep.memory");
        let (_, sealed) = SHIPPED.split_once('\n').unwrap();
        let body = files::sealed::unsealed_strictly(sealed).unwrap();
        let known = read(body).unwrap();
        assert_eq!((known.games, known.entries.len()), (100, 21));
        assert_eq!(to_json(&known).as_deref(), Ok(body));
    }

    #[test]
    fn what_no_memory_says_is_refused() {
        let mut known = Known::thesis();
        assert_eq!(known.entries.len(), 3);
        known.games = 9;
        known.entries[2] = Entry {
            won: Saturating(4),
            lost: Saturating(u32::MAX),
            game: 7,
            ply: 1,
            moves: vec![3, 63],
            ..known.entries[2].clone()
        };
        let text = to_json(&known).unwrap();
        assert_eq!(read(&text).as_ref(), Ok(&known));
        for (old, new, why) in [
            ("10 5 10 meet 1-2 2-3", "10 10 meet 1-2", "stands twice"),
            ("10 5 10 meet 1-2 2-3", "10 5 10 meet 1-3", "meet"),
            ("10 5 10 meet 1-2 2-3", "7 5 10 meet 1-2 2-3", "meet"),
            ("\"ply\":1", "\"ply\":2", "there was not"),
            ("\"game\":7", "\"game\":10", "there was not"),
            ("[4,64]", "[4,4]", "none of them twice"),
        ] {
            let words = read(&text.replacen(old, new, 1)).unwrap_err();
            assert!(words.starts_with("it is damaged") && words.contains(why), "{new}: {words}");
        }
    }
}
