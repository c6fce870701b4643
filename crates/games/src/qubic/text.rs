//! Qubic in text: cells in three notations, positions as run-length strings, and the board drawn for people.

use super::lines::CELLS;
use super::{Cell, Notation, Qubic, Side, TextError, winning_line};
use crate::runs::{drawn, parse_runs, runs};
use crate::{Game, quoted};
use std::fmt::Write;

/// The cell as text: `111`..`444` (level, row, column), `1`..`64` or `0`..`63`.
pub(crate) fn cell_text(cell: Cell, notation: Notation) -> String {
    let number = cell.index();
    match notation {
        Notation::Coordinates | Notation::Drops => {
            format!("{}{}{}", number / 16 + 1, number / 4 % 4 + 1, number % 4 + 1)
        }
        Notation::Doake => (number + 1).to_string(),
        Notation::Index => number.to_string(),
    }
}

pub(crate) fn parse_cell(text: &str, notation: Notation) -> Result<Cell, TextError> {
    let refused = |allowed: &str| TextError::new(format!("{} is not a move: {allowed}", quoted(text)));
    match notation {
        Notation::Coordinates | Notation::Drops => {
            let digit = |byte: u8| (b'1'..=b'4').contains(&byte).then(|| usize::from(byte - b'1'));
            let [l, r, c] = text.as_bytes() else {
                return Err(refused("a cell is level, row and column, 111 to 444"));
            };
            let number = digit(*l).zip(digit(*r)).zip(digit(*c)).map(|((l, r), c)| 16 * l + 4 * r + c);
            number.and_then(Cell::new).ok_or_else(|| refused("a cell is level, row and column, 111 to 444"))
        }
        Notation::Doake => plain_number(text)
            .and_then(|number| number.checked_sub(1))
            .and_then(Cell::new)
            .ok_or_else(|| refused("a cell is a number from 1 to 64")),
        Notation::Index => {
            plain_number(text).and_then(Cell::new).ok_or_else(|| refused("a cell is a number from 0 to 63"))
        }
    }
}

/// A decimal number without sign or leading zeros, of at most two digits.
fn plain_number(text: &str) -> Option<usize> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain && text.len() <= 2 { text.parse().ok() } else { None }
}

/// The run-length text of a position: `x`, `o`, and decimal numbers for runs of empty cells, trailing ones left out
/// unless the board is empty (`64`).
pub(crate) fn position_text(x: u64, o: u64) -> String {
    let stone = |cell: usize| match (x >> cell & 1, o >> cell & 1) {
        (0, 0) => None,
        (1, _) => Some(Side::First),
        _ => Some(Side::Second),
    };
    let text = runs((0..CELLS).map(stone));
    let stones = text.trim_end_matches(|c: char| c.is_ascii_digit());
    if stones.is_empty() { text } else { stones.to_owned() }
}

/// Reads the sets of both sides.
pub(crate) fn parse_position(text: &str) -> Result<(u64, u64), TextError> {
    let (mut x, mut o, mut cell) = (0_u64, 0_u64, 0_usize);
    for run in parse_runs(text) {
        let (stone, length) = run.map_err(|other| {
            TextError::new(format!(
                "{} is not a position: {} is neither x, o nor a number of empty cells",
                quoted(text),
                quoted(&other.to_string())
            ))
        })?;
        if length == 0 {
            return Err(TextError::new(format!("{} has a run of 0 empty cells", quoted(text))));
        }
        match stone {
            Some(Side::First) if cell < CELLS => x |= 1 << cell,
            Some(Side::Second) if cell < CELLS => o |= 1 << cell,
            _ => {}
        }
        cell = cell.saturating_add(length);
        if cell > CELLS {
            return Err(TextError::new(format!("{} describes more than 64 cells", quoted(text))));
        }
    }
    Ok((x, o))
}

/// Four levels side by side. The last move stands in parentheses, the cells of a winning line in brackets.
pub(crate) fn drawing(position: &Qubic, last: Option<Cell>, notation: Notation) -> String {
    let (x, o) = (position.stones(Side::First), position.stones(Side::Second));
    let line = winning_line(position).unwrap_or(0);
    let mut out = String::from("  ");
    for level in 0..4 {
        let _ = write!(out, "{:<17}", format!("level {}", level + 1));
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    for row in 0..4 {
        let mut text = String::new();
        for level in 0..4 {
            text.push_str("  ");
            for column in 0..4 {
                let number = 16 * level + 4 * row + column;
                let stone = match (x >> number & 1, o >> number & 1) {
                    (1, _) => 'x',
                    (_, 1) => 'o',
                    _ => '.',
                };
                let is_last = last.is_some_and(|cell| cell.index() == number);
                text += &drawn(stone, line >> number & 1 == 1, is_last);
            }
            text.push_str("   ");
        }
        out.push_str(text.trim_end());
        out.push('\n');
    }
    let first = |n: usize| Cell::new(n).map_or_else(String::new, |cell| cell_text(cell, notation));
    let _ = write!(
        out,
        "  level 1: {} top left, {} top right, {} bottom left; level 4 ends with {}\n  {}",
        first(0),
        first(3),
        first(12),
        first(63),
        position.to_text(),
    );
    out
}
