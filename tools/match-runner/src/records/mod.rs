//! Games on disk: written as they end, in the order of the schedule, once for scripts and once for people; and beside
//! them what it takes to go on after any interruption.

pub(crate) mod archive;
pub(crate) mod files;
pub(crate) mod formats;
mod journal;
mod order;
mod record;
pub(crate) mod state;
mod summary;
mod text;

pub(crate) use archive::{Archive, Earlier};
pub(crate) use order::InOrder;
pub(crate) use record::GameRecord;
pub use record::Recorded;
pub(crate) use summary::summary;
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
pub(crate) struct Records {
    json: File,
    text: File,
    pub paths: [PathBuf; 2],
    /// Whether they are still written under other names, because they are to replace files that are there.
    hidden: bool,
}

/// Where the games of a match are kept: `path` with the extensions `jsonl` and `pgn`.
pub(crate) fn paths(path: &Path) -> [PathBuf; 2] {
    [with_suffix(path, ".jsonl"), with_suffix(path, ".pgn")]
}

impl Records {
    /// Begins files at `path` with the extensions `jsonl` and `pgn`: in place of those of an earlier match, which are kept
    /// once with `.old` behind their names, or, `hidden`, to replace them in [`Self::reveal`].
    pub(crate) fn begin(path: &Path, hidden: bool) -> anyhow::Result<Self> {
        files::make_folder(path)?;
        let paths = paths(path);
        // Nobody touches a file that another process is writing.
        ::files::open(&paths[0]).map_or(Ok(()), |file| files::lock(&file, &paths[0]))?;
        let create = |path: &Path| match hidden {
            true => File::create(with_suffix(path, ".new")),
            false => files::set_aside(path).and_then(|()| File::create(path)),
        };
        let open = |path: &Path| create(path).with_context(|| cannot_write(path));
        let records = Self { json: open(&paths[0])?, text: open(&paths[1])?, paths, hidden };
        files::lock(&records.json, &records.paths[0])?;
        Ok(records)
    }

    /// Puts the files in their place, if they are not there yet.
    pub(crate) fn reveal(&mut self) -> anyhow::Result<()> {
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
    pub(crate) fn write(&mut self, settings: &Settings, recorded: &Recorded) -> anyhow::Result<()> {
        let text = text::text(settings, &recorded.finished, recorded.date.as_deref());
        let [json, readable] = &self.paths;
        let both = [(&mut self.text, readable, text.as_str()), (&mut self.json, json, &recorded.line)];
        for (file, path, text) in both {
            file.write_all(text.as_bytes()).with_context(|| cannot_write(path))?;
        }
        Ok(())
    }
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
            let mut records = Records::begin(&folder.path().join("m"), false).unwrap();
            let device = File::options().write(true).open("/dev/full").unwrap();
            *[&mut records.json, &mut records.text][full] = device;
            let error = format!("{:#}", records.write(&settings, &recorded).unwrap_err());
            assert!(error.contains(&format!("{name}: ")), "{error}");
        }
    }
}
