//! The entries of a certificate: black's moves in positions in which he has a choice, each under the key of its class. A key
//! is not trusted: whatever move it leads to is played against every reply.

use super::position::Position;
use super::square::{Square, Squares};
use super::symmetry::{Symmetry, image, source};
use crate::Refusal;
use crate::by_class::ByClass;
use crate::file::Certificate;

/// Bytes of an entry: its key and its move.
const ENTRY: usize = 10;

/// The entries by class.
pub(super) struct Entries {
    symmetry: Symmetry,
    /// The moves by the keys of classes, each in the image that has the key.
    pub by_class: ByClass<u64, Square>,
}

impl Entries {
    /// Reads the body of a certificate whose games are played on so many rows.
    ///
    /// # Errors
    /// If its length is wrong, its entries are not ascending, or one has no square for a move.
    pub(super) fn read(size: usize, certificate: &Certificate<'_>) -> Result<Self, Refusal> {
        let (chunks, rest) = certificate.body.as_chunks::<ENTRY>();
        if chunks.len() as u64 != certificate.entries || !rest.is_empty() {
            return Err(Refusal::new(format!(
                "its header announces {} entries of {ENTRY} bytes, its body has {} bytes",
                certificate.entries,
                certificate.body.len()
            )));
        }
        let mut entries = Self { symmetry: Symmetry::new(size), by_class: ByClass::default() };
        let mut previous = None;
        for (&[a, b, c, d, e, f, g, h, low, high], number) in chunks.iter().zip(1..) {
            let (key, square) =
                (u64::from_le_bytes([a, b, c, d, e, f, g, h]), u16::from_le_bytes([low, high]));
            if previous.is_some_and(|previous| previous >= key) {
                return Err(Refusal::new(format!(
                    "entry {number} does not follow entry {} in order",
                    number - 1
                )));
            }
            previous = Some(key);
            let squares = size * size;
            if usize::from(square) >= squares {
                return Err(Refusal::new(format!(
                    "entry {number}: its move is {square}: a square is a number from 0 to {}",
                    squares - 1
                )));
            }
            entries.by_class.insert(key, number, square);
        }
        Ok(entries)
    }

    /// The move in this position, if its class has an entry, which counts as reached from now on.
    pub(super) fn find(&mut self, position: &Position) -> Option<Square> {
        let stones = [position.black, position.white].map(|stones| stones.iter().collect::<Vec<_>>());
        let keys = self.symmetry.permutations.iter().map(|permutation| {
            (key(position.size, stones.each_ref().map(|stones| image(stones, permutation))), permutation)
        });
        let (key, permutation) = keys.min_by_key(|&(key, _)| key)?;
        self.by_class.reach(&key).map(|&square| source(square, permutation))
    }

    /// The canonical position of a class.
    pub(super) fn class(&self, position: &Position) -> Position {
        self.symmetry.canonical(position).0
    }
}

/// The 64-bit hash FNV-1a of the stones, black's before white's: bit `k` of byte `j` of a set is square `8 * j + k`.
pub(super) fn key(size: usize, stones: [Squares; 2]) -> u64 {
    let bytes = stones.into_iter().flat_map(|set| set.bytes().take((size * size).div_ceil(8)));
    bytes
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
