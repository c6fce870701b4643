//! How often an engine is passed on to the page: an endless talker would fill the connection, and whatever the page
//! asks for would be answered behind all that.

use search::host::Instant;

/// What may be said at once: more than any engine says of a few quick iterations.
const BURST: f64 = 200.0;
/// What may be said in a second after that.
const RATE: f64 = 50.0;

/// What an engine may still say.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    left: f64,
    at: Instant,
}

impl Pace {
    /// Of an engine that has said nothing yet.
    pub(super) const fn new(now: Instant) -> Self {
        Self { left: BURST, at: now }
    }

    /// Whether one more message may pass now.
    pub(super) fn lets(&mut self, now: Instant) -> bool {
        let gained = now.saturating_duration_since(self.at).as_secs_f64() * RATE;
        (self.left, self.at) = ((self.left + gained).min(BURST), now);
        let passes = self.left >= 1.0;
        self.left -= f64::from(u8::from(passes));
        passes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_passes_and_then_so_many_a_second() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        let passed = |pace: &mut Pace, after: u64| {
            (0..1000).filter(|_| pace.lets(start + Duration::from_millis(after))).count()
        };
        assert_eq!(passed(&mut pace, 0), 200);
        assert_eq!(passed(&mut pace, 1000), 50);
        assert_eq!(passed(&mut pace, 1010), 0, "half a message");
        assert_eq!(passed(&mut pace, 1020), 1, "and the other half");
        assert_eq!(passed(&mut pace, 3_600_000), 200);
    }
}
