//! When a search is kept while it goes on: whatever ends it, no more is lost than what was done since, and the job at hand.

use std::io::Write;
use std::time::{Duration, Instant};

/// At first it is kept after so long, for a short search is kept, too; then half as often each time.
pub(super) const FIRST: Duration = Duration::from_secs(1);
/// In the end so often.
pub(super) const EVERY: Duration = Duration::from_secs(20);
/// Or less often, so that what is large is not written all the time: it goes on for so many times as long as the writing took.
const TIMES: u32 = 5;

/// When it is time to keep a search.
pub(super) struct Due {
    since: Instant,
    wait: Duration,
}

impl Due {
    /// At first after so long.
    pub(super) fn after(wait: Duration) -> Self {
        Self { since: Instant::now(), wait }
    }

    /// How long it is until then.
    pub(super) fn left(&self) -> Duration {
        self.wait.saturating_sub(self.since.elapsed())
    }

    pub(super) fn is_now(&self) -> bool {
        self.left().is_zero()
    }

    /// If it is time, keeps it. What fails is said, and tried again later: the search may go on.
    pub(super) fn keep(&mut self, keep: impl FnOnce() -> anyhow::Result<()>) {
        if self.is_now() {
            let begun = Instant::now();
            warn_of(keep());
            *self = Self::after((self.wait * 2).min(EVERY).max(begun.elapsed() * TIMES));
        }
    }
}

/// Says what has failed, if that can be said.
pub(super) fn warn_of(kept: anyhow::Result<()>) {
    if let Err(error) = kept {
        let _ = writeln!(std::io::stderr(), "warning: {error:#}");
    }
}
