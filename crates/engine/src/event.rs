//! What the engine has to say, as data; how it is written down is the protocol's affair.

use search::Score;
use search::score::Bound;
use std::time::Duration;
use strategies::Progress;

/// One thing said, in the order in which it must be written.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A line of play as the search sees it now.
    Info(Info),
    /// Something in words: a reason, a refusal, a warning.
    Message(String),
    /// The answer to a `go`, with the move as text; `None` when there is no move because the game is over.
    BestMove(Option<String>),
    /// The answer to a query: one word.
    Response(String),
    /// Plain lines for people: a drawing, an evaluation, counts.
    Text(String),
    /// The answer to `isready`.
    Ready,
    /// The last thing that a count has to say: its reader may ask for the next job.
    Last(Box<Event>),
    /// A job has ended (never written; the engine keeps count).
    Finished,
}

/// One line of play with the counts of the search so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// Its place among the best, from 1.
    pub rank: usize,
    /// Its value for the side to move.
    pub score: Score,
    pub bound: Bound,
    pub pv: Vec<String>,
    pub progress: Progress,
    /// Time since `go`.
    pub time: Duration,
}
