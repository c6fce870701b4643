//! The schedule: which games are played, as a pure function of the settings. Workers take games from it in any
//! order; what a game is never depends on who plays it or when.

use crate::random;
use crate::settings::{Settings, Tournament};

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
    /// The seed of an engine in this game: the same whoever plays it and when, different in every game.
    #[must_use]
    pub fn seed(&self, match_seed: u64, engine: usize) -> u64 {
        random::mix(&[match_seed, self.number as u64, engine as u64])
    }
}

impl Settings {
    /// The two engines of each pairing.
    #[must_use]
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.engines.len();
        match self.tournament {
            Tournament::Gauntlet => (1..count).map(|other| [0, other]).collect(),
            Tournament::RoundRobin => {
                (0..count).flat_map(|one| (one + 1..count).map(move |two| [one, two])).collect()
            }
        }
    }

    /// All games. Every pairing plays the same openings, each one twice with the players exchanged; pairings take
    /// turns, so that a match stopped early has treated all of them alike.
    #[must_use]
    pub fn schedule(&self) -> Vec<Game> {
        let pairings = self.pairings();
        let pairs = (0..self.pairs).flat_map(|round| pairings.iter().map(move |&engines| (round, engines)));
        pairs
            .enumerate()
            .flat_map(|(pair, (round, [one, two]))| {
                let opening = round % self.openings.len().max(1);
                let game = move |second, engines| Game { number: 2 * pair + second, pair, opening, engines };
                [game(0, [one, two]), game(1, [two, one])]
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Opening;
    use crate::settings::{RawEngine, RawMatch};
    use proptest::prelude::*;
    use std::collections::{BTreeMap, HashSet};
    use std::path::Path;

    fn settings(engines: usize, pairs: u64, openings: usize, tournament: &str) -> Settings {
        let engine = |n| RawEngine {
            name: Some(format!("e{n}")),
            command: Some("fourscore".into()),
            nodes: Some(1),
            ..RawEngine::default()
        };
        let raw = RawMatch {
            engine: (0..engines).map(engine).collect(),
            pairs: Some(pairs),
            tournament: Some(tournament.into()),
            ..RawMatch::default()
        };
        let mut settings = Settings::from_raw(&raw, Path::new("")).unwrap();
        settings.openings = vec![Opening::default(); openings];
        settings
    }

    proptest! {
        #[test]
        fn every_pairing_has_the_same_openings_with_both_colours(
            engines in 2_usize..7, pairs in 1_u64..9, openings in 1_usize..12, gauntlet: bool
        ) {
            let settings =
                settings(engines, pairs, openings, if gauntlet { "gauntlet" } else { "round-robin" });
            let games = settings.schedule();
            let pairings = settings.pairings();
            prop_assert_eq!(games.len(), pairings.len() * usize::try_from(pairs).unwrap() * 2);

            let mut first_moves = vec![0_i64; engines];
            let mut by_pairing: BTreeMap<[usize; 2], Vec<(usize, bool)>> = BTreeMap::new();
            for (number, game) in games.iter().enumerate() {
                prop_assert_eq!(game.number, number);
                prop_assert_eq!(game.pair, number / 2);
                let [one, two] = game.engines;
                prop_assert_ne!(one, two);
                first_moves[one] += 1;
                first_moves[two] -= 1;
                by_pairing.entry([one.min(two), one.max(two)]).or_default().push((game.opening, one < two));
            }
            prop_assert!(first_moves.iter().all(|&balance| balance == 0));
            prop_assert_eq!(by_pairing.len(), pairings.len());
            let of = |games: &Vec<(usize, bool)>, colour: bool| -> Vec<usize> {
                games.iter().filter(|game| game.1 == colour).map(|game| game.0).collect()
            };
            let all: HashSet<_> = by_pairing.values().flat_map(|g| [of(g, true), of(g, false)]).collect();
            prop_assert_eq!(all.len(), 1, "the same list for every pairing and colour");
        }
    }

    #[test]
    fn a_gauntlet_is_about_its_first_engine() {
        assert_eq!(settings(4, 1, 1, "gauntlet").pairings(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(settings(3, 1, 1, "round-robin").pairings(), [[0, 1], [0, 2], [1, 2]]);
    }

    #[test]
    fn seeds_differ_between_games_engines_and_matches() {
        let game = settings(2, 2, 1, "round-robin").schedule()[1];
        assert_eq!(game.seed(1, 0), game.seed(1, 0));
        let all = [game.seed(1, 0), game.seed(1, 1), game.seed(2, 0), Game { number: 2, ..game }.seed(1, 0)];
        assert_eq!(HashSet::from(all).len(), 4);
    }
}
