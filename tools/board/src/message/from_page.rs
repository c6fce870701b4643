//! What a page may ask for.

use super::{Chosen, Seat, Step};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromPage {
    New(Box<NewGame>),
    /// Change who plays, and how long they may think; the game stays.
    Seats {
        seats: [Seat; 2],
    },
    Play {
        /// The move, in coordinates.
        m: String,
    },
    /// Take back the last move of a person, and what has been answered.
    TakeBack,
    /// Look at another position of the game.
    Go {
        node: usize,
    },
    /// Engines may play on from here.
    Resume,
    Pause,
    /// The person who plays gives up; of two, the one to move.
    Resign,
    /// The person who plays offers a draw.
    OfferDraw,
    /// The engine that thinks is to play at once.
    MoveNow,
    /// What would this player do?
    Hint {
        asked: Chosen,
    },
    /// Read a position or a game.
    Paste {
        text: String,
        notation: String,
    },
    /// Give the position and the game as texts.
    Copy {
        notation: String,
    },
    /// Let engines look at the position until told to stop, following wherever the page looks.
    Analyse {
        /// Who, one to four.
        engines: Vec<Chosen>,
        lines: u32,
    },
    StopAnalysis,
    /// Ask an engine what it says at each position of the game.
    Annotate {
        engine: Chosen,
    },
    /// The value of every move of this position.
    Values {
        /// Milliseconds for each move.
        millis: u64,
    },
    /// How long every move of this position holds out or takes to win, by what is proven.
    Replies {
        engine: Chosen,
    },
    /// What a program would play here and why, with what it sees without searching.
    Why {
        engine: Chosen,
        /// What it remembers; nothing, if empty.
        #[serde(default)]
        memory: String,
    },
    /// End annotations, values, a search for a puzzle, or a series.
    StopWork,
    /// Step through a game that comes along.
    Sample {
        id: usize,
    },
    Puzzle {
        /// The game: one that has puzzles.
        game: String,
        /// What it is made from: the same seed gives the same puzzle.
        seed: u64,
        /// Plies to the win, at least and at most.
        plies: [u32; 2],
    },
    /// Let a strategy learn from games against itself.
    Series {
        engine: Chosen,
        games: u32,
        /// Moves played at random at the start of each.
        #[serde(default)]
        random_plies: u32,
        /// Whether it is to learn positions by rote.
        #[serde(default)]
        rote: bool,
        /// The memory that it begins with; none, if empty.
        #[serde(default)]
        memory: String,
    },
    /// Which memories are kept here?
    Memories,
    Memory {
        /// Its name, as it is listed.
        name: String,
        /// The memory itself, if it is the page that has it.
        #[serde(default)]
        text: Option<String>,
    },
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    pub game: String,
    /// The options that set its rules.
    #[serde(default)]
    pub rules: BTreeMap<String, String>,
    /// The position to begin with; `None`: the usual one.
    #[serde(default)]
    pub position: Option<String>,
    pub seats: [Seat; 2],
    /// Seconds for each player and for each of his moves, if clocks are to run.
    #[serde(default)]
    pub clock: Option<(f64, f64)>,
    /// What of it has been played already, as a state shows it.
    #[serde(default)]
    pub played: Played,
    /// What the player who learns remembers; nothing, if empty.
    #[serde(default)]
    pub memory: String,
}

/// What a page has kept of a game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Played {
    pub line: Vec<Step>,
    /// The plies after which it is looked at; `None`: all.
    pub ply: Option<usize>,
    pub title: String,
    /// Who played, where that is known: player one and two.
    pub names: [String; 2],
    /// Seconds left.
    pub left: Option<[f64; 2]>,
    /// The result and why, if it has ended other than by the rules.
    pub ended: Option<(String, String)>,
}
