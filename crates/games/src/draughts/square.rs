//! The thirty-two dark squares, how they neighbour each other, and sets of them.
//!
//! Squares are numbered 1 to 32 as on printed boards: four to a row, row after row from Black's side. A set of squares is
//! one `u32` with bit `n - 1` for square `n`. Rows of even and odd number stand half a square apart, which is why a step
//! in one direction is a shift by three, four or five.

use std::fmt::{self, Display};

/// How many squares there are.
pub const SQUARES: usize = 32;

/// A dark square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square of this number, 1 to 32.
    pub const fn new(number: usize) -> Option<Self> {
        if number >= 1 && number <= SQUARES { Some(Self(number as u8 - 1)) } else { None }
    }

    /// Its number, 1 to 32.
    pub(crate) const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// Its place in a set, 0 to 31.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this square alone.
    pub const fn bit(self) -> u32 {
        1 << self.0
    }

    /// The squares of a set in ascending order.
    pub fn of_set(mut set: u32) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            let square = (set != 0).then(|| Self(set.trailing_zeros() as u8));
            set &= set.wrapping_sub(1);
            square
        })
    }

    /// Where a step in this direction leads, or a jump, if the board goes so far.
    pub(crate) fn towards(self, direction: Direction, jump: bool) -> Option<Self> {
        let next = direction.step(self.bit());
        let landing = if jump { direction.step(next) } else { next };
        (landing != 0).then(|| Self(landing.trailing_zeros() as u8))
    }
}

impl Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// The rows with an even number, counted from 0: their squares stand further right.
const EVEN: u32 = 0x0f0f_0f0f;
/// The leftmost square of each odd row, the rightmost of each even one: nothing lies beyond them on that side.
const LEFT_EDGE: u32 = 0x1010_1010;
const RIGHT_EDGE: u32 = 0x0808_0808;

/// Black's first row, where White's men become kings.
pub const BLACKS_ROW: u32 = 0xf;
/// White's first row, where Black's men become kings.
pub const WHITES_ROW: u32 = 0xf000_0000;

/// A diagonal direction, on the board with square 1 at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Towards lower numbers, to the left.
    UpLeft,
    /// Towards lower numbers, to the right.
    UpRight,
    /// Towards higher numbers, to the left.
    DownLeft,
    /// Towards higher numbers, to the right.
    DownRight,
}

impl Direction {
    /// All four; the first two lead towards lower numbers.
    pub const ALL: [Self; 4] = [Self::UpLeft, Self::UpRight, Self::DownLeft, Self::DownRight];

    /// The squares that the squares of a set lead to by one step; what would leave the board is lost.
    #[inline]
    pub const fn step(self, set: u32) -> u32 {
        match self {
            Self::UpLeft => (set & EVEN) >> 4 | (set & !EVEN & !LEFT_EDGE) >> 5,
            Self::UpRight => (set & EVEN & !RIGHT_EDGE) >> 3 | (set & !EVEN) >> 4,
            Self::DownLeft => (set & EVEN) << 4 | (set & !EVEN & !LEFT_EDGE) << 3,
            Self::DownRight => (set & EVEN & !RIGHT_EDGE) << 5 | (set & !EVEN) << 4,
        }
    }

    /// The direction back.
    pub const fn back(self) -> Self {
        match self {
            Self::UpLeft => Self::DownRight,
            Self::UpRight => Self::DownLeft,
            Self::DownLeft => Self::UpRight,
            Self::DownRight => Self::UpLeft,
        }
    }
}
