//! What engines have spent on their moves: time, depth, nodes.

use crate::play::PlayedMove;
use std::time::Duration;

/// Sums over an engine's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub moves: u64,
    /// Time spent on them, by the runner's clock.
    pub time: Duration,
    /// The longest time spent on one.
    pub longest: Duration,
    /// Moves for which the engine gave a depth, and the sum of these.
    pub depths: (u64, u64),
    /// Nodes, as far as the engine gave them.
    pub nodes: u64,
    /// Time spent on moves for which the engine gave nodes.
    pub time_with_nodes: Duration,
}

impl Usage {
    pub fn add(&mut self, m: &PlayedMove) {
        self.moves += 1;
        self.time += m.elapsed;
        self.longest = self.longest.max(m.elapsed);
        if let Some(depth) = m.info.depth {
            self.depths = (self.depths.0 + 1, self.depths.1 + u64::from(depth));
        }
        if let Some(nodes) = m.info.nodes {
            self.nodes = self.nodes.saturating_add(nodes);
            self.time_with_nodes += m.elapsed;
        }
    }

    /// Seconds per move, if there was one.
    pub fn time_per_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.time.as_secs_f64() / self.moves as f64)
    }

    /// The mean depth in plies, if the engine gave any.
    pub fn mean_depth(&self) -> Option<f64> {
        (self.depths.0 > 0).then(|| self.depths.1 as f64 / self.depths.0 as f64)
    }

    /// Nodes per second, if the engine gave nodes.
    pub fn speed(&self) -> Option<f64> {
        let seconds = self.time_with_nodes.as_secs_f64();
        (self.nodes > 0 && seconds > 0.0).then(|| self.nodes as f64 / seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Info;
    use games::Player;

    #[test]
    fn what_is_not_said_is_not_counted() {
        let played = |millis, depth, nodes| PlayedMove {
            text: String::new(),
            player: Player::P1,
            elapsed: Duration::from_millis(millis),
            info: Info { depth, nodes, score: None },
        };
        let mut usage = Usage::default();
        assert_eq!((usage.time_per_move(), usage.mean_depth(), usage.speed()), (None, None, None));
        usage.add(&played(100, Some(3), Some(1000)));
        usage.add(&played(300, None, None));
        usage.add(&played(200, Some(6), None));
        assert_eq!(usage.longest, Duration::from_millis(300));
        assert!((usage.time_per_move().unwrap() - 0.2).abs() < 1e-9);
        assert_eq!(usage.mean_depth(), Some(4.5));
        assert!((usage.speed().unwrap() - 10_000.0).abs() < 1e-6);
    }
}
