//! Plays matches between engines that speak UGI, UCI, Gomocup's protocol or Hub, under clocks or limits of nodes or depth.
//!
//! A match is described by [`settings::Settings`], which comes from a TOML file or a command line, and [`run::run`]
//! plays it; `fourscore-match --help` says what can be set. A match as TOML:
//!
//! ```toml
//! game = "qubic"
//! pairs = 10                              # openings per pairing, each played with both colours
//! concurrency = 2
//! openings = "data/qubic/openings.txt"    # paths start at the folder of this file
//! results = "results/match"               # games go to results/match.jsonl and results/match.pgn
//!
//! [each]                                  # what holds for every engine that does not say otherwise
//! tc = "1+0.01"
//!
//! [[engine]]
//! name = "searcher"
//! command = "fourscore"                   # the engine that is built in
//! options = { Strategy = "alpha-beta", Hash = 16 }
//!
//! [[engine]]
//! command = "./other-engine --quiet"
//! protocol = "uci"
//! nodes = 1000
//! ```
//!
//! It runs on Linux, macOS and Windows: it waits for engines with `poll`, or with threads where there is no `poll`, and ends them by
//! process group or job.
//!
//! The modules are listed in groups, each of which uses those above it:

pub use games::random;

mod console;
pub mod interrupt;
pub mod rules;

mod affinity;
mod openings;
pub mod schedule;
pub mod settings;

mod clock;

pub mod engine;
mod referee;

mod adjudicate;
mod play;
mod worker;

pub mod records;
pub mod stats;

mod columns;
mod standings;
mod table;

mod dry_run;

mod progress;

mod balance;
mod coordinator;
mod events;
mod handles;
mod preflight;
pub mod run;
mod self_check;

pub mod conclusion;
mod merge;
mod report;
mod sections;

mod tune;
mod tune_plot;

mod cli;
pub mod program;
