//! What a rote memory was worth in play: lookups, hits, and the plies that it put behind the scores that moves were chosen by, in
//! openings, in the middle of games and in endings.

use crate::samuel::look_ahead::Candidate;
use crate::samuel::look_ahead::think::Thought;
use crate::samuel::terms::Subject;
use std::fmt::{self, Display};

/// The parts of a game, by the pieces left of those that it begins with: more than three quarters, more than a third, no more.
const PHASES: [&str; 3] = ["opening", "middle", "ending"];

/// What has been counted in a part of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub moves: u64,
    pub(crate) nodes: u64,
    pub lookups: u64,
    /// Those whose stored score was used.
    pub hits: u64,
    /// Moves chosen by a stored score.
    pub chosen: u64,
    /// The minimum plies of the look-aheads, all together.
    pub(crate) minimum: u64,
    /// The effective plies of the scores, all together.
    pub(crate) effective: u64,
    /// Those of them that stood behind stored scores: the gain.
    pub behind: u64,
}

impl Count {
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.lookups += other.lookups;
        self.hits += other.hits;
        self.chosen += other.chosen;
        self.minimum += other.minimum;
        self.effective += other.effective;
        self.behind += other.behind;
    }

    pub fn a_move(&self, number: u64) -> f64 {
        number as f64 / self.moves.max(1) as f64
    }

    /// The share of lookups that were hits.
    pub fn hit_rate(&self) -> f64 {
        self.hits as f64 / self.lookups.max(1) as f64
    }
}

/// What has been counted, by the parts of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally(pub [Count; PHASES.len()]);

impl Tally {
    /// Takes in what has been thought about a move.
    pub fn take_in<G: Subject>(&mut self, position: &G, thought: &Thought<G>) {
        let (pieces, all) = (position.pieces(), G::first_position().pieces().max(1));
        let phase = match pieces {
            _ if 4 * pieces > 3 * all => 0,
            _ if 3 * pieces > all => 1,
            _ => 2,
        };
        let best = thought.candidates.first().filter(|best| best.score.is_some());
        let behind = best.and_then(|best| best.behind);
        self.0[phase].add(&Count {
            moves: 1,
            nodes: thought.nodes,
            lookups: thought.recalled.lookups,
            hits: thought.recalled.hits,
            chosen: u64::from(behind.is_some()),
            minimum: thought.ply as u64,
            effective: best.map_or(0, Candidate::effective_ply) as u64,
            behind: u64::from(behind.unwrap_or(0)),
        });
    }

    pub fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(count, other)| count.add(other));
    }

    pub fn all(&self) -> Count {
        let mut all = Count::default();
        self.0.iter().for_each(|count| all.add(count));
        all
    }
}

impl Display for Tally {
    /// A table, a part of the game a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<9}{:>9}{:>11}{:>12}{:>12}{:>8}{:>10}{:>9}{:>11}{:>7}",
            "", "moves", "nodes/move", "lookups", "hits", "rate", "by rote", "minimum", "effective", "gain"
        )?;
        let all = self.all();
        for (name, count) in PHASES.iter().zip(&self.0).chain([(&"all", &all)]) {
            writeln!(
                f,
                "{name:<9}{:>9}{:>11.0}{:>12}{:>12}{:>6.1} %{:>8.1} %{:>9.2}{:>11.2}{:>7.2}",
                count.moves,
                count.a_move(count.nodes),
                count.lookups,
                count.hits,
                100.0 * count.hit_rate(),
                100.0 * count.a_move(count.chosen),
                count.a_move(count.minimum),
                count.a_move(count.effective),
                count.a_move(count.behind),
            )?;
        }
        Ok(())
    }
}
