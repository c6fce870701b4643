//! Text in, text out: lines become commands for the engine, its events become lines. Only this module writes to
//! standard output.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod command;
pub mod event;
pub mod gomocup;
pub mod heard;
pub mod hub;
pub mod lines;
pub mod native;
mod serve;
pub mod variant;
