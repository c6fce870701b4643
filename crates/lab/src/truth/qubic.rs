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
        match value(*self, winner, expansions, control) {
            Answer::Value(Outcome::Win(side)) if side == winner => Verdict::Kept,
            Answer::Value(_) | Answer::NoWin(_) => Verdict::Thrown,
            Answer::Unknown => Verdict::Unknown,
        }
    }
}

/// Whether this side wins.
fn value(position: Qubic, attacker: Side, expansions: u64, control: &Control) -> Answer {
    let question = Question { attacker: Some(attacker), ..Question::value_of(position) };
    let limits = SolverLimits { bytes: BYTES, expansions };
    Solver::new(&question, 1).run(&limits, control, &mut |_, _| {})
}

#[cfg(test)]
mod tests {
    use super::super::prover::won_position;
    use super::*;
    use games::qubic::Cell;

    fn at(text: &str) -> Qubic {
        Qubic::from_text(&(), text).unwrap()
    }

    #[test]
    fn verdicts_of_moves_that_are_easily_judged() {
        let control = Control::new();
        // Three in a row: completing it wins, and so does nothing that lets the other side complete its own.
        let position = at("xxx1ooo57");
        let judge = |cell| position.verdict(Cell::new(cell).unwrap(), 1_000, &control);
        assert_eq!((judge(3), judge(63)), (Verdict::Kept, Verdict::Thrown));
    }

    #[test]
    fn a_win_that_has_been_found_is_kept_by_some_move() {
        let control = Control::new();
        let found = |quiet, number| {
            let found = (0..200).filter_map(|game| won_position::<Qubic>(1, game, quiet, 500, &control));
            found.take(number).collect::<Vec<_>>()
        };
        let (any, quiet) = (found(false, 3), found(true, 2));
        assert_eq!((any.len(), quiet.len()), (3, 2));
        for game in &quiet {
            let (position, mover) = (*game.position(), game.position().to_move());
            assert_eq!(value(position, mover, 0, &control), Answer::Unknown);
        }
        for game in any.into_iter().chain(quiet) {
            assert!((8..=20).contains(&game.plies()));
            let moves = game.legal_moves();
            assert!(moves.iter().any(|&m| game.position().verdict(m, 2_000, &control) == Verdict::Kept));
        }
    }
}
