//! What the person sees: the game in a few words, and the board from his side, within 80 columns.

use super::HandGame;
use engine::{BUILT_IN, Engine, GameRow};
use games::{Player, Shape, portable};
use std::io::{self, Write};
use std::iter;

/// Longer lines of words are broken.
const COLUMNS: usize = 79;

impl HandGame {
    pub(super) fn row(&self) -> &'static GameRow {
        row(&self.engine)
    }

    /// What the game is, and who plays what.
    pub(in crate::play) fn introduce(&self, output: &mut impl Write) -> io::Result<()> {
        let about = &self.row().about;
        let [you, program] =
            if self.person == Player::P1 { ["first", "second"] } else { ["second", "first"] };
        let [yours, its] =
            if self.person == Player::P1 { [0, 1] } else { [1, 0] }.map(|side| about.sides[side]);
        writeln!(output, "{}\n{}\n", about.title, about.rules)?;
        let name = self.engine.strategy().name;
        writeln!(output, "You play {yours} and move {you}; {name} plays {its} and moves {program}.")?;
        writeln!(output, "Type a move, or help.")
    }

    /// Turns the board round, if it has a side to be looked at from.
    pub(super) fn flip(&mut self, output: &mut impl Write) -> io::Result<()> {
        match self.row().about.board {
            Some(Shape::Checkers | Shape::Crossings) => {
                self.flipped = !self.flipped;
                self.show_board(output)
            }
            _ => writeln!(output, "This board looks alike from every side. To change sides, type side."),
        }
    }

    pub(super) fn show_board(&self, output: &mut impl Write) -> io::Result<()> {
        let (board, shape) = (self.engine.board(), self.row().about.board);
        let drawing = board.drawing(self.engine.notation());
        // The position as text is for programs; the word `position` tells it.
        let position = board.position_text();
        let mut lines: Vec<_> =
            drawing.lines().filter(|line| !position.starts_with(line.trim())).map(str::to_owned).collect();
        // Men move away from who has them.
        if self.flipped != (shape == Some(Shape::Checkers) && self.person == Player::P1) {
            turn(&mut lines, shape);
        }
        writeln!(output, "\n{}\n", self.colours.paint(&lines.join("\n")))?;
        if self.is_over() {
            return Ok(());
        }
        let legal = self.legal_moves();
        for (word, meaning) in
            self.row().about.words.iter().filter(|(word, _)| legal.iter().any(|m| m == word))
        {
            writeln!(output, "  {word}: {meaning}")?;
        }
        Ok(())
    }
}

/// What an engine's game says of itself.
pub(super) fn row(engine: &Engine) -> &'static GameRow {
    let name = engine.board().game();
    BUILT_IN.rows().iter().find(|row| row.name == name).unwrap_or(&BUILT_IN.rows()[0])
}

/// Turns a drawing round: the last row comes first, and in each row the last cell. Other boards stay as they are.
fn turn(lines: &mut [String], shape: Option<Shape>) {
    // How wide is what stands before a row, and a cell?
    let (before, width) = match shape {
        Some(Shape::Checkers) => (1, 4),
        Some(Shape::Crossings) => (5, 3),
        _ => return,
    };
    let numbered =
        |line: &String| line.get(..before).is_some_and(|number| number.trim().parse::<u8>().is_ok());
    // Crossings have numbered rows, and below them the names of the columns.
    let (rows, cells, turned) = if shape == Some(Shape::Checkers) {
        (lines.len(), 8, lines.len())
    } else {
        let rows = lines.iter().take_while(|line| numbered(line)).count();
        (rows, rows, lines.len().min(rows + 1))
    };
    for line in &mut lines[..turned] {
        let row = format!("{line:<0$}", before + cells * width);
        let (number, row) = row.split_at(before);
        let cells: String =
            (0..cells).rev().filter_map(|cell| row.get(cell * width..(cell + 1) * width)).collect();
        *line = format!("{number}{cells}").trim_end().to_owned();
    }
    lines[..rows].reverse();
}

/// Says words in lines that fit.
pub(in crate::play) fn tell(output: &mut impl Write, words: &str) -> io::Result<()> {
    write!(output, "{}", wrapped(words))
}

/// Words in lines that fit, broken between them, each with its end.
fn wrapped(text: &str) -> String {
    // What stands before the first word stays there.
    let start = text.len() - text.trim_start().len();
    let end = text[start..].find(' ').map_or(text.len(), |end| start + end);
    let rest = text[end..].split(' ').skip(1);
    portable::wrapped(iter::once(&text[..end]).chain(rest).map(str::to_owned), COLUMNS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_turned_round_and_words_broken() {
        let turned = |text: &str, shape| {
            let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
            turn(&mut lines, Some(shape));
            lines.join("\n")
        };
        let board = "   2 (x) .\n   1  o  .\n      a  b\n  the opening: keep";
        let round = "   1  .  o\n   2  . (x)\n      b  a\n  the opening: keep";
        assert_eq!(turned(board, Shape::Crossings), round);
        assert_eq!(turned(round, Shape::Crossings), board);
        let board = "      b       1       2      [3 ]\n  4       w       5       6";
        let round = "      6       5       w       4\n [3 ]     2       1       b";
        assert_eq!(turned(board, Shape::Checkers), round);
        assert_eq!(turned(board, Shape::Layers), board);
        let words = wrapped(&"word ".repeat(40));
        assert!(words.lines().all(|line| line.len() <= COLUMNS) && words.matches("word").count() == 40);
        assert_eq!(wrapped("  one two"), "  one two\n");
    }
}
