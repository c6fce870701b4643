//! Connect Four, added to the engine from outside: the rules, what `alpha-beta` must know, and a list of this one game.
//!
//! Seven columns of six cells; a stone falls to the lowest empty cell of its column, and four in a row win.

use engine::{GameRow, Games};
use games::{About, Game, Notation, Outcome, Played, Side, TextError, mix, quoted};
use search::alpha_beta::Guide;
use std::sync::LazyLock;
use strategies::alpha_beta::Explain;
use strategies::{Playable, Row, alpha_beta, random};

/// The list that the engine is handed.
pub static GAMES: LazyLock<Games> = LazyLock::new(|| Games::new([GameRow::of::<ConnectFour>()]));

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
/// A column has a bit for each cell, from the lowest up, and one that stays empty.
const HEIGHT: u32 = ROWS + 1;
/// The lowest cell of each column.
const BOTTOM: u64 = 0x0000_0408_1020_4081;
const CELLS: u64 = BOTTOM * 0x3f;
/// From a cell to the next one of a row: upwards, and to the right, level, down or up.
const STEPS: [u32; 4] = [1, HEIGHT - 1, HEIGHT, HEIGHT + 1];

/// A move: a column, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u32);

/// A position: the stones of each side. Who is to move follows from the counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectFour {
    stones: [u64; 2],
}

impl ConnectFour {
    const fn occupied(self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The cell into which a stone falls; none if the column is full.
    const fn landing(self, Column(column): Column) -> u64 {
        let bottom = 1 << (HEIGHT * column);
        ((self.occupied() & (bottom * 0x3f)) + bottom) & CELLS
    }
}

/// The cells from which four in a row of this set go in one of the directions.
fn fours(set: u64, step: u32) -> u64 {
    let pairs = set & set >> step;
    pairs & pairs >> (2 * step)
}

fn has_four(set: u64) -> bool {
    STEPS.into_iter().any(|step| fours(set, step) != 0)
}

fn mirrored(set: u64) -> u64 {
    let column = |n: u32| (set >> (HEIGHT * n) & 0x7f) << (HEIGHT * (COLUMNS - 1 - n));
    (0..COLUMNS).map(column).sum()
}

impl Game for ConnectFour {
    const NAME: &'static str = "connect-four";
    const SYMMETRIES: usize = 2;
    const ABOUT: About = About { sides: ["x", "o"], example: "7/7/7/7/7/3x3", ..About::only("Connect Four") };

    type Setup = ();
    type Move = Column;
    /// The cell that was filled.
    type Undo = u64;

    fn start((): &()) -> Self {
        Self::default()
    }

    fn legal_moves(&self, moves: &mut Vec<Column>) {
        if self.outcome().is_none() {
            moves.extend((0..COLUMNS).map(Column).filter(|&m| self.landing(m) != 0));
        }
    }

    fn play(&mut self, m: Column) -> u64 {
        let cell = self.landing(m);
        self.stones[self.to_move() as usize] |= cell;
        cell
    }

    fn undo(&mut self, _: Column, cell: u64) {
        self.stones = self.stones.map(|stones| stones & !cell);
    }

    fn to_move(&self) -> Side {
        if self.occupied().count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        let last = self.to_move().other();
        if has_four(self.stones[last as usize]) {
            return Some(Outcome::Win(last));
        }
        (self.occupied() == CELLS).then_some(Outcome::Draw)
    }

    fn key(&self) -> u64 {
        mix(self.stones[0] ^ mix(self.stones[1]))
    }

    fn canonical_key(&self) -> u64 {
        self.key().min(self.image(1).key())
    }

    fn image(&self, symmetry: usize) -> Self {
        if symmetry == 0 { *self } else { Self { stones: self.stones.map(mirrored) } }
    }

    fn image_move(&self, m: Column, symmetry: usize) -> Column {
        if symmetry == 0 { m } else { Column(COLUMNS - 1 - m.0) }
    }

    /// The rows from the top, as in Go-Moku: `x`, `o`, and numbers of empty cells.
    fn to_text(&self) -> String {
        let row = |row: u32| {
            let (mut text, mut empty) = (String::new(), 0);
            for column in 0..COLUMNS {
                let cell = 1 << (HEIGHT * column + row);
                empty += u32::from(self.occupied() & cell == 0);
                if self.occupied() & cell != 0 || column == COLUMNS - 1 {
                    text += &(if empty > 0 { empty.to_string() } else { String::new() });
                    empty = 0;
                }
                text += if self.stones[0] & cell != 0 { "x" } else { "" };
                text += if self.stones[1] & cell != 0 { "o" } else { "" };
            }
            text
        };
        (0..ROWS).rev().map(row).collect::<Vec<_>>().join("/")
    }

    fn from_text((): &(), text: &str) -> Result<Self, TextError> {
        let refused = |why: &str| Err(TextError::new(format!("{} is no position: {why}", quoted(text))));
        let rows: Vec<_> = text.split('/').collect();
        let mut position = Self::default();
        for (row, text) in (0..ROWS).rev().zip(&rows) {
            let mut column = 0;
            for c in text.chars() {
                match (c, c.to_digit(10)) {
                    ('x' | 'o', _) if column < COLUMNS => {
                        position.stones[usize::from(c == 'o')] |= 1 << (HEIGHT * column + row);
                        column += 1;
                    }
                    (_, Some(empty @ 1..=COLUMNS)) => column += empty,
                    _ => return refused("a row holds x, o and numbers of empty cells, seven cells in all"),
                }
            }
            if column != COLUMNS {
                return refused("a row has seven cells");
            }
        }
        let [first, second] = position.stones.map(u64::count_ones);
        if rows.len() != ROWS as usize {
            refused("there are six rows, with / between them")
        } else if first != second && first != second + 1 {
            refused("x has as many stones as o or one more")
        } else if position.occupied() & (position.occupied() + BOTTOM) != 0 {
            refused("a stone hangs in the air")
        } else if has_four(position.stones[position.to_move() as usize]) {
            refused("the side to move has four in a row already")
        } else {
            Ok(position)
        }
    }

    fn move_text(&self, m: Column, _: Notation) -> String {
        (m.0 + 1).to_string()
    }

    fn parse_move(&self, text: &str, _: Notation) -> Result<Column, TextError> {
        match text.parse() {
            Ok(column @ 1..=COLUMNS) => Ok(Column(column - 1)),
            _ => Err(TextError::new(format!("{} is not a move: a column is a number 1 to 7", quoted(text)))),
        }
    }

    fn drawing(&self, _: Option<Column>, _: Notation) -> String {
        let empty = |text: String, n: u32| text.replace(&n.to_string(), &".".repeat(n as usize));
        let rows = (1..=COLUMNS).fold(self.to_text(), empty).replace('/', "\n");
        format!("{rows}\n1234567")
    }
}

/// What alpha-beta is told: the fours that each side can still make, and that the middle is worth more.
#[derive(Clone, Default)]
struct OpenFours;

impl Guide<ConnectFour> for OpenFours {
    const MOVE_NUMBERS: usize = COLUMNS as usize;

    fn start(&mut self, _: &Played<ConnectFour>) {}

    fn evaluate(&self, position: &ConnectFour) -> i32 {
        let open = |side: Side| {
            let room = CELLS & !position.stones[side.other() as usize];
            STEPS.into_iter().map(|step| fours(room, step).count_ones() as i32).sum::<i32>()
        };
        10 * (open(position.to_move()) - open(position.to_move().other()))
    }

    fn move_number(&self, m: Column) -> usize {
        m.0 as usize
    }

    fn hint(&self, _: &ConnectFour, m: Column) -> i32 {
        -100 * m.0.abs_diff(COLUMNS / 2) as i32
    }
}

impl Explain<ConnectFour> for OpenFours {}

impl Playable for ConnectFour {
    const STRATEGIES: &'static [Row<Self>] = &[
        alpha_beta::row::<_, OpenFours>(
            "principal-variation search that counts open fours",
            alpha_beta::OPTIONS,
        ),
        random::row(),
    ];
    const BENCH: &'static [(&'static str, u32)] = &[("7/7/7/7/7/7", 10)];
}
