//! Section 6 as a problem for proof-number search: can the attacker win by moves each of which threatens to win by
//! threats?
//!
//! Of the attacker's moves only those are looked at that are followed by a winning threat sequence if the defender
//! passes; of the defender's only those that refute that sequence and all others that threat-space search finds.
//! What is proven is proven; 'disproven' means no more than that this search will not prove it.

use super::Step;
use super::points;
use super::walk::Walk;
use crate::budget::Budget;
use games::Side;
use games::gomoku::square::MAX_SIZE;
use games::gomoku::{Gomoku, Rules, Square, may_place};
use search::proof_number::graph::{Graph, ROOT, Verdict};
use search::proof_number::{Child, Expansion, Problem};
use solve::threats::ThreatGame;
use solve::threats::check::Check;
use solve::threats::gomoku::Field;
use std::collections::HashMap;

/// Plies from the root at most.
const DEEPEST: usize = 40;
/// Nodes of a threat-space tree inside the search.
const LEAF: usize = 100;
/// Positions that a known sequence is checked against a reply with.
const CHECK: u64 = 300;

/// A position by the stones that have come since the root, in order of their squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    count: u8,
    stones: [u16; DEEPEST],
}

impl Place {
    const ROOT: Self = Self { count: 0, stones: [0; DEEPEST] };

    fn stones(&self) -> impl Iterator<Item = (Side, u16)> + '_ {
        let used = self.stones.iter().take(usize::from(self.count));
        used.map(|&stone| (if stone % 2 == 0 { Side::First } else { Side::Second }, stone / 2))
    }

    /// The position with one more stone, unless that is too deep.
    fn with(&self, side: Side, square: Square) -> Option<Self> {
        let count = usize::from(self.count);
        if count >= DEEPEST {
            return None;
        }
        let mut next = *self;
        next.stones[count] = 2 * square.index() as u16 + u16::from(side == Side::Second);
        next.stones[..=count].sort_unstable();
        next.count += 1;
        Some(next)
    }
}

pub(crate) struct Attack<'a> {
    budget: &'a Budget<'a>,
    root: Field,
    attacker: Side,
    /// The squares that may be played at the root.
    allowed: Vec<Square>,
    /// How many of the best-looking moves are tried.
    width: usize,
}

impl Attack<'_> {
    fn field(&self, place: &Place) -> Field {
        let mut field = self.root.clone();
        for (side, index) in place.stones() {
            let index = usize::from(index);
            let square = Square::new(index % MAX_SIZE, index / MAX_SIZE);
            square.into_iter().for_each(|square| Gomoku::put(&mut field, side, square));
        }
        field
    }

    /// The attacker's moves: hidden threats.
    fn attacks(&self, place: &Place, field: &Field) -> Expansion<Place, Square> {
        let moves = match Gomoku::winning_squares(field, self.attacker.other()).as_slice() {
            [] => self.best(place, field),
            [block] => vec![*block],
            _ => return Expansion::Disproven,
        };
        let mut children = Vec::new();
        for step in moves {
            if !self.may_play(place, field, step) {
                continue;
            }
            let after = Gomoku::with(field, self.attacker, step);
            if self.budget.win(&after, self.attacker, LEAF).is_some()
                && let Some(position) = place.with(self.attacker, step)
            {
                children.push(Child { step, position, proof: 1, disproof: 1 });
            }
        }
        if children.is_empty() { Expansion::Disproven } else { Expansion::Children(children) }
    }

    /// The squares with the most points, best first.
    fn best(&self, place: &Place, field: &Field) -> Vec<Square> {
        let empty = field.stones.squares().filter(|&square| self.may_play(place, field, square));
        let mut moves: Vec<(i32, Square)> = empty
            .map(|square| (points::making(&field.stones, self.attacker, square), square))
            .filter(|&(points, _)| points > 0)
            .collect();
        moves.sort_by_key(|&(points, square)| (-points, square));
        moves.truncate(self.width);
        moves.into_iter().map(|(_, square)| square).collect()
    }

    fn may_play(&self, place: &Place, field: &Field, square: Square) -> bool {
        may_place(&field.stones, field.rules, self.attacker, square)
            && (place.count > 0 || self.allowed.contains(&square))
    }

    /// The defender's moves that refute what the attacker threatens.
    fn defences(&self, place: &Place, field: &Field) -> Expansion<Place, Square> {
        let defender = self.attacker.other();
        if !Gomoku::winning_squares(field, defender).is_empty() {
            return Expansion::Disproven;
        }
        let Some(sequence) = self.budget.win(field, self.attacker, LEAF) else { return Expansion::Disproven };
        let mut children = Vec::new();
        for step in replies(field, self.attacker, &sequence) {
            let after = Gomoku::with(field, defender, step);
            let beaten = beats(self.budget, &after, self.attacker, &sequence, LEAF);
            if self.budget.is_over() {
                return Expansion::Disproven;
            }
            if !beaten {
                match place.with(defender, step) {
                    Some(position) => children.push(Child { step, position, proof: 1, disproof: 1 }),
                    None => return Expansion::Disproven,
                }
            }
        }
        if children.is_empty() { Expansion::Proven } else { Expansion::Children(children) }
    }
}

/// Whether the attacker, to move, wins by this sequence or another one.
pub(crate) fn beats(
    budget: &Budget<'_>,
    field: &Field,
    attacker: Side,
    sequence: &[Step],
    nodes: usize,
) -> bool {
    if budget.is_over() {
        return false;
    }
    budget.spend(1);
    holds(field, attacker, sequence) || budget.win(field, attacker, nodes).is_some()
}

/// Whether the attacker, to move, wins by this sequence.
pub(crate) fn holds(field: &Field, attacker: Side, sequence: &[Step]) -> bool {
    Check::<Gomoku>::new(attacker, sequence, CHECK).wins(field)
}

/// The sequence that has made the search count a reply as none: it was found in `before`, or after the reply.
pub(crate) fn win_of_reply(
    budget: &Budget<'_>,
    before: &Field,
    after: &Field,
    attacker: Side,
) -> Option<Vec<Step>> {
    let threatened = budget.win(before, attacker, LEAF).filter(|sequence| holds(after, attacker, sequence));
    threatened.or_else(|| budget.win(after, attacker, LEAF))
}

/// The defender's moves that can have any value against this sequence, which wins if he passes.
pub(crate) fn replies(field: &Field, attacker: Side, sequence: &[Step]) -> Vec<Square> {
    let defender = attacker.other();
    let mut walk = Walk::new(attacker, sequence);
    let walked = walk.plies(field).is_some();
    let legal = |square: &Square| Gomoku::may_play(field, defender, *square);
    // In Renju a stone anywhere can make a move forbidden or allowed.
    if walked && field.rules != Rules::Renju {
        return walk.zone().filter(legal).collect();
    }
    field.stones.squares().filter(legal).collect()
}

impl Problem for Attack<'_> {
    type Position = Place;
    type Move = Square;

    fn attacker_moves(&self, position: &Place) -> bool {
        position.count.is_multiple_of(2)
    }

    fn expand(&mut self, place: &Place) -> Expansion<Place, Square> {
        // Cut short it has proven nothing.
        if self.budget.is_over() {
            return Expansion::Disproven;
        }
        self.budget.spend(1);
        let field = self.field(place);
        if self.attacker_moves(place) { self.attacks(place, &field) } else { self.defences(place, &field) }
    }
}

pub(crate) struct Attempt<'a> {
    attack: Attack<'a>,
    graph: Graph<Attack<'a>>,
    bytes: usize,
}

impl<'a> Attempt<'a> {
    /// The search whether this side, to move, wins beginning with one of these squares; the graph takes so many bytes at
    /// most.
    pub(crate) fn new(
        budget: &'a Budget<'a>,
        root: Field,
        attacker: Side,
        allowed: Vec<Square>,
        width: usize,
        bytes: usize,
    ) -> Self {
        let attack = Attack { budget, root, attacker, allowed, width };
        let graph = Graph::new(&attack, Place::ROOT);
        Self { attack, graph, bytes }
    }

    pub(crate) fn step(&mut self) {
        self.graph.step(&mut self.attack);
    }

    /// Whether there is nothing more to find out, or no memory to do it in.
    pub(crate) fn is_over(&self) -> bool {
        self.graph.verdict() != Verdict::Unknown || self.graph.bytes() >= self.bytes
    }

    /// Whether the win is proven.
    pub(crate) fn is_proven(&self) -> bool {
        self.graph.verdict() == Verdict::Proven
    }

    pub(crate) fn expansions(&self) -> u64 {
        self.graph.expansions()
    }

    /// Proof and disproof number of the root.
    pub(crate) fn numbers(&self) -> (u32, u32) {
        self.graph.numbers(ROOT)
    }

    /// How full the memory is, in thousandths.
    pub(crate) fn fullness(&self) -> u32 {
        (self.graph.bytes() as u64 * 1000 / self.bytes.max(1) as u64).min(1000) as u32
    }

    /// The moves of a proof: for the key of the stones of every position in which the attacker has to choose, his move.
    pub(crate) fn moves(&self) -> HashMap<u64, Square> {
        let mut moves = HashMap::new();
        let mut open = vec![ROOT];
        while let Some(node) = open.pop() {
            if self.graph.attacker_moves(node) {
                let Some((step, to)) = self.graph.proving(node).next() else { continue };
                let key = self.attack.field(self.graph.position(node)).stones.key();
                if moves.insert(key, step).is_none() {
                    open.push(to);
                }
            } else {
                open.extend(self.graph.children(node).map(|(_, to)| to));
            }
        }
        moves
    }
}
