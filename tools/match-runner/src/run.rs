//! The match as a whole: workers play, and one thread puts their games in order, counts, writes and shows them, and
//! decides when it is over.

use crate::interrupt::Interrupt;
use crate::play::Finished;
use crate::progress::Progress;
use crate::records::{InOrder, Records};
use crate::settings::Settings;
use crate::standings::Standings;
use crate::stats::sprt::Decision;
use crate::worker::{Queue, Report, Shared, check_engines, work};
use crossbeam_channel::{Receiver, unbounded};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// How a match ended.
#[derive(Debug)]
pub struct Summary {
    /// The results.
    pub standings: Standings,
    /// Whether it was interrupted before its end.
    pub interrupted: bool,
    /// How long it took.
    pub elapsed: Duration,
    /// Games per second.
    pub rate: String,
    /// The files that hold the games.
    pub files: Vec<PathBuf>,
}

/// Why there was no match.
#[derive(Debug)]
pub enum Failure {
    /// An engine could not be started.
    Engine(String),
    /// Something else, such as a disk that is full.
    Other(anyhow::Error),
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Other(error)
    }
}

/// What a match needs beside its settings.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The command that serves as the engine `fourscore`.
    pub builtin: Vec<String>,
    /// Ends the match.
    pub interrupt: Interrupt,
    /// Whether to show how it goes.
    pub progress: bool,
}

/// Plays a match to its end.
///
/// # Errors
/// If an engine does not start at all, or the games cannot be written.
pub fn run(settings: &Settings, around: &Surroundings) -> Result<Summary, Failure> {
    let queue = Queue::new(settings.schedule());
    let shared = Shared { settings, builtin: &around.builtin, interrupt: &around.interrupt, queue: &queue };
    check_engines(shared).map_err(|(engine, fault)| {
        Failure::Engine(format!(
            "the engine '{}' did not start: {}",
            settings.engines[engine].name, fault.detail
        ))
    })?;
    let records = settings.results.as_deref().map(Records::create).transpose()?;
    let mut desk = Desk {
        settings,
        around,
        records,
        standings: Standings::default(),
        progress: Progress::new(queue.len(), around.progress),
        order: InOrder::default(),
        finished: 0,
        decided: false,
        failed: None,
    };
    let (sender, reports) = unbounded();
    thread::scope(|scope| {
        for _ in 0..settings.concurrency.min(queue.len()) {
            let sender = sender.clone();
            scope.spawn(move || work(shared, sender));
        }
        drop(sender);
        desk.receive(&reports);
    });
    desk.close(queue.len() as u64)
}

/// Where reports arrive.
struct Desk<'a> {
    settings: &'a Settings,
    around: &'a Surroundings,
    records: Option<Records>,
    standings: Standings,
    progress: Progress,
    order: InOrder<Box<Finished>>,
    /// Games that have ended, in whatever order.
    finished: u64,
    /// Whether a test has come to its decision.
    decided: bool,
    failed: Option<anyhow::Error>,
}

impl Desk<'_> {
    fn receive(&mut self, reports: &Receiver<Report>) {
        for report in reports {
            match report {
                Report::Incident { engine, fault } => {
                    log::warn!("{}: {fault}", self.settings.engines[engine].name);
                    self.standings.add_fault(engine, fault.kind);
                }
                Report::Finished(finished) => {
                    self.finished += 1;
                    self.order.push(finished.game.number, finished);
                    while let Some(finished) = self.order.pop() {
                        self.count(&finished);
                    }
                    self.progress.update(self.settings, &self.standings, self.finished);
                }
            }
        }
    }

    /// Counts and writes a game. Behind the decision of a test no game counts: which ones happen to be under way
    /// then depends on the concurrency, and the result must not.
    fn count(&mut self, finished: &Finished) {
        if self.decided || self.failed.is_some() {
            return;
        }
        self.standings.add(finished);
        if let Some(Err(error)) = self.records.as_mut().map(|records| records.write(self.settings, finished))
        {
            self.failed = Some(error);
            self.around.interrupt.raise();
        }
        let undecided = |state: crate::stats::sprt::State| state.decision() == Decision::Undecided;
        if !self.standings.sprt(self.settings).is_none_or(undecided) {
            self.decided = true;
            self.around.interrupt.raise();
        }
    }

    /// Counts what is left, with gaps, if the match has been interrupted.
    fn close(mut self, planned: u64) -> Result<Summary, Failure> {
        for finished in std::mem::take(&mut self.order).into_rest() {
            self.count(&finished);
        }
        self.progress.finish();
        if let Some(error) = self.failed {
            return Err(Failure::Other(error));
        }
        Ok(Summary {
            interrupted: !self.decided && self.standings.games() < planned,
            elapsed: self.progress.elapsed(),
            rate: self.progress.rate(self.standings.games()),
            files: self.records.map(|records| records.paths.to_vec()).unwrap_or_default(),
            standings: self.standings,
        })
    }
}
