//! Pipes that are read and written by a thread each, with channels that can be waited for: for systems that cannot wait for a
//! pipe. The thread that reads takes the time of arrival.

use super::{Also, Arrival, Kind, Pipes, Ready, Source};
use crate::engine::delay::OwnDelay;
use crate::engine::lines::LineBuffer;
use crate::interrupt::Interrupt;
use crossbeam_channel::{Receiver, Select, Sender, TryRecvError, TrySendError, bounded};
use std::io::{self, ErrorKind, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// So many pieces of output, of up to 16 KiB, wait to be taken; then the engine has to.
const WAITING: usize = 16;

#[derive(Debug)]
pub(super) struct Threaded {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Arrival>,
}

impl Threaded {
    pub(super) fn new(mut input: ChildStdin, mut output: ChildStdout) -> io::Result<Self> {
        let (to_engine, wanted) = bounded::<Vec<u8>>(1);
        let (arrived, from_engine) = bounded(WAITING);
        let ended = arrived.clone();
        // Both end with the pipes, or when nobody holds the other end of their channel.
        Builder::new().name("writer".to_owned()).spawn(move || {
            if wanted.iter().any(|bytes| input.write_all(&bytes).and_then(|()| input.flush()).is_err()) {
                let _ = ended.send(None);
            }
        })?;
        Builder::new().name("reader".to_owned()).spawn(move || {
            let mut chunk = vec![0; 16 * 1024].into_boxed_slice();
            let mut delay = OwnDelay::default();
            loop {
                delay.since_last_look();
                let count = match output.read(&mut chunk) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    read => read.unwrap_or(0),
                };
                let now = Instant::now();
                let now = now.checked_sub(delay.since_last_look()).unwrap_or(now);
                if arrived.send(Some((now, chunk[..count].to_vec()))).is_err() || count == 0 {
                    break;
                }
            }
        })?;
        Ok(Self { input: Some(to_engine), output: from_engine })
    }
}

impl Pipes for Threaded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.input.as_ref().ok_or(ErrorKind::BrokenPipe)?.try_send(bytes.to_vec()) {
            Ok(()) => Ok(bytes.len()),
            Err(TrySendError::Full(_)) => Err(ErrorKind::WouldBlock.into()),
            Err(TrySendError::Disconnected(_)) => Err(ErrorKind::BrokenPipe.into()),
        }
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    fn read(&mut self, into: &mut LineBuffer) -> io::Result<(usize, Instant)> {
        match self.output.try_recv() {
            Ok(Some((arrived, bytes))) => {
                into.push(&bytes);
                Ok((bytes.len(), arrived))
            }
            Ok(None) => Err(ErrorKind::BrokenPipe.into()),
            Err(TryRecvError::Empty) => Err(ErrorKind::WouldBlock.into()),
            Err(TryRecvError::Disconnected) => Ok((0, Instant::now())),
        }
    }

    fn wait(
        &self,
        interrupt: &Interrupt,
        also: Option<Also<'_>>,
        time: Duration,
    ) -> io::Result<Option<Ready>> {
        let Kind::Bell(bell) = interrupt.source().0 else { return Err(ErrorKind::Unsupported.into()) };
        let mut select = Select::new();
        select.recv(bell);
        select.recv(&self.output);
        match (also, &self.input) {
            (Some(Also::Input), Some(input)) => select.send(input),
            (Some(Also::Source(Source(Kind::Output(other)))), _) => select.recv(other),
            (Some(Also::Source(Source(Kind::Bell(other)))), _) => select.recv(other),
            _ => 0,
        };
        // Of several that are ready it takes one by chance; the end goes before.
        let first = select.ready_timeout(time).ok();
        let index = if interrupt.is_raised() { Some(0) } else { first };
        Ok(index.map(|index| [Ready::Interrupted, Ready::Output, Ready::Also][index]))
    }

    fn output(&self) -> Source<'_> {
        Source(Kind::Output(&self.output))
    }
}
