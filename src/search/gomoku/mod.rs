//! Go-Moku at speed: a board that knows every threat as stones come and go, and complete searches of forced wins on it.
//!
//! [`shape`] is the table of what a stone makes on a line, [`ThreatBoard`] applies it to all lines at once, and
//! [`attack`] searches wins by fours (VCF) and by fours and threes (VCT). What the paper calls threats, with all their
//! squares, is [`crate::search::threats::gomoku`]: slower, and made to be read.

pub mod attack;
pub mod board;
pub mod set;
pub mod shape;

pub use attack::{Attacks, Effort, Means};
pub use board::{Class, ThreatBoard, Weights};
pub use set::Set;
pub use shape::Shape;

#[cfg(test)]
mod tests;
