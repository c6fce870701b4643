//! An engine's process and the two pipes to it. Every wait has a deadline and ends early when the match is
//! interrupted; no write blocks on an engine that does not read; and no process, nor any that it has started,
//! outlives its [`Process`].

use super::command::command;
use super::delay::OwnDelay;
use super::fault::{Fault, FaultKind, Trouble};
use super::group::Group;
use super::lines::{LineBuffer, is_binary};
use super::pipes::{Also, Pipes, Ready, Source, pipes};
use crate::interrupt::Interrupt;
use crate::settings::EngineSettings;
use std::borrow::Cow;
use std::io::ErrorKind;
use std::ops::Range;
use std::time::{Duration, Instant};

/// More output than this in answer to one command is a flood.
const FLOOD: usize = 64 << 20;
/// How long a process that has closed its pipes is given to end before that counts as something else than a crash.
const DYING: Duration = Duration::from_millis(500);
/// How long a process may take to end after SIGTERM, before SIGKILL.
const TERMINATION: Duration = Duration::from_millis(300);

#[derive(Debug)]
pub struct Process {
    name: String,
    group: Group,
    pipes: Box<dyn Pipes>,
    lines: LineBuffer,
    delay: OwnDelay,
    /// The latest time at which the engine can have got the newest command: when the write began, and behind it whatever time
    /// this thread has then waited for a processor.
    pub(super) sent: Instant,
    /// The earliest time at which the newest output can have arrived.
    pub(super) arrived: Instant,
    /// Bytes read since the last command.
    flood: usize,
    interrupt: Interrupt,
}

impl Process {
    /// Starts an engine in a group of its own.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn spawn(
        settings: &EngineSettings,
        builtin: &[String],
        interrupt: &Interrupt,
    ) -> Result<Self, Fault> {
        let mut command = command(settings, builtin)?;
        let shown = command.get_program().to_string_lossy().into_owned();
        let refused = |what: String| Fault::new(FaultKind::Start, what);
        let mut group = Group::spawn(&mut command)
            .map_err(|error| refused(format!("'{shown}' cannot be started: {error}{}", advice(&error))))?;
        let (input, output) = group.take_pipes().ok_or_else(|| refused(format!("'{shown}' has no pipes")))?;
        let pipes = pipes(input, output, interrupt)
            .map_err(|error| refused(format!("its pipes cannot be set up: {error}")))?;
        Ok(Self {
            name: settings.name.clone(),
            group,
            pipes,
            lines: LineBuffer::default(),
            delay: OwnDelay::default(),
            sent: Instant::now(),
            arrived: Instant::now(),
            flood: 0,
            interrupt: interrupt.clone(),
        })
    }

    /// Its output, to be waited for beside that of another.
    pub(super) fn output(&self) -> Source<'_> {
        self.pipes.output()
    }

    /// Writes commands, each ended by a newline, in one go if the engine reads.
    ///
    /// # Errors
    /// [`Trouble::TimedOut`] if the engine does not read them before the deadline.
    pub fn send(&mut self, text: &str, deadline: Instant) -> Result<(), Trouble> {
        log::trace!("{} < {}", self.name, text.trim_end());
        self.flood = 0;
        self.delay.since_last_look();
        self.pipes.begin(self.delay);
        self.sent = Instant::now();
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            match self.pipes.write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    // Perhaps it does not read because nobody reads what it writes.
                    if self.wait(deadline, Some(Also::Input))? == Ready::Output {
                        self.fill()?;
                    }
                }
                Err(_) => return Err(self.pipe_closed("input")),
            }
        }
        self.sent += self.delay.since_last_look();
        Ok(())
    }

    /// The next line of output that is not blank.
    ///
    /// # Errors
    /// [`Trouble::TimedOut`] if there is none before the deadline.
    pub fn line(&mut self, deadline: Instant) -> Result<Cow<'_, str>, Trouble> {
        // Without another one to wait for, it is always a line.
        Ok(self.line_beside(deadline, None)?.unwrap_or_default())
    }

    /// The next line of output that is not blank, or `None` if there is none yet and `other` can be read.
    ///
    /// # Errors
    /// [`Trouble::TimedOut`] if there is neither before the deadline.
    pub fn line_beside(
        &mut self,
        deadline: Instant,
        other: Option<Source<'_>>,
    ) -> Result<Option<Cow<'_, str>>, Trouble> {
        let line = loop {
            match self.next_range()? {
                Some(line) => break line,
                None if self.wait(deadline, other.map(Also::Source))? == Ready::Also => return Ok(None),
                None => drop(self.fill()?),
            }
        };
        self.checked_text(line, "").map(Some)
    }

    /// The next line that has arrived already and is not blank.
    ///
    /// # Errors
    /// If it is no text.
    pub fn waiting_line(&mut self) -> Result<Option<Cow<'_, str>>, Trouble> {
        self.next_range()?.map(|line| self.checked_text(line, " (pondering)")).transpose()
    }

    /// Where the next line that is not blank stands, if it has arrived.
    fn next_range(&mut self) -> Result<Option<Range<usize>>, Trouble> {
        while let Some(line) = self.lines.take().map_err(|_| garbage("a line without end"))? {
            if !self.lines.text(line.clone()).is_empty() {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    fn checked_text(&self, line: Range<usize>, remark: &str) -> Result<Cow<'_, str>, Trouble> {
        let text = self.lines.text(line);
        log::trace!("{} > {text}{remark}", self.name);
        if is_binary(&text) { Err(garbage("binary data")) } else { Ok(text) }
    }

    /// Reads what has come already and forgets it: the answer to a command is what comes after the command.
    ///
    /// # Errors
    /// If the engine has misbehaved in the meantime.
    pub fn discard_pending(&mut self) -> Result<(), Trouble> {
        self.flood = 0;
        loop {
            while let Some(line) = self.next_range()? {
                self.checked_text(line, " (unasked)")?;
            }
            if !self.fill()? {
                return Ok(());
            }
        }
    }

    /// Reads once without waiting; `false` if there was nothing.
    ///
    /// # Errors
    /// If its output is closed, or a flood.
    pub fn fill(&mut self) -> Result<bool, Trouble> {
        match self.pipes.read(&mut self.lines) {
            Ok((0, _)) => Err(self.pipe_closed("output")),
            Ok((count, arrived)) => {
                self.arrived = arrived;
                self.flood += count;
                if self.flood > FLOOD { Err(garbage("a flood")) } else { Ok(true) }
            }
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock | ErrorKind::Interrupted => Ok(false),
                ErrorKind::BrokenPipe => Err(self.pipe_closed("input")),
                _ => Err(self.pipe_closed("output")),
            },
        }
    }

    /// Waits until there is output, or what is waited for beside it. When the deadline has passed, what may have been there before
    /// is still taken; but an engine that never stops talking cannot stretch it.
    fn wait(&mut self, deadline: Instant, also: Option<Also<'_>>) -> Result<Ready, Trouble> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() && self.arrived > deadline {
                return Err(self.missed_deadline());
            }
            match self.pipes.wait(&self.interrupt, also, left) {
                Ok(Some(Ready::Interrupted)) => return Err(Trouble::Interrupted),
                Ok(Some(ready)) => return Ok(ready),
                Ok(None) => return Err(self.missed_deadline()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    return Err(Fault::new(FaultKind::ClosedPipe, format!("waiting failed: {error}")).into());
                }
            }
        }
    }

    /// What it means that a deadline has passed: a process that has ended without its pipes being closed, because
    /// one that it started holds them, has crashed.
    fn missed_deadline(&mut self) -> Trouble {
        match self.group.status() {
            Some(status) => crash(&status).into(),
            None => Trouble::TimedOut,
        }
    }

    /// What it means that a pipe is closed: usually that the process has ended.
    fn pipe_closed(&mut self, which: &str) -> Trouble {
        let fault = match self.wait_for_end(DYING) {
            Some(status) => crash(&status),
            None => Fault::new(FaultKind::ClosedPipe, format!("it closed its {which}, but still runs")),
        };
        fault.into()
    }

    /// Waits until the process has ended. What it still writes is thrown away: it may be blocked by that. Here, off
    /// the path of moves, it looks again and again.
    fn wait_for_end(&mut self, patience: Duration) -> Option<String> {
        let deadline = Instant::now() + patience;
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(status) = self.group.status() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            for _ in 0..64 {
                if !matches!(self.pipes.read(&mut LineBuffer::default()), Ok((1.., _))) {
                    break;
                }
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }

    /// Asks it to quit with these words, and sees to it that it ends.
    ///
    /// # Errors
    /// If it had to be killed.
    pub fn quit(mut self, words: &str, patience: Duration) -> Result<(), Fault> {
        // An engine that does not read will not quit; it is not worth waiting for the pipe.
        let _ = self.send(words, Instant::now());
        self.pipes.close_input();
        if self.wait_for_end(patience).is_none() {
            self.group.terminate();
            self.wait_for_end(TERMINATION);
            let detail =
                format!("it still ran {} s after '{}' and was killed", patience.as_secs_f64(), words.trim());
            return Err(Fault::new(FaultKind::RefusedToQuit, detail));
        }
        Ok(())
    }
}

/// What may help one who has written an engine as a script.
fn advice(error: &std::io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::PermissionDenied => "; to make a script a program: chmod +x FILE",
        // Its number on Linux and macOS.
        _ if cfg!(unix) && error.raw_os_error() == Some(8) => {
            "; a script without '#!' in its first line needs its interpreter: command = \"python3 FILE\""
        }
        _ => "",
    }
}

fn garbage(what: &str) -> Trouble {
    Fault::new(FaultKind::Garbage, format!("{what} on its output")).into()
}

fn crash(status: &str) -> Fault {
    Fault::new(FaultKind::Crash, format!("the process ended ({status})"))
}
