//! The board: its lines, and for each of their windows (five squares in a row) how many stones of each side it holds, kept
//! up to date stone by stone.

use super::position::Position;
use super::square::{MAX_SIZE, Square, Squares};
use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};

/// The rules that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five in a row win, more are nothing.
    Standard,
    /// Exactly five in a row win for black, five or more for white, and some moves are forbidden to black: see [`super::renju`].
    Renju,
    /// Freestyle, but black's second stone may not lie in the 5 x 5 square around his first.
    SecondMoveRestricted,
}

/// A player by the colour of the stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Player one, who wins if the proof stands.
    Black = 0,
    White = 1,
}

impl Side {
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

// Sets of places on a line are words of 32 bits, sets of lines of 128.
const _: () = assert!(MAX_SIZE + 5 <= 32 && 2 * MAX_SIZE + 2 * (2 * MAX_SIZE - 9) <= 128);

/// A set of places on a line for each side: black's in the lower half, white's in the upper one.
type Both = u64;

/// Squares in a row from edge to edge. A window of five of them is known by its first place.
#[derive(Clone, Debug, Default)]
pub struct Line {
    squares: [Square; MAX_SIZE],
    /// The windows that are on the board.
    windows: Both,
    stones: Both,
    /// The windows that each side can still win with and that hold 2, 3, 4 and 5 of its stones.
    open: [Both; 4],
}

/// A position, and what the windows of its lines hold.
#[derive(Clone, Debug)]
pub struct Board {
    /// The number of rows.
    pub size: usize,
    /// What is on every square.
    stones: Vec<Option<Side>>,
    /// How many stones there are of each side.
    count: [usize; 2],
    exact: Both,
    /// Whether black may not play everywhere.
    pub renju: bool,
    lines: Vec<Line>,
    /// The lines that every square belongs to, each with the number of the square on it.
    through: Vec<Vec<(u8, u8)>>,
    /// The squares on a line with every square, at most three steps away.
    near: Vec<Squares>,
    /// The lines with open windows that hold 2, 3, 4 and 5 stones, whichever side's.
    open: [u128; 4],
    /// The stones in the order in which they were put.
    before: Vec<Before>,
    keys: Vec<[u128; 2]>,
    key: u128,
}

/// A stone, and what it has changed, as it was before: the lines with open windows, and those windows on the lines through it.
#[derive(Clone, Debug)]
struct Before {
    square: Square,
    side: Side,
    open: [u128; 4],
    lines: [[Both; 4]; 4],
}

impl Board {
    /// A position under these rules.
    pub fn new(position: &Position, rules: Rules) -> Self {
        let size = position.size;
        let squares = size * size;
        let exact = match rules {
            Rules::Freestyle | Rules::SecondMoveRestricted => 0,
            Rules::Standard => Both::MAX,
            Rules::Renju => Both::from(u32::MAX),
        };
        let mut board = Self {
            size,
            stones: vec![None; squares],
            count: [0; 2],
            exact,
            renju: rules == Rules::Renju,
            lines: Vec::new(),
            through: vec![Vec::new(); squares],
            near: vec![Squares::default(); squares],
            open: [0; 4],
            before: Vec::new(),
            keys: random_keys(squares),
            key: 0,
        };
        for (right, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            for square in 0..squares {
                board.add_line((square % size) as i32, (square / size) as i32, right, up);
            }
        }
        board.set(position);
        board
    }

    /// Has the stones of this position, which must be of the same size, in place of its own.
    pub(super) fn set(&mut self, position: &Position) {
        while !self.before.is_empty() {
            self.undo();
        }
        position.black.iter().for_each(|square| self.place(square, Side::Black));
        position.white.iter().for_each(|square| self.place(square, Side::White));
    }

    /// Adds the line in this direction whose first square is here, if a window fits on it.
    fn add_line(&mut self, column: i32, row: i32, right: i32, up: i32) {
        let size = self.size as i32;
        let at = |step: i32| {
            let (column, row) = (column + step * right, row + step * up);
            let inside = (0..size).contains(&column) && (0..size).contains(&row);
            inside.then_some((size * row + column) as Square)
        };
        if at(-1).is_some() || at(4).is_none() {
            return;
        }
        let squares: Vec<Square> = (0..).map_while(at).collect();
        let windows: Both = (1 << (squares.len() - 4)) - 1;
        let mut line = Line { windows: windows | windows << 32, ..Line::default() };
        for (place, &square) in squares.iter().enumerate() {
            line.squares[place] = square;
            self.through[usize::from(square)].push((self.lines.len() as u8, place as u8));
            let near = squares.iter().enumerate().filter(|&(there, _)| there.abs_diff(place) <= 3);
            near.for_each(|(_, &other)| self.near[usize::from(square)].insert(other));
        }
        self.lines.push(line);
    }

    /// Puts a stone on an empty square.
    pub fn place(&mut self, square: Square, side: Side) {
        self.stones[usize::from(square)] = Some(side);
        self.count[side as usize] += 1;
        self.key ^= self.keys[usize::from(square)][side as usize];
        let mut before = Before { square, side, open: self.open, lines: [[0; 4]; 4] };
        for (&(number, place), saved) in self.through[usize::from(square)].iter().zip(&mut before.lines) {
            let line = &mut self.lines[usize::from(number)];
            *saved = line.open;
            line.stones ^= stone(side, place);
            line.open = open(line.stones, self.exact).map(|windows| windows & line.windows);
            for ((lines, old), new) in self.open.iter_mut().zip(saved).zip(line.open) {
                if (*old == 0) != (new == 0) {
                    *lines ^= 1 << number;
                }
            }
        }
        self.before.push(before);
    }

    /// Takes the stone off again that was put last.
    pub fn undo(&mut self) {
        let Some(Before { square, side, open, lines }) = self.before.pop() else { return };
        self.stones[usize::from(square)] = None;
        self.count[side as usize] -= 1;
        self.key ^= self.keys[usize::from(square)][side as usize];
        self.open = open;
        for (&(number, place), open) in self.through[usize::from(square)].iter().zip(lines) {
            let line = &mut self.lines[usize::from(number)];
            line.stones ^= stone(side, place);
            line.open = open;
        }
    }

    /// Whether two squares are on a line, at most three steps apart, in a window.
    pub fn are_near(&self, one: Square, other: Square) -> bool {
        self.near[usize::from(one)].contains(other)
    }

    pub fn at(&self, square: Square) -> Option<Side> {
        self.stones[usize::from(square)]
    }

    /// Whether no square is empty.
    pub fn is_full(&self) -> bool {
        self.count[0] + self.count[1] == self.stones.len()
    }

    /// How many stones a side has.
    pub const fn count(&self, side: Side) -> usize {
        self.count[side as usize]
    }

    /// All empty squares, ascending.
    pub fn empty(&self) -> impl Iterator<Item = Square> {
        let empty = self.stones.iter().enumerate().filter(|(_, stone)| stone.is_none());
        empty.map(|(square, _)| square as Square)
    }

    /// Whether a side has a winning row.
    pub fn has_row(&self, side: Side) -> bool {
        self.open_lines(side, 5).next().is_some()
    }

    /// The lines with windows that a side can still win with and that hold so many (2 to 5) of its stones: a stone on each
    /// of the `5 - held` empty squares of one completes a winning row.
    pub fn open_lines(&self, side: Side, held: usize) -> impl Iterator<Item = (&Line, u32)> {
        let mut left = self.open[held - 2];
        let lines = std::iter::from_fn(move || {
            let line = self.lines.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some((line, half(line.open[held - 2], side)))
        });
        lines.filter(|&(_, windows)| windows != 0)
    }

    /// The lines through a square, with its place on each.
    pub fn through(&self, square: Square) -> impl Iterator<Item = (&Line, u32)> {
        self.through[usize::from(square)]
            .iter()
            .map(|&(line, place)| (&self.lines[usize::from(line)], u32::from(place)))
    }

    /// The empty squares of all these windows.
    pub fn gaps(&self, side: Side, held: usize) -> Squares {
        let mut all = Squares::default();
        for (line, windows) in self.open_lines(side, held) {
            places(line.gaps(windows)).for_each(|place| all.insert(line.square(place)));
        }
        all
    }

    /// The squares on which a side completes a winning row.
    pub fn completing(&self, side: Side) -> Squares {
        self.gaps(side, 4)
    }

    /// A number that differs between positions: 128 bits drawn at random whenever the program runs, so that no file
    /// can be made to fit.
    pub const fn key(&self) -> u128 {
        self.key
    }

    /// The key after a stone more.
    pub fn key_after(&self, square: Square, side: Side) -> u128 {
        self.key ^ self.keys[usize::from(square)][side as usize]
    }
}

impl Line {
    /// The square at a place on it.
    pub fn square(&self, place: u32) -> Square {
        self.squares[place as usize]
    }

    /// The places of the empty squares of these windows.
    pub const fn gaps(&self, windows: u32) -> u32 {
        let within = windows | windows << 1 | windows << 2 | windows << 3 | windows << 4;
        within & !(half(self.stones, Side::Black) | half(self.stones, Side::White))
    }
}

impl Line {
    /// Black's stones by their places.
    pub const fn black(&self) -> u32 {
        half(self.stones, Side::Black)
    }

    /// The windows with this place that black can still win with and that hold so many (2 to 4) of his stones.
    pub const fn around(&self, place: u32, held: usize) -> u32 {
        half(self.open[held - 2], Side::Black) & (0b11111 << place) >> 4
    }

    /// The length of black's row with a stone on this place.
    pub const fn row_with(&self, place: u32) -> u32 {
        let own = self.black() | 1 << place;
        (own >> place).trailing_ones() + (own << (31 - place)).leading_ones() - 1
    }
}

/// A place in the set of a side.
fn stone(side: Side, place: u8) -> Both {
    1 << (32 * side as u32 + u32::from(place))
}

/// One side's set.
const fn half(both: Both, side: Side) -> u32 {
    (both >> (32 * side as u32)) as u32
}

/// The windows without stones of the other side's that hold 2, 3, 4 and 5 stones of a side's own, all counted at once, bit by
/// bit, each at its first place. Of a side whose winning rows are of `exact`ly five there must be no stone beyond an end.
const fn open(own: Both, exact: Both) -> [Both; 4] {
    let other = own.rotate_left(32);
    let taken = other | other >> 1 | other >> 2 | other >> 3 | other >> 4;
    let beyond = (own << 1 | own >> 5) & exact;
    let (sum, twos) = add(own, own >> 1, own >> 2);
    let (odd, more_twos) = add(sum, own >> 3, own >> 4);
    let (two, four) = (twos ^ more_twos, twos & more_twos);
    let free = !(taken | beyond);
    [free & two & !odd, free & two & odd, free & four & !odd, free & four & odd]
}

/// For each place the sum of three bits: its ones, and its twos.
const fn add(a: Both, b: Both, c: Both) -> (Both, Both) {
    (a ^ b ^ c, a & b | c & (a ^ b))
}

/// The places in a set of them, ascending.
pub fn places(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            place
        })
    })
}

fn random_keys(squares: usize) -> Vec<[u128; 2]> {
    let (low, high) = (RandomState::new(), RandomState::new());
    let key = |number: usize| u128::from(low.hash_one(number)) | u128::from(high.hash_one(number)) << 64;
    (0..squares).map(|square| [key(2 * square), key(2 * square + 1)]).collect()
}

/// What is known of positions, by their keys.
pub type ByKey<T> = HashMap<u128, T, BuildHasherDefault<KeyHasher>>;

/// Takes a key as its own hash: it is drawn at random.
#[derive(Debug, Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}
