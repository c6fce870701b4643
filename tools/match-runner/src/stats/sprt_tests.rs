//! The ratio: known values, a slow reference, what must hold whatever the results are.

use super::*;
use proptest::prelude::*;

const MODELS: [SprtModel; 2] = [SprtModel::Logistic, SprtModel::Normalized];

fn test(elo0: f64, elo1: f64, model: SprtModel) -> SprtSettings {
    SprtSettings { elo0, elo1, alpha: 0.05, beta: 0.05, model }
}

fn llr(settings: &SprtSettings, counts: [u64; 6]) -> f64 {
    let [ll, ld, wl, dd, wd, ww] = counts;
    state(settings, &Pairs { ll, ld, wl, dd, wd, ww }).llr
}

/// The greatest log-likelihood, per pair, of a distribution under which both columns of `values` have the mean 0, by
/// Newton's method on the two multipliers; nothing if there is no such distribution.
fn reference_of_two(seen: &[f64; 5], values: &[[f64; 2]; 5]) -> Option<f64> {
    let divisors = |x: [f64; 2]| values.map(|value| 1.0 + x[0] * value[0] + x[1] * value[1]);
    let objective = |x: [f64; 2]| -> f64 { (0..5).map(|i| -seen[i] * divisors(x)[i].ln()).sum() };
    let mut x = [0.0; 2];
    for _ in 0..500 {
        let divisors_here = divisors(x);
        let (mut gradient, mut curvature) = ([0.0; 2], [[0.0; 2]; 2]);
        for i in 0..5 {
            for a in 0..2 {
                gradient[a] -= seen[i] * values[i][a] / divisors_here[i];
                for b in 0..2 {
                    curvature[a][b] += seen[i] * values[i][a] * values[i][b] / divisors_here[i].powi(2);
                }
            }
        }
        let determinant = curvature[0][0] * curvature[1][1] - curvature[0][1] * curvature[1][0];
        let step = [
            (curvature[1][1] * gradient[0] - curvature[0][1] * gradient[1]) / determinant,
            (curvature[0][0] * gradient[1] - curvature[1][0] * gradient[0]) / determinant,
        ];
        let slope = gradient[0] * step[0] + gradient[1] * step[1];
        if !slope.is_finite() {
            return None;
        }
        let (mut length, value) = (1.0, objective(x));
        let next = loop {
            let next = [x[0] - length * step[0], x[1] - length * step[1]];
            let inside = divisors(next).iter().all(|&divisor| divisor > 0.0);
            if inside && objective(next) <= value - 1e-4 * length * slope {
                break Some(next);
            }
            length /= 2.0;
            if length < 1e-14 {
                break None;
            }
        };
        let Some(next) = next.filter(|_| slope > 1e-22) else { break };
        x = next;
        if objective(x).abs() > 1e3 {
            return None;
        }
    }
    let divisors = divisors(x);
    let sum: f64 = (0..5).map(|i| seen[i] / divisors[i]).sum();
    let fits = (sum - 1.0).abs() < 1e-3;
    fits.then(|| (0..5).map(|i| seen[i] * (seen[i] / divisors[i]).ln()).sum())
}

/// The greatest log-likelihood, per pair, of a distribution whose mean exceeds a half by `t` standard deviations: of all
/// means, the best; each mean has its own standard deviation.
fn reference(seen: &[f64; 5], t: f64) -> f64 {
    let at = |mean: f64| {
        let variance = ((mean - 0.5) / t).powi(2);
        let values = SCORES.map(|score| [score - mean, (score - mean).powi(2) - variance]);
        reference_of_two(seen, &values).unwrap_or(f64::NEG_INFINITY)
    };
    let means: Vec<f64> = (1..400).map(|i| 0.5 + t.signum() * 0.5 * f64::from(i) / 400.0).collect();
    let best = (0..means.len()).max_by(|&a, &b| at(means[a]).total_cmp(&at(means[b]))).unwrap();
    let (mut low, mut high) = (means[best] - 0.5 / 400.0, means[best] + 0.5 / 400.0);
    for _ in 0..80 {
        let (one, two) = (low + (high - low) * 0.382, high - (high - low) * 0.382);
        if at(one) < at(two) {
            low = one;
        } else {
            high = two;
        }
    }
    at(f64::midpoint(low, high))
}

fn reference_ratio(settings: &SprtSettings, [ll, ld, wl, dd, wd, ww]: [u64; 6]) -> f64 {
    let counts = [ll, ld, wl + dd, wd, ww].map(|count| if count == 0 { EMPTY } else { count as f64 });
    let total: f64 = counts.iter().sum();
    let seen = counts.map(|count| count / total);
    let at = |elo: f64| reference(&seen, elo * std::f64::consts::LN_10 / 800.0 * std::f64::consts::SQRT_2);
    total * (at(settings.elo1) - at(settings.elo0))
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
/// may have them while that of the other has none. Expected are the values of the reference.
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
            let (value, slow) = (llr(&settings, counts), reference_ratio(&settings, counts));
            assert!((value - expected).abs() < 1e-3, "{counts:?}: {value}");
            assert!((slow - expected).abs() < 1e-3, "{counts:?}: reference {slow}");
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
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Every result has come up: without the extreme ones the multipliers of the reference lose their digits.
    #[test]
    fn the_normalised_ratio_is_the_one_of_the_reference(
        counts in proptest::array::uniform6(1_u64..200), scale in 1_u64..1_000,
        elo0 in -50.0..50.0, step in 0.5..50.0
    ) {
        // The means that the reference tries are too far apart for hypotheses nearer to 0.
        prop_assume!(f64::abs(elo0) >= 1.0 && f64::abs(elo0 + step) >= 1.0);
        let counts = counts.map(|count| count * scale);
        let settings = test(elo0, elo0 + step, SprtModel::Normalized);
        let (value, slow) = (llr(&settings, counts), reference_ratio(&settings, counts));
        prop_assert!((value - slow).abs() <= 1e-3 + 1e-6 * slow.abs(), "{value}, reference {slow}");
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
