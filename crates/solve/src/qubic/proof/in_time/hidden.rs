//! Hidden threats: quiet moves that threaten a forced win.

use super::InTime;
use crate::qubic::forced_win::Field;
use crate::qubic::forced_win::field::{self, THROUGH};
use games::qubic::lines::{LINE_SETS, cells};

impl InTime {
    /// All quiet moves of the attacker after which he has a forced win within five plies, were the defender to pass, and perhaps
    /// others: he has no forced win within five plies now, and there is no threat of the defender.
    pub(in super::super) fn hidden_threats(&mut self, field: &Field) -> u64 {
        let empty = field.empty();
        // At once two threes.
        let mut found = Crossing::of(field).once;
        // A three in a line of two that is there already, and then two threes with the help of the new stone.
        for [a, b] in field::pairs(field.open_twos(), empty) {
            for (gain, cost) in [(a, b), (b, a)] {
                let after = field.with_own(gain).with_other(cost);
                let blocks = after.empty_cells(after.threats());
                if blocks == 0 {
                    found |= Crossing::of(&after).once;
                } else {
                    // The new stone blocks the answer's threat itself (one of two), or makes the only block the crossing of two lines.
                    found |= blocks;
                    if blocks.count_ones() == 1 {
                        let through = THROUGH[blocks.trailing_zeros() as usize];
                        found |= after.empty_cells(after.open_ones() & through);
                    }
                }
            }
        }
        // A three in a line that the new stone makes one of two: which of the two stones comes first is all the same.
        field::each(field.open_ones(), |line| {
            let line = LINE_SETS[line] & empty;
            for cost in cells(line) {
                let gains = line & !(1 << cost);
                if gains & !found != 0 {
                    let after = cells(gains).fold(field.with_other(cost), |after, gain| after.with_own(gain));
                    if self.forced(&after, 3).is_some() {
                        found |= gains;
                    }
                }
            }
        });
        found
    }
}

/// Cells on which a stone of the attacker makes lines of two that cross others of his in empty cells, but no three.
pub(super) struct Crossing {
    /// At least one such line.
    pub(super) once: u64,
    /// At least two.
    pub(super) twice: u64,
}

impl Crossing {
    pub(super) fn of(field: &Field) -> Self {
        let (empty, twos) = (field.empty(), field.empty_cells(field.open_twos()));
        let (mut once, mut twice) = (0, 0);
        field::each(field.open_ones(), |line| {
            let line = LINE_SETS[line] & empty;
            if line & twos != 0 {
                twice |= once & line;
                once |= line;
            }
        });
        Self { once: once & !twos, twice: twice & !twos }
    }
}
