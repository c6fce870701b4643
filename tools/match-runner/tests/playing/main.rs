//! Whole matches, and the program that plays them. What counts the processes and files of its own process stands alone beside this.

#[path = "../common/mod.rs"]
mod common;

mod adjudication;
mod chess;
mod cli;
mod formats;
mod knowing;
mod matches;
mod misbehaviour;
mod ponder;
mod protocols;
mod referee;
mod resume;
mod shards;
mod tuning;
