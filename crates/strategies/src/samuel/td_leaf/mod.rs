//! `td-leaf`: temporal differences on the leaf of the principal variation (J. Baxter, A. Tridgell, L. Weaver, "TDLeaf(lambda):
//! Combining temporal difference learning with game-tree search", 1998), on Samuel's terms.
//!
//! Where Samuel compares the signs of delta and of the terms' contributions, this compares their sizes. The score of the position at
//! the end of the expected line, s in men, is taken for an expected result tanh(s / `WIDTH`); each position of a game is to foretell
//! what the later ones say, and the end of the game at last. The weights go down the gradient of the differences.

pub mod settings;

use crate::samuel::look_ahead::think::Thought;
use crate::samuel::terms::polynomial::{Coefficient, NUMBER_MAX, Polynomial};
use crate::samuel::terms::scoring::{DECIDED, Scoring, UNIT, Zero, men, one_man};
use crate::samuel::terms::{Subject, position_before};
use games::{Outcome, Played, Side};
use serde::{Deserialize, Serialize};
use settings::TdLeafSettings;

/// A lead of so many men is an expected result of 0.76 (the hyperbolic tangent of 1).
const WIDTH: f64 = 1.5;

/// The weights, in men, by the numbers of the terms; where each term has two, those for the full board, then those for the bare
/// one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TdLeaf {
    pub(crate) weights: Vec<Weight>,
    /// How many games have been learned from.
    pub(crate) games: u64,
}

/// The weight of a term, in men.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weight {
    pub(crate) last: f64,
    /// The average over the games, in which the later ones count for more: the noise of the last games is taken out of it.
    pub(crate) average: f64,
    /// Whether it may change.
    pub(crate) learned: bool,
}

/// What a game has shown of one position.
#[derive(Clone, Debug, PartialEq)]
struct Step {
    /// The expected result for the side that began, from -1 to 1.
    expected: f64,
    /// How it changes with each term's weight.
    slopes: Vec<f32>,
    /// How full the board is, from 0 to 1, where it changes with the weights.
    full: f64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Episode {
    steps: Vec<Step>,
}

impl TdLeaf {
    /// A beginner with the coefficients of this polynomial; only its active terms change, unless `all` do. With `tapered` each
    /// has two weights, which begin alike where the polynomial has one coefficient.
    pub(crate) fn new<G: Subject>(polynomial: &Polynomial, all: bool, tapered: bool) -> Self {
        let boards: &[u32] = if tapered { &[G::PIECES, 0] } else { &[G::PIECES] };
        let terms = G::TERMS.len();
        let mut weights = vec![Weight { last: 0.0, average: 0.0, learned: all }; boards.len() * terms];
        for (board, &pieces) in boards.iter().enumerate() {
            for &(term, coefficient) in polynomial.active() {
                let value = coefficient.with_pieces(pieces, G::PIECES);
                let last = value as f64 * UNIT as f64 / one_man::<G>() as f64;
                weights[board * terms + term] = Weight { last, average: last, learned: true };
            }
        }
        Self { weights, games: 0 }
    }

    /// The polynomial that plays, in whole numbers: of the average.
    pub(crate) fn polynomial<G: Subject>(&self) -> Polynomial {
        self.polynomial_of::<G>(|weight| weight.average)
    }

    /// The polynomial that learns, in whole numbers: of the last weights.
    pub(crate) fn learning_polynomial<G: Subject>(&self) -> Polynomial {
        self.polynomial_of::<G>(|weight| weight.last)
    }

    fn polynomial_of<G: Subject>(&self, which: impl Fn(&Weight) -> f64) -> Polynomial {
        let unit = one_man::<G>() as f64 / UNIT as f64;
        let number = |weight: &Weight| ((which(weight) * unit).round() as i64).clamp(-NUMBER_MAX, NUMBER_MAX);
        let (mut active, mut reserve) = (Vec::new(), Vec::new());
        let bare: Vec<i64> = self.weights.iter().skip(G::TERMS.len()).map(number).collect();
        for (term, weight) in self.weights.iter().take(G::TERMS.len()).enumerate() {
            match (number(weight), bare.get(term)) {
                (0, None | Some(0)) if weight.learned => active.push((term, Coefficient::Zero)),
                (0, None | Some(0)) => reserve.push(term),
                (full, Some(&bare)) => active.push((term, Coefficient::Tapered { full, bare })),
                (number, None) => active.push((term, Coefficient::Number(number))),
            }
        }
        Polynomial::new(active, reserve)
    }

    /// Learns from a game. `outcome` is `None` if it was broken off: what is expected last then stands for the end.
    pub(crate) fn learn(&mut self, episode: &Episode, outcome: Option<Outcome>, td_leaf: &TdLeafSettings) {
        let steps = &episode.steps;
        let last = steps.last().map_or(0.0, |step| step.expected);
        let end = match outcome {
            None => last,
            Some(Outcome::Draw) => 0.0,
            Some(Outcome::Win(Side::First)) => 1.0,
            Some(Outcome::Win(Side::Second)) => -1.0,
        };
        let rate = td_leaf.rate / (1.0 + self.games as f64 / td_leaf.halving);
        // Backwards: the sum of the differences to come, each later one by lambda less.
        let (mut next, mut sum) = (end, 0.0);
        for step in steps.iter().rev() {
            sum = next - step.expected + td_leaf.lambda * sum;
            next = step.expected;
            // Where each term has two weights, both have a part in its coefficient.
            let shares =
                if self.weights.len() > step.slopes.len() { [step.full, 1.0 - step.full] } else { [1.0; 2] };
            let slopes = shares
                .iter()
                .flat_map(|share| step.slopes.iter().map(move |&slope| share * f64::from(slope)));
            for (weight, slope) in self.weights.iter_mut().zip(slopes).filter(|(weight, _)| weight.learned) {
                weight.last += rate * sum * slope;
            }
        }
        self.games += 1;
        let share = td_leaf.share(self.games);
        for weight in &mut self.weights {
            weight.average += share * (weight.last - weight.average);
        }
    }
}

impl Episode {
    /// Whether nothing has been seen yet.
    pub(crate) const fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Takes in what has been thought about the position at the end of `game`, with a scoring of all terms.
    pub(crate) fn see<G: Subject>(&mut self, game: &Played<G>, thought: &Thought<G>, all: &Scoring<G>) {
        let Some(score) = thought.score() else { return };
        let sign = |side: Side| if side == Side::First { 1.0 } else { -1.0 };
        let mover = sign(game.position().to_move());
        let mut slopes = vec![0.0; G::TERMS.len()];
        if score.abs() > DECIDED {
            self.steps.push(Step { expected: mover * score.signum() as f64, slopes, full: 0.0 });
            return;
        }
        let expected = mover * (men::<G>(score) / WIDTH).tanh();
        let leaf = thought.expected(game);
        // A line that ends the game, in a draw, does not hang on the weights.
        if leaf.outcome().is_none() {
            let steepness = (1.0 - expected * expected) / WIDTH;
            // Terms are credited to the side that has moved.
            let credited = -sign(leaf.position().to_move());
            for term in all.terms(leaf.position(), &position_before(&leaf)) {
                let parts = G::TERMS[term.term].parts();
                slopes[term.term] = (steepness * credited * term.value as f64 / parts as f64) as f32;
            }
        }
        let full = f64::from(leaf.position().pieces().min(G::PIECES)) / f64::from(G::PIECES);
        self.steps.push(Step { expected, slopes, full });
    }
}

/// A polynomial whose active terms are all that the game has: for looking at their values.
pub(crate) fn all_terms<G: Subject>() -> Polynomial {
    Polynomial::new((0..G::TERMS.len()).map(|term| (term, Coefficient::plus(0))).collect(), Vec::new())
}

/// Scoring by it.
pub fn of_all_terms<G: Subject>() -> Scoring<G> {
    Scoring::new(all_terms::<G>(), Zero::Neither, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::draughts::Draughts;

    const SETTINGS: TdLeafSettings =
        TdLeafSettings { rate: 0.1, lambda: 0.5, halving: 1e9, averaging: 0.0, judged: false };

    /// The loss that the update goes down, with the targets (lambda-returns) held fixed.
    fn targets(expected: &[f64], end: f64) -> Vec<f64> {
        let mut all = vec![0.0; expected.len()];
        let mut target = end;
        for place in (0..expected.len()).rev() {
            all[place] = target;
            target = SETTINGS.lambda * target + (1.0 - SETTINGS.lambda) * expected[place];
        }
        all
    }

    #[test]
    fn the_update_goes_towards_the_lambda_return() {
        let expected = [0.1, -0.3, 0.4];
        let episode = Episode {
            steps: expected
                .iter()
                .enumerate()
                .map(|(place, &expected)| {
                    let mut slopes = vec![0.0; 38];
                    slopes[place] = 1.0;
                    Step { expected, slopes, full: 1.0 }
                })
                .collect(),
        };
        let start = Polynomial::parse(Draughts::TERMS, "ADV:+2^0 APEX:+2^0").unwrap();
        let mut learner = TdLeaf::new::<Draughts>(&start, true, false);
        let before: Vec<f64> = learner.weights.iter().map(|weight| weight.last).collect();
        learner.learn(&episode, Some(Outcome::Win(Side::First)), &SETTINGS);
        let after: Vec<f64> = learner.weights.iter().map(|weight| weight.last).collect();
        for (place, target) in targets(&expected, 1.0).into_iter().enumerate() {
            let moved = after[place] - before[place];
            assert!((moved - SETTINGS.rate * (target - expected[place])).abs() < 1e-12, "{place}");
        }
        // Those that may not change do not.
        let mut some = TdLeaf::new::<Draughts>(&start, false, false);
        some.learn(&episode, None, &SETTINGS);
        assert_eq!(some.weights[2], Weight { last: 0.0, average: 0.0, learned: false });
        assert_eq!(some.games, 1);
    }

    #[test]
    fn of_two_weights_each_has_its_part_by_the_fullness_of_the_board() {
        let start = Polynomial::parse(Draughts::TERMS, "ADV:+2^0").unwrap();
        let mut slopes = vec![0.0; 38];
        slopes[1] = 2.0;
        let episode = Episode { steps: vec![Step { expected: 0.2, slopes, full: 0.75 }] };
        let mut learner = TdLeaf::new::<Draughts>(&start, true, true);
        learner.learn(&episode, Some(Outcome::Draw), &SETTINGS);
        let moved: Vec<f64> = learner.weights.iter().map(|weight| weight.last).collect();
        let whole = SETTINGS.rate * -0.2 * 2.0;
        assert_eq!(moved.len(), 76);
        assert!((moved[1] - 0.75 * whole).abs() < 1e-12 && (moved[39] - 0.25 * whole).abs() < 1e-12);
        // With one weight for both, the whole of it.
        let mut learner = TdLeaf::new::<Draughts>(&start, true, false);
        learner.learn(&episode, Some(Outcome::Draw), &SETTINGS);
        assert!((learner.weights[1].last - whole).abs() < 1e-12);
    }

    #[test]
    fn weights_become_whole_numbers_and_back() {
        let start = Polynomial::parse(Draughts::TERMS, "MOB:-300 DIAV:+2^5 KCENT:0").unwrap();
        let learner = TdLeaf::new::<Draughts>(&start, false, false);
        let polynomial = learner.polynomial::<Draughts>();
        let values: Vec<i64> =
            polynomial.active().iter().map(|(_, coefficient)| coefficient.value()).collect();
        assert_eq!(values, [32, 0, -300]);
        assert_eq!(polynomial.reserve().len(), 35);
        // Two of a term: both, or without them that of the full board.
        let two = Polynomial::parse(Draughts::TERMS, "MOB:-300~+100 DIAV:+2^5").unwrap();
        let active = |tapered| {
            let learner = TdLeaf::new::<Draughts>(&two, false, tapered);
            assert_eq!(learner.polynomial::<Draughts>().reserve().len(), 36);
            learner
                .polynomial::<Draughts>()
                .active()
                .iter()
                .map(|(_, coefficient)| *coefficient)
                .collect::<Vec<_>>()
        };
        let tapered = |full, bare| Coefficient::Tapered { full, bare };
        assert_eq!(active(true), [tapered(32, 32), tapered(-300, 100)]);
        assert_eq!(active(false), [Coefficient::Number(32), Coefficient::Number(-300)]);
    }
}
