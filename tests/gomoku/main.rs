//! Go-Moku: threats, pairings, Victoria, what is solved and the command that solves it.

#[path = "../common/mod.rs"]
mod common;

mod forbidden;
mod gomoku_pairing;
mod gomoku_threats;
mod proof_command;
mod solve_gomoku;
mod solved_gomoku;
mod victoria;
