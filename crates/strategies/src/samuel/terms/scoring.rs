//! The score of a position: the piece advantage, and the polynomial's terms with their coefficients.
//!
//! A term's value is its parameter in the position less the same parameter in the position before the last move, where the
//! sides had changed roles: what the side that has just moved reached with its move, less what the other side had reached
//! with the move before (Appendix C; "Term replacement"). Scores are numbers for the side to move.

use crate::samuel::terms::polynomial::{Coefficient, Polynomial};
use crate::samuel::terms::{Ratings, Subject, TermKind};
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
pub(crate) enum Zero {
    /// To none: with a 0, all four connectives are 0.
    Neither,
    /// To the upper one: A holds.
    Upper,
    /// To the lower one: A does not hold.
    Lower,
}

impl Zero {
    /// The names that the option gives them.
    pub(crate) const NAMES: &'static [&'static str] = &["neither", "upper", "lower"];

    /// The one of this name, else the first.
    pub(crate) fn from_name(name: &str) -> Self {
        match name {
            "upper" => Self::Upper,
            "lower" => Self::Lower,
            _ => Self::Neither,
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
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
    pub term: usize,
    pub(crate) coefficient: Coefficient,
    /// Its value, in parts (halves of DIAV), credited to the passive side.
    pub value: i64,
    /// What it adds to the score of the side to move, in [`UNIT`]s' parts.
    pub contribution: i64,
}

#[derive(Clone, Debug)]
pub struct Scoring<G> {
    polynomial: Polynomial,
    wanted: u64,
    weights: Weights,
    zero: Zero,
    /// 1, or -1 in the give-away game.
    sign: i64,
    game: PhantomData<G>,
}

/// The coefficients as they enter a score, each multiplied with [`UNIT`] and divided by the parts of its term: worked out once, for
/// this is what a look-ahead spends its time on.
#[derive(Clone, Debug)]
struct Weights {
    /// For each number of pieces, if they hang on it, one for each term, 0 for connectives; then those of `connectives`.
    all: Vec<i64>,
    /// How many there are for a number of pieces.
    each: usize,
    terms: usize,
    /// The connectives with a coefficient.
    connectives: Vec<usize>,
}

impl Weights {
    fn of<G: Subject>(polynomial: &Polynomial) -> Self {
        let active = polynomial.active().iter().filter(|(_, coefficient)| *coefficient != Coefficient::Zero);
        let is_simple = |term: usize| G::TERMS[term].is_simple();
        let connectives = active.clone().map(|&(term, _)| term).filter(|&term| !is_simple(term)).collect();
        let tapers =
            active.clone().any(|(_, coefficient)| matches!(coefficient, Coefficient::Tapered { .. }));
        let mut all = Vec::new();
        // With all pieces a coefficient is what it is where it does not hang on them.
        for pieces in if tapers { 0..=G::PIECES } else { G::PIECES..=G::PIECES } {
            let first = all.len();
            all.resize(first + G::TERMS.len(), 0);
            for &(term, coefficient) in active.clone() {
                // The polynomial is credited to the passive side.
                let weight = -coefficient.with_pieces(pieces, G::PIECES) * (UNIT / G::TERMS[term].parts());
                if is_simple(term) {
                    all[first + term] = weight;
                } else {
                    all.push(weight);
                }
            }
        }
        let terms = G::TERMS.len();
        let each = if tapers { all.len() / (G::PIECES as usize + 1) } else { all.len() };
        Self { all, each, terms, connectives }
    }

    /// Those of the terms, and those of the connectives with a coefficient.
    #[inline]
    fn with_pieces(&self, pieces: u32) -> (&[i64], &[i64]) {
        let rows = self.all.len() / self.each;
        let first = (pieces as usize).min(rows - 1) * self.each;
        self.all[first..first + self.each].split_at(self.terms)
    }
}

impl<G: Subject> Scoring<G> {
    /// Scoring by this polynomial; with `give_away` the sign of the piece term is reversed, and the side that cannot move has won.
    pub(crate) fn new(polynomial: Polynomial, zero: Zero, give_away: bool) -> Self {
        let wanted = polynomial.wanted(G::TERMS, false);
        let weights = Weights::of::<G>(&polynomial);
        Self { polynomial, wanted, weights, zero, sign: if give_away { -1 } else { 1 }, game: PhantomData }
    }

    pub const fn polynomial(&self) -> &Polynomial {
        &self.polynomial
    }

    /// All that a score depends on beside the position, as text over the terms: the same text, the same scores.
    pub(crate) fn described(&self) -> String {
        let active = Polynomial::new(self.polynomial.active().to_vec(), Vec::new()).to_text(G::TERMS);
        let game = if self.is_give_away() { ", give-away" } else { "" };
        format!("{active}, zero {}{game}", self.zero.name())
    }

    /// Whether it is the give-away game that is played.
    pub const fn is_give_away(&self) -> bool {
        self.sign < 0
    }

    /// The parameters of a position that the polynomial needs.
    pub fn rate(&self, position: &G, accumulator: &mut G::Accumulator) -> Ratings {
        if self.wanted == 0 { Ratings::NONE } else { position.rate(accumulator, self.wanted) }
    }

    /// The score for the side to move of a position that goes on; `before` is what [`Scoring::rate`] said of the position
    /// before the last move.
    pub fn evaluate(&self, position: &G, before: &Ratings, accumulator: &mut G::Accumulator) -> i64 {
        let now = self.rate(position, accumulator);
        let (simple, connective) = self.weights.with_pieces(position.pieces());
        let ratings = now.0.iter().zip(&before.0);
        let simple: i64 = simple
            .iter()
            .zip(ratings)
            .map(|(weight, (&now, &before))| weight * (i64::from(now) - i64::from(before)))
            .sum();
        let connectives = self.weights.connectives.iter().zip(connective);
        let both: i64 = connectives.map(|(&term, weight)| weight * self.value(term, &now, before)).sum();
        self.pieces(position.advantage()) + simple + both
    }

    /// The part of the score that the piece advantage makes.
    pub const fn pieces(&self, advantage: i64) -> i64 {
        self.sign * PIECE * advantage
    }

    /// The score of a side that cannot move.
    pub(crate) const fn without_moves(&self) -> i64 {
        -self.sign * WON
    }

    /// Every active term in this position, which `earlier` preceded.
    pub fn terms(&self, position: &G, earlier: &G) -> Vec<TermValue> {
        let wanted = self.polynomial.wanted(G::TERMS, true);
        let mut accumulator = G::Accumulator::default();
        let (now, before) = (position.rate(&mut accumulator, wanted), earlier.rate(&mut accumulator, wanted));
        let pieces = position.pieces();
        let active = self.polynomial.active().iter();
        active
            .map(|&(term, coefficient)| {
                let value = self.value(term, &now, &before);
                // The polynomial is credited to the passive side.
                let weight = -coefficient.with_pieces(pieces, G::PIECES);
                let contribution = weight * value * UNIT / G::TERMS[term].parts();
                TermValue { term, coefficient, value, contribution }
            })
            .collect()
    }

    /// A term's value, in parts.
    #[inline]
    fn value(&self, term: usize, now: &Ratings, before: &Ratings) -> i64 {
        let simple = |term| now.get(term) - before.get(term);
        match G::TERMS[term].kind {
            TermKind::Simple { .. } => simple(term),
            TermKind::Connective { first, first_holds, second, second_holds } => i64::from(
                self.zero.holds(simple(first), first_holds) && self.zero.holds(simple(second), second_holds),
            ),
        }
    }
}

/// After how many plies a game with this score is won or lost; `None` if the score does not say so.
pub(crate) fn end_of(score: i64) -> Option<u32> {
    (score.abs() > DECIDED).then(|| WON - score.abs()).and_then(|plies| u32::try_from(plies).ok())
}

/// A score brought back by one ply: a little nearer to 0, so that gains are taken soon and losses late.
pub(crate) const fn backed_up(score: i64) -> i64 {
    score - score.signum()
}

/// The score of being ahead by one man when the game is young.
pub const fn one_man<G: Subject>() -> i64 {
    G::MAN * PIECE
}

pub(crate) fn men<G: Subject>(score: i64) -> f64 {
    score as f64 / one_man::<G>() as f64
}

/// No estimate is told as more men than these: what is more is a game won or lost that is not proven to be.
const MOST_MEN: f64 = 1000.0;

/// A score in hundredths of a man, whole ones.
pub(crate) fn hundredths<G: Subject>(score: i64) -> i32 {
    (men::<G>(score).clamp(-MOST_MEN, MOST_MEN) * 100.0) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samuel::modes::openings::random_opening;
    use crate::samuel::terms::position_before;
    use games::draughts::Draughts;
    use games::{Game, Played};

    #[test]
    fn the_weights_worked_out_beforehand_score_as_term_by_term() {
        let texts = [
            "MOC2:-2^18 DIAV:+2^16 MOC4:-2^14 MODE3:+2^13 MOB:0 THRET:+2^3",
            "DIAV:-301~+77 DENY:+12345~-999 MOC1:+5~-7000000 DEMMO:+2^4 EXCH:-19 ADV:+8~0",
            "",
        ];
        for (text, zero) in texts.into_iter().zip([Zero::Neither, Zero::Upper, Zero::Lower]) {
            let scoring =
                Scoring::<Draughts>::new(Polynomial::parse(Draughts::TERMS, text).unwrap(), zero, false);
            let mut different = std::collections::BTreeSet::new();
            for number in 0..40 {
                let game: Played<Draughts> = random_opening(number, 60, 5);
                let (position, earlier) = (*game.position(), position_before(&game));
                let terms = scoring.terms(&position, &earlier);
                let sum: i64 = terms.iter().map(|term| term.contribution).sum();
                let score = scoring.evaluate(&position, &scoring.rate(&earlier, &mut ()), &mut ());
                assert_eq!(
                    score,
                    scoring.pieces(position.advantage()) + sum,
                    "{text}: {}",
                    position.to_text()
                );
                different.insert(sum);
            }
            assert_eq!(different.len() > 20, !text.is_empty());
        }
    }
}
