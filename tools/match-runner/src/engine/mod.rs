//! Engines as the match sees them: a process on two pipes, the protocol over it, and what it may do wrong.

mod client;
mod command;
mod delay;
mod fault;
mod group;
mod last_words;
mod lines;
mod pipes;
mod process;
mod protocol;
#[cfg(target_os = "linux")]
mod strays;

pub use ::engine::protocol::heard::{Info, Kind, Offered, Score, is_resignation, rank, variation};
use ::engine::protocol::heard::{info, options, setup};
pub use client::{Client, Reply};
pub use fault::{Fault, FaultKind, Trouble};
pub(crate) use last_words::LastWords;
pub use pipes::Source;
pub use process::Process;
pub(crate) use protocol::Task;
#[cfg(target_os = "linux")]
pub use strays::adopt_strays;

/// What leaves an engine's group is out of reach here.
#[cfg(not(target_os = "linux"))]
pub const fn adopt_strays() {}
