//! An engine's process and the two pipes to it. Every wait has a deadline and ends early when the match is
//! interrupted; no write blocks on an engine that does not read; and no process, nor any that it has started,
//! outlives its [`Process`].
//!
//! A worker waits in `poll` on the engine's output itself: the time of arrival is then taken by the thread that was
//! waiting, without a second thread in between that would have to be woken first on every move.

use super::fault::{Fault, FaultKind, Trouble};
use super::lines::{LineBuffer, is_binary};
use crate::interrupt::Interrupt;
use crate::settings::{EngineSettings, Program};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid};
use std::borrow::Cow;
use std::fs::File;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// More output than this in answer to one command is a flood.
const FLOOD: usize = 64 << 20;
/// How long a process that has closed its pipes is given to end before that counts as something else than a crash.
const DYING: Duration = Duration::from_millis(500);
/// How long a process may take to end after SIGTERM, before SIGKILL.
const TERMINATION: Duration = Duration::from_millis(300);

/// A running engine.
#[derive(Debug)]
pub struct Process {
    name: String,
    child: Child,
    group: Pid,
    input: Option<ChildStdin>,
    output: ChildStdout,
    lines: LineBuffer,
    chunk: Box<[u8]>,
    /// When the newest bytes arrived.
    arrived: Instant,
    /// Bytes read since the last command.
    flood: usize,
    interrupt: Interrupt,
    ended: bool,
}

/// What a wait for one of two things ended with.
enum Ready {
    Output,
    Input,
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
            flood: 0,
            interrupt: interrupt.clone(),
            ended: false,
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

    /// When the newest output arrived.
    #[must_use]
    pub const fn arrived(&self) -> Instant {
        self.arrived
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
                    if let Ready::Output = self.wait(deadline, true)? {
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
        let line = loop {
            match self.lines.take() {
                Err(_) => return Err(garbage("a line without end")),
                Ok(Some(line)) if self.lines.text(line.clone()).is_empty() => {}
                Ok(Some(line)) => break line,
                Ok(None) => {
                    self.wait(deadline, false)?;
                    self.fill()?;
                }
            }
        };
        let text = self.lines.text(line);
        log::trace!("{} > {text}", self.name);
        if is_binary(&text) { Err(garbage("binary data")) } else { Ok(text) }
    }

    /// Reads what has come already and forgets it: the answer to a command is what comes after the command.
    ///
    /// # Errors
    /// If the engine has misbehaved in the meantime.
    pub fn discard_pending(&mut self) -> Result<(), Trouble> {
        self.flood = 0;
        loop {
            while let Some(line) = self.lines.take().map_err(|_| garbage("a line without end"))? {
                let text = self.lines.text(line);
                log::trace!("{} > {text} (unasked)", self.name);
                if is_binary(&text) {
                    return Err(garbage("binary data"));
                }
            }
            if !self.fill()? {
                return Ok(());
            }
        }
    }

    /// Reads once without waiting; `false` if there was nothing.
    fn fill(&mut self) -> Result<bool, Trouble> {
        match rustix::io::read(&self.output, &mut self.chunk[..]) {
            Ok(0) => Err(self.pipe_closed("output")),
            Ok(count) => {
                self.arrived = Instant::now();
                self.flood += count;
                self.lines.push(&self.chunk[..count]);
                if self.flood > FLOOD { Err(garbage("a flood")) } else { Ok(true) }
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(false),
            Err(_) => Err(self.pipe_closed("output")),
        }
    }

    /// Waits until there is output, or the input takes more. Once the deadline has passed nothing is looked at any
    /// more, so that an engine that never stops talking cannot stretch it.
    fn wait(&self, deadline: Instant, for_input: bool) -> Result<Ready, Trouble> {
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
            if let (true, Some(input)) = (for_input, &self.input) {
                ends[2] = PollFd::new(input, PollFlags::OUT);
            }
            let watched = if for_input { 3 } else { 2 };
            let count = poll(&mut ends[..watched], Some(&timeout));
            let happened = |index: usize| !ends[index].revents().is_empty();
            match count {
                _ if happened(0) => return Err(Trouble::Interrupted),
                Ok(0) => return Err(self.missed_deadline()),
                Ok(_) if happened(1) => return Ok(Ready::Output),
                Ok(_) => return Ok(Ready::Input),
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

    /// Asks it to quit, and sees to it that it ends.
    ///
    /// # Errors
    /// If it had to be killed.
    pub fn quit(mut self, patience: Duration) -> Result<(), Fault> {
        // An engine that does not read will not quit; it is not worth waiting for the pipe.
        let _ = self.send("quit\n", Instant::now());
        self.input = None;
        let refused = self.wait_for_end(patience).is_none();
        if refused {
            let _ = kill_process_group(self.group, Signal::TERM);
            self.wait_for_end(TERMINATION);
        }
        self.end();
        if refused {
            let detail = format!("it still ran {} s after 'quit' and was killed", patience.as_secs_f64());
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

/// The command that starts an engine.
fn command(settings: &EngineSettings, builtin: &[String]) -> Result<Command, Fault> {
    let (path, args) = match &settings.program {
        Program::Command { path, args } => (path.clone(), &args[..]),
        Program::Builtin => match builtin.split_first() {
            Some((path, args)) => (PathBuf::from(path), args),
            None => return Err(Fault::new(FaultKind::Start, "there is no built-in engine here")),
        },
    };
    let mut command = Command::new(path);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).process_group(0);
    command.envs(settings.env.iter().map(|(name, value)| (name, value)));
    if let Some(dir) = &settings.dir {
        // The system's own message would be that the program is not there.
        let wrong = match dir.metadata() {
            Ok(found) if found.is_dir() => None,
            Ok(_) => Some("this is no folder".to_owned()),
            Err(error) => Some(error.to_string()),
        };
        if let Some(wrong) = wrong {
            return Err(Fault::new(FaultKind::Start, format!("dir = '{}': {wrong}", dir.display())));
        }
        command.current_dir(dir);
    }
    command.stderr(match &settings.stderr {
        None => Stdio::null(),
        Some(path) => {
            File::options().create(true).append(true).open(path).map(Stdio::from).map_err(|error| {
                Fault::new(FaultKind::Start, format!("stderr = '{}': {error}", path.display()))
            })?
        }
    });
    Ok(command)
}
