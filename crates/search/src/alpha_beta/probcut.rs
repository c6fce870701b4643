//! ProbCut (Buro 1995): where the estimate and a shallow search lie far outside a null window, a deep search is taken to do so,
//! too.

use super::Guide;
use super::value::{Value, decided};
use super::worker::{Node, Worker};
use games::Game;

/// So many plies shallower is the search that must agree.
const SHALLOWER: u32 = 4;
/// From this depth on it is tried: below, the search itself costs no more.
const DEPTH: u32 = 3;

impl<G: Game, U: Guide<G>> Worker<'_, G, U> {
    /// The value of an open position, if that can be told so. Never next to the root, nor where a win or a loss is in sight.
    pub(crate) fn probcut(&mut self, node: Node) -> Option<Value> {
        let margin = U::PROBCUT.filter(|_| self.shared.parameters.reductions)?;
        let Node { alpha, beta, depth, ply } = node;
        if node.open() || depth < DEPTH || ply < 2 || decided(alpha) || decided(beta) {
            return None;
        }
        let estimate = self.guide.evaluate(&self.position);
        let above = estimate >= beta + margin;
        if !above && estimate > alpha - margin {
            return None;
        }
        let bound = if above { beta + margin } else { beta - margin };
        let value = self.search(bound - 1, bound, depth.saturating_sub(SHALLOWER).max(1), ply);
        (!self.stopped && above == (value.score >= bound)).then_some(value)
    }
}
