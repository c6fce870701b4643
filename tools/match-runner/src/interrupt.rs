//! How a match is told to end: one switch that also wakes every thread which waits for an engine. It is something that can be
//! waited for together with an engine's output: a pipe where the system waits for files, else a channel.

use crossbeam_channel::{Receiver, Sender, bounded};
use std::io;
#[cfg(unix)]
use std::io::{PipeReader, PipeWriter, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A switch that can be thrown by anyone who has a clone of it. Its kind decides how those who are given it wait for engines.
#[derive(Clone, Debug)]
pub struct Interrupt(Arc<Switch>);

#[derive(Debug)]
struct Switch {
    raised: AtomicBool,
    bell: Bell,
}

#[derive(Debug)]
pub(crate) enum Bell {
    #[cfg(unix)]
    Pipe(PipeReader, PipeWriter),
    Channel(Sender<()>, Receiver<()>),
}

impl Interrupt {
    /// A switch that has not been thrown, of the kind that suits this system.
    ///
    /// # Errors
    /// If the system has no more file handles.
    pub fn new() -> io::Result<Self> {
        #[cfg(unix)]
        {
            let (reader, writer) = io::pipe()?;
            Ok(Self::with(Bell::Pipe(reader, writer)))
        }
        #[cfg(not(unix))]
        Ok(Self::for_threads())
    }

    /// A switch whose holders wait for engines by reader threads, as they do where the system cannot wait for a pipe.
    pub fn for_threads() -> Self {
        let (sender, receiver) = bounded(1);
        Self::with(Bell::Channel(sender, receiver))
    }

    fn with(bell: Bell) -> Self {
        Self(Arc::new(Switch { raised: AtomicBool::new(false), bell }))
    }

    /// Throws the switch; once is enough.
    pub fn raise(&self) {
        if !self.0.raised.swap(true, Ordering::SeqCst) {
            match &self.0.bell {
                #[cfg(unix)]
                Bell::Pipe(_, writer) => drop((&mut &*writer).write(&[0])),
                Bell::Channel(sender, _) => drop(sender.try_send(())),
            }
        }
    }

    /// Takes it back; what was done before it was thrown again is seen by who looks afterwards.
    pub fn lower(&self) {
        if self.is_raised() {
            match &self.0.bell {
                #[cfg(unix)]
                Bell::Pipe(reader, _) => drop((&mut &*reader).read(&mut [0])),
                Bell::Channel(_, receiver) => drop(receiver.recv()),
            }
            self.0.raised.store(false, Ordering::SeqCst);
        }
    }

    /// Whether it has been thrown.
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::SeqCst)
    }

    pub(crate) fn bell(&self) -> &Bell {
        &self.0.bell
    }
}
