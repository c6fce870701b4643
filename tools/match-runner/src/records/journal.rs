//! What has happened but is not yet in the record: games that ended before their turn, and misbehaviour outside of
//! games. It grows by a line at a time, and is emptied when everything in it has gone into the record, so that it
//! stays small; what is in both counts once.

use super::files;
use crate::engine::{Fault, FaultKind};
use crate::settings::Settings;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// From this size on it is emptied when it can be, in bytes: often enough to stay small, rarely enough to cost nothing.
const FULL: u64 = 1 << 18;

#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    /// Closed before another takes its place: not every system replaces a file that is open.
    file: Option<File>,
    size: u64,
    /// The lines about misbehaviour, which no record holds.
    incidents: String,
}

/// A line that is no game.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    /// Misbehaviour outside of one.
    Incident { engine: String, kind: String, detail: String },
}

/// What a journal holds.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub games: Vec<String>,
    pub incidents: Vec<(usize, Fault)>,
}

impl Contents {
    /// Reads a journal; one that is not there is empty.
    pub(super) fn read(path: &Path, settings: &Settings) -> anyhow::Result<Self> {
        let mut contents = Self::default();
        for line in files::complete_lines(path)? {
            let Ok(Line::Incident { engine: name, kind: word, detail }) = serde_json::from_str(&line) else {
                contents.games.push(line + "\n");
                continue;
            };
            let engine = settings.engines.iter().position(|engine| engine.name == name);
            let known = engine.zip(FaultKind::named(&word));
            let (engine, kind) =
                known.with_context(|| format!("results: {}: {word} of '{name}'", path.display()))?;
            contents.incidents.push((engine, Fault::new(kind, detail)));
        }
        Ok(contents)
    }
}

fn incident_line(settings: &Settings, engine: usize, fault: &Fault) -> anyhow::Result<String> {
    let (engine, kind) = (settings.engines[engine].name.clone(), fault.kind.name().to_owned());
    Ok(serde_json::to_string(&Line::Incident { engine, kind, detail: fault.detail.clone() })? + "\n")
}

impl Journal {
    /// Begins a journal with these contents, in place of the one that may be there.
    pub(super) fn create(path: &Path, settings: &Settings, contents: &Contents) -> anyhow::Result<Self> {
        let mut incidents = String::new();
        for (engine, fault) in &contents.incidents {
            incidents.push_str(&incident_line(settings, *engine, fault)?);
        }
        let text = incidents.clone() + &contents.games.concat();
        let file = Self::replaced(path, &text)?;
        Ok(Self { path: path.to_owned(), file: Some(file), size: text.len() as u64, incidents })
    }

    fn replaced(path: &Path, text: &str) -> anyhow::Result<File> {
        files::replace(path, text.as_bytes())?;
        File::options().append(true).open(path).with_context(|| files::cannot_write(path))
    }

    /// Adds the line of a game.
    pub(super) fn add_game(&mut self, line: &str) -> anyhow::Result<()> {
        self.size += line.len() as u64;
        let written = self.file.as_mut().map_or(Ok(()), |file| file.write_all(line.as_bytes()));
        written.with_context(|| files::cannot_write(&self.path))
    }

    pub(super) fn add_incident(
        &mut self,
        settings: &Settings,
        engine: usize,
        fault: &Fault,
    ) -> anyhow::Result<()> {
        let line = incident_line(settings, engine, fault)?;
        self.incidents.push_str(&line);
        self.add_game(&line)
    }

    /// Forgets the games, all of which are in the record by now; not before it is worth the while, unless `now`.
    pub(super) fn forget_games(&mut self, now: bool) -> anyhow::Result<()> {
        let size = self.incidents.len() as u64;
        if self.size > size && (now || self.size - size > FULL) {
            self.file = None;
            self.file = Some(Self::replaced(&self.path, &self.incidents)?);
            self.size = size;
        }
        Ok(())
    }
}
