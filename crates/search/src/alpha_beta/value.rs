//! Values inside the search: one number that orders wins by speed, estimates, and losses by delay, and a mark that no
//! estimate had part in it.

use crate::Score;
use crate::score::Bound;
use crate::table::Entry;
use std::ops::Neg;

/// A win at the root itself, had it already happened; one less for each ply that it takes.
pub(super) const WIN: i32 = 1_000_000;
/// More than any value.
pub(super) const INFINITE: i32 = WIN + 1;
/// Values beyond this are proven wins (beyond its negative: losses).
const DECIDED: i32 = WIN - 10_000;
/// The greatest estimate, in absolute value, that a guide may give.
pub const ESTIMATE_MAX: i32 = 900_000;

/// A value for the side to move. Wins and losses count plies from the root of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(crate) score: i32,
    /// Whether no estimate had part in it. A value that only bounds the true one is a proven bound then.
    pub(crate) proven: bool,
}

impl Value {
    pub(crate) const DRAW: Self = Self { score: 0, proven: true };
    /// For draws that hold on the path to the position only.
    pub(crate) const DRAW_HERE: Self = Self { score: 0, proven: false };

    /// A value that is proven if it is decided.
    pub(crate) const fn of(score: i32, proven: bool) -> Self {
        Self { score, proven: proven || decided(score) }
    }

    pub(crate) const fn win_at(ply: usize) -> Self {
        Self { score: WIN - ply as i32, proven: true }
    }

    pub(crate) const fn loss_at(ply: usize) -> Self {
        Self { score: ply as i32 - WIN, proven: true }
    }

    pub(crate) fn estimate(score: i32) -> Self {
        Self { score: score.clamp(-ESTIMATE_MAX, ESTIMATE_MAX), proven: false }
    }

    /// How many plies after this one the game has ended, if that is proven.
    pub(crate) const fn plies_to_end(self, ply: usize) -> Option<usize> {
        if decided(self.score) { Some(((WIN - self.score.abs()) as usize).saturating_sub(ply)) } else { None }
    }

    /// As it is reported for the root.
    pub(crate) fn to_score(self) -> Score {
        match self.score {
            0 if self.proven => Score::Draw,
            score if score > DECIDED => Score::Win { in_plies: (WIN - score) as u32 },
            score if score < -DECIDED => Score::Loss { in_plies: (WIN + score) as u32 },
            score => Score::Heuristic(score),
        }
    }

    /// What the table keeps: wins and losses counted from the position instead of the root.
    pub(crate) fn to_entry(self, bound: Bound, depth: u32, move_number: u16, ply: usize) -> Entry {
        let value = match self.score {
            score if score > DECIDED => score + ply as i32,
            score if score < -DECIDED => score - ply as i32,
            score => score,
        };
        Entry { value, bound, proven: self.proven, depth: depth as u8, move_number }
    }

    /// The value of a table entry met at this ply.
    pub(crate) fn from_entry(entry: &Entry, ply: usize) -> Self {
        let score = match entry.value {
            value if value > DECIDED => value - ply as i32,
            value if value < -DECIDED => value + ply as i32,
            value => value,
        };
        Self { score, proven: entry.proven }
    }
}

impl Neg for Value {
    type Output = Self;

    fn neg(self) -> Self {
        Self { score: -self.score, proven: self.proven }
    }
}

/// Whether a score is that of a proven win or loss.
pub(super) const fn decided(score: i32) -> bool {
    score > DECIDED || score < -DECIDED
}
