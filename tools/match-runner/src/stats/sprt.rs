//! The sequential probability ratio test on pairs of games.
//!
//! The log-likelihood ratio is the generalised one: under each hypothesis the five probabilities of a pair are those
//! of greatest likelihood among all distributions that agree with the hypothesis (M. Van den Bergh, "A practical
//! introduction to the GSPRT"; A. Wald, "Sequential tests of statistical hypotheses", 1945, for the bounds).
//! A hypothesis is a mean score (logistic Elo), or a mean in units of the standard deviation (normalised Elo).

use super::{Pairs, elo};
use crate::settings::{SprtModel, SprtSettings};

/// Points of a pair, per game.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// What an empty cell counts, so that the likelihood of what has not happened yet is not zero.
const EMPTY: f64 = 1e-3;
/// Ratios up to this, in standard deviations of a pair, are found by iteration: normalised Elo of about 50.
const NEAR: f64 = 0.2;
/// How many means are tried for ratios beyond that.
const MEANS: usize = 128;

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// H0 is accepted: the difference is no more than `elo0`.
    H0,
    /// H1 is accepted: the difference is at least `elo1`.
    H1,
    /// More games are needed.
    Undecided,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// H0 is accepted below this.
    pub lower: f64,
    /// H1 is accepted above this.
    pub upper: f64,
}

impl State {
    /// What the test says.
    #[must_use]
    pub fn decision(&self) -> Decision {
        if self.llr >= self.upper {
            Decision::H1
        } else if self.llr <= self.lower {
            Decision::H0
        } else {
            Decision::Undecided
        }
    }
}

/// The test after these pairs.
#[must_use]
pub fn state(settings: &SprtSettings, pairs: &Pairs) -> State {
    let SprtSettings { alpha, beta, .. } = *settings;
    State {
        llr: if pairs.count() == 0 { 0.0 } else { ratio(settings, pairs.pentanomial()) },
        lower: (beta / (1.0 - alpha)).ln(),
        upper: ((1.0 - beta) / alpha).ln(),
    }
}

fn ratio(settings: &SprtSettings, counts: [u64; 5]) -> f64 {
    let counts = counts.map(|count| if count == 0 { EMPTY } else { count as f64 });
    let total: f64 = counts.iter().sum();
    let seen = counts.map(|count| count / total);
    let fitted = |elo: f64| match settings.model {
        SprtModel::Logistic => with_mean(&seen, elo::to_score(elo)),
        SprtModel::Normalized => {
            with_ratio(&seen, elo * std::f64::consts::LN_10 / 800.0 * std::f64::consts::SQRT_2)
        }
    };
    let (p0, p1) = (fitted(settings.elo0), fitted(settings.elo1));
    let llr: f64 = (0..5).map(|i| counts[i] * (p1[i] / p0[i]).ln()).sum();
    if llr.is_finite() { llr } else { 0.0 }
}

/// The distribution of greatest likelihood with this mean.
fn with_mean(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    tilted(seen, &SCORES.map(|score| score - mean))
}

/// The distribution of greatest likelihood whose mean exceeds a half by `t` standard deviations.
fn with_ratio(seen: &[f64; 5], t: f64) -> [f64; 5] {
    if t.abs() <= NEAR {
        return near_ratio(seen, t);
    }
    if t > 0.0 { far_ratio(seen, t) } else { flipped(far_ratio(&flipped(*seen), -t)) }
}

/// The same results for the other side.
const fn flipped([ll, ld, even, wd, ww]: [f64; 5]) -> [f64; 5] {
    [ww, wd, even, ld, ll]
}

/// The condition on the ratio, linearised at a distribution with this mean and standard deviation: to first order it
/// holds where these values have the mean 0.
fn linearised(t: f64, mean: f64, sigma: f64) -> [f64; 5] {
    SCORES.map(|score| score - 0.5 - t * sigma * (1.0 + ((mean - score) / sigma).powi(2)) / 2.0)
}

fn mean_of(found: &[f64; 5]) -> f64 {
    (0..5).map(|i| found[i] * SCORES[i]).sum()
}

/// For ratios near 0: linearised at the distribution found last, until that does not change any more.
fn near_ratio(seen: &[f64; 5], t: f64) -> [f64; 5] {
    let mut found = [0.2; 5];
    for _ in 0..50 {
        let mean = mean_of(&found);
        let variance: f64 = (0..5).map(|i| found[i] * (SCORES[i] - mean).powi(2)).sum();
        let next = tilted(seen, &linearised(t, mean, variance.max(1e-12).sqrt()));
        let change = (0..5).map(|i| (next[i] - found[i]).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-12 {
            break;
        }
    }
    found
}

/// For ratios above 0 that are not near it, where the way of [`near_ratio`] may lead nowhere or to a lesser maximum:
/// among all means the ones at which the distribution found has the mean it was linearised at, and of these
/// distributions the one of greatest likelihood.
fn far_ratio(seen: &[f64; 5], t: f64) -> [f64; 5] {
    // How much the mean found is above the one tried, and what was found; nothing where no distribution fits.
    let at = |mean: f64| {
        let values = linearised(t, mean, (mean - 0.5) / t);
        let fits = values.iter().any(|&value| value > 0.0) && values.iter().any(|&value| value < 0.0);
        let found = fits.then(|| tilted(seen, &values))?;
        Some((mean_of(&found) - mean, found))
    };
    let likelihood = |found: &[f64; 5]| (0..5).map(|i| seen[i] * found[i].ln()).sum::<f64>();
    let mut best: Option<(f64, [f64; 5])> = None;
    let mut before: Option<(f64, bool)> = None;
    for step in 0..MEANS {
        let mean = 0.5 + 0.5 * (step as f64 + 0.5) / MEANS as f64;
        let above = at(mean).map(|(surplus, _)| surplus > 0.0);
        if let (Some((low, was_above)), Some(above)) = (before, above)
            && was_above != above
        {
            let (mut low, mut high) = (low, mean);
            for _ in 0..50 {
                let middle = f64::midpoint(low, high);
                match at(middle) {
                    Some((surplus, _)) if (surplus > 0.0) == was_above => low = middle,
                    _ => high = middle,
                }
            }
            let (surplus, found) = at(low).unwrap_or((1.0, *seen));
            let value = likelihood(&found);
            // Where the surplus jumps over 0 there is no such distribution.
            if surplus.abs() < 1e-6 && best.is_none_or(|(most, _)| value > most) {
                best = Some((value, found));
            }
        }
        before = above.map(|above| (mean, above));
    }
    best.map_or_else(|| near_ratio(seen, t), |(_, found)| found)
}

/// The distribution of greatest likelihood, given what was seen, under which `values` have the mean 0: every
/// probability divided by 1 + x value, with the Lagrange multiplier x found by bisection.
fn tilted(seen: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        // No distribution has this mean; what was seen is as near as any.
        return *seen;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let x = f64::midpoint(low, high);
        if x <= low || x >= high {
            break;
        }
        let sum: f64 = (0..5).map(|i| seen[i] * values[i] / (1.0 + x * values[i])).sum();
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = f64::midpoint(low, high);
    std::array::from_fn(|i| seen[i] / (1.0 + x * values[i]))
}

#[cfg(test)]
mod tests {
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
            for counts in [[0, 0, 10, 0, 0, 0], [3, 4, 50, 0, 4, 3], [20, 0, 0, 0, 0, 20], [0, 9, 0, 0, 9, 0]]
            {
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
        assert_eq!((none.llr, none.decision()), (0.0, Decision::Undecided));
        assert!((none.upper - 19_f64.ln()).abs() < 1e-12 && (none.lower + 19_f64.ln()).abs() < 1e-12);
        let pairs = |ll, ww| Pairs { ll, ww, wl: 1000, ..Pairs::default() };
        assert_eq!(state(&settings, &pairs(0, 500)).decision(), Decision::H1);
        assert_eq!(state(&settings, &pairs(500, 0)).decision(), Decision::H0);
    }

    proptest! {
        #[test]
        fn the_ratio_is_finite_and_follows_the_results(
            counts in proptest::array::uniform6(0_u64..3), scale in 1_u64..100_000,
            elo0 in -50.0..50.0, step in 0.5..50.0
        ) {
            let counts = counts.map(|count| count * scale);
            for model in MODELS {
                let settings = test(elo0, elo0 + step, model);
                let value = llr(&settings, counts);
                prop_assert!(value.is_finite());
                if counts.iter().sum::<u64>() > 0 {
                    let [ll, ld, wl, dd, wd, ww] = counts;
                    prop_assert!(llr(&settings, [ll, ld, wl, dd, wd, ww + 10]) >= value - 1e-6);
                }
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
}
