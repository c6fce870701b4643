//! Games that have been played before: two engines that always answer alike play the same game from the same opening as
//! often as they are asked to. However often that is, it is known once.

use super::Points;
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// What makes a game the same as another one: who plays, where it begins, every move, and how it ends.
pub(crate) fn key<'a>(
    players: impl Hash,
    fen: Option<&str>,
    moves: impl Iterator<Item = &'a str>,
    end: impl Hash,
) -> u64 {
    let mut hasher = DefaultHasher::new();
    (players, fen, end).hash(&mut hasher);
    moves.for_each(|m| m.hash(&mut hasher));
    hasher.finish()
}

/// The first game of a pair whose second one is missing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct First {
    key: u64,
    players: [usize; 2],
    /// The points of its player one.
    pub points: Points,
    /// Whether the pair, now that it is complete, had been played before.
    pub repeated: bool,
}

impl First {
    /// The points of the engine that stands first in the settings.
    pub(crate) fn of_first(self) -> Points {
        of_first(self.players, self.points)
    }
}

/// Points of player one as those of the player with the lower number.
pub(crate) fn of_first(players: [usize; 2], points: Points) -> Points {
    if players[0] > players[1] { points.flipped() } else { points }
}

/// The games seen so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Repeats {
    games: HashSet<u64>,
    pairs: HashSet<[u64; 2]>,
    open: BTreeMap<(usize, [usize; 2]), First>,
    count: u64,
}

impl Repeats {
    /// Takes in a game of a pair by its [`key`], with the points of its player one; the pair's first game, if this is the second.
    pub(crate) fn add(
        &mut self,
        pair: usize,
        players: [usize; 2],
        key: u64,
        points: Points,
    ) -> Option<First> {
        self.count += u64::from(!self.games.insert(key));
        let pair = (pair, [players[0].min(players[1]), players[0].max(players[1])]);
        let Some(mut first) = self.open.remove(&pair) else {
            self.open.insert(pair, First { key, players, points, repeated: false });
            return None;
        };
        first.repeated = !self.pairs.insert([first.key.min(key), first.key.max(key)]);
        Some(first)
    }

    /// How many games had been played before.
    pub(crate) const fn count(&self) -> u64 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_known_once() {
        let mut repeats = Repeats::default();
        let mut add = |pair, key| repeats.add(pair, [0, 1], key, Points::Win).map(|first| first.repeated);
        let games = [(0, 1), (0, 2), (1, 2), (1, 1), (2, 1), (2, 3)];
        assert_eq!(
            games.map(|(pair, key)| add(pair, key)),
            [None, Some(false), None, Some(true), None, Some(false)]
        );
        assert_eq!(repeats.count(), 3);
        let key = |moves: [&'static str; 2], end| key((0, 1), None, moves.into_iter(), end);
        assert_eq!(key(["a", "b"], "rules"), key(["a", "b"], "rules"));
        assert!(
            key(["a", "b"], "rules") != key(["ab", ""], "rules")
                && key(["a", "b"], "rules") != key(["a", "b"], "time")
        );
    }
}
