//! What the page and the server say to each other: one JSON object a message, told apart by its `type`.

mod from_page;
mod to_page;

/// In messages the distance to an end is in plies.
pub use engine::protocol::heard::Score;
pub use from_page::{FromPage, NewGame, Played};
pub use to_page::{Kept, Mark, MoveValue, Puzzle, State, Step, Thought, ToPage};

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// No message of a page is longer, in bytes.
pub const LONGEST: usize = 512 * 1024;

#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Seat {
    #[default]
    Human,
    Engine(Chosen),
}

impl Seat {
    /// The strategy or engine that sits here; `?` for a person.
    pub fn name(&self) -> &str {
        match self {
            Self::Human => "?",
            Self::Engine(chosen) => chosen.strategy.as_deref().unwrap_or(&chosen.engine),
        }
    }
}

#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    /// The engine's name in the configuration.
    pub engine: String,
    /// The strategy; `None`: the engine's own choice.
    #[serde(default)]
    pub strategy: Option<String>,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// What bounds its thinking on a move.
    #[serde(default)]
    pub limit: Limit,
    /// Whether it learns from the game that it plays, and what the page calls the memory that it learns into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learns: Option<String>,
}

/// What bounds thinking on a move, apart from a clock.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    Millis(u64),
    Nodes(u64),
    Depth(u32),
}

impl Default for Limit {
    fn default() -> Self {
        Self::Millis(1000)
    }
}
