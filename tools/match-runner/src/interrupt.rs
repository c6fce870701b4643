//! How a match is told to end: one switch that also wakes every thread which waits for an engine. It is a pipe
//! whose writing end is closed, because that is something that can be waited for together with an engine's output.

use std::io::{PipeReader, PipeWriter, pipe};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A switch that can be thrown once, by anyone who has a clone of it.
#[derive(Clone, Debug)]
pub struct Interrupt(Arc<Switch>);

#[derive(Debug)]
struct Switch {
    raised: AtomicBool,
    reader: PipeReader,
    writer: Mutex<Option<PipeWriter>>,
}

impl Interrupt {
    /// A switch that has not been thrown.
    ///
    /// # Errors
    /// If the system has no more file handles.
    pub fn new() -> std::io::Result<Self> {
        let (reader, writer) = pipe()?;
        Ok(Self(Arc::new(Switch {
            raised: AtomicBool::new(false),
            reader,
            writer: Mutex::new(Some(writer)),
        })))
    }

    /// Throws the switch; once is enough.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::SeqCst);
        self.0.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Whether it has been thrown.
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::SeqCst)
    }
}

impl AsFd for Interrupt {
    /// A handle that becomes readable when the switch is thrown, and stays so.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.reader.as_fd()
    }
}
