//! A position of Go-Moku as the proof keeps it: two sets of stones, small enough for millions of them.

use crate::gomoku::Set;
use games::gomoku::square::MAX_SIZE;
use games::gomoku::{Gomoku, Square, Stones, text};
use games::{Game, Side};

/// The stones of both sides, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub black: Set,
    pub white: Set,
    pub black_moves: bool,
}

impl Place {
    /// The position's stones.
    pub fn of(position: &Gomoku) -> Self {
        let set = |side| position.stones().of_side(side).collect();
        Self {
            black: set(Side::First),
            white: set(Side::Second),
            black_moves: position.to_move() == Side::First,
        }
    }

    /// The position after a move of the side to move.
    pub fn after(&self, m: Square) -> Self {
        let mut after = Self { black_moves: !self.black_moves, ..*self };
        if self.black_moves {
            after.black.insert(m)
        } else {
            after.white.insert(m)
        }
        after
    }

    /// Whether nothing lies on this square.
    pub const fn is_empty(&self, square: Square) -> bool {
        !self.black.contains(square) && !self.white.contains(square)
    }

    /// The stones as the rules know them.
    pub fn stones(&self, size: usize) -> Stones {
        let mut stones = Stones::new(size);
        self.black.squares().for_each(|square| stones.put(Side::First, square));
        self.white.squares().for_each(|square| stones.put(Side::Second, square));
        stones
    }

    /// The position as text. Whose turn it is is always said: there may be more stones of one side than turns explain.
    pub fn text(&self, size: usize) -> String {
        format!("{}:{}", text::rows(&self.stones(size)), if self.black_moves { 'x' } else { 'o' })
    }

    /// The image under a symmetry of a board of this size, numbered as in [`Stones::image_square`].
    pub fn image(&self, size: usize, symmetry: usize) -> Self {
        let image = |set: Set| -> Set { set.squares().map(|square| square.image(size, symmetry)).collect() };
        Self { black: image(self.black), white: image(self.white), ..*self }
    }

    /// The image that stands for the class of the position, the least, and the symmetry that leads to it.
    pub fn class(&self, size: usize) -> (Self, usize) {
        let mut least = (*self, 0);
        for symmetry in 1..Gomoku::SYMMETRIES {
            let image = self.image(size, symmetry);
            if image < least.0 {
                least = (image, symmetry);
            }
        }
        least
    }

    /// The key of the position's class in certificates (`proof-format.md`), and the symmetry that leads to the image that has it.
    pub fn key(&self, size: usize) -> (u64, usize) {
        (0..Gomoku::SYMMETRIES)
            .map(|symmetry| (self.hash_of_image(size, symmetry), symmetry))
            .min()
            .unwrap_or_default()
    }

    /// The 64-bit hash FNV-1a of the stones of an image, black's before white's: bit `k` of byte `j` is square `8 * j + k`, counted
    /// row by row.
    fn hash_of_image(&self, size: usize, symmetry: usize) -> u64 {
        let bytes = [self.black, self.white].into_iter().flat_map(|set| {
            let mut bytes = [0_u8; (MAX_SIZE * MAX_SIZE).div_ceil(8)];
            for square in set.squares().map(|square| square.image(size, symmetry)) {
                let number = size * square.row() + square.column();
                bytes[number / 8] |= 1 << (number % 8);
            }
            bytes.into_iter().take((size * size).div_ceil(8))
        });
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }
}

/// The symmetry that takes back another one.
pub const fn inverse(symmetry: usize) -> usize {
    // With the exchange of columns and rows last, the reflections change places.
    match symmetry {
        5 => 6,
        6 => 5,
        _ => symmetry,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_taken_back() {
        for size in [6, 15] {
            for symmetry in 0..8 {
                for square in Stones::new(size).squares() {
                    let there = square.image(size, symmetry);
                    assert_eq!(there.image(size, inverse(symmetry)), square);
                    assert_eq!(Stones::new(size).image_square(square, symmetry), there);
                }
            }
        }
    }

    #[test]
    fn a_class_has_one_place() {
        let squares = ["a1", "c4", "f2", "b6"].map(|text| Square::parse(text, 6).unwrap());
        let [a, b, c, d] = squares;
        let place = Place {
            black: [a, b].into_iter().collect(),
            white: [c, d].into_iter().collect(),
            black_moves: true,
        };
        let (class, symmetry) = place.class(6);
        assert_eq!(place.image(6, symmetry), class);
        assert_eq!(class.image(6, inverse(symmetry)), place);
        for symmetry in 0..8 {
            assert_eq!(place.image(6, symmetry).class(6).0, class);
            assert_eq!(place.image(6, symmetry).key(6).0, place.key(6).0);
        }
    }
}
