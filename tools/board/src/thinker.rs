//! An engine that thinks: a thread that owns its process, takes orders without ever making the asker wait, and reports
//! what the engine says line by line, or how it misbehaved.

use crate::live::Live;
use match_runner::engine::{Client, Fault, FaultKind, Process, Trouble};
use match_runner::interrupt::Interrupt;
use match_runner::settings::{EngineSettings, Protocol, Timeouts};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// An engine that is given up is not offered at all, or ends a game: it is waited for, however busy the machine is.
pub const PATIENT: Timeouts = Timeouts {
    start: Duration::from_secs(30),
    reply: Duration::from_secs(30),
    think: Duration::from_secs(60),
    quit: Duration::from_secs(2),
};
/// How long an engine may take for what no limit governs.
const PATIENCE: Duration = Duration::from_secs(5);
/// A wait without end, for the clock's purposes.
const DAY: Duration = Duration::from_secs(86_400);
/// How long an engine may take to end before it is killed.
const QUIT: Duration = Duration::from_millis(300);

#[derive(Clone, Debug)]
pub struct Said {
    pub thinker: u64,
    pub what: What,
}

#[derive(Clone, Debug)]
pub enum What {
    /// It runs; what it said of its options.
    Ready(Vec<String>),
    /// A line while this search runs, or (0) while none does.
    Line(u64, String),
    /// The search has ended with this move; with none, if it was but a question that ended with `isready`.
    Best(u64, String),
    /// It has misbehaved, and is gone.
    Fault(Fault),
}

enum Order {
    Search { number: u64, commands: String, patience: Option<Duration> },
    Stop,
    Tell(String),
}

/// An engine that thinks. It is ended when this is dropped.
pub struct Thinker {
    number: u64,
    protocol: Protocol,
    orders: Sender<Order>,
    wake: Interrupt,
    interrupt: Interrupt,
    searches: u64,
}

impl Thinker {
    /// Starts an engine; how that went is reported.
    ///
    /// # Errors
    /// If the system refuses a thread or a file handle.
    pub fn start<E: From<Said> + Send + 'static>(
        number: u64,
        settings: EngineSettings,
        game: &str,
        builtin: &[String],
        reports: crossbeam_channel::Sender<E>,
    ) -> std::io::Result<Self> {
        let (interrupt, wake) = (Interrupt::new()?, Interrupt::new()?);
        let (orders, wanted) = channel();
        let protocol = settings.protocol;
        let (game, builtin, switch) = (game.to_owned(), builtin.to_vec(), interrupt.clone());
        let bell = wake.clone();
        let live = Live::begin();
        std::thread::Builder::new().name(format!("engine {number}")).spawn(move || {
            let _live = live;
            let report = |what: What| reports.send(Said { thinker: number, what }.into()).is_ok();
            let client = Client::start(&settings, &game, &builtin, PATIENT, &switch);
            let outcome = client.and_then(|client| {
                report(What::Ready(client.warnings().to_vec()));
                let process = client.into_process();
                Desk { process, wanted, wake: bell, search: None, next: None, stopped: false, until: None }
                    .serve(&report)
            });
            if let Err(Trouble::Fault(fault)) = outcome {
                report(What::Fault(fault));
            }
        })?;
        Ok(Self { number, protocol, orders, wake, interrupt, searches: 0 })
    }

    pub const fn number(&self) -> u64 {
        self.number
    }

    pub const fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Has it search, when it has ended the search before; returns the search's number. If no answer comes within
    /// `patience`, it is told to stop, and if that does not help, it is ended.
    pub fn search(&mut self, commands: String, patience: Option<Duration>) -> u64 {
        self.searches += 1;
        self.order(Order::Search { number: self.searches, commands, patience });
        self.searches
    }

    /// Has it end its search; the move comes as ever.
    pub fn stop(&mut self) {
        self.order(Order::Stop);
    }

    /// Tells it something that is done at once.
    pub fn tell(&mut self, commands: String) {
        self.order(Order::Tell(commands));
    }

    fn order(&mut self, order: Order) {
        // If the thread has ended, that has been reported.
        let _ = self.orders.send(order);
        self.wake.raise();
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.interrupt.raise();
    }
}

struct Desk {
    process: Process,
    wanted: Receiver<Order>,
    wake: Interrupt,
    search: Option<u64>,
    /// The one that begins when it has ended.
    next: Option<(u64, String, Option<Duration>)>,
    /// Whether the search has been told to stop.
    stopped: bool,
    until: Option<Instant>,
}

impl Desk {
    fn serve(mut self, report: &dyn Fn(What) -> bool) -> Result<(), Trouble> {
        loop {
            let deadline = self.until.unwrap_or_else(|| Instant::now() + DAY);
            match self.process.line_beside(deadline, Some(self.wake.source())) {
                Ok(Some(line)) => {
                    let line = line.into_owned();
                    if !report(self.hear(line)) {
                        break;
                    }
                    self.begin_next()?;
                }
                Ok(None) => self.take_orders()?,
                Err(Trouble::TimedOut) if self.search.is_some() && !self.stopped => self.stop()?,
                Err(Trouble::TimedOut) if self.search.is_some() => {
                    return Err(Fault::new(FaultKind::Stall, "no answer, also not to 'stop'").into());
                }
                Err(Trouble::TimedOut) => self.until = None,
                Err(Trouble::Interrupted) => break,
                Err(trouble) => return Err(trouble),
            }
        }
        let _ = self.process.quit("quit\n", QUIT);
        Ok(())
    }

    fn hear(&mut self, line: String) -> What {
        match (line.strip_prefix("bestmove"), self.search) {
            (Some(best), Some(number)) => {
                (self.search, self.until) = (None, None);
                What::Best(number, best.split_whitespace().next().unwrap_or_default().to_owned())
            }
            (None, Some(number)) if line == "readyok" => {
                (self.search, self.until) = (None, None);
                What::Best(number, String::new())
            }
            _ => What::Line(self.search.unwrap_or(0), line),
        }
    }

    fn take_orders(&mut self) -> Result<(), Trouble> {
        self.wake.lower();
        while let Ok(order) = self.wanted.try_recv() {
            match order {
                Order::Search { number, commands, patience } => {
                    self.next = Some((number, commands, patience));
                    self.stop()?;
                    self.begin_next()?;
                }
                Order::Stop => {
                    self.next = None;
                    self.stop()?;
                }
                Order::Tell(commands) => self.send(&commands)?,
            }
        }
        Ok(())
    }

    fn stop(&mut self) -> Result<(), Trouble> {
        if self.search.is_some() && !self.stopped {
            self.stopped = true;
            self.send("stop")?;
            self.until = Some(Instant::now() + PATIENCE);
        }
        Ok(())
    }

    fn begin_next(&mut self) -> Result<(), Trouble> {
        if self.search.is_none()
            && let Some((number, commands, patience)) = self.next.take()
        {
            self.send(&commands)?;
            (self.search, self.stopped) = (Some(number), false);
            self.until = patience.map(|patience| Instant::now() + patience);
        }
        Ok(())
    }

    fn send(&mut self, commands: &str) -> Result<(), Trouble> {
        let deadline = Instant::now() + PATIENCE;
        self.process
            .send(&format!("{commands}\n"), deadline)
            .map_err(|trouble| trouble.or_stall("taking a command"))
    }
}
