//! Fourscore: the game-playing programs of four classic papers as strategies of one engine.
//!
//! The modules, each of which uses only those above it:

pub mod engine;
pub mod game;
pub mod learning;
pub mod search;
pub mod strategy;
