//! A worker thread: takes games from the queue, keeps the engines that it has started, and reports what happened.

use crate::affinity::Pinned;
use crate::engine::{Client, Fault, FaultKind, Trouble};
use crate::interrupt::Interrupt;
use crate::play::{Ending, Finished, Void, needs_restart, play, still_hears, tell_result};
use crate::referee::{Program, Stop};
use crate::schedule::Game;
use crate::settings::{EngineSettings, RefereeKind, Restart, Settings};
use crossbeam_channel::{Receiver, Sender};
use games::{GameResult, Player};
use std::collections::BTreeMap;

/// How many engines a worker keeps running between games.
pub(crate) const KEPT: usize = 4;

#[derive(Debug)]
pub(crate) enum Report {
    Finished(Box<Finished>),
    /// An engine misbehaved outside of a game; no result depends on it.
    Incident {
        engine: usize,
        fault: Fault,
    },
    /// Nobody judges the games any more.
    Unjudged(String),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared<'a> {
    pub settings: &'a Settings,
    /// The command that serves as the built-in engine.
    pub builtin: &'a [String],
    pub interrupt: &'a Interrupt,
}

struct Worker<'a> {
    shared: Shared<'a>,
    /// Its number among the games that are played at the same time.
    slot: usize,
    reports: Sender<Report>,
    /// Running engines by index, with the number of the game they last played.
    engines: BTreeMap<usize, (usize, Client)>,
    /// The referee program, once it runs.
    referee: Option<Program>,
}

/// Plays games until there are none, or the match is interrupted; as number `slot` of those who do so.
pub(crate) fn work(shared: Shared<'_>, slot: usize, games: &Receiver<Game>, reports: Sender<Report>) {
    let mut worker = Worker { shared, slot, reports, engines: BTreeMap::new(), referee: None };
    for game in games {
        if shared.interrupt.is_raised() {
            break;
        }
        match worker.game(game) {
            Ok(()) => {}
            Err(Void::Interrupted) => break,
            Err(Void::Unjudged(what)) => {
                // It is not asked to quit: perhaps it does not hear.
                worker.referee = None;
                worker.report(Report::Unjudged(what));
                break;
            }
        }
    }
    worker.referee.take().into_iter().for_each(Program::quit);
    for engine in worker.engines.keys().copied().collect::<Vec<_>>() {
        worker.retire(engine);
    }
}

impl Worker<'_> {
    fn game(&mut self, game: Game) -> Result<(), Void> {
        self.need_referee()?;
        let [first, second] = game.engines.map(|engine| &self.shared.settings.engines[engine].name);
        log::debug!("game {}: {first} against {second} begins, worker {}", game.number, self.slot);
        let mut clients = Vec::with_capacity(2);
        for (player, engine) in [Player::P1, Player::P2].into_iter().zip(game.engines) {
            match self.engine(engine) {
                Ok(client) => clients.push(client),
                Err(Trouble::Fault(fault)) => {
                    self.keep(game, clients);
                    let (moves, result) = (Vec::new(), GameResult::Win(player.other()));
                    let lost = Finished { game, moves, result, ending: Ending::Fault(player, fault) };
                    self.report(Report::Finished(Box::new(lost)));
                    return Ok(());
                }
                Err(_) => return Err(Void::Interrupted),
            }
        }
        let [one, two] = &mut clients[..] else { return Ok(()) };
        match play(self.shared.settings, game, [one, two], self.referee.as_mut()) {
            Ok(finished) => self.after_game(game, finished, clients),
            Err(void) => {
                // They are asked to quit like the idle ones.
                self.keep(game, clients);
                Err(void)
            }
        }
    }

    /// Tells the result, restarts the engine that misbehaved, and only then reports: once the record is there, the
    /// engines have learned from the game.
    fn after_game(&mut self, game: Game, finished: Finished, clients: Vec<Client>) -> Result<(), Void> {
        let players = [Player::P1, Player::P2].into_iter().zip(game.engines);
        let mut incidents = Vec::new();
        let mut told = Ok(());
        for ((player, engine), mut client) in players.zip(clients) {
            let by_mode = self.shared.settings.engines[engine].restart == Restart::Game;
            let mut restart = by_mode || needs_restart(&finished.ending, player);
            if told.is_ok() && still_hears(&finished.ending, player) {
                match tell_result(self.shared.settings, &finished, player, &mut client) {
                    Ok(None) => {}
                    Ok(Some(fault)) => {
                        restart = true;
                        incidents.push((engine, fault));
                    }
                    Err(void) => told = Err(void),
                }
            }
            if !restart {
                self.engines.insert(engine, (game.number, client));
            } else if still_hears(&finished.ending, player) {
                incidents.extend(client.quit().err().map(|fault| (engine, fault)));
            }
            // Any other is killed where it is dropped.
        }
        self.report(Report::Finished(Box::new(finished)));
        for (engine, fault) in incidents {
            self.report(Report::Incident { engine, fault });
        }
        told
    }

    /// Starts the referee program, if there is one.
    fn need_referee(&mut self) -> Result<(), Void> {
        let Shared { settings, builtin, interrupt } = self.shared;
        if let (RefereeKind::Program(program), None) = (&settings.referee, &self.referee) {
            let started = Program::start(settings, program, builtin, interrupt);
            self.referee = Some(started.map_err(|stop| match stop {
                Stop::Unjudged(what) => Void::Unjudged(what),
                _ => Void::Interrupted,
            })?);
        }
        Ok(())
    }

    /// The engine, running; the ones that have been idle for longest make room for it.
    fn engine(&mut self, engine: usize) -> Result<Client, Trouble> {
        if let Some((_, client)) = self.engines.remove(&engine) {
            return Ok(client);
        }
        while self.engines.len() >= KEPT {
            let idle = self.engines.iter().min_by_key(|(_, (game, _))| *game).map(|(&engine, _)| engine);
            idle.into_iter().for_each(|engine| self.retire(engine));
        }
        start(self.shared, self.slot, &self.shared.settings.engines[engine])
    }

    fn keep(&mut self, game: Game, clients: Vec<Client>) {
        self.engines
            .extend(game.engines.into_iter().zip(clients.into_iter().map(|client| (game.number, client))));
    }

    fn retire(&mut self, engine: usize) {
        if let Some(Err(fault)) = self.engines.remove(&engine).map(|(_, client)| client.quit()) {
            self.report(Report::Incident { engine, fault });
        }
    }

    fn report(&self, report: Report) {
        if let Report::Finished(finished) = &report {
            log::debug!("game {} ends: {:?}", finished.game.number, finished.ending);
        }
        // Nobody listens any more only when the match has failed as a whole.
        let _ = self.reports.send(report);
    }
}

pub(crate) fn start(shared: Shared<'_>, slot: usize, engine: &EngineSettings) -> Result<Client, Trouble> {
    let settings = shared.settings;
    // Engines inherit the processors that this thread may use now.
    let _pinned =
        settings.affinity.get(slot).map(|cpus| Pinned::to(cpus)).transpose().map_err(|error| {
            Fault::new(FaultKind::Start, format!("its processors cannot be chosen: {error}"))
        })?;
    let client = Client::start(engine, &settings.game, shared.builtin, settings.timeouts, shared.interrupt);
    match &client {
        Ok(_) => log::info!("{}: started for worker {slot}", engine.name),
        Err(trouble) => log::info!("{}: not started: {trouble:?}", engine.name),
    }
    client
}
