//! What a page is told.

use super::{Score, Seat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A line that somebody thinks about.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct Thought {
    /// Who: `p1`, `p2`, `hint`, or `a0` to `a3`.
    pub who: String,
    /// The node that it is about.
    pub node: usize,
    /// 1 for the best line.
    pub rank: usize,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub score: Option<Score>,
    pub pv: Vec<String>,
}

/// A mark of `query threats`.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Mark {
    /// `row`, `lacks`, `three`, `force`, `key`, `take`.
    pub kind: String,
    /// 1 or 2.
    pub side: u8,
    pub squares: Vec<String>,
}

/// A move of the game as it is shown.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(default)]
pub struct Step {
    pub node: usize,
    /// The move, in coordinates.
    pub m: String,
    /// Who made it: 1 or 2.
    pub player: u8,
    pub comment: String,
    /// The score for player one, where one is known, and who has told it.
    pub score: Option<Score>,
    pub by: String,
    /// Other moves of the same position that have been tried, with their nodes.
    pub others: Vec<(usize, String)>,
}

/// Everything there is to see of a game.
#[derive(Clone, Debug, Default, Serialize)]
pub struct State {
    /// The number of the game in this session: nodes are numbered from the start in each.
    pub id: u64,
    pub game: String,
    /// The options that set its rules.
    pub rules: BTreeMap<String, String>,
    /// The node that is looked at.
    pub node: usize,
    pub position: String,
    /// The position that it began with; `None`: the usual one.
    pub start: Option<String>,
    /// The moves from the start to the end of the line that is looked at.
    pub line: Vec<Step>,
    /// How many of them have been played in this position.
    pub ply: usize,
    pub legal: Vec<String>,
    pub marks: Vec<Mark>,
    /// `none`, `p1win`, `p2win`, `draw`.
    pub result: String,
    /// Why, if not by the rules.
    pub reason: String,
    /// How the line that is looked at ended other than by the rules, wherever in it the page looks.
    pub ended: Option<(String, String)>,
    /// Whose turn it is: 1 or 2.
    pub turn: u8,
    pub seats: [Seat; 2],
    /// Who played, where that is known.
    pub names: [String; 2],
    /// Seconds left, if clocks run.
    pub clock: Option<[f64; 2]>,
    /// Whose clock runs; 0: nobody's.
    pub running: u8,
    /// Whether an engine thinks about its move.
    pub thinking: bool,
    /// Whether engines wait until the page says so.
    pub paused: bool,
    /// What is being looked at, in words: a sample game, a puzzle.
    pub title: String,
    /// A puzzle that is being solved.
    pub puzzle: Option<Puzzle>,
    /// Whether one is being made.
    pub posing: bool,
}

/// A puzzle as it is shown.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct Puzzle {
    /// Plies to the win at the start.
    pub plies: u32,
    /// How many first moves force a win, and of how many.
    pub first_moves: (usize, usize),
    /// 1 to 5.
    pub difficulty: u8,
    /// `open`, `solved`, `wrong`.
    pub state: &'static str,
    pub words: String,
}

/// What is known of a move.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct MoveValue {
    pub m: String,
    /// Its value for the player who makes it; `None`: not proven in the time.
    pub score: Option<Score>,
}

/// A memory that was kept, as it is listed.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kept {
    /// Its name, which is that of its file.
    pub name: String,
    /// The game; empty if that is known only when it is opened.
    pub game: String,
    /// The strategy that it belongs to.
    pub strategy: String,
    /// Whether it holds positions by rote.
    pub rote: bool,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToPage {
    /// What there is to choose from; the first message.
    Welcome(crate::catalogue::Catalogue),
    /// The game, after every change.
    State(Box<State>),
    Thought(Thought),
    Says {
        /// Who, as in a thought.
        who: String,
        /// The node that it is about.
        node: usize,
        text: String,
    },
    Hint {
        /// The node that it is about.
        node: usize,
        m: String,
        reason: String,
    },
    Refused {
        text: String,
    },
    /// An engine has misbehaved; the page lives on.
    Fault {
        /// Who, as in a thought.
        who: String,
        text: String,
    },
    /// Position and game as texts, with a name each.
    Texts {
        texts: Vec<(String, String)>,
    },
    /// Values of the moves of a node.
    Values {
        node: usize,
        values: Vec<MoveValue>,
        /// Whether there are more to come.
        more: bool,
    },
    /// How far a longer work is; `of` 0: it has ended.
    Work {
        what: String,
        done: u32,
        of: u32,
    },
    /// A game of a series has ended.
    Series {
        /// Its number, from 1.
        game: u32,
        /// How it ended for the learner: 1, 0.5, 0.
        points: f64,
        plies: usize,
        moves: Vec<String>,
        learned: Vec<String>,
        /// What the strategy thinks of the start, without searching, now.
        view: String,
        /// Its memory now, where it is plain text.
        memory: String,
    },
    /// A program has learned from the game that it has played.
    Learned {
        /// What the page calls the memory.
        name: String,
        moves: Vec<String>,
        learned: Vec<String>,
        /// What the strategy thought of the start before, and thinks now.
        views: [String; 2],
        /// What it remembers now.
        memory: String,
    },
    /// The memories that can be looked into.
    Memories {
        /// Whether the configuration names a place for them.
        offered: bool,
        files: Vec<Kept>,
    },
    Memory {
        kept: Kept,
        /// What the strategy thinks of the start with it.
        view: String,
        /// The memory itself, where it is plain text.
        text: String,
    },
    /// What a program would play at a node, and why.
    Why {
        node: usize,
        /// The strategy.
        by: String,
        m: String,
        reason: String,
        score: Option<Score>,
        pv: Vec<String>,
        /// What it thinks of the position without searching.
        view: String,
    },
}
