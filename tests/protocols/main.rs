//! The engine as programs talk to it: every protocol, whatever comes in, and other people's referees.

#[allow(dead_code, reason = "not every group uses all of it")]
#[path = "../client/mod.rs"]
mod client;
#[path = "../common/mod.rs"]
mod common;

mod fuzz;
mod gomocup;
mod gomoku_protocol;
mod hub;
mod options;
mod protocol;
mod referees;
mod session_log;
mod transcript;
mod uci_variant;
