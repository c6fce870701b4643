//! Searches, generic over [`crate::game::Game`]: what bounds them, what they report, and the algorithms.

pub mod control;
pub mod limits;
pub mod score;

pub use control::Control;
pub use limits::Limits;
pub use score::Score;
