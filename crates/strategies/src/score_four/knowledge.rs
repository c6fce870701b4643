//! Where the lists come from: the memory if it holds any, or else what the option `ScoreFour.Patterns` names.

use super::ScoreFourOptions;
use super::patterns::Lists;
use crate::learning::{Content, Memory};
use crate::options::LEARN;
use crate::settings::Settings;
use games::Game;
use games::qubic::Qubic;
use std::path::PathBuf;

/// The lists with the names that they were loaded by.
pub(crate) struct Knowledge {
    /// TEST, SUTEST and AJUST.
    pub(crate) lists: Lists,
    origin: Origin,
}

/// Where knowledge was loaded from.
#[derive(PartialEq, Eq)]
pub(super) struct Origin {
    patterns: String,
    learns: bool,
    memory: Option<PathBuf>,
}

impl Origin {
    /// Where these options load from, which name these patterns.
    pub(super) fn of(patterns: String, settings: &Settings, memory: &Memory) -> Self {
        Self { patterns, learns: settings.get(&LEARN), memory: memory.path().map(Into::into) }
    }
}

impl Knowledge {
    /// What is known; with a warning if a file was refused, and the rules or the thesis's patterns instead of it.
    pub(crate) fn load(settings: &Settings, memory: &Memory) -> (Self, Option<String>) {
        let (lists, warning) = match Self::load_strictly(settings, memory) {
            Ok(lists) => (lists, None),
            Err(error) => (Lists::thesis(), Some(format!("{error}; playing by the thesis's patterns"))),
        };
        let origin = Origin::of(ScoreFourOptions::of(settings).patterns, settings, memory);
        (Self { lists, origin }, warning)
    }

    /// Whether these options would load the same.
    pub(crate) fn fits(&self, settings: &Settings, memory: &Memory) -> bool {
        self.origin == Origin::of(ScoreFourOptions::of(settings).patterns, settings, memory)
    }

    /// The lists.
    ///
    /// # Errors
    /// A sentence, if a file cannot be read or is not one of this program's.
    pub(crate) fn load_strictly(settings: &Settings, memory: &Memory) -> Result<Lists, String> {
        if let Some(lists) = read(memory)? {
            return Ok(lists);
        }
        match ScoreFourOptions::of(settings).patterns.as_str() {
            "rules" => Ok(Lists::rules()),
            "thesis" => Ok(Lists::thesis()),
            "auto" | "" if settings.get(&LEARN) => Ok(Lists::rules()),
            "auto" | "" => Ok(Lists::thesis()),
            path => read_file(path, super::ROW.name),
        }
    }
}

/// What this memory holds; `None` if there is nothing yet.
pub(super) fn read<T: Content>(memory: &Memory) -> Result<Option<T>, String> {
    memory.load().map_err(|error| error.to_string())
}

/// What this strategy's memory at this path holds.
pub(super) fn read_file<T: Content>(path: &str, strategy: &str) -> Result<T, String> {
    let memory = Memory::read_only(path, Qubic::NAME, strategy);
    read(&memory)?.ok_or_else(|| format!("there are no patterns in {path}: no such file"))
}
