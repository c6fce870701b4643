//! The threat board: stones, and for every empty square what a stone of either side would make there, kept up to date
//! move by move.

mod change;

use super::class::{CLASSES, Class};
use super::set::Set;
use super::shape::{CENTRE, Shape, Shapes, fives_along, is_straight, neighbourhood};
use super::weights::Weights;
use change::{Frame, Placed};
use games::Side;
use games::gomoku::square::MAX_SIZE;
use games::gomoku::stones::bits;
use games::gomoku::{Direction, Rules, Square, Stones, may_place};
use std::ops::Range;
use std::sync::LazyLock;

/// A margin around the board wide enough for every neighbourhood.
const MARGIN: usize = 5;
const STRIDE: usize = MAX_SIZE + 2 * MARGIN;
/// A power of two, so that a masked number needs no check.
const CELLS: usize = (STRIDE * STRIDE).next_power_of_two();
/// What a step adds to a cell's number, in the order of [`Direction::ALL`].
const STEPS: [isize; 4] = [1, STRIDE as isize, STRIDE as isize + 1, 1 - STRIDE as isize];
/// The cell of each square.
const CELL_OF: [u16; MAX_SIZE * MAX_SIZE] = {
    let mut cells = [0; MAX_SIZE * MAX_SIZE];
    let mut n = 0;
    while n < cells.len() {
        cells[n] = ((n / MAX_SIZE + MARGIN) * STRIDE + n % MAX_SIZE + MARGIN) as u16;
        n += 1;
    }
    cells
};

/// The lines of a direction, and the bits of a place on one.
const LINES: usize = (2 * STRIDE).next_power_of_two();
const BITS: usize = 2;

/// What a cell holds that is no stone.
const EMPTY: u8 = 0;
const EDGE: u8 = 3;

/// An intersection of the board, or of the margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
struct Cell {
    /// What a stone would make along each line; in a cell with a stone this, the tally and the classes are as they were before, for
    /// when it is taken back.
    shapes: [u8; 4],
    /// How many of the shapes that count there are: see [`super::class::COUNTED`].
    tally: u32,
    classes: [u8; 2],
    square: u16,
    /// Its own number.
    at: u16,
    stone: u8,
}

/// The board. Every change is undone by its opposite; taking away the last stone works nothing out again.
#[derive(Clone, Debug)]
pub struct ThreatBoard {
    shapes: &'static Shapes,
    classes: &'static [u8; 1 << 15],
    weights: Option<&'static Weights>,
    size: usize,
    rules: Rules,
    cells: Box<[Cell; CELLS]>,
    /// What each line of each direction holds, two bits a cell.
    lines: [[u64; LINES]; 4],
    /// The squares of each side and class.
    sets: [[Set; Class::COUNT]; 2],
    value: i64,
    key: u64,
    /// The stones that have been placed since the last one was taken away out of turn, and what they changed: as many frames as
    /// there have ever been stones.
    placed: Vec<Placed>,
    frames: Vec<Frame>,
    /// Kept only in Renju, for what is forbidden.
    stones: Option<Box<Stones>>,
}

impl PartialEq for ThreatBoard {
    /// Whether the stones are the same, and everything that has been worked out from them.
    fn eq(&self, other: &Self) -> bool {
        let same =
            |(own, other): (&Cell, &Cell)| own.stone == other.stone && (own.stone != EMPTY || own == other);
        let inside = |cell: &Cell| cell.stone != EDGE;
        let cells = self.cells.iter().zip(other.cells.iter());
        self.size == other.size
            && self.rules == other.rules
            && (self.value, self.key) == (other.value, other.key)
            && self.sets == other.sets
            && self.lines == other.lines
            && cells.filter(|(own, _)| inside(own)).all(same)
    }
}

impl ThreatBoard {
    /// Makes the tables for boards under these rules, which otherwise the first one does.
    pub fn prepare(rules: Rules) {
        let _ = Shapes::of(rules);
        LazyLock::force(&CLASSES);
    }

    /// A board that knows threats and is worth nothing.
    pub fn new(stones: &Stones, rules: Rules) -> Self {
        Self::with_weights(stones, rules, None)
    }

    /// A board with a value.
    pub fn weighed(stones: &Stones, rules: Rules, weights: &'static Weights) -> Self {
        Self::with_weights(stones, rules, Some(weights))
    }

    fn with_weights(stones: &Stones, rules: Rules, weights: Option<&'static Weights>) -> Self {
        let edge = Cell { shapes: [0; 4], tally: 0, classes: [0; 2], square: 0, at: 0, stone: EDGE };
        let mut board = Self {
            shapes: Shapes::of(rules),
            classes: &CLASSES,
            weights,
            size: stones.size(),
            rules,
            cells: Box::new([edge; CELLS]),
            lines: [[0; LINES]; 4],
            sets: [[Set::default(); Class::COUNT]; 2],
            value: 0,
            key: 0,
            placed: Vec::new(),
            frames: Vec::new(),
            stones: (rules == Rules::Renju).then(|| Box::new(Stones::new(stones.size()))),
        };
        for square in stones.squares() {
            let at = CELL_OF[square.index()];
            board.cells[at as usize] = Cell { square: square.index() as u16, at, stone: EMPTY, ..edge };
        }
        for at in (0..STRIDE * STRIDE).filter(|&at| board.cells[at].stone == EDGE) {
            for (direction, (line, place)) in lines_through(at).into_iter().enumerate() {
                board.lines[direction][line] |= u64::from(EDGE) << (BITS * place);
            }
        }
        for square in stones.squares() {
            board.enter(CELL_OF[square.index()] as usize);
        }
        for side in [Side::First, Side::Second] {
            for square in stones.of_side(side) {
                board.put(side, square);
                // Nobody takes these back one by one, and every copy would have them.
                board.placed.clear();
            }
        }
        board.frames.clear();
        board
    }

    /// A hash of the stones.
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// How many stones of this side there are.
    pub(super) fn stones_of(&self, side: Side) -> u32 {
        let low = u64::MAX / u64::from(EDGE);
        let of = |line: &u64| {
            let (own, other) = (line >> side.index(), line >> (1 - side.index()));
            (own & !other & low).count_ones()
        };
        self.lines[0].iter().map(of).sum()
    }

    /// The squares on which a stone of this side would be of this class; none are kept for [`Class::Quiet`]. Renju's forbidden squares are among them: see
    /// [`ThreatBoard::may_play`].
    pub const fn squares(&self, side: Side, class: Class) -> &Set {
        &self.sets[side.index()][class as usize]
    }

    /// The squares on which this side makes a four, with one winning square or more.
    pub(crate) fn fours(&self, side: Side) -> Set {
        Class::FOURS.into_iter().fold(self.sets[side.index()][Class::DoubleFour as usize], |all, class| {
            all | self.sets[side.index()][class as usize]
        })
    }

    /// The empty squares on which a stone of this side makes this shape or a better one along some line.
    pub(crate) fn of_shape(&self, side: Side, shape: Shape) -> Set {
        let shift = 4 * side.index();
        // A byte a line: those of a greater number or this one grow beyond four bits.
        let add = 0x0101_0101 * (16 - shape as u32);
        let mut set = Set::default();
        for row in MARGIN..MARGIN + self.size {
            for cell in &self.cells[row * STRIDE + MARGIN..][..self.size] {
                let shapes = u32::from_le_bytes(cell.shapes) >> shift & 0x0f0f_0f0f;
                if (shapes + add) & 0x1010_1010 != 0 && cell.stone == EMPTY {
                    set.insert(Square::from_index(usize::from(cell.square)));
                }
            }
        }
        set
    }

    /// Every square of the board, row by row from the bottom.
    pub fn all_squares(&self) -> impl Iterator<Item = Square> + use<> {
        let size = self.size;
        (0..size * size).filter_map(move |n| Square::new(n % size, n / size))
    }

    #[cfg(test)]
    pub(super) const fn sets_for_tests(&self) -> &[[Set; Class::COUNT]; 2] {
        &self.sets
    }

    /// The class of an empty square for this side.
    pub const fn class(&self, side: Side, square: Square) -> u8 {
        self.cells[CELL_OF[square.index()] as usize].classes[side.index()]
    }

    /// The winning squares of this side on lines through an empty square, once it has a stone there.
    pub(crate) fn fives_after(&self, side: Side, square: Square) -> impl Iterator<Item = Square> + '_ {
        let at = CELL_OF[square.index()] as usize;
        let cell = self.cells[at];
        let exactly = self.rules.exactly_five(side);
        Direction::ALL.into_iter().enumerate().flat_map(move |(number, direction)| {
            let shape = if side == Side::First { cell.shapes[number] & 15 } else { cell.shapes[number] >> 4 };
            let four = shape == Shape::Four as u8 || shape == Shape::StraightFour as u8;
            let fives = if four { fives_along(self.around(at, number), side, exactly) } else { 0 };
            bits(fives).map(move |place| square.step(direction, place as i32 - CENTRE as i32))
        })
    }

    /// The pairs of shapes along the four lines of an empty square, the first side's in the lower four bits; `None` of
    /// an occupied one.
    pub fn lines(&self, square: Square) -> Option<[u8; 4]> {
        let cell = &self.cells[CELL_OF[square.index()] as usize];
        (cell.stone == EMPTY).then_some(cell.shapes)
    }

    /// Whether a stone of this side on this empty square makes one of these shapes along some line.
    pub(crate) fn makes(&self, side: Side, square: Square, shapes: Range<Shape>) -> bool {
        let (shift, wanted) = (4 * side.index(), shapes.start as u8..shapes.end as u8);
        let cell = &self.cells[CELL_OF[square.index()] as usize];
        cell.shapes.iter().any(|&shapes| wanted.contains(&(shapes >> shift & 15)))
    }

    /// Whether the square, which is on the board, is empty.
    pub const fn is_empty(&self, square: Square) -> bool {
        self.cells[CELL_OF[square.index()] as usize].stone == EMPTY
    }

    /// Whether this side may place a stone on this empty square: only Renju forbids black some. (Variant C's
    /// restriction of the second stone is not looked at.)
    #[inline]
    pub fn may_play(&self, side: Side, square: Square) -> bool {
        match &self.stones {
            Some(stones) if side == Side::First => may_place(stones, self.rules, side, square),
            _ => true,
        }
    }

    /// Whether some moves of this side may be forbidden.
    pub const fn restricts(&self, side: Side) -> bool {
        self.stones.is_some() && matches!(side, Side::First)
    }

    /// Whether this side may play on this empty square, and may still do so however many stones the other side adds elsewhere. Of Renju's
    /// rules it leaves out that a three which can become no straight four, as that is forbidden, counts for nothing: only this lets a
    /// white stone forbid a move. White's stones otherwise take fours and threes from black.
    #[inline]
    pub fn is_safe(&self, side: Side, square: Square) -> bool {
        if !self.restricts(side) {
            return true;
        }
        let at = CELL_OF[square.index()] as usize;
        let (mut fours, mut threes) = (0, 0);
        for (direction, shapes) in self.cells[at].shapes.into_iter().enumerate() {
            match Shape::from_number(shapes & 15) {
                Shape::Five => return true,
                Shape::Overline => fours = 2,
                Shape::Four => fours += 1,
                Shape::StraightFour => {
                    fours += if is_straight(self.around(at, direction), side) { 1 } else { 2 }
                }
                Shape::OpenThree | Shape::WideThree => threes += 1,
                _ => {}
            }
        }
        fours < 2 && threes < 2
    }

    /// The sum of the weights, for the first side, with this side to move.
    pub const fn value(&self, to_move: Side) -> i32 {
        let second = self.value as i32;
        match to_move {
            Side::First => ((self.value - second as i64) >> 32) as i32,
            Side::Second => second,
        }
    }

    /// The neighbourhood of a cell along a line.
    fn around(&self, at: usize, direction: usize) -> u32 {
        let (line, place) = lines_through(at)[direction];
        neighbourhood(self.lines[direction][line], place)
    }
}

/// The line of each direction through a cell, and the cell's place on it.
const fn lines_through(at: usize) -> [(usize, usize); 4] {
    let (column, row) = (at % STRIDE, at / STRIDE);
    [(row, column), (column, row), (column + STRIDE - row, column), (column + row, column)]
}
