//! What an engine says on standard error while it is tried out before the match: if it fails, that tells why. It goes through a file,
//! so that nobody has to read it meanwhile.

use crate::settings::EngineSettings;
use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many lines are quoted, none longer than this.
const LINES: usize = 2;
const WIDTH: usize = 200;

/// Where the standard error of an engine goes.
pub(crate) struct LastWords {
    path: PathBuf,
    /// What stood in it before.
    before: usize,
    /// Whether it is nobody else's.
    own: bool,
}

impl LastWords {
    /// Gives an engine a file for its standard error, unless it has one or there is no place for it.
    pub(crate) fn of(engine: &mut EngineSettings) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        if let Some(path) = &engine.stderr {
            let before = fs::read(path).map_or(0, |text| text.len());
            return Self { path: path.clone(), before, own: false };
        }
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("fourscore-match-{}-{number}.stderr", std::process::id()));
        let own = File::create_new(&path).is_ok();
        engine.stderr = own.then(|| path.clone());
        // Of what is there already nothing is its own.
        Self { path, before: if own { 0 } else { usize::MAX }, own }
    }

    /// The last lines, as the end of a sentence; nothing if there are none.
    pub(crate) fn quoted(&self) -> String {
        let text = fs::read(&self.path).unwrap_or_default();
        let text = String::from_utf8_lossy(text.get(self.before..).unwrap_or_default());
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let last = &lines[lines.len().saturating_sub(LINES)..];
        let shown =
            |line: &&str| -> String { line.chars().filter(|c| !c.is_control()).take(WIDTH).collect() };
        match last.iter().map(shown).collect::<Vec<_>>().join(" | ") {
            said if said.is_empty() => said,
            said => format!("; on standard error it said: {said}"),
        }
    }
}

impl Drop for LastWords {
    fn drop(&mut self) {
        if self.own {
            let _ = fs::remove_file(&self.path);
        }
    }
}
