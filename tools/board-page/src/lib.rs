//! The board's session and its engines for a page without a server: one module of WebAssembly, in each worker of the page once.
//!
//! What goes in is put into the buffer that `room` makes, and then named by a call; what goes out is handed to a function of the
//! worker. `tools/board/assets/static` holds the other side.
#![cfg(target_family = "wasm")]

mod engine_side;
mod host;
mod session_side;
