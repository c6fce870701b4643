//! The line of a win that has been found, read out of what the search has kept.

use super::super::board::ThreatBoard;
use super::super::class::Class;
use super::{Attacks, Known, Left, Task, defences};
use games::gomoku::Square;

impl Attacks {
    /// The win that [`Attacks::search`] has just found on this board, move by move to the row: against it the
    /// defender holds out as long as he can by what was searched. Empty if there is none.
    pub fn line(&self, board: &mut ThreatBoard) -> Vec<Square> {
        let Task { attacker, .. } = self.task;
        let defender = attacker.other();
        let mut line = Vec::new();
        while let Some((_, m)) = self.winning_move(board) {
            line.push(m);
            if board.squares(attacker, Class::Five).contains(m) {
                break;
            }
            board.put(attacker, m);
            let Some(reply) = self.longest_reply(board) else { break };
            board.put(defender, reply);
            line.push(reply);
        }
        let whole = line.len() % 2 == 1;
        let played = if whole { line.len() - 1 } else { line.len() };
        for (i, &m) in line[..played].iter().enumerate().rev() {
            board.remove(if i % 2 == 0 { attacker } else { defender }, m);
        }
        if whole { line } else { Vec::new() }
    }

    /// How soon the attacker, to move, wins by what is known, and how.
    pub(super) fn winning_move(&self, board: &ThreatBoard) -> Option<(u32, Square)> {
        match self.glance(board) {
            Some((Left::Won(plies), Some(m))) => Some((plies, m)),
            Some(_) => None,
            None => match self.known.get(&board.key()) {
                Some(&Known::Won(plies, m)) => Some((plies, m)),
                _ => None,
            },
        }
    }

    /// The defender's reply after which the attacker needs longest.
    fn longest_reply(&self, board: &mut ThreatBoard) -> Option<Square> {
        let Task { attacker, .. } = self.task;
        let defender = attacker.other();
        let mut replies: Vec<Square> = board.squares(attacker, Class::Five).squares().collect();
        if replies.is_empty() {
            defences(board, attacker, &mut replies);
        }
        replies.retain(|&reply| board.may_play(defender, reply));
        if replies.is_empty() {
            // All lose alike.
            return board.all_squares().find(|&m| board.is_empty(m) && board.may_play(defender, m));
        }
        let needed = |reply: Square| {
            board.put(defender, reply);
            let plies = self.winning_move(board).map_or(0, |(plies, _)| plies);
            board.remove(defender, reply);
            (plies, reply)
        };
        // The first of the longest.
        let longest = replies.into_iter().map(needed).rev().max_by_key(|&(plies, _)| plies);
        longest.filter(|&(plies, _)| plies > 0).map(|(_, reply)| reply)
    }
}
