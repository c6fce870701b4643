//! Black's wins by threats in the positions after one move of his.

use crate::gomoku::attack::win::Win;
use crate::gomoku::{Set, ThreatBoard};
use games::gomoku::{Rules, Square};

/// Black's wins by threats after white's replies in one position, or a pass: what wins against one of them often wins against another.
#[derive(Debug)]
pub(super) struct Wins {
    all: Vec<Win>,
    /// Only replies in it can be different.
    pub(super) zone: Set,
}

impl Wins {
    /// None yet, and all these replies to be looked at.
    pub(super) const fn new(zone: Set) -> Self {
        Self { zone, all: Vec::new() }
    }

    /// Of these replies the one that takes a square from most of the wins: what wins against it is most likely to be something else, and
    /// so to leave fewer replies.
    pub(super) fn hardest(&self, replies: Set) -> Option<Square> {
        let spoilt = |&reply: &Square| self.all.iter().filter(|win| win.own().contains(reply)).count();
        replies.squares().max_by_key(spoilt)
    }

    /// One of the wins, where it is one after the reply on this board, too.
    pub(super) fn again(&self, board: &mut ThreatBoard) -> Option<Win> {
        self.all.iter().rev().find_map(|win| win.again(board))
    }

    /// One more, kept to be tried again unless one that is kept takes all its squares; whether replies outside its zone lose like the one
    /// that it is against.
    pub(super) fn add(&mut self, win: Win, narrows: bool) {
        if narrows {
            self.zone = self.zone & win.zone();
        }
        let repeats = |other: &Win| win.own().without(*other.own()).is_empty();
        if !self.all.iter().any(repeats) {
            self.all.push(win);
        }
    }
}

/// Whether a position is never worse for a side with a stone of the other side taken away: so a win that holds against
/// two replies at once holds against one of them. Where longer rows do not win, a stone can spoil its own side's five; in Renju a white one
/// can allow black a move.
pub(super) const fn one_stone_less_helps(rules: Rules) -> bool {
    matches!(rules, Rules::Freestyle | Rules::SecondMoveRestricted)
}
