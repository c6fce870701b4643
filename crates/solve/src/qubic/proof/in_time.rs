//! Whether the attacker wins within a few plies, for certain: depth first, every move tried that could matter.
//!
//! Time is short, and that leaves few moves. A stone more never hurts its side: so a quiet move, one that makes no three, is in
//! vain unless the attacker also wins in what is left where the defender passes. With fewer than [`SHORTEST_QUIET`] plies left
//! only threes win, with fewer than [`SHORTEST_LATER`] only the block of a three, or a quiet move whose next threat is two
//! threes at once, which takes a line of two that the new one crosses.

use crate::qubic::forced_win::{Effort, Failures, Field, ForcedWins, Win, field};
use games::qubic::lines::{CELLS, LINE_SETS, cells};
use games::qubic::symmetry;
use std::cmp::Reverse;

/// Plies of the shortest win that begins with a quiet move: it, a reply, a move with two threes, a block, the line.
const SHORTEST_QUIET: u32 = 5;
/// Plies of the shortest win that has a three, or another quiet move, before such a win.
const SHORTEST_LATER: u32 = SHORTEST_QUIET + 2;
/// Entries of the table, as a power of two; 24 bytes each.
const TABLE_BITS: u32 = 20;

/// The search, with its memory.
#[derive(Debug)]
pub(super) struct InTime {
    forced: ForcedWins,
    calls: u64,
    /// At so many nodes of the forced-win search it ends, and knows nothing.
    last_node: u64,
    /// Canonical positions that are not won by so many moves of the attacker.
    failures: Failures,
    /// How often a reply on each cell has held, and how far from the end.
    held: [u32; CELLS],
    /// The move by which the last position was won.
    winning: usize,
}

impl Default for InTime {
    fn default() -> Self {
        Self {
            forced: ForcedWins::default(),
            calls: 0,
            last_node: u64::MAX,
            failures: Failures::new(TABLE_BITS),
            held: [0; CELLS],
            winning: 0,
        }
    }
}

impl InTime {
    /// Calls of the forced-win search so far, and the positions it has looked at.
    pub(super) const fn forced_win_calls(&self) -> (u64, u64) {
        (self.calls, self.forced.nodes())
    }

    /// Lets the forced-win search look at so many positions more.
    pub(super) const fn set_nodes_left(&mut self, nodes: u64) {
        self.last_node = self.forced.nodes().saturating_add(nodes);
    }

    /// Whether the nodes did not suffice, so that 'no win' means nothing.
    pub(super) const fn exhausted(&self) -> bool {
        self.forced.nodes() >= self.last_node
    }

    /// The first move of a win of the attacker, who is to move, within `left` plies.
    pub(super) fn win(&mut self, field: &Field, left: u32) -> Option<usize> {
        match self.forced(field, left) {
            Some(win) => Some(win.first()),
            None => self.quietly(field, left).then_some(self.winning),
        }
    }

    /// Whether the attacker wins within `left` plies after each of the defender's moves among `zone`.
    pub(super) fn wins_anyway(&mut self, field: &Field, zone: u64, left: u32) -> bool {
        let mut replies: Vec<_> = cells(zone).collect();
        replies.sort_unstable_by_key(|&cell| Reverse(self.held[cell]));
        let (mut untried, mut open) = (zone, 0_u64);
        for &cell in &replies {
            if untried >> cell & 1 == 0 {
                continue;
            }
            untried &= !(1 << cell);
            if let Some(win) = self.forced(&field.with_other(cell), left) {
                // The sequence was found with one stone more against it: it wins against every stone outside its zone.
                let zone = win.zone(field);
                untried &= zone;
                open &= zone;
            } else if left < SHORTEST_QUIET {
                self.remember(cell, left);
                return false;
            } else {
                open |= 1 << cell;
            }
        }
        for cell in replies {
            if open >> cell & 1 == 1 && !self.quietly(&field.with_other(cell), left) {
                self.remember(cell, left);
                return false;
            }
        }
        true
    }

    /// How hard a reply on this cell is for the attacker, to judge by where replies have held: 1 to 100.
    pub(super) fn hardness(&self, cell: usize) -> u32 {
        let most = self.held.iter().max().map_or(1, |&most| most.max(1));
        1 + (u64::from(self.held[cell]) * 99 / u64::from(most)) as u32
    }

    fn remember(&mut self, reply: usize, left: u32) {
        self.held[reply] += left * left;
        if self.held[reply] > 1 << 24 {
            self.held.iter_mut().for_each(|held| *held /= 2);
        }
    }

    fn forced(&mut self, field: &Field, left: u32) -> Option<Win> {
        self.calls += 1;
        let nodes = self.last_node.saturating_sub(self.forced.nodes());
        self.forced.find(field, Effort { nodes, complete: true }, left)
    }

    /// Whether the attacker, who is to move and has no forced win within `left` plies, wins within them.
    fn quietly(&mut self, field: &Field, left: u32) -> bool {
        if left < SHORTEST_QUIET || self.exhausted() {
            return false;
        }
        let moves = field.moves();
        if left < SHORTEST_LATER {
            // The block of a three may be any move: twos that cross already are a forced win only without one.
            let moves = if field.threats().is_empty() { moves & crossing(field) } else { moves };
            let first = cells(moves).find(|&cell| {
                let after = field.with_own(cell);
                let win = self.forced(&after, left - 2);
                win.is_some_and(|win| self.wins_anyway(&after, win.zone(&after), left - 2))
            });
            return self.found(first);
        }
        let (stones, _) = symmetry::canonical(field.own, field.other);
        let own_moves = left.div_ceil(2) as u8;
        if self.failures.contains(stones, own_moves) {
            return false;
        }
        let first = self.try_all(field, moves, left);
        if first.is_none() && !self.exhausted() {
            self.failures.insert(stones, own_moves);
        }
        self.found(first)
    }

    const fn found(&mut self, first: Option<usize>) -> bool {
        if let Some(cell) = first {
            self.winning = cell;
        }
        first.is_some()
    }

    /// The one among `moves` that wins within `left` plies: threes, then hidden threats with the smallest zone first, then the others.
    fn try_all(&mut self, field: &Field, moves: u64, left: u32) -> Option<usize> {
        let (mut hidden_threats, mut others) = (Vec::new(), Vec::new());
        for cell in cells(moves) {
            let after = field.with_own(cell);
            let threes = after.empty_cells(after.open_threes());
            if threes != 0 {
                // One three: two at once would be a forced win, and so would be one after the reply.
                if self.quietly(&after.with_other(threes.trailing_zeros() as usize), left - 2) {
                    return Some(cell);
                }
            } else if let Some(win) = self.forced(&after, left - 2) {
                let zone = win.zone(&after);
                hidden_threats.push((zone.count_ones(), cell, zone));
            } else {
                others.push(cell);
            }
        }
        hidden_threats.sort_unstable();
        for (_, cell, zone) in hidden_threats {
            if self.wins_anyway(&field.with_own(cell), zone, left - 2) {
                return Some(cell);
            }
        }
        others.into_iter().find(|&cell| {
            let after = field.with_own(cell);
            self.quietly(&after, left - 2) && self.wins_anyway(&after, after.empty(), left - 2)
        })
    }
}

/// The cells on which a stone of the attacker makes a line of two that crosses another of his in an empty cell.
fn crossing(field: &Field) -> u64 {
    let (empty, twos) = (field.empty(), field.empty_cells(field.open_twos()));
    let mut found = 0;
    field::each(field.open_ones(), |line| {
        let line = LINE_SETS[line] & empty;
        if line & twos != 0 {
            found |= line & !twos;
        }
    });
    found
}
