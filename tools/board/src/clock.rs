//! Two clocks of which at most one runs. Time is passed in, so that tests need not wait.

use search::host::Instant;
use std::time::Duration;

/// Clocks of player one and two.
#[derive(Clone, Debug)]
pub struct Clocks {
    left: [Duration; 2],
    increment: Duration,
    /// Whose clock runs, and since when.
    running: Option<(usize, Instant)>,
}

impl Clocks {
    /// Clocks that show this much time, and stand.
    pub const fn new(base: Duration, increment: Duration) -> Self {
        Self { left: [base; 2], increment, running: None }
    }

    /// Has them show this much time.
    pub const fn set(&mut self, left: [Duration; 2]) {
        self.left = left;
    }

    /// What is added after each move.
    pub const fn increment(&self) -> Duration {
        self.increment
    }

    /// The time that each player has left now.
    pub fn left(&self, now: Instant) -> [Duration; 2] {
        let mut left = self.left;
        if let Some((player, since)) = self.running {
            left[player] = left[player].saturating_sub(now.saturating_duration_since(since));
        }
        left
    }

    /// Whose clock runs: 0 or 1.
    pub fn running(&self) -> Option<usize> {
        self.running.map(|(player, _)| player)
    }

    /// Stops whatever runs, and lets this player's clock run.
    pub fn run(&mut self, player: Option<usize>, now: Instant) {
        self.left = self.left(now);
        self.running = player.map(|player| (player, now));
    }

    /// Stops the clock of a player who has moved, and adds the increment.
    pub fn moved(&mut self, now: Instant) {
        if let Some((player, _)) = self.running {
            self.run(None, now);
            self.left[player] += self.increment;
        }
    }

    /// When the clock that runs will be at zero.
    pub fn falls(&self) -> Option<Instant> {
        self.running.map(|(player, since)| since + self.left[player])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_clock_runs_at_a_time_and_increments_come_after_moves() {
        let seconds = Duration::from_secs;
        let start = Instant::now();
        let mut clocks = Clocks::new(seconds(10), seconds(1));
        clocks.run(Some(0), start);
        assert_eq!(clocks.left(start + seconds(4)), [seconds(6), seconds(10)]);
        assert_eq!(clocks.falls(), Some(start + seconds(10)));
        clocks.moved(start + seconds(4));
        assert_eq!(clocks.left(start + seconds(9)), [seconds(7), seconds(10)]);
        clocks.run(Some(1), start + seconds(9));
        assert_eq!(clocks.left(start + seconds(30)), [seconds(7), Duration::ZERO]);
        clocks.run(None, start + seconds(10));
        assert_eq!((clocks.running(), clocks.falls()), (None, None));
        assert_eq!(clocks.left(start + seconds(99)), [seconds(7), seconds(9)]);
    }
}
