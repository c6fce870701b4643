//! The checker from outside: what it accepts, what it refuses, and that it shares nothing with what it checks.

mod gomoku;
mod independence;
mod patashnik;
mod properties;
mod refusals;
mod support;
