//! Laws of every format: pairs with both colours, equal openings for all pairings; and what each format promises.

use super::*;
use proptest::prelude::*;
use std::collections::{BTreeMap, HashSet};

fn plan(tournament: Tournament, engines: usize) -> Plan {
    Plan { tournament, engines, openings: 7, pairs: 2 }
}

proptest! {
    #[test]
    fn fixed_formats_give_every_pairing_the_same_openings_with_both_colours(
        engines in 2_usize..7, pairs in 1_usize..9, openings in 1_usize..12, gauntlet: bool
    ) {
        let tournament = if gauntlet { Tournament::Gauntlet } else { Tournament::RoundRobin };
        let plan = Plan { pairs, openings, ..plan(tournament, engines) };
        let games = plan.schedule();
        let pairings = plan.pairings();
        prop_assert_eq!(games.len(), pairings.len() * pairs * 2);

        let mut by_pairing: BTreeMap<[usize; 2], Vec<(usize, bool)>> = BTreeMap::new();
        for game in &games {
            let [one, two] = game.engines;
            by_pairing.entry([one.min(two), one.max(two)]).or_default().push((game.opening, one < two));
        }
        prop_assert_eq!(by_pairing.len(), pairings.len());
        let of = |games: &Vec<(usize, bool)>, colour: bool| -> Vec<usize> {
            games.iter().filter(|game| game.1 == colour).map(|game| game.0).collect()
        };
        let all: HashSet<_> = by_pairing.values().flat_map(|g| [of(g, true), of(g, false)]).collect();
        prop_assert_eq!(all.len(), 1, "the same list for every pairing and colour");
    }

    #[test]
    fn games_come_in_pairs(
        engines in 2_usize..12, kind in 0..Tournament::value_variants().len()
    ) {
        let tournament = Tournament::value_variants()[kind];
        let plan = plan(tournament, if tournament.is_for_two() { 2 } else { engines });
        let games = plan.schedule();
        for (number, game) in games.iter().enumerate() {
            prop_assert_eq!((game.number, game.pair), (number, number / 2));
            prop_assert!(game.engines.iter().all(|&engine| engine < plan.engines));
            let partner = games[number ^ 1];
            prop_assert_eq!((partner.engines, partner.opening), ([game.engines[1], game.engines[0]], game.opening));
            prop_assert_ne!(game.engines[0], game.engines[1]);
        }
    }
}

#[test]
fn a_gauntlet_is_about_its_first_engine() {
    assert_eq!(plan(Tournament::Gauntlet, 4).pairings(), [[0, 1], [0, 2], [0, 3]]);
    assert_eq!(plan(Tournament::RoundRobin, 3).pairings(), [[0, 1], [0, 2], [1, 2]]);
}

#[test]
fn an_openings_test_plays_every_opening() {
    let games = plan(Tournament::OpeningsTest, 2).schedule();
    assert_eq!(games.len(), 7 * 2 * 2);
    assert!((0..7).all(|opening| games.iter().filter(|game| game.opening == opening).count() == 4));
}

#[test]
fn seeds_differ_between_games_engines_and_matches() {
    let game = plan(Tournament::RoundRobin, 2).schedule()[1];
    assert_eq!(game.seed(1, 0), game.seed(1, 0));
    let all = [game.seed(1, 0), game.seed(1, 1), game.seed(2, 0), Game { number: 2, ..game }.seed(1, 0)];
    assert_eq!(HashSet::from(all).len(), 4);
}
