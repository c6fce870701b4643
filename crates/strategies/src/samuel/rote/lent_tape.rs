//! The paper's memory tape in a program without a disk: it lasts as long as the program.

use super::table::Remembered;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Words about the whole, by name.
pub(crate) type Head = BTreeMap<String, String>;

/// The words and the positions of each tape, by its name.
type Tapes = BTreeMap<PathBuf, (Head, BTreeMap<u128, Remembered>)>;

static TAPES: Mutex<Tapes> = Mutex::new(BTreeMap::new());

#[derive(Clone, Debug)]
pub struct Tape {
    path: PathBuf,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    pub head: Head,
    /// The positions by their records.
    pub positions: Vec<(u128, Remembered)>,
}

impl Tape {
    /// The tape of this name; it need not be there.
    pub fn at(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    fn tapes() -> MutexGuard<'static, Tapes> {
        TAPES.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a tape with these words.
    ///
    /// # Errors
    /// None.
    pub(crate) fn create(&self, head: &Head) -> Result<(), String> {
        Self::tapes().insert(self.path.clone(), (head.clone(), BTreeMap::new()));
        Ok(())
    }

    /// All that the tape holds; `None` if there is none of this name.
    ///
    /// # Errors
    /// None.
    pub fn load(&self, _: fn(u128) -> u16) -> Result<Option<Content>, String> {
        let content = |(head, positions): &(Head, BTreeMap<u128, Remembered>)| Content {
            head: head.clone(),
            positions: positions.iter().map(|(&position, known)| (position, *known)).collect(),
        };
        Ok(Self::tapes().get(&self.path).map(content))
    }

    /// Puts what has changed on the tape, with new words; `None` stands for a position that is no more.
    ///
    /// # Errors
    /// None.
    pub(crate) fn merge(
        &self,
        _: fn(u128) -> u16,
        changed: &[(u128, Option<Remembered>)],
        head: &Head,
    ) -> Result<(), String> {
        let mut tapes = Self::tapes();
        let (words, positions) = tapes.entry(self.path.clone()).or_default();
        words.extend(head.clone());
        for (position, known) in changed {
            match known {
                Some(known) => drop(positions.insert(*position, *known)),
                None => drop(positions.remove(position)),
            }
        }
        Ok(())
    }
}
