//! How the board changes: a stone changes the lines through its cell, and with them what the cells around are.

use super::{BITS, CELL_OF, CELLS, Cell, EMPTY, STEPS, ThreatBoard, lines_through};
use crate::gomoku::class::{COUNTED, Class, classes};
use crate::gomoku::set::Set;
use crate::gomoku::shape::{CENTRE, Shapes, neighbourhood};
use games::Side;
use games::gomoku::Square;
use games::gomoku::stones::stone_key;

/// A neighbourhood reaches so many places to each side.
const FAR: usize = CENTRE as usize;
/// The cells within reach of one, at most.
const AROUND: usize = 4 * 2 * FAR;

/// The empty cells within reach of a stone, as they were before it: first those whose classes it changed, from the end on the others.
pub(super) type Frame = [Cell; AROUND];

/// A stone that has been placed: how many cells changed their classes, where the others begin, and what the board was worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    at: u16,
    moved: u8,
    others: u8,
    value: i64,
}

impl ThreatBoard {
    /// Places a stone on an empty square.
    pub fn put(&mut self, side: Side, square: Square) {
        let at = CELL_OF[square.index()] as usize;
        debug_assert_eq!(self.cells[at].stone, EMPTY);
        let value = self.value;
        // An empty cell ceases to count.
        self.value -= self.worth(at);
        self.flip_classes(at);
        self.cells[at].stone = side.index() as u8 + 1;
        self.write(at, side);
        let (moved, others) = self.change_around(at);
        self.placed.push(Placed { at: at as u16, moved, others, value });
        self.key ^= stone_key(side, square);
        if let Some(stones) = &mut self.stones {
            stones.put(side, square);
        }
    }

    /// Takes away a stone that is there.
    pub fn remove(&mut self, side: Side, square: Square) {
        let at = CELL_OF[square.index()] as usize;
        debug_assert_eq!(self.cells[at].stone, side.index() as u8 + 1);
        self.write(at, side);
        match self.placed.pop() {
            Some(placed) if usize::from(placed.at) == at => self.take_back(placed),
            _ => {
                self.placed.clear();
                self.change_around(at);
                self.cells[at].stone = EMPTY;
                self.enter(at);
            }
        }
        self.key ^= stone_key(side, square);
        if let Some(stones) = &mut self.stones {
            stones.remove(side, square);
        }
    }

    /// Everything becomes what it was before the last stone, which the lines no longer hold. What its own cell was it still is.
    fn take_back(&mut self, Placed { at, moved, others, value }: Placed) {
        let frame = &self.frames[self.placed.len()];
        let (moved, others) = (&frame[..usize::from(moved)], &frame[usize::from(others)..]);
        for &before in moved {
            let now = std::mem::replace(&mut self.cells[usize::from(before.at) & (CELLS - 1)], before);
            move_square(&mut self.sets, before.square, now.classes, before.classes);
        }
        for &before in others {
            self.cells[usize::from(before.at) & (CELLS - 1)] = before;
        }
        self.cells[usize::from(at)].stone = EMPTY;
        self.flip_classes(usize::from(at));
        self.value = value;
    }

    /// An empty cell begins to count.
    pub(super) fn enter(&mut self, at: usize) {
        let shapes = std::array::from_fn(|direction| self.shapes.at(self.around(at, direction)));
        let cell = &mut self.cells[at & (CELLS - 1)];
        cell.shapes = shapes;
        cell.tally = shapes.iter().map(|&shapes| COUNTED[shapes as usize]).sum();
        cell.classes = classes(self.classes, cell.tally);
        self.value += self.worth(at);
        self.flip_classes(at);
    }

    fn worth(&self, at: usize) -> i64 {
        let Some(weights) = self.weights else { return 0 };
        let cell = &self.cells[at & (CELLS - 1)];
        let lines: i64 = cell.shapes.iter().map(|&shapes| weights.shapes[shapes as usize]).sum();
        lines + weights.class(cell.classes)
    }

    fn flip_classes(&mut self, at: usize) {
        let Cell { classes, square, .. } = self.cells[at & (CELLS - 1)];
        for (sets, class) in self.sets.iter_mut().zip(classes) {
            flip(sets, class, square);
        }
    }

    /// Writes a stone into the lines through its cell, or out of them.
    fn write(&mut self, at: usize, side: Side) {
        for (lines, (line, place)) in self.lines.iter_mut().zip(lines_through(at)) {
            lines[line] ^= (side.index() as u64 + 1) << (BITS * place);
        }
    }

    /// The lines through a cell have changed there: works out what that makes of the cells around, and keeps in a frame what they were;
    /// how many of these have changed their classes, and where the others begin.
    fn change_around(&mut self, at: usize) -> (u8, u8) {
        match (self.shapes, self.weights) {
            (Shapes::Near(shapes), None) => self.change_within::<4, _>(shapes, |_, _| 0, at),
            (Shapes::Far(shapes), None) => self.change_within::<5, _>(shapes, |_, _| 0, at),
            (Shapes::Near(shapes), Some(it)) => self.change_within::<4, _>(shapes, |s, c| it.worth(s, c), at),
            (Shapes::Far(shapes), Some(it)) => self.change_within::<5, _>(shapes, |s, c| it.worth(s, c), at),
        }
    }

    /// Nearly every cell changes, and a third of them their classes: what is worked out in vain costs less than branches that nothing
    /// foretells. `worth` is that of the shapes along a line and of the classes of a square.
    #[inline(always)]
    fn change_within<const REACH: usize, const TABLE: usize>(
        &mut self,
        shapes: &[u8; TABLE],
        worth: impl Fn(u8, [u8; 2]) -> i64,
        at: usize,
    ) -> (u8, u8) {
        let depth = self.placed.len();
        if depth == self.frames.len() {
            self.frames.push([self.cells[0]; AROUND]);
        }
        let Self { frames, cells, lines, classes: table, sets, .. } = self;
        let (frame, cells, table) = (&mut frames[depth], &mut **cells, *table);
        let (mut moved, mut others, mut value) = (0, AROUND, self.value);
        for (direction, (line, place)) in lines_through(at).into_iter().enumerate() {
            // Its own place becomes the one of this number. What comes round from the other end no empty cell has in its neighbourhood.
            let own = REACH + FAR;
            let seen =
                lines[direction][line].rotate_left((BITS * own) as u32).rotate_right((BITS * place) as u32);
            let mut left = !(seen | seen >> 1) & const { reached(REACH) };
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                let offset = bit as isize / BITS as isize - own as isize;
                let cell = &mut cells[at.wrapping_add_signed(offset * STEPS[direction]) & (CELLS - 1)];
                let new = shapes[neighbourhood(seen >> (bit - BITS * FAR), FAR) as usize & (TABLE - 1)];
                let before = *cell;
                let old = before.shapes[direction];
                let counted = COUNTED[new as usize].wrapping_sub(COUNTED[old as usize]);
                cell.shapes[direction] = new;
                cell.tally = before.tally.wrapping_add(counted);
                let now = classes(table, cell.tally);
                cell.classes = now;
                value += worth(new, now) - worth(old, before.classes);
                // Compared as one number: two would be a branch.
                let moves = u16::from_le_bytes(now) != u16::from_le_bytes(before.classes);
                others -= usize::from(!moves);
                frame[if moves { moved } else { others }] = before;
                moved += usize::from(moves);
            }
        }
        for &before in &frame[..moved] {
            move_square(
                sets,
                before.square,
                before.classes,
                cells[usize::from(before.at) & (CELLS - 1)].classes,
            );
        }
        self.value = value;
        (moved as u8, others as u8)
    }
}

/// The lower bits of the places within reach of the one with the number `reach + FAR`, without that one.
const fn reached(reach: usize) -> u64 {
    let (mut bits, mut distance) = (0, 1);
    while distance <= reach {
        bits |= 1 << (BITS * (reach + FAR - distance)) | 1 << (BITS * (reach + FAR + distance));
        distance += 1;
    }
    bits
}

/// Moves a square from the sets of its classes to those of others.
fn move_square(sets: &mut [[Set; Class::COUNT]; 2], square: u16, from: [u8; 2], to: [u8; 2]) {
    for (side, sets) in sets.iter_mut().enumerate() {
        flip(sets, from[side], square);
        flip(sets, to[side], square);
    }
}

/// Puts a square into the set of its class, or takes it out. Quiet ones have none: they would change all the time.
#[inline]
fn flip(sets: &mut [Set; Class::COUNT], class: u8, square: u16) {
    if let Some(set) = sets.get_mut(class as usize) {
        set.flip_if(Square::from_index(square as usize), class != Class::Quiet as u8);
    }
}
