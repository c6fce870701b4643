//! What the two programs know and where it comes from: the memory if it holds any, or else what an option names.

use super::ScoreFourOptions;
use super::patterns::Lists;
use crate::learning::{Content, Memory};
use crate::options::LEARN;
use crate::settings::Settings;
use games::qubic::Qubic;
use games::{Game, Played};
use std::path::PathBuf;

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

/// What a program has read from its memory, and the sides that it has chosen moves for in this game.
pub(super) struct Kept<T> {
    known: Option<(Origin, T)>,
    played: [bool; 2],
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self { known: None, played: [false; 2] }
    }
}

impl<T> Kept<T> {
    pub(super) fn known(&self) -> Option<&T> {
        self.known.as_ref().map(|(_, known)| known)
    }

    /// Reads what comes from here, unless that is at hand; returns what there is to say about it.
    pub(super) fn recall(
        &mut self,
        origin: Origin,
        read: impl FnOnce() -> (T, Option<String>),
    ) -> Vec<String> {
        if self.known.as_ref().is_some_and(|(from, _)| *from == origin) {
            return Vec::new();
        }
        let (known, warning) = read();
        self.known = Some((origin, known));
        warning.into_iter().collect()
    }

    /// Called in play only: a side that was merely analysed has not been played.
    pub(super) fn after_move(&mut self, game: &Played<Qubic>) {
        self.played[game.position().to_move().index()] = true;
    }

    /// The sides that were played in the game that has ended; what was known is to be read again.
    ///
    /// # Errors
    /// A sentence, if there is no memory.
    pub(super) fn end_game(&mut self, memory: &Memory) -> Result<[bool; 2], String> {
        let played = std::mem::take(self).played;
        memory.path().map(|_| played).ok_or_else(|| "the option Memory names no file".to_owned())
    }
}

/// What was loaded; with a warning if a file was refused, and the thesis's patterns instead of it.
pub(super) fn or_thesis<T>(loaded: Result<T, String>, thesis: fn() -> T) -> (T, Option<String>) {
    let refused = |error| (thesis(), Some(format!("{error}; playing by the thesis's patterns")));
    loaded.map_or_else(refused, |known| (known, None))
}

/// The lists of Score 4.
///
/// # Errors
/// A sentence, if a file cannot be read or is not one of this program's.
pub(super) fn load(settings: &Settings, memory: &Memory) -> Result<Lists, String> {
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

/// What this memory holds; `None` if there is nothing yet.
pub(super) fn read<T: Content>(memory: &Memory) -> Result<Option<T>, String> {
    memory.load().map_err(|error| error.to_string())
}

/// What this strategy's memory at this path holds.
pub(super) fn read_file<T: Content>(path: &str, strategy: &str) -> Result<T, String> {
    let memory = Memory::read_only(path, Qubic::NAME, strategy);
    read(&memory)?.ok_or_else(|| format!("there are no patterns in {path}: no such file"))
}
