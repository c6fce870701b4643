//! Engines as the match sees them: a process on two pipes, the protocol over it, and what it may do wrong.

mod client;
mod command;
mod delay;
mod fault;
mod group;
mod info;
mod lines;
mod options;
mod pipes;
mod process;
mod protocol;
mod setup;
#[cfg(target_os = "linux")]
mod strays;

pub use client::{Client, Reply};
pub use fault::{Fault, FaultKind, Trouble};
pub use info::{Info, Score, is_resignation, rank, variation};
pub use options::{Kind, Offered};
pub use pipes::Source;
pub use process::Process;
pub(crate) use protocol::Task;
#[cfg(target_os = "linux")]
pub use strays::adopt_strays;

/// What leaves an engine's group is out of reach here.
#[cfg(not(target_os = "linux"))]
pub const fn adopt_strays() {}
