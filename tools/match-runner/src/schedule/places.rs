//! A place in a ranking that comes from the rules of a format and not from points alone.

/// An engine's place; the best comes first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub engine: usize,
    /// Why it stands there, for people.
    pub note: String,
}

/// Half points as people write them: `3`, `3.5`.
pub(super) fn halves(points: usize) -> String {
    format!("{}{}", points / 2, if points % 2 == 1 { ".5" } else { "" })
}
