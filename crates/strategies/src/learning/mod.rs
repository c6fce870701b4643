//! What strategies remember from game to game.

mod store;

pub use store::{Memory, MemoryError, sealed, unsealed_strictly};
