//! The schedule: which games are played, as a pure function of a [`Plan`] and the results so far. Workers take games
//! from it in any order; what a game is never depends on who plays it or when. Formats whose rounds depend on results
//! give out a round only when the one before is complete, so that the same results lead to the same games under any
//! concurrency, after any interruption, and on any machine.

mod knockout;
mod score;
#[cfg(test)]
mod tests;

pub use score::Score;

use crate::random;
use clap::ValueEnum;
use games::GameResult;
use knockout::Knockout;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tournament {
    /// Two engines, nothing else.
    Match,
    RoundRobin,
    /// The first engine plays everyone else.
    Gauntlet,
    /// Who loses an encounter is out; the order of the engines is their seeding.
    Knockout,
    /// Two engines over every opening, to see what the openings are worth.
    OpeningsTest,
}

impl Tournament {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Knockout => "knockout",
            Self::OpeningsTest => "openings-test",
        }
    }

    /// Whether who plays whom depends on results.
    pub const fn depends_on_results(self) -> bool {
        matches!(self, Self::Knockout)
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

/// One game of the match.
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

/// All that a schedule depends on beside results: numbers only, so that it can be made without any settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub tournament: Tournament,
    pub engines: usize,
    /// How many openings there are, at least 1.
    pub openings: usize,
    /// Openings per encounter, each played with both colours; in an openings test: how often each opening is used.
    pub pairs: usize,
    /// In a knockout: openings, each played with both colours, that an encounter which is even is prolonged by at
    /// most, one at a time; behind them the engine that stands first in the settings goes on.
    pub tie_breaks: usize,
}

/// A round: who meets whom, over how many openings.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Round {
    encounters: Vec<[usize; 2]>,
    pairs: usize,
}

/// An engine's place in a ranking that comes from the rules of a format and not from points alone; the best comes first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub engine: usize,
    /// Why it stands there, for people.
    pub note: String,
}

impl Plan {
    /// The two engines of each pairing of the formats that do not depend on results; none for the others.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.engines;
        match self.tournament {
            Tournament::Gauntlet => (1..count).map(|other| [0, other]).collect(),
            Tournament::Match | Tournament::RoundRobin | Tournament::OpeningsTest => {
                (0..count).flat_map(|one| (one + 1..count).map(move |two| [one, two])).collect()
            }
            Tournament::Knockout => Vec::new(),
        }
    }

    /// All games that are known when the first games have these results (by number, without gaps): every round whose
    /// predecessors are complete. There is nothing more to play when there are as many results as games.
    pub fn schedule(&self, results: &[GameResult]) -> Vec<Game> {
        self.replay(results).0
    }

    /// The ranking by the rules of the format, best first, as far as it goes with these results; empty for formats
    /// where the points decide.
    pub fn places(&self, results: &[GameResult]) -> Vec<Place> {
        self.replay(results).1.map(|knockout| knockout.places()).unwrap_or_default()
    }

    fn replay(&self, results: &[GameResult]) -> (Vec<Game>, Option<Knockout>) {
        let mut knockout = (self.tournament == Tournament::Knockout).then(|| Knockout::new(self));
        let of_test = if self.tournament == Tournament::OpeningsTest { self.openings.max(1) } else { 1 };
        // All other formats have one round, which is known from the beginning.
        let mut only = Some(Round { encounters: self.pairings(), pairs: self.pairs * of_test });
        let mut games = Vec::new();
        let mut opening = 0;
        while let Some(round) = knockout.as_mut().map_or_else(|| only.take(), Knockout::next) {
            let first = games.len();
            self.add(&mut games, &round, opening);
            opening += round.pairs;
            let Some(played) = results.get(first..games.len()) else { break };
            if let Some(knockout) = &mut knockout {
                knockout.record(&score::scores(&round.encounters, &games[first..], played));
            }
        }
        (games, knockout)
    }

    /// Every encounter of a round plays the same openings, each one twice with the players exchanged; encounters take
    /// turns, so that a match stopped early has treated all of them alike.
    fn add(&self, games: &mut Vec<Game>, round: &Round, first_opening: usize) {
        for turn in 0..round.pairs {
            let opening = (first_opening + turn) % self.openings.max(1);
            for &[one, two] in &round.encounters {
                let pair = games.len() / 2;
                for (second, engines) in [[one, two], [two, one]].into_iter().enumerate() {
                    games.push(Game { number: 2 * pair + second, pair, opening, engines });
                }
            }
        }
    }

    /// How many different openings the match uses at most, if there are enough.
    pub fn openings_used(&self) -> usize {
        let used = match self.tournament {
            Tournament::Knockout => {
                let rounds = self.engines.next_power_of_two().ilog2() as usize;
                self.pairs.saturating_add(self.tie_breaks).saturating_mul(rounds)
            }
            _ => self.pairs,
        };
        used.max(1)
    }
}
