//! Threads that own processes, counted: the end of the program waits for them, so that no engine outlives it, and there are never
//! more of them than a machine bears.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

static LIVE: AtomicUsize = AtomicUsize::new(0);

/// One of them, as long as it lives.
pub struct Live(());

impl Live {
    pub fn begin() -> Self {
        LIVE.fetch_add(1, Ordering::Relaxed);
        Self(())
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        LIVE.fetch_sub(1, Ordering::Relaxed);
    }
}

pub fn count() -> usize {
    LIVE.load(Ordering::Relaxed)
}

/// Waits until there are none; no longer than this.
pub fn wait(patience: Duration) {
    let end = Instant::now() + patience;
    while count() > 0 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(10));
    }
}
