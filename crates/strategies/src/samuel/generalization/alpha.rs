//! What Alpha knows: its active terms with their correlations and low-term tallies, the reserve list, and what it has discarded
//! (sections "Polynomial modification procedure" and "Term replacement").

use crate::samuel::generalization::correlation::{Correlation, Powers};
use crate::samuel::generalization::rules::Rules;
use crate::samuel::terms::polynomial::Polynomial;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Active {
    pub(crate) term: usize,
    /// How its contributions have agreed with delta.
    pub(crate) correlation: Correlation,
    /// How often it has been the one with the lowest correlation.
    pub(crate) tally: u32,
}

/// What is known of a term that has been discarded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Discard {
    /// How many times it has been discarded.
    pub(crate) times: u32,
    /// How many times it had been adjusted before that, in all.
    pub(crate) adjusted: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Correction<'a> {
    /// The signs of the active terms' contributions to the retained polynomial, in their order.
    pub(crate) signs: &'a [i8],
    pub(crate) positive: bool,
    /// 1, 2 or 4: how much the change is enlarged.
    pub(crate) times: u32,
    /// If not 0, only terms whose contributions have this sign are changed.
    pub(crate) only: i8,
}

/// Alpha's polynomial with all that it is made from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Alpha {
    /// The active terms in their order.
    pub(crate) active: Vec<Active>,
    /// The reserve list, first the term that enters next.
    pub(crate) reserve: Vec<usize>,
    /// The terms that have been discarded, by their numbers.
    pub(crate) discards: BTreeMap<usize, Discard>,
    /// How many sets of adjustments have been made.
    pub(crate) adjustments: u64,
}

impl Alpha {
    /// A beginner: the terms of this polynomial with their signs, whatever their weights.
    pub(crate) fn new(polynomial: &Polynomial) -> Self {
        let active = polynomial.active().iter().map(|&(term, coefficient)| Active {
            term,
            correlation: Correlation::new(coefficient.value() < 0),
            tally: 0,
        });
        Self {
            active: active.collect(),
            reserve: polynomial.reserve().to_vec(),
            discards: BTreeMap::new(),
            adjustments: 0,
        }
    }

    /// How many times terms have been discarded.
    pub(crate) fn discarded(&self) -> u32 {
        self.discards.values().map(|discard| discard.times).sum()
    }

    /// The number of the term with the largest correlation.
    pub(crate) fn leading(&self) -> Option<usize> {
        self.by_correlation().first().map(|active| active.term)
    }

    /// The active terms, the largest correlation first; equals as they stand.
    pub(crate) fn by_correlation(&self) -> Vec<Active> {
        let mut sorted = self.active.clone();
        sorted.sort_by(|a, b| b.correlation.value.total_cmp(&a.correlation.value));
        sorted
    }

    /// The polynomial that the correlations make.
    pub(crate) fn polynomial(&self, powers: Powers) -> Polynomial {
        let correlations: Vec<Correlation> = self.active.iter().map(|active| active.correlation).collect();
        let terms = self.active.iter().map(|active| active.term);
        let coefficients = terms.zip(powers.coefficients(&correlations));
        Polynomial::new(coefficients.collect(), self.reserve.clone())
    }

    /// Makes a set of adjustments, records a low-term tally, and replaces the term whose tally is full. Whether anything has been
    /// adjusted; if not, nothing is recorded.
    pub(crate) fn correct(&mut self, correction: &Correction<'_>, rules: &Rules) -> bool {
        let mut adjusted = false;
        for (active, &sign) in self.active.iter_mut().zip(correction.signs) {
            if sign == 0 || correction.only != 0 && sign != correction.only {
                continue;
            }
            active.correlation.observe((sign > 0) == correction.positive, correction.times);
            adjusted = true;
        }
        if adjusted {
            self.adjustments += 1;
            self.tally(rules.tally);
        }
        adjusted
    }

    /// Records a tally against the active term of the lowest correlation: of equals the first.
    fn tally(&mut self, limit: u32) {
        let lowest = |a: &&mut Active, b: &&mut Active| a.correlation.value.total_cmp(&b.correlation.value);
        let Some(active) = self.active.iter_mut().min_by(lowest) else { return };
        active.tally += 1;
        if active.tally < limit || self.reserve.is_empty() {
            return;
        }
        let entering = self.reserve.remove(0);
        let leaving = std::mem::replace(
            active,
            Active { term: entering, correlation: Correlation::new(false), tally: 0 },
        );
        let discard = self.discards.entry(leaving.term).or_default();
        discard.times += 1;
        discard.adjusted = discard.adjusted.saturating_add(leaving.correlation.used);
        self.reserve.push(leaving.term);
    }

    /// The fairly drastic and arbitrary change that three black marks bring: the leading term's correlation is
    /// forgotten, not how often it has been used.
    /// Which term that was.
    pub(crate) fn upset(&mut self) -> Option<usize> {
        let leading = self.leading()?;
        let active = self.active.iter_mut().find(|active| active.term == leading)?;
        active.correlation.value = 0.0;
        Some(leading)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samuel::terms::polynomial::Coefficient;

    const RULES: Rules = Rules { tally: 8, ..Rules::PAPER };

    fn three() -> Alpha {
        let active = vec![(0, Coefficient::plus(0)), (1, Coefficient::minus(0)), (2, Coefficient::plus(3))];
        Alpha::new(&Polynomial::new(active, vec![3, 4]))
    }

    const fn correction(signs: &[i8]) -> Correction<'_> {
        Correction { signs, positive: true, times: 1, only: 0 }
    }

    fn values(alpha: &Alpha) -> Vec<f64> {
        alpha.active.iter().map(|active| active.correlation.value).collect()
    }

    #[test]
    fn contributions_of_no_sign_or_the_wrong_one_are_left() {
        let mut alpha = three();
        assert!(alpha.correct(&correction(&[1, 0, -1]), &RULES));
        // The first agreed with delta; the third did not, and its sign has turned round.
        assert_eq!(values(&alpha), [1.0 / 16.0, 0.0, 1.0 / 16.0]);
        let negative: Vec<bool> = alpha.active.iter().map(|a| a.correlation.negative).collect();
        assert_eq!(negative, [false, true, true]);
        assert!(alpha.correct(&Correction { only: -1, ..correction(&[1, -1, 1]) }, &RULES));
        assert_eq!(values(&alpha), [1.0 / 16.0; 3]);
        assert!(!alpha.correct(&Correction { only: -1, ..correction(&[1, 0, 1]) }, &RULES));
        assert_eq!(alpha.adjustments, 2);
        let coefficients: Vec<i64> =
            alpha.polynomial(Powers::Appendix).active().iter().map(|(_, c)| c.value()).collect();
        assert_eq!(coefficients, [1 << 18, 1 << 18, -(1 << 18)]);
    }

    #[test]
    fn the_lowest_is_replaced_when_its_tally_is_full_and_comes_back_in_its_turn() {
        let mut alpha = three();
        for n in 1..=7 {
            alpha.correct(&correction(&[1, 0, 1]), &RULES);
            assert_eq!(alpha.active[1].tally, n);
        }
        alpha.correct(&correction(&[1, 0, 1]), &RULES);
        assert_eq!((alpha.active[1].term, alpha.active[1].tally), (3, 0));
        assert_eq!(alpha.reserve, [4, 1]);
        assert_eq!(alpha.discards[&1], Discard { times: 1, adjusted: 0 });
        for _ in 0..8 {
            alpha.correct(&correction(&[1, 0, 1]), &RULES);
        }
        assert_eq!((alpha.active[1].term, &alpha.reserve[..]), (4, &[1, 3][..]));
        assert_eq!(alpha.discarded(), 2);
        // With nothing in reserve nothing is replaced.
        let mut alone = Alpha::new(&Polynomial::new(vec![(0, Coefficient::plus(0))], Vec::new()));
        (0..20).for_each(|_| assert!(alone.correct(&correction(&[1]), &RULES)));
        assert_eq!(alone.active[0].term, 0);
    }

    #[test]
    fn three_black_marks_take_the_leading_term_down() {
        let mut alpha = three();
        alpha.correct(&correction(&[1, 0, 1]), &RULES);
        alpha.correct(&correction(&[0, 0, 1]), &RULES);
        assert_eq!(alpha.leading(), Some(2));
        assert_eq!(alpha.upset(), Some(2));
        assert_eq!(values(&alpha), [1.0 / 16.0, 0.0, 0.0]);
        assert_eq!(alpha.active[2].correlation.used, 2);
    }
}
