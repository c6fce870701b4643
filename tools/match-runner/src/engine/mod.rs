//! Engines as the match sees them: a process on two pipes, the protocol over it, and what it may do wrong.

mod client;
mod fault;
mod info;
mod lines;
mod options;
mod process;
mod setup;

pub use client::{Client, Reply};
pub use fault::{Fault, FaultKind, Trouble};
pub use info::{Info, Score};
