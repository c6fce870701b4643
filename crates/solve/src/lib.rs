//! What is known of single games: searches for forced wins and for proofs, pairings, solved endings, certificates.

pub mod certificate;
pub mod endgames;
pub mod gomoku;
pub mod qubic;
pub mod threats;
