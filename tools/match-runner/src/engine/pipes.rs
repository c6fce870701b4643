//! The two pipes to an engine's process, and the wait for them: the one thing that systems do differently. Where they wait for
//! files, the thread that wants an answer waits in `poll` for it, and takes the time of its arrival itself; elsewhere, and on
//! request, a thread for each pipe does what would block.

#[cfg(unix)]
mod polled;
mod threaded;

use super::delay::OwnDelay;
use super::lines::LineBuffer;
use crate::interrupt::{Bell, Interrupt};
use crossbeam_channel::Receiver;
use std::fmt::Debug;
use std::io;
#[cfg(unix)]
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

/// What a wait ended with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ready {
    Interrupted,
    Output,
    Also,
}

/// What is waited for beside output.
#[derive(Clone, Copy, Debug)]
pub(super) enum Also<'a> {
    /// That the engine takes more input.
    Input,
    Source(Source<'a>),
}

/// The pipes to an engine. None of this blocks, except for [`Self::wait`].
pub(super) trait Pipes: Debug + Send {
    /// Writes as much as the engine takes now; `WouldBlock` if that is nothing.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;

    fn close_input(&mut self);

    /// Reads what is there: how much, with the earliest time at which it can have come; `WouldBlock` if it is nothing,
    /// `BrokenPipe` if the engine has closed its input.
    fn read(&mut self, into: &mut LineBuffer) -> io::Result<(usize, Instant)>;

    /// Waits until one of these is there; `None` is the end of the time. It may wake up without a reason.
    fn wait(
        &self,
        interrupt: &Interrupt,
        also: Option<Also<'_>>,
        time: Duration,
    ) -> io::Result<Option<Ready>>;

    /// Its output, to be waited for beside that of another.
    fn output(&self) -> Source<'_>;

    /// The time that this thread has waited for a processor since this look may have kept output unread.
    fn begin(&mut self, _looked: OwnDelay) {}
}

/// What arrives from the threads: output, of which nothing is the end; or that the input is closed.
type Arrival = Option<(Instant, Vec<u8>)>;

/// Something to wait for beside an engine, of the kind of its [`Interrupt`].
#[derive(Clone, Copy, Debug)]
pub struct Source<'a>(Kind<'a>);

#[derive(Clone, Copy, Debug)]
enum Kind<'a> {
    #[cfg(unix)]
    File(BorrowedFd<'a>),
    Output(&'a Receiver<Arrival>),
    Bell(&'a Receiver<()>),
}

impl Interrupt {
    /// Itself, to be waited for.
    pub fn source(&self) -> Source<'_> {
        Source(match self.bell() {
            #[cfg(unix)]
            Bell::Pipe(reader, _) => Kind::File(reader.as_fd()),
            Bell::Channel(_, receiver) => Kind::Bell(receiver),
        })
    }
}

/// The pipes to an engine, of the kind of the switch that ends waiting for it.
pub(super) fn pipes(
    input: ChildStdin,
    output: ChildStdout,
    interrupt: &Interrupt,
) -> io::Result<Box<dyn Pipes>> {
    Ok(match interrupt.bell() {
        #[cfg(unix)]
        Bell::Pipe(..) => Box::new(polled::Polled::new(input, output)?),
        Bell::Channel(..) => Box::new(threaded::Threaded::new(input, output)?),
    })
}
