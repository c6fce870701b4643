//! The board as the program sees it: every line by the sum of its counters (the thesis's MOVE, SUM and ROWDY), kept up
//! to date stone by stone, so that "all lines of sum 10 through this square" is one intersection of sets.

use games::qubic::lines::{CELLS, LINE_CELLS, LINES, lines_through};

/// What a counter of the program itself counts (Doake 1972, IV (i)).
pub(crate) const OWN: u8 = 5;
/// What a counter of its opponent counts.
pub(crate) const OTHER: u8 = 1;

/// A set of lines, line `n` of [`LINE_CELLS`] as bit `n`.
pub(crate) type LineSet = u128;

/// The lines through each square.
pub(crate) const THROUGH: [LineSet; CELLS] = make_through();

const fn make_through() -> [LineSet; CELLS] {
    let mut through = [0; CELLS];
    let mut line = 0;
    while line < LINES {
        let mut i = 0;
        while i < 4 {
            through[LINE_CELLS[line][i] as usize] |= 1 << line;
            i += 1;
        }
        line += 1;
    }
    through
}

/// The lines of a set in ascending order.
pub(crate) fn lines_of(mut set: LineSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let line = set.trailing_zeros() as usize;
            set &= set - 1;
            line
        })
    })
}

/// The squares of a line in ascending order.
pub(crate) fn squares_of(line: usize) -> impl Iterator<Item = usize> {
    LINE_CELLS[line].into_iter().map(usize::from)
}

/// A position in sums. Squares are cells 0..=63, one less than the thesis's numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sums {
    own: u64,
    other: u64,
    sums: [u8; LINES],
    /// The lines of each sum from 0 to 20.
    by_sum: [LineSet; 21],
    /// The lines that are looked at.
    live: LineSet,
}

impl Sums {
    /// The position with these counters of the program and of its opponent.
    pub(crate) fn new(own: u64, other: u64) -> Self {
        let mut by_sum = [0; 21];
        let live = (1 << LINES) - 1;
        by_sum[0] = live;
        let mut sums = Self { own: 0, other: 0, sums: [0; LINES], by_sum, live };
        for cell in 0..CELLS {
            if own >> cell & 1 == 1 {
                sums.put(cell, OWN);
            } else if other >> cell & 1 == 1 {
                sums.put(cell, OTHER);
            }
        }
        sums
    }

    /// The same position with nothing but these lines to be found.
    pub(crate) const fn only(mut self, lines: LineSet) -> Self {
        self.live = lines;
        self
    }

    /// Puts a counter ([`OWN`] or [`OTHER`]) on a blank square.
    pub(crate) fn put(&mut self, cell: usize, counter: u8) {
        let stones = if counter == OWN { &mut self.own } else { &mut self.other };
        *stones |= 1 << cell;
        for line in lines_through(cell) {
            let sum = self.sums[line];
            self.recount(line, sum + counter);
        }
    }

    /// Takes the counter of a square away; a blank square stays as it is.
    pub(crate) fn take(&mut self, cell: usize) {
        let counter = self.counter(cell);
        if counter == 0 {
            return;
        }
        self.own &= !(1 << cell);
        self.other &= !(1 << cell);
        for line in lines_through(cell) {
            let sum = self.sums[line];
            self.recount(line, sum - counter);
        }
    }

    fn recount(&mut self, line: usize, sum: u8) {
        self.by_sum[usize::from(self.sums[line])] &= !(1 << line);
        self.by_sum[usize::from(sum)] |= 1 << line;
        self.sums[line] = sum;
    }

    /// What the counter on a square counts; 0 for a blank one.
    pub(crate) const fn counter(&self, cell: usize) -> u8 {
        if self.own >> cell & 1 == 1 {
            OWN
        } else if self.other >> cell & 1 == 1 {
            OTHER
        } else {
            0
        }
    }

    pub(crate) const fn own(&self) -> u64 {
        self.own
    }

    pub(crate) const fn blank(&self) -> u64 {
        !(self.own | self.other)
    }

    /// Whether a square is blank.
    pub(crate) const fn is_blank(&self, cell: usize) -> bool {
        self.blank() >> cell & 1 == 1
    }

    pub(crate) const fn sum(&self, line: usize) -> u8 {
        self.sums[line]
    }

    /// The lines of this sum; none for a sum that no line can have.
    pub(crate) fn with_sum(&self, sum: i8) -> LineSet {
        usize::try_from(sum).ok().and_then(|sum| self.by_sum.get(sum).copied()).unwrap_or(0) & self.live
    }

    /// The first blank square of a line.
    pub(crate) fn first_blank(&self, line: usize) -> Option<usize> {
        squares_of(line).find(|&cell| self.is_blank(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_follow_the_counters() {
        let mut sums = Sums::new(1 << 3 | 1 << 22, 1 << 41);
        // Squares 4, 23, 42, 61: the last line of all.
        assert_eq!(sums.sum(75), 11);
        sums.put(60, OTHER);
        assert_eq!(sums.sum(75), 12);
        assert_eq!(sums, Sums::new(1 << 3 | 1 << 22, 1 << 41 | 1 << 60));
        sums.take(60);
        sums.take(60);
        assert_eq!(sums, Sums::new(1 << 3 | 1 << 22, 1 << 41));
        for sum in 0..=20 {
            assert!(lines_of(sums.with_sum(sum)).all(|line| i32::from(sums.sum(line)) == i32::from(sum)));
        }
        assert_eq!(sums.with_sum(-1), 0);
        assert_eq!(sums.with_sum(100), 0);
    }
}
