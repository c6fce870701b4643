//! What a search has found and how far it has come, in the form that strategies hand on.

use super::Score;
use super::score::Bound;
use games::Game;

/// How far a search has come: counts since its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Plies of full-width search completed (or under way).
    pub depth: u32,
    /// The deepest ply looked at.
    pub seldepth: u32,
    /// Nodes visited, over all threads.
    pub nodes: u64,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
}

/// A move with what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<G: Game> {
    /// Its value for the side to move.
    pub score: Score,
    /// Whether that is exact.
    pub bound: Bound,
    /// The move and the play expected after it; never empty.
    pub moves: Vec<G::Move>,
}
