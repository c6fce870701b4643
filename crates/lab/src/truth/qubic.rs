//! What is true of Qubic, by the solver.

use super::Learner;
use super::prover::{Provable, Verdict};
use games::qubic::Qubic;
use games::{Game as _, Outcome, Side};
use search::Control;
use solve::qubic::proof::solver::{Answer, Question, Solver, SolverLimits};
use std::ops::RangeInclusive;

/// Memory of a proof, in bytes.
const BYTES: usize = 1 << 30;

impl Provable for Qubic {
    const LEARNERS: &'static [Learner] = &Learner::ALL;
    const AT_ONCE: &'static str = "by threes alone";
    const PLIES: RangeInclusive<usize> = 8..=20;

    fn wins_at_once(&self, control: &Control) -> bool {
        // Without an expansion there is nothing but the search of threes.
        self.proven(self.to_move(), 0, control) == Verdict::Kept
    }

    fn proven(&self, winner: Side, expansions: u64, control: &Control) -> Verdict {
        let question = Question { attacker: Some(winner), ..Question::value_of(*self) };
        let limits = SolverLimits { bytes: BYTES, expansions };
        match Solver::new(&question, 1).run(&limits, control, &mut |_, _| {}, &mut |_| {}) {
            Answer::Value(Outcome::Win(side)) if side == winner => Verdict::Kept,
            Answer::Value(_) | Answer::NoWin(_) => Verdict::Thrown,
            Answer::Unknown => Verdict::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::prover::tests::check_found_wins;
    use super::*;
    use games::qubic::Cell;

    #[test]
    fn verdicts_of_moves_that_are_easily_judged() {
        let control = Control::new();
        // Three in a row: completing it wins, and so does nothing that lets the other side complete its own.
        let position = Qubic::from_text(&(), "xxx1ooo57").unwrap();
        let judge = |cell| position.verdict(Cell::new(cell).unwrap(), 1_000, &control);
        assert_eq!((judge(3), judge(63)), (Verdict::Kept, Verdict::Thrown));
    }

    #[test]
    fn a_win_that_has_been_found_is_kept_by_some_move() {
        check_found_wins::<Qubic>(200, 500, 2_000, [3, 2]);
    }
}
