//! Squares of a board of any size up to 20 x 20, and the four directions of its lines.

use crate::{TextError, quoted};
use std::fmt;

/// The greatest size of a board.
pub const MAX_SIZE: usize = 20;

/// An intersection of the board, which the papers call a square. Its text is the letter of its column and the number
/// of its row, counted from the bottom: `h8`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u16);

impl Square {
    /// The square in this column and row, both counted from 0 and below [`MAX_SIZE`].
    pub const fn new(column: usize, row: usize) -> Option<Self> {
        if column < MAX_SIZE && row < MAX_SIZE { Some(Self((row * MAX_SIZE + column) as u16)) } else { None }
    }

    /// The square `a1`.
    pub const fn origin() -> Self {
        Self(0)
    }

    /// The square of this number, as [`Square::index`] counts; the caller knows that it is below 400.
    pub const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// The number of the square: `20 * row + column`, whatever the size of the board.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, counted from 0 for `a`.
    pub const fn column(self) -> usize {
        self.0 as usize % MAX_SIZE
    }

    /// The row, counted from 0 at the bottom.
    pub const fn row(self) -> usize {
        self.0 as usize / MAX_SIZE
    }

    /// The square so many steps on in this direction; the caller knows that it is on the board.
    pub const fn step(self, direction: Direction, steps: i32) -> Self {
        Self((self.0 as i32 + steps * direction.stride()) as u16)
    }

    /// The least number of king's moves between two squares.
    pub const fn distance(self, other: Self) -> usize {
        let columns = self.column().abs_diff(other.column());
        let rows = self.row().abs_diff(other.row());
        if columns > rows { columns } else { rows }
    }

    /// The image under a symmetry of a board of this size, numbered 0..8, 0 being the identity.
    pub fn image(self, size: usize, symmetry: usize) -> Self {
        let last = size - 1;
        let (mut column, mut row) = (self.column(), self.row());
        if symmetry & 1 != 0 {
            column = last - column;
        }
        if symmetry & 2 != 0 {
            row = last - row;
        }
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        Self::new(column, row).unwrap_or(self)
    }

    /// Reads a square of a board of this size.
    ///
    /// # Errors
    /// A sentence that says what a move looks like.
    pub fn parse(text: &str, size: usize) -> Result<Self, TextError> {
        let refused = || {
            let last = letter(size - 1);
            TextError::new(format!(
                "{} is not a move: a move is a column from a to {last} with a row from 1 to {size}, such as h8",
                quoted(text)
            ))
        };
        let (&first, digits) = text.as_bytes().split_first().ok_or_else(refused)?;
        let plain = !digits.is_empty() && digits.len() <= 2 && digits.iter().all(u8::is_ascii_digit);
        if !first.is_ascii_lowercase() || !plain || digits[0] == b'0' {
            return Err(refused());
        }
        let column = usize::from(first - b'a');
        let row = digits.iter().fold(0, |number, digit| 10 * number + usize::from(digit - b'0')) - 1;
        if column >= size || row >= size {
            return Err(refused());
        }
        Self::new(column, row).ok_or_else(refused)
    }
}

/// The letter of a column.
pub(crate) const fn letter(column: usize) -> char {
    (b'a' + column as u8) as char
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", letter(self.column()), self.row() + 1))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A direction of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// From left to right.
    Horizontal,
    /// From the bottom to the top.
    Vertical,
    /// To the right and up.
    Rising,
    /// To the right and down.
    Falling,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Horizontal, Self::Vertical, Self::Rising, Self::Falling];

    /// What a step adds to [`Square::index`].
    pub(crate) const fn stride(self) -> i32 {
        let row = MAX_SIZE as i32;
        match self {
            Self::Horizontal => 1,
            Self::Vertical => row,
            Self::Rising => row + 1,
            Self::Falling => 1 - row,
        }
    }
}
