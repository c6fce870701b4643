//! The tree of a win that has been found: its relevance zone, its size, its longest line.
//!
//! The *relevance zone* is the set of squares on which one more stone of the defender might spoil the win. Allis, van den
//! Herik & Huntjens (1994, section 6) take the squares of the winning sequence and those connected to them or to white
//! stones. Here it is what the proof needs, and no more: the attacker's squares, the squares that his threats rely on,
//! the replies that are tried, and, after each of his moves, the squares with which the defender could answer a four by a
//! five (three of his stones in an open row of five squares), or a three by a four that he does not have now (two of
//! them). It is good for **one** more stone: with two, zones do not add up.

use super::super::board::ThreatBoard;
use super::super::class::Class;
use super::super::set::Set;
use super::super::shape::Shape;
use super::defences;
use games::Side;
use games::gomoku::Square;
use rustc_hash::{FxHashMap, FxHashSet};

/// A win of the attacker, who is to move, on this board. Not for Renju.
pub(crate) struct Tree<'a> {
    pub(crate) attacker: Side,
    /// What he, to move, plays in a position of the win, and whether that ends the game.
    pub(crate) winning: &'a dyn Fn(&ThreatBoard) -> Option<(bool, Square)>,
}

/// How large a winning tree is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Plies of the longest line.
    pub plies: u32,
    /// Positions with the attacker to move, each counted once.
    pub(crate) nodes: u64,
}

impl Tree<'_> {
    /// The relevance zone: with a stone of the defender on any empty square outside it the attacker, to move, wins by the
    /// same moves. The board is left as it was.
    pub(crate) fn zone(&self, board: &mut ThreatBoard) -> Set {
        let mut zone = Set::default();
        self.gather(board, &mut FxHashSet::default(), &mut zone);
        zone
    }

    fn gather(&self, board: &mut ThreatBoard, seen: &mut FxHashSet<u64>, zone: &mut Set) {
        let Some((over, m)) = (self.winning)(board) else { return };
        zone.insert(m);
        if over || !seen.insert(board.key()) {
            return;
        }
        let defender = self.attacker.other();
        board.put(self.attacker, m);
        let fives = *board.squares(self.attacker, Class::Five);
        if fives.is_empty() {
            let doubles = *board.squares(self.attacker, Class::DoubleFour);
            for double in doubles.squares() {
                zone.insert(double);
                board.fives_after(self.attacker, double).for_each(|five| zone.insert(five));
            }
            *zone = *zone | board.of_shape(defender, Shape::ClosedThree);
        } else {
            *zone = *zone | fives | board.fours(defender);
        }
        for reply in self.replies(board) {
            board.put(defender, reply);
            self.gather(board, seen, zone);
            board.remove(defender, reply);
        }
        board.remove(self.attacker, m);
    }

    /// The replies to the attacker's last move that must be met; none if whatever comes loses to two winning squares.
    fn replies(&self, board: &ThreatBoard) -> Vec<Square> {
        let mut replies = Vec::new();
        match board.squares(self.attacker, Class::Five).first_two() {
            (Some(_), Some(_)) => {}
            (Some(block), None) => replies.push(block),
            (None, _) => _ = defences(board, self.attacker, &mut replies),
        }
        replies
    }

    /// How large it is. The board is left as it was.
    pub(crate) fn extent(&self, board: &mut ThreatBoard) -> Extent {
        let mut known = FxHashMap::default();
        let plies = self.plies(board, &mut known);
        Extent { plies, nodes: known.len() as u64 }
    }

    /// Plies of the longest line, the attacker to move.
    fn plies(&self, board: &mut ThreatBoard, known: &mut FxHashMap<u64, u32>) -> u32 {
        if let Some(&plies) = known.get(&board.key()) {
            return plies;
        }
        let key = board.key();
        let plies = match (self.winning)(board) {
            None => 0,
            Some((true, _)) => 1,
            Some((false, m)) => {
                board.put(self.attacker, m);
                // A side that does not meet a four loses at once, one that does not meet a three two plies later.
                let unmet = if board.squares(self.attacker, Class::Five).is_empty() { 4 } else { 2 };
                let replies = self.replies(board);
                let longest = replies.into_iter().map(|reply| {
                    board.put(self.attacker.other(), reply);
                    let plies = 1 + self.plies(board, known);
                    board.remove(self.attacker.other(), reply);
                    plies
                });
                let longest = longest.max().unwrap_or(0).max(unmet);
                board.remove(self.attacker, m);
                1 + longest
            }
        };
        known.insert(key, plies);
        plies
    }

    /// A longest line, to the winning row. The board is left as it was.
    pub(crate) fn line(&self, board: &mut ThreatBoard) -> Vec<Square> {
        let mut known = FxHashMap::default();
        self.plies(board, &mut known);
        let mut line = Vec::new();
        while let Some((over, m)) = (self.winning)(board) {
            line.push(m);
            if over {
                break;
            }
            board.put(self.attacker, m);
            let Some(reply) = self.longest_reply(board, &known) else { break };
            line.push(reply);
            board.put(self.attacker.other(), reply);
        }
        for (number, &m) in line[..line.len().saturating_sub(1)].iter().enumerate().rev() {
            board.remove(if number % 2 == 0 { self.attacker } else { self.attacker.other() }, m);
        }
        line
    }

    /// The reply after which the attacker needs longest; any square that does not matter where all lose alike.
    fn longest_reply(&self, board: &mut ThreatBoard, known: &FxHashMap<u64, u32>) -> Option<Square> {
        let defender = self.attacker.other();
        let mut best: Option<(u32, Square)> = None;
        for reply in self.replies(board) {
            board.put(defender, reply);
            let plies = known.get(&board.key()).copied().unwrap_or(0);
            board.remove(defender, reply);
            if best.is_none_or(|(most, _)| plies > most) {
                best = Some((plies, reply));
            }
        }
        let five = board.squares(self.attacker, Class::Five).first();
        best.map(|(_, reply)| reply)
            .or(five)
            .or_else(|| board.all_squares().find(|&square| board.is_empty(square)))
    }
}
