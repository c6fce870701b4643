//! Games on disk: written as they end, in the order of the schedule, once for scripts and once for people.

mod json;
mod order;
mod text;

pub use json::line as json_line;
pub use order::InOrder;
pub use text::text as readable;

use crate::play::Finished;
use crate::settings::Settings;
use anyhow::Context;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The two files of a match.
#[derive(Debug)]
pub struct Records {
    json: File,
    text: File,
    /// Where they are.
    pub paths: [PathBuf; 2],
}

impl Records {
    /// Begins new files at `path` with the extensions `jsonl` and `pgn`. Those of an earlier match are kept once,
    /// with `.old` behind their names.
    ///
    /// # Errors
    /// If they cannot be written there.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("results: cannot make {}", folder.display()))?;
        }
        let paths = ["jsonl", "pgn"].map(|extension| {
            // Not `with_extension`, which would eat what follows a dot in the name of a match.
            let mut name = path.as_os_str().to_owned();
            name.push(".");
            name.push(extension);
            PathBuf::from(name)
        });
        let create = |path: &Path| {
            if path.exists() {
                let mut old = path.as_os_str().to_owned();
                old.push(".old");
                fs::rename(path, old)?;
            }
            File::create(path)
        };
        let open =
            |path: &Path| create(path).with_context(|| format!("results: cannot write {}", path.display()));
        Ok(Self { json: open(&paths[0])?, text: open(&paths[1])?, paths })
    }

    /// Writes a game to both, each in one piece.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn write(&mut self, settings: &Settings, finished: &Finished) -> anyhow::Result<()> {
        let line = json::line(settings, finished).context("a game as JSON")?;
        let text = text::text(settings, finished);
        let [json, readable] = &self.paths;
        for (file, path, text) in [(&mut self.json, json, line), (&mut self.text, readable, text)] {
            file.write_all(text.as_bytes())
                .with_context(|| format!("results: cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourscore::game::Player;

    #[test]
    fn the_file_that_cannot_be_written_is_named() {
        let (settings, finished) = text::tests::sample(&[], Player::P1);
        let folder = tempfile::tempdir().unwrap();
        for (full, name) in [(0, "m.jsonl"), (1, "m.pgn")] {
            let mut records = Records::create(&folder.path().join("m")).unwrap();
            let device = File::options().write(true).open("/dev/full").unwrap();
            *[&mut records.json, &mut records.text][full] = device;
            let error = format!("{:#}", records.write(&settings, &finished).unwrap_err());
            assert!(error.contains(&format!("{name}: ")), "{error}");
        }
    }
}
