//! Stones on a board as sets of bits along its lines: 20 rows, 20 columns and twice 39 diagonals a side, each in 32
//! bits, so that a line's pattern around a square is a shift away.

use super::square::{Direction, MAX_SIZE, Square};
use crate::Side;
use crate::hash::mix;
use std::hash::{Hash, Hasher};

const DIAGONALS: usize = 2 * MAX_SIZE - 1;
const LINES: usize = 2 * MAX_SIZE + 2 * DIAGONALS;

/// Bit of the first place of a line. The bits below and above the board stay empty, so that looking six places beyond
/// an edge needs no care.
const MARGIN: u32 = 6;

/// The stones of both sides.
#[derive(Clone)]
pub struct Stones {
    size: u8,
    count: u16,
    key: u64,
    lines: [[u32; LINES]; 2],
}

/// A line seen from one of its squares, for one side. Bit `place` is the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The side's stones.
    pub own: u32,
    /// The empty squares.
    pub empty: u32,
    /// The number of the square's bit.
    pub place: u32,
}

impl View {
    /// The bits of the row of own stones that holds `place` once a stone lies there.
    pub const fn run(self, place: u32) -> u32 {
        let with = self.own | 1 << place;
        let up = (with >> place).trailing_ones();
        let down = (with << (31 - place)).leading_ones();
        // At most 20 stones in a row: the shifts stay below 32.
        ((1 << (up + down - 1)) - 1) << (place + 1 - down)
    }

    /// Whether a stone at `place` completes a winning row: of exactly five, or of five and more.
    pub const fn wins(self, place: u32, exactly: bool) -> bool {
        let length = self.run(place).count_ones();
        length == 5 || (length > 5 && !exactly)
    }

    /// The same line with one more own stone.
    pub const fn with(self, place: u32) -> Self {
        Self { own: self.own | 1 << place, empty: self.empty & !(1 << place), place: self.place }
    }

    /// The empty places within four of `place` at which a stone completes a winning row that holds `place`.
    pub fn fives(self, exactly: bool) -> u32 {
        bits(self.empty & around(self.place, 4))
            .filter(|&five| self.wins(five, exactly) && self.run(five) >> self.place & 1 == 1)
            .fold(0, |set, five| set | 1 << five)
    }
}

/// The places within this distance of a place.
pub const fn around(place: u32, distance: u32) -> u32 {
    ((((1_u64 << (2 * distance + 1)) - 1) << place) >> distance) as u32
}

/// The numbers of the bits of a set in ascending order.
pub fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros();
            set &= set - 1;
            bit
        })
    })
}

/// The line of a direction through a square, and the square's place on it.
const fn line_and_place(direction: Direction, square: Square) -> (usize, u32) {
    let (column, row) = (square.column(), square.row());
    match direction {
        Direction::Horizontal => (row, column as u32),
        Direction::Vertical => (MAX_SIZE + column, row as u32),
        Direction::Rising => (2 * MAX_SIZE + column + MAX_SIZE - 1 - row, column as u32),
        Direction::Falling => (2 * MAX_SIZE + DIAGONALS + column + row, column as u32),
    }
}

/// The number that a stone contributes to the key.
pub const fn stone_key(side: Side, square: Square) -> u64 {
    mix(2 * square.index() as u64 + side.index() as u64 + 1)
}

impl Stones {
    /// An empty board of this size, at most [`MAX_SIZE`].
    pub const fn new(size: usize) -> Self {
        Self { size: size as u8, count: 0, key: 0, lines: [[0; LINES]; 2] }
    }

    /// The length of an edge.
    pub const fn size(&self) -> usize {
        self.size as usize
    }

    /// How many stones there are.
    pub const fn count(&self) -> usize {
        self.count as usize
    }

    /// A hash of the stones.
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Every square of the board, row by row from the bottom.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + use<> {
        let size = self.size();
        (0..size * size).filter_map(move |n| Square::new(n % size, n / size))
    }

    /// Places a stone on an empty square.
    pub fn put(&mut self, side: Side, square: Square) {
        self.flip(side, square);
        self.count += 1;
    }

    /// Takes a stone away that is there.
    pub fn remove(&mut self, side: Side, square: Square) {
        self.flip(side, square);
        self.count -= 1;
    }

    fn flip(&mut self, side: Side, square: Square) {
        for direction in Direction::ALL {
            let (line, place) = line_and_place(direction, square);
            self.lines[side.index()][line] ^= 1 << (place + MARGIN);
        }
        self.key ^= stone_key(side, square);
    }

    /// The side whose stone lies here.
    pub const fn at(&self, square: Square) -> Option<Side> {
        let (row, bit) = (square.row(), square.column() as u32 + MARGIN);
        if self.lines[0][row] >> bit & 1 == 1 {
            Some(Side::First)
        } else if self.lines[1][row] >> bit & 1 == 1 {
            Some(Side::Second)
        } else {
            None
        }
    }

    /// Whether the square is on the board.
    pub const fn contains(&self, square: Square) -> bool {
        square.column() < self.size() && square.row() < self.size()
    }

    /// Whether the square is on the board and empty.
    pub const fn is_empty(&self, square: Square) -> bool {
        self.contains(square) && self.at(square).is_none()
    }

    /// The squares with stones of this side, row by row from the bottom.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = Square> + '_ {
        (0..self.size()).flat_map(move |row| {
            bits(self.lines[side.index()][row] >> MARGIN).filter_map(move |c| Square::new(c as usize, row))
        })
    }

    /// The line of this direction through a square, for this side.
    pub const fn view(&self, side: Side, direction: Direction, square: Square) -> View {
        let (line, place) = line_and_place(direction, square);
        let own = self.lines[side.index()][line];
        let other = self.lines[side.other().index()][line];
        View { own, empty: self.places(direction, square) & !(own | other), place: place + MARGIN }
    }

    /// Every line on which this side has at least so many stones: its direction, its view from its first place, and
    /// that place's square.
    pub fn lines_with(&self, side: Side, least: u32) -> impl Iterator<Item = (Direction, View, Square)> + '_ {
        let full = move |&line: &usize| self.lines[side.index()][line].count_ones() >= least;
        (0..LINES).filter(full).map(move |line| {
            let (direction, first) = self.first_of(line);
            (direction, self.view(side, direction, first), first)
        })
    }

    /// The direction of a line that is on the board, and its first square.
    fn first_of(&self, line: usize) -> (Direction, Square) {
        let (rising, falling) = (2 * MAX_SIZE, 2 * MAX_SIZE + DIAGONALS);
        let (direction, column, row) = if line < MAX_SIZE {
            (Direction::Horizontal, 0, line)
        } else if line < rising {
            (Direction::Vertical, line - MAX_SIZE, 0)
        } else if line < falling {
            // The line's number is its column minus its row, plus 19.
            let (ahead, behind) = (line - rising, MAX_SIZE - 1);
            (Direction::Rising, ahead.saturating_sub(behind), behind.saturating_sub(ahead))
        } else {
            let sum = line - falling;
            let column = (sum + 1).saturating_sub(self.size());
            (Direction::Falling, column, sum - column)
        };
        (direction, Square::new(column, row).unwrap_or_else(Square::origin))
    }

    /// The places of the line of this direction through a square.
    const fn places(&self, direction: Direction, square: Square) -> u32 {
        let size = self.size as u32;
        let (column, row) = (square.column() as u32, square.row() as u32);
        // Places are columns but on vertical lines; a diagonal loses columns at one of its ends.
        let (first, lost) = match direction {
            Direction::Horizontal | Direction::Vertical => (0, 0),
            Direction::Rising => (column.saturating_sub(row), row.saturating_sub(column)),
            Direction::Falling => {
                let sum = column + row;
                ((sum + 1).saturating_sub(size), (size - 1).saturating_sub(sum))
            }
        };
        let length = size - first - lost;
        ((1 << length) - 1) << (first + MARGIN)
    }

    /// Whether this side wins by a stone on this square (or has won, if it lies there).
    pub fn wins_at(&self, side: Side, square: Square, exactly: bool) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let view = self.view(side, direction, square);
            view.wins(view.place, exactly)
        })
    }

    /// The board's image under a symmetry of the square, numbered 0..8, 0 being the identity.
    pub fn image(&self, symmetry: usize) -> Self {
        let mut image = Self::new(self.size());
        for side in [Side::First, Side::Second] {
            for square in self.of_side(side) {
                image.put(side, self.image_square(square, symmetry));
            }
        }
        image
    }

    /// The image of a square under the same symmetry.
    pub fn image_square(&self, square: Square, symmetry: usize) -> Square {
        square.image(self.size(), symmetry)
    }

    /// The least key of the eight images.
    pub fn canonical_key(&self) -> u64 {
        let key_of = |symmetry| {
            [Side::First, Side::Second].into_iter().fold(0, |key, side| {
                self.of_side(side)
                    .fold(key, |key, square| key ^ stone_key(side, self.image_square(square, symmetry)))
            })
        };
        (0..8).map(key_of).min().unwrap_or(self.key)
    }
}

impl PartialEq for Stones {
    fn eq(&self, other: &Self) -> bool {
        // Rows hold everything; the other lines follow from them.
        self.size == other.size
            && self.key == other.key
            && (0..2).all(|side| self.lines[side][..MAX_SIZE] == other.lines[side][..MAX_SIZE])
    }
}

impl Eq for Stones {}

impl Hash for Stones {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl std::fmt::Debug for Stones {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&super::text::rows(self))
    }
}
