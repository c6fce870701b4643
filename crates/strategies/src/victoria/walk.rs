//! A winning threat sequence played against the real defence: how long it takes at most, what is played next, and which
//! replies of the defender can have any defensive value (section 6).
//!
//! The paper has these among the moves of the sequence, next to the defender's stones, and next to the cost squares.
//! Here the sequence is walked through with every reply that it must be right against, and the squares are collected on
//! which one more stone of the defender could change anything: all squares that the attacker relies on, and all on
//! which the defender, with his stones on the board and those that he gets by the way, could come to a four or five of
//! his own. A stone anywhere else leaves every step of the walk as it is.

use super::Step;
use games::Side;
use games::gomoku::stones::bits;
use games::gomoku::{Gomoku, Rules, Square};
use solve::threats::ThreatGame;
use solve::threats::check::{Deed, deed};
use solve::threats::gomoku::Field;
use std::collections::{BTreeSet, HashMap};

/// Positions of one walk at most.
const BUDGET: u32 = 400;

/// A sequence on its way.
pub(crate) struct Walk<'a> {
    attacker: Side,
    sequence: &'a [Step],
    /// What is known of positions with the attacker to move and how much of the sequence is done: plies to the win.
    known: HashMap<(u128, usize), Option<u32>>,
    zone: BTreeSet<Square>,
    budget: u32,
}

impl<'a> Walk<'a> {
    /// A walk that has not begun.
    pub(crate) fn new(attacker: Side, sequence: &'a [Step]) -> Self {
        Self { attacker, sequence, known: HashMap::new(), zone: BTreeSet::new(), budget: BUDGET }
    }

    /// How many plies the win takes at most, the attacker being to move; `None` if it is none, or takes too long to walk.
    pub(crate) fn plies(&mut self, field: &Field) -> Option<u32> {
        self.attack(field, 0)
    }

    /// The squares that the walk has found to matter.
    pub(crate) fn zone(&self) -> impl Iterator<Item = Square> + '_ {
        self.zone.iter().copied()
    }

    /// What is played here, the attacker being to move and some of the sequence perhaps done.
    pub(crate) fn next_move(&self, field: &Field) -> Option<Square> {
        let (_, deed) = deed::<Gomoku>(field, self.attacker, self.sequence, 0)?;
        match deed {
            Deed::Wins(square) | Deed::Doubles(square) | Deed::Plays(square) => Some(square),
        }
    }

    /// The line of play with the first reply that the defender has.
    pub(crate) fn line(&self, field: &Field) -> Vec<Square> {
        let (mut field, mut line) = (field.clone(), Vec::new());
        while let Some(m) = self.next_move(&field) {
            Gomoku::put(&mut field, self.attacker, m);
            line.push(m);
            let wins = Gomoku::winning_squares(&field, self.attacker);
            let has_won = field.stones.wins_at(self.attacker, m, field.rules.exactly_five(self.attacker));
            let reply = wins.first().copied().or_else(|| self.replies(&field)?.0.first().copied());
            let Some(reply) = reply.filter(|&reply| !has_won && self.may_reply(&field, reply)) else { break };
            Gomoku::put(&mut field, self.attacker.other(), reply);
            line.push(reply);
        }
        line
    }

    fn attack(&mut self, field: &Field, next: usize) -> Option<u32> {
        let key = (Gomoku::field_key(field), next);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        self.budget = self.budget.checked_sub(1)?;
        let plies = self.attack_afresh(field, next);
        self.known.insert(key, plies);
        plies
    }

    fn attack_afresh(&mut self, field: &Field, next: usize) -> Option<u32> {
        let (next, deed) = deed::<Gomoku>(field, self.attacker, self.sequence, next)?;
        if !matches!(deed, Deed::Wins(_)) {
            // A fourth stone there would have to be answered first.
            self.collect_defenders_lines(field, 3);
        }
        match deed {
            Deed::Wins(square) => {
                self.zone.insert(square);
                Some(1)
            }
            Deed::Doubles(square) => {
                let after = Gomoku::with(field, self.attacker, square);
                self.zone.insert(square);
                self.zone.extend(Gomoku::winning_squares(&after, self.attacker));
                Some(3)
            }
            Deed::Plays(square) => {
                self.zone.insert(square);
                let after = Gomoku::with(field, self.attacker, square);
                self.withstands(&after, next).map(|plies| plies + 1)
            }
        }
    }

    /// Plies to the win if every reply of the defender, to move, loses.
    fn withstands(&mut self, field: &Field, next: usize) -> Option<u32> {
        if !Gomoku::winning_squares(field, self.attacker.other()).is_empty() {
            return None;
        }
        self.collect_defenders_lines(field, 2);
        let wins = Gomoku::winning_squares(field, self.attacker);
        self.zone.extend(&wins);
        // Replies that are not tried lose at once: to a row that was not stopped, or to a double threat.
        let (replies, mut longest) = match wins.as_slice() {
            [] => {
                let (replies, relied) = self.replies(field)?;
                self.zone.extend(relied);
                (replies, 4)
            }
            [block] => (vec![*block], 2),
            _ => return Some(2),
        };
        for reply in replies {
            if self.may_reply(field, reply) {
                self.zone.insert(reply);
                let after = Gomoku::with(field, self.attacker.other(), reply);
                longest = longest.max(1 + self.attack(&after, next)?);
            }
        }
        Some(longest)
    }

    /// The replies to a threat of a double threat that must be tried, and the squares that this relies on; `None` if
    /// nothing is threatened.
    fn replies(&self, field: &Field) -> Option<(Vec<Square>, Vec<Square>)> {
        if field.rules == Rules::Renju {
            return Some((Gomoku::refutations(field, self.attacker)?, Vec::new()));
        }
        let double = Gomoku::double_threat(field, self.attacker)?;
        let mut relied = Gomoku::winning_squares(&Gomoku::with(field, self.attacker, double), self.attacker);
        relied.push(double);
        let mut replies = relied.clone();
        let mut threats = Vec::new();
        Gomoku::threats(field, self.attacker.other(), &[], &mut threats);
        for threat in threats.iter().filter(|threat| Gomoku::wins_next(threat.kind)) {
            if !replies.contains(&threat.gain) {
                replies.push(threat.gain);
            }
        }
        Some((replies, relied))
    }

    /// Collects the empty squares of the stretches of five in which the defender has so many stones and the attacker
    /// none: with two, one stone more and one by the way make a four.
    fn collect_defenders_lines(&mut self, field: &Field, least: u32) {
        for (direction, line, first) in field.stones.lines_with(self.attacker.other(), least) {
            for start in line.place..(line.place + field.stones.size() as u32 - 4).min(28) {
                let window = 0b1_1111 << start;
                if window & !(line.own | line.empty) == 0 && (window & line.own).count_ones() >= least {
                    let empty = bits(window & line.empty);
                    self.zone
                        .extend(empty.map(|place| first.step(direction, place as i32 - line.place as i32)));
                }
            }
        }
    }

    fn may_reply(&self, field: &Field, reply: Square) -> bool {
        Gomoku::may_play(field, self.attacker.other(), reply)
    }
}
