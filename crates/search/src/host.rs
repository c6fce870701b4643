//! What a search has from the system that it runs on: the time, and word from outside that it is to stop.
//!
//! A page in a browser has no clock that the standard library knows, and no second thread that could set a flag. There the
//! program lends both to all that runs in it.

#[cfg(target_family = "wasm")]
pub use lent::{Host, Instant, lend};
#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

/// Whether the search that runs has been told to stop by other means than its own flag.
#[inline]
pub(crate) fn is_told_to_stop() -> bool {
    #[cfg(target_family = "wasm")]
    return lent::host().is_some_and(|host| (host.is_told_to_stop)());
    #[cfg(not(target_family = "wasm"))]
    false
}

#[cfg(target_family = "wasm")]
mod lent {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    /// What a program lends to the searches in it.
    #[derive(Clone, Copy, Debug)]
    pub struct Host {
        /// The time since some moment, never less than before.
        pub now: fn() -> Duration,
        /// Whether the search that runs is to end; asked every thousand nodes or so.
        pub is_told_to_stop: fn() -> bool,
    }

    static HOST: OnceLock<Host> = OnceLock::new();

    /// Lends these for as long as the program lives; the first ones count.
    pub fn lend(host: Host) {
        let _ = HOST.set(host);
    }

    pub(super) fn host() -> Option<&'static Host> {
        HOST.get()
    }

    /// A moment, as [`std::time::Instant`] is one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Self {
            Self(host().map_or(Duration::ZERO, |host| (host.now)()))
        }

        /// The time since then.
        pub fn elapsed(&self) -> Duration {
            Self::now().saturating_duration_since(*self)
        }

        /// The time from another moment to this one; none, if that one is later.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Self(self.0 + time)
        }
    }
}
