//! Go-Moku at speed: a board that knows every threat as stones come and go, and complete searches of forced wins on it.
//!
//! [`shape`] is the table of what a stone makes on a line, [`class`] names what the four lines through a square amount to,
//! [`ThreatBoard`] keeps both for every square, and
//! [`attack`] searches wins by fours (VCF) and by fours and threes (VCT). What the paper calls threats, with all their
//! squares, is [`crate::threats::gomoku`]: slower, and made to be read.

pub mod attack;
pub mod board;
pub mod class;
pub mod pairing;
pub mod proof;
pub mod set;
pub mod shape;
pub mod weights;

pub use attack::{Attacks, Effort, Means};
pub use board::ThreatBoard;
pub use class::Class;
pub use set::Set;
pub use shape::Shape;
pub use weights::Weights;

#[cfg(test)]
mod tests;
