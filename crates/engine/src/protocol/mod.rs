//! Text in, text out: lines become commands for the engine, its events become lines. Only this module writes to
//! standard output.

pub mod command;
pub mod event;
pub mod gomocup;
pub mod heard;
pub mod hub;
pub mod lines;
pub mod native;
mod serve;
pub mod variant;
