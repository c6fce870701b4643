//! All files of a match: its games, what it is, and what has happened before its turn. An archive is either begun anew
//! or taken up where an earlier run of the same match left it, at whatever moment that was.
//!
//! A game counts as played when its line stands in the record or in the journal; what a dying process has left half
//! written is played again. While earlier games are taken over the old files stay as they are, and the new ones then
//! take their place: journal first, so that there is no moment at which a game is in neither.

use super::journal::{Contents, Journal};
use super::{Recorded, Records, files, paths, state};
use crate::engine::Fault;
use crate::settings::Settings;
use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What is left to take over from earlier runs of the match.
#[derive(Debug, Default)]
pub struct Earlier {
    /// Games by number.
    pub games: BTreeMap<usize, Recorded>,
    /// Misbehaviour outside of games, by engine.
    pub incidents: Vec<(usize, Fault)>,
}

/// The files of a match.
#[derive(Debug)]
pub struct Archive {
    records: Records,
    journal: Option<Journal>,
    journal_path: PathBuf,
}

/// Where the state of a match is kept.
#[must_use]
pub fn state_path(path: &Path) -> PathBuf {
    files::with_suffix(path, ".state")
}

/// Where the journal of a match is kept.
#[must_use]
pub fn journal_path(path: &Path) -> PathBuf {
    files::with_suffix(path, ".journal")
}

impl Archive {
    /// Opens the files at `path`: to go on if the settings say so and there is something to go on from, otherwise to
    /// begin. What was there is then kept with `.old` behind the names.
    ///
    /// # Errors
    /// If the files cannot be written, or cannot be read, or are those of another match.
    pub fn open(settings: &Settings, path: &Path) -> anyhow::Result<(Self, Earlier)> {
        let journal_path = journal_path(path);
        if settings.resume
            && let Some(earlier) = earlier(settings, path)?
        {
            let records = Records::rewrite(path)?;
            return Ok((Self { records, journal: None, journal_path }, earlier));
        }
        // In this order, so that no state stands beside games that are not its own.
        let records = Records::create(path)?;
        for path in [state_path(path), journal_path.clone()] {
            files::set_aside(&path).with_context(|| files::cannot_write(&path))?;
        }
        let journal = Some(Journal::create(&journal_path, settings, &Contents::default())?);
        state::write(&state_path(path), settings)?;
        Ok((Self { records, journal, journal_path }, Earlier::default()))
    }

    /// Where the games are.
    #[must_use]
    pub const fn paths(&self) -> &[PathBuf; 2] {
        &self.records.paths
    }

    /// Writes a game whose turn it is.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn write(&mut self, settings: &Settings, recorded: &Recorded) -> anyhow::Result<()> {
        self.records.write(settings, recorded)
    }

    /// Keeps a game whose turn it is not yet.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn keep(&mut self, recorded: &Recorded) -> anyhow::Result<()> {
        self.journal.as_mut().map_or(Ok(()), |journal| journal.add_game(&recorded.line))
    }

    /// Keeps misbehaviour outside of games.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn keep_incident(&mut self, settings: &Settings, engine: usize, fault: &Fault) -> anyhow::Result<()> {
        self.journal.as_mut().map_or(Ok(()), |journal| journal.add_incident(settings, engine, fault))
    }

    /// Ends the taking over of earlier games; `waiting` are those whose turn has not come.
    ///
    /// # Errors
    /// If the files cannot be written.
    pub fn taken_over<'a>(
        &mut self,
        settings: &Settings,
        waiting: impl Iterator<Item = &'a Recorded>,
        incidents: Vec<(usize, Fault)>,
    ) -> anyhow::Result<()> {
        if self.journal.is_none() {
            let contents = Contents { games: waiting.map(|it| it.line.clone()).collect(), incidents };
            self.journal = Some(Journal::create(&self.journal_path, settings, &contents)?);
            self.records.reveal()?;
        }
        Ok(())
    }

    /// Every game that has ended is in the record: the journal may forget them.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn up_to_date(&mut self) -> anyhow::Result<()> {
        self.journal.as_mut().map_or(Ok(()), |journal| journal.forget_games(false))
    }

    /// The same at the end of a match.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn close(mut self) -> anyhow::Result<()> {
        self.journal.as_mut().map_or(Ok(()), |journal| journal.forget_games(true))
    }
}

/// What earlier runs of this match have left; `None` if there was none.
fn earlier(settings: &Settings, path: &Path) -> anyhow::Result<Option<Earlier>> {
    let record = &paths(path)[0];
    let state = state_path(path);
    let Some(old) = state::read(&state)? else {
        if record.exists() && !files::complete_lines(record)?.is_empty() {
            bail!(
                "resume: {} has games, but {} is missing, so that nobody knows of which match they are; without \
                 --resume a new match begins",
                record.display(),
                state.display()
            );
        }
        return Ok(None);
    };
    if let Some(difference) = state::difference(&old, settings, &[])? {
        bail!(
            "resume: {} is of another match: {difference}; without --resume a new match begins",
            state.display()
        );
    }
    Ok(Some(read(settings, path)?))
}

/// Reads the games of a match that are on disk, whether their turn had come or not.
///
/// # Errors
/// If a file cannot be read, or holds what is no game of this match.
pub fn read(settings: &Settings, path: &Path) -> anyhow::Result<Earlier> {
    let record = &paths(path)[0];
    let Contents { games, incidents } = Contents::read(&journal_path(path), settings)?;
    let mut earlier = Earlier { games: BTreeMap::new(), incidents };
    for (file, lines) in [(record.clone(), files::complete_lines(record)?), (journal_path(path), games)] {
        for (number, line) in lines.iter().enumerate() {
            let recorded = Recorded::read(settings, line).map_err(anyhow::Error::msg);
            let recorded =
                recorded.with_context(|| format!("results: {} line {}", file.display(), number + 1))?;
            // The record and the journal may both have it; it is the same game.
            earlier.games.entry(recorded.finished.game.number).or_insert(recorded);
        }
    }
    Ok(earlier)
}
