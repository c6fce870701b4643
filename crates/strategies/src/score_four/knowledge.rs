//! Where the lists come from: the memory if it holds any, or else what the option `ScoreFour.Patterns` names.

use super::ScoreFourOptions;
use super::patterns::Lists;
use crate::learning::Memory;
use crate::options::LEARN;
use crate::settings::Settings;
use games::Game;
use games::qubic::Qubic;
use std::path::PathBuf;

/// The lists with the names that they were loaded by.
pub(crate) struct Knowledge {
    /// TEST, SUTEST and AJUST.
    pub(crate) lists: Lists,
    patterns: String,
    learns: bool,
    memory: Option<PathBuf>,
}

impl Knowledge {
    /// What is known; with a warning if a file was refused, and the rules or the thesis's patterns instead of it.
    pub(crate) fn load(settings: &Settings, memory: &Memory) -> (Self, Option<String>) {
        let (lists, warning) = match Self::load_strictly(settings, memory) {
            Ok(lists) => (lists, None),
            Err(error) => (Lists::thesis(), Some(format!("{error}; playing by the thesis's patterns"))),
        };
        let knowledge = Self {
            lists,
            patterns: ScoreFourOptions::of(settings).patterns,
            learns: settings.get(&LEARN),
            memory: memory.path().map(Into::into),
        };
        (knowledge, warning)
    }

    /// Whether these options would load the same.
    pub(crate) fn fits(&self, settings: &Settings, memory: &Memory) -> bool {
        self.patterns == ScoreFourOptions::of(settings).patterns
            && self.learns == settings.get(&LEARN)
            && self.memory.as_deref() == memory.path()
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
            path => {
                let file = Memory::read_only(path, Qubic::NAME, super::ROW.name);
                read(&file)?.ok_or_else(|| format!("there are no patterns in {path}: no such file"))
            }
        }
    }
}

/// The lists that this memory holds; `None` if there is none yet.
pub(crate) fn read(memory: &Memory) -> Result<Option<Lists>, String> {
    memory.load().map_err(|error| error.to_string())
}
