//! A set of squares, as bits.

use games::gomoku::Square;
use games::gomoku::square::MAX_SIZE;

const WORDS: usize = (MAX_SIZE * MAX_SIZE).div_ceil(64);

/// A set of squares of a board of any size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set([u64; WORDS]);

impl Set {
    /// Whether nothing is in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many squares are in it.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub const fn contains(&self, square: Square) -> bool {
        self.0[square.index() >> 6] >> (square.index() & 63) & 1 == 1
    }

    /// Adds a square that is not in it, takes out one that is.
    #[inline]
    pub(crate) fn flip(&mut self, square: Square) {
        self.flip_if(square, true);
    }

    /// The same if `so`.
    #[inline]
    pub(super) fn flip_if(&mut self, square: Square, so: bool) {
        self.0[square.index() >> 6] ^= u64::from(so) << (square.index() & 63);
    }

    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0[square.index() >> 6] |= 1 << (square.index() & 63);
    }

    /// What is in it and not in the other.
    pub fn without(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }

    /// The squares, row by row from the bottom.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let words = self.0;
        words.into_iter().enumerate().flat_map(|(number, mut word)| {
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let index = 64 * number + word.trailing_zeros() as usize;
                    word &= word - 1;
                    Square::from_index(index)
                })
            })
        })
    }

    #[inline]
    pub fn first(&self) -> Option<Square> {
        let number = self.0.iter().position(|&word| word != 0)?;
        Some(Square::from_index(64 * number + self.0[number].trailing_zeros() as usize))
    }

    pub fn first_two(&self) -> (Option<Square>, Option<Square>) {
        let mut squares = self.squares();
        (squares.next(), squares.next())
    }
}

impl std::ops::BitOr for Set {
    type Output = Self;

    fn bitor(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        self
    }
}

impl std::ops::BitAnd for Set {
    type Output = Self;

    fn bitand(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }
}

impl FromIterator<Square> for Set {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> Self {
        let mut set = Self::default();
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}
