//! What comes after the last full-width ply: only forcing moves and the replies to them, so that estimates are made
//! of quiet positions, and wins by force are seen (and proven) far beyond the depth.

use super::ordering::bring_best;
use super::value::{INFINITE, Value, decided};
use super::worker::{Node, Worker};
use super::{Guide, Prospect};
use crate::table::NO_MOVE;
use games::Game;

/// With fewer plies left it is done sooner than looked up.
const TABLED_PLIES: u32 = 4;

impl<G: Game, U: Guide<G>> Worker<'_, G, U> {
    /// The value when the side to move may stand still or make forcing moves, for at most so many plies. Replies that
    /// the guide narrows are looked at, at no charge, all of them unless [`Guide::LEAF_REPLIES`] says otherwise: a win is
    /// proven, and so is a loss where there was no choice.
    pub(crate) fn quiesce(&mut self, alpha: i32, beta: i32, plies: u32, ply: usize) -> Value {
        let node = match self.begin(alpha, beta, plies, ply) {
            Ok(node) => node,
            Err(value) => return value,
        };
        let from = self.moves.len();
        match self.guide.prospect(&self.position, &mut self.moves) {
            Prospect::Narrowed => {
                if let Some(win) = self.counter(from, ply) {
                    return win;
                }
                let nothing_yet = Value { score: -INFINITE, proven: true };
                self.quiesce_moves(node, from, nothing_yet, plies, NO_MOVE).0
            }
            Prospect::Open => self.quiesce_open(node),
            known => self.known(known, ply),
        }
    }

    /// The side to move may stand still, unless the position is unsettled: `node.depth` are the plies left.
    fn quiesce_open(&mut self, node: Node) -> Value {
        let unsettled = node.depth > 0 && self.guide.is_unsettled(&self.position);
        let still = if unsettled {
            Value { score: -INFINITE, proven: true }
        } else {
            Value::estimate(self.guide.evaluate(&self.position))
        };
        if still.score >= node.beta {
            return still;
        }
        // Once on each way: among the moves that follow here there is no win that would not have been found.
        if node.depth >= self.forcing_plies()
            && let Some(win) = self.forced_win(node.ply)
        {
            return win;
        }
        if node.depth == 0 {
            return still;
        }
        let mut key = None;
        let mut table_move = NO_MOVE;
        if node.depth >= TABLED_PLIES {
            let here = self.key();
            let entry = self.shared.table.probe(here);
            if let Some(value) = entry.and_then(|entry| self.answered(node, &entry, node.depth)) {
                return value;
            }
            key = Some(here);
            table_move = entry.map_or(NO_MOVE, |e| e.move_number);
        }
        let from = self.moves.len();
        if unsettled {
            self.position.legal_moves(&mut self.moves);
        } else {
            self.guide.forcing_moves(&self.position, &mut self.moves);
        }
        if self.moves.len() == from {
            return still;
        }
        let (value, best) = self.quiesce_moves(node, from, still, node.depth.saturating_sub(2), table_move);
        if let Some(key) = key.filter(|_| !self.stopped) {
            self.remember(key, node, value, node.depth, best);
        }
        value
    }

    /// The best of what is had already and the moves from `from` on, with so many plies left after each; takes the
    /// moves from the buffer.
    fn quiesce_moves(
        &mut self,
        node: Node,
        from: usize,
        mut best: Value,
        left: u32,
        table_move: u16,
    ) -> (Value, Option<G::Move>) {
        let Node { beta, ply, .. } = node;
        let mut alpha = node.alpha.max(best.score);
        let mut all_proven = best.proven;
        let mut best_move = None;
        let to = self.moves.len();
        if to == from + 1 {
            self.merits.push(0);
        } else {
            let moves = &self.moves[from..];
            self.ordering.rate(&self.guide, &self.position, ply, table_move, moves, &mut self.merits);
        }
        for i in from..to {
            if i - from >= U::LEAF_REPLIES && !decided(best.score) {
                all_proven = false;
                break;
            }
            bring_best(&mut self.moves, &mut self.merits, i);
            let m = self.moves[i];
            let undo = self.play(m);
            let value = -self.quiesce(-beta, -alpha, left, ply + 1);
            self.undo(m, undo);
            if self.stopped {
                break;
            }
            all_proven &= value.proven;
            if value.score > best.score {
                best = value;
                if value.score > alpha {
                    alpha = value.score;
                    best_move = Some(m);
                    self.take_line(m, ply);
                    if alpha >= beta {
                        all_proven = value.proven;
                        break;
                    }
                }
            }
        }
        self.moves.truncate(from);
        self.merits.truncate(from);
        (Value::of(best.score, all_proven), best_move)
    }
}
