//! What it seems to take to prove a position before anything is known of it.

use crate::qubic::forced_win::Field;

/// Weights of the first proof numbers, found by trial: they change how long a proof takes, never what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstNumbers {
    /// An open line of two attacker's stones makes a proof this much easier.
    pub own_two: i32,
    /// One of one stone.
    pub own_one: i32,
    /// An open line of two of the defender's makes it this much harder.
    pub their_two: i32,
    /// One of one stone.
    pub their_one: i32,
    /// What the sum is taken from.
    pub(crate) from: i32,
    /// The largest first number.
    pub(crate) most: u32,
    /// Proof number of a move that threatens nothing, for each empty cell, in sixteenths.
    pub(crate) quiet: u32,
}

impl Default for FirstNumbers {
    fn default() -> Self {
        Self { own_two: 64, own_one: 21, their_two: 48, their_one: 1, from: 500, most: 60, quiet: 64 }
    }
}

impl FirstNumbers {
    /// Of a position with the attacker to move, in which he has no forced win.
    pub(crate) fn of_attacker(&self, field: &Field) -> u32 {
        let defender = field.reversed();
        let own =
            self.own_two * field.open_twos().len() as i32 + self.own_one * field.open_ones().len() as i32;
        let their = self.their_two * defender.open_twos().len() as i32
            + self.their_one * defender.open_ones().len() as i32;
        ((self.from - own + their) / 16).clamp(1, self.most.max(1) as i32) as u32
    }

    /// Of a position with the defender to move who is not threatened at all.
    pub(crate) fn of_quiet_move(&self, field: &Field) -> u32 {
        (field.empty().count_ones() * self.quiet / 16).max(1)
    }
}
