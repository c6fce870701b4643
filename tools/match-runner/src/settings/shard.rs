//! One part of a match that is played on several machines: which pairs of games it plays. Parts share nothing; what
//! each one plays follows from its number alone.

use crate::schedule::Game;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};

/// Part `index` of `count`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, from 1.
    pub index: usize,
    pub count: usize,
}

impl Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl Shard {
    /// Reads `I/N`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let numbers = text.trim().split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((index, count)) if (1..=count).contains(&index) && count <= 1_000_000 => {
                Ok(Self { index, count })
            }
            _ => Err(format!(
                "shard = \"{text}\": a shard is I/N, part I of N, with I from 1 to N, such as 2/5"
            )),
        }
    }

    /// Whether this part plays this game. Pairs stay together, and parts take turns.
    pub(crate) const fn plays(&self, game: &Game) -> bool {
        game.pair % self.count == self.index - 1
    }

    /// What is put behind the path of the results, so that parts can share a folder.
    pub(crate) fn suffix(&self) -> String {
        format!(".{}-of-{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_part_is_refused_in_words() {
        assert_eq!(Shard::parse(" 2/3 "), Ok(Shard { index: 2, count: 3 }));
        for text in ["", "2", "0/3", "4/3", "1/0", "a/3", "1/x", "1/2/3", "1/1000001"] {
            let error = Shard::parse(text).unwrap_err();
            assert!(error.contains(text) && error.contains("I/N"), "{error}");
        }
    }

    #[test]
    fn every_pair_is_played_by_one_part() {
        for count in 1..6 {
            for number in 0..40 {
                let game = Game { number, pair: number / 2, opening: 0, engines: [0, 1] };
                let players = (1..=count).filter(|&index| Shard { index, count }.plays(&game)).count();
                assert_eq!(players, 1);
            }
        }
    }
}
