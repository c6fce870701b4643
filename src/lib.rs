//! Fourscore: the game-playing programs of classic papers, and their modern rivals, as strategies of one engine.
//!
//! The modules stand in the order of their dependence; each uses only those above it. (The blank lines keep the
//! formatter from sorting them.)

// What a process logs.
pub mod logging;

// The state between two lines: options, the game, the searcher's thread.
pub mod engine;

// Text in, text out.
pub mod protocol;

// The command line: protocol loop, play by hand, and other commands.
pub mod cli;
