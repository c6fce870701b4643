//! The game being played, behind one object-safe face. The concrete game is chosen here, once; this is the only list
//! of games.

use crate::game::Board;
use crate::game::board::Table;
use crate::game::qubic::Qubic;

/// The names of all games, the default first.
pub const GAMES: &[&str] = &["qubic"];

/// The rules of the game of this name, at its starting position.
#[must_use]
pub fn open_board(game: &str) -> Option<Box<dyn Board>> {
    match game {
        "qubic" => Some(Box::new(Table::<Qubic>::new(()))),
        _ => None,
    }
}
