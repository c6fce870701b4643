//! The transposition table: what a search has found about positions, shared by all its threads without a lock.
//!
//! A slot is two words, the data and the key combined with the data by exclusive or: a slot that two threads have
//! torn between them fails the comparison and reads as empty (Hyatt & Mann 2002). Every search has a generation of
//! its own, and slots from before the generation that a search starts with count as empty: it starts with an empty table
//! at no cost, or with that of the searches of the same game before it.

use super::score::Bound;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number that stands for "no move" in [`Entry::move_number`].
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The value for the side to move in the search's own unit, at most 23 bits and a sign.
    pub(crate) value: i32,
    /// How the value bounds the true one.
    pub(crate) bound: Bound,
    /// Whether no estimate had part in it.
    pub(crate) proven: bool,
    /// Plies of full-width search behind the value.
    pub(crate) depth: u8,
    /// The best move by a number of the searcher's choosing, or [`NO_MOVE`].
    pub(crate) move_number: u16,
}

/// Slots in a bucket, any of which may hold a position; a slot is two words, a bucket one cache line.
const SLOTS: usize = 4;
const BUCKET_WORDS: usize = SLOTS * 2;
const BUCKET_BYTES: usize = BUCKET_WORDS * 8;

/// The table.
#[derive(Debug)]
pub struct Table {
    /// Each slot's check, then its data. The first bucket begins at `first`, so that buckets are cache lines.
    words: Box<[AtomicU64]>,
    first: usize,
    /// How many buckets there are.
    count: usize,
    /// What was asked for.
    bytes: usize,
    /// 1..=255; a slot never written has 0.
    generation: u8,
    /// The first generation whose slots count.
    oldest: u8,
}

/// By so many plies of depth an entry is worth less for every search since it was made.
const AGE: u32 = 4;

impl Table {
    /// A table of at most this many bytes (but at least one bucket); smaller if the system has not that much.
    ///
    /// The memory comes zeroed from the system, page by page as it is used: making a large table takes no time.
    pub fn new(bytes: usize) -> Self {
        let mut count = (bytes / BUCKET_BYTES).max(1);
        let words = loop {
            match bytemuck::allocation::try_zeroed_slice_box::<AtomicU64>((count + 1) * BUCKET_WORDS) {
                Ok(words) => break words,
                Err(()) if count > 1 => count /= 2,
                Err(()) => break (0..2 * BUCKET_WORDS).map(|_| AtomicU64::new(0)).collect(),
            }
        };
        let beyond = words.as_ptr() as usize % BUCKET_BYTES;
        let first = if beyond == 0 { 0 } else { (BUCKET_BYTES - beyond) / 8 };
        log::info!("a transposition table of {} bytes, {bytes} wanted", count * BUCKET_BYTES);
        Self { words, first, count, bytes, generation: 1, oldest: 1 }
    }

    /// How many bytes the slots take.
    pub const fn bytes(&self) -> usize {
        self.count * BUCKET_BYTES
    }

    /// Makes the table empty, and of this size, at no cost.
    pub fn start_search(&mut self, bytes: usize) {
        if self.bytes != bytes || self.generation == u8::MAX {
            // The old one goes first: both together may be more than there is.
            self.words = Box::default();
            *self = Self::new(bytes);
        } else {
            self.generation += 1;
            self.oldest = self.generation;
        }
    }

    /// The same, but what earlier searches have left in it stays, as long as the size does.
    pub fn continue_search(&mut self, bytes: usize) {
        if self.bytes == bytes {
            self.generation = self.generation.saturating_add(1);
        } else {
            self.start_search(bytes);
        }
    }

    /// Whether there is an entry in a slot with this data.
    fn counts(&self, data: u64) -> bool {
        generation(data) >= self.oldest
    }

    /// What is known about the position of this key.
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).as_chunks::<2>().0.iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            let same = check.load(Ordering::Relaxed) ^ data == key && self.counts(data);
            same.then(|| unpack(data))
        })
    }

    /// Remembers this about the position of this key: in its old slot, an empty one, or that of least depth and greatest
    /// age.
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let (slots, _) = self.bucket(key).as_chunks::<2>();
        let mut victim = &slots[0];
        let mut least = u32::MAX;
        for slot in slots {
            let data = slot[1].load(Ordering::Relaxed);
            let worth = depth_of(data) + AGE * u32::from(generation(data)) + 1;
            if !self.counts(data) {
                if least > 0 {
                    (victim, least) = (slot, 0);
                }
            } else if slot[0].load(Ordering::Relaxed) ^ data == key {
                if entry.move_number == NO_MOVE {
                    entry.move_number = unpack(data).move_number;
                }
                victim = slot;
                break;
            } else if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        let data = pack(entry, self.generation);
        victim[0].store(key ^ data, Ordering::Relaxed);
        victim[1].store(data, Ordering::Relaxed);
    }

    /// How much of the table is filled, in thousandths, by a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = self.count.min(250) * BUCKET_WORDS;
        let (slots, _) = self.words[self.first..self.first + sample].as_chunks::<2>();
        let full = slots.iter().filter(|slot| self.counts(slot[1].load(Ordering::Relaxed)));
        (full.count() * 1000 / slots.len()) as u32
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let index = (u128::from(key) * self.count as u128) >> 64;
        let start = self.first + index as usize * BUCKET_WORDS;
        &self.words[start..start + BUCKET_WORDS]
    }
}

// From the low end: generation 8, depth 8, move 16, bound 2, proven 1, unused 5, value 24 (signed).
fn pack(entry: Entry, generation: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 0,
        Bound::Lower => 1,
        Bound::Upper => 2,
    };
    debug_assert!(entry.value.abs() < 1 << 23);
    u64::from(generation)
        | u64::from(entry.depth) << 8
        | u64::from(entry.move_number) << 16
        | bound << 32
        | u64::from(entry.proven) << 34
        | (i64::from(entry.value) as u64) << 40
}

fn unpack(data: u64) -> Entry {
    Entry {
        value: (data as i64 >> 40) as i32,
        bound: match data >> 32 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        },
        proven: data >> 34 & 1 == 1,
        depth: (data >> 8) as u8,
        move_number: (data >> 16) as u16,
    }
}

fn generation(data: u64) -> u8 {
    data as u8
}

fn depth_of(data: u64) -> u32 {
    (data >> 8 & 0xff) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { value, bound: Bound::Lower, proven: depth < 5, depth, move_number: 77 }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1 << 16);
        for (key, value) in [(0, -1), (1 << 63, 5), (u64::MAX, -1_000_000), (12_345, 1_000_000), (9, 0)] {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                let entry = Entry { bound, ..entry(value, 200) };
                table.store(key, entry);
                assert_eq!(table.probe(key), Some(entry));
            }
        }
        assert_eq!(table.probe(13), None);
    }

    #[test]
    fn a_new_search_finds_nothing_of_the_last_one() {
        let mut table = Table::new(1 << 12);
        for _ in 0..600 {
            for key in 0..50 {
                assert_eq!(table.probe(key << 58), None);
                table.store(key << 58, entry(3, 2));
            }
            assert!(table.hashfull() > 0);
            table.start_search(1 << 12);
            assert_eq!(table.hashfull(), 0);
        }
        table.start_search(1 << 20);
        assert_eq!(table.bytes(), 1 << 20);
    }

    #[test]
    fn a_search_that_continues_finds_what_the_last_one_left_and_gives_it_up_first() {
        let mut table = Table::new(1);
        (1..=4).for_each(|key| table.store(key, entry(1, 5)));
        for _ in 0..300 {
            table.continue_search(1);
        }
        assert!((1..=4).all(|key| table.probe(key).is_some()));
        (5..=8).for_each(|key| table.store(key, entry(2, 1)));
        assert!((5..=8).all(|key| table.probe(key) == Some(entry(2, 1))));
        table.start_search(1);
        assert_eq!(table.probe(5), None);
    }

    #[test]
    fn a_full_bucket_gives_up_the_least_depth_and_an_old_move_is_kept() {
        let table = Table::new(1);
        for (key, depth) in [(1, 9), (2, 3), (3, 7), (4, 5), (5, 6)] {
            table.store(key, entry(1, depth));
        }
        assert_eq!(table.probe(2), None);
        assert!([1, 3, 4, 5].iter().all(|&key| table.probe(key).is_some()));
        table.store(1, Entry { move_number: NO_MOVE, ..entry(2, 1) });
        assert_eq!(table.probe(1), Some(entry(2, 1)));
    }
}
