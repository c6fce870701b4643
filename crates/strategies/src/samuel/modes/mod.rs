//! The paper's "other modes of play": following the games of a book, and the program against itself.

pub mod book;
pub mod rote_tally;
pub mod self_play;
