//! The transposition table: what a search has found about positions, shared by all its threads without a lock.
//!
//! A slot is two words, the data and the key combined with the data by exclusive or: a slot that two threads have
//! torn between them fails the comparison and reads as empty (Hyatt & Mann 2002). Every search has a generation of
//! its own, and slots of another generation count as empty, so that a new search starts with an empty table at no
//! cost. Nothing is carried from one search to the next on purpose: a strategy's choice must depend on its position,
//! options, seed and limits alone, not on what was searched before.

use super::score::Bound;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number that stands for "no move" in [`Entry::move_number`].
pub const NO_MOVE: u16 = u16::MAX;

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value for the side to move in the search's own unit, at most 23 bits and a sign.
    pub value: i32,
    /// How the value bounds the true one.
    pub bound: Bound,
    /// Whether no estimate had part in it.
    pub proven: bool,
    /// Plies of full-width search behind the value.
    pub depth: u8,
    /// The best move by a number of the searcher's choosing, or [`NO_MOVE`].
    pub move_number: u16,
}

const SLOTS: usize = 4;
const BUCKET_BYTES: usize = SLOTS * 16;

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Four slots in one cache line, any of which may hold a position.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

/// The table.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    /// 1..=255; a slot never written has 0.
    generation: u8,
}

impl Table {
    /// A table of at most this many bytes (but at least one bucket).
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let count = (bytes / BUCKET_BYTES).max(1);
        let mut buckets = Vec::with_capacity(count);
        buckets.resize_with(count, Bucket::default);
        Self { buckets, generation: 1 }
    }

    /// How many bytes the slots take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets.len() * BUCKET_BYTES
    }

    /// Makes the table empty, and of this size: at no cost when it has it already (but once in 255 times).
    pub fn start_search(&mut self, bytes: usize) {
        if self.buckets.len() != (bytes / BUCKET_BYTES).max(1) {
            // The old one goes first: both together may be more than there is.
            self.buckets = Vec::new();
            *self = Self::new(bytes);
        } else if self.generation == u8::MAX {
            self.buckets.iter_mut().for_each(|bucket| *bucket = Bucket::default());
            self.generation = 1;
        } else {
            self.generation += 1;
        }
    }

    /// What is known about the position of this key.
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let same =
                slot.check.load(Ordering::Relaxed) ^ data == key && generation(data) == self.generation;
            same.then(|| unpack(data))
        })
    }

    /// Remembers this about the position of this key: in its old slot, an empty one, or that of least depth.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let bucket = self.bucket(key);
        let mut victim = &bucket[0];
        let mut least = u32::MAX;
        for slot in bucket {
            let data = slot.data.load(Ordering::Relaxed);
            if generation(data) != self.generation {
                if least > 0 {
                    (victim, least) = (slot, 0);
                }
            } else if slot.check.load(Ordering::Relaxed) ^ data == key {
                if entry.move_number == NO_MOVE {
                    entry.move_number = unpack(data).move_number;
                }
                victim = slot;
                break;
            } else if depth_of(data) + 1 < least {
                (victim, least) = (slot, depth_of(data) + 1);
            }
        }
        let data = pack(entry, self.generation);
        victim.check.store(key ^ data, Ordering::Relaxed);
        victim.data.store(data, Ordering::Relaxed);
    }

    /// How much of the table this search has filled, in thousandths, by a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let full = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(|slot| generation(slot.data.load(Ordering::Relaxed)) == self.generation)
            .count();
        (full * 1000 / (sample.len() * SLOTS)) as u32
    }

    fn bucket(&self, key: u64) -> &[Slot; SLOTS] {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize].0
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
