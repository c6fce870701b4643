//! The paper's "other modes of play": following the games of a book, the program against itself, and how such games begin.

pub mod book;
pub mod openings;
pub mod rote_tally;
pub mod self_play;
