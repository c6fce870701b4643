//! Searches, generic over [`crate::game::Game`]: what bounds them, what they report, and the algorithms.

pub mod alpha_beta;
pub mod control;
pub mod endgames;
pub mod forced_win;
pub mod gomoku;
pub mod gomoku_pairing;
pub mod gomoku_proof;
pub mod limits;
pub mod line;
pub mod proof_number;
pub mod qubic_proof;
pub mod score;
pub mod table;
pub mod threats;

pub use control::Control;
pub use limits::Limits;
pub use line::{Line, Progress};
pub use score::Score;
pub use table::Table;
