//! A board in the browser: a small local web server that shows engines of the line protocol in a page.
//!
//! It is a client of the protocol like any other: rules, legal moves, threats and moves come from child processes. The
//! modules stand in the order of their dependence; each uses only those above it. (The blank lines keep the formatter
//! from sorting them.)

// What may be started, and how much of it.
pub mod config;

// What page and server say to each other.
pub mod message;

// What must not outlive what needs it: threads with processes, and files.
pub mod live;
pub mod scratch;

pub mod memories;

// Engines: one that knows the rules, others that think.
pub mod rules;
pub mod thinker;

pub mod catalogue;

// The game being looked at.
pub mod clock;
pub mod tree;

pub mod reading;

pub mod samples;

// One page's affairs.
pub mod session;

// HTTP and WebSocket.
pub mod assets;
pub mod guard;
pub mod server;
