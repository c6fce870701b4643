//! What a test says when something that it needs is not installed. The harness keeps what a test that passes prints with `println!` and
//! `eprintln!` to itself, and a test that was left out without a word looks like one that has passed: this is written past it.
//! Tests of every package of the workspace take it from here.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Mutex;

/// What this process has said already.
static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Says on standard error that something is skipped, and why; the same only once.
pub(crate) fn skipped(what: &str) {
    let mut said = SAID.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if said.insert(what.to_owned()) {
        // In one piece: other tests write at the same time. Begun again, for the harness may be in the middle of a line.
        let _ = std::io::stderr().write_all(format!("\nSKIPPED: {what}\n").as_bytes());
    }
}
