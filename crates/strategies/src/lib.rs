//! The programs that play, one file or folder each, and the registry that lists them by game.
//!
//! To add one, copy `random.rs`, and give it a row in the table of each game that it plays.

pub mod agent;
pub mod alpha_beta;
mod budget;
pub mod citrenbaum;
pub mod learning;
pub mod options;
pub mod perfect;
pub mod playing;
pub mod proving;
pub mod random;
pub mod samuel;
pub mod score_four;
pub mod solution;
mod threat_space;
pub mod victoria;

use crate::learning::Memory;
use games::draughts::Draughts;
use games::gomoku::Opening;
use games::qubic::Qubic;
pub use games::settings;
use games::{Game, Mark, Notation, Outcome, Played, quoted};
use options::{HASH, SEED, THREADS};
use search::score::Bound;
use search::{Control, Limits, Score};
pub use search::{Line, Progress};
use settings::{OptionSpec, Settings};
use solve::threats::marks;
use solve::threats::report::{Request, report};

/// A program that plays. One call, one move; limits come with the call, never from setters.
///
/// What it chooses may depend on the game so far, the limits, what [`Context`] holds, and what it was asked earlier in the
/// same game; on nothing else.
pub trait Strategy<G: Game>: Send {
    /// Chooses a move. Called only when there is at least one in [`Limits::root_moves`].
    fn choose(&mut self, game: &Played<G>, limits: &Limits<G>, context: &mut Context<'_, G>) -> Choice<G>;

    /// Gets ready what choosing under these rules takes, tables and certificates, while no clock runs. For clients that never
    /// ask whether the engine is ready, [`Strategy::choose`] does it.
    fn prepare(&self, _setup: &G::Setup, _settings: &Settings) {}

    /// Reads what the memory holds, unless it is at hand; returns what there is to say about it. Called when
    /// [`Strategy::prepare`] is; [`Strategy::choose`] does it otherwise.
    fn recall(&mut self, _settings: &Settings, _memory: &Memory) -> Vec<String> {
        Vec::new()
    }

    /// What the strategy thinks of the position without searching, in lines of text; `None` if it has no such view.
    fn evaluation(&self, _game: &Played<G>, _settings: &Settings) -> Option<String> {
        None
    }

    /// Called after `bestmove` has been sent, in play with `Learn` true: a place to write memory.
    fn after_move(&mut self, _game: &Played<G>, _memory: &mut Memory) {}

    /// Called when a game has ended, with `Learn` true: the other place to write memory. `outcome` may differ from
    /// `game.outcome()`: games also end by resignation or on time.
    ///
    /// # Errors
    /// A sentence that says why nothing could be learned or saved.
    fn after_game(
        &mut self,
        _game: &Played<G>,
        _outcome: Outcome,
        _settings: &Settings,
        _memory: &mut Memory,
    ) -> Result<Vec<Lesson>, String> {
        Ok(Vec::new())
    }

    /// How many games this memory has been taught by; `None` if they are not counted.
    ///
    /// # Errors
    /// A sentence, if the memory cannot be read.
    fn games_learned(&self, _memory: &Memory) -> Result<Option<u32>, String> {
        Ok(None)
    }
}

/// What a strategy says of a game that has ended, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// It has learned something new.
    Learned(String),
    Remark(String),
}

impl std::fmt::Display for Lesson {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Self::Learned(words) | Self::Remark(words)) = self;
        f.write_str(words)
    }
}

/// What a strategy is given beside the game and the limits.
pub struct Context<'a, G: Game> {
    /// The stop flag and the clock of this search.
    pub control: &'a Control,
    /// The values of all options, among them `Seed`, `Threads`, `Hash` and the strategy's own.
    pub settings: &'a Settings,
    /// What the strategy remembers from earlier games.
    pub memory: &'a Memory,
    /// Takes reports while the search runs.
    pub report: &'a mut dyn FnMut(Report<G>),
}

impl<G: Game> Context<'_, G> {
    pub(crate) fn seed(&self) -> u64 {
        self.settings.get(&SEED)
    }

    /// The option `Threads`, at least 1, and no more than the machine runs at once: more would only stand in each
    /// other's way when the search must stop.
    pub(crate) fn threads(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.settings.get(&THREADS).clamp(1, cores)
    }

    /// The option `Hash` in bytes, at least 1 MiB.
    pub(crate) fn hash_bytes(&self) -> usize {
        self.settings.get(&HASH) << 20
    }
}

/// What a strategy reports while it thinks.
#[derive(Clone, Debug)]
pub enum Report<G: Game> {
    /// A line as it stands now; `rank` is 1 for the best.
    Line {
        /// 1 for the best.
        rank: usize,
        line: Line<G>,
        progress: Progress,
    },
    Words(String),
}

/// What a strategy has chosen.
#[derive(Clone, Debug)]
pub struct Choice<G: Game> {
    /// The lines, best first, the first one's first move being the choice; never empty.
    pub lines: Vec<Line<G>>,
    /// Why, in the words of the strategy's paper; may be empty.
    pub reason: String,
    /// Whether it concedes the game with this move.
    pub resigns: bool,
    /// The counts of the whole search.
    pub progress: Progress,
}

impl<G: Game> Choice<G> {
    /// A choice made without search: one node, no line beyond the move.
    pub fn plain(m: G::Move, score: Score, reason: impl Into<String>) -> Self {
        Self::of_line(vec![m], score, reason, 1, 0)
    }

    /// A choice with one line, found with so many nodes by a search that knows no depth.
    pub(crate) fn of_line(
        moves: Vec<G::Move>,
        score: Score,
        reason: impl Into<String>,
        nodes: u64,
        hashfull: u32,
    ) -> Self {
        let progress = Progress { depth: 1, seldepth: moves.len() as u32, nodes: nodes.max(1), hashfull };
        let lines = vec![Line { score, bound: Bound::Exact, moves }];
        Self { lines, reason: reason.into(), resigns: false, progress }
    }

    pub fn best(&self) -> Option<G::Move> {
        self.lines.first()?.moves.first().copied()
    }
}

/// What a strategy that proves has decided, before the counts of its search are known.
struct Decision<M> {
    line: Vec<M>,
    score: Score,
    reason: String,
}

/// What a strategy supports beyond playing one move with one thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abilities {
    /// `MultiPV` above 1.
    pub multi_pv: bool,
    /// `Threads` above 1.
    pub threads: bool,
    /// `Learn` true.
    pub learns: bool,
    /// It answers within a millisecond or so, whatever the limits: such a search is done without waking a thread.
    pub instant: bool,
}

impl Abilities {
    pub const NONE: Self = Self { multi_pv: false, threads: false, learns: false, instant: false };
}

/// A row of the registry: a strategy for one game.
pub struct Row<G: Game> {
    /// The name that the option `Strategy` gives it.
    pub name: &'static str,
    pub summary: &'static str,
    /// Makes one without any memory of games.
    pub make: fn() -> Box<dyn Strategy<G>>,
    /// Its own options; each name starts with the strategy's.
    pub options: &'static [OptionSpec],
    pub abilities: Abilities,
}

/// A game with its table of strategies; the first row is the default.
pub trait Playable: Game {
    /// The strategies that play this game.
    const STRATEGIES: &'static [Row<Self>];
    /// Positions for `bench`: texts with the depth to search each to.
    const BENCH: &'static [(&'static str, u32)];

    /// Threat-space search of this position, in lines for people.
    ///
    /// # Errors
    /// A sentence, if this game has none.
    fn threat_report(&self, _request: &Request) -> Result<Vec<String>, String> {
        Err(format!("there is no threat-space search for the game {}", Self::NAME))
    }

    /// What stands out in this position, for drawing; squares are written in this notation.
    fn marks(&self, _notation: Notation) -> Vec<Mark> {
        Vec::new()
    }

    /// The strategy that plays unless another is chosen.
    fn default_strategy() -> &'static Row<Self> {
        &Self::STRATEGIES[0]
    }

    /// The strategy of this name.
    ///
    /// # Errors
    /// A sentence that names the strategies for this game.
    fn strategy(name: &str) -> Result<&'static Row<Self>, String> {
        Self::STRATEGIES.iter().find(|row| row.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            let names: Vec<_> = Self::STRATEGIES.iter().map(|row| row.name).collect();
            let (name, game) = (quoted(name), Self::NAME);
            format!("strategy {name} does not play {game}, which has {}", names.join(", "))
        })
    }
}

impl Playable for Qubic {
    const STRATEGIES: &'static [Row<Self>] = &[
        alpha_beta::QUBIC,
        threat_space::QUBIC,
        perfect::QUBIC,
        citrenbaum::related_pair::ROW,
        citrenbaum::planar::ROW,
        citrenbaum::general::ROW,
        score_four::ROW,
        score_four::deep::ROW,
        samuel::QUBIC,
        random::row(),
    ];
    const BENCH: &'static [(&'static str, u32)] = alpha_beta::QUBIC_BENCH;

    fn threat_report(&self, request: &Request) -> Result<Vec<String>, String> {
        Ok(report(self, request))
    }

    fn marks(&self, notation: Notation) -> Vec<Mark> {
        marks::of_rows(self, notation)
    }
}

impl Playable for Draughts {
    const STRATEGIES: &'static [Row<Self>] = &[alpha_beta::DRAUGHTS, samuel::DRAUGHTS, random::row()];
    const BENCH: &'static [(&'static str, u32)] = alpha_beta::DRAUGHTS_BENCH;

    fn marks(&self, _notation: Notation) -> Vec<Mark> {
        self.must_capture().into_iter().collect()
    }
}

impl Playable for Opening {
    const STRATEGIES: &'static [Row<Self>] =
        &[alpha_beta::GOMOKU, victoria::ROW, perfect::GOMOKU, samuel::GOMOKU, random::row()];
    const BENCH: &'static [(&'static str, u32)] = alpha_beta::GOMOKU_BENCH;

    fn threat_report(&self, request: &Request) -> Result<Vec<String>, String> {
        Ok(report(self.game(), request))
    }

    fn marks(&self, notation: Notation) -> Vec<Mark> {
        marks::of_rows(self.game(), notation)
    }
}
