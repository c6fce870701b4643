//! What a depth-first search remembers of positions, in a fixed number of bytes, shared by its threads.
//!
//! An entry holds the whole position, not a piece of its hash: two positions can share a hash without being taken
//! for each other, so a proof in the table is a proof. That costs some bytes an entry (Qubic: 41 instead of some 20);
//! the alternative, a short check and a second search of every claim, costs time and a second program that can be
//! wrong.
//!
//! The entries lie in shards, each behind a lock of its own that is held for one look or one write. A full shard gives
//! up its entries with the least work (Nagai 1999: SmallTreeGC): they are the cheapest to find again, and they are
//! most. A shard's memory grows as it fills.

use super::hash::{Mix, hash_of};
use super::numbers::Numbers;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its proof and disproof numbers.
    pub numbers: Numbers,
    /// How many expansions have been spent on it and below it.
    pub work: u32,
}

type Shard<P> = HashMap<P, Known, Mix>;

/// The table of a search on positions `P`. What a position owns elsewhere (on the heap) is not counted in bytes.
#[derive(Debug)]
pub struct Table<P> {
    shards: Box<[Mutex<Shard<P>>]>,
    /// The most entries of a shard.
    room: usize,
    forgotten: AtomicU64,
}

/// A shard of more would pause for its collection, one of less would waste memory on its frame.
const MOST_BUCKETS: usize = 4096;
const LEAST_BUCKETS: usize = 8;
/// As many shards as keep several threads apart, if the memory allows.
const ENOUGH_SHARDS: usize = 64;

impl<P: Clone + Eq + Hash> Table<P> {
    /// A table of at most this many bytes (but at least one shard of 7 entries). They are taken as they are needed.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let mut buckets = MOST_BUCKETS;
        while buckets > LEAST_BUCKETS && bytes / Self::shard_bytes(buckets) < ENOUGH_SHARDS {
            buckets /= 2;
        }
        let count = (bytes / Self::shard_bytes(buckets)).max(1);
        let shards = (0..count).map(|_| Mutex::new(Shard::default())).collect();
        Self { shards, room: buckets / 8 * 7, forgotten: AtomicU64::new(0) }
    }

    /// The bytes of a shard of the standard library's hash map: an entry and a control byte for each bucket, a group
    /// of control bytes more, and of the buckets (a power of two) seven of eight in use.
    const fn shard_bytes(buckets: usize) -> usize {
        buckets * (size_of::<(P, Known)>() + 1) + 16 + size_of::<Mutex<Shard<P>>>()
    }

    /// How many bytes the table takes when it is full.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.shards.len() * Self::shard_bytes(self.room / 7 * 8)
    }

    /// How many entries it can hold.
    #[must_use]
    pub fn room(&self) -> usize {
        self.shards.len() * self.room
    }

    /// How many entries it holds. Looks at every shard: not for every node.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.shards.iter().map(|shard| locked(shard).len()).sum()
    }

    /// How many entries have been given up for want of room.
    #[must_use]
    pub fn forgotten(&self) -> u64 {
        self.forgotten.load(Ordering::Relaxed)
    }

    /// What is known of this position.
    #[must_use]
    pub fn known(&self, position: &P) -> Option<Known> {
        self.shard(position).get(position).copied()
    }

    /// Forgets everything: for another problem.
    pub fn clear(&mut self) {
        for shard in &mut self.shards {
            *shard = Mutex::default();
        }
        self.forgotten = AtomicU64::new(0);
    }

    /// Remembers these numbers, found by so much more work than before (`prior`, if the table has forgotten it).
    /// Returns what the table then knows: what is solved stays so.
    pub(super) fn store(&self, position: &P, numbers: Numbers, prior: u32, spent: u32) -> Known {
        let mut shard = self.shard(position);
        if let Some(known) = shard.get_mut(position) {
            known.work = known.work.max(prior).saturating_add(spent);
            if !known.numbers.is_solved() {
                known.numbers = numbers;
            }
            return *known;
        }
        if shard.len() >= self.room {
            self.make_room(&mut shard);
        }
        let known = Known { numbers, work: prior.saturating_add(spent) };
        shard.insert(position.clone(), known);
        known
    }

    /// Keeps the entries with more work than the median one: at most half, and the same ones in whatever order they
    /// lie.
    fn make_room(&self, shard: &mut Shard<P>) {
        let mut works: Vec<u32> = shard.values().map(|known| known.work).collect();
        let middle = works.len() / 2;
        let (_, &mut median, _) = works.select_nth_unstable(middle);
        let before = shard.len();
        // A map made anew: one with gaps left by removals would grow beyond its room.
        let old = std::mem::replace(shard, Shard::with_capacity_and_hasher(self.room, Mix::default()));
        shard.extend(old.into_iter().filter(|(_, known)| known.work > median));
        self.forgotten.fetch_add((before - shard.len()) as u64, Ordering::Relaxed);
    }

    fn shard(&self, position: &P) -> MutexGuard<'_, Shard<P>> {
        // The map inside a shard uses the hash's ends; what picks the shard should leave those different.
        let hash = hash_of(position) << 16;
        let index = (u128::from(hash) * self.shards.len() as u128) >> 64;
        locked(&self.shards[index as usize])
    }
}

/// A thread that panicked left nothing half done: every write is one entry.
fn locked<T>(shard: &Mutex<T>) -> MutexGuard<'_, T> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(proof: u32) -> Numbers {
        Numbers::new(proof, 7)
    }

    #[test]
    fn what_is_stored_is_found_and_a_solution_stays() {
        let table = Table::new(1 << 16);
        assert_eq!(table.known(&1_u64), None);
        assert_eq!(table.store(&1, open(3), 0, 5), Known { numbers: open(3), work: 5 });
        assert_eq!(table.store(&1, open(4), 5, 2), Known { numbers: open(4), work: 7 });
        assert_eq!(table.store(&1, Numbers::PROVEN, 7, 1).numbers, Numbers::PROVEN);
        assert_eq!(table.store(&1, open(4), 8, 1), Known { numbers: Numbers::PROVEN, work: 9 });
        assert_eq!(table.known(&1), Some(Known { numbers: Numbers::PROVEN, work: 9 }));
    }

    #[test]
    fn a_full_table_keeps_the_large_subtrees_and_its_size() {
        for bytes in [0, 1_000, 100_000, 1_000_000] {
            let mut table = Table::new(bytes);
            assert!(table.bytes() <= bytes.max(1_000), "{bytes}");
            assert!(table.bytes() * 2 > bytes);
            let count = 10 * table.room() as u64;
            for position in 0..count {
                table.store(
                    &position,
                    open(1),
                    0,
                    if position % 50 == 0 { 1000 } else { 1 + position as u32 % 3 },
                );
                assert!(position % 10_000 != 0 || table.entries() <= table.room());
            }
            assert!(table.shards.iter().all(|shard| locked(shard).capacity() <= table.room));
            assert_eq!(table.entries() as u64 + table.forgotten(), count);
            if bytes > 1_000 {
                let kept = (0..count).step_by(50).filter(|p| table.known(p).is_some()).count() as u64;
                assert!(kept * 50 > count * 9 / 10, "{kept} of {}", count / 50);
            }
            table.clear();
            assert_eq!((table.entries(), table.forgotten()), (0, 0));
        }
    }

    #[test]
    fn positions_that_share_a_hash_are_told_apart() {
        #[derive(Clone, Debug, PartialEq, Eq)]
        struct Same(u32);
        impl Hash for Same {
            fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
        }
        let table = Table::new(1 << 20);
        for n in 0..50 {
            table.store(&Same(n), open(n + 1), 0, 1);
        }
        assert!((0..50).all(|n| table.known(&Same(n)).is_some_and(|known| known.numbers == open(n + 1))));
        assert_eq!(table.known(&Same(50)), None);
    }
}
