//! What the results say. A pair of games (one opening, both colours) is the unit of all statistics, because its two
//! games are not independent; games whose partner is missing count as units of half the weight. Every number is
//! finite whatever the results are, or absent where there is no finite answer. A pair that has been played before, move for
//! move, tells nothing new: it is a result, and no statistics.

pub mod elo;
pub(crate) mod normal;
pub(crate) mod normalised;
pub mod ratings;
pub(crate) mod repeats;
pub mod sprt;
pub mod usage;

use serde::Serialize;
use std::ops::AddAssign;

/// The result of a game for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Points {
    Loss,
    Draw,
    Win,
}

impl Points {
    /// The same game for the other side.
    pub const fn flipped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Pairs of games by their results for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs {
    /// Both lost.
    pub ll: u64,
    /// A loss and a draw.
    pub ld: u64,
    /// A win and a loss.
    pub wl: u64,
    /// Both drawn.
    pub dd: u64,
    /// A win and a draw.
    pub wd: u64,
    /// Both won.
    pub ww: u64,
}

impl Pairs {
    /// The counts by points: 0, a half, 1, one and a half, 2.
    pub const fn pentanomial(&self) -> [u64; 5] {
        [self.ll, self.ld, self.wl + self.dd, self.wd, self.ww]
    }

    pub const fn count(&self) -> u64 {
        self.ll + self.ld + self.wl + self.dd + self.wd + self.ww
    }

    pub const fn add(&mut self, one: Points, two: Points) {
        use Points::{Draw, Loss, Win};
        let cell = match (one, two) {
            (Loss, Loss) => &mut self.ll,
            (Loss, Draw) | (Draw, Loss) => &mut self.ld,
            (Loss, Win) | (Win, Loss) => &mut self.wl,
            (Draw, Draw) => &mut self.dd,
            (Win, Draw) | (Draw, Win) => &mut self.wd,
            (Win, Win) => &mut self.ww,
        };
        *cell += 1;
    }

    /// The same pairs for the other side.
    pub const fn flipped(self) -> Self {
        Self { ll: self.ww, ld: self.wd, wd: self.ld, ww: self.ll, ..self }
    }
}

/// All results of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won, drawn and lost.
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The pairs that are complete, each one once however often it was played.
    pub pairs: Pairs,
    /// Games whose partner is missing, by points: 0, a half, 1.
    pub single: [u64; 3],
    /// Games of pairs that had been played before, by points: they are in the first three counts only.
    pub repeated: [u64; 3],
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        let (p, o) = (&mut self.pairs, other.pairs);
        for (cell, more) in [
            (&mut p.ll, o.ll),
            (&mut p.ld, o.ld),
            (&mut p.wl, o.wl),
            (&mut p.dd, o.dd),
            (&mut p.wd, o.wd),
            (&mut p.ww, o.ww),
        ] {
            *cell += more;
        }
        let counts = self.single.iter_mut().chain(&mut self.repeated);
        for (cell, more) in counts.zip(other.single.into_iter().chain(other.repeated)) {
            *cell += more;
        }
    }
}

impl Tally {
    /// A tally of complete pairs only.
    pub const fn of_pairs(pairs: Pairs) -> Self {
        Self {
            wins: 2 * pairs.ww + pairs.wd + pairs.wl,
            draws: 2 * pairs.dd + pairs.wd + pairs.ld,
            losses: 2 * pairs.ll + pairs.ld + pairs.wl,
            pairs,
            single: [0; 3],
            repeated: [0; 3],
        }
    }

    /// Counts the first game of a pair.
    pub const fn add_first(&mut self, points: Points) {
        self.count(points);
        self.single[points as usize] += 1;
    }

    /// Counts the second game of a pair whose first game was counted by [`Self::add_first`]. The statistics leave out a
    /// pair that is `repeated`.
    pub const fn add_second(&mut self, first: Points, points: Points, repeated: bool) {
        self.count(points);
        self.single[first as usize] = self.single[first as usize].saturating_sub(1);
        if repeated {
            self.repeated[first as usize] += 1;
            self.repeated[points as usize] += 1;
        } else {
            self.pairs.add(first, points);
        }
    }

    /// Without the games of pairs that had been played before.
    pub const fn distinct(self) -> Self {
        let [lost, drawn, won] = self.repeated;
        let (wins, draws, losses) = (self.wins - won, self.draws - drawn, self.losses - lost);
        Self { wins, draws, losses, repeated: [0; 3], ..self }
    }

    const fn count(&mut self, points: Points) {
        match points {
            Points::Win => self.wins += 1,
            Points::Draw => self.draws += 1,
            Points::Loss => self.losses += 1,
        }
    }

    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points won per game, a half if there is none.
    pub fn score(&self) -> f64 {
        ratio(self.wins as f64 + 0.5 * self.draws as f64, self.games(), 0.5)
    }

    /// The share of games drawn, 0 if there is none.
    pub fn draw_rate(&self) -> f64 {
        ratio(self.draws as f64, self.games(), 0.0)
    }

    /// The same results for the other side.
    pub const fn flipped(self) -> Self {
        let ([lost, drawn, won], [r_lost, r_drawn, r_won]) = (self.single, self.repeated);
        Self {
            wins: self.losses,
            losses: self.wins,
            draws: self.draws,
            pairs: self.pairs.flipped(),
            single: [won, drawn, lost],
            repeated: [r_won, r_drawn, r_lost],
        }
    }
}

fn ratio(part: f64, whole: u64, otherwise: f64) -> f64 {
    if whole == 0 { otherwise } else { part / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_become_pairs() {
        let mut tally = Tally::default();
        tally.add_first(Points::Win);
        assert_eq!((tally.single, tally.pairs.count()), ([0, 0, 1], 0));
        tally.add_second(Points::Win, Points::Draw, false);
        assert_eq!((tally.single, tally.pairs.pentanomial()), ([0; 3], [0, 0, 0, 1, 0]));
        assert_eq!((tally.wins, tally.draws, tally.games()), (1, 1, 2));
        assert!((tally.score() - 0.75).abs() < 1e-12 && (tally.draw_rate() - 0.5).abs() < 1e-12);
        assert_eq!(tally, Tally::of_pairs(tally.pairs));
        assert_eq!(tally.flipped().pairs.pentanomial(), [0, 1, 0, 0, 0]);
        assert_eq!(tally.flipped().flipped(), tally);
        let before = tally;
        tally.add_first(Points::Win);
        tally.add_second(Points::Win, Points::Draw, true);
        assert_eq!((tally.wins, tally.draws, tally.games(), tally.pairs), (2, 2, 4, before.pairs));
        assert_eq!((tally.distinct(), tally.flipped().repeated), (before, [1, 1, 0]));
    }
}
