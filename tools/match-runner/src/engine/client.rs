//! The protocol as the runner speaks it: handshake, options, games, moves, questions. UGI and UCI differ in a few
//! words only; here is the one place that knows them.

mod ponder;

use super::fault::{Fault, FaultKind, Trouble};
use super::info::{self, Info};
use super::options::Offered;
use super::process::Process;
use super::setup::Setup;
use crate::interrupt::Interrupt;
use crate::settings::{EngineSettings, Protocol, Timeouts};
use ponder::Pondering;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// An engine that has finished the handshake.
#[derive(Debug)]
pub struct Client {
    process: Process,
    protocol: Protocol,
    gameover: bool,
    timeouts: Timeouts,
    offered: Vec<Offered>,
    /// What the user should know about its options.
    warnings: Vec<String>,
    seed_is_fixed: bool,
    /// The last line with a score, kept to avoid an allocation on each.
    main_line: String,
    /// Whether it has said that it resigns since it was last asked to think.
    resigns: bool,
    batch: String,
    /// Whether it is to think on the opponent's time.
    ponder: bool,
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
            protocol: settings.protocol,
            gameover: settings.gameover,
            timeouts,
            offered: Vec::new(),
            warnings: Vec::new(),
            seed_is_fixed: settings.options.iter().any(|option| option.name.eq_ignore_ascii_case("seed")),
            main_line: String::new(),
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
        let (hello, welcome) = match self.protocol {
            Protocol::Ugi => ("ugi\n", "ugiok"),
            Protocol::Uci => ("uci\n", "uciok"),
        };
        self.process.send(hello, deadline)?;
        loop {
            let line = self.process.line(deadline)?;
            if line == welcome {
                break;
            }
            self.offered.extend(Offered::parse(&line));
        }
        let refused = |what: String| Trouble::from(Fault::new(FaultKind::Start, what));
        let mut setup = Setup::new(&self.offered, &settings.options, game).map_err(refused)?;
        if settings.ponder && self.offered.iter().any(|option| option.is("Ponder")) {
            setup.commands.push_str("setoption name Ponder value true\n");
        }
        self.process.send(&format!("{}isready\n", setup.commands), deadline)?;
        loop {
            let line = self.process.line(deadline)?;
            if line == "readyok" {
                break;
            }
            setup.hear(&line).map_err(refused)?;
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
        &self.offered
    }

    /// Its process, for those who talk to it in another manner from now on.
    pub fn into_process(self) -> Process {
        self.process
    }

    /// Tells it that a game begins; [`Self::await_ready`] ends that.
    ///
    /// # Errors
    /// If it does not take the commands.
    pub fn begin_game(&mut self, seed: u64) -> Result<(), Trouble> {
        self.process.discard_pending()?;
        self.batch.clear();
        if let Some(option) = self.offered.iter().find(|option| option.is("Seed") && !self.seed_is_fixed) {
            self.batch.extend(option.command(&option.number(seed).to_string()));
        }
        self.batch.push_str(match self.protocol {
            Protocol::Ugi => "uginewgame\nisready\n",
            Protocol::Uci => "ucinewgame\nisready\n",
        });
        let deadline = Instant::now() + self.timeouts.reply;
        self.process.send(&self.batch, deadline).map_err(|trouble| trouble.or_stall("beginning a game"))
    }

    /// Waits for `readyok`.
    ///
    /// # Errors
    /// If it does not come.
    pub fn await_ready(&mut self) -> Result<(), Trouble> {
        let deadline = Instant::now() + self.timeouts.reply;
        self.await_line("readyok", deadline).map_err(|trouble| trouble.or_stall("getting ready"))
    }

    fn await_line(&mut self, expected: &str, deadline: Instant) -> Result<(), Trouble> {
        while self.process.line(deadline)? != expected {}
        Ok(())
    }

    /// Has it think about a position. `position` and `go` are commands without newlines; a time limit makes an answer
    /// that comes later a [`FaultKind::Time`], a missing one a [`FaultKind::Stall`]. What `other`, which ponders
    /// meanwhile, has to say is heard.
    ///
    /// # Errors
    /// Whatever goes wrong.
    pub fn go(
        &mut self,
        position: &str,
        go: &str,
        time: Option<Duration>,
        other: Option<&mut Self>,
    ) -> Result<Reply, Trouble> {
        self.process.discard_pending()?;
        self.main_line.clear();
        self.resigns = false;
        self.batch.clear();
        let _ = writeln!(self.batch, "{position}\n{go}");
        self.answer(time, other)
    }

    /// Sends the batch and waits for the move; the clock runs from here.
    fn answer(&mut self, time: Option<Duration>, mut other: Option<&mut Self>) -> Result<Reply, Trouble> {
        self.process.count_own_delay(time.is_some());
        let start = Instant::now();
        let deadline = start + time.unwrap_or(self.timeouts.think);
        let sent = self.process.send(&self.batch, deadline);
        let reply = sent.and_then(|()| self.best_move(start, deadline, other.as_deref_mut()));
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
                // Out of time; but did it lose the clock, or itself? Or did this thread only get to look too late?
                let deadline = Instant::now() + self.timeouts.reply;
                let stopped = self.process.send("stop\n", deadline);
                match stopped.and_then(|()| self.best_move(start, deadline, other)) {
                    Ok(reply) => in_time(reply),
                    Err(trouble) => Err(trouble.or_stall("out of time and told to stop")),
                }
            }
            Err(trouble) => Err(trouble.or_stall("thinking")),
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
            if let Some(best) = heard(&line, &mut self.main_line, &mut self.resigns) {
                let elapsed = self.process.arrived().saturating_duration_since(start);
                return Ok(self.reply(best, elapsed));
            }
        }
    }

    /// The answer, from what stands behind `bestmove`.
    fn reply(&self, best: String, elapsed: Duration) -> Reply {
        let mut words = best.split_whitespace();
        let m = words.next().unwrap_or_default().to_owned();
        let named = match words.next() {
            Some("ponder") => words.next(),
            _ => None,
        };
        let expected = if self.ponder { named.or_else(|| info::expected(&self.main_line, &m)) } else { None };
        Reply {
            elapsed,
            info: Info::parse(&self.main_line),
            resigns: self.resigns,
            expected: expected.filter(|m| !matches!(*m, "0000" | "(none)")).map(str::to_owned),
            best: m,
        }
    }

    /// Asks a question about the position set last, such as `gameover`; `None` if the engine does not know it.
    ///
    /// # Errors
    /// If it does not answer `isready` either.
    pub fn query(&mut self, position: &str, question: &str) -> Result<Option<String>, Trouble> {
        let lines = self.ask(&format!("{position}\nquery {question}"))?;
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
        let _ = writeln!(self.batch, "{commands}\nisready");
        let deadline = Instant::now() + self.timeouts.reply;
        let stalled = |trouble: Trouble| trouble.or_stall("answering a query");
        self.process.send(&self.batch, deadline).map_err(stalled)?;
        let mut lines = Vec::new();
        loop {
            let line = self.process.line(deadline).map_err(stalled)?;
            if line == "readyok" {
                return Ok(lines);
            }
            lines.push(line.into_owned());
        }
    }

    /// Whether it is told how games end.
    pub const fn hears_results(&self) -> bool {
        self.gameover
    }

    /// Tells it how a game ended (`win`, `lose`, `draw`); [`Self::await_ready`] waits until it has learned from it.
    ///
    /// # Errors
    /// If it does not take the commands.
    pub fn game_over(&mut self, position: &str, result: &str) -> Result<(), Trouble> {
        self.process.discard_pending()?;
        self.batch.clear();
        let _ = writeln!(self.batch, "{position}\ngameover {result}\nisready");
        let deadline = Instant::now() + self.timeouts.reply;
        self.process.send(&self.batch, deadline).map_err(|trouble| trouble.or_stall("told the result"))
    }

    /// Asks it to quit, and kills it if it does not.
    ///
    /// # Errors
    /// [`FaultKind::RefusedToQuit`] if it had to be killed.
    pub fn quit(self) -> Result<(), Fault> {
        self.process.quit(self.timeouts.quit)
    }
}

/// Takes in a line of a search; the rest of the line behind `bestmove`, if it is that.
fn heard(line: &str, main_line: &mut String, resigns: &mut bool) -> Option<String> {
    if let Some(rest) = line.strip_prefix("bestmove") {
        return Some(rest.to_owned());
    }
    if info::is_main_line(line) {
        main_line.clear();
        main_line.push_str(line);
    } else {
        *resigns |= info::is_resignation(line);
    }
    None
}
