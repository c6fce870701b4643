//! Why a move was chosen, in the thesis's words, and patterns drawn on the four layers as in its figures.

use super::choice::{Decision, Why};
use super::patterns::{Lists, Owner, Pattern};
use super::search::{Found, Realisation};
use super::sums::{Sums, squares_of};
use games::qubic::lines::LINE_SETS;
use games::qubic::{Cell, Qubic};
use games::{Game, Notation};
use std::fmt::Write;

/// Says squares and patterns in the notation asked for.
pub(crate) struct Words<'a> {
    lists: &'a Lists,
    notation: Notation,
}

impl<'a> Words<'a> {
    pub(crate) const fn new(lists: &'a Lists, notation: Notation) -> Self {
        Self { lists, notation }
    }

    pub(crate) fn square(&self, square: usize) -> String {
        let text = |cell| Qubic::default().move_text(cell, self.notation);
        Cell::new(square).map(text).unwrap_or_default()
    }

    /// `8 then 38`.
    fn in_turn(&self, squares: &[usize]) -> String {
        let texts: Vec<_> = squares.iter().map(|&square| self.square(square)).collect();
        texts.join(" then ")
    }

    fn pattern(pattern: &Pattern) -> String {
        match Lists::thesis_number(pattern) {
            Some(number) => format!("pattern {pattern} (the thesis's pattern {number})"),
            None => format!("pattern {pattern}"),
        }
    }

    fn at(&self, pattern: &Pattern, place: &Realisation) -> String {
        format!("{} on {}", Self::pattern(pattern), self.in_turn(&place.squares()))
    }

    fn whose(owner: Owner) -> &'static str {
        if owner == Owner::Own { "own" } else { "the opponent's" }
    }

    /// `the opponent's pattern (2,1,2) on 8 then 38`.
    pub(crate) fn found(&self, found: &Found) -> String {
        match found {
            Found::Three { owner, square, .. } => {
                format!("{} three in a row on {}", Self::whose(*owner), self.square(*square))
            }
            Found::Pattern { number, place } => {
                let pattern = &self.lists.test[*number].pattern;
                format!("{} {}", Self::whose(pattern.owner()), self.at(pattern, place))
            }
        }
    }

    fn several(&self, formed: &[Found]) -> String {
        match formed {
            [] => "no pattern yet".to_owned(),
            _ => formed.iter().map(|found| self.found(found)).collect::<Vec<_>>().join("; "),
        }
    }

    /// The reason for a choice.
    pub(crate) fn reason(&self, decision: &Decision) -> String {
        let points = decision.points;
        match &decision.why {
            Why::OnTheBoard(Found::Three { owner: Owner::Own, .. }) => "makes four in a row".to_owned(),
            Why::OnTheBoard(Found::Three { .. }) => "stops three in a row".to_owned(),
            Why::OnTheBoard(found) => format!("key square of {}", self.found(found)),
            Why::FirstMove => super::FIRST_MOVE.to_owned(),
            Why::Double(first, left) => format!(
                "double pattern: forms {}, and after the reply there is still {}",
                self.found(first),
                self.found(left)
            ),
            Why::Attack(formed) => format!("attack ({points} points): forms {}", self.several(formed)),
            Why::Defence(formed) => {
                format!("defence ({points} points): here would arise {}", self.several(formed))
            }
            Why::Sugoal(pattern, place) => {
                format!("SUGOAL ({points} points): builds up {}", self.at(pattern, place))
            }
            Why::Counters => format!("counters ({points} points): no pattern in sight"),
        }
    }

    /// A pattern on the four layers: counters of its owner on its lines as `X`, the squares where lines meet by number
    /// in the order of play, the lines' other blank squares as `.`; other counters as `x` (own) and `o`.
    pub(crate) fn draw(&self, sums: &Sums, lines: &[usize], squares: &[usize]) -> String {
        let on_lines = lines.iter().fold(0, |set, &line| set | LINE_SETS[line]);
        let mut out = String::new();
        for row in 0..4 {
            for level in 0..4 {
                for column in 0..4 {
                    let square = 16 * level + 4 * row + column;
                    let on_line = on_lines >> square & 1 == 1;
                    let mark = match squares.iter().position(|&s| s == square) {
                        Some(index) => char::from_digit(index as u32 + 1, 36).unwrap_or('*'),
                        None => mark(sums.counter(square), on_line),
                    };
                    let _ = write!(out, " {mark}");
                }
                out.push_str("   ");
            }
            out.truncate(out.trim_end().len());
            out.push('\n');
        }
        for &line in lines {
            let texts: Vec<_> = squares_of(line).map(|square| self.square(square)).collect();
            let _ = writeln!(out, "  line {} sums to {}", texts.join("-"), sums.sum(line));
        }
        out
    }
}

const fn mark(counter: u8, on_line: bool) -> char {
    match (counter, on_line) {
        (0, true) => '.',
        (0, false) => '-',
        (super::sums::OWN, true) => 'X',
        (super::sums::OWN, false) => 'x',
        (_, true) => 'O',
        (_, false) => 'o',
    }
}
