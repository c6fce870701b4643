//! A win by fours and threes, move by move: its relevance zone, its length, and whether it is one in another position, too.
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
use super::defences::safe_double_fours;
use super::glance::{AtOnce, at_once, replies};
use games::Side;
use games::gomoku::Square;
use rustc_hash::FxHashMap;

/// A win of the side to move, by every move that it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    attacker: Side,
    /// So many of the attacker's stones there may be when the game is over.
    most: u32,
    /// The key of the position that it begins in.
    key: u64,
    /// What the attacker plays in each of its positions.
    steps: FxHashMap<u64, Step>,
    zone: Set,
    own: Set,
}

/// A move of the attacker's, and the plies of the longest line from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    m: Square,
    plies: u32,
}

impl Win {
    /// Reads a win in which the attacker, to move, follows `choice` wherever there is no five, no five to stop and no double four.
    /// `None` if it is none with at most so many of his stones. The board is left as it was.
    pub(super) fn read(
        board: &mut ThreatBoard,
        attacker: Side,
        most: u32,
        choice: &Choice<'_>,
    ) -> Option<Self> {
        let left = most.saturating_sub(board.stones_of(attacker));
        let win = Self {
            attacker,
            most,
            key: board.key(),
            steps: FxHashMap::default(),
            zone: Set::default(),
            own: Set::default(),
        };
        let mut reader = Reader { board, choice, win };
        if reader.attack()?.div_ceil(2) > left {
            return None;
        }
        let mut win = reader.win;
        win.zone = win.zone | win.own;
        Some(win)
    }

    /// The same moves in one of its positions, or in one that differs from the one that it begins in by stones which stay: a win like any
    /// other, if one it is.
    pub fn again(&self, board: &mut ThreatBoard) -> Option<Self> {
        let change = if self.steps.contains_key(&board.key()) { 0 } else { self.key ^ board.key() };
        Self::read(board, self.attacker, self.most, &|board| Some(self.steps.get(&(board.key() ^ change))?.m))
    }

    /// With a stone of the defender, who is not black in Renju, on any empty square outside it the attacker wins by the same moves.
    pub const fn zone(&self) -> Set {
        self.zone
    }

    /// The squares that the attacker may come to take.
    pub const fn own(&self) -> &Set {
        &self.own
    }

    /// The attacker's first move.
    pub fn first(&self) -> Option<Square> {
        self.steps.get(&self.key).map(|step| step.m)
    }

    /// Plies of the longest line.
    pub fn plies(&self) -> u32 {
        self.steps.get(&self.key).map_or(0, |step| step.plies)
    }

    /// Positions with the attacker to move, each counted once.
    pub fn positions(&self) -> u64 {
        self.steps.len() as u64
    }

    /// A longest line from the position on this board to the winning row; none if it is no position of the win. The board is left as it was.
    pub fn line(&self, board: &mut ThreatBoard) -> Vec<Square> {
        let mut line = Vec::new();
        while let Some((over, m)) = self.next(board) {
            line.push(m);
            if over {
                break;
            }
            board.put(self.attacker, m);
            let Some(reply) = self.longest_reply(board) else { break };
            line.push(reply);
            board.put(self.attacker.other(), reply);
        }
        for (number, &m) in line[..line.len().saturating_sub(1)].iter().enumerate().rev() {
            board.remove(if number % 2 == 0 { self.attacker } else { self.attacker.other() }, m);
        }
        line
    }

    /// The attacker's move on this board, and whether it ends the game; where the defender has not met a threat, what follows from that.
    fn next(&self, board: &ThreatBoard) -> Option<(bool, Square)> {
        match at_once(board, self.attacker) {
            AtOnce::Five(five) => Some((true, five)),
            AtOnce::Block(m) | AtOnce::DoubleFour(m) => Some((false, m)),
            AtOnce::Lost => None,
            AtOnce::Open => Some((false, self.steps.get(&board.key())?.m)),
        }
    }

    /// The reply after which the attacker needs longest; any square that does not matter where all lose alike.
    fn longest_reply(&self, board: &mut ThreatBoard) -> Option<Square> {
        let defender = self.attacker.other();
        let (mut best, mut met): (Option<(u32, Square)>, _) = (None, Vec::new());
        if !replies(board, self.attacker, &mut met) {
            return None;
        }
        for reply in met {
            board.put(defender, reply);
            let plies = self.steps.get(&board.key()).map_or(0, |step| step.plies);
            board.remove(defender, reply);
            if best.is_none_or(|(most, _)| plies > most) {
                best = Some((plies, reply));
            }
        }
        let allowed = |&square: &Square| board.is_empty(square) && board.may_play(defender, square);
        let five = board.squares(self.attacker, Class::Five).squares().find(allowed);
        best.map(|(_, reply)| reply).or(five).or_else(|| board.all_squares().find(allowed))
    }
}

/// What the attacker plays in a position where he is free to.
type Choice<'a> = dyn Fn(&ThreatBoard) -> Option<Square> + 'a;

struct Reader<'a> {
    board: &'a mut ThreatBoard,
    choice: &'a Choice<'a>,
    win: Win,
}

impl Reader<'_> {
    /// The attacker is to move: plies of the longest line.
    fn attack(&mut self) -> Option<u32> {
        let key = self.board.key();
        if let Some(step) = self.win.steps.get(&key) {
            return Some(step.plies);
        }
        let attacker = self.win.attacker;
        let m = match at_once(self.board, attacker) {
            AtOnce::Five(m) | AtOnce::Block(m) | AtOnce::DoubleFour(m) => m,
            AtOnce::Lost => return None,
            AtOnce::Open => (self.choice)(self.board)
                .filter(|&m| self.board.is_empty(m) && self.board.is_safe(attacker, m))?,
        };
        self.win.own.insert(m);
        let mut plies = 1;
        if !self.board.squares(attacker, Class::Five).contains(m) {
            self.board.put(attacker, m);
            let rest = self.withstand();
            self.board.remove(attacker, m);
            plies += rest?;
        }
        self.win.steps.insert(key, Step { m, plies });
        Some(plies)
    }

    /// The defender is to move.
    fn withstand(&mut self) -> Option<u32> {
        let (attacker, defender) = (self.win.attacker, self.win.attacker.other());
        let mut met = Vec::new();
        if !replies(self.board, attacker, &mut met) {
            return None;
        }
        let fives = *self.board.squares(attacker, Class::Five);
        let zone = &mut self.win.zone;
        // A side that does not meet a four loses at once, one that does not meet a three two plies later.
        let mut longest = if fives.is_empty() { 4 } else { 2 };
        if fives.is_empty() {
            for double in safe_double_fours(self.board, attacker) {
                zone.insert(double);
                self.board.fives_after(attacker, double).for_each(|five| zone.insert(five));
            }
            *zone = *zone | self.board.of_shape(defender, Shape::ClosedThree);
        } else {
            *zone = *zone | fives | self.board.fours(defender);
        }
        for reply in met {
            self.board.put(defender, reply);
            let rest = self.attack();
            self.board.remove(defender, reply);
            longest = longest.max(1 + rest?);
        }
        Some(longest)
    }
}
