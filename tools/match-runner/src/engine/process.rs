//! An engine's process and the two pipes to it. Every wait has a deadline and ends early when the match is
//! interrupted; no write blocks on an engine that does not read; and no process, nor any that it has started,
//! outlives its [`Process`].
//!
//! A worker waits in `poll` on the engine's output itself: the time of arrival is then taken by the thread that was
//! waiting, without a second thread in between that would have to be woken first on every move.

use super::command::command;
use super::delay::waited_for_processor;
use super::fault::{Fault, FaultKind, Trouble};
use super::lines::{LineBuffer, is_binary};
use super::strays::Mark;
use crate::interrupt::Interrupt;
use crate::settings::EngineSettings;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid};
use std::borrow::Cow;
use std::ops::Range;
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{Child, ChildStdin, ChildStdout};
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
    child: Child,
    group: Pid,
    input: Option<ChildStdin>,
    output: ChildStdout,
    lines: LineBuffer,
    chunk: Box<[u8]>,
    /// When the newest bytes arrived, or might have.
    arrived: Instant,
    /// The time that this thread had waited for a processor when it last looked; `None`: nobody wants to know.
    own_delay: Option<Duration>,
    /// How much of that came between the last two looks: so long the newest bytes may have been there unread.
    behind: Duration,
    /// Bytes read since the last command.
    flood: usize,
    interrupt: Interrupt,
    ended: bool,
    mark: Mark,
}

/// What a wait for one of two things ended with.
enum Ready {
    Output,
    Input,
    Other,
}

impl Process {
    /// Starts an engine in a process group of its own.
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
        let mark = Mark::set(&mut command);
        let mut child =
            command.spawn().map_err(|error| refused(format!("'{shown}' cannot be started: {error}")))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let ((input, output), group) =
            pipes.zip(group).ok_or_else(|| refused(format!("'{shown}' has no pipes")))?;
        let mut process = Self {
            name: settings.name.clone(),
            child,
            group,
            input: None,
            lines: LineBuffer::default(),
            chunk: vec![0; 16 * 1024].into_boxed_slice(),
            arrived: Instant::now(),
            own_delay: None,
            behind: Duration::ZERO,
            flood: 0,
            interrupt: interrupt.clone(),
            ended: false,
            mark,
            output,
        };
        for end in [input.as_fd(), process.output.as_fd()] {
            fcntl_getfl(end)
                .and_then(|flags| fcntl_setfl(end, flags | OFlags::NONBLOCK))
                .map_err(|error| refused(format!("its pipes cannot be set up: {error}")))?;
        }
        process.input = Some(input);
        Ok(process)
    }

    /// When the newest output arrived; with [`Self::count_own_delay`], the earliest time at which it can have.
    pub const fn arrived(&self) -> Instant {
        self.arrived
    }

    /// Whether time that this thread spends waiting for a processor is to be told from the engine's own. That costs a
    /// system call at each wait, so it is for where somebody's clock runs.
    pub fn count_own_delay(&mut self, wanted: bool) {
        self.own_delay = wanted.then(waited_for_processor);
        self.behind = Duration::ZERO;
    }

    /// Its output, to be waited for beside that of another.
    pub fn output(&self) -> BorrowedFd<'_> {
        self.output.as_fd()
    }

    /// Writes commands, each ended by a newline, in one go if the engine reads.
    ///
    /// # Errors
    /// [`Trouble::TimedOut`] if the engine does not read them before the deadline.
    pub fn send(&mut self, text: &str, deadline: Instant) -> Result<(), Trouble> {
        log::trace!("{} < {}", self.name, text.trim_end());
        self.flood = 0;
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let Some(input) = &self.input else { return Err(self.pipe_closed("input")) };
            match rustix::io::write(input, rest) {
                Ok(count) => rest = &rest[count..],
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    // Perhaps it does not read because nobody reads what it writes.
                    if let Ready::Output = self.wait(deadline, true, None)? {
                        self.fill()?;
                    }
                }
                Err(_) => return Err(self.pipe_closed("input")),
            }
        }
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
        other: Option<BorrowedFd<'_>>,
    ) -> Result<Option<Cow<'_, str>>, Trouble> {
        let line = loop {
            match self.next_range()? {
                Some(line) => break line,
                None => match self.wait(deadline, false, other)? {
                    Ready::Other => return Ok(None),
                    _ => drop(self.fill()?),
                },
            }
        };
        self.checked_text(line, "").map(Some)
    }

    /// The next line that has arrived already and is not blank.
    ///
    /// # Errors
    /// If it is no text.
    pub fn waiting_line(&mut self) -> Result<Option<Cow<'_, str>>, Trouble> {
        match self.next_range()? {
            Some(line) => self.checked_text(line, " (pondering)").map(Some),
            None => Ok(None),
        }
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
        match rustix::io::read(&self.output, &mut self.chunk[..]) {
            Ok(0) => Err(self.pipe_closed("output")),
            Ok(count) => {
                let now = Instant::now();
                self.arrived = now.checked_sub(self.behind).unwrap_or(now);
                self.flood += count;
                self.lines.push(&self.chunk[..count]);
                if self.flood > FLOOD { Err(garbage("a flood")) } else { Ok(true) }
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(false),
            Err(_) => Err(self.pipe_closed("output")),
        }
    }

    /// Waits until there is output, or the input takes more (`for_input`), or `other` can be read. Once the deadline has
    /// passed nothing is looked at any more, so that an engine that never stops talking cannot stretch it.
    fn wait(
        &mut self,
        deadline: Instant,
        for_input: bool,
        other: Option<BorrowedFd<'_>>,
    ) -> Result<Ready, Trouble> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(self.missed_deadline());
            }
            let timeout = Timespec {
                tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX),
                tv_nsec: left.subsec_nanos().into(),
            };
            let mut ends = [
                PollFd::new(&self.interrupt, PollFlags::IN),
                PollFd::new(&self.output, PollFlags::IN),
                PollFd::new(&self.interrupt, PollFlags::empty()),
            ];
            match (for_input, &self.input, &other) {
                (true, Some(input), _) => ends[2] = PollFd::new(input, PollFlags::OUT),
                (false, _, Some(other)) => ends[2] = PollFd::new(other, PollFlags::IN),
                _ => {}
            }
            let watched = if for_input || other.is_some() { 3 } else { 2 };
            let count = poll(&mut ends[..watched], Some(&timeout));
            let happened = [0, 1].map(|index: usize| !ends[index].revents().is_empty());
            if let Some(before) = &mut self.own_delay {
                let after = waited_for_processor();
                self.behind = after.saturating_sub(std::mem::replace(before, after));
            }
            match count {
                _ if happened[0] => return Err(Trouble::Interrupted),
                Ok(0) => return Err(self.missed_deadline()),
                Ok(_) if happened[1] => return Ok(Ready::Output),
                Ok(_) if for_input => return Ok(Ready::Input),
                Ok(_) => return Ok(Ready::Other),
                Err(Errno::INTR) => {}
                Err(error) => {
                    return Err(Fault::new(FaultKind::ClosedPipe, format!("waiting failed: {error}")).into());
                }
            }
        }
    }

    /// What it means that a deadline has passed: a process that has ended without its pipes being closed, because
    /// one that it started holds them, has crashed.
    fn missed_deadline(&self) -> Trouble {
        match self.status() {
            Some(status) => crash(&status).into(),
            None => Trouble::TimedOut,
        }
    }

    /// How it ended, if it has. It is left to be reaped, so that its group keeps its number.
    fn status(&self) -> Option<WaitIdStatus> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(self.group), options).ok().flatten()
    }

    /// What it means that a pipe is closed: usually that the process has ended.
    fn pipe_closed(&mut self, which: &str) -> Trouble {
        let fault = match self.wait_for_end(DYING) {
            Some(status) => {
                Fault::new(FaultKind::Crash, format!("the process ended ({})", describe(&status)))
            }
            None => Fault::new(FaultKind::ClosedPipe, format!("it closed its {which}, but still runs")),
        };
        fault.into()
    }

    /// Waits until the process has ended. What it still writes is thrown away: it may be blocked by that. Here, off
    /// the path of moves, it looks again and again.
    fn wait_for_end(&mut self, patience: Duration) -> Option<WaitIdStatus> {
        let deadline = Instant::now() + patience;
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(status) = self.status() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            for _ in 0..64 {
                if !matches!(rustix::io::read(&self.output, &mut self.chunk[..]), Ok(1..)) {
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
        self.input = None;
        let refused = self.wait_for_end(patience).is_none();
        if refused {
            let _ = kill_process_group(self.group, Signal::TERM);
            self.wait_for_end(TERMINATION);
        }
        self.end();
        if refused {
            let detail =
                format!("it still ran {} s after '{}' and was killed", patience.as_secs_f64(), words.trim());
            return Err(Fault::new(FaultKind::RefusedToQuit, detail));
        }
        Ok(())
    }

    /// Kills whatever is left of its group, and reaps it.
    fn end(&mut self) {
        if !self.ended {
            self.ended = true;
            let _ = kill_process_group(self.group, Signal::KILL);
            let _ = self.child.kill();
            self.mark.end_strays(self.group);
            let _ = self.child.wait();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

fn garbage(what: &str) -> Trouble {
    Fault::new(FaultKind::Garbage, format!("{what} on its output")).into()
}

fn crash(status: &WaitIdStatus) -> Fault {
    Fault::new(FaultKind::Crash, format!("the process ended ({})", describe(status)))
}

/// How a process ended, in words.
fn describe(status: &WaitIdStatus) -> String {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => format!("exit status {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "unknown status".to_owned(),
    }
}
