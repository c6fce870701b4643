//! Positions and their text: rows from the top, separated by `/`, `:x` or `:o` where the stones do not tell whose turn
//! it is (`protocol.md`, "Go-Moku in text").

use super::square::{MAX_SIZE, Square, Squares};
use crate::text::quoted;
use std::fmt::{self, Display, Write};

/// The stones of both sides and whose turn it is, on a board of `size` rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The number of rows, 5 to 20.
    pub size: usize,
    /// The stones of black, who is player one.
    pub black: Squares,
    /// The stones of white.
    pub white: Squares,
    /// Whose turn it is.
    pub black_moves: bool,
}

impl Position {
    /// The empty board, black to move.
    pub fn empty(size: usize) -> Self {
        Self { size, black: Squares::default(), white: Squares::default(), black_moves: true }
    }

    /// Whether no stone is on a square.
    pub fn is_empty(&self, square: Square) -> bool {
        !self.black.contains(square) && !self.white.contains(square)
    }

    /// Puts a stone of the side to move on a square.
    pub(super) fn put(&mut self, square: Square) {
        let side = if self.black_moves { &mut self.black } else { &mut self.white };
        side.insert(square);
        self.black_moves = !self.black_moves;
    }

    /// Reads a position.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (rows, turn) = match text.split_once(':') {
            None => (text, None),
            Some((rows, "x")) => (rows, Some(true)),
            Some((rows, "o")) => (rows, Some(false)),
            Some(_) => return Err(format!("{} ends in something else than :x or :o", quoted(text))),
        };
        let size = rows.split('/').count();
        if !(5..=MAX_SIZE).contains(&size) {
            return Err(format!("{} has {size} rows: a board has 5 to {MAX_SIZE}", quoted(text)));
        }
        let mut position = Self::empty(size);
        for (line, row) in rows.split('/').zip((0..size).rev()) {
            position.read_row(row, line)?;
        }
        position.black_moves = turn
            .or_else(|| position.turn_by_counts())
            .ok_or("the numbers of stones do not tell whose turn it is: :x or :o belongs at the end")?;
        Ok(position)
    }

    fn read_row(&mut self, row: usize, line: &str) -> Result<(), String> {
        let wrong_length = || format!("row {} does not have {} squares", row + 1, self.size);
        let (mut column, mut run) = (0, None);
        for byte in line.bytes() {
            if byte.is_ascii_digit() {
                let so_far = run.unwrap_or(0) * 10 + usize::from(byte - b'0');
                if so_far == 0 || column + so_far > self.size {
                    return Err(wrong_length());
                }
                run = Some(so_far);
                continue;
            }
            column += run.take().unwrap_or(0);
            let stones = match byte {
                b'x' => &mut self.black,
                b'o' => &mut self.white,
                _ => return Err(format!("row {} has something else than x, o and numbers", row + 1)),
            };
            if column >= self.size {
                return Err(wrong_length());
            }
            stones.insert((self.size * row + column) as Square);
            column += 1;
        }
        if column + run.unwrap_or(0) == self.size { Ok(()) } else { Err(wrong_length()) }
    }

    fn turn_by_counts(&self) -> Option<bool> {
        match self.black.count() as i32 - self.white.count() as i32 {
            0 => Some(true),
            1 => Some(false),
            _ => None,
        }
    }
}

impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.size).rev() {
            let mut run = 0;
            for column in 0..self.size {
                let square = (self.size * row + column) as Square;
                let stone = match (self.black.contains(square), self.white.contains(square)) {
                    (false, false) => {
                        run += 1;
                        continue;
                    }
                    (true, _) => 'x',
                    _ => 'o',
                };
                if run > 0 {
                    write!(f, "{run}")?;
                }
                f.write_char(stone)?;
                run = 0;
            }
            if run > 0 {
                write!(f, "{run}")?;
            }
            if row > 0 {
                f.write_char('/')?;
            }
        }
        match self.turn_by_counts() == Some(self.black_moves) {
            true => Ok(()),
            false => f.write_str(if self.black_moves { ":x" } else { ":o" }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_and_written() {
        for (text, normal) in [
            ("5/5/5/5/5", "5/5/5/5/5"),
            ("5/5/2x2/5/5", "5/5/2x2/5/5"),
            ("xxxxo/5/5/ooo2/5", "xxxxo/5/5/ooo2/5"),
            ("5/5/2x2/5/5:o", "5/5/2x2/5/5"),
            ("5/5/2x2/5/5:x", "5/5/2x2/5/5:x"),
            ("5/5/ooo2/5/5:o", "5/5/ooo2/5/5:o"),
        ] {
            assert_eq!(Position::parse(text).unwrap().to_string(), normal);
        }
        let corner = Position::parse("5/5/5/5/x4").unwrap();
        assert!(corner.black.contains(0) && !corner.black_moves);
        for (text, words) in [
            ("", "has 1 rows"),
            ("5/5/5/5", "has 4 rows"),
            ("5/5/5/5/4", "row 1 does not have 5 squares"),
            ("6/5/5/5/5", "row 5 does not have 5 squares"),
            ("5/5/5/5/5x", "row 1 does not have"),
            ("5/5/5/5/0x4", "row 1 does not have"),
            ("5/5/99999999999999999999999/5/5", "row 3 does not have"),
            ("5/5/5/5/é", "row 1 has something else"),
            ("5/5/5/5/5:q", "ends in something else"),
            ("5/5/5/5/xx3", "do not tell whose turn"),
        ] {
            assert!(Position::parse(text).unwrap_err().contains(words), "{text}");
        }
    }
}
