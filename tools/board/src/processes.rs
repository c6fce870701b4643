//! Engines as processes: asked from the session's thread, or each with a thread of its own that reports what it says line by line,
//! or how it misbehaved.

use crate::config::Config;
use crate::engines::{Asked, Desk, Engines, Known, Order, Said, Thinker, What};
use crate::live;
use crate::session::Event;
use engine::protocol::heard::Offered;
use match_runner::engine::{Client, Fault, FaultKind, Process, Trouble};
use match_runner::interrupt::Interrupt;
use match_runner::settings::{EngineSettings, Timeouts};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// An engine that is given up is not offered at all, or ends a game: it is waited for, however busy the machine is.
const PATIENT: Timeouts = Timeouts {
    start: Duration::from_secs(30),
    reply: Duration::from_secs(30),
    think: Duration::from_secs(60),
    quit: Duration::from_secs(2),
};
/// How long an engine may take to take a command.
const PATIENCE: Duration = Duration::from_secs(5);
/// A wait without end, for the clock's purposes.
const DAY: Duration = Duration::from_secs(86_400);
/// How long an engine may take to end before it is killed.
const QUIT: Duration = Duration::from_millis(300);
/// No more threads with processes than so many for each page that may be open: one that is told to end takes a moment.
const MOST_LIVE: usize = 24;

/// The engines of a configuration.
pub struct Processes {
    config: Arc<Config>,
    known: Vec<Known>,
    reports: crossbeam_channel::Sender<Event>,
}

impl Processes {
    /// Those of this configuration; what they say while they think goes to `reports`.
    pub fn new(config: Arc<Config>, reports: crossbeam_channel::Sender<Event>) -> Self {
        let known = config.engines.iter().map(Config::known).collect();
        Self { config, known, reports }
    }

    fn settings(&self, engine: &Known) -> Result<EngineSettings, String> {
        let settings = self.config.engine(&engine.name).cloned();
        let settings = settings.ok_or_else(|| format!("there is no engine '{}' here", engine.name))?;
        Ok(EngineSettings { options: engine.options.clone(), ..settings })
    }
}

impl Engines for Processes {
    fn known(&self) -> &[Known] {
        &self.known
    }

    fn asked(&self, engine: &Known, game: &str) -> Result<Box<dyn Asked>, String> {
        let (settings, builtin) = (self.settings(engine)?, self.config.builtin.clone());
        let client = started(&settings, game, &builtin)?;
        Ok(Box::new(Answers { client, settings, builtin, game: game.to_owned() }))
    }

    fn thinker(&self, number: u64, engine: &Known, game: &str) -> Result<Box<dyn Thinker>, String> {
        if live::count() >= MOST_LIVE * self.config.pages {
            return Err("too many engines are still at work here: try again soon".to_owned());
        }
        let settings = self.settings(engine)?;
        let started = Thread::start(number, settings, game, &self.config.builtin, self.reports.clone());
        Ok(Box::new(started.map_err(|error| format!("no engine can be started: {error}"))?))
    }
}

/// A process that is asked. One that does not answer is started again, once.
struct Answers {
    client: Client,
    settings: EngineSettings,
    builtin: Vec<String>,
    game: String,
}

impl Asked for Answers {
    fn offered(&self) -> &[Offered] {
        self.client.offered()
    }

    fn ask(&mut self, commands: &str) -> Result<Vec<String>, String> {
        self.client.ask(commands).or_else(|trouble| {
            log::warn!("an engine that is asked: {}", words(trouble));
            self.client = started(&self.settings, &self.game, &self.builtin)?;
            self.client.ask(commands).map_err(words)
        })
    }
}

fn started(settings: &EngineSettings, game: &str, builtin: &[String]) -> Result<Client, String> {
    let interrupt = Interrupt::new().map_err(|error| error.to_string())?;
    Client::start(settings, game, builtin, PATIENT, &interrupt).map_err(words)
}

/// How an engine misbehaved, in words.
fn words(trouble: Trouble) -> String {
    match trouble.or_stall("answering") {
        Trouble::Fault(fault) => fault.to_string(),
        _ => "it was interrupted".to_owned(),
    }
}

/// A thread that owns a process.
struct Thread {
    orders: Sender<Order>,
    wake: Interrupt,
    interrupt: Interrupt,
}

impl Thread {
    fn start(
        number: u64,
        settings: EngineSettings,
        game: &str,
        builtin: &[String],
        reports: crossbeam_channel::Sender<Event>,
    ) -> std::io::Result<Self> {
        let (interrupt, wake) = (Interrupt::new()?, Interrupt::new()?);
        let (orders, wanted) = channel();
        let (game, builtin, switch) = (game.to_owned(), builtin.to_vec(), interrupt.clone());
        let (bell, live) = (wake.clone(), live::begin());
        std::thread::Builder::new().name(format!("engine {number}")).spawn(move || {
            let _live = live;
            let report = |what: What| reports.send(Event::Engine(Said { thinker: number, what })).is_ok();
            let client = Client::start(&settings, &game, &builtin, PATIENT, &switch);
            let outcome = client.and_then(|client| {
                report(What::Ready(client.warnings().to_vec()));
                let process = client.into_process();
                Served { process, wanted, wake: bell, desk: Desk::default() }.serve(&report)
            });
            if let Err(Trouble::Fault(fault)) = outcome {
                report(What::Fault(fault.to_string()));
            }
        })?;
        Ok(Self { orders, wake, interrupt })
    }
}

impl Thinker for Thread {
    fn order(&mut self, order: Order) {
        // If the thread has ended, that has been reported.
        let _ = self.orders.send(order);
        self.wake.raise();
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.interrupt.raise();
    }
}

struct Served {
    process: Process,
    wanted: Receiver<Order>,
    wake: Interrupt,
    desk: Desk,
}

impl Served {
    fn serve(mut self, report: &dyn Fn(What) -> bool) -> Result<(), Trouble> {
        loop {
            let deadline = self.desk.until.unwrap_or_else(|| Instant::now() + DAY);
            match self.process.line_beside(deadline, Some(self.wake.source())) {
                Ok(Some(line)) => {
                    if !report(self.desk.hear(&line)) {
                        break;
                    }
                    let next = self.desk.begin_next();
                    next.map_or(Ok(()), |commands| self.send(&commands))?;
                }
                Ok(None) => self.take_orders()?,
                Err(Trouble::TimedOut) => {
                    let stop = self.desk.late().map_err(|words| Fault::new(FaultKind::Stall, words))?;
                    stop.map_or(Ok(()), |commands| self.send(&commands))?;
                }
                Err(Trouble::Interrupted) => break,
                Err(trouble) => return Err(trouble),
            }
        }
        let _ = self.process.quit("quit\n", QUIT);
        Ok(())
    }

    fn take_orders(&mut self) -> Result<(), Trouble> {
        self.wake.lower();
        while let Ok(order) = self.wanted.try_recv() {
            for commands in self.desk.take(order) {
                self.send(&commands)?;
            }
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
