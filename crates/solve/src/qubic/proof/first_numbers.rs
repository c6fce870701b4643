//! What it seems to take to prove a position before anything is known of it. These numbers change how long a proof takes,
//! never what it says.

use crate::qubic::forced_win::Field;

/// Weights of open lines: what the attacker's twos and ones take from the difficulty, and what the defender's add to it. They are
/// learned, by logistic regression on whether a position was proven, from 22,914 positions without a forced win that a
/// search after 112 had expanded.
const OWN_TWO: i32 = 64;
const OWN_ONE: i32 = 20;
const THEIR_TWO: i32 = 112;
const THEIR_ONE: i32 = 11;
const THEIR_THREE: i32 = 150;

/// Difficulty without any line, what doubles the number, and the largest number: by trial.
const NO_LINE: i32 = 250;
const DOUBLE: u32 = 50;
const MOST: u32 = 1_000;

/// Proof number of a move that threatens nothing, for each empty cell.
const QUIET: u32 = 4;

/// Of a position with the attacker to move, in which he has no forced win.
pub(super) fn of_attacker(field: &Field) -> u32 {
    let defender = field.reversed();
    let ease = OWN_TWO * field.open_twos().len() as i32 + OWN_ONE * field.open_ones().len() as i32;
    let difficulty = NO_LINE - ease
        + THEIR_TWO * defender.open_twos().len() as i32
        + THEIR_ONE * defender.open_ones().len() as i32
        + THEIR_THREE * field.threats().len() as i32;
    // A power of two, on straight lines between whole exponents.
    let difficulty = difficulty.max(0) as u32;
    let below = 1 << (difficulty / DOUBLE).min(MOST.ilog2() + 1);
    (below + below * (difficulty % DOUBLE) / DOUBLE).min(MOST)
}

/// Of a position with the defender to move who is not threatened at all.
pub(super) fn of_quiet_move(field: &Field) -> u32 {
    (field.empty().count_ones() * QUIET).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_double_with_the_defenders_lines_up_to_the_largest() {
        let of = |own, other| of_attacker(&Field::new(own, other));
        assert_eq!(of(0, 0), 32);
        // A line of one counts 20 for its owner, a corner has seven of them; a line of two counts 64.
        assert_eq!([of(1, 0), of(0b11, 0)], [4, 1]);
        assert_eq!([of(0, 1), of(0, 0b11), of(0, 0b111)], [98, 624, 1_000]);
    }
}
