//! What regions of eight squares hold of men: patterns, for the evaluation of draughts.
//!
//! A region is two neighbouring columns of four rows. Each has a table by its men of both sides, kings and empty squares being
//! the same, as numbers of base 3. The board turned round with the colours exchanged makes one region of two, so that a side
//! looks at eight of the fifteen, and the other side sees the others; what stands in the middle both count.

/// How many squares a region has, and how many things they can hold.
const SQUARES: usize = 8;
const HELD: usize = 3_usize.pow(SQUARES as u32);
/// The lowest square of each region: rows 0 to 4 of columns 0 to 2, without the turned ones.
const FROM: [u32; 8] = [0, 1, 2, 4, 5, 6, 8, 9];
/// How many features there are.
pub(super) const REGIONS: usize = FROM.len() * HELD;

/// Which numbers of base 3 have ones where a number of base 2 has them.
static BASE_3: [u16; 1 << SQUARES] = {
    let mut table = [0; 1 << SQUARES];
    let mut n = 0;
    while n < table.len() {
        let (mut digit, mut worth) = (0, 1);
        while digit < SQUARES {
            if n >> digit & 1 != 0 {
                table[n] += worth;
            }
            (digit, worth) = (digit + 1, worth * 3);
        }
        n += 1;
    }
    table
};

/// The number of what each region holds, of men of a side and of the other, turned so that the side's go down. Empty regions have
/// none.
#[inline]
pub(super) fn count(men: u32, others: u32, mut add: impl FnMut(usize)) {
    for (region, from) in FROM.into_iter().enumerate() {
        let (own, other) = (BASE_3[squares(men >> from)], BASE_3[squares(others >> from)]);
        let held = usize::from(own + 2 * other);
        if held != 0 {
            add(region * HELD + held);
        }
    }
}

/// Two squares of each of four rows, as eight bits.
#[inline]
const fn squares(set: u32) -> usize {
    let pairs = set & 0x3333;
    let halves = (pairs | pairs >> 2) & 0x0f0f;
    ((halves | halves >> 4) & 0xff) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_together_see_every_region_once() {
        let mut seen = std::collections::BTreeMap::new();
        for turned in [false, true] {
            for from in FROM {
                let squares = 0x3333_u32 << from;
                let squares = if turned { squares.reverse_bits() } else { squares };
                assert_eq!(squares.count_ones() as usize, SQUARES);
                *seen.entry(squares).or_insert(0) += 1;
            }
        }
        assert_eq!((seen.len(), seen.values().sum::<i32>()), (15, 16));
        // Each square has a number of its own.
        let mut numbers = Vec::new();
        for square in [0, 1, 4, 5, 8, 9, 12, 13] {
            count(1 << square, 0, |number| {
                if number < HELD {
                    numbers.push(number)
                }
            });
            count(0, 1 << square, |number| {
                if number < HELD {
                    numbers.push(number)
                }
            });
        }
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 16);
    }
}
