//! The cube: its cells, its 76 lines found by walking, positions and their text.
//!
//! A cell is `16 * level + 4 * row + column`, a set of cells one `u64` with bit `n` for cell `n`.

use crate::text::quoted;
use std::collections::BTreeSet;
use std::fmt::{self, Display, Write};

/// How many cells the cube has.
pub const CELLS: usize = 64;

/// The cells of a set in ascending order.
pub fn cells(set: u64) -> impl Iterator<Item = u8> {
    (0..CELLS as u8).filter(move |&cell| set >> cell & 1 == 1)
}

/// Whether a set has exactly one cell.
pub const fn is_single(set: u64) -> bool {
    set != 0 && set & (set - 1) == 0
}

/// The name of a cell: its level, row and column, each from 1.
pub fn cell_name(cell: u8) -> String {
    format!("{}{}{}", cell / 16 + 1, cell / 4 % 4 + 1, cell % 4 + 1)
}

/// The lines of four.
#[derive(Clone, Debug)]
pub struct Board {
    /// Every line as the set of its cells.
    pub lines: Vec<u64>,
}

impl Default for Board {
    /// From every cell, four steps in every direction: what stays inside the cube is a line.
    fn default() -> Self {
        let mut lines = BTreeSet::new();
        for (level, row, column) in triples(0..=3) {
            for (up, down, right) in triples(-1..=1).filter(|&step| step != (0, 0, 0)) {
                let steps = (0..4).map(|n| (level + n * up, row + n * down, column + n * right));
                let inside = |&(l, r, c): &(i32, i32, i32)| [l, r, c].iter().all(|v| (0..=3).contains(v));
                if steps.clone().all(|cell| inside(&cell)) {
                    lines.insert(steps.map(|(l, r, c)| 1_u64 << (16 * l + 4 * r + c)).sum());
                }
            }
        }
        Self { lines: lines.into_iter().collect() }
    }
}

impl Board {
    /// Whether these stones fill a line.
    pub fn has_line(&self, stones: u64) -> bool {
        self.lines.iter().any(|line| line & !stones == 0)
    }

    /// The empty cells that would complete a line of `own`.
    pub fn completing(&self, own: u64, other: u64) -> u64 {
        let missing = self.lines.iter().map(|line| line & !own);
        missing.filter(|&missing| is_single(missing) && missing & other == 0).fold(0, |all, one| all | one)
    }
}

fn triples(values: std::ops::RangeInclusive<i32>) -> impl Iterator<Item = (i32, i32, i32)> {
    let inner = values.clone();
    values.flat_map(move |a| {
        let innermost = inner.clone();
        inner.clone().flat_map(move |b| innermost.clone().map(move |c| (a, b, c)))
    })
}

/// The stones of both sides. `x` moves first, so it has as many as `o` or one more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The stones of player one.
    pub x: u64,
    /// The stones of player two.
    pub o: u64,
}

impl Position {
    pub const fn x_moves(self) -> bool {
        self.x.count_ones() == self.o.count_ones()
    }

    /// Whether no cell is empty.
    pub const fn is_full(self) -> bool {
        self.x | self.o == u64::MAX
    }

    /// The stones of the side to move, and those of the other.
    pub const fn own_and_other(self) -> (u64, u64) {
        if self.x_moves() { (self.x, self.o) } else { (self.o, self.x) }
    }

    /// The position after the side to move has put a stone on this (empty) cell.
    pub const fn after(self, cell: u8) -> Self {
        if self.x_moves() {
            Self { x: self.x | 1 << cell, o: self.o }
        } else {
            Self { x: self.x, o: self.o | 1 << cell }
        }
    }

    /// Reads the run-length text of a position: `x`, `o`, and decimal numbers for runs of empty cells, of which those
    /// at the end may be left out.
    ///
    /// # Errors
    /// What is wrong with the text, or impossible about the counts.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (mut position, mut cell, mut run) = (Self::default(), 0, None);
        for byte in text.bytes() {
            if byte.is_ascii_digit() {
                let digit = usize::from(byte - b'0');
                let so_far = run.unwrap_or(0) * 10 + digit;
                if so_far == 0 || cell + so_far > CELLS {
                    return Err(format!("{} does not describe 64 cells", quoted(text)));
                }
                run = Some(so_far);
                continue;
            }
            cell += run.take().unwrap_or(0);
            let stones = match byte {
                b'x' => &mut position.x,
                b'o' => &mut position.o,
                _ => return Err(format!("{} has something else than x, o and numbers", quoted(text))),
            };
            if cell >= CELLS {
                return Err(format!("{} does not describe 64 cells", quoted(text)));
            }
            *stones |= 1 << cell;
            cell += 1;
        }
        position.check_counts()?;
        Ok(position)
    }

    /// # Errors
    /// If a cell holds two stones, or x has neither as many stones as o nor one more.
    pub(super) fn check_counts(self) -> Result<(), String> {
        let (x, o) = (self.x.count_ones(), self.o.count_ones());
        if self.x & self.o != 0 {
            return Err("a cell holds stones of both sides".into());
        }
        if x != o && x != o + 1 {
            return Err(format!("{x} x and {o} o are impossible: x has as many stones as o or one more"));
        }
        Ok(())
    }
}

impl Display for Position {
    /// The run-length text without empty cells at the end; the empty board is `64`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut run = 0;
        for cell in 0..CELLS {
            let stone = match (self.x >> cell & 1, self.o >> cell & 1) {
                (0, 0) => {
                    run += 1;
                    continue;
                }
                (1, _) => 'x',
                _ => 'o',
            };
            if run > 0 {
                write!(f, "{run}")?;
            }
            f.write_char(stone)?;
            run = 0;
        }
        if run == CELLS { write!(f, "{run}") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_76_lines_of_four_cells() {
        let board = Board::default();
        assert_eq!(board.lines.len(), 76);
        assert!(board.lines.iter().all(|line| line.count_ones() == 4));
        let through = |cell: u8| board.lines.iter().filter(|&line| line >> cell & 1 == 1).count();
        assert_eq!((0..64).filter(|&cell| through(cell) == 7).count(), 16);
        assert_eq!((0..64).filter(|&cell| through(cell) == 4).count(), 48);
        for line in [0b1111, 1 | 1 << 21 | 1 << 42 | 1 << 63, 1 << 3 | 1 << 22 | 1 << 41 | 1 << 60] {
            assert!(board.lines.contains(&line));
        }
    }

    #[test]
    fn completing_cells_are_empty_fourths() {
        let board = Board::default();
        let at = |text: &str| Position::parse(text).unwrap();
        let p = at("xxx1ooo1");
        assert_eq!(cells(board.completing(p.x, p.o)).collect::<Vec<_>>(), [3]);
        assert_eq!(cells(board.completing(p.o, p.x)).collect::<Vec<_>>(), [7]);
        let p = at("xxxooo");
        assert_eq!(board.completing(p.x, p.o), 0);
    }

    #[test]
    fn positions_are_read_and_written() {
        for (text, normal) in [
            ("64", "64"),
            ("", "64"),
            ("xo1x8x8o41o", "xo1x8x8o41o"),
            ("xo62", "xo"),
            ("x63", "x"),
            ("63x", "63x"),
        ] {
            assert_eq!(Position::parse(text).unwrap().to_string(), normal);
        }
        for (text, words) in [
            ("65", "64 cells"),
            ("0", "64 cells"),
            ("x0o", "64 cells"),
            ("64x", "64 cells"),
            ("99999999999999999999999", "64 cells"),
            ("x é", "something else"),
            ("xx", "impossible"),
            ("o", "impossible"),
        ] {
            assert!(Position::parse(text).unwrap_err().contains(words), "{text}");
        }
    }
}
