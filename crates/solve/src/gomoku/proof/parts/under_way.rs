//! Searches of replies that are under way. What they have expanded is written down, so that one that was cut off comes to
//! where it was without the threat searches, which are nearly all of its cost.

use super::super::{Attack, Place};
use super::found::{read, write};
use games::gomoku::Square;
use rustc_hash::FxHashMap;
use search::proof_number::{Expansion, Problem};
use std::sync::RwLock;

/// A search that has not come to an end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// How often the reply had been tried before: the settings hang on it.
    pub tries: u32,
    /// What followed from each position that it has expanded.
    pub expanded: FxHashMap<Place, Expansion<Place, Square>>,
}

/// Such searches by their replies.
pub(crate) type Searches = FxHashMap<Place, Search>;

/// The problem of one reply as a search sees it: what is written down is read, and the rest is found out and written down.
pub(crate) struct Noted<'a> {
    worker: &'a mut Attack,
    root: Place,
    searches: &'a RwLock<Searches>,
    fresh: u64,
}

impl<'a> Noted<'a> {
    /// The search of this reply, after so many tries; what was written down by an earlier try is forgotten.
    pub(crate) fn new(
        worker: &'a mut Attack,
        root: Place,
        tries: u32,
        searches: &'a RwLock<Searches>,
    ) -> Self {
        let mut all = write(searches);
        if all.get(&root).is_none_or(|search| search.tries != tries) {
            all.insert(root, Search { tries, ..Search::default() });
        }
        drop(all);
        Self { worker, root, searches, fresh: 0 }
    }

    /// How many expansions are written down.
    pub(crate) fn written(&self) -> u64 {
        let all = read(self.searches);
        all.get(&self.root).map_or(0, |search| search.expanded.len() as u64)
    }

    /// How many expansions were not read but found out.
    pub(crate) const fn fresh(&self) -> u64 {
        self.fresh
    }

    fn known(&self, place: &Place) -> Option<Expansion<Place, Square>> {
        let all = read(self.searches);
        all.get(&self.root)?.expanded.get(place).cloned()
    }
}

impl Problem for Noted<'_> {
    type Position = Place;
    type Move = Square;

    fn attacker_moves(&self, place: &Place) -> bool {
        self.worker.attacker_moves(place)
    }

    fn expand(&mut self, place: &Place) -> Expansion<Place, Square> {
        if let Some(expansion) = self.known(place) {
            return expansion;
        }
        let expansion = self.worker.expand(place);
        self.fresh += 1;
        let mut all = write(self.searches);
        all.entry(self.root).or_default().expanded.insert(*place, expansion.clone());
        expansion
    }
}
