//! Principal-variation search for any two-player game, told by a [`Guide`] what it must know beyond the rules.
//!
//! Iterative deepening with aspiration windows, null windows with re-search (Marsland & Campbell 1982), the
//! transposition table, killer and history ordering (Akl & Newborn 1977; Schaeffer 1983), quiescence over the guide's
//! forcing moves, and lazy parallelism over the shared table. Values count plies to the end of proven games, and
//! every value carries whether an estimate had part in it: a win, a loss or a draw is only reported when proven.

mod force;
mod ordering;
mod pace;
mod probcut;
mod quiescence;
mod root;
mod value;
mod worker;

use super::{Control, Limits, Line, Progress, Table};
use games::{Game, Played};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
pub use value::ESTIMATE_MAX;
use worker::Worker;

/// The deepest iteration.
pub(crate) const DEPTH_MAX: u32 = 100;
/// The most that [`Parameters::forcing_plies`] can be.
pub const FORCING_PLIES_MAX: u32 = 64;

/// What can be said about a position at a glance, without looking at its moves one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect<M> {
    /// The side to move wins with this move, in at most so many plies: proven.
    Win(M, u32),
    /// The side to move loses in at most so many plies, whatever it plays, for instance this move: proven.
    Loss(M, u32),
    /// A proven draw, kept for instance by this move.
    Draw(M),
    /// Only the moves just appended to the buffer, at least one, need be looked at: each one left out is proven to be
    /// no better than one of them. The position is not quiet: no estimate is made before one of them is played.
    /// A single move costs no depth. Guides must see to it that rows of narrowed positions end.
    Narrowed,
    /// An estimate, within [`ESTIMATE_MAX`], that no search below this position would improve: of a table, for instance,
    /// that knows who wins but not how soon.
    Estimate(i32),
    /// Nothing.
    Open,
}

/// What is left to a side that is threatened with a forced win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Refuge {
    /// Nodes that it took to find out.
    pub nodes: u64,
    /// If there is such a threat: every move that was not appended to the buffer loses within so many plies.
    pub lost_in: Option<u32>,
}

/// When an open position, in which neither side has a forced win that its guide could find, is worth its estimate: reverse
/// futility pruning above the window, razoring below it (Heinz 1998).
#[derive(Clone, Copy, Debug)]
pub struct Margins {
    /// Above the window: for each ply of depth left.
    pub above: i32,
    /// The most depth at which the estimate may stand above the window.
    pub above_depth: u32,
    /// Below the window: once, and for each ply of depth left.
    pub below: [i32; 2],
    /// The most depth at which the estimate may stand below the window.
    pub below_depth: u32,
}

/// What a search must know about a game beyond its rules. A guide follows the search move by move, so that it can
/// keep sums up to date instead of counting afresh.
pub trait Guide<G: Game>: Clone + Send {
    /// Whether positions can repeat; if not, nothing is spent on looking for it.
    const REPETITIONS: bool = false;
    /// Whether a forced win is also looked for in narrowed positions, where there is more than one move.
    const COUNTERS: bool = false;
    /// Whether no move gives the other side a forced win that it would not have had without it: then what
    /// [`Guide::refuge`] did not find is not looked for after the move.
    const MONOTONE: bool = false;
    /// How far an estimate must lie outside a null window for a quiet position not to be searched; `None`: all are.
    const MARGINS: Option<Margins> = None;
    /// How far an estimate must lie outside a null window for a search four plies shallower to decide, if it agrees (ProbCut, Buro
    /// 1995); `None`: never.
    const PROBCUT: Option<i32> = None;
    /// Which moves are first tried with less depth: a ply less for each pair of a rank (from 0) and a depth left below the move
    /// that a move has reached.
    const LATE: [(usize, u32); 3] = [(4, 2), (10, 2), (20, 5)];
    /// How many replies quiescence tries in a narrowed position that follows the last full-width ply; those behind them only
    /// where these are lost.
    const LEAF_REPLIES: usize = usize::MAX;
    /// One more than the greatest [`Guide::move_number`]; at most 65,535.
    const MOVE_NUMBERS: usize;

    /// Prepares for a search from this position.
    fn start(&mut self, game: &Played<G>);

    /// A move has just been played; the position is the one after it.
    fn played(&mut self, _position: &G, _m: G::Move) {}

    /// The last move has just been taken back; the position is the one before it.
    fn undone(&mut self, _position: &G, _m: G::Move) {}

    /// An estimate for the side to move, within [`ESTIMATE_MAX`]. Never asked for when the game is over.
    fn evaluate(&self, position: &G) -> i32;

    /// What can be seen at a glance. Appends to `moves` only if the answer is [`Prospect::Narrowed`].
    fn prospect(&self, _position: &G, _moves: &mut Vec<G::Move>) -> Prospect<G::Move> {
        Prospect::Open
    }

    /// Appends the moves to search in an open position with this depth left: all legal ones, or those that are worth it.
    /// `true` if some have been left out: they are searched only where everything else loses, and no loss is claimed
    /// without them.
    fn moves(&self, position: &G, _depth: u32, moves: &mut Vec<G::Move>) -> bool {
        position.legal_moves(moves);
        false
    }

    /// Appends the moves that quiescence looks at beside standing still: such that the reply is narrowed, or the
    /// estimate is not to be trusted before they are played.
    fn forcing_moves(&self, _position: &G, _moves: &mut Vec<G::Move>) {}

    /// Looks at most at so many nodes for a forced win of the side to move, in a search of the guide's own. Appends its
    /// moves to `line`, the opponent's among them, up to the end of the game: whatever the opponent plays, it ends no
    /// later. Returns how many nodes were looked at.
    fn forced_win(&mut self, _position: &G, _nodes: u64, _line: &mut Vec<G::Move>) -> u64 {
        0
    }

    /// Looks at most at so many nodes for a forced win that the opponent would have if the side to move stood still, and
    /// if there is one appends the moves that could prevent it.
    fn refuge(&mut self, _position: &G, _nodes: u64, _moves: &mut Vec<G::Move>) -> Refuge {
        Refuge::default()
    }

    /// A number for a move, for the statistics of ordering and in the table; best different for all moves of a
    /// position.
    fn move_number(&self, m: G::Move) -> usize;

    /// How good a move looks, -20,000..=20,000: the order in which moves without other merits are tried.
    fn hint(&self, _position: &G, _m: G::Move) -> i32 {
        0
    }

    /// How many of the last plies could have led back to an earlier position (those since the last irreversible
    /// move). Only asked if [`Guide::REPETITIONS`].
    fn reversible_plies(&self, _position: &G) -> usize {
        usize::MAX
    }

    /// After how many more plies the game is drawn by its history otherwise than by repetition, if nothing irreversible
    /// happens before; 0: it is drawn. Only asked if [`Guide::REPETITIONS`].
    fn plies_before_draw(&self, _position: &G) -> usize {
        usize::MAX
    }

    /// Whether the estimate of this position is not to be trusted though no reply is narrowed (something hangs):
    /// quiescence then tries all moves as long as it has plies left, and does not stand still.
    fn is_unsettled(&self, _position: &G) -> bool {
        false
    }
}

/// How to search, beside the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// Threads, at least 1.
    pub threads: usize,
    /// How many plies of forcing moves and their replies quiescence follows.
    pub forcing_plies: u32,
    /// Whether late moves are first tried with less depth, and [`Guide::MARGINS`] and [`Guide::PROBCUT`] hold: deeper for the
    /// same nodes, but a depth is no longer full-width.
    pub reductions: bool,
    /// How many nodes the guide may spend on looking for a forced win, each time; 0: it is not asked.
    pub force_nodes: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { threads: 1, forcing_plies: 12, reductions: true, force_nodes: 0 }
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found<G: Game> {
    /// The best lines, best first, as many as were asked for and there are; never empty.
    pub lines: Vec<Line<G>>,
    /// The counts; the depth is that of the iteration which found the lines, complete or not, and 0 if none did.
    pub progress: Progress,
}

/// Takes the lines as they are found: rank (from 1), line, counts.
pub(crate) type Listener<'a, G> = dyn FnMut(usize, &Line<G>, Progress) + 'a;

/// What the threads of one search share.
struct Shared<'a> {
    table: &'a Table,
    control: &'a Control,
    parameters: Parameters,
    node_limit: u64,
    nodes: AtomicU64,
    finished: AtomicBool,
}

/// Searches the present position of a game, which must have a legal move among those that the limits allow.
///
/// With one thread the result is a function of the arguments (time apart). `None` if there is nothing to search.
pub fn search<G: Game, U: Guide<G>>(
    game: &Played<G>,
    limits: &Limits<G>,
    parameters: Parameters,
    guide: &U,
    table: &Table,
    control: &Control,
    listener: &mut Listener<'_, G>,
) -> Option<Found<G>> {
    let shared = Shared {
        table,
        control,
        parameters,
        node_limit: limits.nodes.unwrap_or(u64::MAX),
        nodes: AtomicU64::new(0),
        finished: AtomicBool::new(false),
    };
    std::thread::scope(|scope| {
        for number in 1..parameters.threads {
            let helper = Worker::new(game, guide.clone(), &shared);
            scope.spawn(move || helper.help(game, limits, number as u32));
        }
        let found = Worker::new(game, guide.clone(), &shared).lead(game, limits, listener);
        shared.finished.store(true, Ordering::Release);
        found
    })
}
