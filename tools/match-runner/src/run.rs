//! The match as a whole: workers play, and one thread, the coordinator, counts and writes what they report.

use crate::balance::balanced;
use crate::conclusion;
use crate::coordinator::Coordinator;
use crate::events;
use crate::handles;
use crate::interrupt::Interrupt;
use crate::preflight::{check, with_protocols};
use crate::records::archive::state_path;
use crate::records::{Archive, state};
use crate::settings::Settings;
use crate::standings::Standings;
use crate::worker::{Shared, work};
use anyhow::anyhow;
use crossbeam_channel::unbounded;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// How a match ended.
#[derive(Debug)]
pub struct Summary {
    /// The match as it was played, with the openings that were made for it.
    pub settings: Settings,
    pub standings: Standings,
    /// Whether it was interrupted before its end.
    pub interrupted: bool,
    /// How many of the games were played now, not in an earlier run.
    pub played: u64,
    /// How long these took.
    pub elapsed: Duration,
    /// Games per second.
    pub rate: String,
    /// The files that hold the games.
    pub files: Vec<PathBuf>,
}

/// Why there was no match.
#[derive(Debug)]
pub enum Failure {
    /// An engine could not be started, or two engines have no game that they could play here.
    Engine(String),
    /// Something else, such as a disk that is full.
    Other(anyhow::Error),
    /// It was interrupted before it began; nothing has been written.
    Interrupted,
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Other(error)
    }
}

/// What a match needs beside its settings.
#[derive(Clone, Debug)]
pub struct Environment {
    /// The command that serves as the engine `fourscore`.
    pub builtin: Vec<String>,
    pub interrupt: Interrupt,
    /// Whether to show how it goes.
    pub progress: bool,
    /// Whether to write events, as lines of JSON, to standard output.
    pub events: bool,
}

/// Plays a match to its end.
///
/// # Errors
/// If an engine does not start at all, or the games cannot be written, or earlier ones not be taken up.
pub fn run(settings: &Settings, around: &Environment) -> Result<Summary, Failure> {
    let settings = &prepared(settings, around)?;
    if !settings.resume {
        // A match that does not begin leaves the records of an earlier one where they are.
        preflight(settings, around)?;
    }
    let archive = settings.results.as_deref().map(|path| Archive::open(settings, path)).transpose()?;
    // The games that are taken over are events, too.
    if around.events {
        events::begin(settings);
    }
    let coordinator = Coordinator::new(settings, archive, around)?;
    if settings.resume && !coordinator.is_over() {
        match preflight(settings, around) {
            // There are games to show.
            Ok(()) | Err(Failure::Interrupted) => {}
            Err(failure) => return Err(failure),
        }
    }
    let mut summary = played(settings, coordinator, around)?;
    summary.files.extend(conclusion::write(&summary)?);
    Ok(summary)
}

/// Plays a match that has been looked at already, and keeps no records of it.
pub(crate) fn unrecorded(settings: &Settings, around: &Environment) -> Result<Summary, Failure> {
    let coordinator = Coordinator::new(settings, None, around)?;
    played(settings, coordinator, around)
}

/// Finds out whether the match can be played and tells anything.
pub(crate) fn preflight(settings: &Settings, around: &Environment) -> Result<(), Failure> {
    handles::allow(settings).map_err(|error| Failure::Other(anyhow!(error)))?;
    check(Shared { settings, builtin: &around.builtin, interrupt: &around.interrupt })
}

/// Has workers play what the coordinator has given out.
fn played(
    settings: &Settings,
    mut coordinator: Coordinator<'_>,
    around: &Environment,
) -> Result<Summary, Failure> {
    let shared = Shared { settings, builtin: &around.builtin, interrupt: &around.interrupt };
    let (sender, reports) = unbounded();
    let games = &coordinator.to_play();
    let most = games.len();
    thread::scope(|scope| {
        for slot in 0..settings.concurrency.min(most) {
            let sender = sender.clone();
            scope.spawn(move || work(shared, slot, games, sender));
        }
        drop(sender);
        coordinator.receive(&reports);
    });
    coordinator.close(settings)
}

/// The settings with the protocols that are found out, and the openings that are made before the match; an earlier run of
/// as many pairs has them already.
pub(crate) fn prepared(settings: &Settings, around: &Environment) -> Result<Settings, Failure> {
    let settings = &with_protocols(settings, around)?;
    if settings.balance.is_some()
        && settings.resume
        && let Some(path) = &settings.results
        && let Some(earlier) = state::read(&state_path(path))?
        && earlier.pairs == settings.pairs
    {
        return Ok(Settings { openings: earlier.openings, ..settings.clone() });
    }
    balanced(settings, around)
}
