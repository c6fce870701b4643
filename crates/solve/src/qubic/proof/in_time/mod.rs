//! Whether the attacker wins within a few plies, for certain: depth first, every move tried that could matter. He is to move and
//! to move last, so that the number of plies is odd.
//!
//! Time is short, and that leaves few moves. A stone more never hurts its side: so a quiet move, one that makes no three, is in
//! vain unless the attacker also wins in what is left where the defender passes. With fewer than [`SHORTEST_QUIET`] plies left
//! only threes win, with fewer than [`SHORTEST_LATER`] only the block of a three, or a quiet move that makes two new lines of two,
//! each of which crosses an old one: a reply in the only one would leave nothing.
//!
//! Where the defender's reply has refuted a move, that move is in vain, too, after another move and the same reply: the stones
//! are the same. So the same replies are tried first, and each leaves fewer moves to the next. And a move is in vain if the attacker
//! does not win from where he has it in place of one of his stones: there, that stone would reach the same position.

mod hidden;
mod replies;

use super::refutation::Shared;
use crate::qubic::forced_win::field::THROUGH;
use crate::qubic::forced_win::{Effort, Failures, Field, ForcedWins, Win};
use games::qubic::lines::cells;
use games::qubic::symmetry;
use hidden::Crossing;
use replies::{Replies, Tried};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Plies of the shortest win that begins with a quiet move: it, a reply, a move with two threes, a block, the line.
const SHORTEST_QUIET: u32 = 5;
/// Plies of the shortest win that has a three, or another quiet move, before such a win.
const SHORTEST_LATER: u32 = SHORTEST_QUIET + 2;
/// Entries of the table, as a power of two; 24 bytes each.
const TABLE_BITS: u32 = 20;
/// The same where no win is expected.
const LARGE_TABLE_BITS: u32 = 22;

/// Where so many plies are left a reply that resists is put off: another may be refuted sooner.
const PUT_OFF: u32 = 11;
/// Where so many plies are left what is refuted has a table of its own, and is looked up for other moves that lead to the same.
const EARLY: u32 = 13;
/// Where so many plies are left what is refuted is shared with other threads, and kept,
const SHARED: u32 = 15;
/// if it took so many nodes: a tenth of a second.
const WORTH_KEEPING: u64 = 1 << 20;
/// Where so many are left it is kept anyway: the last attempt may have been quick because earlier ones had done the work.
const ALWAYS_KEPT: u32 = 19;

/// The search, with its memory.
#[derive(Debug)]
pub(super) struct InTime {
    forced: ForcedWins,
    calls: u64,
    /// At so many nodes of the forced-win search it ends, and knows nothing.
    last_node: u64,
    /// What it shares with the other threads of a refutation.
    shared: Arc<Shared>,
    /// Nodes that the others have been told of.
    told: u64,
    /// Where in their order it begins with the moves, in parts of `threads`.
    turn: usize,
    threads: usize,
    /// The most plies that have been left.
    most_left: u32,
    /// Canonical positions that are not won by so many moves of the attacker; in the second where at least [`EARLY`] plies are left.
    failures: [Failures; 2],
    replies: Replies,
    /// The move by which the last position was won.
    winning: usize,
}

impl Default for InTime {
    fn default() -> Self {
        // It is asked about few plies.
        Self::with_tables(TABLE_BITS, 1)
    }
}

impl InTime {
    /// For long searches, as one of so many threads.
    pub(super) fn shared(shared: &Arc<Shared>, turn: usize, threads: usize) -> Self {
        Self {
            shared: Arc::clone(shared),
            turn,
            threads,
            ..Self::with_tables(LARGE_TABLE_BITS, LARGE_TABLE_BITS)
        }
    }

    fn with_tables(bits: u32, early_bits: u32) -> Self {
        Self {
            forced: ForcedWins::default(),
            calls: 0,
            last_node: u64::MAX,
            shared: Arc::default(),
            told: 0,
            turn: 0,
            threads: 1,
            most_left: 0,
            failures: [bits, early_bits].map(Failures::new),
            replies: Replies::default(),
            winning: 0,
        }
    }

    /// Calls of the forced-win search so far, and the positions it has looked at.
    pub(super) const fn forced_win_calls(&self) -> (u64, u64) {
        (self.calls, self.forced.nodes())
    }

    /// Lets the forced-win search look at so many positions more.
    pub(super) const fn set_nodes_left(&mut self, nodes: u64) {
        self.last_node = self.forced.nodes().saturating_add(nodes);
    }

    /// Whether the nodes did not suffice, so that 'no win' means nothing. It stays so until [`Self::quietly_in`] or the caller
    /// allows more of them: what is concluded from it until then is wrong, and goes no further.
    pub(super) fn exhausted(&self) -> bool {
        self.forced.nodes() >= self.last_node || self.shared.stopped()
    }

    /// The first move of a win of the attacker, who is to move, within `left` plies.
    pub(super) fn win(&mut self, field: &Field, left: u32) -> Option<usize> {
        match self.forced(field, left) {
            Some(win) => Some(win.first()),
            None => {
                let won = Self::deeper(left).any(|left| self.quietly(field, left, 0));
                won.then_some(self.winning)
            }
        }
    }

    /// Whether the attacker wins within `left` plies after each of the defender's moves among `zone`.
    pub(super) fn wins_anyway(&mut self, field: &Field, zone: u64, left: u32) -> bool {
        Self::deeper(left).any(|left| self.holding(field, None, zone, left, &Tried::default()).is_none())
    }

    /// Ever more plies up to `left`, where it is many: what holds for few is tried first for more.
    fn deeper(left: u32) -> impl Iterator<Item = u32> {
        (left.min(PUT_OFF)..=left).step_by(2)
    }

    /// As [`Self::quietly`], but `None` if so many nodes of the forced-win search do not suffice.
    fn quietly_in(&mut self, field: &Field, left: u32, in_vain: u64, nodes: u64) -> Option<bool> {
        let last_node = self.last_node;
        self.last_node = last_node.min(self.forced.nodes().saturating_add(nodes));
        let won = self.quietly(field, left, in_vain);
        let known = won || !self.exhausted();
        self.last_node = last_node;
        known.then_some(won)
    }

    fn forced(&mut self, field: &Field, left: u32) -> Option<Win> {
        self.calls += 1;
        let nodes = self.last_node.saturating_sub(self.forced.nodes());
        self.forced.find(field, Effort { nodes, complete: true }, left)
    }

    /// Whether the attacker, who is to move and has no forced win within `left` plies, wins within them; the moves `in_vain` are
    /// known not to win from here within them.
    fn quietly(&mut self, field: &Field, left: u32, in_vain: u64) -> bool {
        if left < SHORTEST_QUIET || self.exhausted() {
            return false;
        }
        let moves = field.moves() & !in_vain;
        if left < SHORTEST_LATER {
            // The block of a three may be any move: twos that cross already are a forced win only without one.
            let moves = if field.threats().is_empty() { moves & Crossing::of(field).twice } else { moves };
            let first = cells(moves).find(|&cell| {
                let after = field.with_own(cell);
                let zone = self.forced(&after, left - 2).map(|win| win.zone(&after));
                zone.is_some_and(|zone| {
                    self.holding(&after, Some(cell), zone, left - 2, &Tried::default()).is_none()
                })
            });
            return self.found(first);
        }
        let (stones, _) = symmetry::canonical(field.own, field.other);
        if self.is_refuted(stones, left) {
            return false;
        }
        let before = self.forced.nodes();
        let first = self.try_all(field, moves, in_vain, left);
        if first.is_none() && !self.exhausted() {
            // The moves left out do not win from here within `left` plies, either: this holds whatever they were.
            self.failures[table(left)].insert(stones, own_moves(left));
            if left >= PUT_OFF {
                self.tell();
            }
            let worth_keeping = left >= ALWAYS_KEPT || self.forced.nodes() - before >= WORTH_KEEPING;
            if left >= SHARED && worth_keeping {
                self.shared.keep(stones, own_moves(left));
            }
        }
        self.found(first)
    }

    /// Whether the attacker, who is to move in this canonical position, is known not to win within `left` plies.
    fn is_refuted(&self, stones: (u64, u64), left: u32) -> bool {
        self.failures[table(left)].contains(stones, own_moves(left))
            || left >= SHARED && self.shared.refuted(stones) >= own_moves(left)
    }

    /// The same with a stone of the attacker's on `cell` in place of that on `stone`.
    fn is_refuted_instead(&self, field: &Field, cell: usize, stone: usize, left: u32) -> bool {
        let own = field.own & !(1 << stone) | 1 << cell;
        self.is_refuted(symmetry::canonical(own, field.other).0, left)
    }

    /// The same with a stone on `cell` in place of any one of the attacker's.
    fn is_refuted_without_one(&self, field: &Field, cell: usize, left: u32) -> bool {
        cells(field.own).any(|stone| self.is_refuted_instead(field, cell, stone, left))
    }

    /// Tells the others how many nodes have been looked at.
    pub(super) fn tell(&mut self) {
        let nodes = self.forced.nodes();
        self.shared.add_nodes(nodes - self.told);
        self.told = nodes;
    }

    const fn found(&mut self, first: Option<usize>) -> bool {
        if let Some(cell) = first {
            self.winning = cell;
        }
        first.is_some()
    }

    /// The one among `moves` that wins within `left` plies, but for those that lead to the same position as one `in_vain`: threes,
    /// then hidden threats with the smallest zone first, then the others, those in the fewest lines first.
    fn try_all(&mut self, field: &Field, moves: u64, in_vain: u64, left: u32) -> Option<usize> {
        let (mut hidden_threats, mut others) = (Vec::new(), Vec::new());
        let shortest = left == SHORTEST_LATER;
        let moves = if left >= PUT_OFF { apart(field, moves, in_vain) } else { moves };
        let perhaps_hidden =
            if shortest && field.threats().is_empty() { self.hidden_threats(field) } else { u64::MAX };
        for cell in cells(moves) {
            let after = field.with_own(cell);
            let threes = after.empty_cells(after.open_threes());
            if threes != 0 {
                // One three: two at once would be a forced win, and so would be one after the reply.
                if self.quietly(&after.with_other(threes.trailing_zeros() as usize), left - 2, 0) {
                    return Some(cell);
                }
            } else if perhaps_hidden >> cell & 1 == 1
                && let Some(win) = self.forced(&after, left - 2)
            {
                let zone = win.zone(&after);
                hidden_threats.push((zone.count_ones(), cell, zone));
            } else {
                others.push(cell);
            }
        }
        hidden_threats.sort_unstable();
        let hidden_threats = hidden_threats.into_iter().map(|(_, cell, zone)| (cell, Some(zone)));
        // What the weakest moves have shown to be in vain is not tried after the stronger ones again.
        others.sort_by_cached_key(|&cell| open_lines(field, cell));
        if left > SHARED {
            let turned = others.len() * self.turn / self.threads;
            others.rotate_left(turned);
        }
        let moves = hidden_threats.len() + others.len();
        let others = others.into_iter().map(|cell| (cell, None));
        let (mut tried, mut weak) = (Tried::new(field, left), 0);
        for (number, (cell, zone)) in hidden_threats.chain(others).enumerate() {
            if self.turn == 0 && left >= self.most_left {
                self.most_left = left;
                self.shared.show(left, number, moves);
            }
            let after = field.with_own(cell);
            // With more plies left a good reply refutes a move sooner than a pass.
            if shortest && zone.is_none() && !self.quietly(&after, left - 2, weak) {
                weak |= 1 << cell;
                continue;
            }
            if left >= EARLY && self.is_refuted_without_one(field, cell, left) {
                tried.otherwise |= 1 << cell;
                continue;
            }
            let zone = zone.unwrap_or(after.empty());
            match self.holding(&after, Some(cell), zone, left - 2, &tried) {
                None => return Some(cell),
                Some(reply) => tried.refuted[reply] |= 1 << cell,
            }
        }
        None
    }
}

/// Which of the tables holds what is refuted with so many plies left.
fn table(left: u32) -> usize {
    usize::from(left >= EARLY)
}

/// The attacker's own moves among so many plies.
const fn own_moves(left: u32) -> u8 {
    left.div_ceil(2) as u8
}

/// One of each of the attacker's `moves` that lead to the same position but for symmetry; none where one `in_vain` does.
fn apart(field: &Field, moves: u64, in_vain: u64) -> u64 {
    let after = |cell: usize| symmetry::canonical(field.own | 1 << cell, field.other).0;
    let mut seen: FxHashSet<_> = cells(in_vain & field.empty()).map(after).collect();
    let first = |&cell: &usize| seen.insert(after(cell));
    cells(moves).filter(first).fold(0, |apart, cell| apart | 1 << cell)
}

/// How many lines a stone of the attacker on this cell can still be of use in; twice as much where he has a stone already.
fn open_lines(field: &Field, cell: usize) -> u32 {
    let through = THROUGH[cell];
    (through & !field.theirs.one).len() + 2 * (through & field.open_ones()).len()
}
