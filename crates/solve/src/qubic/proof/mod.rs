//! Whether one side can force a win of Qubic: the problem that proof-number search is given, with the moves narrowed as
//! in section 6 of Allis, van den Herik & Huntjens (1994).
//!
//! Every position is first asked for a forced win by threes ([`super::forced_win`]). Where the attacker has none, each of
//! his moves is tried with the defender passing: if that wins by force, the move is a hidden threat, and the defender
//! can only save himself inside the zone of the win. Each cell of the zone is tried in its turn; where the attacker wins
//! by force again, the zone of that win narrows the others too, for the same sequence wins against every stone outside
//! it. What remains are the defences, and their number, weighed by how the position after them looks, is the proof
//! number that the move starts with. Nothing else is left out: a quiet move of the attacker, or one that makes a three
//! and leads nowhere at once, is a node like the others, so that a disproof means what it says. Where few plies are left a
//! search of its own decides (`in_time`).

pub mod classes;
mod first_numbers;
mod in_time;
pub mod parts;
pub mod refutation;
pub mod smaller;
pub mod solution;
pub mod solver;
pub mod walk;

use super::forced_win::{Effort, Field, ForcedWins, Win};
use games::qubic::lines::cells;
use games::qubic::{Cell, Qubic, symmetry};
use games::{Game, Side};
use in_time::InTime;
use rustc_hash::FxHashSet;
use search::proof_number::{Child, Expansion, INFINITE, Problem};
use std::sync::Arc;

/// The effort of the forced-win search inside a proof: more finds hardly more.
const QUICK: Effort = Effort::quick(300);
/// The effort where a small proof counts more than a quick one: what is won by threes needs no move in it.
const THOROUGH: Effort = Effort { nodes: 2_000, complete: true };

/// Where so few plies are left a position is decided at once ([`in_time`]).
const FEW_LEFT: u32 = 7;

/// Canonical positions with the attacker to move that he wins.
pub(crate) type Known = FxHashSet<Qubic>;

/// The problem of one attacker, with the scratch memory of one thread.
#[derive(Debug)]
pub struct Attack {
    attacker: Side,
    /// The game must be won when this many stones are on the board.
    last_ply: u32,
    effort: Effort,
    /// Positions with the attacker to move that are proven elsewhere.
    known: Option<Arc<Known>>,
    wins: ForcedWins,
    /// Made when it is first needed.
    in_time: Option<Box<InTime>>,
    calls: u64,
    /// At so many nodes of the forced-win search it finds nothing more.
    last_node: u64,
}

/// The defences that remain to a move, and the proof number they add up to.
struct Defences {
    cells: u64,
    proof: u32,
}

impl Attack {
    /// Whether this side can win at all.
    pub fn new(attacker: Side) -> Self {
        Self::within(attacker, 64)
    }

    /// Whether this side can win before there are more than `last_ply` stones on the board.
    pub(crate) fn within(attacker: Side, last_ply: u32) -> Self {
        let wins = ForcedWins::default();
        // The attacker's own last move: where the defender is to move an even number of plies is left, and a forced
        // win that begins after his move takes an odd number, so that the two always fit together.
        let own = match attacker {
            Side::First => 1,
            Side::Second => 0,
        };
        let last_ply = last_ply.min(64);
        let last_ply = if last_ply % 2 == own { last_ply } else { last_ply.saturating_sub(1) };
        Self {
            attacker,
            last_ply,
            effort: QUICK,
            known: None,
            wins,
            in_time: None,
            calls: 0,
            last_node: u64::MAX,
        }
    }

    /// Looking longer for forced wins: the proof comes later and is smaller.
    pub(crate) fn thorough(self) -> Self {
        Self { effort: THOROUGH, ..self }
    }

    /// With positions from which the win, by the last ply if there is one, is proven already.
    pub(crate) fn with_known(self, known: Arc<Known>) -> Self {
        Self { known: Some(known), ..self }
    }

    /// Calls of the forced-win search so far, and the positions it has looked at.
    pub fn forced_win_calls(&self) -> (u64, u64) {
        let (calls, nodes) = self.in_time.as_ref().map_or((0, 0), |in_time| in_time.forced_win_calls());
        (self.calls + calls, self.wins.nodes() + nodes)
    }

    /// Lets the forced-win search look at so many positions more. What it then does not find is open, never disproven.
    pub fn set_nodes_left(&mut self, nodes: u64) {
        self.last_node = self.forced_win_calls().1.saturating_add(nodes);
    }

    fn nodes_left(&self) -> u64 {
        self.last_node.saturating_sub(self.forced_win_calls().1)
    }

    /// The position as the attacker sees it.
    pub fn field(&self, position: &Qubic) -> Field {
        Field::new(position.stones(self.attacker), position.stones(self.attacker.other()))
    }

    fn node(&self, field: &Field) -> Qubic {
        let (x, o) = match self.attacker {
            Side::First => (field.own, field.other),
            Side::Second => (field.other, field.own),
        };
        let ((x, o), _) = symmetry::canonical(x, o);
        Qubic::without_line(x, o)
    }

    fn child(&self, cell: usize, field: &Field, proof: u32) -> Option<Child<Qubic, Cell>> {
        let position = self.node(field);
        let of_attacker = self.attacker_moves(&position);
        let known = of_attacker && self.known.as_ref().is_some_and(|known| known.contains(&position));
        let (proof, disproof) = if known || proof == 0 { (0, INFINITE) } else { (proof, 1) };
        Some(Child { step: Cell::new(cell)?, position, proof, disproof })
    }

    /// Plies that the attacker has left.
    fn left(&self, field: &Field) -> u32 {
        self.last_ply.saturating_sub((field.own | field.other).count_ones())
    }

    /// A forced win of the attacker, were he to move now, by the last ply.
    fn win(&mut self, field: &Field) -> Option<Win> {
        self.calls += 1;
        let effort = Effort { nodes: self.effort.nodes.min(self.nodes_left()), ..self.effort };
        self.wins.find(field, effort, self.left(field))
    }

    /// The search that decides positions with the attacker to move where few plies are left.
    fn deciding(&mut self, left: u32) -> Option<&mut InTime> {
        if left > FEW_LEFT {
            return None;
        }
        let nodes = self.nodes_left();
        let in_time = self.in_time.get_or_insert_default();
        in_time.set_nodes_left(nodes);
        Some(in_time)
    }

    /// What follows where the attacker is to move and has no (quickly found) forced win.
    fn attack(&mut self, field: &Field) -> Expansion<Qubic, Cell> {
        if !field.open_threes().is_empty() {
            return if self.left(field) > 0 { Expansion::Proven } else { Expansion::Disproven };
        }
        let moves = field.moves();
        if moves == 0 {
            return Expansion::Disproven;
        }
        let left = self.left(field);
        if let Some(in_time) = self.deciding(left) {
            match in_time.win(field, left) {
                Some(cell) => {
                    let child = self.child(cell, &field.with_own(cell), 1);
                    return Expansion::Children(child.into_iter().collect());
                }
                None if in_time.exhausted() => {}
                None => return Expansion::Disproven,
            }
        }
        let mut children = Vec::new();
        let mut hidden_threats = Vec::new();
        for cell in cells(moves) {
            let after = field.with_own(cell);
            let threes = after.empty_cells(after.open_threes());
            if threes != 0 {
                let answered = after.with_other(threes.trailing_zeros() as usize);
                let won = threes.count_ones() > 1 && left >= 3;
                let proof = if won { 0 } else { first_numbers::of_attacker(&answered) };
                children.extend(self.child(cell, &after, proof));
            } else if let Some(win) = self.win(&after) {
                let zone = win.zone(&after);
                hidden_threats.push((zone.count_ones(), cell, zone));
            } else {
                children.extend(self.child(cell, &after, first_numbers::of_quiet_move(&after)));
            }
        }
        hidden_threats.sort_unstable();
        let mut best = children.iter().map(|child| child.proof).min().unwrap_or(INFINITE);
        for (_, cell, zone) in hidden_threats {
            let after = field.with_own(cell);
            // Once it looks worse than the best so far it need not be looked at more closely now.
            if let Some(defences) = self.defences(&after, zone, best) {
                best = best.min(defences.proof);
                children.extend(self.child(cell, &after, defences.proof));
            }
            if best == 0 {
                break;
            }
        }
        if best == 0 {
            children.retain(|child| child.proof == 0);
        }
        if children.is_empty() { Expansion::Disproven } else { Expansion::Children(children) }
    }

    /// What follows where the defender is to move.
    fn defend(&mut self, field: &Field) -> Expansion<Qubic, Cell> {
        if !field.threats().is_empty() || field.empty() == 0 || self.left(field) < 2 {
            return Expansion::Disproven;
        }
        let threes = field.empty_cells(field.open_threes());
        let defences = match threes.count_ones() {
            0 => {
                let zone = self.win(field).map_or(field.empty(), |win| win.zone(field));
                let left = self.left(field) - 1;
                if let Some(in_time) = self.deciding(left)
                    && !in_time.wins_anyway(field, zone, left)
                    && !in_time.exhausted()
                {
                    return Expansion::Disproven;
                }
                match self.defences(field, zone, INFINITE) {
                    None => return Expansion::Disproven,
                    Some(defences) => defences.cells,
                }
            }
            1 if self.win(&field.with_other(threes.trailing_zeros() as usize)).is_none() => threes,
            _ => 0,
        };
        let children: Vec<_> = cells(defences)
            .filter_map(|cell| {
                let after = field.with_other(cell);
                self.child(cell, &after, first_numbers::of_attacker(&after))
            })
            .collect();
        if children.is_empty() { Expansion::Proven } else { Expansion::Children(children) }
    }

    /// The defender's moves among `zone` after which no forced win is found; a quick guess at which, once their proof
    /// numbers add up to more than `enough`. `None` if one of them makes two threes at once: then the defender wins.
    fn defences(&mut self, field: &Field, zone: u64, enough: u32) -> Option<Defences> {
        let (mut untried, mut defences) = (zone, 0);
        let mut proof = 0_u32;
        while untried != 0 {
            let cell = untried.trailing_zeros() as usize;
            untried &= untried - 1;
            let after = field.with_other(cell);
            if after.empty_cells(after.threats()).count_ones() > 1 {
                return None;
            }
            if let Some(win) = self.win(&after) {
                // The sequence was found with one stone more against it: it wins against every stone outside its zone.
                let zone = win.zone(field);
                untried &= zone;
                defences &= zone;
            } else {
                defences |= 1 << cell;
                proof = proof.saturating_add(first_numbers::of_attacker(&after));
                if proof > enough {
                    break;
                }
            }
        }
        let proof = if untried | defences == 0 { 0 } else { proof.max(1) };
        Some(Defences { cells: untried | defences, proof })
    }
}

impl Problem for Attack {
    /// Canonical; whose move it is follows from the number of stones.
    type Position = Qubic;
    type Move = Cell;

    fn attacker_moves(&self, position: &Qubic) -> bool {
        position.to_move() == self.attacker
    }

    fn expand(&mut self, position: &Qubic) -> Expansion<Qubic, Cell> {
        let field = self.field(position);
        if self.attacker_moves(position) { self.attack(&field) } else { self.defend(&field) }
    }
}

#[cfg(test)]
mod tests;
