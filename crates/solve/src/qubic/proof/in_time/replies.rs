//! Which replies of the defender's to try first: those that have held before.

use crate::qubic::forced_win::field::{self, Field};
use games::qubic::lines::{CELLS, LINE_CELLS};

/// For each reply the moves that it has refuted.
pub(super) type Refuted = [u64; CELLS];

/// Which replies have held.
#[derive(Debug)]
pub(super) struct Replies {
    /// On each cell, and how far from the end.
    held: [u32; CELLS],
    /// On each cell as the reply to each.
    held_after: Box<[[u32; CELLS]; CELLS]>,
}

impl Default for Replies {
    fn default() -> Self {
        Self { held: [0; CELLS], held_after: Box::new([[0; CELLS]; CELLS]) }
    }
}

impl Replies {
    /// How promising a reply to `last` is on each cell: where it has refuted many moves here, has held often elsewhere, and stands in
    /// many lines. The weights are found by trial.
    pub(super) fn promise(&self, field: &Field, last: Option<usize>, refuted: &Refuted) -> [u64; CELLS] {
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

    pub(super) fn remember(&mut self, last: Option<usize>, reply: usize, left: u32) {
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
    }
}
