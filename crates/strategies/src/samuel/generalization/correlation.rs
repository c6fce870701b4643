//! Correlation coefficients as section "Polynomial modification procedure" and "Instabilities" have them, and the powers of two
//! that follow from them.

use crate::samuel::terms::polynomial::{Coefficient, POWER_MAX};
use serde::{Deserialize, Serialize};

/// How the signs of a term's contributions have agreed with the signs of delta.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Correlation {
    /// From 0 to 1: a negative one turns the sign of the term round instead.
    pub(crate) value: f64,
    /// Whether the term's coefficient has a minus sign.
    pub(crate) negative: bool,
    /// How many times the term has been adjusted.
    pub(crate) used: u32,
}

impl Correlation {
    /// Of a term that has not been used; `negative` is the sign that its coefficient has.
    pub(crate) const fn new(negative: bool) -> Self {
        Self { value: 0.0, negative, used: 0 }
    }

    /// Counts one more use: the signs of contribution and delta agree or not, and the change is made `times` as large. C is
    /// replaced by C - (C ± 1) / N, with N as `divisor` has it.
    pub(crate) fn observe(&mut self, agrees: bool, times: u32) {
        self.used = self.used.saturating_add(1);
        let aim = if agrees { 1.0 } else { -1.0 };
        let change = (self.value - aim) / f64::from(divisor(self.used));
        self.value = (self.value - f64::from(times) * change).clamp(-1.0, 1.0);
        if self.value < 0.0 {
            self.value = -self.value;
            self.negative = !self.negative;
        }
    }
}

/// N for this many uses: 16 until they are 32 (a new term counts as if it had been used 16 times without any correlation), then 32
/// until they are 64, and so on up to 256.
fn divisor(used: u32) -> u32 {
    1 << used.clamp(16, 256).ilog2()
}

/// How coefficients follow from correlations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Powers {
    /// 18 C / Cmax, rounded: this gives the twelve powers that Appendix C prints.
    Appendix,
    /// As the text says: if Cmax / C is at least n and less than n + 1, the greatest power less n.
    Text,
}

impl Powers {
    pub(crate) const NAMES: &'static [&'static str] = &["appendix", "text"];

    /// The one of this name, else the first.
    pub(crate) fn from_name(name: &str) -> Self {
        match name {
            "text" => Self::Text,
            _ => Self::Appendix,
        }
    }

    /// The coefficients for these correlations, in their order, with their signs.
    pub(crate) fn coefficients(self, correlations: &[Correlation]) -> Vec<Coefficient> {
        let values: Vec<f64> = correlations.iter().map(|correlation| correlation.value).collect();
        let powers = self.of(&values).into_iter().zip(correlations);
        powers.map(|(power, &Correlation { negative, .. })| Coefficient::Power { negative, power }).collect()
    }

    /// The powers for these correlations (from 0 to 1), in their order; the first of the largest has the greatest power. Those of
    /// the appendix, where there are none.
    pub fn of(self, correlations: &[f64]) -> Vec<u8> {
        let greatest = f64::from(POWER_MAX);
        let largest = correlations.iter().copied().fold(0.0, f64::max);
        let leading = correlations.iter().position(|&correlation| correlation == largest);
        let power = |(place, &correlation): (usize, &f64)| {
            if correlation <= 0.0 {
                return 0;
            }
            let power = match self {
                Self::Appendix => (greatest * correlation / largest).round(),
                Self::Text if leading == Some(place) => greatest,
                Self::Text => (greatest - (largest / correlation).floor()).max(0.0),
            };
            power as u8
        };
        correlations.iter().enumerate().map(power).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_appendix_powers_are_those_printed() {
        let printed = [
            (0.45, 18),
            (0.40, 16),
            (0.35, 14),
            (0.33, 13),
            (0.27, 11),
            (0.19, 8),
            (0.19, 8),
            (0.19, 8),
            (0.14, 6),
            (0.13, 5),
            (0.13, 5),
            (0.10, 4),
        ];
        let correlations: Vec<f64> = printed.iter().map(|&(correlation, _)| correlation).collect();
        let powers: Vec<u8> = printed.iter().map(|&(_, power)| power).collect();
        assert_eq!(Powers::Appendix.of(&correlations), powers);
    }

    #[test]
    fn the_powers_of_the_text_fall_by_the_ratio() {
        // Ratios 1, 1.5, 2, 2.5, 18, 40, and nothing.
        let correlations = [0.6, 0.4, 0.3, 0.24, 0.6 / 18.0, 0.015, 0.0];
        assert_eq!(Powers::Text.of(&correlations), [18, 17, 16, 16, 0, 0, 0]);
        for powers in [Powers::Appendix, Powers::Text] {
            assert_eq!(powers.of(&[0.0; 3]), [0; 3]);
            assert_eq!(powers.of(&[]), [] as [u8; 0]);
        }
        // Of two that are equal the first leads.
        assert_eq!(Powers::Text.of(&[0.2, 0.2]), [18, 17]);
    }

    #[test]
    fn coefficients_keep_the_signs() {
        let correlation = |value, negative| Correlation { value, negative, used: 1 };
        let some = [correlation(0.25, true), correlation(0.5, false), correlation(0.0, true)];
        assert_eq!(
            Powers::Appendix.coefficients(&some),
            [Coefficient::minus(9), Coefficient::plus(18), Coefficient::minus(0)]
        );
    }

    #[test]
    fn the_formula() {
        // By hand: C = 0 - (0 - 1) / 16, and so on.
        let mut correlation = Correlation::new(true);
        correlation.observe(true, 1);
        assert_eq!(correlation, Correlation { value: 1.0 / 16.0, negative: true, used: 1 });
        correlation.observe(true, 2);
        assert!((correlation.value - (1.0 / 16.0 + 2.0 * (15.0 / 16.0) / 16.0)).abs() < 1e-12);
        // A large disagreement turns the sign round.
        let mut correlation = Correlation::new(false);
        correlation.observe(false, 4);
        assert!(correlation.negative && correlation.value == 0.25);
        // Four times a change that never overshoots.
        for _ in 0..1000 {
            correlation.observe(true, 4);
        }
        assert!(correlation.value <= 1.0 && correlation.value > 0.999, "{correlation:?}");
    }

    #[test]
    fn the_divisor_doubles_and_stops() {
        let expected =
            [(1, 16), (16, 16), (31, 16), (32, 32), (63, 32), (64, 64), (200, 128), (256, 256), (9999, 256)];
        for (used, n) in expected {
            assert_eq!(divisor(used), n, "{used}");
        }
    }
}
