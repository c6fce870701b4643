//! What Alpha makes of its own play: the board position remembered from an earlier move, delta, and the corrections that follow
//! from it (sections "Polynomial modification procedure", "Instabilities" and "Second series of tests").

use crate::samuel::generalization::alpha::{Alpha, Correction};
use crate::samuel::generalization::correlation::Powers;
use crate::samuel::generalization::rules::Rules;
use crate::samuel::look_ahead::plies::Plies;
use crate::samuel::look_ahead::think::{Thought, score};
use crate::samuel::terms::polynomial::Polynomial;
use crate::samuel::terms::scoring::{DECIDED, Scoring, UNIT, Zero, one_man};
use crate::samuel::terms::{Subject, position_before};
use games::Played;
use std::collections::VecDeque;

/// The rudimentary tree search of the second series: ended after the first move that is no jump.
const RUDIMENTARY: Plies = Plies { minimum: 1, exchange: 1, jump: 1, decided: 11, last: 20 };

/// How a polynomial becomes a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scaling {
    pub powers: Powers,
    /// Where connectives put a 0.
    pub(crate) zero: Zero,
    /// Whether the give-away game is played.
    pub(crate) give_away: bool,
}

impl Scaling {
    pub fn scoring<G: Subject>(&self, polynomial: Polynomial) -> Scoring<G> {
        Scoring::new(polynomial, self.zero, self.give_away)
    }
}

/// A board position that Alpha has met in play, with its scoring polynomial.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Remembered {
    /// The score for Alpha, without looking ahead, or by the rudimentary search.
    score: i64,
    /// The part of it that the pieces make.
    pieces: i64,
    /// The signs of the terms' contributions.
    signs: Vec<i8>,
}

/// What Alpha remembers of the game under way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Experience {
    /// The positions of its own moves since the last correction, as far back as the span goes.
    remembered: VecDeque<Remembered>,
}

impl Experience {
    /// Learns at a move of Alpha, which has thought about the position at the end of `game`, and remembers this position.
    /// Whether a set of adjustments was made; `false` if the thought came to no score.
    pub(crate) fn learn<G: Subject>(
        &mut self,
        alpha: &mut Alpha,
        game: &Played<G>,
        thought: &Thought<G>,
        scaling: &Scaling,
        rules: &Rules,
    ) -> bool {
        let Some(backed_up) = thought.score() else { return false };
        let scoring: Scoring<G> = scaling.scoring(alpha.polynomial(scaling.powers));
        let minimum = minimum(scoring.polynomial(), rules);
        let anticipated = pieces_at_the_end(game, thought, &scoring);
        let mut adjusted = false;
        if let Some(remembered) = self.remembered.front() {
            let delta = backed_up - remembered.score;
            if delta.abs() >= minimum {
                let times = enlarged::<G>(backed_up, delta, anticipated != remembered.pieces);
                let everything = !rules.selective || delta < 0;
                let only = if everything { Some(0) } else { selected(remembered.score, minimum) };
                let signs = &remembered.signs;
                let correction = only.map(|only| Correction { signs, positive: delta > 0, times, only });
                adjusted = correction.is_some_and(|correction| alpha.correct(&correction, rules));
                // The polynomial may have changed: what is remembered must be scored again, and only this position is.
                self.remembered.clear();
            }
        }
        // The span of remembered moves grows while delta is too small, if it may.
        self.remembered.push_back(remember(game, rules, &scaling.scoring(alpha.polynomial(scaling.powers))));
        if !rules.span && self.remembered.len() > 1 {
            self.remembered.pop_front();
        }
        adjusted
    }
}

/// The scoring polynomial of the present position as it is after the corrections: with the one that determined the move, delta
/// would measure the corrections too.
fn remember<G: Subject>(game: &Played<G>, rules: &Rules, scoring: &Scoring<G>) -> Remembered {
    let (position, earlier) = (game.position(), position_before(game));
    let terms = scoring.terms(position, &earlier);
    let pieces = scoring.pieces(position.advantage());
    let plain = pieces + terms.iter().map(|term| term.contribution).sum::<i64>();
    let score = if rules.span { score(game, scoring, RUDIMENTARY).unwrap_or(plain) } else { plain };
    let signs = terms.iter().map(|term| term.contribution.signum() as i8).collect();
    Remembered { score, pieces, signs }
}

/// The least delta that changes anything: the average value of the coefficients, in the second series a little less.
fn minimum(polynomial: &Polynomial, rules: &Rules) -> i64 {
    let active = polynomial.active();
    let sum: i64 = active.iter().map(|(_, coefficient)| coefficient.value().abs()).sum();
    let average = UNIT * sum / (active.len() as i64).max(1);
    if rules.span { average * 3 / 4 } else { average }
}

/// With delta positive, the sign of the contributions that are changed: of those that spoke against the score. `None` if the
/// score is taken for 0.
fn selected(score: i64, minimum: i64) -> Option<i8> {
    (score.abs() >= minimum).then(|| -score.signum() as i8)
}

/// How much a change is enlarged: four times if the game is all but won or lost by it, twice if pieces have a part in delta.
fn enlarged<G: Subject>(backed_up: i64, delta: i64, pieces: bool) -> u32 {
    if backed_up.abs() > DECIDED || delta.abs() >= 2 * one_man::<G>() {
        4
    } else if pieces {
        2
    } else {
        1
    }
}

/// The piece advantage of the side to move, at the end of the line that it expects.
fn pieces_at_the_end<G: Subject>(game: &Played<G>, thought: &Thought<G>, scoring: &Scoring<G>) -> i64 {
    let end = thought.expected(game);
    let position = end.position();
    let sign = if position.to_move() == game.position().to_move() { 1 } else { -1 };
    sign * scoring.pieces(position.advantage())
}
