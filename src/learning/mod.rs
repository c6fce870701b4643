//! What strategies remember from game to game.

/// The memory named by the option `Memory`.
#[derive(Debug, Default)]
pub struct Memory {}
