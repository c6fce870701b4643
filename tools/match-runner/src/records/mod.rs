//! Games on disk: written as they end, in the order of the schedule, once for scripts and once for people; and beside
//! them what it takes to go on after any interruption.

pub mod archive;
pub mod files;
mod journal;
mod order;
mod record;
pub mod state;
mod summary;
mod text;

pub use archive::{Archive, Earlier};
pub use order::InOrder;
pub(crate) use record::GameRecord;
pub use record::Recorded;
pub use summary::summary;
#[cfg(test)]
pub(crate) use text::tests::sample;
#[cfg(test)]
pub(crate) use text::text as readable;

use crate::settings::Settings;
use anyhow::Context;
use files::{cannot_write, with_suffix};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The two files of a match that hold its games.
#[derive(Debug)]
pub struct Records {
    json: File,
    text: File,
    pub paths: [PathBuf; 2],
    /// Whether they are still written under other names, because they are to replace files that are there.
    hidden: bool,
}

/// Where the games of a match are kept: `path` with the extensions `jsonl` and `pgn`.
pub fn paths(path: &Path) -> [PathBuf; 2] {
    [with_suffix(path, ".jsonl"), with_suffix(path, ".pgn")]
}

impl Records {
    /// Begins new files at `path` with the extensions `jsonl` and `pgn`. Those of an earlier match are kept once,
    /// with `.old` behind their names.
    ///
    /// # Errors
    /// If they cannot be written there, or another match is writing them.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        files::make_folder(path)?;
        let paths = paths(path);
        check_unused(&paths[0])?;
        let create = |path: &Path| files::set_aside(path).and_then(|()| File::create(path));
        let open = |path: &Path| create(path).with_context(|| cannot_write(path));
        let records = Self { json: open(&paths[0])?, text: open(&paths[1])?, paths, hidden: false };
        files::lock(&records.json, &records.paths[0])?;
        Ok(records)
    }

    /// Begins files that are to replace those at `path`, which stay as they are until [`Self::reveal`].
    ///
    /// # Errors
    /// If they cannot be written there, or another match is writing them.
    pub fn rewrite(path: &Path) -> anyhow::Result<Self> {
        files::make_folder(path)?;
        let paths = paths(path);
        check_unused(&paths[0])?;
        let open = |path: &Path| {
            let path = with_suffix(path, ".new");
            File::create(&path).with_context(|| cannot_write(&path))
        };
        let records = Self { json: open(&paths[0])?, text: open(&paths[1])?, paths, hidden: true };
        files::lock(&records.json, &records.paths[0])?;
        Ok(records)
    }

    /// Puts the files in their place, if they are not there yet.
    ///
    /// # Errors
    /// If they cannot be renamed.
    pub fn reveal(&mut self) -> anyhow::Result<()> {
        if std::mem::take(&mut self.hidden) {
            for (path, file) in self.paths.iter().zip([&self.json, &self.text]) {
                file.sync_all()
                    .and_then(|()| fs::rename(with_suffix(path, ".new"), path))
                    .with_context(|| cannot_write(path))?;
            }
        }
        Ok(())
    }

    /// Writes a game to both, each in one piece. The line of JSON comes last: the game is recorded when it stands there.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn write(&mut self, settings: &Settings, recorded: &Recorded) -> anyhow::Result<()> {
        let text = text::text(settings, &recorded.finished);
        let [json, readable] = &self.paths;
        let both = [(&mut self.text, readable, text.as_str()), (&mut self.json, json, &recorded.line)];
        for (file, path, text) in both {
            file.write_all(text.as_bytes()).with_context(|| cannot_write(path))?;
        }
        Ok(())
    }
}

/// Refuses to touch a file that another process is writing.
fn check_unused(path: &Path) -> anyhow::Result<()> {
    ::files::open(path).map_or(Ok(()), |file| files::lock(&file, path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Player;

    #[test]
    fn the_file_that_cannot_be_written_is_named() {
        let (settings, finished) = sample(&[], Player::P1);
        let recorded = Recorded::new(&settings, finished).unwrap();
        let folder = tempfile::tempdir().unwrap();
        for (full, name) in [(0, "m.jsonl"), (1, "m.pgn")] {
            let mut records = Records::create(&folder.path().join("m")).unwrap();
            let device = File::options().write(true).open("/dev/full").unwrap();
            *[&mut records.json, &mut records.text][full] = device;
            let error = format!("{:#}", records.write(&settings, &recorded).unwrap_err());
            assert!(error.contains(&format!("{name}: ")), "{error}");
        }
    }
}
