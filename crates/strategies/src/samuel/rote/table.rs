//! The positions that are remembered, with their scores, plies and ages: refreshed when used, aged at each merge, forgotten, and
//! culled where there are too many (section "Cataloging and culling stored information").
//!
//! An age is not stored but the merge at which it was, or would have been, 0: so all positions age without being touched.

use hashbrown::HashMap;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::collections::BTreeMap;

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The age of a new position.
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
    /// The record of a position.
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

    /// How many positions there are.
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
mod tests {
    use super::*;

    const RULES: Rules = Rules { capacity: 1000, record: 1000, new_age: 8, oldest: 20, moves: 20 };

    fn noted(position: u128, ply: u32) -> Noted {
        Noted { position, score: position as i64, ply }
    }

    fn table(rules: Rules) -> Table {
        Table::new(rules, |position| (position / 100) as u16)
    }

    fn age(table: &Table, position: u128) -> Option<i64> {
        table.get(position).map(|known| table.age(known))
    }

    #[test]
    fn positions_age_are_refreshed_and_forgotten() {
        let mut table = table(RULES);
        assert_eq!(
            table.merge(&[], &[noted(1, 3), noted(2, 3)], 0),
            Changes { new: 2, ..Changes::default() }
        );
        assert_eq!(age(&table, 1), Some(8));
        table.merge(&[], &[], 1);
        assert_eq!(age(&table, 1), Some(9));
        // Halved, then a unit older; twice used in a row, halved twice.
        table.merge(&[1], &[], 1);
        assert_eq!((age(&table, 1), age(&table, 2)), (Some(5), Some(10)));
        table.merge(&[1, 1], &[], 1);
        assert_eq!((age(&table, 1), age(&table, 2)), (Some(2), Some(11)));
        // Being met again is a reference, too; so is an update.
        let changes = table.merge(&[], &[Noted { score: 5, ply: 7, position: 2 }], 0);
        assert_eq!((changes.updated, age(&table, 2)), (1, Some(5)));
        assert_eq!(table.get(2).map(|known| (known.score, known.ply)), Some((5, 7)));
        // Nothing is forgotten before its time, and then exactly what is due.
        assert_eq!(table.merge(&[], &[], 14).forgotten, 0);
        assert_eq!((age(&table, 1), age(&table, 2)), (Some(16), Some(19)));
        assert_eq!(table.merge(&[], &[], 1).forgotten, 1);
        assert_eq!((age(&table, 1), age(&table, 2), table.len()), (Some(17), None, 1));
        assert_eq!(table.merge(&[], &[], 3).forgotten, 1);
        assert!(table.is_empty() && table.records() == 0);
        // What is not known is not refreshed into being.
        table.merge(&[9], &[], 1);
        assert!(table.is_empty());
    }

    #[test]
    fn a_full_record_loses_its_lowest_plies_and_no_other_does() {
        let mut table = table(Rules { record: 8, ..RULES });
        let other: Vec<Noted> = (100..104).map(|position| noted(position, 1)).collect();
        table.merge(&[], &other, 1);
        let eight: Vec<Noted> = (0..8).map(|position| noted(position, 10 - position as u32)).collect();
        assert_eq!(table.merge(&[], &eight, 1).culled, 0);
        // A ninth: three quarters of eight are kept, the highest plies.
        assert_eq!(table.merge(&[], &[noted(50, 4)], 1).culled, 3);
        let left: Vec<u128> = table.sorted().into_iter().map(|(position, _)| position).collect();
        assert_eq!(left, [0, 1, 2, 3, 4, 5, 100, 101, 102, 103]);
        assert_eq!(table.records(), 2);
    }

    #[test]
    fn a_full_table_loses_the_lowest_plies_and_of_those_the_oldest() {
        let mut table = table(Rules { capacity: 10, ..RULES });
        let first: Vec<Noted> = (0..5).map(|position| noted(position * 100, 3)).collect();
        table.merge(&[], &first, 1);
        let second: Vec<Noted> =
            (5..11).map(|position| noted(position * 100, 3 + u32::from(position == 5))).collect();
        assert_eq!(table.merge(&[0], &second, 1).culled, 2);
        // 0 was refreshed, 100 and 200 are the oldest of ply 3.
        let left: Vec<u128> = table.sorted().into_iter().map(|(position, _)| position / 100).collect();
        assert_eq!(left, [0, 3, 4, 5, 6, 7, 8, 9, 10]);
    }

    #[test]
    fn a_table_does_what_a_slow_one_does() {
        use rand::{RngExt as _, SeedableRng};
        /// Ages as numbers, all of them counted up at each merge.
        #[derive(Default)]
        struct Slow(BTreeMap<u128, (i64, u32, i64)>);
        let rules = Rules { capacity: 60, record: 25, new_age: 5, oldest: 9, moves: 20 };
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(3);
        let (mut table, mut slow) = (table(rules), Slow::default());
        for _ in 0..600 {
            let used: Vec<u128> = (0..6).map(|_| random.random_range(0..300)).collect();
            let met: Vec<Noted> =
                (0..8).map(|_| noted(random.random_range(0..300), random.random_range(3..9))).collect();
            let units = random.random_range(0..2);
            table.merge(&used, &met, units);
            for position in used {
                slow.0.entry(position).and_modify(|known| known.2 /= 2);
            }
            for Noted { position, score, ply } in met {
                let age = slow.0.get(&position).map_or(rules.new_age, |known| known.2 / 2);
                slow.0.insert(position, (score, ply, age));
            }
            slow.0.values_mut().for_each(|known| known.2 += units);
            slow.0.retain(|_, known| known.2 < rules.oldest);
            let lowest = |slow: &Slow, of: &dyn Fn(u128) -> bool| {
                let some = slow.0.iter().filter(|(position, _)| of(**position));
                some.min_by_key(|(position, known)| (known.1, -known.2, **position))
                    .map(|(&position, _)| position)
            };
            for record in 0..3 {
                let of = |position: u128| position / 100 == record;
                if slow.0.keys().filter(|&&position| of(position)).count() > rules.record {
                    while slow.0.keys().filter(|&&position| of(position)).count() > rules.record * 3 / 4 {
                        slow.0.remove(&lowest(&slow, &of).unwrap());
                    }
                }
            }
            if slow.0.len() > rules.capacity {
                while slow.0.len() > rules.capacity * 9 / 10 {
                    slow.0.remove(&lowest(&slow, &|_| true).unwrap());
                }
            }
            let known = table.sorted().into_iter();
            let known: Vec<_> = known
                .map(|(position, known)| (position, (known.score, known.ply, table.age(&known))))
                .collect();
            assert_eq!(known, slow.0.clone().into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_changes_taken_one_after_the_other_are_the_table() {
        use rand::{RngExt as _, SeedableRng};
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(5);
        let mut table = table(Rules { capacity: 50, record: 30, ..RULES });
        let mut kept = BTreeMap::new();
        for _ in 0..200 {
            let used: Vec<u128> = (0..5).map(|_| random.random_range(0..300)).collect();
            let met: Vec<Noted> =
                (0..5).map(|_| noted(random.random_range(0..300), random.random_range(3..9))).collect();
            table.merge(&used, &met, 1);
            for (position, known) in table.take_changed() {
                match known {
                    Some(known) => kept.insert(position, known),
                    None => kept.remove(&position),
                };
            }
            assert_eq!(table.sorted(), kept.clone().into_iter().collect::<Vec<_>>());
        }
        let copy = Table::with(*table.rules(), table.record, table.merges(), table.sorted());
        assert_eq!(
            (copy.sorted(), copy.records(), copy.merges()),
            (table.sorted(), table.records(), table.merges())
        );
    }
}
