//! The engine as programs talk to it: every protocol, whatever comes in, and other people's referees.

mod client;
#[path = "../common/mod.rs"]
mod common;

mod fuzz;
mod gomocup;
mod gomoku_protocol;
mod hub;
mod options;
mod protocol;
mod referees;
mod session_log;
mod sessions;
mod transcript;

/// What was written, line by line.
fn lines(output: Vec<u8>) -> Vec<String> {
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

/// The line with every number that the clock decides replaced by `0`.
fn timeless(line: &str) -> String {
    let words: Vec<_> = line.split(' ').collect();
    let blank = |i: usize| i > 0 && matches!(words[i - 1], "time" | "nps");
    words.iter().enumerate().map(|(i, word)| if blank(i) { "0" } else { word }).collect::<Vec<_>>().join(" ")
}
