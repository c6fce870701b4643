//! Pipes that are waited for in `poll`: the thread that was waiting takes the time of arrival, without a second one in between
//! that would have to be woken first on every move.

use super::{Also, Kind, Pipes, Ready, Source};
use crate::engine::delay::OwnDelay;
use crate::engine::lines::LineBuffer;
use crate::interrupt::Interrupt;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::process::{ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

#[derive(Debug)]
pub(super) struct Polled {
    input: Option<ChildStdin>,
    output: ChildStdout,
    chunk: Box<[u8]>,
    delay: OwnDelay,
}

impl Polled {
    pub(super) fn new(input: ChildStdin, output: ChildStdout) -> io::Result<Self> {
        for end in [input.as_fd(), output.as_fd()] {
            fcntl_setfl(end, fcntl_getfl(end)? | OFlags::NONBLOCK)?;
        }
        let chunk = vec![0; 16 * 1024].into_boxed_slice();
        Ok(Self { input: Some(input), output, chunk, delay: OwnDelay::default() })
    }
}

impl Pipes for Polled {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.input.as_mut().ok_or(ErrorKind::BrokenPipe)?.write(bytes)
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    fn read(&mut self, into: &mut LineBuffer) -> io::Result<(usize, Instant)> {
        let count = self.output.read(&mut self.chunk)?;
        let now = Instant::now();
        // Looked at behind the clock: the time that this thread lost between the two is not the engine's either.
        let behind = self.delay.since_last_look();
        into.push(&self.chunk[..count]);
        Ok((count, now.checked_sub(behind).unwrap_or(now)))
    }

    fn wait(
        &self,
        interrupt: &Interrupt,
        also: Option<Also<'_>>,
        time: Duration,
    ) -> io::Result<Option<Ready>> {
        let timeout = Timespec {
            tv_sec: i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: time.subsec_nanos().into(),
        };
        let Kind::File(bell) = interrupt.source().0 else { return Err(ErrorKind::Unsupported.into()) };
        let end = PollFd::from_borrowed_fd;
        let third = match (also, &self.input) {
            (Some(Also::Input), Some(input)) => Some(PollFd::new(input, PollFlags::OUT)),
            (Some(Also::Source(Source(Kind::File(other)))), _) => Some(end(other, PollFlags::IN)),
            _ => None,
        };
        let watched = 2 + usize::from(third.is_some());
        let third = third.unwrap_or_else(|| end(bell, PollFlags::empty()));
        let mut ends = [end(bell, PollFlags::IN), PollFd::new(&self.output, PollFlags::IN), third];
        poll(&mut ends[..watched], Some(&timeout))?;
        let happened = ends.iter().position(|end| !end.revents().is_empty());
        Ok(happened.map(|index| [Ready::Interrupted, Ready::Output, Ready::Also][index]))
    }

    fn output(&self) -> Source<'_> {
        Source(Kind::File(self.output.as_fd()))
    }

    fn begin(&mut self, looked: OwnDelay) {
        self.delay = looked;
    }
}
