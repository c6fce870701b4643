//! The stop flag and the clock of one search, shared between the engine and the searcher.
//!
//! Made afresh for every `go`, before the search starts: a stop can neither be lost nor reach the next search.

use crate::host::{Instant, is_told_to_stop};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// How much time a search should and may use, from the moment the clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// After this a new iteration is not worth starting.
    pub optimum: Duration,
    /// At this the search ends wherever it is.
    pub maximum: Duration,
}

/// The stop flag and deadlines of one search. Deadlines are microseconds since `started`.
#[derive(Debug)]
pub struct Control {
    started: Instant,
    stopped: AtomicBool,
    /// When the clock began to run.
    begun: AtomicU64,
    optimum: AtomicU64,
    maximum: AtomicU64,
}

const NEVER: u64 = u64::MAX;

impl Control {
    /// A search that starts now and runs until it is stopped.
    pub fn new() -> Self {
        Self {
            started: Instant::now(),
            stopped: AtomicBool::new(false),
            begun: AtomicU64::new(0),
            optimum: AtomicU64::new(NEVER),
            maximum: AtomicU64::new(NEVER),
        }
    }

    /// A search that starts now, with its clock running.
    pub fn with_budget(budget: TimeBudget) -> Self {
        let control = Self::new();
        control.start_clock(budget);
        control
    }

    /// Starts the clock now (for a search that pondered: when the expected move has been played).
    pub fn start_clock(&self, budget: TimeBudget) {
        let from = self.started.elapsed();
        let deadline = |time: Duration| u64::try_from((from + time).as_micros()).unwrap_or(NEVER);
        self.begun.store(deadline(Duration::ZERO), Ordering::Relaxed);
        self.optimum.store(deadline(budget.optimum), Ordering::Relaxed);
        self.maximum.store(deadline(budget.maximum), Ordering::Relaxed);
    }

    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
    }

    /// Whether [`Control::stop`] has been called, or whoever lends the clock says so.
    pub fn is_stopped(&self) -> bool {
        if is_told_to_stop() {
            self.stop();
        }
        self.stopped.load(Ordering::Acquire)
    }

    /// Whether the search must end now: stopped, or out of time. Reads the clock: ask every thousand nodes or so.
    pub fn must_stop(&self) -> bool {
        self.is_stopped() || self.passed(&self.maximum)
    }

    /// Whether a new iteration is not worth starting.
    pub fn enough(&self) -> bool {
        self.is_stopped() || self.passed(&self.optimum)
    }

    /// [`Control::enough`] where the move wants this share of the time planned, in hundredths. A time fixed for the move is
    /// neither saved nor exceeded.
    pub fn enough_at(&self, share: u64) -> bool {
        let [begun, optimum, maximum] =
            [&self.begun, &self.optimum, &self.maximum].map(|time| time.load(Ordering::Relaxed));
        if optimum >= maximum {
            return self.enough();
        }
        let wanted = (optimum - begun).saturating_mul(share) / 100;
        self.is_stopped()
            || self.started.elapsed().as_micros() >= u128::from(begun + wanted.min(maximum - begun))
    }

    /// Whether a clock runs: a search that is told nothing of time should not save any.
    pub fn is_timed(&self) -> bool {
        self.optimum.load(Ordering::Relaxed) != NEVER
    }

    /// How long it is until a new iteration is not worth starting; `None` without a clock.
    pub fn time_left(&self) -> Option<Duration> {
        let optimum = self.optimum.load(Ordering::Relaxed);
        (optimum != NEVER).then(|| Duration::from_micros(optimum).saturating_sub(self.started.elapsed()))
    }

    /// Time since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn passed(&self, deadline: &AtomicU64) -> bool {
        let deadline = deadline.load(Ordering::Relaxed);
        deadline != NEVER && self.started.elapsed().as_micros() >= u128::from(deadline)
    }
}

impl Default for Control {
    fn default() -> Self {
        Self::new()
    }
}
