//! Positions in which a forced win has been looked for in vain, so that other orders of the same moves are not tried.
//!
//! The stones of both sides are the key, whole: nothing is ever mistaken for something else.

#[derive(Clone, Copy, Debug)]
struct Entry {
    own: u64,
    other: u64,
    /// So many moves of the attacker did not suffice; 0 in an entry never written.
    moves: u8,
}

/// A table of failures: one place for each hash, the latest entry stays.
#[derive(Debug)]
pub(crate) struct Failures {
    entries: Box<[Entry]>,
    shift: u32,
}

/// So many moves are as good as any number: there are not more cells.
const ALL: u8 = 32;

const NOTHING: Entry = Entry { own: 0, other: 0, moves: 0 };

impl Failures {
    pub(crate) fn new(bits: u32) -> Self {
        Self { entries: vec![NOTHING; 1 << bits].into_boxed_slice(), shift: 64 - bits }
    }

    pub(crate) fn clear(&mut self) {
        self.entries.fill(NOTHING);
    }

    #[inline]
    pub(crate) fn contains(&self, stones: (u64, u64), moves: u8) -> bool {
        let entry = &self.entries[self.place(stones)];
        (entry.own, entry.other) == stones && entry.moves >= moves.min(ALL)
    }

    #[inline]
    pub(crate) fn insert(&mut self, stones: (u64, u64), moves: u8) {
        let place = self.place(stones);
        self.entries[place] = Entry { own: stones.0, other: stones.1, moves: moves.min(ALL) };
    }

    #[inline]
    fn place(&self, (own, other): (u64, u64)) -> usize {
        const ODD: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9];
        let mixed = own.wrapping_mul(ODD[0]) ^ other.wrapping_mul(ODD[1]).rotate_left(32);
        ((mixed ^ mixed >> 31).wrapping_mul(ODD[0]) >> self.shift) as usize
    }
}
