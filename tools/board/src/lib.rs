//! A board in the browser: a small local web server that shows engines of the line protocol in a page.
//!
//! It is a client of the protocol like any other: rules, legal moves, threats and moves come from child processes. The
//! modules stand in the order of their dependence; each uses only those above it. (The blank lines keep the formatter
//! from sorting them.)

// Where engines come from.
pub mod engines;

// What may be started, and how much of it.
#[cfg(not(target_family = "wasm"))]
pub mod config;

// What page and session say to each other.
pub mod message;

// What must not outlive what needs it: threads with processes, and files.
#[cfg(not(target_family = "wasm"))]
pub mod live;
pub mod scratch;

pub mod memories;

// The engine that knows the rules.
pub mod rules;

pub mod catalogue;

// The game being looked at.
pub mod clock;
pub mod tree;

pub mod reading;

pub mod samples;

// One page's affairs.
pub mod session;

// With a server: processes, HTTP and WebSocket.
#[cfg(not(target_family = "wasm"))]
pub mod assets;
#[cfg(not(target_family = "wasm"))]
pub mod guard;
#[cfg(not(target_family = "wasm"))]
pub mod processes;
#[cfg(not(target_family = "wasm"))]
pub mod running;
#[cfg(not(target_family = "wasm"))]
pub mod server;
#[cfg(not(target_family = "wasm"))]
pub mod static_page;

// Without one: engines in workers of the page.
pub mod workers;
