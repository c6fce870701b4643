//! The board: its windows of five squares in a row, and how many stones of each side every one of them holds, kept up
//! to date stone by stone.

use super::position::Position;
use super::square::{MAX_SIZE, Square, Squares, ones};
use std::hash::{BuildHasher, RandomState};
use std::ops::Deref;

/// The rules that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five in a row win, more are nothing.
    Standard,
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

/// Windows of the greatest board: two directions along rows and columns, two along diagonals.
const MAX_WINDOWS: usize = 2 * (MAX_SIZE - 4) * MAX_SIZE + 2 * (MAX_SIZE - 4) * (MAX_SIZE - 4);
const WINDOW_WORDS: usize = MAX_WINDOWS.div_ceil(64);

/// Five squares in a row.
#[derive(Clone, Debug)]
struct Window {
    squares: [Square; 5],
    /// Which of the four directions it has.
    direction: u8,
    /// Which of its squares hold stones: bit `n` the square number `n`.
    taken: u8,
    /// How many stones of each side are on it.
    held: [u8; 2],
    /// How many stones of each side are on the squares just beyond its ends.
    beyond: [u8; 2],
    /// Under which number the window stands in `Board::open`.
    filed: u8,
}

/// The empty squares of a window, in its order.
#[derive(Clone, Copy, Debug)]
pub struct Gaps {
    squares: [Square; 5],
    count: usize,
    /// Which of the four directions the window has.
    pub direction: u8,
}

impl Deref for Gaps {
    type Target = [Square];

    fn deref(&self) -> &[Square] {
        &self.squares[..self.count]
    }
}

/// A position, and what its windows hold.
#[derive(Clone, Debug)]
pub struct Board {
    /// The number of rows.
    pub size: usize,
    /// What is on every square.
    stones: Vec<Option<Side>>,
    /// How many stones there are of each side.
    count: [usize; 2],
    exact: bool,
    windows: Vec<Window>,
    /// How many words of 64 bits a set of windows takes.
    words: usize,
    /// The windows that every square belongs to, each with the bit of the square in it.
    through: Vec<Vec<(usize, u8)>>,
    /// The windows that every square is just beyond an end of.
    ends: Vec<Vec<usize>>,
    /// The squares on a line with every square, at most three steps away.
    near: Vec<Squares>,
    /// For each side and number of its stones from 2 to 5, the windows that it can still win with and that hold so
    /// many, under [`file`]; under 0 stand others.
    open: [[u64; WINDOW_WORDS]; 12],
    keys: Vec<[u128; 2]>,
    key: u128,
}

impl Board {
    /// A position under these rules.
    pub fn new(position: &Position, rules: Rules) -> Self {
        let size = position.size;
        let squares = size * size;
        let mut board = Self {
            size,
            stones: vec![None; squares],
            count: [0; 2],
            exact: rules == Rules::Standard,
            windows: Vec::new(),
            words: 0,
            through: vec![Vec::new(); squares],
            ends: vec![Vec::new(); squares],
            near: vec![Squares::default(); squares],
            open: [[0; WINDOW_WORDS]; 12],
            keys: random_keys(squares),
            key: 0,
        };
        for (direction, (right, up)) in (0..).zip([(1, 0), (0, 1), (1, 1), (-1, 1)]) {
            for square in 0..squares {
                board.add_window((square % size) as i32, (square / size) as i32, direction, right, up);
            }
        }
        board.words = board.windows.len().div_ceil(64);
        board.set(position);
        board
    }

    /// Has the stones of this position, which must be of the same size, in place of its own.
    pub(super) fn set(&mut self, position: &Position) {
        (0..self.stones.len()).for_each(|square| self.remove(square as Square));
        position.black.iter().for_each(|square| self.place(square, Side::Black));
        position.white.iter().for_each(|square| self.place(square, Side::White));
    }

    /// Adds the window that begins here and goes in this direction, if it is on the board.
    fn add_window(&mut self, column: i32, row: i32, direction: u8, right: i32, up: i32) {
        let size = self.size as i32;
        let at = |step: i32| {
            let (column, row) = (column + step * right, row + step * up);
            let inside = (0..size).contains(&column) && (0..size).contains(&row);
            inside.then_some((size * row + column) as Square)
        };
        let [Some(a), Some(b), Some(c), Some(d), Some(e)] = [0, 1, 2, 3, 4].map(at) else { return };
        let number = self.windows.len();
        let squares = [a, b, c, d, e];
        for (place, &one) in squares.iter().enumerate() {
            for (_, &other) in squares.iter().enumerate().filter(|&(there, _)| there.abs_diff(place) <= 3) {
                self.near[usize::from(one)].insert(other);
            }
        }
        for (bit, &square) in squares.iter().enumerate() {
            self.through[usize::from(square)].push((number, 1 << bit));
        }
        for end in [at(-1), at(5)].into_iter().flatten() {
            self.ends[usize::from(end)].push(number);
        }
        self.windows.push(Window { squares, direction, taken: 0, held: [0; 2], beyond: [0; 2], filed: 0 });
    }

    /// Puts a stone on an empty square.
    pub fn place(&mut self, square: Square, side: Side) {
        self.stones[usize::from(square)] = Some(side);
        self.count[side as usize] += 1;
        self.change(square, side, 1);
    }

    /// Takes a stone off again.
    pub fn remove(&mut self, square: Square) {
        if let Some(side) = self.stones[usize::from(square)].take() {
            self.count[side as usize] -= 1;
            self.change(square, side, -1);
        }
    }

    fn change(&mut self, square: Square, side: Side, by: i8) {
        let Self { windows, through, ends, open, exact, .. } = self;
        for &(number, bit) in &through[usize::from(square)] {
            let window = &mut windows[number];
            window.held[side as usize] = window.held[side as usize].wrapping_add_signed(by);
            window.taken ^= bit;
            window.refile(number, *exact, open);
        }
        // Only where more than five are nothing does it matter what stands beyond a window.
        for &number in if *exact { &ends[usize::from(square)][..] } else { &[] } {
            let window = &mut windows[number];
            window.beyond[side as usize] = window.beyond[side as usize].wrapping_add_signed(by);
            window.refile(number, *exact, open);
        }
        self.key ^= self.keys[usize::from(square)][side as usize];
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
        self.open[file(side, 5)].iter().any(|&word| word != 0)
    }

    /// The empty squares of every window that a side can still win with and that holds so many (2 to 5) of its stones: a stone
    /// on each of `5 - held` squares completes a winning row.
    pub fn open_windows(&self, side: Side, held: usize) -> impl Iterator<Item = Gaps> {
        ones(self.open[file(side, held)][..self.words].iter().copied())
            .map(|number| self.windows[number].gaps())
    }

    /// The squares of all of them.
    pub fn gaps(&self, side: Side, held: usize) -> Squares {
        let mut all = Squares::default();
        self.open_windows(side, held).for_each(|gaps| gaps.iter().for_each(|&square| all.insert(square)));
        all
    }

    /// The squares on which a side completes a winning row, ascending.
    pub fn completing(&self, side: Side) -> Vec<Square> {
        let mut squares: Vec<Square> = self.open_windows(side, 4).map(|gaps| gaps[0]).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
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

impl Window {
    fn gaps(&self) -> Gaps {
        let (mut squares, mut count) = ([0; 5], 0);
        for (bit, &square) in self.squares.iter().enumerate() {
            squares[count] = square;
            count += usize::from(self.taken >> bit & 1 == 0);
        }
        Gaps { squares, count, direction: self.direction }
    }

    /// Under which number it belongs, if one side alone has two stones or more on it and can still make a winning row of
    /// exactly these five squares (of at least these five, if `exact` is not asked for); otherwise 0.
    fn belongs(&self, exact: bool) -> usize {
        let (side, held) = match self.held {
            [black @ 2..=5, 0] => (Side::Black, black),
            [0, white @ 2..=5] => (Side::White, white),
            _ => return 0,
        };
        if exact && self.beyond[side as usize] > 0 { 0 } else { file(side, held.into()) }
    }

    /// Puts the window, which has this number, into the set that it belongs to now.
    fn refile(&mut self, number: usize, exact: bool, open: &mut [[u64; WINDOW_WORDS]; 12]) {
        let (before, after) = (usize::from(self.filed), self.belongs(exact));
        if after != before {
            let (word, bit) = (number / 64, 1 << (number % 64));
            open[before][word] &= !bit;
            open[after][word] |= bit;
            self.filed = after as u8;
        }
    }
}

/// The number in `Board::open` of the windows with so many stones of one side, up to 5, and none of the other.
const fn file(side: Side, held: usize) -> usize {
    6 * side as usize + held
}

fn random_keys(squares: usize) -> Vec<[u128; 2]> {
    let (low, high) = (RandomState::new(), RandomState::new());
    let key = |number: usize| u128::from(low.hash_one(number)) | u128::from(high.hash_one(number)) << 64;
    (0..squares).map(|square| [key(2 * square), key(2 * square + 1)]).collect()
}
