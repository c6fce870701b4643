//! English draughts: its rules against known counts, the search against slow ones, the tables of endgames.

#[path = "../common/mod.rs"]
mod common;

mod draughts;
mod draughts_search;
mod endgame_files;
mod endgames;
