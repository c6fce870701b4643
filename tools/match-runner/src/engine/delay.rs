//! How long this thread has been ready to run without a processor to run on. On a busy machine an answer may lie in the
//! pipe long before the runner gets to read it; that time is the runner's, and no engine's clock pays for it.

use std::time::Duration;

/// What a thread has waited for a processor, as far as it has looked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OwnDelay(Duration);

impl OwnDelay {
    /// The time that this thread has waited for a processor since it last looked; zero where that is not known.
    pub(super) fn since_last_look(&mut self) -> Duration {
        let now = waited_for_processor();
        now.saturating_sub(std::mem::replace(&mut self.0, now))
    }
}

/// What the kernel says of the thread that opens it: time on a processor, time waiting for one (both in nanoseconds),
/// and how often. Where there is no such file nothing is known, and nothing is taken off.
#[cfg(unix)]
fn waited_for_processor() -> Duration {
    use std::os::unix::fs::FileExt;
    thread_local! {
        static FILE: Option<std::fs::File> = std::fs::File::open("/proc/thread-self/schedstat").ok();
    }
    FILE.with(|file| {
        let mut text = [0; 96];
        let length = file.as_ref().and_then(|file| file.read_at(&mut text, 0).ok());
        length
            .and_then(|length| second_number(text.get(..length)?))
            .map_or(Duration::ZERO, Duration::from_nanos)
    })
}

#[cfg(not(unix))]
const fn waited_for_processor() -> Duration {
    Duration::ZERO
}

#[cfg(unix)]
fn second_number(text: &[u8]) -> Option<u64> {
    std::str::from_utf8(text).ok()?.split_ascii_whitespace().nth(1)?.parse().ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_second_number_is_read() {
        assert_eq!(second_number(b"759273 93583 1\n"), Some(93583));
        assert_eq!(second_number(b"759273"), None);
        assert_eq!(second_number(b"a b c"), None);
    }

    #[test]
    fn waiting_never_runs_backwards() {
        let first = waited_for_processor();
        std::thread::sleep(Duration::from_millis(2));
        assert!(waited_for_processor() >= first);
    }
}
