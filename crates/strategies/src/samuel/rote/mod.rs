//! Rote learning (section "Rote learning and its variants"): the positions met in play are kept with their backed-up scores, and
//! looked up in later look-aheads, where a stored score has its own plies behind it.
//!
//! `table` is what is remembered, by the paper's rules of ageing and culling; `tape` the file; `memory` the two together, as play
//! uses and fills them.

pub mod memory;
pub mod table;
pub mod tape;

use crate::samuel::terms::Subject;
use crate::samuel::terms::scoring::{DECIDED, WON};
use crate::settings::{Setting, Settings, choice, integer, options, text};
use table::{Remembered, Rules, Table};

pub const FILE: Setting<String> = text("Samuel.Rote", "");

options! {
    /// What rote learning is asked for.
    pub struct RoteOptions {
        /// File in which Samuel keeps positions with their scores (rote learning); filled with Learn true, looked up in any
        /// case.
        file: String = FILE,
        /// How many positions Samuel's rote memory holds; beyond that those of the lowest ply are culled. (In 1959:
        /// 53,000.)
        capacity: usize = integer("Samuel.RoteCapacity", 1_000_000, 1, 100_000_000),
        /// How many positions one record of the rote memory's catalogue holds; beyond that those of the lowest ply are
        /// culled.
        record: usize = integer("Samuel.RoteRecord", 50_000, 1, 100_000_000),
        /// The age that a new position of the rote memory is given, in merges; it is halved whenever the position is used.
        new_age: i64 = integer("Samuel.RoteNewAge", 20_000, 0, 1_000_000_000),
        /// The age, in merges, at which a position of the rote memory is forgotten.
        oldest: i64 = integer("Samuel.RoteOldest", 80_000, 1, 1_000_000_000),
        /// After so many moves new positions are merged into the rote memory, and all positions grow a unit older.
        merge: u64 = integer("Samuel.RoteMerge", 20, 1, 1_000_000),
        /// Where stored scores are used: at every ply, if as many plies are behind them as the look-ahead has left to its
        /// minimum, or only where it ends.
        looked_up: String = choice("Samuel.RoteUse", "every", &["every", "ends"]),
    }
}

impl Rules {
    /// Those that the options set.
    pub(crate) fn from_settings(settings: &Settings) -> Self {
        let RoteOptions { capacity, record, new_age, oldest, merge, .. } = RoteOptions::of(settings);
        Self { capacity, record, new_age, oldest, moves: merge }
    }
}

/// What a look-ahead looks positions up in.
#[derive(Clone, Copy, Debug)]
pub struct Recall<'a> {
    table: &'a Table,
    /// Whether stored scores also stand for what the look-ahead would still look through.
    every: bool,
}

impl<'a> Recall<'a> {
    /// Looking up in this table at every ply, or only where the look-ahead ends.
    pub const fn new(table: &'a Table, every: bool) -> Self {
        Self { table, every }
    }

    /// What is stored of this position, if it counts here: `left` plies would be looked through as yet, and the look-ahead ends
    /// here by itself if `ends`. `None` as well if the game is not learned by rote.
    #[inline]
    pub(super) fn look_up<G: Subject>(
        &self,
        position: &G,
        left: usize,
        ends: impl FnOnce() -> bool,
        count: &mut Recalled,
    ) -> Option<Remembered> {
        if !self.every && !ends() {
            return None;
        }
        let standard = position.standard()?;
        count.lookups += 1;
        let known = *self.table.get(standard)?;
        if (known.ply as usize) < left {
            return None;
        }
        count.hits += 1;
        count.used.push(standard);
        Some(known)
    }
}

/// What was looked up in a look-ahead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recalled {
    pub lookups: u64,
    /// Those whose stored score was used.
    pub hits: u64,
    /// These positions, in standard form; some may stand there more than once.
    pub used: Vec<u128>,
}

/// A score as it is stored: a game that is won or lost is so by the history of its own game, and another may be drawn before; a
/// remembered win is pursued, and is no claim.
pub const fn stored(score: i64) -> i64 {
    if score.abs() > DECIDED { score - score.signum() * (WON - DECIDED) } else { score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samuel::terms::scoring::end_of;

    #[test]
    fn a_remembered_win_is_no_claim_and_the_shorter_one_is_better() {
        let (soon, late) = (WON - 3, WON - 90);
        assert_eq!((end_of(soon), end_of(stored(soon)), end_of(stored(-late))), (Some(3), None, None));
        assert!(stored(soon) > stored(late) && stored(-soon) < stored(-late));
        assert_eq!((stored(stored(soon)), stored(77)), (stored(soon), 77));
    }
}
