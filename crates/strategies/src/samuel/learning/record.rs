//! What is kept of a series: its games, Beta's polynomial, and Alpha's along the way.

use crate::samuel::terms::polynomial::Polynomial;
use serde::{Deserialize, Serialize};

/// How a game of the series ended for Alpha (of `td-leaf`: for its side against Beta; where it has both, for the one that begins).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AlphaResult {
    /// Won, or judged to be ahead.
    Won,
    /// Lost, or behind: a black result.
    Lost,
    Drawn,
}

/// What came of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    None,
    /// Beta adopted Alpha's polynomial.
    Adopted,
    /// There were enough black marks: the leading term was set to nothing.
    Upset,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeriesGame {
    pub result: AlphaResult,
    /// How many moves it had.
    pub plies: usize,
    pub change: Change,
    /// How often another term took the lead in it.
    pub changes: u32,
}

/// Alpha's polynomial after a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    pub games: u64,
    pub polynomial: Polynomial,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// All that must be said again for the series to go on, by name.
    pub said: Vec<(String, String)>,
    pub(crate) beta: Polynomial,
    /// Black marks since the last drastic change.
    pub(crate) marks: u32,
    /// Games won, drawn and lost since Beta adopted a polynomial, or the leading term was set to nothing.
    pub(crate) since: [u32; 3],
    pub games: Vec<SeriesGame>,
    pub snapshots: Vec<Snapshot>,
}

impl Series {
    /// A series of which no game has been played, with Beta at this polynomial.
    pub const fn new(said: Vec<(String, String)>, beta: Polynomial) -> Self {
        Self { said, beta, marks: 0, since: [0; 3], games: Vec::new(), snapshots: Vec::new() }
    }

    /// Games won, lost and drawn among these.
    pub fn tally(games: &[SeriesGame]) -> [usize; 3] {
        [AlphaResult::Won, AlphaResult::Lost, AlphaResult::Drawn]
            .map(|result| games.iter().filter(|game| game.result == result).count())
    }

    /// Notes the polynomial down: after every game at first, later after every tenth and hundredth.
    pub(super) fn note(&mut self, polynomial: Polynomial) {
        let games = self.games.len() as u64;
        // The last one stands for the present, until it is replaced.
        if self.snapshots.last().is_some_and(|last| !kept(last.games)) {
            self.snapshots.pop();
        }
        self.snapshots.push(Snapshot { games, polynomial });
    }
}

/// Whether the polynomial after so many games stays noted down.
fn kept(games: u64) -> bool {
    let step = match games {
        0..=100 => 1,
        101..=1000 => 10,
        _ => 100,
    };
    games.is_multiple_of(step)
}
