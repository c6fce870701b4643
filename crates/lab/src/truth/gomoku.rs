//! What is true of Go-Moku (15 x 15, freestyle), as far as it can be proven: that a side wins. That it does not is proven only where the
//! other one wins by threats; there is no solver here that disproves a win.

use super::Learner;
use super::prover::{Provable, Verdict};
use games::gomoku::Opening;
use games::{Game as _, Side};
use search::Control;
use search::proof_number::graph;
use search::proof_number::graph::{Bounds, Graph};
use solve::gomoku::attack::proof_number::ProofNumberAttacks;
use solve::gomoku::proof::{Attack, Place};
use solve::gomoku::{Set, ThreatBoard};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Positions of a search for a win by threats.
const THREATS: u64 = 10_000;

impl Provable for Opening {
    const LEARNERS: &'static [Learner] = &[Learner::Samuel, Learner::TdLeaf];
    const AT_ONCE: &'static str = "by threats alone";
    const PLIES: RangeInclusive<usize> = 6..=16;

    fn wins_at_once(&self, _control: &Control) -> bool {
        let game = self.game();
        let mut board = ThreatBoard::new(game.stones(), game.setup().rules());
        let found = ProofNumberAttacks::default().search(&mut board, self.to_move(), THREATS);
        found == graph::Verdict::Proven
    }

    fn proven(&self, winner: Side, expansions: u64, control: &Control) -> Verdict {
        let setup = self.game().setup();
        let mut attack = Attack::new(setup.size(), setup.rules(), Arc::default());
        let mut graph = Graph::new(&attack, seen_by(self, winner));
        let bounds = Bounds { expansions, ..Bounds::default() };
        let workers = std::slice::from_mut(&mut attack);
        // A disproof is none: black's moves are chosen there.
        match graph::search(&mut graph, workers, &bounds, control, &mut |_| true) {
            graph::Verdict::Proven => Verdict::Kept,
            graph::Verdict::Disproven | graph::Verdict::Unknown => Verdict::Unknown,
        }
    }
}

/// The stones with this side as black: under freestyle the colours are alike.
fn seen_by(position: &Opening, side: Side) -> Place {
    let stones = position.game().stones();
    let set = |side| -> Set { stones.of_side(side).collect() };
    Place { black: set(side), white: set(side.other()), black_moves: position.to_move() == side }
}

#[cfg(test)]
mod tests {
    use super::super::prover::tests::check_found_wins;
    use super::*;
    use games::Notation;
    use games::gomoku::Setup;

    fn at(text: &str) -> Opening {
        Opening::from_text(&Setup::default(), text).unwrap()
    }

    fn judge(position: &Opening, m: &str) -> Verdict {
        let m = position.parse_move(m, Notation::default()).unwrap();
        position.verdict(m, 100, &Control::new())
    }

    #[test]
    fn verdicts_of_moves_that_are_easily_judged() {
        // Both sides have an open three: the side to move makes a straight four, and any other move lets the other one make his.
        let text = "15/15/15/15/3ooo9/15/15/15/15/5xxx7/15/15/15/15/15";
        for (turn, keeps, throws) in [(":x", "e6", "a1"), (":o", "c11", "o1")] {
            let position = at(&format!("{text}{turn}"));
            assert!(
                position.is_won(false, 10, &Control::new()) && !position.is_won(true, 10, &Control::new())
            );
            assert_eq!(
                (judge(&position, keeps), judge(&position, throws)),
                (Verdict::Kept, Verdict::Thrown),
                "{turn}"
            );
        }
        // Nothing is known of the empty board.
        let empty = Opening::start(&Setup::default());
        assert!(!empty.is_won(false, 10, &Control::new()));
        assert_eq!(judge(&empty, "h8"), Verdict::Unknown);
    }

    #[test]
    fn a_win_that_has_been_found_is_kept_by_some_move() {
        check_found_wins::<Opening>(400, 20, 50, [3, 1]);
    }
}
