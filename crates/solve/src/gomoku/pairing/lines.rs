//! The lines of a small board as bits of one word, for searches that look at all of them at every position.

use games::gomoku::Square;

/// Squares of a board of at most 8 x 8: bit `row * size + column`, both counted from 0.
pub type Squares = u64;

/// Stones of the attacker and of the defender.
pub type Both = (Squares, Squares);

/// The greatest size of a board whose squares fit.
pub(crate) const MAX_SIZE: usize = 8;

/// The rows of five (or of another length) that there are on a board.
#[derive(Clone, Debug)]
pub struct Lines {
    size: usize,
    /// For each straight line across the board that is long enough, its windows of the length.
    groups: Vec<Vec<Squares>>,
    /// Where each symmetry takes each square.
    images: [[u8; MAX_SIZE * MAX_SIZE]; 8],
}

impl Lines {
    /// The windows of `length` squares in a row on a board of this size, at most `MAX_SIZE`.
    pub fn new(size: usize, length: usize) -> Self {
        debug_assert!(size <= MAX_SIZE && length >= 2);
        let last = size as i32 - 1;
        let on_board = |(column, row): (i32, i32)| (0..=last).contains(&column) && (0..=last).contains(&row);
        let mut groups = Vec::new();
        for (across, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for from in (0..=last).flat_map(|row| (0..=last).map(move |column| (column, row))) {
                if on_board((from.0 - across, from.1 - up)) {
                    continue;
                }
                let bits: Vec<Squares> = (0..)
                    .map(|steps| (from.0 + steps * across, from.1 + steps * up))
                    .take_while(|&square| on_board(square))
                    .map(|(column, row)| 1 << (row * size as i32 + column))
                    .collect();
                let windows: Vec<Squares> = bits.windows(length).map(|window| window.iter().sum()).collect();
                if !windows.is_empty() {
                    groups.push(windows);
                }
            }
        }
        let mut images = [[0; MAX_SIZE * MAX_SIZE]; 8];
        for (symmetry, images) in images.iter_mut().enumerate() {
            for (number, image) in images.iter_mut().enumerate().take(size * size) {
                let square = Square::new(number % size, number / size).unwrap_or_else(Square::origin);
                let there = square.image(size, symmetry);
                *image = (there.row() * size + there.column()) as u8;
            }
        }
        Self { size, groups, images }
    }

    pub const fn board(&self) -> Squares {
        Squares::MAX >> (64 - self.size * self.size)
    }

    /// For each straight line across the board the windows that lie on it, none of them empty.
    pub(crate) fn groups(&self) -> &[Vec<Squares>] {
        &self.groups
    }

    pub fn windows(&self) -> impl Iterator<Item = Squares> + '_ {
        self.groups.iter().flatten().copied()
    }

    /// The image of a set under a symmetry, numbered 0..8, 0 being the identity.
    pub fn image(&self, set: Squares, symmetry: usize) -> Squares {
        bits(set).map(|square| 1 << self.images[symmetry][square as usize]).sum()
    }
}

/// The numbers of the squares of a set in ascending order.
pub fn bits(mut set: Squares) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros();
            set &= set - 1;
            bit
        })
    })
}
