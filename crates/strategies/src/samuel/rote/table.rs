//! The positions that are remembered, with their scores, plies and ages: refreshed when used, aged at each merge, forgotten, and
//! culled where there are too many (section "Cataloging and culling stored information").
//!
//! An age is not stored but the merge at which it was, or would have been, 0: so all positions age without being touched.

use hashbrown::HashMap;
use rustc_hash::{FxBuildHasher, FxHashSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remembered {
    /// The backed-up score for the side to move.
    pub score: i64,
    /// The effective ply of the score.
    pub ply: u32,
    /// The merge at which its age was 0; before the first one if negative.
    pub(crate) since: i64,
}

/// A position of play with what the look-ahead found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The position in standard form.
    pub position: u128,
    /// Its backed-up score for the side to move.
    pub score: i64,
    /// The effective ply of the score.
    pub ply: u32,
}

/// The numbers that the paper calls arbitrary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// No more positions than this in all; at least 1.
    pub capacity: usize,
    /// No more than this in a record; at least 1.
    pub record: usize,
    pub new_age: i64,
    /// At this age a position is forgotten.
    pub oldest: i64,
    /// So many moves make a merge.
    pub moves: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Positions that were not known.
    pub new: u64,
    /// Positions that were, with another score or ply.
    pub updated: u64,
    /// Positions that were too old.
    pub forgotten: u64,
    /// Positions dropped because there were too many.
    pub culled: u64,
}

#[derive(Clone, Debug)]
pub struct Table {
    rules: Rules,
    record: fn(u128) -> u16,
    positions: HashMap<u128, Remembered, FxBuildHasher>,
    /// How many positions each record has.
    records: BTreeMap<u16, usize>,
    /// Positions by the merge at which they were of age 0. One that has been refreshed since stands in its old place, too.
    by_age: BTreeMap<i64, Vec<u128>>,
    entries: usize,
    merges: i64,
    /// Positions that have changed since the changes were last taken.
    changed: FxHashSet<u128>,
}

impl Table {
    pub fn new(rules: Rules, record: fn(u128) -> u16) -> Self {
        Self {
            rules,
            record,
            positions: HashMap::default(),
            records: BTreeMap::new(),
            by_age: BTreeMap::new(),
            entries: 0,
            merges: 0,
            changed: FxHashSet::default(),
        }
    }

    /// A table with these positions, after so many merges.
    pub(crate) fn with(
        rules: Rules,
        record: fn(u128) -> u16,
        merges: i64,
        known: impl IntoIterator<Item = (u128, Remembered)>,
    ) -> Self {
        let mut table = Self { merges, ..Self::new(rules, record) };
        for (position, remembered) in known {
            table.put(position, remembered);
        }
        table.changed.clear();
        table
    }

    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// How many records they are catalogued in.
    pub fn records(&self) -> usize {
        self.records.len()
    }

    pub const fn merges(&self) -> i64 {
        self.merges
    }

    pub(crate) const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What is remembered of a position in standard form.
    #[inline]
    pub fn get(&self, position: u128) -> Option<&Remembered> {
        self.positions.get(&position)
    }

    /// All positions, in the order of their records.
    pub fn sorted(&self) -> Vec<(u128, Remembered)> {
        let mut all: Vec<_> =
            self.positions.iter().map(|(&position, &remembered)| (position, remembered)).collect();
        all.sort_by_key(|&(position, _)| ((self.record)(position), position));
        all
    }

    /// How old a position is.
    pub(crate) const fn age(&self, remembered: &Remembered) -> i64 {
        self.merges - remembered.since
    }

    /// Merges: what was used is refreshed, once for each time that it is named, what was noted is put in or updated, all positions
    /// grow older by as many units, and what is too old, or too much, is dropped.
    pub fn merge(&mut self, used: &[u128], noted: &[Noted], units: i64) -> Changes {
        let mut changes = Changes::default();
        for &position in used {
            self.refresh(position);
        }
        for noted in noted {
            self.take_in(noted, &mut changes);
        }
        self.merges += units;
        self.forget(&mut changes);
        self.cull(noted, &mut changes);
        changes
    }

    /// The positions that have changed since this was last asked for, in the order of their records; `None` for one that is no more.
    pub(crate) fn take_changed(&mut self) -> Vec<(u128, Option<Remembered>)> {
        let mut changed: Vec<u128> = self.changed.drain().collect();
        changed.sort_by_key(|&position| ((self.record)(position), position));
        changed.into_iter().map(|position| (position, self.get(position).copied())).collect()
    }

    fn refresh(&mut self, position: u128) {
        let Some(known) = self.positions.get(&position) else { return };
        let age = self.age(known);
        if age / 2 != age {
            self.put(position, Remembered { since: self.merges - age / 2, ..*known });
        }
    }

    /// A position met in play: new, or with its score brought up to date, which is a reference to it.
    fn take_in(&mut self, &Noted { position, score, ply }: &Noted, changes: &mut Changes) {
        let Some(known) = self.positions.get(&position) else {
            changes.new += 1;
            self.put(position, Remembered { score, ply, since: self.merges - self.rules.new_age });
            return;
        };
        let age = self.age(known) / 2;
        changes.updated += u64::from((known.score, known.ply) != (score, ply));
        self.put(position, Remembered { score, ply, since: self.merges - age });
    }

    fn put(&mut self, position: u128, remembered: Remembered) {
        let before = self.positions.insert(position, remembered);
        if before.is_none() {
            *self.records.entry((self.record)(position)).or_default() += 1;
        }
        if before.is_none_or(|before| before.since != remembered.since) {
            self.by_age.entry(remembered.since).or_default().push(position);
            self.entries += 1;
            if self.entries > 4 * self.positions.len() + 1024 {
                self.tidy_ages();
            }
        }
        self.changed.insert(position);
    }

    /// Leaves out the old places of what has been refreshed.
    fn tidy_ages(&mut self) {
        self.by_age.clear();
        self.entries = self.positions.len();
        for (&position, known) in &self.positions {
            self.by_age.entry(known.since).or_default().push(position);
        }
    }

    fn drop_one(&mut self, position: u128) {
        if self.positions.remove(&position).is_none() {
            return;
        }
        let record = (self.record)(position);
        if let Some(number) = self.records.get_mut(&record) {
            *number -= 1;
            if *number == 0 {
                self.records.remove(&record);
            }
        }
        self.changed.insert(position);
    }

    /// Drops what has reached the greatest age.
    fn forget(&mut self, changes: &mut Changes) {
        let old = self.merges - self.rules.oldest;
        while let Some(entry) = self.by_age.first_entry().filter(|entry| *entry.key() <= old) {
            let (since, positions) = entry.remove_entry();
            self.entries -= positions.len();
            for position in positions {
                if self.get(position).is_some_and(|known| known.since == since) {
                    self.drop_one(position);
                    changes.forgotten += 1;
                }
            }
        }
    }

    /// Brings records, and the whole, well below their limits where these are passed.
    fn cull(&mut self, noted: &[Noted], changes: &mut Changes) {
        let mut full: Vec<u16> = noted.iter().map(|noted| (self.record)(noted.position)).collect();
        full.sort_unstable();
        full.dedup();
        full.retain(|record| self.records.get(record).is_some_and(|&number| number > self.rules.record));
        for record in full {
            let of = self.record;
            self.keep(self.rules.record * 3 / 4, |position| of(position) == record, changes);
        }
        if self.len() > self.rules.capacity {
            self.keep(self.rules.capacity * 9 / 10, |_| true, changes);
        }
    }

    /// Drops all but so many of these positions (at least one): those of the lowest ply, of the same ply the oldest.
    fn keep(&mut self, number: usize, of: impl Fn(u128) -> bool, changes: &mut Changes) {
        let some = self.positions.iter().filter(|(position, _)| of(**position));
        let mut some: Vec<_> = some.map(|(&position, known)| (known.ply, known.since, position)).collect();
        some.sort_unstable();
        let dropped = some.len().saturating_sub(number.max(1));
        for &(_, _, position) in &some[..dropped] {
            self.drop_one(position);
        }
        changes.culled += dropped as u64;
    }
}

#[cfg(test)]
mod tests;
