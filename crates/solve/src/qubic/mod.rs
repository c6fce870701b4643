//! Qubic: wins by threes, and the proof that the first player wins.

pub mod forced_win;
pub mod proof;
#[cfg(test)]
mod slow;
