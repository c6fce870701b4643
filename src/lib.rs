//! Fourscore: the game-playing programs of four classic papers as strategies of one engine.
//!
//! The modules, each of which uses only those above it:

/// The command line: protocol loop, play by hand, and other commands.
pub mod cli;
/// The state between two lines: options, the game, the searcher's thread.
pub mod engine;
/// The rules of games, and nothing else.
pub mod game;
/// What strategies remember from game to game.
pub mod learning;
/// Text in, text out.
pub mod protocol;
/// Searches, generic over games.
pub mod search;
/// The programs that play, and the registry that lists them.
pub mod strategy;
