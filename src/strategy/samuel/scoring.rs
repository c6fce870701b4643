//! The score of a position: the piece advantage, and the polynomial's terms with their coefficients.
//!
//! A term's value is its parameter in the position less the same parameter in the position before the last move, where the
//! sides had changed roles: what the side that has just moved reached with its move, less what the other side had reached
//! with the move before (Appendix C; "Term replacement"). Scores are numbers for the side to move.

use super::polynomial::{Coefficient, Polynomial};
use super::subject::{Ratings, Subject, TermKind};
use std::marker::PhantomData;

/// How many units of a score make 1 of the polynomial. The sense of direction counts single units: one a ply.
pub const UNIT: i64 = 128;
/// What [`Subject::advantage`] is multiplied with: no sum of terms that comes up in play outweighs a man.
const PIECE: i64 = UNIT << 17;
/// A game that is won on the board; each ply that it is backed up takes 1 away.
pub const WON: i64 = 1 << 50;
/// Whatever is above this, or below its negative, is a game won or lost.
pub const DECIDED: i64 = WON - (1 << 20);

/// To which range of a simple term's values the 0 belongs, when a binary connective asks for its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zero {
    /// To none: with a 0, all four connectives are 0.
    Neither,
    /// To the upper one: A holds.
    Upper,
    /// To the lower one: A does not hold.
    Lower,
}

impl Zero {
    /// The names that the option gives them.
    pub const NAMES: &'static [&'static str] = &["neither", "upper", "lower"];

    /// The one of this name, else the first.
    #[must_use]
    pub fn from_name(name: &str) -> Self {
        match name {
            "upper" => Self::Upper,
            "lower" => Self::Lower,
            _ => Self::Neither,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Neither => Self::NAMES[0],
            Self::Upper => Self::NAMES[1],
            Self::Lower => Self::NAMES[2],
        }
    }

    /// Whether a value of a simple term lies in the range asked for.
    const fn holds(self, value: i64, upper: bool) -> bool {
        match self {
            Self::Neither => value != 0 && (value > 0) == upper,
            Self::Upper => (value >= 0) == upper,
            Self::Lower => (value > 0) == upper,
        }
    }
}

/// An active term in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermValue {
    /// Its number.
    pub term: usize,
    /// Its coefficient.
    pub coefficient: Coefficient,
    /// Its value, in parts (halves of DIAV), credited to the passive side.
    pub value: i64,
    /// What it adds to the score of the side to move, in [`UNIT`]s' parts.
    pub contribution: i64,
}

/// How positions are scored.
#[derive(Clone, Debug)]
pub struct Scoring<G> {
    polynomial: Polynomial,
    wanted: u64,
    zero: Zero,
    /// 1, or -1 in the give-away game.
    sign: i64,
    game: PhantomData<G>,
}

impl<G: Subject> Scoring<G> {
    /// Scoring by this polynomial; with `give_away` the sign of the piece term is reversed, and whoever cannot move has won.
    #[must_use]
    pub fn new(polynomial: Polynomial, zero: Zero, give_away: bool) -> Self {
        let wanted = polynomial.wanted(G::TERMS, false);
        Self { polynomial, wanted, zero, sign: if give_away { -1 } else { 1 }, game: PhantomData }
    }

    /// The polynomial.
    #[must_use]
    pub const fn polynomial(&self) -> &Polynomial {
        &self.polynomial
    }

    /// All that a score depends on beside the position, as text over the terms: the same text, the same scores.
    #[must_use]
    pub fn described(&self) -> String {
        let active = Polynomial::new(self.polynomial.active().to_vec(), Vec::new()).to_text(G::TERMS);
        let game = if self.is_give_away() { ", give-away" } else { "" };
        format!("{active}, zero {}{game}", self.zero.name())
    }

    /// Whether it is the give-away game that is played.
    #[must_use]
    pub const fn is_give_away(&self) -> bool {
        self.sign < 0
    }

    /// The parameters of a position that the polynomial needs.
    #[must_use]
    pub fn rate(&self, position: &G) -> Ratings {
        if self.wanted == 0 { Ratings::NONE } else { position.rate(self.wanted) }
    }

    /// The score for the side to move of a position that goes on; `before` is what [`Scoring::rate`] said of the position
    /// before the last move.
    #[must_use]
    pub fn evaluate(&self, position: &G, before: &Ratings) -> i64 {
        let now = self.rate(position);
        let pieces = position.pieces();
        let active = self.polynomial.active().iter();
        let terms: i64 = active
            .filter(|(_, coefficient)| *coefficient != Coefficient::Zero)
            .map(|&(term, coefficient)| self.contribution(term, coefficient, pieces, &now, before).1)
            .sum();
        self.pieces(position.advantage()) + terms
    }

    /// The part of the score that the piece advantage makes.
    #[must_use]
    pub const fn pieces(&self, advantage: i64) -> i64 {
        self.sign * PIECE * advantage
    }

    /// The score of a side that cannot move.
    #[must_use]
    pub const fn without_moves(&self) -> i64 {
        -self.sign * WON
    }

    /// Every active term in this position, which `earlier` preceded.
    #[must_use]
    pub fn terms(&self, position: &G, earlier: &G) -> Vec<TermValue> {
        let wanted = self.polynomial.wanted(G::TERMS, true);
        let (now, before) = (position.rate(wanted), earlier.rate(wanted));
        let pieces = position.pieces();
        let active = self.polynomial.active().iter();
        active
            .map(|&(term, coefficient)| {
                let (value, contribution) = self.contribution(term, coefficient, pieces, &now, &before);
                TermValue { term, coefficient, value, contribution }
            })
            .collect()
    }

    /// A term's value, and what it adds to the score of the side to move, with so many pieces on the board.
    fn contribution(
        &self,
        term: usize,
        coefficient: Coefficient,
        pieces: u32,
        now: &Ratings,
        before: &Ratings,
    ) -> (i64, i64) {
        let simple = |term| now.get(term) - before.get(term);
        let (value, parts) = match G::TERMS[term].kind {
            TermKind::Simple { parts } => (simple(term), parts),
            TermKind::Connective { first, first_holds, second, second_holds } => {
                let both = self.zero.holds(simple(first), first_holds)
                    && self.zero.holds(simple(second), second_holds);
                (i64::from(both), 1)
            }
        };
        // The polynomial is credited to the passive side.
        (value, -coefficient.with_pieces(pieces, G::PIECES) * value * UNIT / parts)
    }
}

/// A score brought back by one ply: a little nearer to 0, so that gains are taken soon and losses late.
#[must_use]
pub const fn backed_up(score: i64) -> i64 {
    score - score.signum()
}

/// The score of being ahead by one man when the game is young.
#[must_use]
pub const fn one_man<G: Subject>() -> i64 {
    G::MAN * PIECE
}

/// A score in men.
#[must_use]
pub fn men<G: Subject>(score: i64) -> f64 {
    score as f64 / one_man::<G>() as f64
}

/// A score in hundredths of a man, whole ones.
#[must_use]
pub fn hundredths<G: Subject>(score: i64) -> i32 {
    (men::<G>(score.clamp(-DECIDED, DECIDED)) * 100.0) as i32
}
