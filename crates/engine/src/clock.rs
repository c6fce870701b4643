//! How long to think: pure functions from what the clock shows to a budget.

use search::control::TimeBudget;
use std::time::Duration;

/// What a player's clock shows when he is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    pub remaining: Duration,
    pub increment: Duration,
    /// Moves until time is added by the control, if there is such a control.
    pub moves_to_go: Option<u32>,
}

/// The shortest time that is ever given.
const LEAST: Duration = Duration::from_millis(1);
/// Longer times are taken for this one, so that no calculation overflows: a hundred years.
const LONGEST: Duration = Duration::from_secs(100 * 366 * 24 * 60 * 60);

/// The budget for one move on this clock.
///
/// `overhead` is what the way between engine and clock may cost, kept in reserve for this move; `moves_left` is a
/// guess at the player's own moves until the game ends. The maximum never exceeds half of what is left after the
/// overhead while more than one move must be made.
pub fn allocate(clock: Clock, overhead: Duration, moves_left: u32) -> TimeBudget {
    let usable = clock.remaining.min(LONGEST).saturating_sub(overhead);
    if usable <= LEAST * 4 {
        return TimeBudget { optimum: LEAST, maximum: LEAST.max(usable / 2) };
    }
    let moves = clock.moves_to_go.map_or(moves_left, |n| n.min(moves_left)).max(1);
    let longest = if moves == 1 { usable * 9 / 10 } else { usable / 2 };
    // The increment comes only after the move, and each coming move pays the overhead once more.
    let income = clock.increment.min(LONGEST).saturating_sub(overhead) * 3 / 4;
    let reserve = overhead.saturating_mul(moves - 1);
    let share = (usable.saturating_sub(reserve).max(usable / 4) / moves + income).min(longest);
    TimeBudget {
        optimum: (share * 6 / 10).max(LEAST),
        maximum: (share * 5 / 2).min(longest.max(share)).min(usable * 9 / 10).max(LEAST),
    }
}

/// The budget for a fixed time per move: all of it but the overhead, and at least half of it.
pub fn fixed(time: Duration, overhead: Duration) -> TimeBudget {
    let time = time.min(LONGEST);
    let usable = time.saturating_sub(overhead).max(time / 2).max(LEAST);
    TimeBudget { optimum: usable, maximum: usable }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock { remaining: ms(remaining), increment: ms(increment), moves_to_go }
    }

    #[test]
    fn table_of_budgets() {
        // (remaining, increment, moves to go, overhead, moves left) -> (optimum, maximum) in milliseconds.
        let table = [
            ((60_000, 0, None, 10, 20), (1_794, 7_475)),
            ((1_000, 10, None, 20, 20), (18, 75)),
            ((1_000, 1_000, None, 10, 20), (297, 495)),
            ((10_000, 0, Some(1), 10, 20), (5_394, 8_991)),
            ((10_000, 0, Some(2), 10, 20), (2_994, 4_995)),
            ((20, 10, None, 20, 20), (1, 1)),
            ((0, 0, None, 20, 20), (1, 1)),
            ((1_000, u64::MAX, None, 20, 20), (294, 490)),
        ];
        for ((remaining, increment, to_go, overhead, left), expected) in table {
            let budget = allocate(clock(remaining, increment, to_go), ms(overhead), left);
            let found = (budget.optimum.as_millis(), budget.maximum.as_millis());
            assert_eq!(found, expected, "{remaining}+{increment} {to_go:?}");
        }
    }

    #[test]
    fn no_budget_overruns_the_clock() {
        for remaining in [5, 17, 60, 250, 1_000, 90_000] {
            for increment in [0, 10, 500, 60_000] {
                for to_go in [None, Some(1), Some(3), Some(40)] {
                    for left in [1, 8, 30] {
                        let budget = allocate(clock(remaining, increment, to_go), ms(3), left);
                        assert!(budget.optimum <= budget.maximum);
                        assert!(budget.maximum + ms(3) <= ms(remaining).max(ms(4)));
                    }
                }
            }
        }
    }

    #[test]
    fn a_whole_game_without_increment_stays_within_its_time() {
        let mut remaining = ms(1_000);
        for _ in 0..32 {
            let budget = allocate(Clock { remaining, increment: ms(0), moves_to_go: None }, ms(5), 15);
            assert!(budget.maximum < remaining);
            remaining -= budget.maximum;
        }
    }

    #[test]
    fn fixed_time_keeps_the_overhead_but_at_least_half() {
        assert_eq!(fixed(ms(100), ms(20)).maximum, ms(80));
        assert_eq!(fixed(ms(20), ms(20)).maximum, ms(10));
        assert_eq!(fixed(ms(0), ms(20)).maximum, ms(1));
    }

    #[test]
    fn times_beyond_all_measure_do_not_overflow() {
        for moves_to_go in [None, Some(1), Some(u32::MAX)] {
            let clock = Clock { remaining: Duration::MAX, increment: Duration::MAX, moves_to_go };
            for overhead in [ms(20), Duration::MAX] {
                assert!(allocate(clock, overhead, u32::MAX).maximum <= LONGEST);
                assert!(fixed(Duration::MAX, overhead).maximum <= LONGEST);
            }
        }
    }
}
