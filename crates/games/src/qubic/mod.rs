//! Qubic: noughts and crosses on 4 x 4 x 4 cells without gravity; the side that fills one of the 76 lines of four wins.
//!
//! The sides are `x` (first) and `o`. A position is two sets of 64 bits; the side to move follows from the counts.

pub mod lines;
pub mod symmetry;
mod text;

use super::{About, Game, Notation, Outcome, Shape, Side, TextError};
use lines::{cells, has_line, has_line_through};

/// A cell 0..=63: `16 * level + 4 * row + column`. A move is the cell that gets a stone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell of this number, if it is below 64.
    pub const fn new(number: usize) -> Option<Self> {
        if number < lines::CELLS { Some(Self(number as u8)) } else { None }
    }

    /// The cells of a set in ascending order.
    pub fn of_set(set: u64) -> impl Iterator<Item = Self> {
        cells(set).map(|cell| Self(cell as u8))
    }

    /// The number 0..=63.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this one cell.
    pub const fn set(self) -> u64 {
        1 << self.0
    }
}

impl std::fmt::Debug for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&text::cell_text(*self, Notation::Coordinates))
    }
}

/// A position. The game is over when a side has a line or the board is full.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Qubic {
    x: u64,
    o: u64,
    /// Whether the side that made the last move has a line: kept, because it is asked at every node.
    won: bool,
}

impl Qubic {
    /// The position with these stones.
    ///
    /// # Errors
    /// If a cell is taken twice, the counts are impossible, or the side to move (or both) already has a line.
    pub fn from_sets(x: u64, o: u64) -> Result<Self, TextError> {
        if x & o != 0 {
            return Err(TextError::new("a cell holds stones of both sides"));
        }
        let (count_x, count_o) = (x.count_ones(), o.count_ones());
        if count_x != count_o && count_x != count_o + 1 {
            return Err(TextError::new(format!(
                "{count_x} x and {count_o} o are impossible: x moves first, so it has as many stones as o or one more"
            )));
        }
        let mover_first = count_x == count_o;
        match (has_line(x), has_line(o)) {
            (true, true) => Err(TextError::new("both sides have a line of four: only one can have won")),
            (x_wins, o_wins) if (x_wins && mover_first) || (o_wins && !mover_first) => Err(TextError::new(
                "the side to move already has a line of four: the game was over before the last move",
            )),
            (x_wins, o_wins) => Ok(Self { x, o, won: x_wins || o_wins }),
        }
    }

    /// The position with these stones, of which the caller knows that they are disjoint, possible in number, and that
    /// neither side has a line: for searches, which would only check again what they know.
    pub fn without_line(x: u64, o: u64) -> Self {
        debug_assert!(Self::from_sets(x, o).is_ok_and(|position| !position.won));
        Self { x, o, won: false }
    }

    /// The stones of a side.
    pub const fn stones(&self, side: Side) -> u64 {
        match side {
            Side::First => self.x,
            Side::Second => self.o,
        }
    }

    /// The stones of the side to move and of its opponent.
    pub fn own_and_other(&self) -> (u64, u64) {
        match self.to_move() {
            Side::First => (self.x, self.o),
            Side::Second => (self.o, self.x),
        }
    }

    /// The same stones in the other colours. The side to move stays, with the stones that were the other's: with an odd number of
    /// stones no game leads there.
    pub const fn with_colours_exchanged(&self) -> Self {
        Self { x: self.o, o: self.x, won: self.won }
    }

    /// The empty cells.
    pub const fn empty(&self) -> u64 {
        !(self.x | self.o)
    }

    /// The canonical position, and the number of an automorphism that leads there.
    pub fn class(&self) -> (Self, usize) {
        let ((x, o), number) = symmetry::canonical(self.x, self.o);
        (Self { x, o, won: self.won }, number)
    }

    /// How many stones are on the board: the ply.
    pub const fn ply(&self) -> u32 {
        (self.x | self.o).count_ones()
    }
}

impl Game for Qubic {
    const NAME: &'static str = "qubic";
    const ABOUT: About = About {
        title: "Qubic",
        rules: "Four levels of 4 x 4 cells make a cube. In turn each side fills an empty cell.\n\
                Four in a straight line win: rows, columns, pillars, diagonals, 76 lines in all.\n\
                A cell is its level, row and column: 111 is a corner, 444 the one opposite.",
        words: &[],
        sides: ["x", "o"],
        notations: &[
            (Notation::Coordinates, "111 to 444"),
            (Notation::Doake, "1 to 64 (Doake)"),
            (Notation::Index, "0 to 63 (Patashnik)"),
        ],
        board: Some(Shape::Layers),
        example: "xo1x8",
        openings: include_str!("../../../../data/qubic/openings-random-4.txt"),
    };
    const SYMMETRIES: usize = symmetry::AUTOMORPHISMS;

    type Setup = ();
    type Move = Cell;
    type Undo = ();

    fn start((): &()) -> Self {
        Self::default()
    }

    fn legal_moves(&self, moves: &mut Vec<Cell>) {
        if !self.won {
            moves.extend(Cell::of_set(self.empty()));
        }
    }

    fn is_legal(&self, m: Cell) -> bool {
        !self.won && self.empty() & m.set() != 0
    }

    fn play(&mut self, m: Cell) {
        let stones = match self.to_move() {
            Side::First => &mut self.x,
            Side::Second => &mut self.o,
        };
        *stones |= m.set();
        self.won = has_line_through(*stones, m.index());
    }

    fn undo(&mut self, m: Cell, (): ()) {
        self.x &= !m.set();
        self.o &= !m.set();
        self.won = false;
    }

    fn to_move(&self) -> Side {
        if self.ply().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.won {
            Some(Outcome::Win(self.to_move().other()))
        } else if self.empty() == 0 {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn key(&self) -> u64 {
        hash(self.x, self.o)
    }

    fn canonical_key(&self) -> u64 {
        self.canonical().key()
    }

    fn canonical(&self) -> Self {
        self.class().0
    }

    fn image(&self, symmetry: usize) -> Self {
        Self { x: symmetry::image(self.x, symmetry), o: symmetry::image(self.o, symmetry), won: self.won }
    }

    fn image_move(&self, m: Cell, symmetry: usize) -> Cell {
        Cell(symmetry::permutations()[symmetry][m.index()])
    }

    fn to_text(&self) -> String {
        text::position_text(self.x, self.o)
    }

    fn from_text((): &(), text: &str) -> Result<Self, TextError> {
        let (x, o) = text::parse_position(text)?;
        Self::from_sets(x, o)
    }

    fn move_text(&self, m: Cell, notation: Notation) -> String {
        text::cell_text(m, notation)
    }

    fn parse_move(&self, text: &str, notation: Notation) -> Result<Cell, TextError> {
        text::parse_cell(text, notation)
    }

    fn drawing(&self, last: Option<Cell>, notation: Notation) -> String {
        text::drawing(self, last, notation)
    }

    fn moves_left(&self) -> u32 {
        // Games of good players last some 40 plies; late moves are mostly forced, and cost little time.
        (14 - (self.ply() / 4).min(8)).min((65 - self.ply()) / 2)
    }

    fn perft(&mut self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.won => 0,
            1 => u64::from(self.empty().count_ones()),
            _ => Cell::of_set(self.empty()).map(|m| self.after(m).perft(depth - 1)).sum(),
        }
    }
}

/// Mixes the two sets into one well-spread number.
fn hash(x: u64, o: u64) -> u64 {
    const ODD: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];
    let mut h = (x ^ x >> 32).wrapping_mul(ODD[0]);
    h = (h ^ h >> 29 ^ o).wrapping_mul(ODD[1]);
    h = (h ^ h >> 32).wrapping_mul(ODD[2]);
    h ^ h >> 29
}

/// The set of the winning line's four cells, if somebody has won.
pub fn winning_line(position: &Qubic) -> Option<u64> {
    let winner = position.stones(position.to_move().other());
    lines::full_line(winner).map(|line| lines::LINE_SETS[line])
}

/// The cells on which a stone of the side to move wins at once.
pub fn winning_cells(position: &Qubic) -> u64 {
    let (own, _) = position.own_and_other();
    lines::fourth_cells(own) & position.empty()
}

/// The cells on which the opponent of the side to move would win at once.
pub fn threatened_cells(position: &Qubic) -> u64 {
    let (_, other) = position.own_and_other();
    lines::fourth_cells(other) & position.empty()
}

/// Whether a cell is one of the sixteen strong ones, through which seven lines pass.
pub const fn is_strong(cell: Cell) -> bool {
    lines::STRONG & cell.set() != 0
}

#[cfg(test)]
mod tests;
