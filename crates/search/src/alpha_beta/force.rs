//! Forced wins that the guide finds by a search of its own: they end lines at the leaves, cut nodes above them, and
//! leave a side that is threatened with one only the moves that could prevent it.

use super::value::{Value, decided};
use super::worker::{Node, Worker};
use super::{ESTIMATE_MAX, Guide, Refuge};
use crate::table::NO_MOVE;
use games::Game;

impl<G: Game, U: Guide<G>> Worker<'_, G, U> {
    /// The value of a forced win for the side to move, its moves now the line from `ply` on. `None` if none was found,
    /// or if they are not looked for, or not again.
    pub(crate) fn forced_win(&mut self, ply: usize) -> Option<Value> {
        if self.without_win[ply] {
            return None;
        }
        let most = self.nodes_for_force()?;
        let line = &mut self.lines[ply];
        line.clear();
        let nodes = self.guide.forced_win(&self.position, most, line);
        let plies = line.len();
        self.count(nodes);
        if plies == 0 {
            return None;
        }
        self.seldepth = self.seldepth.max((ply + plies) as u32);
        Some(Value::win_at(ply + plies))
    }

    /// The same in a narrowed position, its moves in the buffer from `from` on; they are taken out if there is a win.
    pub(crate) fn counter(&mut self, from: usize, ply: usize) -> Option<Value> {
        if !U::COUNTERS || self.moves.len() <= from + 1 {
            return None;
        }
        let win = self.forced_win(ply)?;
        self.moves.truncate(from);
        Some(win)
    }

    /// Searches a position of which nothing is known at a glance; its moves go behind `from` in the buffer.
    pub(crate) fn search_open(
        &mut self,
        node: Node,
        from: usize,
        table_move: u16,
    ) -> (Value, Option<G::Move>) {
        let win = self.forced_win(node.ply);
        let first = self.lines[node.ply].first().copied();
        if let Some(win) = win.filter(|win| win.score >= node.beta) {
            return (win, first);
        }
        let line = win.map(|_| self.lines[node.ply].clone());
        self.lines[node.ply].clear();
        let lost_elsewhere = if win.is_none() { self.seek_refuge(node) } else { None };
        if win.is_none()
            && lost_elsewhere.is_none()
            && let Some(estimate) = self.outside_margins(node)
        {
            return (estimate, None);
        }
        let left_out =
            lost_elsewhere.is_none() && self.guide.moves(&self.position, node.depth, &mut self.moves);
        let (mut value, mut best) = self.search_moves(node, from, lost_elsewhere.is_some(), table_move);
        if left_out && !self.stopped {
            value.proven &= decided(value.score);
            if decided(value.score) && value.score < 0 && win.is_none() {
                (value, best) = self.search_left_out(node, from, value, best);
            }
        }
        match (win, lost_elsewhere) {
            _ if self.stopped => (value, best),
            // The moves were searched for something quicker.
            (Some(win), _) if win.score > value.score => {
                if let Some(line) = line {
                    self.lines[node.ply] = line;
                }
                (win, first)
            }
            // Everything loses; what was left out may hold out longest.
            (_, Some(lost)) if lost.score > value.score => (lost, best),
            _ => (value, best),
        }
    }

    /// The estimate of a quiet position if it lies so far outside a null window that the depth left would hardly change
    /// that. Never at the root, nor where a win or a loss is in sight.
    fn outside_margins(&self, node: Node) -> Option<Value> {
        let margins = U::MARGINS.filter(|_| self.shared.parameters.reductions)?;
        let Node { alpha, beta, depth, ply } = node;
        if node.open() || ply == 0 || decided(alpha) || decided(beta) {
            return None;
        }
        let (above, below) = (depth <= margins.above_depth, depth <= margins.below_depth);
        if !above && !below {
            return None;
        }
        let estimate = self.guide.evaluate(&self.position);
        let [once, each] = margins.below;
        let outside = above && estimate - margins.above * depth as i32 >= beta
            || below && estimate + once + each * depth as i32 <= alpha;
        outside.then(|| Value::estimate(estimate))
    }

    /// All of the moves from `from` on have lost: what the others are worth, which were left out. Where lengths do not
    /// count they are taken to be as bad, but that is an estimate.
    fn search_left_out(
        &mut self,
        node: Node,
        from: usize,
        lost: Value,
        best: Option<G::Move>,
    ) -> (Value, Option<G::Move>) {
        if !node.open() && !decided(node.alpha) && !decided(node.beta) {
            return (Value::estimate(-ESTIMATE_MAX), best);
        }
        let searched = self.moves.split_off(from);
        self.merits.truncate(from);
        self.moves.extend(self.position.moves().into_iter().filter(|m| !searched.contains(m)));
        let line = std::mem::take(&mut self.lines[node.ply]);
        let rest = Node { alpha: node.alpha.max(lost.score), ..node };
        let (value, other) = self.search_moves(rest, from, false, NO_MOVE);
        if !self.stopped && value.score > lost.score {
            return (value, other);
        }
        self.lines[node.ply] = line;
        (lost, best)
    }

    /// If the opponent would win by force were the side to move to stand still: the moves that could prevent it, put
    /// into the buffer, and the value of all the others.
    fn seek_refuge(&mut self, node: Node) -> Option<Value> {
        // Among wins and losses their lengths count: then every move is looked at.
        if decided(node.alpha) || decided(node.beta) {
            return None;
        }
        let most = self.nodes_for_force()?;
        let Refuge { nodes, lost_in } = self.guide.refuge(&self.position, most, &mut self.moves);
        self.count(nodes);
        self.without_win[node.ply + 1] = U::MONOTONE && nodes > 0 && lost_in.is_none();
        Some(Value::loss_at(node.ply + lost_in? as usize))
    }

    /// How many nodes the guide may spend now; `None` if it is not asked at all.
    fn nodes_for_force(&self) -> Option<u64> {
        let most = self.shared.parameters.force_nodes.min(self.nodes_left());
        (most > 0).then_some(most)
    }
}
