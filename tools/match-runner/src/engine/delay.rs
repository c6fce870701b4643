//! How long this thread has been ready to run without a processor to run on. On a busy machine an answer may lie in the
//! pipe long before the runner gets to read it; that time is the runner's, and no engine's clock pays for it.

use rustix::fs::{Mode, OFlags, open};
use std::os::fd::OwnedFd;
use std::time::Duration;

/// What the kernel says of the thread that opens it: time on a processor, time waiting for one (both in nanoseconds),
/// and how often. Where there is no such file nothing is known, and nothing is taken off.
const STATISTICS: &str = "/proc/thread-self/schedstat";

thread_local! {
    static FILE: Option<OwnedFd> = open(STATISTICS, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).ok();
}

/// The time that this thread has waited for a processor since it began; zero where that is not known.
pub fn waited_for_processor() -> Duration {
    FILE.with(|file| {
        let mut text = [0; 96];
        let length = file.as_ref().and_then(|file| rustix::io::pread(file, &mut text[..], 0).ok());
        length
            .and_then(|length| second_number(text.get(..length)?))
            .map_or(Duration::ZERO, Duration::from_nanos)
    })
}

fn second_number(text: &[u8]) -> Option<u64> {
    std::str::from_utf8(text).ok()?.split_ascii_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
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
