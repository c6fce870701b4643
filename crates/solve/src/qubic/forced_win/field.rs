//! Which lines hold how many stones of each side, kept up to date by a handful of word operations a stone.
//!
//! The 76 lines are the bits of a `u128`. For each side three such sets say which lines hold at least one, two and
//! three of its stones: a stone carries every line through its cell one set up. A line is open for a side while the
//! other has no stone in it.

use games::qubic::Qubic;
use games::qubic::lines::{CELLS, LINE_CELLS, LINE_SETS, LINES};
use std::ops::{BitAnd, BitOr, Not};

/// A set of lines: line `i` of [`LINE_SETS`] is bit `i % 64` of word `i / 64`. Two words rather than a `u128`, so that
/// compilers keep a set in one vector register from its making to its use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(16))]
pub struct Lines([u64; 2]);

impl Lines {
    pub(crate) const NONE: Self = Self([0; 2]);

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    #[inline]
    pub const fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// Whether two sets have a line in common.
    #[inline]
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0[0] & other.0[0] | self.0[1] & other.0[1] != 0
    }
}

impl BitAnd for Lines {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl BitOr for Lines {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl Not for Lines {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self([!self.0[0], !self.0[1]])
    }
}

pub(crate) const THROUGH: [Lines; CELLS] = make_through();

const fn make_through() -> [Lines; CELLS] {
    let mut through = [Lines::NONE; CELLS];
    let mut line = 0;
    while line < LINES {
        let mut i = 0;
        while i < 4 {
            through[LINE_CELLS[line][i] as usize].0[line / 64] |= 1 << (line % 64);
            i += 1;
        }
        line += 1;
    }
    through
}

/// The lines with at least one, two, three stones of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// At least one.
    pub one: Lines,
    /// At least two.
    pub(crate) two: Lines,
    /// At least three.
    pub(crate) three: Lines,
}

impl Counts {
    fn of(stones: u64) -> Self {
        games::qubic::lines::cells(stones).fold(Self::default(), |counts, cell| counts.with(cell))
    }

    #[inline]
    fn with(self, cell: usize) -> Self {
        let through = THROUGH[cell];
        Self {
            one: self.one | through,
            two: self.two | (self.one & through),
            three: self.three | (self.two & through),
        }
    }
}

/// A position as the attacker sees it: his stones (`own`), the defender's (`other`), and the lines of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The attacker's stones.
    pub own: u64,
    pub other: u64,
    pub(crate) mine: Counts,
    pub theirs: Counts,
}

impl Field {
    /// The field of these stones; neither side has a full line.
    pub fn new(own: u64, other: u64) -> Self {
        Self { own, other, mine: Counts::of(own), theirs: Counts::of(other) }
    }

    /// The position as its side to move sees it.
    pub fn of(position: &Qubic) -> Self {
        let (own, other) = position.own_and_other();
        Self::new(own, other)
    }

    /// With one more stone of the attacker.
    #[inline]
    pub(crate) fn with_own(&self, cell: usize) -> Self {
        Self { own: self.own | 1 << cell, mine: self.mine.with(cell), ..*self }
    }

    /// With one more stone of the defender.
    #[inline]
    pub(crate) fn with_other(&self, cell: usize) -> Self {
        Self { other: self.other | 1 << cell, theirs: self.theirs.with(cell), ..*self }
    }

    /// The same position seen by the other side.
    #[inline]
    pub const fn reversed(&self) -> Self {
        Self { own: self.other, other: self.own, mine: self.theirs, theirs: self.mine }
    }

    /// The empty cells.
    #[inline]
    pub const fn empty(&self) -> u64 {
        !(self.own | self.other)
    }

    /// The attacker's open lines of exactly two stones: each of its empty cells makes a three.
    #[inline]
    pub fn open_twos(&self) -> Lines {
        self.mine.two & !self.mine.three & !self.theirs.one
    }

    /// The attacker's open lines of three: their last cell wins.
    #[inline]
    pub fn open_threes(&self) -> Lines {
        self.mine.three & !self.theirs.one
    }

    /// The attacker's open lines of exactly one stone.
    #[inline]
    pub fn open_ones(&self) -> Lines {
        self.mine.one & !self.mine.two & !self.theirs.one
    }

    /// The defender's open lines of three: their last cells would win for him.
    #[inline]
    pub fn threats(&self) -> Lines {
        self.theirs.three & !self.mine.one
    }

    /// The attacker's moves that do not lose at once: all, the one that meets the defender's threes, or none if no move meets them.
    pub(crate) fn moves(&self) -> u64 {
        let threats = self.empty_cells(self.threats());
        match threats.count_ones() {
            0 => self.empty(),
            1 => threats,
            _ => 0,
        }
    }

    /// The defender's open lines of exactly two stones.
    #[inline]
    pub fn their_open_twos(&self) -> Lines {
        self.theirs.two & !self.theirs.three & !self.mine.one
    }

    #[inline]
    pub fn empty_cells(&self, lines: Lines) -> u64 {
        union(lines) & self.empty()
    }
}

/// The cells of these lines.
#[inline]
pub fn union(lines: Lines) -> u64 {
    let mut cells = 0;
    each(lines, |line| cells |= LINE_SETS[line]);
    cells
}

/// Calls `f` for each of these lines in ascending order.
#[inline]
pub fn each(lines: Lines, mut f: impl FnMut(usize)) {
    let [mut low, mut high] = lines.0;
    while low != 0 {
        f(low.trailing_zeros() as usize);
        low &= low - 1;
    }
    while high != 0 {
        f(64 + high.trailing_zeros() as usize);
        high &= high - 1;
    }
}

/// The two empty cells of each of these lines, which have exactly two.
#[inline]
pub(crate) fn pairs(lines: Lines, empty: u64) -> impl Iterator<Item = [usize; 2]> {
    let [mut low, mut high] = lines.0;
    std::iter::from_fn(move || {
        let line = if low != 0 {
            let line = low.trailing_zeros() as usize;
            low &= low - 1;
            line
        } else if high != 0 {
            let line = 64 + high.trailing_zeros() as usize;
            high &= high - 1;
            line
        } else {
            return None;
        };
        let cells = LINE_SETS[line % LINE_SETS.len()] & empty;
        Some([cells.trailing_zeros() as usize & 63, (63 - cells.leading_zeros()) as usize & 63])
    })
}
