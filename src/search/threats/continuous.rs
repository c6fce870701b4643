//! The complete searches of continuous threats, to measure threat-space search by and to find what it misses: every
//! attacker's move makes a four (VCF), or a four or a three (VCT); every reply that does not lose at once is tried.
//!
//! Deepening by the attacker's moves finds shortest wins first; a table keeps what is known of positions with the
//! attacker to move.

use super::ThreatGame;
use crate::game::Side;
use std::collections::HashMap;

/// Which moves the attacker may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Those after which he wins at once unless he is stopped.
    Fours,
    /// All threats.
    FoursAndThrees,
}

/// What a search may spend.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Positions with the attacker to move, at most.
    pub nodes: u64,
    /// The attacker's moves, the winning one not counted, at most.
    pub moves: u8,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: 100_000, moves: 30 }
    }
}

/// How a search came out.
#[derive(Clone, Debug)]
pub struct Outcome<M> {
    /// A line of the win if there is one, the attacker's move first; it ends before a winning row or with a double
    /// threat.
    pub line: Option<Vec<M>>,
    /// Positions searched with the attacker to move.
    pub nodes: u64,
    /// Whether nothing was left out: without a win, there is none by moves of this class.
    pub complete: bool,
}

/// What is known of a position.
#[derive(Clone, Copy)]
enum Known<M> {
    /// Won, by this move if it is not won at once.
    Won(Option<M>),
    /// Not won with so many moves.
    Open(u8),
}

/// Stands for any number of moves.
const ANY: u8 = u8::MAX;

/// Searches for a win of `attacker`, to move, in a field in which nobody has won.
#[must_use]
pub fn search<G: ThreatGame>(
    field: &G::Field,
    attacker: Side,
    class: Class,
    limits: Limits,
) -> Outcome<G::Move> {
    let mut search = Search::<G> { attacker, class, limits, nodes: 0, known: HashMap::new() };
    for moves in 0..=limits.moves {
        let left = search.attack(field, moves);
        if left == Left::Won {
            let line = Some(search.line(field));
            return Outcome { line, nodes: search.nodes, complete: true };
        }
        if left == Left::Nothing {
            return Outcome { line: None, nodes: search.nodes, complete: true };
        }
        if search.nodes >= limits.nodes {
            break;
        }
    }
    Outcome { line: None, nodes: search.nodes, complete: false }
}

/// What remains to be searched of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    /// It is won.
    Won,
    /// It is not, however many moves are allowed.
    Nothing,
    /// It is not with so many moves; more might help.
    Deeper,
}

struct Search<G: ThreatGame> {
    attacker: Side,
    class: Class,
    limits: Limits,
    nodes: u64,
    known: HashMap<u128, Known<G::Move>>,
}

impl<G: ThreatGame> Search<G> {
    /// The attacker is to move and may make so many moves before the winning one.
    fn attack(&mut self, field: &G::Field, moves: u8) -> Left {
        match self.known.get(&G::field_key(field)) {
            Some(Known::Won(_)) => return Left::Won,
            Some(Known::Open(ANY)) => return Left::Nothing,
            Some(&Known::Open(known)) if known >= moves => return Left::Deeper,
            _ => {}
        }
        if self.nodes >= self.limits.nodes {
            return Left::Deeper;
        }
        self.nodes += 1;
        let (left, by) = self.attack_anew(field, moves);
        let known = match left {
            Left::Won => Known::Won(by),
            Left::Nothing => Known::Open(ANY),
            // What the limit of nodes cut short is not known to any depth.
            Left::Deeper if self.nodes >= self.limits.nodes => return left,
            Left::Deeper => Known::Open(moves),
        };
        self.known.insert(G::field_key(field), known);
        left
    }

    fn attack_anew(&mut self, field: &G::Field, moves: u8) -> (Left, Option<G::Move>) {
        if !G::winning_squares(field, self.attacker).is_empty() {
            return (Left::Won, None);
        }
        let candidates = match G::winning_squares(field, self.attacker.other()).as_slice() {
            [] => {
                if let Some(double) = G::double_threat(field, self.attacker) {
                    return (Left::Won, Some(double));
                }
                self.candidates(field)
            }
            [block] => vec![*block],
            _ => return (Left::Nothing, None),
        };
        let mut all = Left::Nothing;
        for m in candidates {
            if !G::may_play(field, self.attacker, m) {
                continue;
            }
            if moves == 0 {
                return (Left::Deeper, None);
            }
            let mut after = field.clone();
            G::put(&mut after, self.attacker, m);
            match self.withstands(&after, moves - 1) {
                Left::Won => return (Left::Won, Some(m)),
                Left::Deeper => all = Left::Deeper,
                Left::Nothing => {}
            }
        }
        (all, None)
    }

    /// The moves of the class, those that leave the fewest answers first.
    fn candidates(&self, field: &G::Field) -> Vec<G::Move> {
        let mut threats = Vec::new();
        G::threats(field, self.attacker, &[], &mut threats);
        let mut moves: Vec<G::Move> = Vec::with_capacity(threats.len());
        for fours in [true, false] {
            for threat in threats.iter().filter(|threat| G::wins_next(threat.kind) == fours) {
                if (fours || self.class == Class::FoursAndThrees) && !moves.contains(&threat.gain) {
                    moves.push(threat.gain);
                }
            }
        }
        moves
    }

    /// The defender's replies that must be tried; `Err` if there is no need to (whether the attacker wins).
    fn replies(&self, field: &G::Field) -> Result<Vec<G::Move>, bool> {
        let defender = self.attacker.other();
        if !G::winning_squares(field, defender).is_empty() {
            return Err(false);
        }
        let mut replies = match G::winning_squares(field, self.attacker).as_slice() {
            [] if self.class == Class::Fours => return Err(false),
            [] => G::refutations(field, self.attacker).ok_or(false)?,
            [block] => vec![*block],
            _ => return Err(true),
        };
        replies.retain(|&reply| G::may_play(field, defender, reply));
        Ok(replies)
    }

    fn withstands(&mut self, field: &G::Field, moves: u8) -> Left {
        let replies = match self.replies(field) {
            Err(true) => return Left::Won,
            Err(false) => return Left::Nothing,
            Ok(replies) => replies,
        };
        for reply in replies {
            let mut after = field.clone();
            G::put(&mut after, self.attacker.other(), reply);
            match self.attack(&after, moves) {
                Left::Won => {}
                other => return other,
            }
        }
        Left::Won
    }

    /// The moves of the win, the defender playing the first reply that he has.
    fn line(&self, field: &G::Field) -> Vec<G::Move> {
        let (mut field, mut line) = (field.clone(), Vec::new());
        while let Some(&Known::Won(Some(m))) = self.known.get(&G::field_key(&field)) {
            G::put(&mut field, self.attacker, m);
            line.push(m);
            let Some(reply) = self.replies(&field).ok().and_then(|replies| replies.first().copied()) else {
                break;
            };
            G::put(&mut field, self.attacker.other(), reply);
            line.push(reply);
        }
        line
    }
}
