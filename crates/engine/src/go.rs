//! What a `go` asks for, and what that means in time.

use super::clock::{self, Clock};
use games::Player;
use search::control::TimeBudget;
use std::time::Duration;

/// What a `go` asks for. With nothing set the search goes on until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoRequest {
    /// Plies at most.
    pub depth: Option<u32>,
    /// Nodes at most.
    pub nodes: Option<u64>,
    /// A fixed time for this move.
    pub move_time: Option<Duration>,
    /// Time left on the clocks of player one and two.
    pub time: [Option<Duration>; 2],
    /// Time that each gets after a move.
    pub increment: [Duration; 2],
    /// Moves until time is added to the clock.
    pub moves_to_go: Option<u32>,
    /// A win within so many plies is looked for.
    pub win_within: Option<u32>,
    pub infinite: bool,
    /// On the opponent's time: the clock starts at [`super::Engine::ponder_hit`].
    pub ponder: bool,
    /// If not empty, only these moves.
    pub search_moves: Vec<String>,
}

impl GoRequest {
    /// Plies of full-width search at most: beyond the win that is looked for nothing matters.
    pub fn plies(&self) -> Option<u32> {
        self.depth.into_iter().chain(self.win_within).min()
    }

    /// Whether nothing but `stop` will end the search.
    pub fn is_unbounded(&self) -> bool {
        let timed = self.move_time.is_some() || self.time[0].is_some() || self.time[1].is_some();
        self.infinite || !(timed || self.plies().is_some() || self.nodes.is_some())
    }

    /// The time that this player may use; `None` if time is no limit. `moves_left` is a guess at how many moves he
    /// will still make, `overhead` what each costs on its way to the clock.
    pub fn budget(&self, player: Player, moves_left: u32, overhead: Duration) -> Option<TimeBudget> {
        if self.infinite {
            return None;
        }
        let for_move = self.move_time.map(|time| clock::fixed(time, overhead));
        let on_clock = self.clock(player).map(|clock| clock::allocate(clock, overhead, moves_left));
        match (for_move, on_clock) {
            // Whichever is reached first.
            (Some(a), Some(b)) => {
                Some(TimeBudget { optimum: a.optimum.min(b.optimum), maximum: a.maximum.min(b.maximum) })
            }
            (one, other) => one.or(other),
        }
    }

    /// What the clock of this player shows, if there is one.
    fn clock(&self, player: Player) -> Option<Clock> {
        let [first, second] = self.time;
        let [first_increment, second_increment] = self.increment;
        // Some clients tell only the other player's clock: then that is the best guess.
        let (remaining, increment) = match player {
            Player::P1 => (first.or(second)?, first_increment),
            Player::P2 => (second.or(first)?, second_increment),
        };
        Some(Clock { remaining, increment, moves_to_go: self.moves_to_go })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn request(first: Option<u64>, second: Option<u64>) -> GoRequest {
        GoRequest { time: [first, second].map(|t| t.map(Duration::from_millis)), ..GoRequest::default() }
    }

    #[test]
    fn each_player_has_his_own_clock_or_else_the_other_one() {
        let both = request(Some(1_000), Some(60_000));
        let own = both.budget(Player::P1, 20, OVERHEAD).unwrap().maximum;
        let other = both.budget(Player::P2, 20, OVERHEAD).unwrap().maximum;
        assert!(own * 10 < other);
        let one = request(Some(1_000), None);
        assert_eq!(one.budget(Player::P2, 20, OVERHEAD).unwrap().maximum, own);
        assert_eq!(GoRequest::default().budget(Player::P1, 20, OVERHEAD), None);
    }

    #[test]
    fn of_a_time_for_the_move_and_a_clock_the_shorter_one_counts() {
        let ms = Duration::from_millis;
        let both = |left, time| GoRequest { move_time: Some(ms(time)), ..request(Some(left), Some(left)) };
        let maximum = |request: GoRequest| request.budget(Player::P1, 20, OVERHEAD).unwrap().maximum;
        assert_eq!(maximum(both(600_000, 1_000)), ms(990));
        assert_eq!(maximum(both(1_000, 60_000)), maximum(request(Some(1_000), None)));
    }

    #[test]
    fn what_bounds_a_search() {
        assert!(GoRequest::default().is_unbounded());
        assert!(GoRequest { infinite: true, ..request(Some(1), None) }.is_unbounded());
        assert!(!request(None, Some(1)).is_unbounded());
        assert!(!GoRequest { nodes: Some(1), ..GoRequest::default() }.is_unbounded());
        let infinite = GoRequest { infinite: true, ..request(Some(1), None) };
        assert_eq!(infinite.budget(Player::P1, 20, OVERHEAD), None);
    }
}
