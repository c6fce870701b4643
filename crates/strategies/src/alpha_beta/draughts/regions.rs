//! What parts of the board hold: patterns, for the evaluation of draughts.
//!
//! A region has eight squares, two neighbouring columns of four rows or all columns of two, and a table by its men of both sides,
//! kings and empty squares being the same, as numbers of base 3. A block has six, two columns of three rows, and tells
//! kings apart; it counts only if it holds one. The board turned round with the colours exchanged makes one of two,
//! so that a side looks at half of them, and the other side sees the others; what stands in the middle both count.

/// How many squares a region has, and how many things they can hold.
const SQUARES: usize = 8;
const HELD: usize = 3_usize.pow(SQUARES as u32);
/// The lowest square of each region of two columns: rows 0 to 4 of columns 0 to 2, without the turned ones.
const COLUMNS: [u32; 8] = [0, 1, 2, 4, 5, 6, 8, 9];
/// The same of two rows.
const ROWS: [u32; 4] = [0, 4, 8, 12];
/// How many features there are of men.
pub(super) const MEN: usize = (COLUMNS.len() + ROWS.len()) * HELD;

/// The lowest square of each block, its squares, and what they can hold.
const FROM: [u32; 9] = [0, 1, 2, 4, 5, 6, 8, 9, 10];
const BLOCK: usize = 6;
const BLOCK_HELD: usize = 5_usize.pow(BLOCK as u32);
/// How many features there are of blocks.
pub(super) const BLOCKS: usize = FROM.len() * BLOCK_HELD;

/// Which numbers of this base have ones where a number of base 2 has them.
const fn ones<const N: usize>(base: u16) -> [u16; N] {
    let mut table = [0; N];
    let mut n = 0;
    while n < N {
        let (mut rest, mut worth) = (n, 1);
        while rest != 0 {
            table[n] += worth * (rest & 1) as u16;
            (rest, worth) = (rest >> 1, worth * base);
        }
        n += 1;
    }
    table
}

static BASE_3: [u16; 1 << SQUARES] = ones(3);
static BASE_5: [u16; 1 << BLOCK] = ones(5);

/// The number of what each region holds, of men of a side and of the other, turned so that the side's go down. Empty regions have
/// none.
#[inline]
pub(super) fn count(men: u32, others: u32, mut add: impl FnMut(usize)) {
    let mut region = |number: usize, [men, others]: [usize; 2]| {
        let held = usize::from(BASE_3[men] + 2 * BASE_3[others]);
        if held != 0 {
            add(number * HELD + held);
        }
    };
    for (number, from) in COLUMNS.into_iter().enumerate() {
        region(number, [men, others].map(|set| columns(set >> from)));
    }
    for (number, from) in ROWS.into_iter().enumerate() {
        region(COLUMNS.len() + number, [men, others].map(|set| (set >> from & 0xff) as usize));
    }
}

/// The number of what each block with a king holds: men and kings of a side and of the other, turned as for regions.
#[inline]
pub(super) fn blocks(sets: [u32; 4], mut add: impl FnMut(usize)) {
    for (number, from) in FROM.into_iter().enumerate() {
        let [men, kings, others, others_kings] = sets.map(|set| block(set >> from));
        if kings | others_kings != 0 {
            let [men, kings, others, others_kings] =
                [men, kings, others, others_kings].map(|set| usize::from(BASE_5[set]));
            add(number * BLOCK_HELD + men + 2 * kings + 3 * others + 4 * others_kings);
        }
    }
}

/// Every square of a man, as its side sees it, once: the region that it is in, what that holds, and whose man it is (1 or -1).
pub(super) fn men_of(mut see: impl FnMut(usize, usize, i16)) {
    // The regions of the lower half of the rows that do not overlap; the upper half are the other side's.
    for number in [0, 2] {
        for held in 0..HELD {
            let mut rest = held;
            for square in [0, 1, 4, 5, 8, 9, 12, 13].map(|square| square + COLUMNS[number] as usize) {
                match rest % 3 {
                    1 => see(number * HELD + held, square, 1),
                    2 => see(number * HELD + held, 31 - square, -1),
                    _ => {}
                }
                rest /= 3;
            }
        }
    }
}

/// Two squares of each of four rows, as eight bits.
#[inline]
const fn columns(set: u32) -> usize {
    let pairs = set & 0x3333;
    let halves = (pairs | pairs >> 2) & 0x0f0f;
    ((halves | halves >> 4) & 0xff) as usize
}

/// Two squares of each of three rows, as six bits.
#[inline]
const fn block(set: u32) -> usize {
    (set & 3 | set >> 2 & 0xc | set >> 4 & 0x30) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn both_sides_together_see_every_part_once() {
        let mut seen = BTreeMap::new();
        let shapes = COLUMNS.map(|from| 0x3333_u32 << from).into_iter();
        for squares in shapes.chain(ROWS.map(|from| 0xff << from)).chain(FROM.map(|from| 0x333 << from)) {
            *seen.entry(squares).or_insert(0) += 1;
            *seen.entry(squares.reverse_bits()).or_insert(0) += 1;
        }
        let twice: Vec<_> =
            seen.iter().filter(|&(_, &times)| times == 2).map(|(&squares, _)| squares).collect();
        assert_eq!((seen.len(), twice), (15 + 7 + 18, vec![0xff << 12, 0x3333 << 9]));
    }

    /// Each square with each man or king on it has a number of its own.
    #[test]
    fn what_is_held_has_a_number() {
        let (mut regions, mut held) = (BTreeSet::new(), BTreeSet::new());
        for square in (0..32).map(|square| 1 << square) {
            for [men, others] in [[square, 0], [0, square]] {
                count(men, others, |number| assert!(number < MEN && regions.insert(number)));
            }
            for kings in [[0, square, 0, 0], [0, 0, 0, square]] {
                blocks(kings, |number| assert!(number < BLOCKS && held.insert(number)));
            }
        }
        assert_eq!((regions.len(), held.len()), (2 * 12 * SQUARES, 2 * 9 * BLOCK));
    }
}
