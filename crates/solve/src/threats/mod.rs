//! Threat-space search, the way in which human experts look for forced wins (Allis, van den Herik and Huntjens 1994,
//! section 4): a tree of the attacker's threats alone, each answered by all direct defences at once, and afterwards a
//! check of every potential winning sequence against whatever the defender can really do.
//!
//! [`ThreatGame`] is what a game must tell; [`space`] builds the tree, [`check`] makes sure,
//! [`report`] prints it, [`marks`] names what stands out without any search. Section 3.1's kinds of threats and their
//! squares are the game's own: [`qubic`], [`gomoku`].

pub mod check;
pub mod gomoku;
pub mod marks;
pub mod qubic;
pub mod report;
pub mod space;

use games::{Game, Side};
use std::fmt::{Debug, Display};

/// A threat (section 4, notions 1 to 3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat<K, S> {
    /// What it threatens to become.
    pub kind: K,
    /// The square that the attacker plays.
    pub gain: S,
    /// The squares that the defender plays in response, all of them at once.
    pub costs: Vec<S>,
    /// The attacker's stones that it is made of, the gain square excepted.
    pub rests: Vec<S>,
}

impl<K, S: PartialEq> Threat<K, S> {
    /// Whether the two cannot both be part of one sequence (notion 6, applied to two threats): one's gain square is
    /// the other's cost square, or they share a cost square. Two different threats with the same gain square cannot
    /// both be played either.
    pub(crate) fn conflicts_with(&self, other: &Self) -> bool {
        self.gain == other.gain
            || other.costs.contains(&self.gain)
            || self.costs.contains(&other.gain)
            || self.costs.iter().any(|cost| other.costs.contains(cost))
    }
}

/// The threat of a game: its kinds, on its squares.
pub type ThreatOf<G> = Threat<<G as ThreatGame>::Kind, <G as Game>::Move>;

/// A game in which stones are placed to make lines, and in which threats can be spoken of. Its moves are its squares.
///
/// All questions are asked about a *field*: stones on a board regardless of whose turn it is, so that stones can be
/// placed tentatively.
pub trait ThreatGame: Game {
    /// The types of threats; displayed as the paper's tables name them.
    type Kind: Copy + Eq + Debug + Display + Send + Sync;
    /// Stones on a board.
    type Field: Clone + Send + Sync;

    /// The stones of this position.
    fn field(&self) -> Self::Field;

    /// A number that tells fields apart, for tables.
    fn field_key(field: &Self::Field) -> u128;

    /// Places a stone on an empty square.
    fn put(field: &mut Self::Field, side: Side, square: Self::Move);

    /// The field with a stone more.
    fn with(field: &Self::Field, side: Side, square: Self::Move) -> Self::Field {
        let mut after = field.clone();
        Self::put(&mut after, side, square);
        after
    }

    /// The side whose stone lies here.
    fn stone(field: &Self::Field, square: Self::Move) -> Option<Side>;

    /// Whether this side may place a stone here: the square is empty and the rules do not forbid it.
    fn may_play(field: &Self::Field, side: Side, square: Self::Move) -> bool;

    /// Appends the attacker's threats whose rest squares include all of `rests` (all his threats if there are none),
    /// in a fixed order.
    fn threats(field: &Self::Field, attacker: Side, rests: &[Self::Move], threats: &mut Vec<ThreatOf<Self>>);

    /// Whether a threat of this kind ends a potential winning sequence.
    fn is_decisive(kind: Self::Kind) -> bool;

    /// Whether a threat of this kind wins at the attacker's next move unless it is met: a four in Go-Moku.
    fn wins_next(kind: Self::Kind) -> bool;

    /// Whether stones on these squares might be part of one winning line: all on a single line and close enough.
    fn may_combine(squares: &[Self::Move]) -> bool;

    /// The squares on which this side wins at once; each may be played.
    fn winning_squares(field: &Self::Field, side: Side) -> Vec<Self::Move>;

    /// A square whose occupation gives this side two or more winning squares, if there is one. Asked when neither side
    /// can win at once.
    fn double_threat(field: &Self::Field, side: Side) -> Option<Self::Move>;

    /// The defender is to move, neither side can win at once: a set of squares outside which every reply loses to a
    /// double threat of the attacker. `None` if the attacker threatens nothing. The set holds every square on which
    /// the defender would threaten to win at once.
    fn refutations(field: &Self::Field, attacker: Side) -> Option<Vec<Self::Move>>;
}
