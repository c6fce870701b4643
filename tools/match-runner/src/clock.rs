//! A player's clock during a game: what is left, what the engine is told, and how long it may take at most.

use crate::settings::Limit;
use std::time::Duration;

#[derive(Clone, Debug)]
pub(crate) struct PlayerClock {
    pub(crate) limit: Limit,
    margin: Duration,
    left: Duration,
    /// Moves to play until time is added; `None`: none ever is.
    pub(crate) moves_to_go: Option<u32>,
}

impl PlayerClock {
    /// The clock before the first move.
    pub(crate) const fn new(limit: Limit, margin: Duration) -> Self {
        let (left, moves_to_go) = match limit {
            // With no time at the start, the first increment is there from the beginning.
            Limit::Clock(clock) if clock.time.is_zero() => (clock.increment, clock.moves),
            Limit::Clock(clock) => (clock.time, clock.moves),
            _ => (Duration::ZERO, None),
        };
        Self { limit, margin, left, moves_to_go }
    }

    /// How long the next move may take before it is lost, the margin included; `None` without a limit of time.
    pub(crate) const fn allowance(&self) -> Option<Duration> {
        match self.limit {
            Limit::Clock(_) => Some(self.left.saturating_add(self.margin)),
            Limit::MoveTime(time) => Some(time.saturating_add(self.margin)),
            Limit::Nodes(_) | Limit::Depth(_) => None,
        }
    }

    /// Counts a move that took this long.
    pub(crate) fn moved(&mut self, elapsed: Duration) {
        let Limit::Clock(clock) = self.limit else { return };
        self.left = self.left.saturating_sub(elapsed).saturating_add(clock.increment);
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                *moves = clock.moves.unwrap_or(1);
                self.left = self.left.saturating_add(clock.time);
            }
        }
    }

    /// Milliseconds left and added, as far as there is a clock; at least 1, because 0 means "no limit" to some.
    pub(crate) fn shown(&self) -> Option<(u128, u128)> {
        match self.limit {
            Limit::Clock(clock) => Some((self.left.as_millis().max(1), clock.increment.as_millis())),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Clock;

    fn clock(text: &str) -> PlayerClock {
        PlayerClock::new(Limit::Clock(Clock::parse(text).unwrap()), Duration::from_millis(5))
    }

    #[test]
    fn time_is_spent_and_added() {
        let mut clock = clock("2/1+0.1");
        assert_eq!(clock.allowance(), Some(Duration::from_millis(1005)));
        clock.moved(Duration::from_millis(300));
        assert_eq!((clock.left, clock.moves_to_go), (Duration::from_millis(800), Some(1)));
        // Within the margin the clock stands at zero, then the increment and the next period are added.
        clock.moved(Duration::from_millis(804));
        assert_eq!((clock.left, clock.moves_to_go), (Duration::from_millis(1100), Some(2)));
    }
}
