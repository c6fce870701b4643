//! The entries of a certificate: black's moves in positions in which he has a choice, each under the key of its class. A key
//! is not trusted: whatever move it leads to is played against every reply.

use super::position::Position;
use super::square::{Square, Squares};
use super::symmetry::{Permutation, Symmetry, image, source};
use crate::by_class::ByClass;
use crate::file::Certificate;
use crate::{Linked, Refusal};
use std::collections::HashSet;

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
        let mut entries = Self { symmetry: Symmetry::new(size), by_class: ByClass::default() };
        let key = |&[key @ .., _, _]: &[u8; 10]| u64::from_le_bytes(key);
        certificate.read_entries(key, |number, key, &[.., low, high]| {
            let (square, squares) = (u16::from_le_bytes([low, high]), size * size);
            if usize::from(square) >= squares {
                return Err(Refusal::new(format!(
                    "entry {number}: its move is {square}: a square is a number from 0 to {}",
                    squares - 1
                )));
            }
            entries.by_class.insert(key, number, square);
            Ok(())
        })?;
        Ok(entries)
    }

    /// The key of the position's class, and the number of the symmetry that leads to the image that has it.
    fn key(&self, position: &Position) -> (u64, usize) {
        let stones = [position.black, position.white].map(|stones| stones.iter().collect::<Vec<_>>());
        let length = (position.size * position.size).div_ceil(8);
        let of_image =
            |map| stones.iter().fold(BASIS, |begun, stones| hash(begun, image(stones, map), length));
        self.symmetry.permutations.iter().map(of_image).zip(0..).min().unwrap_or_default()
    }

    /// The move in this position, if its class has an entry, which counts as reached from now on.
    pub(super) fn find(&self, position: &Position) -> Option<Square> {
        let (key, number) = self.key(position);
        self.by_class.reach(&key).map(|&square| source(square, &self.symmetry.permutations[number]))
    }

    /// What hangs together by entries alone (`proof-format.md`, "What is checked").
    pub(super) fn linked(&self, start: &Position) -> Linked {
        let (mut linked, mut seen, mut open) = (Linked::default(), HashSet::new(), Vec::new());
        let stones = |position: &Position| position.black.count() + position.white.count();
        match start.black_moves {
            true => open.push(*start),
            false => self.replies(start, &mut seen, &mut open),
        }
        while let Some(position) = open.pop() {
            let (key, number) = self.key(&position);
            let Some(&square) = self.by_class.get(&key) else { continue };
            linked.entries += 1;
            linked.depth = linked.depth.max((stones(&position) - stones(start) + 1) as u32);
            let mut after = position;
            let square = source(square, &self.symmetry.permutations[number]);
            after.black.insert(square);
            if position.is_empty(square) {
                self.replies(&after, &mut seen, &mut open);
            }
        }
        linked
    }

    /// Appends the positions after a stone of white's whose classes have entries that are not among those seen.
    fn replies(&self, after: &Position, seen: &mut HashSet<u64>, open: &mut Vec<Position>) {
        let (size, length) = (after.size, (after.size * after.size).div_ceil(8));
        let [black, white] = [after.black, after.white].map(|stones| stones.iter().collect::<Vec<_>>());
        // Black's half of each image's hash is the same for all replies.
        let images: Vec<_> = (self.symmetry.permutations.iter())
            .map(|map| (map, hash(BASIS, image(&black, map), length), image(&white, map)))
            .collect();
        for square in (0..(size * size) as Square).filter(|&square| after.is_empty(square)) {
            let key = images.iter().map(|&(map, begun, mut white)| {
                white.insert(map[usize::from(square)]);
                hash(begun, white, length)
            });
            let key = key.min().unwrap_or_default();
            if self.by_class.get(&key).is_some() && seen.insert(key) {
                let mut position = Position { black_moves: true, ..*after };
                position.white.insert(square);
                open.push(position);
            }
        }
    }

    /// The canonical position of a class, and a symmetry that leads there.
    pub(super) fn class(&self, position: &Position) -> (Position, &Permutation) {
        self.symmetry.canonical(position)
    }
}

/// The 64-bit hash FNV-1a, begun elsewhere, of a set in so many bytes: bit `k` of byte `j` is square `8 * j + k`.
fn hash(begun: u64, set: Squares, length: usize) -> u64 {
    set.bytes().take(length).fold(begun, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// What FNV-1a begins with.
const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
