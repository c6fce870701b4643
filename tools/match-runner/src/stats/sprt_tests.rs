//! The ratio: known values, the likeliest distributions, what must hold whatever the results are.

use super::*;
use crate::random::SplitMix64;
use proptest::prelude::*;

const MODELS: [SprtModel; 2] = [SprtModel::Logistic, SprtModel::Normalized];

fn test(elo0: f64, elo1: f64, model: SprtModel) -> SprtSettings {
    SprtSettings { elo0, elo1, alpha: 0.05, beta: 0.05, model }
}

fn llr(settings: &SprtSettings, counts: [u64; 6]) -> f64 {
    let [ll, ld, wl, dd, wd, ww] = counts;
    state(settings, &Pairs { ll, ld, wl, dd, wd, ww }).llr
}

/// How much the mean exceeds what is `t` standard deviations above a half.
fn surplus(p: &[f64; 5], t: f64) -> f64 {
    let mean = mean_of(p);
    let variance: f64 = (0..5).map(|i| p[i] * (SCORES[i] - mean).powi(2)).sum();
    mean - 0.5 - t * variance.sqrt()
}

/// A distribution whose mean exceeds a half by `t` standard deviations: this one, moved towards certain wins or losses until it does.
fn moved(weights: [f64; 5], t: f64) -> [f64; 5] {
    let total: f64 = weights.iter().sum();
    let p = weights.map(|weight| weight / total);
    let end = if surplus(&p, t) > 0.0 { 0 } else { 4 };
    let at =
        |share: f64| std::array::from_fn(|i| (1.0 - share) * p[i] + share * f64::from(u8::from(i == end)));
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let share = f64::midpoint(low, high);
        let is_short = (surplus(&at(share), t) > 0.0) == (end == 0);
        *if is_short { &mut low } else { &mut high } = share;
    }
    at(low)
}

#[test]
fn known_ratios_come_out() {
    let counts = [365, 16618, 36029, 200, 16974, 390];
    let value = llr(&test(0.0, 2.0, SprtModel::Normalized), counts);
    assert!((value - 2.25).abs() < 0.01, "{value}");
    let value = llr(&test(-1.75, 0.25, SprtModel::Normalized), [127, 4883, 10311, 401, 5150, 104]);
    assert!((value - 3.01).abs() < 0.01, "{value}");
}

/// Expected are the values of a search over all means and variances by two multipliers.
#[test]
fn hypotheses_may_be_far_apart() {
    for (elo0, elo1, counts, expected) in [
        (-200.0, 300.0, [1, 5, 20, 0, 8, 2], -0.757_554),
        (5.0, 900.0, [1, 5, 20, 0, 8, 2], -64.729_879),
        (-200.0, 300.0, [0, 0, 10, 0, 0, 0], -4.043_634),
        (5.0, 900.0, [0, 0, 10, 0, 0, 0], -26.682_438),
        (-200.0, 300.0, [0, 0, 50, 0, 1, 0], -14.505_376),
        (5.0, 900.0, [100, 0, 0, 0, 0, 100], -266.828_904),
        (-200.0, 300.0, [100, 0, 0, 0, 0, 100], -40.429_037),
        (5.0, 900.0, [3, 0, 0, 0, 0, 10], -3.422_319),
        (5.0, 900.0, [0, 0, 0, 0, 0, 10], 6.549_488),
        (-10.0, 50.0, [1, 5, 20, 0, 8, 2], 0.756_094),
    ] {
        let value = llr(&test(elo0, elo1, SprtModel::Normalized), counts);
        assert!((value - expected).abs() < 1e-3, "{elo0} {elo1} {counts:?}: {value}");
    }
}

#[test]
fn even_results_favour_no_side() {
    for elo in [1.0, 40.0, 60.0, 200.0, 500.0, 1000.0] {
        for counts in [[0, 0, 10, 0, 0, 0], [3, 4, 50, 0, 4, 3], [20, 0, 0, 0, 0, 20], [0, 9, 0, 0, 9, 0]] {
            let value = llr(&test(-elo, elo, SprtModel::Normalized), counts);
            assert!(value.abs() < 1e-3, "{elo} {counts:?}: {value}");
        }
    }
}

#[test]
fn the_logistic_ratio_is_near_its_normal_approximation() {
    let counts: [u64; 5] = [365, 16618, 36229, 16974, 390];
    let n: f64 = counts.iter().sum::<u64>() as f64;
    let mean: f64 = (0..5).map(|i| counts[i] as f64 * SCORES[i]).sum::<f64>() / n;
    let variance: f64 = (0..5).map(|i| counts[i] as f64 * (SCORES[i] - mean).powi(2)).sum::<f64>() / n;
    let (s0, s1) = (elo::to_score(0.0), elo::to_score(5.0));
    let approximation = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
    let value = llr(&test(0.0, 5.0, SprtModel::Logistic), [365, 16618, 36029, 200, 16974, 390]);
    assert!((value - approximation).abs() < 0.01 * approximation.abs(), "{value} {approximation}");
}

#[test]
fn bounds_and_decisions() {
    let settings = test(0.0, 10.0, SprtModel::Logistic);
    let none = state(&settings, &Pairs::default());
    assert_eq!((none.llr, none.decision()), (0.0, None));
    assert!((none.upper - 19_f64.ln()).abs() < 1e-12 && (none.lower + 19_f64.ln()).abs() < 1e-12);
    let pairs = |ll, ww| Pairs { ll, ww, wl: 1000, ..Pairs::default() };
    assert_eq!(state(&settings, &pairs(0, 500)).decision(), Some(Decision::H1));
    assert_eq!(state(&settings, &pairs(500, 0)).decision(), Some(Decision::H0));
}

/// Won pairs more do not always speak for the stronger hypothesis of a normalised test: they raise the mean, but the
/// standard deviation as well, and where hypotheses are far apart and few results are extreme the best fit of the one
/// may have them while that of the other has none. Expected are values of the same search as above.
#[test]
fn a_won_pair_may_speak_against_a_normalised_hypothesis() {
    for (elo0, elo1, counts, expected) in [
        (48.97, 96.4, [0, 3164, 3164, 1582, 1582, 0], [-930.1708, -930.1725]),
        (
            63.384_276_761_848_2,
            75.0,
            [49_183, 98_366, 885_294, 1_327_941, 49_183, 0],
            [-56_202.473_1, -56_293.349_4],
        ),
    ] {
        let settings = test(elo0, elo1, SprtModel::Normalized);
        let [ll, ld, wl, dd, wd, ww] = counts;
        for (more, expected) in [0, 10].into_iter().zip(expected) {
            let counts = [ll, ld, wl, dd, wd, ww + more];
            let value = llr(&settings, counts);
            assert!((value - expected).abs() < 1e-3, "{counts:?}: {value}");
        }
    }
}

proptest! {
    #[test]
    fn the_ratio_is_finite_and_follows_the_results(
        counts in proptest::array::uniform6(0_u64..3), scale in 1_u64..100_000,
        elo0 in -50.0..50.0, step in 0.5..50.0
    ) {
        let counts = counts.map(|count| count * scale);
        let [ll, ld, wl, dd, wd, ww] = counts;
        for model in MODELS {
            // For the normalised model this is so near 0 only.
            let nearer = if model == SprtModel::Normalized { 0.2 } else { 1.0 };
            let settings = test(elo0 * nearer, (elo0 + step) * nearer, model);
            let value = llr(&settings, counts);
            prop_assert!(value.is_finite());
            prop_assert!(llr(&test(elo0, elo0 + step, model), counts).is_finite());
            if counts.iter().sum::<u64>() > 0 {
                prop_assert!(llr(&settings, [ll, ld, wl, dd, wd, ww + 10]) >= value - 1e-6);
            }
        }
    }

    #[test]
    fn the_other_side_has_the_opposite_ratio(
        counts in proptest::array::uniform6(0_u64..1000), elo0 in -50.0..50.0, step in 0.5..50.0
    ) {
        let [ll, ld, wl, dd, wd, ww] = counts;
        for model in MODELS {
            let value = llr(&test(elo0, elo0 + step, model), counts);
            let other = llr(&test(-elo0 - step, -elo0, model), [ww, wd, wl, dd, ld, ll]);
            prop_assert!((value + other).abs() <= 1e-6 * value.abs().max(1.0), "{value} {other}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// What is found fulfils the hypothesis, and nothing that does is likelier: neither what lies near it nor what is come to from
    /// elsewhere by small steps.
    #[test]
    fn nothing_that_fulfils_a_normalised_hypothesis_is_likelier(
        counts in proptest::array::uniform5(prop_oneof![1_u64..4, 1_u64..20_000]), elo in -400.0..400.0, seed: u64
    ) {
        let total = counts.iter().sum::<u64>() as f64;
        let seen = counts.map(|count| count as f64 / total);
        let t = elo * std::f64::consts::LN_10 / 800.0 * std::f64::consts::SQRT_2;
        let likelihood = |p: &[f64; 5]| (0..5).map(|i| seen[i] * p[i].ln()).sum::<f64>();
        let found = with_ratio(&seen, t);
        prop_assert!(surplus(&found, t).abs() < 1e-6 && (found.iter().sum::<f64>() - 1.0).abs() < 1e-6);
        let mut random = SplitMix64::new(seed);
        let mut chance = || random.next() as f64 / u64::MAX as f64;
        for start in 0..12 {
            let mut best = moved(if start == 0 { found } else { [(); 5].map(|()| chance()) }, t);
            for step in 0..400 {
                let width = 4.0 * 0.97_f64.powi(step);
                let next = moved(best.map(|part| part * (width * (chance() - 0.5)).exp()), t);
                if likelihood(&next) > likelihood(&best) {
                    best = next;
                }
            }
            prop_assert!(likelihood(&best) < likelihood(&found) + 1e-7, "{best:?} for {found:?}");
        }
    }
}

#[test]
fn whitewashes_grow_towards_a_decision() {
    for model in MODELS {
        let settings = test(0.0, 10.0, model);
        let values = [1, 10, 100, 1000].map(|ww| llr(&settings, [0, 0, 0, 0, 0, ww]));
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]) && values[0] > 0.0, "{values:?}");
    }
}
