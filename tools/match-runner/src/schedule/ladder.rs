//! A ladder: engines on rungs, the first of the settings on top. In every round each second pair of neighbours plays,
//! the other pairs in the round after; an engine that beats the one above takes its rung. After as many rounds as
//! there are engines everyone has had the way from the lowest rung to the highest.

use super::{Place, Plan, Round, Rounds, Score};

/// A ladder between two rounds.
pub(super) struct Ladder {
    plan: Plan,
    /// The engines from the top down.
    rungs: Vec<usize>,
    /// Rounds that have begun.
    round: usize,
}

impl Ladder {
    pub(super) fn new(plan: &Plan) -> Self {
        Self { plan: *plan, rungs: (0..plan.engines).collect(), round: 0 }
    }

    /// The upper rung of each pair of the round that has begun last.
    fn upper(&self) -> impl Iterator<Item = usize> + use<> {
        let count = self.rungs.len();
        // Two engines have one pair of rungs only.
        let first = if count > 2 { (self.round + 1) % 2 } else { 0 };
        (first..count.saturating_sub(1)).step_by(2)
    }
}

impl Rounds for Ladder {
    fn next(&mut self) -> Option<Round> {
        if self.round == self.plan.rounds {
            return None;
        }
        self.round += 1;
        let encounters = self.upper().map(|rung| [self.rungs[rung], self.rungs[rung + 1]]).collect();
        Some(Round { encounters, pairs: self.plan.pairs })
    }

    fn record(&mut self, scores: &[Score]) {
        for (rung, score) in self.upper().zip(scores) {
            if score.second > score.first {
                self.rungs.swap(rung, rung + 1);
            }
        }
    }

    fn places(&self) -> Vec<Place> {
        let place = |(rung, &engine): (usize, &usize)| Place { engine, note: format!("rung {}", rung + 1) };
        self.rungs.iter().enumerate().map(place).collect()
    }
}
