//! Proof numbers whose sums are weak: the greatest, and one for each other.

/// A number that means 'impossible'. Far from the greatest, so that sums need no care.
pub(super) const INFINITE: u32 = 1 << 30;

/// The numbers of a position from those of its moves, seen by the side to move: the least of what it needs, and the weak sum
/// of what the other side needs.
pub(super) struct Weak {
    /// The place of the first of the best moves.
    pub(super) best: usize,
    pub(super) least: u32,
    second: u32,
    pub(super) sum: u32,
    open: u32,
}

impl Weak {
    /// For each move what the side to move needs and what the other needs.
    pub(super) fn of(numbers: &[(u32, u32)]) -> Self {
        let mut weak = Self { best: 0, least: INFINITE, second: INFINITE, sum: 0, open: 0 };
        for (place, &(own, other)) in numbers.iter().enumerate() {
            weak.sum = weak.sum.max(other);
            weak.open += u32::from(other > 0);
            if own < weak.least {
                (weak.second, weak.least, weak.best) = (weak.least, own, place);
            } else {
                weak.second = weak.second.min(own);
            }
        }
        weak.sum = (weak.sum + weak.open.saturating_sub(1)).min(INFINITE);
        weak
    }

    pub(super) const fn reaches(&self, least_end: u32, sum_end: u32) -> bool {
        self.least == 0 || self.sum == 0 || self.least >= least_end || self.sum >= sum_end
    }

    /// The best move's threshold of what the side to move needs.
    pub(super) fn least_end(&self, end: u32, patience: u32) -> u32 {
        end.min(self.second.saturating_add(patience))
    }

    /// The best move's threshold of what the other side needs.
    pub(super) const fn sum_end(&self, end: u32) -> u32 {
        end.saturating_sub(self.open.saturating_sub(1))
    }
}
