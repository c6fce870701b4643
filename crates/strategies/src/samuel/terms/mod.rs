//! What Samuel's program must know of a game beside its rules: the terms of the scoring polynomial, the piece advantage,
//! and the three conditions that let the look-ahead go on. The machinery (look-ahead, polynomial, book games, learning) is
//! written against this.

pub mod draughts;
pub(crate) mod gomoku;
pub mod named;
pub mod polynomial;
pub(crate) mod qubic;
pub(crate) mod rows;
pub mod scoring;

use crate::Choice;
use games::{Game, Played};

/// The most terms that a game may have.
const TERMS_MAX: usize = 64;

/// A game with terms.
///
/// Draughts is what the conditions are named after; a game without pieces to take says what stands in their place.
pub trait Subject: Game {
    /// What evaluating one position leaves for the next, which is most often a stone or two away: nothing, where a position is
    /// soon rated from scratch.
    type Accumulator: Default;
    /// The terms, by their numbers; at most `TERMS_MAX`.
    const TERMS: &'static [Term];
    /// What [`Subject::advantage`] is when a side is ahead by one man and the game is young: a hundred hundredths.
    const MAN: i64;
    /// What that is called.
    const UNIT: &'static str = "points";
    /// The most that [`Subject::pieces`] can be.
    const PIECES: u32;
    /// How far `td-leaf` moves a weight at first for a wrong result, in ten thousandths of a man, if nothing else is said: the less,
    /// the higher the parameters count.
    const RATE: i64;
    /// How else `td-leaf` learns it, if nothing else is said.
    const TD_LEAF: TdLeafDefaults = TdLeafDefaults::PLAIN;
    /// After so many plies without an irreversible move the game is drawn.
    const QUIET_PLIES: usize = usize::MAX;
    /// Whether [`Subject::candidates`] leaves out nothing but moves that lose at once, and moves beside one that wins at once:
    /// only then is a win or a loss that the look-ahead finds proven.
    const EXHAUSTIVE: bool = true;
    /// The first moves that a series goes through in turn, in the usual notation; none if the first move is free.
    const FIRST_MOVES: &'static [&'static str];
    /// The polynomials that [`named::NAMES`] calls so, as text.
    const SECOND: &'static str;
    const SECOND_ACTIVE: &'static str = Self::SECOND;
    const FOUR: &'static str;

    /// Gets ready the tables that scoring under these rules takes.
    fn prepare(_setup: &Self::Setup) {}

    /// The position that games begin with, under the usual rules.
    fn first_position() -> Self {
        Self::start(&Self::Setup::default())
    }

    /// The choice where the game has not begun in earnest and nothing can be looked ahead: in an opening protocol. `moves` gives
    /// those that may be chosen.
    fn open(&self, _moves: &dyn Fn() -> Vec<Self::Move>) -> Option<Choice<Self>> {
        None
    }

    /// The moves that the look-ahead looks at, in the order in which it does; at least one if the game goes on. All that are legal,
    /// but where a game has too many of them.
    fn candidates(&self, _accumulator: &mut Self::Accumulator, moves: &mut Vec<Self::Move>) {
        self.legal_moves(moves);
    }

    /// The parameters of this position whose bits (by the number of the term) are set; the others may hold anything. The side to
    /// move is the active one, as Appendix C calls it, the other one the passive.
    fn rate(&self, accumulator: &mut Self::Accumulator, wanted: u64) -> Ratings;

    /// The piece advantage of the side to move; what it is worth to trade pieces is in it.
    fn advantage(&self) -> i64;

    /// Whether one side is ahead by so much that a row of jumps need not be followed any further: by more than two kings.
    fn is_decided(&self) -> bool {
        false
    }

    /// Whether the next move is a jump: in games without jumps, one that must be made.
    fn next_is_jump(&self, accumulator: &mut Self::Accumulator) -> bool;

    fn is_jump(_m: Self::Move) -> bool {
        false
    }

    /// Whether the side to move can offer an exchange: in games without exchanges, whether it has a move so strong that the
    /// position should not be evaluated before it is made.
    fn can_offer_exchange(&self, accumulator: &mut Self::Accumulator) -> bool;

    /// How many pieces are on the board; in games that fill it, how many squares are left. With few of them the look-ahead goes
    /// further.
    fn pieces(&self) -> u32;

    /// The same position with the other side to move, or with the sides' parts exchanged: it stands for the position before the last move where there is none.
    fn with_sides_reversed(&self) -> Self;

    /// Whether no position before this move can come back after it.
    fn is_irreversible(&self, _m: Self::Move) -> bool {
        true
    }

    /// The position in the standard form in which rote learning keeps it, the same for positions that differ only in the colours, or by
    /// a symmetry of the game; `None` if the game is not learned by rote.
    fn standard(&self) -> Option<u128> {
        None
    }

    /// The record that a position in standard form is catalogued in; records that a game needs earlier come first.
    fn record(_standard: u128) -> u16 {
        0
    }
}

/// How `td-leaf` learns a game unless the options say otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TdLeafDefaults {
    /// Each term has two weights.
    pub(crate) tapered: bool,
    /// Who is judged to be ahead where a game is broken off has won it.
    pub(crate) judged: bool,
    /// After so many games the rate has fallen to a half.
    pub(crate) halving: i64,
    /// Of a hundred games so many are against Beta.
    pub(crate) beta_games: i64,
}

impl TdLeafDefaults {
    /// The plain way, which memories leave unsaid.
    pub const PLAIN: Self = Self { tapered: false, judged: false, halving: 1000, beta_games: 0 };
}

/// A term of the polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name in the paper, without spaces.
    pub name: &'static str,
    /// What it is, in a few words.
    pub(crate) meaning: &'static str,
    pub(crate) kind: TermKind,
}

impl Term {
    /// Whether it is its parameter, not a connective of two.
    pub const fn is_simple(&self) -> bool {
        matches!(self.kind, TermKind::Simple { .. })
    }

    /// In how many parts its value is counted.
    pub(crate) const fn parts(&self) -> i64 {
        if let TermKind::Simple { parts } = self.kind { parts } else { 1 }
    }

    /// A term that is its parameter.
    pub(crate) const fn simple(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, kind: TermKind::Simple { parts: 1 } }
    }
}

/// The terms of a game: simple ones, then four connectives of each pair, by their names in the order A·B, A·not B, not A·B,
/// not A·not B.
pub(crate) const fn with_connectives<const SIMPLE: usize, const ALL: usize>(
    simple: &[Term; SIMPLE],
    pairs: &[([&'static str; 4], usize, usize)],
) -> [Term; ALL] {
    assert!(ALL == SIMPLE + 4 * pairs.len());
    let mut terms = [simple[0]; ALL];
    terms.split_at_mut(SIMPLE).0.copy_from_slice(simple);
    let mut n = 0;
    while n < 4 * pairs.len() {
        let (names, first, second) = pairs[n / 4];
        let (first_holds, second_holds) = (n % 4 < 2, n % 2 == 0);
        let meaning = match (first_holds, second_holds) {
            (true, true) => "both terms are positive",
            (true, false) => "the first term is positive, the second negative",
            (false, true) => "the first term is negative, the second positive",
            (false, false) => "both terms are negative",
        };
        let kind = TermKind::Connective { first, first_holds, second, second_holds };
        terms[SIMPLE + n] = Term { name: names[n % 4], meaning, kind };
        n += 1;
    }
    terms
}

/// How a term is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TermKind {
    /// The parameter of the same number, less what it was before the last move with the sides reversed.
    Simple {
        /// How many of the parameter's units make one: 2 if it counts in halves.
        parts: i64,
    },
    /// A binary connective of two simple terms: 1 if each has the sign asked for, otherwise 0.
    Connective {
        first: usize,
        /// Whether it is A (and not its complement).
        first_holds: bool,
        /// The number of the second term, B.
        second: usize,
        /// Whether it is B (and not its complement).
        second_holds: bool,
    },
}

/// The parameters of a position by the numbers of their terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratings(pub [i16; TERMS_MAX]);

impl Ratings {
    pub(crate) const NONE: Self = Self([0; TERMS_MAX]);

    /// The parameter of this number.
    pub fn get(&self, term: usize) -> i64 {
        self.0.get(term).copied().map_or(0, i64::from)
    }

    /// Sets the parameter of this number.
    pub(crate) fn set(&mut self, term: usize, value: i16) {
        if let Some(place) = self.0.get_mut(term) {
            *place = value;
        }
    }
}

/// The position before the last move of a game; at its start, the same position with the other side to move.
pub(crate) fn position_before<G: Subject>(game: &Played<G>) -> G {
    let mut earlier = game.clone();
    if earlier.take_back().is_none() {
        return game.position().with_sides_reversed();
    }
    earlier.position().clone()
}
