//! The 192 automorphisms of the cube's lines (R. Silver 1967), and the canonical form of a position under them.
//!
//! They are the 48 symmetries of the cube times the four permutations of the values 0..=3 that keep `v -> 3 - v`
//! and are applied to all three coordinates at once. To canonise, trying all 192 would be slow: a table over the 16
//! strong cells (which every automorphism maps onto themselves) names the few automorphisms that carry the first
//! side's strong stones to their least image, the second side's strong stones decide between those, and only what is
//! left is applied to the whole board.

use super::lines::{CELLS, STRONG, cells};
use std::sync::LazyLock;

/// How many automorphisms there are.
pub(crate) const AUTOMORPHISMS: usize = 192;

/// Where each automorphism carries each cell; number 0 is the identity.
pub fn permutations() -> &'static [[u8; CELLS]; AUTOMORPHISMS] {
    &TABLES.permutations
}

/// The number of the automorphism that undoes each.
pub fn inverse(automorphism: usize) -> usize {
    let permutations = permutations();
    (0..AUTOMORPHISMS)
        .find(|&other| {
            (0..CELLS).all(|c| permutations[other][permutations[automorphism][c] as usize] as usize == c)
        })
        .unwrap_or(0)
}

/// The image of a set of cells.
pub fn image(set: u64, automorphism: usize) -> u64 {
    TABLES.image(set, automorphism)
}

/// The canonical form of a position: the least image of `(first, second)`, where images are compared first by the
/// strong cells of `first` (as a 16-bit number), then by those of `second`, then by `first`, then by `second`. Returns
/// with it the number of an automorphism that leads there.
pub fn canonical(first: u64, second: u64) -> ((u64, u64), usize) {
    let tables = &*TABLES;
    let (ties, count) = tables.least_by_strong_cells(pack_strong(first), pack_strong(second));
    let mut best = ((u64::MAX, u64::MAX), 0);
    for &automorphism in &ties[..count] {
        let number = automorphism as usize;
        let image_of_first = tables.image(first, number);
        if image_of_first <= best.0.0 {
            let images = (image_of_first, tables.image(second, number));
            if images < best.0 {
                best = (images, number);
            }
        }
    }
    best
}

struct Tables {
    permutations: Box<[[u8; CELLS]; AUTOMORPHISMS]>,
    /// For each automorphism, the image of each value of each of the 16 nibbles of a set.
    nibbles: Vec<[[u64; 16]; 16]>,
    /// The same for the 16 strong cells, packed.
    strong_nibbles: Vec<[[u16; 16]; 4]>,
    /// `least[offsets[p]..offsets[p + 1]]`: the automorphisms that carry the strong pattern `p` to its least image.
    offsets: Vec<u32>,
    least: Vec<u8>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

impl Tables {
    fn new() -> Self {
        let permutations = make_permutations();
        let nibbles: Vec<_> = permutations.iter().map(nibble_images).collect();
        let strong_nibbles = nibbles.iter().map(strong_nibble_images).collect();
        let (offsets, least) = least_strong_images(&permutations);
        Self { permutations, nibbles, strong_nibbles, offsets, least }
    }

    fn image(&self, set: u64, automorphism: usize) -> u64 {
        let table = &self.nibbles[automorphism];
        let mut image = 0;
        for (i, values) in table.iter().enumerate() {
            image |= values[(set >> (4 * i)) as usize & 15];
        }
        image
    }
}

impl Tables {
    /// The automorphisms that carry these packed strong cells (first side's, second side's) to their least image, in
    /// the front of an array, with their count.
    fn least_by_strong_cells(&self, first: u16, second: u16) -> ([u8; AUTOMORPHISMS], usize) {
        // All automorphisms leave an empty set alone: the table then serves for the second side.
        let decisive = if first == 0 { second } else { first } as usize;
        let list = &self.least[self.offsets[decisive] as usize..self.offsets[decisive + 1] as usize];
        let mut ties = [0; AUTOMORPHISMS];
        let mut count = 0;
        if first == 0 || second == 0 || list.len() == 1 {
            ties[..list.len()].copy_from_slice(list);
            return (ties, list.len());
        }
        let mut least = u16::MAX;
        for &automorphism in list {
            let nibbles = &self.strong_nibbles[automorphism as usize];
            let image = (0..4).fold(0, |image, i| image | nibbles[i][(second >> (4 * i)) as usize & 15]);
            if image < least {
                (least, count) = (image, 0);
            }
            if image == least {
                ties[count] = automorphism;
                count += 1;
            }
        }
        (ties, count)
    }
}

/// The strong cells of a set, packed into 16 bits in ascending order.
fn pack_strong(set: u64) -> u16 {
    // The corners of levels 0 and 3 are bits 0, 3, 12, 15 of their level, the core is bits 5, 6, 9, 10 of levels 1, 2.
    let level = |n: u32| set >> (16 * n);
    let corners = |l: u64| (l & 1) | (l >> 2 & 2) | (l >> 10 & 4) | (l >> 12 & 8);
    let core = |l: u64| (l >> 5 & 3) | (l >> 7 & 12);
    (corners(level(0)) | core(level(1)) << 4 | core(level(2)) << 8 | corners(level(3)) << 12) as u16
}

fn make_permutations() -> Box<[[u8; CELLS]; AUTOMORPHISMS]> {
    const AXES: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    // Permutations of the values that keep v -> 3 - v, one of each pair that differs by that reflection.
    const VALUES: [[usize; 4]; 4] = [[0, 1, 2, 3], [0, 2, 1, 3], [1, 0, 3, 2], [1, 3, 0, 2]];
    let mut all = Box::new([[0; CELLS]; AUTOMORPHISMS]);
    let mut number = 0;
    for values in VALUES {
        for axes in AXES {
            for reflected in 0..8 {
                for cell in 0..CELLS {
                    let from = [cell / 16, cell / 4 % 4, cell % 4];
                    let to = [0, 1, 2].map(|axis| {
                        let value = values[from[axes[axis]]];
                        if reflected >> axis & 1 == 1 { 3 - value } else { value }
                    });
                    all[number][cell] = super::lines::cell_at(to[0], to[1], to[2]) as u8;
                }
                number += 1;
            }
        }
    }
    all
}

fn nibble_images(permutation: &[u8; CELLS]) -> [[u64; 16]; 16] {
    let mut images = [[0; 16]; 16];
    for (i, values) in images.iter_mut().enumerate() {
        for (value, image) in values.iter_mut().enumerate() {
            for b in (0..4).filter(|b| value >> b & 1 == 1) {
                *image |= 1 << permutation[4 * i + b];
            }
        }
    }
    images
}

/// From the images of a permutation on the whole board, those on the packed strong cells.
fn strong_nibble_images(nibbles: &[[u64; 16]; 16]) -> [[u16; 16]; 4] {
    let mut images = [[0; 16]; 4];
    for (rank, cell) in cells(STRONG).enumerate() {
        let image = pack_strong(nibbles[cell / 4][1 << (cell % 4)]);
        for (value, of_value) in images[rank / 4].iter_mut().enumerate() {
            if value >> (rank % 4) & 1 == 1 {
                *of_value |= image;
            }
        }
    }
    images
}

fn least_strong_images(permutations: &[[u8; CELLS]; AUTOMORPHISMS]) -> (Vec<u32>, Vec<u8>) {
    let strong: Vec<usize> = cells(STRONG).collect();
    let rank = |cell: u8| strong.iter().position(|&s| s == cell as usize).unwrap_or(0);
    let small: Vec<[usize; 16]> = permutations
        .iter()
        .map(|permutation| std::array::from_fn(|i| rank(permutation[strong[i]])))
        .collect();
    let image = |pattern: usize, number: usize| -> usize {
        (0..16).filter(|i| pattern >> i & 1 == 1).map(|i| 1 << small[number][i]).sum()
    };
    let inverses: Vec<u8> = {
        let find = |p: &[usize; 16]| small.iter().position(|q| (0..16).all(|i| q[p[i]] == i)).unwrap_or(0);
        small.iter().map(|p| find(p) as u8).collect()
    };
    let mut lists: Vec<Vec<u8>> = vec![Vec::new(); 1 << 16];
    for pattern in 0..1 << 16 {
        // Ascending order: a pattern without a list yet is the least of its orbit.
        if lists[pattern].is_empty() {
            for (number, &inverse) in inverses.iter().enumerate() {
                lists[image(pattern, number)].push(inverse);
            }
        }
    }
    let mut offsets = vec![0];
    let mut least = Vec::new();
    for mut list in lists {
        list.sort_unstable();
        least.extend(list);
        offsets.push(least.len() as u32);
    }
    (offsets, least)
}

#[cfg(test)]
mod tests {
    use super::super::lines::LINE_SETS;
    use super::*;
    use crate::random::SplitMix64;
    use std::collections::HashSet;

    #[test]
    fn automorphisms_are_192_distinct_ones_that_keep_the_lines() {
        let lines: HashSet<u64> = LINE_SETS.into();
        let distinct: HashSet<_> = permutations().iter().collect();
        assert_eq!(distinct.len(), AUTOMORPHISMS);
        assert_eq!(permutations()[0], std::array::from_fn(|c| c as u8));
        for number in 0..AUTOMORPHISMS {
            assert!(LINE_SETS.iter().all(|&set| lines.contains(&image(set, number))));
            assert_eq!(image(STRONG, number), STRONG);
        }
    }

    #[test]
    fn strong_cells_are_packed_in_order() {
        for (rank, cell) in cells(STRONG).enumerate() {
            assert_eq!(pack_strong(1 << cell), 1 << rank);
        }
        assert_eq!(pack_strong(!STRONG), 0);
        assert_eq!(pack_strong(u64::MAX), u16::MAX);
    }

    #[test]
    fn canonical_form_is_the_least_of_all_images() {
        let mut random = SplitMix64::new(7);
        for round in 0..500 {
            let first = (0..round % 5).fold(random.next(), |first, _| first & random.next());
            let second = (0..=round % 7).fold(random.next() & !first, |second, _| second & random.next());
            let least = (0..AUTOMORPHISMS)
                .map(|n| (image(first, n), image(second, n)))
                .min_by_key(|&(a, b)| (pack_strong(a), pack_strong(b), a, b));
            let (form, number) = canonical(first, second);
            assert_eq!(Some(form), least);
            assert_eq!(form, (image(first, number), image(second, number)));
            let there = inverse(number);
            assert_eq!((image(form.0, there), image(form.1, there)), (first, second));
        }
    }
}
