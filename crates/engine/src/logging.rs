//! The log of a process, on standard error: what `RUST_LOG` asks for, panics among the errors.

use std::backtrace::{Backtrace, BacktraceStatus};

/// Starts the log of this process, at this level where `RUST_LOG` says nothing. A thread that panics is logged as an
/// error, no matter where its end is noticed.
pub fn start(level: &str) {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level)).init();
    std::panic::set_hook(Box::new(|panic| {
        let thread = std::thread::current();
        log::error!("thread {} has died: {panic}", thread.name().unwrap_or("without a name"));
        let backtrace = Backtrace::capture();
        if backtrace.status() == BacktraceStatus::Captured {
            log::error!("{backtrace}");
        }
    }));
}
