//! A match of pairs of games: Elo with its error, and the sequential probability ratio test (Wald 1945) on pairs, the likelihood of
//! their mean taken as normal.

/// How often the test may be wrong in either way.
const ERROR: f64 = 0.05;
const Z: f64 = 1.96;

/// Pairs of games by the points of the one: none, a half, and so on to two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pairs(pub(super) [u64; 5]);

impl Pairs {
    pub(super) fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score of a game, and the variance of a pair's; never none, so that few pairs alike decide nothing.
    fn sample(&self) -> (f64, f64, f64) {
        let number = self.count().max(1) as f64;
        let points = |n: usize| n as f64 / 4.0;
        let sum = |of: &dyn Fn(usize) -> f64| (0..5).map(|n| self.0[n] as f64 * of(n)).sum::<f64>();
        let mean = if self.count() == 0 { 0.5 } else { sum(&points) / number };
        let squares = sum(&|n| (points(n) - mean).powi(2)) + 0.125;
        (number, mean, squares / (number + 1.0))
    }

    pub(super) fn score(&self) -> f64 {
        self.sample().1
    }

    /// Elo of the one: lower end, estimate, upper end, 95 %.
    pub(super) fn elo(&self) -> [f64; 3] {
        let (number, mean, variance) = self.sample();
        let error = Z * (variance / number).sqrt();
        [mean - error, mean, mean + error].map(|score| {
            let score = score.clamp(0.001, 0.999);
            400.0 * (score / (1.0 - score)).log10()
        })
    }

    /// Whether the one is better by `better` Elo (`true`) or only by `even` (`false`); `None`: neither is likely enough yet.
    pub(super) fn decides(&self, even: f64, better: f64) -> Option<bool> {
        let score = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let (number, mean, variance) = self.sample();
        let (s0, s1) = (score(even), score(better));
        let ratio = number * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let bound = ((1.0 - ERROR) / ERROR).ln();
        (self.count() > 0 && ratio.abs() >= bound).then_some(ratio > 0.0)
    }
}

impl std::fmt::Display for Pairs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [low, elo, high] = self.elo();
        let (games, share) = (2 * self.count(), 100.0 * self.score());
        write!(
            f,
            "{share:.1} % of {games} games, Elo {elo:+.0} ({low:+.0} to {high:+.0}), pairs {:?}",
            self.0
        )
    }
}
