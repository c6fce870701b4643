//! What a certificate teaches: in which positions black chose among several hidden threats, and which one he chose.

use super::policy::Signs;
use super::{Attack, Place, Tuning};
use games::gomoku::Square;
use rustc_hash::FxHashSet;

/// Black's hidden threats in a position, and the place of the one that the certificate has.
pub struct Lesson {
    pub signs: Vec<Signs>,
    pub chosen: usize,
}

impl Attack {
    /// The lessons of every `every`-th position with a choice behind `start`, in which black is to move, where he follows `find`. `go_on`
    /// hears how many positions have been looked at and may end it with `false`.
    pub fn lessons(
        &mut self,
        start: Place,
        find: &dyn Fn(&Place) -> Option<Square>,
        every: usize,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Vec<Lesson> {
        self.set_tuning(Tuning { pass: 2_000, moves: 24, ..Tuning::default() });
        let (mut seen, mut lessons, mut open) = (FxHashSet::default(), Vec::new(), vec![start]);
        let mut positions = 0;
        while let Some(place) = open.pop() {
            let Some(m) = find(&place).filter(|_| seen.insert(place.class(self.size).0)) else { continue };
            positions += 1;
            if !go_on(positions) {
                break;
            }
            if positions.is_multiple_of(every) {
                lessons.extend(self.lesson(&place, m));
            }
            let after = place.after(m);
            self.go_to(&after);
            let replies = self.defences(&after).unwrap_or_else(|| {
                self.board.all_squares().filter(|&square| after.is_empty(square)).collect()
            });
            open.extend(replies.into_iter().map(|reply| after.after(reply)));
        }
        lessons
    }

    fn lesson(&mut self, place: &Place, m: Square) -> Option<Lesson> {
        self.go_to(place);
        let threats = self.hidden_threats();
        let chosen = threats.iter().position(|threat| threat.m == m)?;
        (threats.len() > 1)
            .then(|| Lesson { signs: threats.into_iter().map(|threat| threat.signs).collect(), chosen })
    }
}
