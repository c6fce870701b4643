//! A place in a ranking that comes from the rules of a format and not from points alone.

/// An engine's place; the best comes first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub engine: usize,
    /// Why it stands there, for people.
    pub note: String,
}
