//! The defender's replies: which to try first, those that have held before, and how long.

use super::{InTime, PUT_OFF, SHARED, own_moves};
use crate::qubic::forced_win::field::{self, Field};
use games::qubic::lines::{CELLS, LINE_CELLS, cells};
use games::qubic::symmetry;
use std::cmp::Reverse;

/// The most promising is put off after so many times the nodes that replies have taken with so many plies left.
const PATIENCE: u64 = 30;
/// What each move of the attacker counts for a reply's promise that is known not to suffice after it.
const KNOWN: u64 = 200_000;

/// For each reply the moves that it has refuted.
pub(super) type Refuted = [u64; CELLS];

/// Which replies have held.
#[derive(Debug)]
pub(super) struct Replies {
    /// On each cell, and how far from the end.
    held: [u32; CELLS],
    /// On each cell as the reply to each.
    held_after: Box<[[u32; CELLS]; CELLS]>,
    /// Nodes that a reply which held has taken of late, for each number of plies left.
    nodes: [u64; CELLS + 1],
}

impl Default for Replies {
    fn default() -> Self {
        Self { held: [0; CELLS], held_after: Box::new([[0; CELLS]; CELLS]), nodes: [0; CELLS + 1] }
    }
}

impl Replies {
    /// How promising a reply to `last` is on each cell: where it has refuted many moves here, has held often elsewhere, and stands in
    /// many lines. The weights are found by trial.
    fn promise(&self, field: &Field, last: Option<usize>, refuted: &Refuted) -> [u64; CELLS] {
        let mut promise = [0; CELLS];
        for (cell, promise) in promise.iter_mut().enumerate() {
            let after = last.map_or(0, |last| self.held_after[last][cell]);
            *promise = 16 * u64::from(after) + u64::from(self.held[cell]);
            if refuted[cell] != 0 {
                *promise += 1_000_000 * u64::from(refuted[cell].count_ones());
            }
        }
        let defender = field.reversed();
        for (lines, weight) in [
            (field.open_ones(), 200),
            (field.open_twos(), 600),
            (defender.open_ones(), 100),
            (defender.open_twos(), 400),
        ] {
            field::each(lines, |line| {
                for cell in LINE_CELLS[line] {
                    promise[cell as usize] += weight;
                }
            });
        }
        promise
    }

    fn remember(&mut self, last: Option<usize>, reply: usize, left: u32, nodes: u64) {
        let count = |held: &mut [u32; CELLS], most| {
            held[reply] += left * left;
            if held[reply] > most {
                held.iter_mut().for_each(|held| *held /= 2);
            }
        };
        count(&mut self.held, 1 << 24);
        if let Some(last) = last {
            count(&mut self.held_after[last], 1 << 20);
        }
        let usual = &mut self.nodes[left as usize];
        *usual = *usual - *usual / 16 + nodes / 16;
    }

    /// Nodes that a reply takes to hold with so many plies left, to judge by those before.
    fn usual_nodes(&self, left: u32) -> u64 {
        let left = left as usize;
        100 + self.nodes[left].max(4 * self.nodes[left - 2])
    }
}

impl InTime {
    /// The reply among `zone` to `last` after which the attacker does not win within `left` plies; any, if the search is exhausted.
    pub(super) fn holding(
        &mut self,
        field: &Field,
        last: Option<usize>,
        zone: u64,
        left: u32,
        refuted: &Refuted,
    ) -> Option<usize> {
        let mut promise = self.replies.promise(field, last, refuted);
        if left >= SHARED {
            for cell in cells(zone) {
                let (stones, _) = symmetry::canonical(field.own, field.other | 1 << cell);
                let known = self.shared.refuted(stones);
                if known >= own_moves(left) {
                    return Some(cell);
                }
                promise[cell] += KNOWN * u64::from(known);
            }
        }
        let (mut open, mut asked) = (zone, 0_u64);
        let usual = (left >= PUT_OFF).then(|| self.replies.usual_nodes(left));
        let (least, mut most) = usual.map_or((0, u64::MAX), |usual| (usual, PATIENCE * usual));
        while open != 0 {
            let (mut untried, mut rank) = (open, 1);
            while let Some(cell) = cells(untried & open).min_by_key(|&cell| Reverse(promise[cell])) {
                // All the others together do not take as much as the first.
                let nodes = most / (rank * rank);
                if nodes < least {
                    break;
                }
                untried &= !(1 << cell);
                let after = field.with_other(cell);
                if asked >> cell & 1 == 0 {
                    asked |= 1 << cell;
                    if let Some(win) = self.forced(&after, left) {
                        // The sequence was found with one stone more against it: it wins against every stone outside its zone.
                        open &= win.zone(field) & !(1 << cell);
                        continue;
                    }
                }
                rank += 1;
                let before = self.forced.nodes();
                match self.quietly_in(&after, left, refuted[cell], nodes) {
                    Some(true) => open &= !(1 << cell),
                    Some(false) => {
                        self.replies.remember(last, cell, left, self.forced.nodes() - before);
                        return Some(cell);
                    }
                    None if self.exhausted() => return Some(cell),
                    None => {}
                }
            }
            most = most.saturating_mul(3);
        }
        None
    }
}
