//! Laws of every format: pairs with both colours, equal openings for all encounters of a round, schedules that only
//! grow with results; and what each format promises.

use super::*;
use crate::random::SplitMix64;
use games::Player;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashSet};

fn plan(tournament: Tournament, engines: usize) -> Plan {
    Plan { tournament, engines, openings: 7, pairs: 2, tie_breaks: 1 }
}

/// Plays a plan to its end; `judge` says who wins.
fn played(plan: &Plan, mut judge: impl FnMut(&Game) -> GameResult) -> (Vec<Game>, Vec<GameResult>) {
    let mut results = Vec::new();
    loop {
        let games = plan.schedule(&results);
        assert!(games.len() < 100_000);
        if games.len() == results.len() {
            return (games, results);
        }
        results.extend(games[results.len()..].iter().map(&mut judge));
    }
}

/// The engine with the lower index wins.
fn by_order(game: &Game) -> GameResult {
    GameResult::Win(if game.engines[0] < game.engines[1] { Player::P1 } else { Player::P2 })
}

/// The engine with the higher index wins.
fn upside_down(game: &Game) -> GameResult {
    GameResult::Win(if game.engines[0] > game.engines[1] { Player::P1 } else { Player::P2 })
}

fn at_random(seed: u64) -> impl FnMut(&Game) -> GameResult {
    let mut random = SplitMix64::new(seed);
    move |_| {
        [GameResult::Win(Player::P1), GameResult::Win(Player::P2), GameResult::Draw][random.below(3) as usize]
    }
}

fn order(plan: &Plan, results: &[GameResult]) -> Vec<usize> {
    plan.places(results).into_iter().map(|place| place.engine).collect()
}

/// The encounters of every round, told apart by their openings: rounds go on where the last one stopped.
fn encounters(games: &[Game]) -> Vec<BTreeSet<[usize; 2]>> {
    let mut rounds: Vec<BTreeSet<[usize; 2]>> = Vec::new();
    let mut opening = None;
    for game in games {
        if opening != Some(game.opening) {
            rounds.push(BTreeSet::new());
            opening = Some(game.opening);
        }
        let [one, two] = game.engines;
        rounds.last_mut().unwrap().insert([one.min(two), one.max(two)]);
    }
    rounds
}

proptest! {
    #[test]
    fn fixed_formats_give_every_pairing_the_same_openings_with_both_colours(
        engines in 2_usize..7, pairs in 1_usize..9, openings in 1_usize..12, gauntlet: bool
    ) {
        let tournament = if gauntlet { Tournament::Gauntlet } else { Tournament::RoundRobin };
        let plan = Plan { pairs, openings, ..plan(tournament, engines) };
        let games = plan.schedule(&[]);
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
    fn games_come_in_pairs_and_schedules_only_grow(
        engines in 2_usize..12, kind in 0..Tournament::value_variants().len(), seed: u64, cut in 0.0..1.0
    ) {
        let tournament = Tournament::value_variants()[kind];
        let plan = plan(tournament, if tournament.is_for_two() { 2 } else { engines });
        let (games, results) = played(&plan, at_random(seed));
        for (number, game) in games.iter().enumerate() {
            prop_assert_eq!((game.number, game.pair), (number, number / 2));
            prop_assert!(game.engines.iter().all(|&engine| engine < plan.engines));
            let partner = games[number ^ 1];
            prop_assert_eq!((partner.engines, partner.opening), ([game.engines[1], game.engines[0]], game.opening));
            prop_assert_ne!(game.engines[0], game.engines[1]);
        }
        // Half of the results lead to a part of the same games.
        let half = (results.len() as f64 * cut) as usize;
        let known = plan.schedule(&results[..half]);
        prop_assert!(known.len() > half || half == games.len());
        prop_assert_eq!(&known[..], &games[..known.len()]);
        if tournament.depends_on_results() {
            let mut ranked = order(&plan, &results);
            ranked.sort_unstable();
            prop_assert_eq!(ranked, (0..plan.engines).collect::<Vec<_>>());
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
    let games = plan(Tournament::OpeningsTest, 2).schedule(&[]);
    assert_eq!(games.len(), 7 * 2 * 2);
    assert!((0..7).all(|opening| games.iter().filter(|game| game.opening == opening).count() == 4));
}

#[test]
fn the_best_seeds_win_a_knockout_and_meet_late() {
    for engines in 2..20 {
        let plan = plan(Tournament::Knockout, engines);
        let (games, results) = played(&plan, by_order);
        assert_eq!(games.len(), (engines - 1) * 2 * plan.pairs, "everyone but one loses once");
        assert_eq!(order(&plan, &results)[..2], [0, 1]);
        let last = games.last().unwrap();
        assert_eq!(last.engines, [1, 0], "the final");
        assert_eq!(plan.places(&results)[0].note, "won the final");
    }
    let plan = plan(Tournament::Knockout, 6);
    let (games, results) = played(&plan, upside_down);
    let rounds = encounters(&games);
    assert_eq!(rounds[0], BTreeSet::from([[3, 4], [2, 5]]), "the first two have no opponent");
    assert_eq!(order(&plan, &results), [5, 4, 0, 1, 2, 3]);
}

#[test]
fn an_even_encounter_is_prolonged_and_then_goes_to_the_better_seed() {
    let plan = Plan { tie_breaks: 3, ..plan(Tournament::Knockout, 2) };
    let (games, results) = played(&plan, |_| GameResult::Draw);
    assert_eq!(games.len(), (plan.pairs + 3) * 2);
    assert_eq!(order(&plan, &results), [0, 1]);
    let (games, results) =
        played(&plan, |game| if game.number < 6 { GameResult::Draw } else { upside_down(game) });
    assert_eq!(games.len(), (plan.pairs + 2) * 2, "the second prolongation decides");
    assert_eq!(order(&plan, &results), [1, 0]);
    let none = Plan { tie_breaks: 0, ..plan };
    assert_eq!(played(&none, |_| GameResult::Draw).0.len(), plan.pairs * 2);
}

#[test]
fn seeds_differ_between_games_engines_and_matches() {
    let game = plan(Tournament::RoundRobin, 2).schedule(&[])[1];
    assert_eq!(game.seed(1, 0), game.seed(1, 0));
    let all = [game.seed(1, 0), game.seed(1, 1), game.seed(2, 0), Game { number: 2, ..game }.seed(1, 0)];
    assert_eq!(HashSet::from(all).len(), 4);
}
