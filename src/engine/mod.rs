//! The state between two lines of the protocol.

pub mod session;
