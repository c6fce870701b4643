//! What people are told while a match goes on: lines on standard error. Nobody may be listening there (a pipe whose
//! reader has gone, a full disk), and that must not disturb the match.

use std::io::Write;

/// Writes a line to standard error if it can be written.
pub(crate) fn say(line: &str) {
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}
