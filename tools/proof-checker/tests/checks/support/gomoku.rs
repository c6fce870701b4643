//! Certificates about Go-Moku made for tests, by the words of `proof-format.md` and nothing of the program but its
//! reading of positions.

use super::{Entry, Parts};
use proof_checker::gomoku::position::Position;

/// The position, the move.
type Stones = (Position, u16);

/// A certificate about Go-Moku.
pub(crate) type Gomoku = Parts<Stones>;

impl Entry for Stones {
    const GAME: &str = "gomoku";

    fn order(&self) -> [u64; 3] {
        [u64::from_le_bytes(self.bytes(0)[..8].try_into().unwrap()), 0, 0]
    }

    fn bytes(&self, _plies: u8) -> Vec<u8> {
        body(&self.0, self.1)
    }
}

impl Gomoku {
    pub(crate) fn new(rules: &str, start: &str, entries: &[(&str, u16)]) -> Self {
        let entries = entries.iter().map(|&(text, square)| (Position::parse(text).unwrap(), square));
        Self::of(rules, start, "p1", entries.collect())
    }
}

fn body(position: &Position, square: u16) -> Vec<u8> {
    let size = position.size;
    // The eight images of a square: rows and columns reflected or not, and exchanged or not.
    let image = |square: u16, number: usize| {
        let (row, column) = (usize::from(square) / size, usize::from(square) % size);
        let row = if number & 1 > 0 { size - 1 - row } else { row };
        let column = if number & 2 > 0 { size - 1 - column } else { column };
        if number & 4 > 0 { size * column + row } else { size * row + column }
    };
    let key = |number: usize| {
        let mut hash: u64 = 0xcbf29ce484222325;
        for stones in [position.black, position.white] {
            let mut bytes = vec![0_u8; (size * size).div_ceil(8)];
            for square in stones.iter().map(|square| image(square, number)) {
                bytes[square / 8] |= 1 << (square % 8);
            }
            for byte in bytes {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x100000001b3);
            }
        }
        hash
    };
    let least = (0..8).min_by_key(|&number| key(number)).unwrap();
    // What is no square stays none.
    let there = if usize::from(square) < size * size { image(square, least) } else { square.into() };
    [&key(least).to_le_bytes()[..], &(there as u16).to_le_bytes()].concat()
}
