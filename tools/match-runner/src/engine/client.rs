//! An engine that runs, as the match speaks to it: handshake, games, moves, questions, and what goes wrong with them. The
//! words are those of its protocol.

mod ponder;

use super::fault::{Fault, FaultKind, Trouble};
use super::info::Info;
use super::options::Offered;
use super::process::Process;
use super::protocol::{self, Heard, Speech, Task};
use crate::clock::PlayerClock;
use crate::interrupt::Interrupt;
use crate::openings::Opening;
use crate::settings::raw::names;
use crate::settings::{EngineSettings, Limit, Protocol, Timeouts};
use games::Player;
use ponder::Pondering;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// An engine that has finished the handshake.
#[derive(Debug)]
pub struct Client {
    process: Process,
    speech: Box<dyn Speech>,
    /// Whether it is told how games end.
    pub(crate) gameover: bool,
    timeouts: Timeouts,
    /// What the user should know about its options.
    warnings: Vec<String>,
    /// The last line about its search, kept to avoid an allocation on each.
    main_line: String,
    /// What it said last that begins like an error since it was last asked to think.
    complaint: String,
    /// Whether it has said that it resigns since it was last asked to think.
    resigns: bool,
    batch: String,
    /// Whether it is to think on the opponent's time.
    pub(crate) ponder: bool,
    pondering: Option<Pondering>,
}

/// An engine's answer to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move, as text that may be anything; empty if there was none.
    pub best: String,
    /// From the write of `go` to the arrival of `bestmove`.
    pub elapsed: Duration,
    /// What it said about its search last.
    pub info: Info,
    /// Whether it said that it resigns.
    pub resigns: bool,
    /// The reply that it expects, if it is to ponder and has named one.
    pub expected: Option<String>,
}

impl Client {
    /// Starts an engine and finishes the handshake: identity, options, readiness.
    ///
    /// # Errors
    /// [`FaultKind::Start`] whatever goes wrong, or an interruption.
    pub fn start(
        settings: &EngineSettings,
        game: &str,
        builtin: &[String],
        timeouts: Timeouts,
        interrupt: &Interrupt,
    ) -> Result<Self, Trouble> {
        let process = Process::spawn(settings, builtin, interrupt)?;
        let mut client = Self {
            process,
            speech: protocol::speech(settings),
            gameover: settings.gameover,
            timeouts,
            warnings: Vec::new(),
            main_line: String::new(),
            complaint: String::new(),
            resigns: false,
            batch: String::new(),
            ponder: settings.ponder,
            pondering: None,
        };
        client.handshake(settings, game).map_err(|trouble| match trouble.or_stall("starting") {
            Trouble::Fault(fault) if fault.kind != FaultKind::Start => {
                Fault::new(FaultKind::Start, format!("in the handshake: {}", fault.detail)).into()
            }
            other => other,
        })?;
        Ok(client)
    }

    fn handshake(&mut self, settings: &EngineSettings, game: &str) -> Result<(), Trouble> {
        let deadline = Instant::now() + self.timeouts.start;
        let refused = |what: String| Trouble::from(Fault::new(FaultKind::Start, what));
        let hello = self.speech.hello();
        self.process.send(&hello, deadline)?;
        loop {
            let line = self.process.line(deadline).map_err(|trouble| match trouble {
                Trouble::TimedOut => refused(format!(
                    "no answer to '{}' within {} s; if it speaks another protocol, protocol=auto finds out which ({})",
                    hello.trim(),
                    self.timeouts.start.as_secs_f64(),
                    names::<Protocol>()
                )),
                other => other,
            })?;
            if self.speech.greeted(&line).map_err(refused)? {
                break;
            }
        }
        let mut setup = self.speech.setup(settings, game).map_err(refused)?;
        self.process.send(&format!("{}{}", setup.commands, self.speech.get_ready()), deadline)?;
        loop {
            let line = self.process.line(deadline)?;
            if self.speech.is_ready(&line).map_err(refused)? {
                break;
            }
            self.speech.remark(&line).map_or(Ok(()), |remark| setup.hear(remark)).map_err(refused)?;
        }
        self.warnings = setup.warnings;
        Ok(())
    }

    /// What the user should know about its options, a sentence each.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The options that it has announced.
    pub fn offered(&self) -> &[Offered] {
        self.speech.offered()
    }

    /// Its process, for those who talk to it in another manner from now on.
    pub fn into_process(self) -> Process {
        self.process
    }

    /// Tells it that a game begins; [`Self::await_ready`] ends that.
    pub(crate) fn begin_game(&mut self, seed: u64) -> Result<(), Trouble> {
        self.process.discard_pending()?;
        self.batch.clear();
        self.speech.begin_game(seed, &mut self.batch);
        let deadline = Instant::now() + self.timeouts.reply;
        self.process.send(&self.batch, deadline).map_err(|trouble| trouble.or_stall("beginning a game"))
    }

    /// Waits until it has done what it was told.
    pub(crate) fn await_ready(&mut self) -> Result<(), Trouble> {
        let deadline = Instant::now() + self.timeouts.reply;
        let stalled = |trouble: Trouble| trouble.or_stall("getting ready");
        loop {
            let line = self.process.line(deadline).map_err(stalled)?;
            if self.speech.is_ready(&line).map_err(|words| Fault::new(FaultKind::Error, words))? {
                return Ok(());
            }
        }
    }

    /// Has it choose a move within a limit, for which nobody's clock runs; with `patience` it is stopped when that is over.
    ///
    /// # Errors
    /// Whatever goes wrong; a move behind the end of the patience is a [`FaultKind::Time`].
    pub fn choose(
        &mut self,
        position: &Opening,
        limit: Limit,
        patience: Option<Duration>,
    ) -> Result<Reply, Trouble> {
        let clocks = [(); 2].map(|()| PlayerClock::new(limit, Duration::ZERO));
        self.think(&Task { position, clocks: &clocks, mover: Player::P1 }, patience, None)
    }

    /// Has it think. A time limit makes an answer that comes later a [`FaultKind::Time`], a missing one a
    /// [`FaultKind::Stall`]. What `other`, which ponders meanwhile, has to say is heard.
    pub(crate) fn think(
        &mut self,
        task: &Task<'_>,
        time: Option<Duration>,
        other: Option<&mut Self>,
    ) -> Result<Reply, Trouble> {
        match self.begin_search(task, false)? {
            None => self.answer(time, other),
            Some(known) => Ok(self.reply(known, None, Duration::ZERO)),
        }
    }

    /// Puts together what begins a search; a move if that is known already.
    fn begin_search(&mut self, task: &Task<'_>, ponder: bool) -> Result<Option<String>, Trouble> {
        std::thread::sleep(self.speech.pause().saturating_sub(self.process.arrived.elapsed()));
        self.process.discard_pending()?;
        self.main_line.clear();
        self.complaint.clear();
        self.resigns = false;
        self.batch.clear();
        let begun = self.speech.think(task, ponder, &mut self.batch);
        begun.map_err(|words| Fault::new(FaultKind::Error, words).into())
    }

    /// Sends the batch and waits for the move; the clock runs from here.
    fn answer(&mut self, time: Option<Duration>, mut other: Option<&mut Self>) -> Result<Reply, Trouble> {
        let limit = time.unwrap_or(self.timeouts.think);
        let sent = self.process.send(&self.batch, Instant::now() + limit);
        let start = self.process.sent;
        let reply = sent.and_then(|()| self.best_move(start, start + limit, other.as_deref_mut()));
        let in_time = |reply: Reply| match time {
            Some(time) if reply.elapsed > time => {
                let over = (reply.elapsed - time).as_secs_f64() * 1e3;
                Err(Fault::new(FaultKind::Time, format!("its move came {over:.1} ms too late")).into())
            }
            _ => Ok(reply),
        };
        match reply {
            Ok(reply) => in_time(reply),
            Err(Trouble::TimedOut) if time.is_some() => {
                // Out of time; but did it lose the clock, or itself?
                let deadline = Instant::now() + self.timeouts.reply;
                let stopped = self.process.send(self.speech.stop(), deadline);
                match stopped.and_then(|()| self.best_move(start, deadline, other)) {
                    Ok(reply) => in_time(reply),
                    Err(trouble) => Err(self.without_move(trouble, "out of time and told to stop")),
                }
            }
            Err(trouble) => Err(self.without_move(trouble, "thinking")),
        }
    }

    /// What it means that there is no move: that it said an error says more than that it was silent.
    fn without_move(&self, trouble: Trouble, doing: &str) -> Trouble {
        match trouble {
            Trouble::TimedOut if !self.complaint.is_empty() => refusal(&self.complaint),
            other => other.or_stall(doing),
        }
    }

    fn best_move(
        &mut self,
        start: Instant,
        deadline: Instant,
        mut other: Option<&mut Self>,
    ) -> Result<Reply, Trouble> {
        loop {
            let beside = other.as_deref().and_then(Self::ear);
            let Some(line) = self.process.line_beside(deadline, beside)? else {
                other.as_deref_mut().into_iter().for_each(Self::listen);
                continue;
            };
            match self.speech.hear(&line, &self.main_line) {
                Heard::Nothing if complains(&line) => keep(&mut self.complaint, &line),
                Heard::Nothing => {}
                Heard::Thought => keep(&mut self.main_line, &line),
                Heard::Resigns => self.resigns = true,
                Heard::Best(best, expected) => {
                    let elapsed = self.process.arrived.saturating_duration_since(start);
                    return Ok(self.reply(best, expected, elapsed));
                }
                Heard::Say(text) => self.process.send(&text, deadline)?,
                Heard::Refuses(words) => return Err(refusal(&words)),
            }
        }
    }

    fn reply(&self, best: String, expected: Option<String>, elapsed: Duration) -> Reply {
        let info = self.speech.info(&self.main_line);
        Reply { best, elapsed, info, resigns: self.resigns, expected }
    }

    /// Asks a question about a position, such as `gameover`; `None` if the engine does not know it.
    ///
    /// # Errors
    /// If it does not answer `isready` either.
    pub fn query(&mut self, position: &Opening, question: &str) -> Result<Option<String>, Trouble> {
        let Some(commands) = self.speech.query(position, question) else { return Ok(None) };
        let lines = self.ask(&commands)?;
        Ok(lines
            .iter()
            .rev()
            .find_map(|line| line.strip_prefix("response "))
            .map(|answer| answer.trim().to_owned()))
    }

    /// Sends commands that are done at once, and returns what it says to them. No search may be running.
    ///
    /// # Errors
    /// If it does not answer the `isready` that is sent behind them.
    pub fn ask(&mut self, commands: &str) -> Result<Vec<String>, Trouble> {
        self.process.discard_pending()?;
        self.batch.clear();
        // `isready` tells an engine that is slow from one that does not know what it is asked.
        let _ = write!(self.batch, "{commands}\n{}", self.speech.ask_ready());
        let deadline = Instant::now() + self.timeouts.reply;
        let stalled = |trouble: Trouble| trouble.or_stall("answering a query");
        self.process.send(&self.batch, deadline).map_err(stalled)?;
        let mut lines = Vec::new();
        loop {
            let line = self.process.line(deadline).map_err(stalled)?;
            if self.speech.is_ready(&line).unwrap_or(false) {
                return Ok(lines);
            }
            lines.push(line.into_owned());
        }
    }

    /// Tells it how a game ended (`win`, `lose`, `draw`); [`Self::await_ready`] waits until it has learned from it.
    pub(crate) fn game_over(&mut self, position: &Opening, result: &str) -> Result<(), Trouble> {
        self.process.discard_pending()?;
        let commands = self.speech.game_over(position, result).unwrap_or_else(|| self.speech.ask_ready());
        let deadline = Instant::now() + self.timeouts.reply;
        self.process.send(&commands, deadline).map_err(|trouble| trouble.or_stall("told the result"))
    }

    /// Asks it to quit, and kills it if it does not.
    ///
    /// # Errors
    /// [`FaultKind::RefusedToQuit`] if it had to be killed.
    pub fn quit(self) -> Result<(), Fault> {
        self.process.quit(self.speech.quit(), self.timeouts.quit)
    }
}

/// Keeps a line in place of the one before.
fn keep(kept: &mut String, line: &str) {
    kept.clear();
    kept.push_str(line);
}

/// Whether a line says that something is wrong, where the protocol has no word for that.
fn complains(line: &str) -> bool {
    let text = line.strip_prefix("info string ").unwrap_or(line);
    text.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("error"))
}

fn refusal(words: &str) -> Trouble {
    Fault::new(FaultKind::Error, format!("in place of a move it says {}", games::quoted(words))).into()
}
