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

    fn attack_afresh(&mut self, field: &G::Field, next: usize) -> bool {
        match deed::<G>(field, self.attacker, self.sequence, next) {
            Some((next, Deed::Plays(gain))) => self.withstands(&G::with(field, self.attacker, gain), next),
            deed => deed.is_some(),
        }
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
}

/// What an attacker does at his turn.
pub enum Deed<M> {
    /// He completes a row.
    Wins(M),
    /// He threatens two rows at once.
    Doubles(M),
    /// He plays the next threat of his sequence, or blocks.
    Plays(M),
}

/// What the attacker, to move, does with a sequence of which so much is done, and how much is done then; `None` if
/// nothing is left to do.
pub fn deed<G: ThreatGame>(
    field: &G::Field,
    attacker: Side,
    sequence: &[ThreatOf<G>],
    mut next: usize,
) -> Option<(usize, Deed<G::Move>)> {
    if let Some(&square) = G::winning_squares(field, attacker).first() {
        return Some((next, Deed::Wins(square)));
    }
    let gain = |index: usize| sequence.get(index).map(|threat| threat.gain);
    let square = match G::winning_squares(field, attacker.other()).as_slice() {
        // The attacker must block. If the sequence wants the square anyway, it is played now.
        [block] => *block,
        [] => {
            if let Some(double) = G::double_threat(field, attacker) {
                return Some((next, Deed::Doubles(double)));
            }
            // What has been played as a block need not be played again.
            while gain(next).is_some_and(|gain| G::stone(field, gain) == Some(attacker)) {
                next += 1;
            }
            gain(next)?
        }
        _ => return None,
    };
    if gain(next) == Some(square) {
        next += 1;
    }
    G::may_play(field, attacker, square).then_some((next, Deed::Plays(square)))
}
