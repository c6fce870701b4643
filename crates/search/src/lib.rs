//! Searches, generic over [`games::Game`]: what bounds them, what they report, and the algorithms.
// A game is added from outside by what stands here.
#![warn(missing_docs)]

pub mod alpha_beta;
pub mod control;
pub mod host;
pub mod limits;
pub mod line;
pub mod proof_number;
pub mod score;
pub mod table;

pub use control::Control;
pub use limits::Limits;
pub use line::{Line, Progress};
pub use score::Score;
pub use table::Table;
