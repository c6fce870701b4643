//! What strategies remember from game to game.

mod store;

pub use store::{Memory, MemoryError, NotLocked, sealed, unsealed_strictly};
