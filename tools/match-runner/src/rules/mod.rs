//! The games whose rules are known here: those of the engine, and chess.

mod chess;

pub(crate) use chess::{CHESS960, Chess};

use engine::BUILT_IN;
use games::Board;

/// A game at its usual start, with the options that set its rules.
///
/// # Errors
/// If there is no such game here, or an option that it does not take.
pub fn board(game: &str, options: &[(String, String)]) -> Result<Box<dyn Board>, String> {
    match Chess::new(game) {
        Some(chess) => Ok(Box::new(chess)),
        None => BUILT_IN.open_board(game, options),
    }
}

/// How many rows Go-Moku's board has by these options.
pub(crate) fn board_size(options: &[(String, String)]) -> usize {
    let size = options.iter().find(|(name, _)| name.eq_ignore_ascii_case("size"));
    size.and_then(|(_, value)| value.parse().ok()).unwrap_or(15)
}

/// The name of a game that is known, however it was typed.
pub(crate) fn name(typed: &str) -> Option<&'static str> {
    let chess = chess::NAMES.into_iter().find(|name| name.eq_ignore_ascii_case(typed));
    chess.or_else(|| BUILT_IN.game(typed).ok().map(|row| row.name))
}

/// All of them, for messages.
pub(crate) fn names() -> String {
    [BUILT_IN.names(), chess::NAMES.to_vec()].concat().join(", ")
}
