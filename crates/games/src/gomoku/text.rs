//! Go-Moku in text: positions as rows, and the board drawn for people.

use super::setup::Setup;
use super::square::{Direction, Square, letter};
use super::stones::{Stones, bits};
use super::{Gomoku, winning_side};
use crate::runs::{drawn, parse_runs, runs};
use crate::{Game, Side, TextError, quoted};
use std::fmt::Write;

/// The rows from the top, separated by `/`: `x`, `o`, and decimal numbers for runs of empty squares.
pub fn rows(stones: &Stones) -> String {
    let row = |row| {
        let squares = (0..stones.size()).filter_map(|column| Square::new(column, row));
        runs(squares.map(|square| stones.at(square)))
    };
    (0..stones.size()).rev().map(row).collect::<Vec<_>>().join("/")
}

/// Whose turn it is by the numbers of stones, if they tell.
pub(crate) fn turn_by_counts(stones: &Stones) -> Option<Side> {
    let black = stones.of_side(Side::First).count();
    match stones.count() - black {
        white if white == black => Some(Side::First),
        white if white + 1 == black => Some(Side::Second),
        _ => None,
    }
}

/// The text of a position: its rows, and `:x` or `:o` for the side to move where the numbers do not tell.
pub(crate) fn position_text(position: &Gomoku) -> String {
    let mut text = rows(position.stones());
    if turn_by_counts(position.stones()) != Some(position.to_move()) {
        text.push_str(if position.to_move() == Side::First { ":x" } else { ":o" });
    }
    text
}

/// How many rows a text has: the size of the board that it describes.
pub fn rows_in(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'/').count() + 1
}

/// Reads a position of this setup.
pub(crate) fn parse_position(setup: &Setup, text: &str) -> Result<Gomoku, TextError> {
    let (board, turn) = match text.split_once(':') {
        None => (text, None),
        Some((board, "x")) => (board, Some(Side::First)),
        Some((board, "o")) => (board, Some(Side::Second)),
        Some((_, other)) => {
            return Err(TextError::new(format!(
                "{} is not a side to move: it is :x or :o, or left out",
                quoted(&format!(":{other}"))
            )));
        }
    };
    let stones = parse_rows(setup.size(), board)?;
    let Some(to_move) = turn.or_else(|| turn_by_counts(&stones)) else {
        return Err(TextError::new(
            "the numbers of stones do not tell whose turn it is: put :x or :o at the end of the position",
        ));
    };
    let winner = [Side::First, Side::Second].map(|side| winning_side(&stones, setup.rules(), side));
    match winner {
        [true, true] => Err(TextError::new("both sides have a winning row: only one can have won")),
        [first, second] if (first && to_move == Side::First) || (second && to_move == Side::Second) => {
            Err(TextError::new(
                "the side to move already has a winning row: the game was over before the last move",
            ))
        }
        [first, second] => Ok(Gomoku::from_stones(*setup, stones, to_move, first || second)),
    }
}

/// Reads rows as [`rows`] writes them.
///
/// # Errors
/// A sentence that says what is wrong with them.
pub fn parse_rows(size: usize, text: &str) -> Result<Stones, TextError> {
    if rows_in(text) != size {
        return Err(TextError::new(format!(
            "{} has {} rows, but the board has {size}: the rows are separated by /, and the option Size sets their \
             number",
            quoted(text),
            rows_in(text)
        )));
    }
    let mut stones = Stones::new(size);
    for (line, row) in text.split('/').zip((0..size).rev()) {
        let mut column = 0_usize;
        for run in parse_runs(line) {
            let (stone, length) = run.map_err(|other| {
                let other = quoted(&other.to_string());
                TextError::new(format!("{other} is neither x, o nor a number of empty squares"))
            })?;
            if length == 0 {
                return Err(TextError::new(format!("row {} has a run of 0 empty squares", row + 1)));
            }
            let square = Square::new(column, row).filter(|&square| stones.contains(square));
            if let (Some(side), Some(square)) = (stone, square) {
                stones.put(side, square);
            }
            column = column.saturating_add(length);
        }
        if column != size {
            return Err(TextError::new(format!("row {} does not have {size} squares", row + 1)));
        }
    }
    Ok(stones)
}

/// The board with its coordinates. The last move stands in parentheses, a winning row in brackets.
pub(crate) fn drawing(position: &Gomoku, last: Option<Square>) -> String {
    marked(position, last, &|_| None)
}

/// The same with marks on some of the empty squares.
pub fn marked(position: &Gomoku, last: Option<Square>, mark: &dyn Fn(Square) -> Option<char>) -> String {
    let stones = position.stones();
    let row_of_five = winning_row(position);
    let mut out = String::new();
    for row in (0..stones.size()).rev() {
        let mut line = format!("{:>4} ", row + 1);
        for square in (0..stones.size()).filter_map(|column| Square::new(column, row)) {
            let stone = match stones.at(square) {
                Some(Side::First) => 'x',
                Some(Side::Second) => 'o',
                None => mark(square).unwrap_or('.'),
            };
            line += &drawn(stone, row_of_five.contains(&square), last == Some(square));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out.push_str("     ");
    for column in 0..stones.size() {
        let _ = write!(out, " {} ", letter(column));
    }
    out.truncate(out.trim_end().len());
    let _ = write!(out, "\n  {}", position.to_text());
    out
}

/// The squares of a winning row, if there is one.
fn winning_row(position: &Gomoku) -> Vec<Square> {
    let stones = position.stones();
    let side = position.to_move().other();
    let exactly = position.setup().rules().exactly_five(side);
    for square in stones.of_side(side) {
        for direction in Direction::ALL {
            let view = stones.view(side, direction, square);
            if view.wins(view.place, exactly) {
                let run = bits(view.run(view.place));
                return run.map(|bit| square.step(direction, bit as i32 - view.place as i32)).collect();
            }
        }
    }
    Vec::new()
}
