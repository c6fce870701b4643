//! What a search says about a position: proven, or estimated, and never one in the clothes of the other.

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// A proven win, at the latest after this many plies.
    Win {
        /// Plies until the game is over; odd.
        in_plies: u32,
    },
    /// A proven loss, at the latest after this many plies.
    Loss {
        /// Plies until the game is over; even.
        in_plies: u32,
    },
    /// A proven draw.
    Draw,
    /// An estimate in hundredths of whatever the strategy counts in.
    Heuristic(i32),
}

/// Whether a score is exact or bounds the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The score itself.
    #[default]
    Exact,
    /// The true score is this or better.
    Lower,
    /// The true score is this or worse.
    Upper,
}
