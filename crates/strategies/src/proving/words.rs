//! The reasons of the strategies that prove, in words.

use super::knowledge::{How, Known};

/// Why a known win is played; `books` are the names of the books.
pub(crate) fn of_win(known: &Known, books: &[&str]) -> String {
    let plies = known.plies;
    match known.how {
        How::Line => "completes a line of four".to_owned(),
        How::Threes(_) => format!("wins by force in {plies} plies: makes three in line at every move"),
        How::Block => format!("blocks a line of three, and wins in {plies} plies at most"),
        How::Book(number) => {
            let book = books.get(number).copied().unwrap_or("a proof");
            format!("wins in {plies} plies at most, by {book}")
        }
    }
}

/// Why a move is played in a lost position.
pub(crate) fn of_loss(plies: u32) -> String {
    match plies {
        2 => "lost: the opponent's lines of three cannot all be blocked".to_owned(),
        _ => format!("lost in {plies} plies at most if the opponent knows it: holds out longest"),
    }
}

/// What has been found out of the moves when none is proven to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// The only move is a block.
    Block,
    /// All other moves lose.
    Only,
    /// All moves lose, but not all may be played.
    All,
    /// So many moves are refuted, of all.
    Refuted(usize, usize),
}

/// Why a move is played that nothing is proven of.
pub(crate) fn of_open(standing: Standing) -> String {
    match standing {
        Standing::Block => "blocks a line of three".to_owned(),
        Standing::All => "every move that may be played is proven to lose".to_owned(),
        Standing::Only => "every other move is proven to lose".to_owned(),
        Standing::Refuted(0, _) => "the best-looking move; none is proven to lose".to_owned(),
        Standing::Refuted(lost, all) => {
            format!("the best-looking of the moves that are not refuted: {lost} of {all} are proven to lose")
        }
    }
}
