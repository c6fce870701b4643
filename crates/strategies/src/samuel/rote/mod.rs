//! Rote learning (section "Rote learning and its variants"): the positions met in play are kept with their backed-up scores, and
//! looked up in later look-aheads, where a stored score has its own plies behind it.
//!
//! `table` is what is remembered, by the paper's rules of ageing and culling; `tape` the file; `memory` the two together, as play
//! uses and fills them.

mod damage;
pub mod memory;
pub mod table;
pub mod tape;

use crate::samuel::terms::Subject;
use crate::samuel::terms::scoring::{DECIDED, WON};
use crate::settings::{Kind, OptionSpec, Settings};
use table::{Remembered, Rules, Table};

pub const FILE: OptionSpec = OptionSpec {
    name: "Samuel.Rote",
    kind: Kind::Text { default: "" },
    help: "File in which Samuel keeps positions with their scores (rote learning); filled with Learn true, looked up in any case.",
};

const CAPACITY: OptionSpec = OptionSpec {
    name: "Samuel.RoteCapacity",
    kind: Kind::Integer { default: 1_000_000, min: 1, max: 100_000_000 },
    help: "How many positions Samuel's rote memory holds; beyond that those of the lowest ply are culled. (In 1959: 53,000.)",
};

const RECORD: OptionSpec = OptionSpec {
    name: "Samuel.RoteRecord",
    kind: Kind::Integer { default: 50_000, min: 1, max: 100_000_000 },
    help: "How many positions one record of the rote memory's catalogue holds; beyond that those of the lowest ply are culled.",
};

/// The age of a new position.
const NEW_AGE: OptionSpec = OptionSpec {
    name: "Samuel.RoteNewAge",
    kind: Kind::Integer { default: 20_000, min: 0, max: 1_000_000_000 },
    help: "The age that a new position of the rote memory is given, in merges; it is halved whenever the position is used.",
};

const OLDEST: OptionSpec = OptionSpec {
    name: "Samuel.RoteOldest",
    kind: Kind::Integer { default: 80_000, min: 1, max: 1_000_000_000 },
    help: "The age, in merges, at which a position of the rote memory is forgotten.",
};

const MERGE: OptionSpec = OptionSpec {
    name: "Samuel.RoteMerge",
    kind: Kind::Integer { default: 20, min: 1, max: 1_000_000 },
    help: "After so many moves new positions are merged into the rote memory, and all positions grow a unit older.",
};

/// Where it is looked up.
pub(crate) const USE: OptionSpec = OptionSpec {
    name: "Samuel.RoteUse",
    kind: Kind::Choice { default: "every", allowed: &["every", "ends"] },
    help: "Where stored scores are used: at every ply, if as many plies are behind them as the look-ahead has left to its minimum, \
           or only where it ends.",
};

/// All options of rote learning.
pub const OPTIONS: [OptionSpec; 7] = [FILE, CAPACITY, RECORD, NEW_AGE, OLDEST, MERGE, USE];

impl Rules {
    /// Those that the options set.
    #[must_use]
    pub(crate) fn from_settings(settings: &Settings) -> Self {
        let number = |spec: OptionSpec| usize::try_from(settings.integer(spec.name)).unwrap_or(0);
        Self {
            capacity: number(CAPACITY).max(1),
            record: number(RECORD).max(1),
            new_age: settings.integer(NEW_AGE.name),
            oldest: settings.integer(OLDEST.name).max(1),
            moves: number(MERGE).max(1) as u64,
        }
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
    #[must_use]
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
    pub(crate) lookups: u64,
    /// Those whose stored score was used.
    pub hits: u64,
    /// These positions, in standard form; some may stand there more than once.
    pub used: Vec<u128>,
}

/// A score as it is stored: a game that is won or lost is so by the history of its own game, and another may be drawn before; a
/// remembered win is pursued, and is no claim.
#[must_use]
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
