//! The table of `--classes`, drawn: every class of one stone less, and on each empty cell what a stone there leads to.

use super::classes::{Row, classes};
use games::qubic::Qubic;
use games::{Game, Side};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

/// A value, its words, and its colour, which tells the players apart in grey, too.
const VALUES: [(&str, &str, &str); 4] = [
    ("p1", "won by the first player", "#2f6fb0"),
    ("p2", "won by the second", "#f0a040"),
    ("draw", "drawn", "#5fae6b"),
    ("", "undecided", "#e4e4e4"),
];

/// Units of a cell, of a layer with what parts it from the next, and of a board.
const CELL: usize = 10;
const LAYER: usize = 4 * CELL + 5;
const BOARD: [usize; 2] = [4 * LAYER + 16, 4 * CELL + 26];
const COLUMNS: usize = 5;
/// Room for the words above the boards.
const HEAD: usize = 32;

/// The picture of the classes with so many stones, at least one, as SVG.
pub(super) fn picture(ply: u32, rows: &[Row]) -> String {
    let values: HashMap<Qubic, usize> = rows
        .iter()
        .map(|row| (row.position, VALUES.iter().position(|value| value.0 == row.value).unwrap_or(3)))
        .collect();
    let boards: Vec<_> = classes(ply.saturating_sub(1)).into_values().map(|row| row.position).collect();
    let [width, height] = [COLUMNS * BOARD[0], HEAD + boards.len().div_ceil(COLUMNS) * BOARD[1]];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    let mut x = 8;
    for (number, (_, words, colour)) in VALUES.iter().enumerate() {
        let count = values.values().filter(|&&value| value == number).count();
        if count > 0 {
            let text = format!("{count} of {} classes {words}", rows.len());
            let _ = writeln!(
                svg,
                "<path d=\"M{x} 8h12v12h-12z\" fill=\"{colour}\"/><text x=\"{}\" y=\"18\" font-size=\"12\">{text}</text>",
                x + 16
            );
            x += 32 + 7 * text.len();
        }
    }
    for (number, board) in boards.iter().enumerate() {
        let corner = [8 + number % COLUMNS * BOARD[0], HEAD + number / COLUMNS * BOARD[1]];
        draw(&mut svg, board, corner, &values);
    }
    svg.push_str("</svg>\n");
    svg
}

/// One class: its name, its four layers, the stones, and the values of the moves.
fn draw(svg: &mut String, board: &Qubic, [left, top]: [usize; 2], values: &HashMap<Qubic, usize>) {
    let name = board.to_text();
    let _ = writeln!(svg, "<text x=\"{left}\" y=\"{}\" font-size=\"9\" fill=\"#444\">{name}</text>", top + 8);
    let mut squares: BTreeMap<usize, String> = BTreeMap::new();
    for cell in (0..64).filter_map(games::qubic::Cell::new) {
        let place = cell.index();
        let x = left + place / 16 * LAYER + place % 4 * CELL;
        let y = top + 12 + place % 16 / 4 * CELL;
        let stone =
            [Side::First, Side::Second].into_iter().find(|&side| board.stones(side) & cell.set() != 0);
        if let Some(side) = stone {
            let fill = if side == Side::First { "#222" } else { "#fff" };
            let (x, y) = (x + CELL / 2, y + CELL / 2);
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{fill}\" stroke=\"#222\"/>");
        } else {
            let value = values.get(&board.after(cell).canonical()).copied().unwrap_or(3);
            let _ = write!(squares.entry(value).or_default(), "M{x} {y}h9v9h-9z");
        }
    }
    for (value, path) in squares {
        let _ = writeln!(svg, "<path d=\"{path}\" fill=\"{}\"/>", VALUES[value].2);
    }
}
