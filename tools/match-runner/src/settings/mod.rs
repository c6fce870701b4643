//! What a match is: every setting checked and in its final meaning, whether it was written in a TOML file or on the
//! command line. With a [`Settings`] nothing needs to be checked again.

pub mod adjudication;
mod check;
pub mod limit;
pub mod openings;
pub(crate) mod output;
pub mod raw;
pub mod shard;
pub mod tune;

pub use adjudication::{Adjudication, DrawRule, RawAdjudication, ResignRule};
pub use limit::{Clock, Limit};
pub use raw::{RawEngine, RawMatch, RawSprt, SprtModel};
pub use shard::Shard;

pub use crate::schedule::Tournament;
pub use ::engine::protocol::heard::EngineOption;

use self::openings::Balance;
use crate::affinity::Cpus;
use crate::openings::Opening;
use crate::schedule::Plan;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Who judges moves and ends of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefereeKind {
    /// The rules of the game, linked into this program.
    Rules,
    /// The engines, asked with `query`.
    Engines,
    /// A program that does nothing else.
    Program(Box<EngineSettings>),
}

/// Which conventions an engine follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// The Universal Game Interface.
    Ugi,
    /// The same with the names of the Universal Chess Interface.
    Uci,
    /// That of Gomocup's brains.
    Gomocup,
    /// Version 2 of Hub.
    Hub,
    /// Whichever it answers: found out before the match.
    Auto,
}

impl Protocol {
    /// Those that engines of a game may speak, the likeliest first.
    pub(crate) fn candidates(game: &str) -> &'static [Self] {
        match game {
            "gomoku" => &[Self::Gomocup, Self::Ugi, Self::Uci],
            "draughts" => &[Self::Hub, Self::Ugi, Self::Uci],
            "chess" | "chess960" => &[Self::Uci, Self::Ugi],
            _ => &[Self::Ugi, Self::Uci],
        }
    }

    /// Whether engines are told how games end.
    pub(crate) const fn tells_results(self) -> bool {
        matches!(self, Self::Ugi | Self::Uci)
    }

    /// Whether engines can think on the opponent's time.
    pub(crate) const fn ponders(self) -> bool {
        !matches!(self, Self::Gomocup)
    }
}

/// When an engine is started again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Restart {
    /// After it has misbehaved.
    #[default]
    Fault,
    Game,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Program {
    /// The engine that this program itself serves as.
    Builtin,
    /// A program with arguments.
    Command {
        /// The executable: a path, or a name to be found in `PATH`.
        path: PathBuf,
        args: Vec<String>,
    },
}

impl Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Builtin => f.write_str(check::BUILTIN),
            Self::Command { path, args } => {
                write!(f, "{}", path.display())?;
                args.iter().try_for_each(|word| write!(f, " {}", shell_words::quote(word)))
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSettings {
    /// Its name, different from those of all others.
    pub name: String,
    pub program: Program,
    /// The working directory.
    pub dir: Option<PathBuf>,
    /// Further variables of its environment.
    pub env: Vec<(String, String)>,
    /// Options in the order in which they are set.
    pub options: Vec<EngineOption>,
    pub protocol: Protocol,
    /// What bounds its thinking.
    pub limit: Limit,
    /// How far a clock or a time per move may be overstepped.
    pub margin: Duration,
    /// Whether it is told how games end.
    pub gameover: bool,
    /// When it is started again.
    pub restart: Restart,
    /// Whether it thinks on the opponent's time.
    pub ponder: bool,
    /// A file for what it writes to standard error; `None`: nowhere.
    pub stderr: Option<PathBuf>,
}

impl EngineSettings {
    /// The engine as it was typed; paths start at `base`.
    ///
    /// # Errors
    /// A sentence, as `{:#}` writes it, that names the setting and what is allowed.
    pub fn new(raw: RawEngine, base: &Path) -> anyhow::Result<Self> {
        check::engine(raw, base)
    }

    /// The value of an option: of one that is set twice the last.
    pub(crate) fn option(&self, name: &str) -> Option<&str> {
        let mut set = self.options.iter().rev();
        set.find(|option| option.name.eq_ignore_ascii_case(name)).map(|option| option.value.as_str())
    }
}

/// Deadlines of the watchdog: how long an engine may take for what no clock governs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timeouts {
    /// To start and to finish the handshake.
    pub start: Duration,
    /// To answer `isready` and `query`, and to stop once its time is up.
    pub reply: Duration,
    /// For a move under a limit of nodes or depth.
    pub think: Duration,
    /// To end after `quit`, before it is killed.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            reply: Duration::from_secs(5),
            think: Duration::from_secs(60),
            quit: Duration::from_secs(2),
        }
    }
}

/// A sequential probability ratio test between two engines.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtSettings {
    /// Elo of the null hypothesis.
    pub elo0: f64,
    /// Elo of the alternative, greater than `elo0`.
    pub elo1: f64,
    /// Accepted probability of taking H1 for true when H0 is.
    pub alpha: f64,
    /// Accepted probability of taking H0 for true when H1 is.
    pub beta: f64,
    pub model: SprtModel,
}

/// A match, ready to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Settings {
    pub game: String,
    /// The options that set the game's rules, by name and value, as all engines have them; others are at their
    /// defaults.
    pub rules: Vec<(String, String)>,
    pub referee: RefereeKind,
    pub tournament: Tournament,
    /// Openings per encounter, each played with both colours; in an openings test: how often each is used.
    pub pairs: usize,
    /// Games at a time.
    pub concurrency: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// The openings in the order in which they are used, never empty.
    pub openings: Vec<Opening>,
    /// An engine that has to call openings balanced; the list above is then made before the match.
    pub balance: Option<Balance>,
    /// Whether an engine that says `resigns` has lost.
    pub resign: bool,
    /// A game of this many plies is drawn.
    pub max_plies: Option<usize>,
    /// When else games end before the rules end them.
    pub adjudication: Adjudication,
    /// Processors for the engines of each game at a time; empty: any.
    pub affinity: Vec<Cpus>,
    /// A file for the report that a browser shows.
    pub report: Option<PathBuf>,
    /// Where games go: this path with the extensions `jsonl` and `pgn`.
    pub results: Option<PathBuf>,
    /// Whether an earlier run of the same match is taken up at `results`, if there is one.
    pub resume: bool,
    /// The part of the match that is played here; `None`: all of it.
    pub shard: Option<Shard>,
    pub timeouts: Timeouts,
    /// A test that may end the match early.
    pub sprt: Option<SprtSettings>,
    /// The engines, at least two.
    pub engines: Vec<EngineSettings>,
}

impl Settings {
    pub(crate) fn names(&self) -> Vec<&str> {
        self.engines.iter().map(|engine| engine.name.as_str()).collect()
    }

    /// What the schedule depends on.
    pub const fn plan(&self) -> Plan {
        Plan {
            tournament: self.tournament,
            engines: self.engines.len(),
            openings: self.openings.len(),
            pairs: self.pairs,
        }
    }
}
