//! The other end of UGI and UCI: what a program that drives engines makes of their lines. It needs no process, so that a page in
//! a browser drives an engine as the match runner does.

pub mod info;
pub mod options;
pub mod setup;

pub use info::{Info, Score, is_resignation, rank, variation};
pub use options::{Kind, Offered};
pub use setup::{EngineOption, Setup};
