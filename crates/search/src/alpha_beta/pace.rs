//! How much of the time planned for a move it wants: less the longer the best move has stood, more when the score falls.

/// Hundredths of the time planned, by the iterations in a row that have had the same best move.
const STEADY: [u64; 6] = [150, 120, 100, 85, 75, 65];
/// A fall of the score by so much wants as much time again, which is also the most.
const FALL: i32 = 150;

/// The iterations so far, of which the last one counts most.
#[derive(Debug)]
pub(super) struct Pace<M> {
    best: Option<M>,
    /// Iterations in a row, behind the first, with this best move.
    steady: usize,
    score: i32,
}

impl<M> Default for Pace<M> {
    fn default() -> Self {
        Self { best: None, steady: 0, score: 0 }
    }
}

impl<M: Copy + PartialEq> Pace<M> {
    /// Takes down the best move of an iteration with its score; what share of the time planned the move wants, in hundredths.
    pub(super) fn share(&mut self, best: M, score: i32) -> u64 {
        let before = self.best.replace(best);
        self.steady = if before == Some(best) { self.steady + 1 } else { 0 };
        let fall = if before.is_some() { (self.score - score).clamp(0, FALL) } else { 0 };
        self.score = score;
        STEADY[self.steady.min(STEADY.len() - 1)] * (FALL + fall) as u64 / FALL as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_best_move_that_stands_wants_less_and_a_score_that_falls_more() {
        let mut pace = Pace::default();
        let shares: Vec<u64> = (0..8).map(|_| pace.share('a', 10)).collect();
        assert!(shares.windows(2).all(|pair| pair[1] <= pair[0]) && shares[7] < 100, "{shares:?}");
        let (higher, fallen) = (pace.share('a', 50), pace.share('a', -100));
        assert!(fallen == 2 * higher && higher == shares[7]);
        assert!(pace.share('b', -100) > 100);
    }
}
