//! A player's clock during a game: what is left, what the engine is told, and how long it may take at most.

use crate::settings::{Limit, Protocol};
use games::Player;
use std::fmt::Write;
use std::time::Duration;

#[derive(Clone, Debug)]
pub(crate) struct PlayerClock {
    limit: Limit,
    margin: Duration,
    left: Duration,
    /// Moves to play until time is added; `None`: none ever is.
    moves_to_go: Option<u32>,
}

impl PlayerClock {
    /// The clock before the first move.
    pub(crate) const fn new(limit: Limit, margin: Duration) -> Self {
        match limit {
            Limit::Clock(clock) => {
                Self { limit, margin, left: clock.time, moves_to_go: clock.moves }.started(clock.increment)
            }
            _ => Self { limit, margin, left: Duration::ZERO, moves_to_go: None },
        }
    }

    /// With no time at the start, the first increment is there from the beginning.
    const fn started(mut self, increment: Duration) -> Self {
        if self.left.is_zero() {
            self.left = increment;
        }
        self
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
    fn shown(&self) -> Option<(u128, u128)> {
        match self.limit {
            Limit::Clock(clock) => Some((self.left.as_millis().max(1), clock.increment.as_millis())),
            _ => None,
        }
    }
}

/// Writes the command `go` for the player to move.
pub(crate) fn write_go(text: &mut String, clocks: &[PlayerClock; 2], mover: Player, protocol: Protocol) {
    let own = &clocks[crate::referee::index(mover)];
    text.clear();
    text.push_str("go");
    let _ = match own.limit {
        Limit::Nodes(nodes) => write!(text, " nodes {nodes}"),
        Limit::Depth(depth) => write!(text, " depth {depth}"),
        Limit::MoveTime(time) => write!(text, " movetime {}", time.as_millis().max(1)),
        Limit::Clock(_) => {
            let names = match protocol {
                Protocol::Ugi => [("p1time", "p1inc"), ("p2time", "p2inc")],
                Protocol::Uci => [("wtime", "winc"), ("btime", "binc")],
            };
            // An opponent without a clock has none to show.
            for (clock, (time, _)) in clocks.iter().zip(names) {
                let _ = clock.shown().map(|(left, _)| write!(text, " {time} {left}"));
            }
            for (clock, (_, increment)) in clocks.iter().zip(names) {
                let _ = clock.shown().map(|(_, added)| write!(text, " {increment} {added}"));
            }
            own.moves_to_go.map_or(Ok(()), |moves| write!(text, " movestogo {moves}"))
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Clock;

    fn clock(text: &str) -> PlayerClock {
        PlayerClock::new(Limit::Clock(Clock::parse(text).unwrap()), Duration::from_millis(5))
    }

    fn go(clocks: [PlayerClock; 2], mover: Player, protocol: Protocol) -> String {
        let mut text = "old".to_owned();
        write_go(&mut text, &clocks, mover, protocol);
        text
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

    #[test]
    fn the_commands_follow_the_protocols() {
        let nodes = PlayerClock::new(Limit::Nodes(7), Duration::ZERO);
        let table = [
            ([clock("1+0.01"), clock("2")], Protocol::Ugi, "go p1time 1000 p2time 2000 p1inc 10 p2inc 0"),
            (
                [clock("40/1+0.01"), clock("2")],
                Protocol::Uci,
                "go wtime 1000 btime 2000 winc 10 binc 0 movestogo 40",
            ),
            ([clock("1"), nodes.clone()], Protocol::Ugi, "go p1time 1000 p1inc 0"),
            ([nodes, clock("1")], Protocol::Ugi, "go nodes 7"),
        ];
        for (clocks, protocol, expected) in table {
            assert_eq!(go(clocks, Player::P1, protocol), expected);
        }
        let fixed = PlayerClock::new(Limit::MoveTime(Duration::from_millis(50)), Duration::ZERO);
        let depth = PlayerClock::new(Limit::Depth(3), Duration::ZERO);
        assert_eq!(depth.allowance(), None);
        assert_eq!(go([depth.clone(), fixed.clone()], Player::P2, Protocol::Uci), "go movetime 50");
        assert_eq!(go([depth, fixed], Player::P1, Protocol::Uci), "go depth 3");
    }

    #[test]
    fn a_clock_of_increments_only_begins_with_one() {
        assert_eq!(
            go([clock("0+0.1"), clock("0+0.1")], Player::P1, Protocol::Ugi),
            "go p1time 100 p2time 100 p1inc 100 p2inc 100"
        );
    }
}
