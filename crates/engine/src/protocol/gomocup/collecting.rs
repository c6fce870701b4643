//! Stones that come line by line after `BOARD` or `SWAP2BOARD`. What is wrong with them is said when all have come: the
//! manager reads no answer before.

use super::command::Point;
use super::record::Record;
use games::gomoku::Square;

/// Stones so far, each with whether it is the brain's own.
pub(super) struct Collecting {
    /// Whether they are those of a swap2 opening, which have no owners.
    pub(super) swap2: bool,
    stones: Vec<(Square, bool)>,
    wrong: Option<String>,
}

impl Collecting {
    /// None so far.
    pub(super) const fn new(swap2: bool) -> Self {
        Self { swap2, stones: Vec::new(), wrong: None }
    }

    /// Remembers what is wrong, unless something was before.
    pub(super) fn refuse(&mut self, wrong: String) {
        self.wrong.get_or_insert(wrong);
    }

    pub(super) fn take(&mut self, point: Point, field: Option<u8>, record: &Record, renju: bool) {
        let Some(square) = record.square(point) else {
            return self.refuse(format!("{},{} is not on the board", point.0, point.1));
        };
        let wrong = match (self.swap2, field) {
            _ if self.stones.iter().any(|&(other, _)| other == square) => "comes twice",
            // A square that Renju forbids: nothing lies there.
            (false, Some(3)) if renju => return,
            (false, Some(owner @ (1 | 2))) => return self.stones.push((square, owner == 1)),
            (true, None) => return self.stones.push((square, false)),
            (true, Some(_)) => "has a field, which SWAP2BOARD does not take",
            (false, _) => "needs the field 1 (own stone) or 2 (the opponent's)",
        };
        self.refuse(format!("{},{} {wrong}", point.0, point.1));
    }

    /// The stones.
    ///
    /// # Errors
    /// What was wrong first.
    pub(super) fn stones(self) -> Result<Vec<(Square, bool)>, String> {
        self.wrong.map_or(Ok(self.stones), Err)
    }
}
