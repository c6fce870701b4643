//! What a certificate says that it proves, and what the person who runs the checker wants to see proven.

use crate::text::quoted;
use std::fmt::{self, Display};
use std::str::FromStr;

/// A player: `p1` makes the first move of a game from the game's own starting position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// Player one.
    P1,
    /// Player two.
    P2,
}

impl Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::P1 => "p1",
            Self::P2 => "p2",
        })
    }
}

impl FromStr for Winner {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "p1" => Ok(Self::P1),
            "p2" => Ok(Self::P2),
            _ => Err(format!("the winner is {}: it is p1 or p2", quoted(text))),
        }
    }
}

/// That `winner` wins `game` under `rules` from `start`, whatever the opponent does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub game: String,
    /// The variant of its rules, `-` where there are none.
    pub rules: String,
    /// The starting position as text; in what a user claims, `-` stands for the game's own.
    pub start: String,
    pub winner: Winner,
}

impl FromStr for Claim {
    type Err = String;

    /// Reads `GAME RULES START WINNER`.
    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [game, rules, start, winner] = words[..] else {
            return Err("a claim is GAME RULES START WINNER, for example 'qubic - 64 p1'".into());
        };
        Ok(Self { game: game.into(), rules: rules.into(), start: start.into(), winner: winner.parse()? })
    }
}
