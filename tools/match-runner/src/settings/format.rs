//! The format of a tournament, from what was typed: which one, over how many openings, and which of these
//! make sense together.

use super::check::{Checked, count, one_of, refuse};
use super::{RawMatch, Settings};
use crate::schedule::{Plan, Tournament};

/// Openings per encounter if nothing is said.
const DEFAULT_PAIRS: u64 = 10;
/// How often a knockout prolongs an even encounter if nothing is said.
const DEFAULT_TIE_BREAKS: u64 = 10;

/// What the settings say about the format.
pub(super) struct Format {
    pub tournament: Tournament,
    pub pairs: usize,
    pub tie_breaks: usize,
}

/// Reads the format of a match between so many engines.
pub(super) fn format(raw: &RawMatch, engines: usize) -> Checked<Format> {
    let typed = raw.tournament.as_deref().unwrap_or("round-robin");
    let Some((_, tournament)) = Tournament::ALL.into_iter().find(|(name, _)| *name == typed) else {
        let names = Tournament::ALL.map(|(name, _)| name).join(", ");
        return refuse(one_of("tournament", typed, &names));
    };
    if tournament.is_for_two() && engines != 2 {
        return refuse(format!(
            "tournament = \"{typed}\" is for two engines, and there are {engines}; round-robin and gauntlet take any \
             number"
        ));
    }
    if raw.tie_breaks.is_some() && tournament != Tournament::Knockout {
        return refuse(format!("tie-breaks: only a knockout has tie-breaks, and this is a {typed}"));
    }
    let pairs = if tournament == Tournament::OpeningsTest { 1 } else { DEFAULT_PAIRS };
    Ok(Format {
        tournament,
        pairs: count("pairs", raw.pairs.unwrap_or(pairs), 1, 10_000_000)?,
        tie_breaks: count("tie-breaks", raw.tie_breaks.unwrap_or(DEFAULT_TIE_BREAKS), 0, 1000)?,
    })
}

impl Settings {
    /// What the schedule depends on.
    pub const fn plan(&self) -> Plan {
        Plan {
            tournament: self.tournament,
            engines: self.engines.len(),
            openings: self.openings.len(),
            pairs: self.pairs,
            tie_breaks: self.tie_breaks,
        }
    }
}
