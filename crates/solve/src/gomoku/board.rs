//! The threat board: stones, and for every empty square what a stone of either side would make there, kept up to date
//! move by move.

use super::class::{CLASSES, COUNTED, Class, classes};
use super::set::Set;
use super::shape::{CENTRE, Shape, Shapes, fives_along, is_straight, slot};
use super::weights::Weights;
use games::Side;
use games::gomoku::square::MAX_SIZE;
use games::gomoku::stones::{bits, stone_key};
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

/// What a cell holds that is no stone.
const EMPTY: u8 = 0;
const EDGE: u8 = 3;

/// An intersection of the board, or of the margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
struct Cell {
    /// The neighbourhood along each line.
    around: [u32; 4],
    /// What a stone would make along each line; of empty cells only.
    shapes: [u8; 4],
    /// How many of the shapes that count there are: see [`COUNTED`].
    tally: u32,
    classes: [u8; 2],
    square: u16,
    stone: u8,
}

/// The board. Every change is undone by its opposite.
#[derive(Clone, Debug)]
pub struct ThreatBoard {
    shapes: &'static Shapes,
    classes: &'static [u8; 1 << 15],
    weights: &'static Weights,
    size: usize,
    rules: Rules,
    cells: Box<[Cell; CELLS]>,
    /// The squares of each side and class.
    sets: [[Set; Class::COUNT]; 2],
    value: i64,
    key: u64,
    /// Kept only in Renju, for what is forbidden.
    stones: Option<Box<Stones>>,
}

/// The place of a side in arrays of two.
pub(crate) const fn number(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

impl PartialEq for ThreatBoard {
    /// Whether the stones are the same, and everything that has been worked out from them.
    fn eq(&self, other: &Self) -> bool {
        let same = |(own, other): (&Cell, &Cell)| {
            own.stone == other.stone && own.around == other.around && (own.stone != EMPTY || own == other)
        };
        let inside = |cell: &Cell| cell.stone != EDGE;
        let cells = self.cells.iter().zip(other.cells.iter());
        self.size == other.size
            && self.rules == other.rules
            && (self.value, self.key) == (other.value, other.key)
            && self.sets == other.sets
            && cells.filter(|(own, _)| inside(own)).all(same)
    }
}

impl ThreatBoard {
    /// Makes the tables for boards under these rules, which otherwise the first one does.
    pub fn prepare(rules: Rules) {
        let _ = Shapes::of(rules);
        LazyLock::force(&CLASSES);
    }

    pub fn new(stones: &Stones, rules: Rules, weights: &'static Weights) -> Self {
        let edge = Cell { around: [0; 4], shapes: [0; 4], tally: 0, classes: [0; 2], square: 0, stone: EDGE };
        let mut board = Self {
            shapes: Shapes::of(rules),
            classes: &CLASSES,
            weights,
            size: stones.size(),
            rules,
            cells: Box::new([edge; CELLS]),
            sets: [[Set::default(); Class::COUNT]; 2],
            value: 0,
            key: 0,
            stones: (rules == Rules::Renju).then(|| Box::new(Stones::new(stones.size()))),
        };
        for square in stones.squares() {
            let cell = &mut board.cells[CELL_OF[square.index()] as usize];
            (cell.square, cell.stone) = (square.index() as u16, EMPTY);
        }
        board.surround_by_edges();
        for square in stones.squares() {
            board.enter(CELL_OF[square.index()] as usize);
        }
        for side in [Side::First, Side::Second] {
            stones.of_side(side).for_each(|square| board.put(side, square));
        }
        board
    }

    /// Writes the edge into the neighbourhoods of the squares beside it.
    fn surround_by_edges(&mut self) {
        for at in 0..CELLS {
            if self.cells[at].stone == EDGE {
                continue;
            }
            for (direction, step) in STEPS.into_iter().enumerate() {
                for distance in (-4..=4).filter(|&distance| distance != 0) {
                    let other = at as isize + distance as isize * step;
                    if self.cells[other as usize].stone == EDGE {
                        self.cells[at].around[direction] |= u32::from(EDGE) << (2 * slot(distance));
                    }
                }
            }
        }
    }

    /// The length of an edge.
    pub(crate) const fn size(&self) -> usize {
        self.size
    }

    /// A hash of the stones.
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The squares on which a stone of this side would be of this class; none are kept for [`Class::Quiet`]. Renju's forbidden squares are among them: see
    /// [`ThreatBoard::may_play`].
    pub const fn squares(&self, side: Side, class: Class) -> &Set {
        &self.sets[number(side)][class as usize]
    }

    /// The squares on which this side makes a four, with one winning square or more.
    pub(crate) fn fours(&self, side: Side) -> Set {
        Class::FOURS.into_iter().fold(self.sets[number(side)][Class::DoubleFour as usize], |all, class| {
            all | self.sets[number(side)][class as usize]
        })
    }

    /// The empty squares on which a stone of this side makes this shape or a better one along some line.
    pub(crate) fn of_shape(&self, side: Side, shape: Shape) -> Set {
        let shift = 4 * number(side);
        let (mut set, least) = (Set::default(), shape as u8);
        for square in self.all_squares() {
            let cell = &self.cells[CELL_OF[square.index()] as usize];
            if cell.stone == EMPTY && cell.shapes.iter().any(|&shapes| shapes >> shift & 15 >= least) {
                set.insert(square);
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
        self.cells[CELL_OF[square.index()] as usize].classes[number(side)]
    }

    /// The winning squares of this side on lines through an empty square, once it has a stone there.
    pub(crate) fn fives_after(&self, side: Side, square: Square) -> impl Iterator<Item = Square> + '_ {
        let cell = self.cells[CELL_OF[square.index()] as usize];
        let exactly = self.rules.exactly_five(side);
        Direction::ALL.into_iter().enumerate().flat_map(move |(number, direction)| {
            let shape = if side == Side::First { cell.shapes[number] & 15 } else { cell.shapes[number] >> 4 };
            let four = shape == Shape::Four as u8 || shape == Shape::StraightFour as u8;
            let fives = if four { fives_along(cell.around[number], side, exactly) } else { 0 };
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
        let (shift, wanted) = (4 * number(side), shapes.start as u8..shapes.end as u8);
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
        let cell = &self.cells[CELL_OF[square.index()] as usize];
        let (mut fours, mut threes) = (0, 0);
        for (direction, shapes) in cell.shapes.into_iter().enumerate() {
            match Shape::from_number(shapes & 15) {
                Shape::Five => return true,
                Shape::Overline => fours = 2,
                Shape::Four => fours += 1,
                Shape::StraightFour => fours += if is_straight(cell.around[direction], side) { 1 } else { 2 },
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

    /// Places a stone on an empty square.
    pub fn put(&mut self, side: Side, square: Square) {
        let at = CELL_OF[square.index()] as usize;
        self.leave(at);
        self.cells[at].stone = number(side) as u8 + 1;
        self.change_around(at, number(side) as u32 + 1);
        self.key ^= stone_key(side, square);
        if let Some(stones) = &mut self.stones {
            stones.put(side, square);
        }
    }

    /// Takes away a stone that is there.
    pub fn remove(&mut self, side: Side, square: Square) {
        let at = CELL_OF[square.index()] as usize;
        self.change_around(at, number(side) as u32 + 1);
        self.cells[at].stone = EMPTY;
        self.enter(at);
        self.key ^= stone_key(side, square);
        if let Some(stones) = &mut self.stones {
            stones.remove(side, square);
        }
    }

    /// An empty cell begins to count.
    fn enter(&mut self, at: usize) {
        let cell = &mut self.cells[at & (CELLS - 1)];
        cell.shapes = cell.around.map(|around| self.shapes.at(around));
        cell.tally = cell.shapes.iter().map(|&shapes| COUNTED[shapes as usize]).sum();
        cell.classes = classes(self.classes, cell.tally);
        self.value += self.worth(at);
        self.flip_classes(at);
    }

    /// An empty cell ceases to count.
    fn leave(&mut self, at: usize) {
        self.value -= self.worth(at);
        self.flip_classes(at);
    }

    fn worth(&self, at: usize) -> i64 {
        let cell = &self.cells[at & (CELLS - 1)];
        let lines: i64 = cell.shapes.iter().map(|&shapes| self.weights.shapes[shapes as usize]).sum();
        lines + self.weights.class(cell.classes)
    }

    fn flip_classes(&mut self, at: usize) {
        let Cell { classes, square, .. } = self.cells[at & (CELLS - 1)];
        for (sets, class) in self.sets.iter_mut().zip(classes) {
            flip(sets, class, square);
        }
    }

    /// Writes a stone into, or out of, all neighbourhoods that it is in.
    fn change_around(&mut self, at: usize, stone: u32) {
        match self.shapes {
            Shapes::Near(shapes) => {
                self.change_within::<4>(|around| shapes[around as usize & 0xffff], at, stone)
            }
            Shapes::Far(shapes) => {
                self.change_within::<5>(|around| shapes[around as usize & 0xf_ffff], at, stone);
            }
        }
    }

    #[inline(always)]
    fn change_within<const REACH: usize>(&mut self, shapes: impl Fn(u32) -> u8, at: usize, stone: u32) {
        for (direction, step) in STEPS.into_iter().enumerate() {
            for distance in 1..=REACH {
                // Seen from there, the stone is in the opposite direction.
                let (before, behind) = (slot(-(distance as i32)), slot(distance as i32));
                let offset = distance as isize * step;
                self.change(&shapes, at.wrapping_add_signed(offset), direction, stone << (2 * before));
                self.change(&shapes, at.wrapping_add_signed(-offset), direction, stone << (2 * behind));
            }
        }
    }

    #[inline(always)]
    fn change(&mut self, shapes: impl Fn(u32) -> u8, at: usize, direction: usize, difference: u32) {
        let cell = &mut self.cells[at & (CELLS - 1)];
        cell.around[direction] ^= difference;
        if cell.stone != EMPTY {
            return;
        }
        let old = cell.shapes[direction];
        let new = shapes(cell.around[direction]);
        if new != old {
            cell.shapes[direction] = new;
            self.value += self.weights.shapes[new as usize] - self.weights.shapes[old as usize];
            let counted = COUNTED[new as usize].wrapping_sub(COUNTED[old as usize]);
            if counted != 0 {
                cell.tally = cell.tally.wrapping_add(counted);
                self.reclass(at);
            }
        }
    }

    fn reclass(&mut self, at: usize) {
        let cell = &mut self.cells[at & (CELLS - 1)];
        let new = classes(self.classes, cell.tally);
        let old = cell.classes;
        if new == old {
            return;
        }
        cell.classes = new;
        for side in 0..2 {
            if new[side] != old[side] {
                flip(&mut self.sets[side], old[side], cell.square);
                flip(&mut self.sets[side], new[side], cell.square);
            }
        }
        self.value += self.weights.class(new) - self.weights.class(old);
    }
}

/// Puts a square into the set of its class, or takes it out. Quiet ones have none: they would change all the time.
#[inline]
fn flip(sets: &mut [Set; Class::COUNT], class: u8, square: u16) {
    if class != Class::Quiet as u8
        && let Some(set) = sets.get_mut(class as usize)
    {
        set.flip(Square::from_index(square as usize));
    }
}
