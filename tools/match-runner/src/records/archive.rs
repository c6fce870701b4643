//! All files of a match: its games, what it is, and what has happened before its turn. An archive is either begun
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
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

/// What is left to take over from earlier runs of the match.
#[derive(Debug, Default)]
pub(crate) struct Earlier {
    pub games: BTreeMap<usize, Recorded>,
    /// Misbehaviour outside of games, by engine.
    pub incidents: Vec<(usize, Fault)>,
    /// Lines of games that stand in a journal and in no record.
    unrecorded: Vec<String>,
}

/// The files of a match.
#[derive(Debug)]
pub(crate) struct Archive {
    records: Records,
    journal: Option<Journal>,
    path: PathBuf,
    /// While games are taken over: lines that stand in the old journal and in no record.
    unrecorded: Vec<String>,
}

/// Where the state of a match is kept.
pub(crate) fn state_path(path: &Path) -> PathBuf {
    files::with_suffix(path, ".state")
}

/// Where the journal of a match is kept.
pub(crate) fn journal_path(path: &Path) -> PathBuf {
    files::with_suffix(path, ".journal")
}

impl Archive {
    /// Opens the files at `path`: to go on if the settings say so and there is something to go on from, otherwise to
    /// begin. What was there is then kept with `.old` behind the names.
    pub(crate) fn open(settings: &Settings, path: &Path) -> anyhow::Result<(Self, Earlier)> {
        let taken_up = if settings.resume { earlier(settings, path)? } else { None };
        let records = Records::begin(path, taken_up.is_some())?;
        let mut archive = Self { records, journal: None, path: path.to_owned(), unrecorded: Vec::new() };
        if let Some(mut earlier) = taken_up {
            archive.unrecorded = std::mem::take(&mut earlier.unrecorded);
            return Ok((archive, earlier));
        }
        // In this order, so that no state stands beside games that are not its own.
        for path in [state_path(path), journal_path(path)] {
            files::set_aside(&path).with_context(|| files::cannot_write(&path))?;
        }
        archive.journal = Some(Journal::create(&journal_path(path), settings, &Contents::default())?);
        state::write(&state_path(path), settings)?;
        Ok((archive, Earlier::default()))
    }

    pub(crate) const fn paths(&self) -> &[PathBuf; 2] {
        &self.records.paths
    }

    /// Writes a game whose turn it is.
    pub(crate) fn write(&mut self, settings: &Settings, recorded: &Recorded) -> anyhow::Result<()> {
        self.records.write(settings, recorded)
    }

    /// Keeps a game whose turn it is not yet.
    pub(crate) fn keep(&mut self, recorded: &Recorded) -> anyhow::Result<()> {
        self.journal.as_mut().map_or(Ok(()), |journal| journal.add_game(&recorded.line))
    }

    pub(crate) fn keep_incident(
        &mut self,
        settings: &Settings,
        engine: usize,
        fault: &Fault,
    ) -> anyhow::Result<()> {
        self.journal.as_mut().map_or(Ok(()), |journal| journal.add_incident(settings, engine, fault))
    }

    /// Ends the taking over of earlier games; `waiting` are those whose turn has not come.
    pub(crate) fn taken_over<'a>(
        &mut self,
        settings: &Settings,
        waiting: impl Iterator<Item = &'a Recorded>,
        incidents: Vec<(usize, Fault)>,
    ) -> anyhow::Result<()> {
        if self.journal.is_none() {
            // Until the new record is in its place the old one counts: what is missing there must not be missing here.
            let mut games = std::mem::take(&mut self.unrecorded);
            games.extend(waiting.map(|it| it.line.clone()));
            games.sort_unstable();
            games.dedup();
            let contents = Contents { games, incidents };
            self.journal = Some(Journal::create(&journal_path(&self.path), settings, &contents)?);
            // Not before: settings that are refused for these games leave the old ones standing.
            state::write(&state_path(&self.path), settings)?;
            self.records.reveal()?;
        }
        Ok(())
    }

    /// Every game that has ended is in the record: the journal may forget them.
    pub(crate) fn up_to_date(&mut self) -> anyhow::Result<()> {
        self.journal.as_mut().map_or(Ok(()), |journal| journal.forget_games(false))
    }

    /// The same at the end of a match.
    pub(crate) fn close(mut self) -> anyhow::Result<()> {
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
    // More pairs than before are more of the same match; whether the games that there are fit into it is seen as they are taken up.
    let extended = settings.pairs > old.pairs && settings.tournament.can_be_extended();
    let besides: &[&str] = if extended { &["pairs", "openings"] } else { &[] };
    if let Some(difference) = state::difference(&old, settings, besides)? {
        bail!(
            "resume: {} is of another match: {difference}; without --resume a new match begins",
            state.display()
        );
    }
    Ok(Some(read(settings, path)?))
}

/// Reads the games of a match that are on disk, whether their turn had come or not.
pub(crate) fn read(settings: &Settings, path: &Path) -> anyhow::Result<Earlier> {
    let record = &paths(path)[0];
    let Contents { games, incidents } = Contents::read(&journal_path(path), settings)?;
    let mut earlier = Earlier { incidents, ..Earlier::default() };
    for (file, lines) in [(record.clone(), files::complete_lines(record)?), (journal_path(path), games)] {
        for (number, line) in lines.iter().enumerate() {
            let recorded = Recorded::read(settings, line).map_err(anyhow::Error::msg);
            let recorded =
                recorded.with_context(|| format!("results: {} line {}", file.display(), number + 1))?;
            // The record and the journal may both have it; it is the same game.
            if let Entry::Vacant(free) = earlier.games.entry(recorded.finished.game.number) {
                if file != *record {
                    earlier.unrecorded.push(recorded.line.clone());
                }
                free.insert(recorded);
            }
        }
    }
    Ok(earlier)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Finished;
    use crate::records::sample;
    use games::Player;
    use std::fs;

    /// Three games have been played; the second and third stand in the journal only when the match dies. It is taken
    /// up, and dies again between any two steps of that.
    #[test]
    fn no_game_is_lost_while_games_are_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m");
        let (mut settings, finished) = sample(&["111"], Player::P1);
        let games: Vec<Recorded> = (0..3)
            .map(|number| {
                let mut game = finished.game;
                (game.number, game.pair) = (number, number / 2);
                Recorded::new(&settings, Finished { game, ..finished.clone() }).unwrap()
            })
            .collect();
        let mut archive = Archive::open(&settings, &path).unwrap().0;
        archive.write(&settings, &games[0]).unwrap();
        archive.keep(&games[1]).unwrap();
        archive.keep(&games[2]).unwrap();
        drop(archive);
        settings.resume = true;
        let left = |settings: &Settings| read(settings, &path).unwrap().games.into_keys().collect::<Vec<_>>();
        let (mut archive, earlier) = Archive::open(&settings, &path).unwrap();
        assert_eq!(earlier.games.len(), 3);
        // The second and third game were due; the first one was not, so that it waits now.
        archive.write(&settings, &games[1]).unwrap();
        archive.write(&settings, &games[2]).unwrap();
        fs::remove_file(files::with_suffix(&paths(&path)[0], ".new")).unwrap();
        let revealed = archive.taken_over(&settings, [&games[0]].into_iter(), earlier.incidents);
        assert!(revealed.is_err(), "the new record cannot take its place");
        drop(archive);
        assert_eq!(left(&settings), [0, 1, 2]);
        let (mut archive, earlier) = Archive::open(&settings, &path).unwrap();
        games.iter().for_each(|game| archive.write(&settings, game).unwrap());
        archive.taken_over(&settings, std::iter::empty(), earlier.incidents).unwrap();
        archive.close().unwrap();
        assert_eq!(fs::read_to_string(journal_path(&path)).unwrap(), "");
        assert_eq!(left(&settings), [0, 1, 2]);
    }
}
