//! Threads that own processes, counted: the end of the program waits for them, so that no engine outlives it, and there are never
//! more of them than a machine bears.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

/// One of them, as long as it lives.
pub type Live = Arc<()>;

static LIVE: LazyLock<Live> = LazyLock::new(Live::default);

pub fn begin() -> Live {
    Arc::clone(&LIVE)
}

pub fn count() -> usize {
    Arc::strong_count(&LIVE) - 1
}

/// Waits until there are none; no longer than this.
pub fn wait(patience: Duration) {
    let end = Instant::now() + patience;
    while count() > 0 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(10));
    }
}
