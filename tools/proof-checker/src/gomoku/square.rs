//! Squares and sets of them: a square is `size * row + column`, the row from the bottom, both from 0.

/// The greatest side of a board.
pub const MAX_SIZE: usize = 20;
/// The squares of the greatest board.
const MAX_SQUARES: usize = MAX_SIZE * MAX_SIZE;

const WORDS: usize = MAX_SQUARES.div_ceil(64);

pub type Square = u16;

/// The name of a square on a board of this size: its column from `a`, its row from 1.
pub fn square_name(size: usize, square: Square) -> String {
    let (row, column) = (usize::from(square) / size, usize::from(square) % size);
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Squares([u64; WORDS]);

impl Squares {
    pub fn insert(&mut self, square: Square) {
        self.0[usize::from(square) / 64] |= 1 << (square % 64);
    }

    pub(super) fn remove(&mut self, square: Square) {
        self.0[usize::from(square) / 64] &= !(1 << (square % 64));
    }

    /// Whether a square is in the set.
    pub fn contains(&self, square: Square) -> bool {
        self.0[usize::from(square) / 64] >> (square % 64) & 1 == 1
    }

    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// The squares that are not in the other set.
    pub fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }

    /// The squares that are in both sets.
    pub fn and(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }

    /// The squares that are in either set.
    pub fn or(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        self
    }

    /// The set as bytes: bit `k` of byte `j` is square `8 * j + k`.
    pub fn bytes(self) -> impl Iterator<Item = u8> {
        self.0.into_iter().flat_map(u64::to_le_bytes)
    }

    /// The squares in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        let (mut words, mut first) = (self.0, 0);
        std::iter::from_fn(move || {
            while words[first] == 0 {
                first += 1;
                if first == WORDS {
                    first = WORDS - 1;
                    return None;
                }
            }
            let bit = words[first].trailing_zeros() as usize;
            words[first] &= words[first] - 1;
            Some((64 * first + bit) as Square)
        })
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::default();
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}
