//! What strategies remember from game to game.

mod store;

pub use store::{Content, Memory, MemoryError, NotLocked};
