//! Forced wins that the guide finds by a search of its own: they end lines at the leaves, cut nodes above them, and
//! leave a side that is threatened with one only the moves that could prevent it.

use super::value::{Value, decided};
use super::worker::{Node, Worker};
use super::{Guide, Refuge};
use crate::game::Game;

impl<G: Game, U: Guide<G>> Worker<'_, G, U> {
    /// The value of a forced win for the side to move, its moves now the line from `ply` on. `None` if none was found,
    /// or if they are not looked for.
    pub fn forced_win(&mut self, ply: usize) -> Option<Value> {
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

    /// Searches a position of which nothing is known at a glance; its moves go behind `from` in the buffer.
    pub fn search_open(&mut self, node: Node, from: usize, table_move: u16) -> (Value, Option<G::Move>) {
        let win = self.forced_win(node.ply);
        let first = self.lines[node.ply].first().copied();
        if let Some(win) = win.filter(|win| win.score >= node.beta) {
            return (win, first);
        }
        let line = win.map(|_| self.lines[node.ply].clone());
        self.lines[node.ply].clear();
        let lost_elsewhere = if win.is_none() { self.seek_refuge(node) } else { None };
        if lost_elsewhere.is_none() {
            self.position.legal_moves(&mut self.moves);
        }
        let (value, best) = self.search_moves(node, from, lost_elsewhere.is_some(), table_move);
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
        Some(Value::loss_at(node.ply + lost_in? as usize))
    }

    /// How many nodes the guide may spend now; `None` if it is not asked at all.
    fn nodes_for_force(&self) -> Option<u64> {
        let most = self.shared.parameters.force_nodes.min(self.nodes_left());
        (most > 0).then_some(most)
    }
}
