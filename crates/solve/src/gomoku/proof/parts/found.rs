//! What the search for a proof in parts has found: enough for another one to go on where it was.

use super::super::{Moves, Place};
use super::division::Reply;
use super::one::Searched;
use super::{Parts, Searches};
use rustc_hash::FxHashMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// How often replies were tried without a proof, by canonical positions with black to move.
pub type Tried = FxHashMap<Place, u32>;

/// How often replies were tried in vain.
///
/// A run goes the way of the one before it: what that one tried in vain it does not try again, and counts as tried in vain when it comes
/// to it. So it comes to where that one ended, or to other replies first where some that had failed are known to be won by now.
#[derive(Debug, Default)]
pub(crate) struct Tries {
    pub(crate) before: Tried,
    /// In this run.
    pub(crate) now: Tried,
}

impl Tries {
    pub(crate) fn begin(&mut self) {
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
pub(crate) fn read<T>(shared: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    shared.read().unwrap_or_else(PoisonError::into_inner)
}

/// The same, to change it.
pub(crate) fn write<T>(shared: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    shared.write().unwrap_or_else(PoisonError::into_inner)
}

impl Parts {
    /// Notes down how the search of a reply came out; whether it has come to its end in vain.
    pub(super) fn note(&mut self, reply: &mut Reply, least: u32, result: &Searched) -> bool {
        self.expansions += result.expansions;
        self.positions += result.positions;
        reply.proven = result.proven;
        if result.stopped {
            return false;
        }
        let tries = reply.turn(least);
        if !result.proven {
            reply.tries = tries + 1;
            // Another answer can lead to the same class, later tried or less often.
            let mut tried = write(&self.tried);
            let now = tried.now.entry(reply.place).or_default();
            *now = reply.tries.max(*now);
        }
        // Not before its end is noted down: a reader in between finds one of the two. Of a reply that is won by
        // threats at once nothing else is.
        let noted = !result.proven || self.knows(&reply.place);
        write(&self.searches)
            .retain(|place, search| *place != reply.place || search.tries != tries || !noted);
        !result.proven
    }

    /// Whether an earlier run has tried a reply in vain in the way that is its turn now, or is known to have come to a later one.
    pub(super) fn tried_in_vain(&self, reply: &Reply, least: u32) -> bool {
        let tries = reply.turn(least);
        let before = read(&self.tried).before.get(&reply.place).is_some_and(|&before| before > tries);
        let later = read(&self.searches).get(&reply.place).is_some_and(|search| search.tries > tries);
        (before || later) && !self.knows(&reply.place)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{End, Parts, PartsLimits};
    use super::*;
    use games::Game;
    use games::gomoku::{Gomoku, Setup, Square};
    use search::Control;

    fn after(moves: &[&str]) -> Gomoku {
        let mut game = Gomoku::start(&Setup::new("freestyle", 15).unwrap());
        for m in moves {
            game.play(Square::parse(m, 15).unwrap());
        }
        game
    }

    /// Goes on from what was found, for so many expansions.
    fn go_on(start: &Gomoku, found: Found, expansions: u64) -> Found {
        let mut parts = Parts::new(start, found, 1);
        let limits = PartsLimits { expansions, ..PartsLimits::default() };
        assert_eq!(parts.run(&limits, &Control::new(), &mut |_, _| true), Ok(End::Stopped));
        assert_eq!(parts.expanded().0, expansions);
        parts.findings().found()
    }

    #[test]
    fn a_search_that_was_cut_off_in_a_later_try_is_gone_on_with() {
        let start = after(&["h8", "j7", "i9", "g7"]);
        let place = Place::of(&start).class(15).0;
        let mut found = go_on(&start, Found::default(), 7);
        assert_eq!((found.searches[&place].tries, found.searches[&place].expanded.len()), (0, 7));
        // As if it were of the fourth try, whether or not the file says that there were three before.
        for tried in [0, 3] {
            let mut later = found.clone();
            later.searches.get_mut(&place).unwrap().tries = 3;
            later.tried = [(place, tried)].into_iter().filter(|&(_, tries)| tries > 0).collect();
            let after = go_on(&start, later, 5);
            assert_eq!((after.searches[&place].tries, after.searches[&place].expanded.len()), (3, 12));
            assert_eq!(after.tried[&place], 3);
        }
        // One of an earlier try than the next one is of no use any more.
        found.tried = [(place, 2)].into_iter().collect();
        let after = go_on(&start, found, 5);
        assert_eq!((after.searches[&place].tries, after.searches[&place].expanded.len()), (2, 5));
    }

    #[test]
    fn a_reply_that_is_won_by_threats_at_once_is_not_searched_again() {
        // h8 o15 i7: each reply of white's is a part, and most are such.
        let start = after(&["h8", "o15", "i7"]);
        let (mut found, mut sum, mut runs) = (Found::default(), 0, 0);
        loop {
            let mut parts = Parts::new(&start, found, 1);
            let limits = PartsLimits { expansions: 40, ..PartsLimits::default() };
            let end = parts.run(&limits, &Control::new(), &mut |_, _| true);
            (sum, runs) = (sum + parts.expanded().0, runs + 1);
            if end == Ok(End::Proven) {
                break;
            }
            assert!(runs < 100, "it comes to no end");
            found = parts.findings().found();
        }
        let mut whole = Parts::new(&start, Found::default(), 1);
        assert_eq!(whole.run(&PartsLimits::default(), &Control::new(), &mut |_, _| true), Ok(End::Proven));
        assert!(runs > 5 && sum <= whole.expanded().0, "{sum} in {runs} runs, {} in one", whole.expanded().0);
    }
}
