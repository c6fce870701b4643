//! What the search for a proof in parts has found: enough for another one to go on where it was.

use super::super::{Moves, Place};
use super::Searches;
use rustc_hash::FxHashMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// How often replies were tried without a proof, by canonical positions with black to move.
pub type Tried = FxHashMap<Place, u32>;

/// How often replies were tried in vain.
///
/// A run goes the way of the one before it: what that one tried in vain it does not try again, and counts as tried in vain when it comes
/// to it. So it comes to where that one ended, with the same answers of black's in view.
#[derive(Debug, Default)]
pub struct Tries {
    /// Before this run.
    pub before: Tried,
    /// In this run.
    pub now: Tried,
}

impl Tries {
    /// Another run begins.
    pub fn begin(&mut self) {
        for (place, tries) in self.now.drain() {
            let before = self.before.entry(place).or_default();
            *before = tries.max(*before);
        }
    }

    fn all(&self) -> Tried {
        let mut all = Self { before: self.before.clone(), now: self.now.clone() };
        all.begin();
        all.before
    }
}

/// What a search has found: from it another one goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Every move that has been proven, by canonical positions.
    pub moves: Moves,
    /// How often the replies that are still open have been tried.
    pub tried: Tried,
    /// Searches that were cut off.
    pub searches: Searches,
}

/// What a search has found so far; it may be asked while the search goes on.
#[derive(Clone, Debug)]
pub struct Findings {
    pub(super) known: Arc<RwLock<Moves>>,
    pub(super) tried: Arc<RwLock<Tries>>,
    pub(super) searches: Arc<RwLock<Searches>>,
}

impl Findings {
    /// A copy of it all.
    #[must_use]
    pub fn found(&self) -> Found {
        // In this order nothing is missing that a search has handed on meanwhile.
        let mut searches = read(&self.searches).clone();
        let mut tried = read(&self.tried).all();
        let moves = read(&self.known).clone();
        tried.retain(|place, _| !moves.contains_key(place));
        searches.retain(|place, search| {
            let over =
                moves.contains_key(place) || tried.get(place).is_some_and(|&tries| tries > search.tries);
            !over && !search.expanded.is_empty()
        });
        Found { moves, tried, searches }
    }
}

/// A look at what threads have in common. What a thread that panicked has left of it is whole: it grows by single entries.
pub fn read<T>(shared: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    shared.read().unwrap_or_else(PoisonError::into_inner)
}

/// The same, to change it.
pub fn write<T>(shared: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    shared.write().unwrap_or_else(PoisonError::into_inner)
}
