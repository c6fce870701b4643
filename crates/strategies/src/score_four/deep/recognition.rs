//! What the deep version sees on a board: three in a row, and the descriptions that it knows.

use super::super::patterns::Owner;
use super::super::sums::{LineSet, OTHER, OWN, Sums, lines_of};
use super::description::{Description, Place};
use games::qubic::lines::{LINE_SETS, cells};

/// Something seen for a side that could play next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// Three in a row on this line, with its blank square.
    Three(usize, usize),
    /// The description of this number, there.
    Pattern(usize, Place),
}

impl Seen {
    pub(crate) const fn key(&self) -> usize {
        match self {
            Self::Three(_, square) => *square,
            Self::Pattern(_, place) => place.key,
        }
    }

    pub(crate) fn lines(&self) -> LineSet {
        match self {
            Self::Three(line, _) => 1 << line,
            Self::Pattern(_, place) => place.lines.iter().fold(0, |set, &line| set | 1 << line),
        }
    }

    /// The blank squares on its lines: all squares where a reply can touch it.
    pub(crate) fn squares(&self, sums: &Sums) -> u64 {
        lines_of(self.lines()).fold(0, |set, line| set | LINE_SETS[line]) & sums.blank()
    }
}

/// The counter of a side.
pub(crate) const fn counter(owner: Owner) -> u8 {
    match owner {
        Owner::Own => OWN,
        Owner::Other => OTHER,
    }
}

/// The side against this one.
pub(crate) const fn against(owner: Owner) -> Owner {
    match owner {
        Owner::Own => Owner::Other,
        Owner::Other => Owner::Own,
    }
}

/// The first three in a row of a side.
pub(crate) fn three(sums: &Sums, owner: Owner) -> Option<Seen> {
    let line = lines_of(sums.with_sum(3 * counter(owner) as i8)).next()?;
    Some(Seen::Three(line, sums.first_blank(line)?))
}

/// The first thing seen for a side: three in a row, or the first description that stands on the board.
pub(crate) fn recognise(sums: &Sums, known: &[Description], owner: Owner) -> Option<Seen> {
    three(sums, owner).or_else(|| {
        known.iter().enumerate().find_map(|(number, description)| {
            let place = description.find(sums, counter(owner))?;
            Some(Seen::Pattern(number, place))
        })
    })
}

/// Whether a side that has just played wins whatever the reply: something is seen, and after every reply that touches it
/// something still is. With `key_only` the key square is the only reply looked at, as the thesis has it.
///
/// Returns what is seen first and what after the most obvious reply.
pub(crate) fn unstoppable(
    sums: &mut Sums,
    known: &[Description],
    owner: Owner,
    key_only: bool,
) -> Option<(Seen, Seen)> {
    let first = recognise(sums, known, owner)?;
    let replies = if key_only { 1 << first.key() } else { first.squares(sums) };
    let mut left = None;
    for reply in cells(replies) {
        sums.put(reply, counter(against(owner)));
        // A reply that makes three in a row must be answered, which no description knows of.
        let helped = three(sums, against(owner)).is_some() && three(sums, owner).is_none();
        let seen = if helped { None } else { recognise(sums, known, owner) };
        sums.take(reply);
        let seen = seen?;
        if reply == first.key() {
            left = Some(seen);
        }
    }
    Some((first.clone(), left.unwrap_or(first)))
}
