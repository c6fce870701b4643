//! The threats of Qubic: two own stones and two empty cells on a line make a three, whose only defence is the fourth
//! cell. (The paper's conclusions name Qubic as the first game for which its authors used threat-space search.)

use super::{Threat, ThreatGame, ThreatOf};
use games::Side;
use games::qubic::lines::{LINE_SETS, bit, cells, fourth_cells, lines_through};
use games::qubic::{Cell, Qubic};
use std::fmt;

/// The kinds of threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Three in line, the fourth cell empty: costs that cell.
    Three,
    /// Four in line: the game is won.
    Four,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Three => "Three",
            Self::Four => "Four",
        })
    }
}

/// The cells of a set, as the game's moves.
fn moves(set: u64) -> Vec<Cell> {
    Cell::of_set(set).collect()
}

/// The threats of one line: its attacker's stones, and its empty cells.
fn threats_of_line(own: u64, empty: u64, threats: &mut Vec<ThreatOf<Qubic>>) {
    for gain in Cell::of_set(empty) {
        let kind = match (own.count_ones(), empty.count_ones()) {
            (2, 2) => Kind::Three,
            (3, 1) => Kind::Four,
            _ => return,
        };
        threats.push(Threat { kind, gain, costs: moves(empty & !gain.set()), rests: moves(own) });
    }
}

impl ThreatGame for Qubic {
    type Kind = Kind;
    /// The stones of the first and of the second side.
    type Field = [u64; 2];

    fn field(&self) -> [u64; 2] {
        [self.stones(Side::First), self.stones(Side::Second)]
    }

    fn field_key(field: &[u64; 2]) -> u128 {
        u128::from(field[0]) << 64 | u128::from(field[1])
    }

    fn put(field: &mut [u64; 2], side: Side, square: Cell) {
        field[side.index()] |= square.set();
    }

    fn stone(field: &[u64; 2], square: Cell) -> Option<Side> {
        [Side::First, Side::Second].into_iter().find(|&side| field[side.index()] & square.set() != 0)
    }

    fn may_play(field: &[u64; 2], _: Side, square: Cell) -> bool {
        (field[0] | field[1]) & square.set() == 0
    }

    fn threats(field: &[u64; 2], attacker: Side, rests: &[Cell], threats: &mut Vec<ThreatOf<Self>>) {
        let (own, other) = (field[attacker.index()], field[attacker.other().index()]);
        let wanted = rests.iter().fold(0, |set, rest| set | rest.set());
        let mut look_at = |set: u64| {
            if set & other == 0 && set & wanted == wanted {
                threats_of_line(set & own, set & !own, threats);
            }
        };
        match rests.first() {
            None => LINE_SETS.iter().for_each(|&set| look_at(set)),
            Some(rest) => lines_through(rest.index()).for_each(|line| look_at(LINE_SETS[line])),
        }
    }

    fn is_decisive(kind: Kind) -> bool {
        kind == Kind::Four
    }

    fn wins_next(_: Kind) -> bool {
        true
    }

    fn may_combine(squares: &[Cell]) -> bool {
        let wanted = squares.iter().fold(0, |set, square| set | square.set());
        LINE_SETS.iter().any(|set| set & wanted == wanted)
    }

    fn winning_squares(field: &[u64; 2], side: Side) -> Vec<Cell> {
        moves(fourth_cells(field[side.index()]) & !(field[0] | field[1]))
    }

    fn double_threat(field: &[u64; 2], side: Side) -> Option<Cell> {
        let own = field[side.index()];
        let empty = !(field[0] | field[1]);
        let makes_two =
            |cell: &usize| (fourth_cells(own | bit(*cell)) & empty & !bit(*cell)).count_ones() >= 2;
        cells(empty).find(makes_two).and_then(Cell::new)
    }

    /// Without a three the attacker threatens nothing that must be met.
    fn refutations(_: &[u64; 2], _: Side) -> Option<Vec<Cell>> {
        None
    }
}
