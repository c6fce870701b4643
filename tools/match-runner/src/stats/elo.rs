//! Elo differences with error bars, and the likelihood of superiority.
//!
//! The interval is Wilson's (E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
//! 1927) with the variance of pairs in place of that of single games. It never collapses: ten wins in ten games give
//! a lower bound, not a certainty, and ten pairs of one win each do not claim an error of zero.

use super::Tally;
use super::normal::{self, Z};
use serde::Serialize;

/// An Elo difference with its interval of 95 %; what has no finite value is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The estimate; `None` after nothing but wins, nothing but losses, or nothing.
    pub estimate: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

/// The Elo difference that corresponds to an expected score; `None` at the ends.
pub fn from_score(score: f64) -> Option<f64> {
    // A score this close to an end is rounding, not a result.
    (score > 1e-9 && score < 1.0 - 1e-9).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The expected score at an Elo difference.
pub fn to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Mean and spread of a tally's units.
struct Sample {
    mean: f64,
    /// The variance of a unit of full weight.
    variance: f64,
    /// How many units of full weight the sample is worth.
    size: f64,
}

impl Sample {
    /// Pairs have weight 2 and a mean of their two games, single games weight 1. `None` if there is none.
    fn of(tally: &Tally) -> Option<Self> {
        let pairs = tally.pairs.pentanomial().into_iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
        let singles = tally.single.into_iter().zip([0.0, 0.5, 1.0]);
        let units: Vec<(f64, f64, f64)> = pairs
            .map(|(count, value)| (2.0, count as f64, value))
            .chain(singles.map(|(count, value)| (1.0, count as f64, value)))
            .collect();
        let sum = |term: fn(f64) -> f64| units.iter().map(|&(w, n, _)| term(w) * n).sum::<f64>();
        let (weight, squares) = (sum(|w| w), sum(|w| w * w));
        if weight <= 0.0 {
            return None;
        }
        let mean = units.iter().map(|&(w, n, x)| w * n * x).sum::<f64>() / weight;
        let of_mean =
            units.iter().map(|&(w, n, x)| n * (w * (x - mean)).powi(2)).sum::<f64>() / (weight * weight);
        let size = weight * weight / squares;
        Some(Self { mean, variance: of_mean * size, size })
    }
}

/// The Elo difference that a tally shows.
pub fn elo(tally: &Tally) -> Elo {
    let Some(Sample { mean, variance, size }) = Sample::of(tally) else {
        return Elo { estimate: None, low: None, high: None };
    };
    let widen = 1.0 + Z * Z / size;
    let centre = (mean + Z * Z / (2.0 * size)) / widen;
    let half = Z / widen * (variance / size + Z * Z / (4.0 * size * size)).sqrt();
    Elo { estimate: from_score(mean), low: from_score(centre - half), high: from_score(centre + half) }
}

impl Elo {
    /// As people read it: `+12.3 ± 4.5`, `+26.1 (-38.0 to +91.4)` where the interval is not symmetric, or what is
    /// known when there is no finite estimate.
    pub fn text(&self) -> String {
        match (self.estimate, self.low, self.high) {
            (Some(elo), Some(low), Some(high)) => {
                let (below, above) = (format!("{:.1}", elo - low), format!("{:.1}", high - elo));
                if below == above {
                    format!("{elo:+.1} ± {above}")
                } else {
                    format!("{elo:+.1} ({low:+.1} to {high:+.1})")
                }
            }
            (Some(elo), Some(low), None) => format!("{elo:+.1} (above {low:+.1})"),
            (Some(elo), None, Some(high)) => format!("{elo:+.1} (below {high:+.1})"),
            (Some(elo), None, None) => format!("{elo:+.1}"),
            (None, Some(low), _) => format!("above {low:+.0}"),
            (None, _, Some(high)) => format!("below {high:+.0}"),
            (None, None, None) => "unknown".to_owned(),
        }
    }
}

/// The likelihood of superiority: how probable it is that the true score is above a half. It is that of the interval
/// which ends at a half, so that it exceeds 97.5 % exactly if the interval of 95 % lies above an Elo of 0.
///
/// With d the distance of the mean from a half, v the variance and n the size, an end of Wilson's interval is a half
/// where d^2 = v z^2/n + (z^2/n)^2/4; this solves it for z.
pub fn superiority(tally: &Tally) -> f64 {
    let Some(Sample { mean, variance, size }) = Sample::of(tally) else { return 0.5 };
    let distance = mean - 0.5;
    let spread = distance.hypot(variance) + variance;
    if spread > 0.0 { normal::cumulative(distance * (2.0 * size / spread).sqrt()) } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::super::{Pairs, Points};
    use super::*;
    use proptest::prelude::*;

    fn pairs(counts: [u64; 6]) -> Tally {
        let [ll, ld, wl, dd, wd, ww] = counts;
        Tally::of_pairs(Pairs { ll, ld, wl, dd, wd, ww })
    }

    #[test]
    fn large_samples_have_the_usual_interval() {
        // mean 0.50141, variance per pair 0.0386: the normal interval is 0.98 +- 0.40 Elo.
        let tally = pairs([365, 16618, 36029, 200, 16974, 390]);
        let elo = elo(&tally);
        let (estimate, low, high) = (elo.estimate.unwrap(), elo.low.unwrap(), elo.high.unwrap());
        let n = 70576.0_f64;
        let mean = (16618.0 * 0.25 + 36229.0 * 0.5 + 16974.0 * 0.75 + 390.0) / n;
        let square = (16618.0 * 0.0625 + 36229.0 * 0.25 + 16974.0 * 0.5625 + 390.0) / n;
        let error = Z * ((square - mean * mean) / n).sqrt();
        assert!((estimate - from_score(mean).unwrap()).abs() < 1e-9);
        assert!((low - from_score(mean - error).unwrap()).abs() < 0.01);
        assert!((high - from_score(mean + error).unwrap()).abs() < 0.01);
        assert!((superiority(&tally) - normal::cumulative((mean - 0.5) / (error / Z))).abs() < 1e-4);
    }

    #[test]
    fn a_whitewash_has_a_bound_on_one_side_only() {
        let all_won = elo(&pairs([0, 0, 0, 0, 0, 10]));
        assert_eq!((all_won.estimate, all_won.high), (None, None));
        // Wilson: the score is at least 1 / (1 + z^2/n).
        let low = from_score(1.0 / (1.0 + Z * Z / 10.0)).unwrap();
        assert!((all_won.low.unwrap() - low).abs() < 1e-6);
        assert_eq!(all_won.text(), format!("above {low:+.0}"));
        let all_lost = elo(&pairs([10, 0, 0, 0, 0, 0]));
        assert!((all_lost.high.unwrap() + low).abs() < 1e-6 && all_lost.low.is_none());
        assert!(superiority(&pairs([0, 0, 0, 0, 0, 10])) > 0.999);
    }

    #[test]
    fn even_results_are_not_certain() {
        let even = elo(&pairs([0, 0, 10, 0, 0, 0]));
        assert!(
            even.estimate.unwrap().abs() < 1e-9 && even.low.unwrap() < -50.0 && even.high.unwrap() > 50.0
        );
        assert_eq!(superiority(&pairs([0, 0, 10, 0, 0, 0])), 0.5);
        assert_eq!(
            (elo(&Tally::default()).text(), superiority(&Tally::default())),
            ("unknown".to_owned(), 0.5)
        );
    }

    #[test]
    fn superiority_and_interval_agree() {
        // Three pairs won: the interval begins at -43, so that nothing is certain yet.
        let three = pairs([0, 0, 0, 0, 0, 3]);
        assert_eq!(elo(&three).text(), "above -43");
        assert!((superiority(&three) - normal::cumulative(3_f64.sqrt())).abs() < 1e-12);
        assert!(superiority(&three) < 0.96);
        // Where the interval ends at an Elo of 0 the likelihood is 97.5 %: wins alone do so after z^2 pairs.
        assert!(superiority(&pairs([0, 0, 0, 0, 0, 4])) > 0.975);
        assert!(elo(&pairs([0, 0, 0, 0, 0, 4])).low.unwrap() > 0.0);
    }

    #[test]
    fn intervals_are_shown_as_they_are() {
        let text = |estimate, low, high| Elo { estimate, low, high }.text();
        assert_eq!(text(Some(1.0), Some(-1.0), Some(3.0)), "+1.0 ± 2.0");
        assert_eq!(text(Some(26.0), Some(-38.0), Some(91.0)), "+26.0 (-38.0 to +91.0)");
        assert_eq!(text(Some(26.0), Some(-38.0), None), "+26.0 (above -38.0)");
        assert_eq!(text(Some(26.0), None, Some(91.0)), "+26.0 (below +91.0)");
        assert_eq!(text(None, None, Some(91.4)), "below +91");
        assert!(elo(&pairs([0, 0, 3, 0, 0, 4])).text().contains(" to "));
    }

    #[test]
    fn scores_and_elo_are_inverse() {
        for elo in [-600.0, -10.0, 0.0, 3.0, 400.0] {
            assert!((from_score(to_score(elo)).unwrap() - elo).abs() < 1e-6);
        }
    }

    proptest! {
        #[test]
        fn nothing_is_ever_infinite(
            counts in proptest::array::uniform6(0_u64..4), first in 0_u8..4, scale in 1_u64..1_000_000
        ) {
            let mut tally = pairs(counts.map(|count| count * scale));
            match first {
                0 => tally.add_first(Points::Loss),
                1 => tally.add_first(Points::Draw),
                2 => tally.add_first(Points::Win),
                _ => {}
            }
            let result = elo(&tally);
            let likelihood = superiority(&tally);
            let numbers = [result.estimate, result.low, result.high, Some(likelihood)];
            prop_assert!(numbers.into_iter().flatten().all(f64::is_finite));
            if let (Some(low), Some(estimate)) = (result.low, result.estimate) {
                prop_assert!(low <= estimate + 1e-9);
            }
            if let (Some(high), Some(estimate)) = (result.high, result.estimate) {
                prop_assert!(high >= estimate - 1e-9);
            }
            if let Some(low) = result.low {
                let clear = low.abs() > 1e-6 && (likelihood - 0.975).abs() > 1e-9;
                prop_assert!(!clear || (low > 0.0) == (likelihood > 0.975), "{low} {likelihood}");
            }
            let flipped = elo(&tally.flipped());
            let close = |a: Option<f64>, b: Option<f64>| match (a, b) {
                (Some(a), Some(b)) => (a + b).abs() < 1e-3,
                (a, b) => a == b,
            };
            prop_assert!(close(result.estimate, flipped.estimate) && close(result.low, flipped.high));
            prop_assert!((superiority(&tally) + superiority(&tally.flipped()) - 1.0).abs() < 1e-9);
        }
    }
}
