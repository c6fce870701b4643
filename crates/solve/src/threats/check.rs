//! Whether a potential winning sequence withstands every counter-attack: the part of threat-space search that makes
//! its claims proofs (section 4, second principle).
//!
//! The sequence is only advice. Every claim rests on the real game: the attacker plays the next threat of the
//! sequence, or wins, or meets a threat of the defender; after each of his moves every reply of the defender that does
//! not lose at once is tried, his own threats included.

use super::{ThreatGame, ThreatOf};
use games::Side;
use std::collections::HashMap;

/// Checks sequences for one attacker, within a budget of positions.
pub struct Check<'a, G: ThreatGame> {
    attacker: Side,
    sequence: &'a [ThreatOf<G>],
    /// What is known of positions with the attacker to move, and how much of the sequence is left.
    known: HashMap<(u128, usize), bool>,
    budget: u64,
}

impl<'a, G: ThreatGame> Check<'a, G> {
    /// A check of this sequence that looks at `budget` positions at most.
    pub fn new(attacker: Side, sequence: &'a [ThreatOf<G>], budget: u64) -> Self {
        Self { attacker, sequence, known: HashMap::new(), budget }
    }

    /// Whether the attacker, to move, wins with the sequence whatever the defender replies. `false` also when the
    /// budget does not suffice.
    pub fn wins(&mut self, field: &G::Field) -> bool {
        self.attack(field, 0)
    }

    fn attack(&mut self, field: &G::Field, next: usize) -> bool {
        let key = (G::field_key(field), next);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        let wins = self.attack_afresh(field, next);
        self.known.insert(key, wins);
        wins
    }

    fn attack_afresh(&mut self, field: &G::Field, mut next: usize) -> bool {
        if !G::winning_squares(field, self.attacker).is_empty() {
            return true;
        }
        let gain = match G::winning_squares(field, self.attacker.other()).as_slice() {
            // The attacker must block. If the sequence wants the square anyway, it is played now.
            [block] => *block,
            [] => {
                if G::double_threat(field, self.attacker).is_some() {
                    return true;
                }
                // What has been played as a block need not be played again.
                while self.gain(next).is_some_and(|gain| G::stone(field, gain) == Some(self.attacker)) {
                    next += 1;
                }
                match self.gain(next) {
                    Some(gain) => gain,
                    None => return false,
                }
            }
            _ => return false,
        };
        if !G::may_play(field, self.attacker, gain) {
            return false;
        }
        if self.gain(next) == Some(gain) {
            next += 1;
        }
        self.withstands(&G::with(field, self.attacker, gain), next)
    }

    /// Whether every reply of the defender, to move, loses.
    fn withstands(&mut self, field: &G::Field, next: usize) -> bool {
        let defender = self.attacker.other();
        if !G::winning_squares(field, defender).is_empty() {
            return false;
        }
        let replies = match G::winning_squares(field, self.attacker).as_slice() {
            [] => match G::refutations(field, self.attacker) {
                Some(replies) => replies,
                None => return false,
            },
            [block] => vec![*block],
            _ => return true,
        };
        let mut replies = replies.into_iter().filter(|&reply| G::may_play(field, defender, reply));
        replies.all(|reply| self.attack(&G::with(field, defender, reply), next))
    }

    fn gain(&self, index: usize) -> Option<G::Move> {
        self.sequence.get(index).map(|threat| threat.gain)
    }
}
