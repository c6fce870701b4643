//! The complete searches of continuous threats, to compare the fast ones with: every attacker's move makes a four (VCF), or a four or a three (VCT); every reply that does not lose at once is tried.
//!
//! They deepen by the attacker's moves; a table keeps what is known of positions with the attacker to move.

use games::Side;
use games::gomoku::{Gomoku, Square};
use solve::threats::ThreatGame;
use std::collections::HashMap;

type Field = <Gomoku as ThreatGame>::Field;

/// Which moves the attacker may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Those after which he wins at once unless he is stopped.
    Fours,
    FoursAndThrees,
}

/// What a search may spend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Positions with the attacker to move, at most.
    pub(crate) nodes: u64,
    /// The attacker's moves, the winning one not counted, at most.
    pub(crate) moves: u8,
}

/// What is known of a position.
#[derive(Clone, Copy)]
enum Known {
    Won,
    /// Not won with so many moves.
    Open(u8),
}

/// Stands for any number of moves.
const ANY: u8 = u8::MAX;

/// Whether `attacker`, to move, wins a field in which nobody has won; `None` if the limits cut the search short.
pub(crate) fn search(field: &Field, attacker: Side, class: Class, limits: Limits) -> Option<bool> {
    let mut search = Search { attacker, class, limits, nodes: 0, known: HashMap::new() };
    for moves in 0..=limits.moves {
        match search.attack(field, moves) {
            Left::Won => return Some(true),
            Left::Nothing => return Some(false),
            Left::Deeper if search.nodes >= limits.nodes => return None,
            Left::Deeper => {}
        }
    }
    None
}

/// What remains to be searched of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    Won,
    /// It is not, however many moves are allowed.
    Nothing,
    /// It is not with so many moves; more might help.
    Deeper,
}

struct Search {
    attacker: Side,
    class: Class,
    limits: Limits,
    nodes: u64,
    known: HashMap<u128, Known>,
}

impl Search {
    /// The attacker is to move and may make so many moves before the winning one.
    fn attack(&mut self, field: &Field, moves: u8) -> Left {
        match self.known.get(&Gomoku::field_key(field)) {
            Some(Known::Won) => return Left::Won,
            Some(Known::Open(ANY)) => return Left::Nothing,
            Some(&Known::Open(known)) if known >= moves => return Left::Deeper,
            _ => {}
        }
        if self.nodes >= self.limits.nodes {
            return Left::Deeper;
        }
        self.nodes += 1;
        let left = self.attack_again(field, moves);
        let known = match left {
            Left::Won => Known::Won,
            Left::Nothing => Known::Open(ANY),
            // What the limit of nodes cut short is not known to any depth.
            Left::Deeper if self.nodes >= self.limits.nodes => return left,
            Left::Deeper => Known::Open(moves),
        };
        self.known.insert(Gomoku::field_key(field), known);
        left
    }

    fn attack_again(&mut self, field: &Field, moves: u8) -> Left {
        if !Gomoku::winning_squares(field, self.attacker).is_empty() {
            return Left::Won;
        }
        let candidates = match Gomoku::winning_squares(field, self.attacker.other()).as_slice() {
            [] => {
                if Gomoku::double_threat(field, self.attacker).is_some() {
                    return Left::Won;
                }
                self.candidates(field)
            }
            [block] => vec![*block],
            _ => return Left::Nothing,
        };
        let mut all = Left::Nothing;
        for m in candidates {
            if !Gomoku::may_play(field, self.attacker, m) {
                continue;
            }
            if moves == 0 {
                return Left::Deeper;
            }
            match self.withstands(&Gomoku::with(field, self.attacker, m), moves - 1) {
                Left::Won => return Left::Won,
                Left::Deeper => all = Left::Deeper,
                Left::Nothing => {}
            }
        }
        all
    }

    /// The moves of the class, those that leave the fewest answers first.
    fn candidates(&self, field: &Field) -> Vec<Square> {
        let mut threats = Vec::new();
        Gomoku::threats(field, self.attacker, &[], &mut threats);
        let mut moves: Vec<Square> = Vec::with_capacity(threats.len());
        for fours in [true, false] {
            for threat in threats.iter().filter(|threat| Gomoku::wins_next(threat.kind) == fours) {
                if (fours || self.class == Class::FoursAndThrees) && !moves.contains(&threat.gain) {
                    moves.push(threat.gain);
                }
            }
        }
        moves
    }

    /// The defender's replies that must be tried; `Err` if there is no need to (whether the attacker wins).
    fn replies(&self, field: &Field) -> Result<Vec<Square>, bool> {
        let defender = self.attacker.other();
        if !Gomoku::winning_squares(field, defender).is_empty() {
            return Err(false);
        }
        let mut replies = match Gomoku::winning_squares(field, self.attacker).as_slice() {
            [] if self.class == Class::Fours => return Err(false),
            [] => Gomoku::refutations(field, self.attacker).ok_or(false)?,
            [block] => vec![*block],
            _ => return Err(true),
        };
        replies.retain(|&reply| Gomoku::may_play(field, defender, reply));
        Ok(replies)
    }

    fn withstands(&mut self, field: &Field, moves: u8) -> Left {
        let replies = match self.replies(field) {
            Err(true) => return Left::Won,
            Err(false) => return Left::Nothing,
            Ok(replies) => replies,
        };
        for reply in replies {
            match self.attack(&Gomoku::with(field, self.attacker.other(), reply), moves) {
                Left::Won => {}
                other => return other,
            }
        }
        Left::Won
    }
}
