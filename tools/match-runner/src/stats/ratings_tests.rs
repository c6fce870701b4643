//! Ratings: the known answers for two engines, the defining property for many, calibrated errors, whitewashes.

use super::*;
use crate::random::SplitMix64;
use crate::stats::{Pairs, Points, elo};
use proptest::prelude::*;

fn tally(ll: u64, wl: u64, dd: u64, ww: u64) -> Tally {
    Tally::of_pairs(Pairs { ll, wl, dd, ww, ..Pairs::default() })
}

#[test]
fn two_engines_have_the_difference_of_their_score() {
    let result = tally(100, 300, 50, 200);
    let both = ratings(2, &[([0, 1], result)]);
    let [Some(one), Some(two)] = both.ratings[..] else { panic!() };
    let expected = elo::elo(&result);
    assert!((one.elo - two.elo - expected.estimate.unwrap()).abs() < 1e-6);
    assert!((one.elo + two.elo).abs() < 1e-9 && !both.with_prior);
    // Around the mean of the two each has half of the error of the difference.
    let half = (expected.high.unwrap() - expected.low.unwrap()) / 2.0;
    assert!((2.0 * one.error - half).abs() < 0.02 * half, "{} {half}", one.error);
    assert!((both.superiority(0, 1) - elo::superiority(&result)).abs() < 1e-3);
}

#[test]
fn expected_points_are_the_points_scored() {
    let pairings = [
        ([0, 1], tally(3, 10, 2, 6)),
        ([0, 2], tally(1, 4, 3, 9)),
        ([1, 2], tally(5, 5, 5, 4)),
        ([2, 4], tally(0, 1, 1, 7)),
    ];
    let all = ratings(5, &pairings);
    assert!(all.ratings[3].is_none() && !all.with_prior);
    for engine in [0, 1, 2, 4] {
        let mut surplus = 0.0;
        for ([one, two], tally) in &pairings {
            let elo = |engine: &usize| all.ratings[*engine].unwrap().elo;
            let missing = tally.games() as f64 * (tally.score() - elo::to_score(elo(one) - elo(two)));
            surplus +=
                if *one == engine { missing } else { 0.0 } - if *two == engine { missing } else { 0.0 };
        }
        assert!(surplus.abs() < 1e-6, "{engine}: {surplus}");
    }
    assert!((all.superiority(0, 4) + all.superiority(4, 0) - 1.0).abs() < 1e-9);
    assert_eq!(all.superiority(0, 3), 0.5);
}

#[test]
fn whitewashes_have_finite_ratings_and_say_so() {
    // One engine has won everything, and another one nothing.
    let pairings = [([0, 1], tally(0, 0, 0, 10)), ([0, 2], tally(0, 0, 0, 10)), ([1, 2], tally(0, 0, 0, 10))];
    let all = ratings(3, &pairings);
    assert!(all.with_prior);
    let elo: Vec<f64> = all.ratings.iter().map(|rating| rating.unwrap().elo).collect();
    assert!(elo[0] > 300.0 && elo[1].abs() < 1e-6 && (elo[0] + elo[2]).abs() < 1e-6, "{elo:?}");
    assert!(all.ratings.iter().all(|rating| rating.unwrap().error > 150.0), "{all:?}");
    assert!(all.superiority(0, 1) > 0.95);
    // Two groups that have not met.
    let apart = ratings(4, &[([0, 1], tally(1, 2, 3, 4)), ([2, 3], tally(4, 3, 2, 1))]);
    assert!(apart.with_prior && apart.ratings.iter().flatten().all(|rating| rating.elo.is_finite()));
    assert_eq!(ratings(2, &[]).ratings, [None, None]);
}

#[test]
fn intervals_hold_what_they_promise() {
    let truth = [60.0, 20.0, 0.0, -30.0, -50.0];
    let mut random = SplitMix64::new(11);
    let mut chance = || random.next() as f64 / u64::MAX as f64;
    let (mut inside, mut all) = (0, 0);
    for _ in 0..200 {
        let mut pairings = Vec::new();
        for one in 0..truth.len() {
            for two in one + 1..truth.len() {
                let p = elo::to_score(truth[one] - truth[two]);
                let mut game = || {
                    // A third of the games that could go either way are drawn.
                    let (x, drawn) = (chance(), 0.6 * p * (1.0 - p));
                    if x < drawn {
                        Points::Draw
                    } else if x < drawn / 2.0 + p {
                        Points::Win
                    } else {
                        Points::Loss
                    }
                };
                let mut result = Pairs::default();
                (0..25).for_each(|_| result.add(game(), game()));
                pairings.push(([one, two], Tally::of_pairs(result)));
            }
        }
        for (rating, truth) in ratings(truth.len(), &pairings).ratings.into_iter().flatten().zip(truth) {
            inside += usize::from((rating.elo - truth).abs() <= rating.error);
            all += 1;
        }
    }
    let share = f64::from(u32::try_from(inside).unwrap()) / f64::from(u32::try_from(all).unwrap());
    assert!((0.925..0.98).contains(&share), "{share} of the intervals of 95 % hold the truth");
}

proptest! {
    #[test]
    fn nothing_is_ever_infinite(
        results in proptest::collection::vec((0_usize..6, 0_usize..6, proptest::array::uniform4(0_u64..4)), 0..12),
        scale in 1_u64..100_000
    ) {
        let pairings: Vec<_> = results
            .into_iter()
            .filter(|(one, two, _)| one != two)
            .map(|(one, two, [ll, wl, dd, ww])| ([one, two], tally(ll * scale, wl * scale, dd * scale, ww * scale)))
            .collect();
        let all = ratings(6, &pairings);
        let mut sum = 0.0;
        for rating in all.ratings.iter().flatten() {
            prop_assert!(rating.elo.is_finite() && rating.error.is_finite() && rating.error >= 0.0, "{:?}", rating);
            prop_assert!(rating.elo.abs() < 20_000.0);
            sum += rating.elo;
        }
        prop_assert!(sum.abs() < 1e-3, "{}", sum);
        prop_assert!((0.0..=1.0).contains(&all.superiority(0, 1)));
    }
}
