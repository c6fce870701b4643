//! Boards in reports: the four layers of Qubic, a plane of it, a goban, a draughts board; in text and as SVG.

use games::Side;
use games::draughts::Draughts;
use games::gomoku::{Square, Stones};
use games::qubic::Qubic;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A position with small texts and marks on its places, which are counted grid by grid, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Board {
    title: String,
    style: Style,
    /// Grids side by side; four layers, or one.
    grids: usize,
    /// Rows and columns of each.
    size: usize,
    /// What stands on each place: ` `, `x`, `o`; in draughts `b`, `w`, `B`, `W`.
    stones: String,
    texts: BTreeMap<usize, String>,
    marks: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Style {
    Cells,
    Crossings,
    Checkers,
}

/// Units of the SVG for a place.
const UNIT: usize = 30;

impl Board {
    fn new(
        title: impl Into<String>,
        style: Style,
        [grids, size]: [usize; 2],
        stone: impl Fn(usize) -> char,
    ) -> Self {
        let stones = (0..grids * size * size).map(stone).collect();
        Self { title: title.into(), style, grids, size, stones, texts: BTreeMap::new(), marks: Vec::new() }
    }

    pub(super) fn qubic(title: impl Into<String>, position: &Qubic) -> Self {
        Self::layers(title, position.stones(Side::First), position.stones(Side::Second))
    }

    /// The four layers with any sets of counters.
    pub(super) fn layers(title: impl Into<String>, x: u64, o: u64) -> Self {
        Self::new(title, Style::Cells, [4, 4], |cell| stone(x >> cell & 1 != 0, o >> cell & 1 != 0))
    }

    /// One plane of Qubic, its cells as in Citrenbaum 1965, figure 6.2.
    pub(super) fn plane(title: impl Into<String>, own: u16, other: u16) -> Self {
        Self::new(title, Style::Cells, [1, 4], |cell| stone(own >> cell & 1 != 0, other >> cell & 1 != 0))
    }

    pub(super) fn goban(title: impl Into<String>, stones: &Stones) -> Self {
        let size = stones.size();
        Self::new(title, Style::Crossings, [1, size], |place| {
            let at = Square::new(place % size, size - 1 - place / size).and_then(|square| stones.at(square));
            stone(at == Some(Side::First), at == Some(Side::Second))
        })
    }

    pub(super) fn draughts(title: impl Into<String>, position: &Draughts) -> Self {
        Self::new(title, Style::Checkers, [1, 8], |place| {
            let (row, column) = (place / 8, place % 8);
            let bit = 1_u32 << (4 * row + column / 2);
            let dark = row % 2 != column % 2;
            let piece = match [Side::First, Side::Second].map(|side| position.pieces(side) & bit != 0) {
                [true, _] => 'b',
                [_, true] => 'w',
                _ => ' ',
            };
            if !dark {
                ' '
            } else if position.kings() & bit != 0 {
                piece.to_ascii_uppercase()
            } else {
                piece
            }
        })
    }

    /// Writes something small on a place.
    pub(super) fn text(mut self, place: usize, text: impl Into<String>) -> Self {
        self.texts.insert(place, text.into());
        self
    }

    /// Numbers all places from 1, as both theses do.
    pub(super) fn numbered(mut self) -> Self {
        self.texts = (0..self.stones.len()).map(|place| (place, (place + 1).to_string())).collect();
        self
    }

    pub(super) fn mark(mut self, place: usize) -> Self {
        self.marks.push(place);
        self
    }

    pub(super) fn title(&self) -> &str {
        &self.title
    }

    fn stone_at(&self, place: usize) -> char {
        self.stones.chars().nth(place).unwrap_or(' ')
    }

    /// As lines: stones, texts, `.` for a free place; marked ones in brackets.
    pub(super) fn to_text(&self) -> String {
        let label = |place: usize| {
            let free = if self.texts.contains_key(&place) { "" } else { "." };
            let stone = Some(self.stone_at(place)).filter(|&stone| stone != ' ');
            let text = self.texts.get(&place).map_or("", String::as_str);
            stone.map_or_else(|| format!("{free}{text}"), |stone| format!("{stone}{text}"))
        };
        let width = (0..self.stones.len()).map(|place| label(place).chars().count()).max().unwrap_or(1);
        let mut out = format!("{}\n", self.title);
        for row in 0..self.size {
            let mut line = String::new();
            for grid in 0..self.grids {
                for column in 0..self.size {
                    let place = (grid * self.size + row) * self.size + column;
                    let [open, close] = if self.marks.contains(&place) { ['[', ']'] } else { [' '; 2] };
                    let _ = write!(line, "{open}{:>width$}{close}", label(place));
                }
                line.push_str("    ");
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }

    /// How wide the drawing is, in pixels, where there is room.
    pub(super) const fn width(&self) -> usize {
        self.grids * (self.size + 1) * UNIT - UNIT + 8
    }

    /// As a drawing that takes its colours from the page.
    pub(super) fn to_svg(&self) -> String {
        let (side, title) = (self.size * UNIT + 8, super::html::escaped(&self.title));
        let mut out = format!("<div class=\"grids{}\">", self.grids);
        for grid in 0..self.grids {
            let view = format!("viewBox=\"-4 -4 {side} {side}\"");
            let _ = write!(out, "<svg class=\"board\" {view} role=\"img\"><title>{title}</title>");
            self.draw_lines(&mut out);
            for place in 0..self.size * self.size {
                let middle = |n: usize| n * UNIT + UNIT / 2;
                let at = [middle(place % self.size), middle(place / self.size)];
                self.draw_place(&mut out, grid * self.size * self.size + place, at);
            }
            out.push_str("</svg>");
        }
        out.push_str("</div>");
        out
    }

    fn draw_lines(&self, out: &mut String) {
        let (wide, half) = (self.size * UNIT, UNIT / 2);
        // The lines of a goban go through the middle of its places.
        let (inset, count) =
            if self.style == Style::Crossings { (half, self.size) } else { (0, self.size + 1) };
        let (from, to) = (inset, wide - inset);
        let _ = write!(out, "<path class=\"grid\" d=\"");
        for n in 0..count {
            let at = n * UNIT + inset;
            let _ = write!(out, "M{at} {from}V{to}M{from} {at}H{to}");
        }
        out.push_str("\"/>");
    }

    fn draw_place(&self, out: &mut String, place: usize, [x, y]: [usize; 2]) {
        let (row, column) = (place / self.size, place % self.size);
        let corner = [x - UNIT / 2, y - UNIT / 2];
        let mut square = |class: &str| {
            let [left, top] = corner;
            let _ = write!(
                out,
                "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{UNIT}\" height=\"{UNIT}\"/>"
            );
        };
        if self.style == Style::Checkers && row % 2 != column % 2 {
            square("dark");
        }
        if self.marks.contains(&place) {
            square("mark");
        }
        let stone = self.stone_at(place);
        let class = if matches!(stone, 'x' | 'b' | 'B') { "first" } else { "second" };
        if stone != ' ' {
            let _ = write!(out, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"12\"/>");
        }
        let king = if stone.is_uppercase() { "K" } else { "" };
        let text = self.texts.get(&place).map_or(king, String::as_str);
        if !text.is_empty() {
            let class = if stone == ' ' { "free" } else { class };
            let text = super::html::escaped(text);
            let _ = write!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{}\">{text}</text>", y + 4);
        }
    }
}

const fn stone(first: bool, second: bool) -> char {
    match (first, second) {
        (true, _) => 'x',
        (_, true) => 'o',
        _ => ' ',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;

    #[test]
    fn boards_are_drawn_in_text_and_as_svg() {
        let layers = Board::qubic("start", &Qubic::from_sets(1, 1 << 20).unwrap()).text(1, "2").mark(0);
        let text = layers.to_text();
        assert!(text.starts_with("start\n[x] 2  .  .      .  .  .  .      .  ."), "{text}");
        assert_eq!(text.matches('o').count(), 1, "{text}");
        let svg = layers.to_svg();
        assert_eq!((svg.matches("<circle").count(), svg.matches("\"mark\"").count()), (2, 1), "{svg}");
        let start = Board::draughts("start", &Draughts::start(&Default::default())).to_text();
        assert_eq!((start.matches('b').count(), start.matches('w').count()), (12, 12), "{start}");
        let mut stones = Stones::new(15);
        let square = Square::parse("a15", 15).unwrap();
        stones.put(Side::First, square);
        assert!(Board::goban("corner", &stones).to_text().starts_with("corner\n x  ."));
    }
}
