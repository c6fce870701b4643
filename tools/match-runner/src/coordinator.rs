//! Where reports arrive: one thread that puts games in order, counts, writes and shows them, and
//! decides when the match is over.

use crate::events;
use crate::interrupt::Interrupt;
use crate::play::Finished;
use crate::progress::Progress;
use crate::records::{Archive, Earlier, InOrder, Recorded};
use crate::run::{Environment, Failure, Summary};
use crate::schedule::Game;
use crate::settings::Settings;
use crate::standings::Standings;
use crate::worker::Report;
use anyhow::Context;
use crossbeam_channel::{Receiver, unbounded};
use std::collections::BTreeMap;

pub(crate) struct Coordinator<'a> {
    settings: &'a Settings,
    /// The games that are to be played, for whichever worker asks first.
    to_play: Receiver<Game>,
    interrupt: &'a Interrupt,
    archive: Option<Archive>,
    standings: Standings,
    progress: Progress,
    events: bool,
    order: InOrder<Recorded>,
    /// Games given out, to workers or from earlier runs.
    issued: u64,
    /// Games that have ended, in whatever order.
    finished: u64,
    /// Whether a test has come to its decision.
    decided: bool,
    /// Whether every game of the match has been counted.
    complete: bool,
    failed: Option<Failure>,
}

impl<'a> Coordinator<'a> {
    /// A coordinator that has taken over what earlier runs have left, and given out what is to be played first.
    pub(crate) fn new(
        settings: &'a Settings,
        archive: Option<(Archive, Earlier)>,
        around: &'a Environment,
    ) -> anyhow::Result<Self> {
        let (archive, Earlier { games, incidents, .. }) =
            archive.map_or_else(Default::default, |(a, e)| (Some(a), e));
        let mut coordinator = Self {
            settings,
            to_play: unbounded().1,
            interrupt: &around.interrupt,
            archive,
            standings: Standings::default(),
            progress: Progress::new(around.progress),
            events: around.events,
            order: InOrder::default(),
            issued: 0,
            finished: 0,
            decided: false,
            complete: false,
            failed: None,
        };
        for (engine, fault) in &incidents {
            coordinator.standings.add_fault(*engine, fault);
        }
        coordinator.give_out(games)?;
        coordinator.go_on()?;
        coordinator.progress.begin(coordinator.finished);
        if let Some(archive) = &mut coordinator.archive {
            let waiting = coordinator.order.waiting();
            archive.taken_over(settings, waiting, incidents)?;
        }
        Ok(coordinator)
    }

    /// The games that are to be played.
    pub(crate) fn to_play(&self) -> Receiver<Game> {
        self.to_play.clone()
    }

    /// Whether there is nothing left to play.
    pub(crate) const fn is_over(&self) -> bool {
        self.complete || self.decided
    }

    /// Takes reports until the last worker has gone.
    pub(crate) fn receive(&mut self, reports: &Receiver<Report>) {
        for report in reports {
            let result = match report {
                Report::Incident { engine, fault } => {
                    log::warn!("{}: {fault}", self.settings.engines[engine].name);
                    self.standings.add_fault(engine, &fault);
                    let keep = |archive: &mut Archive| archive.keep_incident(self.settings, engine, &fault);
                    self.archive.as_mut().map_or(Ok(()), keep).map_err(Failure::Other)
                }
                Report::Finished(finished) => self.arrived(*finished).map_err(Failure::Other),
                Report::Unjudged(what) => Err(Failure::Engine(what)),
            };
            if let Err(error) = result {
                self.fail(error);
            }
        }
    }

    fn fail(&mut self, error: Failure) {
        self.failed.get_or_insert(error);
        self.interrupt.raise();
    }

    fn arrived(&mut self, finished: Finished) -> anyhow::Result<()> {
        let number = finished.game.number;
        let recorded = Recorded::new(self.settings, finished).context("a game as JSON")?;
        self.finished += 1;
        self.order.push(number, recorded);
        self.go_on()?;
        match (&mut self.archive, self.order.get(number)) {
            (Some(archive), Some(recorded)) => archive.keep(recorded)?,
            (Some(archive), None) if self.order.waiting().next().is_none() => archive.up_to_date()?,
            _ => {}
        }
        self.progress.update(self.settings, &self.standings, self.finished, self.issued);
        Ok(())
    }

    /// Counts what is in order.
    fn go_on(&mut self) -> anyhow::Result<()> {
        while let Some(recorded) = self.order.pop() {
            self.count(&recorded)?;
        }
        if self.order.is_complete() {
            self.complete = true;
        }
        Ok(())
    }

    /// Gives out the games that earlier runs have not played.
    fn give_out(&mut self, mut earlier: BTreeMap<usize, Recorded>) -> anyhow::Result<()> {
        let settings = self.settings;
        let (next, to_play) = unbounded();
        self.to_play = to_play;
        for game in settings.plan().schedule() {
            if settings.shard.is_some_and(|shard| !shard.plays(&game)) {
                continue;
            }
            self.issued += 1;
            self.order.expect(game.number);
            match earlier.remove(&game.number) {
                Some(recorded) => {
                    let recorded = recorded.placed(settings, game).map_err(anyhow::Error::msg);
                    self.order.push(game.number, recorded.context("resume")?);
                    self.finished += 1;
                }
                // Both ends of the channel are here.
                None => drop(next.send(game)),
            }
        }
        if let Some(number) = earlier.keys().next() {
            anyhow::bail!("results: game {} is recorded, but it is not a game of this match", number + 1);
        }
        Ok(())
    }

    /// Counts and writes a game. Behind the decision of a test no game counts: which ones happen to be under way
    /// then depends on the concurrency, and the result must not.
    fn count(&mut self, recorded: &Recorded) -> anyhow::Result<()> {
        if self.decided || self.failed.is_some() {
            return Ok(());
        }
        let opening = &self.settings.openings[recorded.finished.game.opening];
        self.standings.add(&recorded.finished, opening);
        if let Some(archive) = &mut self.archive {
            archive.write(self.settings, recorded)?;
        }
        if self.events {
            events::game(self.settings, &self.standings, recorded);
        }
        // A part does not know the games of the others: a test is decided where they are merged.
        if self.settings.shard.is_none()
            && self.standings.sprt(self.settings).is_some_and(|state| state.decision().is_some())
        {
            self.decided = true;
            self.interrupt.raise();
        }
        Ok(())
    }

    /// Counts what is left, with gaps, if the match has been interrupted.
    pub(crate) fn close(mut self, settings: &Settings) -> Result<Summary, Failure> {
        let mut failed = self.failed.take();
        for recorded in std::mem::take(&mut self.order).into_rest() {
            if failed.is_none() {
                failed = self.count(&recorded).err().map(Failure::Other);
            }
        }
        self.progress.finish();
        let files = self.archive.as_ref().map(|archive| archive.paths().to_vec()).unwrap_or_default();
        let closed = self.archive.map_or(Ok(()), Archive::close);
        if let Some(failure) = failed.or(closed.err().map(Failure::Other)) {
            return Err(failure);
        }
        Ok(Summary {
            settings: settings.clone(),
            interrupted: !self.decided && !self.complete,
            played: self.progress.played(self.finished),
            elapsed: self.progress.elapsed(),
            rate: self.progress.rate(self.finished),
            files,
            standings: self.standings,
        })
    }
}
