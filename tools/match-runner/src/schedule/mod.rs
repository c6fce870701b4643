//! The schedule: which games are played, as a pure function of a [`Plan`]. Workers take games from it in any order; what a
//! game is never depends on who plays it or when, so that the games are the same under any concurrency, after any
//! interruption, and on any machine.

#[cfg(test)]
mod tests;

use crate::random;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tournament {
    /// Two engines, nothing else.
    Match,
    RoundRobin,
    /// The first engine plays everyone else.
    Gauntlet,
    /// Two engines over every opening, to see what the openings are worth.
    OpeningsTest,
}

impl Tournament {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::OpeningsTest => "openings-test",
        }
    }

    /// Whether a match with more openings begins with the same games.
    pub const fn can_be_extended(self) -> bool {
        matches!(self, Self::Match | Self::RoundRobin | Self::Gauntlet)
    }

    /// Whether there is room for two engines only.
    pub const fn is_for_two(self) -> bool {
        matches!(self, Self::Match | Self::OpeningsTest)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// Its place in the schedule, from 0.
    pub number: usize,
    /// The pair of games that it belongs to: the same two engines and opening, with players exchanged.
    pub pair: usize,
    /// The opening, as an index into the settings' list.
    pub opening: usize,
    /// The engines that are player one and player two, as indices into the settings' list.
    pub engines: [usize; 2],
}

impl Game {
    /// The seed of an engine in this game: the same, no matter who plays it and when, different in every game.
    pub fn seed(&self, match_seed: u64, engine: usize) -> u64 {
        random::mix(&[match_seed, self.number as u64, engine as u64])
    }
}

/// All that a schedule depends on: numbers only, so that it can be made without any settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub tournament: Tournament,
    pub engines: usize,
    /// How many openings there are, at least 1.
    pub openings: usize,
    /// Openings per encounter, each played with both colours; in an openings test: how often each opening is used.
    pub pairs: usize,
}

impl Plan {
    /// The two engines of each pairing.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.engines;
        match self.tournament {
            Tournament::Gauntlet => (1..count).map(|other| [0, other]).collect(),
            Tournament::Match | Tournament::RoundRobin | Tournament::OpeningsTest => {
                (0..count).flat_map(|one| (one + 1..count).map(move |two| [one, two])).collect()
            }
        }
    }

    /// All games. Every pairing plays the same openings, each one twice with the players exchanged; pairings take turns, so
    /// that a match stopped early has treated all of them alike.
    pub fn schedule(&self) -> Vec<Game> {
        let pairings = self.pairings();
        let of_test = if self.tournament == Tournament::OpeningsTest { self.openings.max(1) } else { 1 };
        let mut games = Vec::new();
        for turn in 0..self.pairs * of_test {
            let opening = turn % self.openings.max(1);
            for &[one, two] in &pairings {
                let pair = games.len() / 2;
                for (second, engines) in [[one, two], [two, one]].into_iter().enumerate() {
                    games.push(Game { number: 2 * pair + second, pair, opening, engines });
                }
            }
        }
        games
    }
}
