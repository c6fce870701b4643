//! Proof and disproof numbers as a pair: what they mean when they are 0, what they may not become, and when a search
//! has gone far enough.

use super::super::INFINITE;

/// The largest number of a position that is not solved: sums stop here.
pub(super) const LARGEST: u32 = INFINITE - 1;

/// How many leaves must at least be proven to prove a position, and disproven to disprove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// 0 if the position is proven, [`INFINITE`] if it is disproven.
    pub proof: u32,
    /// 0 if the position is disproven, [`INFINITE`] if it is proven.
    pub disproof: u32,
}

impl Numbers {
    /// Those of a proven position.
    pub const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    /// Those of a disproven position.
    pub const DISPROVEN: Self = Self { proof: INFINITE, disproof: 0 };
    /// No limit to a search: only a solved position reaches it.
    pub(super) const UNLIMITED: Self = Self { proof: INFINITE, disproof: INFINITE };

    /// These numbers, made to agree with each other: a 0 makes the other infinite, and nothing else is infinite.
    #[must_use]
    pub fn new(proof: u32, disproof: u32) -> Self {
        match (proof, disproof) {
            (0, _) => Self::PROVEN,
            (_, 0) => Self::DISPROVEN,
            _ => Self { proof: proof.min(LARGEST), disproof: disproof.min(LARGEST) },
        }
    }

    /// Whether the position is proven or disproven.
    #[must_use]
    pub const fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether either number has come to its limit.
    pub(super) const fn reaches(self, limit: Self) -> bool {
        self.proof >= limit.proof || self.disproof >= limit.disproof
    }

    /// The number that the side to move brings to 0 by one good move, and the one for which all his moves must fail.
    pub(super) const fn easy_and_hard(self, attacker_moves: bool) -> (u32, u32) {
        if attacker_moves { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    /// The reverse of [`Numbers::easy_and_hard`].
    pub(super) const fn of_mover(attacker_moves: bool, easy: u32, hard: u32) -> Self {
        if attacker_moves {
            Self { proof: easy, disproof: hard }
        } else {
            Self { proof: hard, disproof: easy }
        }
    }
}
