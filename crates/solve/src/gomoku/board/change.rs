//! How the board changes: a stone changes the lines through its cell, and with them what the cells around are.

use super::{BITS, CELL_OF, CELLS, Cell, EMPTY, STEPS, ThreatBoard, lines_through, number};
use crate::gomoku::class::{COUNTED, Class, classes};
use crate::gomoku::set::Set;
use crate::gomoku::shape::{Shapes, neighbourhood};
use games::Side;
use games::gomoku::Square;
use games::gomoku::stones::stone_key;

/// What an empty cell was before a stone was placed on a line through it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    at: u16,
    direction: u8,
    shapes: u8,
    tally: u32,
    classes: [u8; 2],
}

/// A stone that has been placed: the changes before it, and what the board was worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    at: u16,
    changes: usize,
    value: i64,
}

impl ThreatBoard {
    /// Places a stone on an empty square.
    pub fn put(&mut self, side: Side, square: Square) {
        let at = CELL_OF[square.index()] as usize;
        debug_assert_eq!(self.cells[at].stone, EMPTY);
        self.placed.push(Placed { at: at as u16, changes: self.changes.len(), value: self.value });
        // An empty cell ceases to count.
        self.value -= self.worth(at);
        self.flip_classes(at);
        self.cells[at].stone = number(side) as u8 + 1;
        self.write(at, side);
        self.change_around(at);
        self.key ^= stone_key(side, square);
        if let Some(stones) = &mut self.stones {
            stones.put(side, square);
        }
    }

    /// Takes away a stone that is there.
    pub fn remove(&mut self, side: Side, square: Square) {
        let at = CELL_OF[square.index()] as usize;
        debug_assert_eq!(self.cells[at].stone, number(side) as u8 + 1);
        self.write(at, side);
        match self.placed.pop() {
            Some(placed) if usize::from(placed.at) == at => self.take_back(placed),
            _ => {
                self.change_around(at);
                self.cells[at].stone = EMPTY;
                self.enter(at);
                self.placed.clear();
                self.changes.clear();
            }
        }
        self.key ^= stone_key(side, square);
        if let Some(stones) = &mut self.stones {
            stones.remove(side, square);
        }
    }

    /// Everything becomes what it was before the last stone, which the lines no longer hold. What its own cell was it still is.
    fn take_back(&mut self, Placed { at, changes, value }: Placed) {
        for change in changes..self.changes.len() {
            let Before { at, direction, shapes, tally, classes } = self.changes[change];
            let cell = &mut self.cells[usize::from(at) & (CELLS - 1)];
            cell.shapes[usize::from(direction & 3)] = shapes;
            cell.tally = tally;
            self.reclass(usize::from(at), classes);
        }
        self.changes.truncate(changes);
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
            lines[line] ^= (number(side) as u64 + 1) << (BITS * place);
        }
    }

    /// The lines through a cell have changed there: works out what that makes of the cells around.
    fn change_around(&mut self, at: usize) {
        match self.shapes {
            Shapes::Near(shapes) => self.change_within::<4, _>(shapes, at),
            Shapes::Far(shapes) => self.change_within::<5, _>(shapes, at),
        }
    }

    #[inline(always)]
    fn change_within<const REACH: usize, const TABLE: usize>(&mut self, shapes: &[u8; TABLE], at: usize) {
        for (direction, (line, place)) in lines_through(at).into_iter().enumerate() {
            let line = self.lines[direction][line];
            for distance in 1..=REACH {
                let offset = distance as isize * STEPS[direction];
                self.change(shapes, at.wrapping_add_signed(offset), direction, line, place + distance);
                self.change(shapes, at.wrapping_add_signed(-offset), direction, line, place - distance);
            }
        }
    }

    #[inline(always)]
    fn change<const TABLE: usize>(
        &mut self,
        shapes: &[u8; TABLE],
        at: usize,
        direction: usize,
        line: u64,
        place: usize,
    ) {
        let cell = &mut self.cells[at & (CELLS - 1)];
        if cell.stone != EMPTY {
            return;
        }
        let new = shapes[neighbourhood(line, place) as usize & (TABLE - 1)];
        let Cell { tally, classes: before, .. } = *cell;
        let old = std::mem::replace(&mut cell.shapes[direction], new);
        if new == old {
            return;
        }
        self.changes.push(Before {
            at: at as u16,
            direction: direction as u8,
            shapes: old,
            tally,
            classes: before,
        });
        if let Some(weights) = self.weights {
            self.value += weights.shapes[new as usize] - weights.shapes[old as usize];
        }
        let counted = COUNTED[new as usize].wrapping_sub(COUNTED[old as usize]);
        if counted != 0 {
            cell.tally = tally.wrapping_add(counted);
            let classes = classes(self.classes, cell.tally);
            self.reclass(at, classes);
        }
    }

    /// A cell is of these classes from now on.
    fn reclass(&mut self, at: usize, new: [u8; 2]) {
        let cell = &mut self.cells[at & (CELLS - 1)];
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
        if let Some(weights) = self.weights {
            self.value += weights.class(new) - weights.class(old);
        }
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
