//! Normalised Elo: the surplus of the score over a half in units of its standard deviation per game, on a scale where
//! it is the logistic one for games without draws between near equals. It says how many games a difference takes to be
//! seen, whatever the share of draws and the balance of the openings are.

use super::Tally;
use super::elo::Elo;
use super::normal::Z;

/// Normalised Elo per standard deviation of a game.
const SCALE: f64 = 800.0 / std::f64::consts::LN_10;
/// The normalised Elo that complete pairs show, with its interval of 95 %; nothing while all pairs have ended alike,
/// because there is no spread to measure by then.
///
/// The interval is that of a mean in units of its own standard deviation t: t ± z √((1 + t²/2) / n).
pub(crate) fn normalised(tally: &Tally) -> Elo {
    let n = tally.pairs.count() as f64;
    let values = || tally.pairs.pentanomial().into_iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
    let mean = values().map(|(count, value)| count as f64 * value).sum::<f64>() / n;
    let variance = values().map(|(count, value)| count as f64 * (value - mean).powi(2)).sum::<f64>() / n;
    if n == 0.0 || variance < 1e-12 {
        return Elo { estimate: None, low: None, high: None };
    }
    // A pair's mean of two games spreads by a factor of the root of two less than a game.
    let scale = SCALE / std::f64::consts::SQRT_2;
    let t = (mean - 0.5) / variance.sqrt();
    let error = Z * ((1.0 + t * t / 2.0) / n).sqrt();
    Elo { estimate: Some(scale * t), low: Some(scale * (t - error)), high: Some(scale * (t + error)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{SprtModel, SprtSettings};
    use crate::stats::{Pairs, sprt};

    #[test]
    fn it_is_what_the_test_takes_for_it() {
        let pairs = Pairs { ll: 365, ld: 16618, wl: 36029, dd: 200, wd: 16974, ww: 390 };
        let elo = normalised(&Tally::of_pairs(pairs));
        let estimate = elo.estimate.unwrap();
        // Hypotheses at equal distances on both sides of the estimate are equally likely.
        let model = SprtModel::Normalized;
        let settings =
            SprtSettings { elo0: estimate - 2.0, elo1: estimate + 2.0, alpha: 0.05, beta: 0.05, model };
        assert!(sprt::state(&settings, &pairs).llr.abs() < 0.01);
        assert!((estimate - elo.low.unwrap() - SCALE / 2_f64.sqrt() * Z / 70576_f64.sqrt()).abs() < 0.01);
    }

    #[test]
    fn without_spread_there_is_none() {
        for pairs in
            [Pairs::default(), Pairs { ww: 9, ..Pairs::default() }, Pairs { wl: 9, ..Pairs::default() }]
        {
            assert_eq!(normalised(&Tally::of_pairs(pairs)).text(), "unknown");
        }
    }
}
