//! The board as a page has it: its server alone, what it teaches, and all of it in a real browser.

#[path = "../common/mod.rs"]
mod common;

mod access;
mod browser;
mod browser_stories;
mod pictures;
mod server;
mod static_page;
mod stories;
mod teaching;
