//! Engines as the match sees them: a process on two pipes, the protocol over it, and what it may do wrong.

mod client;
mod command;
mod delay;
mod fault;
mod info;
mod lines;
mod options;
mod process;
mod protocol;
mod setup;
mod strays;

pub use client::{Client, Reply};
pub use delay::waited_for_processor;
pub use fault::{Fault, FaultKind, Trouble};
pub use info::{Info, Score, is_resignation, rank, variation};
pub use options::{Kind, Offered};
pub use process::Process;
pub(crate) use protocol::Task;
pub use strays::adopt_strays;
