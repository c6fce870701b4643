//! The sequential probability ratio test on pairs of games.
//!
//! The log-likelihood ratio is the generalised one: under each hypothesis the five probabilities of a pair are those
//! of maximum likelihood among all distributions that agree with the hypothesis (M. Van den Bergh, "A practical
//! introduction to the GSPRT"; A. Wald, "Sequential tests of statistical hypotheses", 1945, for the bounds).
//! A hypothesis is a mean score (logistic Elo), or a mean in units of the standard deviation (normalised Elo). With the
//! latter, and hypotheses tens of Elo from 0, a won pair more may lower the ratio: it raises the standard deviation, too.

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
}

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
    /// What is accepted; `None` as long as more games are needed.
    pub fn decision(&self) -> Option<Decision> {
        if self.llr >= self.upper {
            Some(Decision::H1)
        } else {
            (self.llr <= self.lower).then_some(Decision::H0)
        }
    }
}

/// The test after these pairs.
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

/// The distribution of maximum likelihood with this mean.
fn with_mean(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    tilted(seen, &SCORES.map(|score| score - mean))
}

/// The distribution of maximum likelihood whose mean exceeds a half by `t` standard deviations.
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
/// distributions the one of maximum likelihood.
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

/// The distribution of maximum likelihood, given what was seen, under which `values` have the mean 0: every
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
#[path = "sprt_tests.rs"]
mod tests;
