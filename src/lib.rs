//! Fourscore: the game-playing programs of classic papers, and their modern rivals, as strategies of one engine.
//!
//! The modules stand in the order of their dependence; each uses only those above it. (The blank lines keep the
//! formatter from sorting them.)

// Files that are replaced whole.
pub mod files;

// What a process logs.
pub mod logging;

// The rules of games, and nothing else.
pub mod game;

// Searches, generic over games.
pub mod search;

// Certificates of solved positions.
pub mod proof;

// What strategies remember from game to game.
pub mod learning;

// The programs that play, and the registry that lists them.
pub mod strategy;

// The state between two lines: options, the game, the searcher's thread.
pub mod engine;

// Text in, text out.
pub mod protocol;

// The command line: protocol loop, play by hand, and other commands.
pub mod cli;
