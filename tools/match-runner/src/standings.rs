//! The state of the match: what every pairing has scored, and what every engine has done wrong.

use crate::engine::FaultKind;
use crate::play::{Ending, Finished};
use crate::settings::Settings;
use crate::stats::{Points, Tally, sprt};
use fourscore::game::{GameResult, Player};
use std::collections::BTreeMap;

/// Results so far.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// Results by pairing (the lower index first), for the engine of the lower index.
    pairings: BTreeMap<[usize; 2], Tally>,
    /// First games of pairs whose second game is missing.
    open: BTreeMap<usize, Points>,
    /// Misbehaviour by engine.
    faults: BTreeMap<usize, BTreeMap<FaultKind, u64>>,
    /// Games by the reason of their end.
    endings: BTreeMap<&'static str, u64>,
    games: u64,
}

impl Standings {
    /// Counts a game.
    pub fn add(&mut self, finished: &Finished) {
        let [one, two] = finished.game.engines;
        let points = match finished.result {
            GameResult::Win(Player::P1) => Points::Win,
            GameResult::Win(Player::P2) => Points::Loss,
            GameResult::Draw => Points::Draw,
        };
        let (pairing, points) = if one < two { ([one, two], points) } else { ([two, one], points.flipped()) };
        let tally = self.pairings.entry(pairing).or_default();
        match self.open.remove(&finished.game.pair) {
            Some(first) => tally.add_second(first, points),
            None => {
                tally.add_first(points);
                self.open.insert(finished.game.pair, points);
            }
        }
        self.games += 1;
        *self.endings.entry(finished.ending.name()).or_default() += 1;
        if let Ending::Fault(player, fault) = &finished.ending {
            self.add_fault(finished.game.engines[crate::referee::index(*player)], fault.kind);
        }
    }

    /// Counts misbehaviour.
    pub fn add_fault(&mut self, engine: usize, kind: FaultKind) {
        *self.faults.entry(engine).or_default().entry(kind).or_default() += 1;
    }

    /// How many games have been counted.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Results of every pairing that has played, for its first engine.
    pub fn pairings(&self) -> impl Iterator<Item = ([usize; 2], Tally)> + '_ {
        self.pairings.iter().map(|(&pairing, &tally)| (pairing, tally))
    }

    /// Results of one engine against all others.
    #[must_use]
    pub fn of_engine(&self, engine: usize) -> Tally {
        let mut sum = Tally::default();
        for (&[one, two], &tally) in &self.pairings {
            if one == engine {
                sum += tally;
            } else if two == engine {
                sum += tally.flipped();
            }
        }
        sum
    }

    /// Misbehaviour of one engine by kind.
    pub fn faults(&self, engine: usize) -> impl Iterator<Item = (FaultKind, u64)> + '_ {
        self.faults.get(&engine).into_iter().flatten().map(|(&kind, &count)| (kind, count))
    }

    /// Whether any engine has misbehaved.
    #[must_use]
    pub fn any_fault(&self) -> bool {
        !self.faults.is_empty()
    }

    /// Games by the reason of their end.
    pub fn endings(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.endings.iter().map(|(&name, &count)| (name, count))
    }

    /// Where the test of two engines stands, if there is one.
    #[must_use]
    pub fn sprt(&self, settings: &Settings) -> Option<sprt::State> {
        let pairs = self.pairings.get(&[0, 1]).map(|tally| tally.pairs).unwrap_or_default();
        settings.sprt.as_ref().map(|test| sprt::state(test, &pairs))
    }
}
