//! Somebody who is asked for black's move where a search was in vain, and how a part is divided by it.

use super::super::Place;
use super::Parts;
use super::division::Answer;
use games::Game;
use games::gomoku::{Gomoku, Square};

/// When an answer is left for another one.
pub(crate) struct Persistence {
    /// A try of an answer ends when so many of its parts have been left open.
    pub(crate) give_up: usize,
    /// An answer that has not been tried is worth trying when the best one has left more parts open than this, and so many more for each
    /// place further down the list.
    pub(crate) untried: (u64, u64),
}

pub(crate) const ALONE: Persistence = Persistence { give_up: 12, untried: (6, 2) };
/// With advice the first answers are seldom wrong, and what they leave open is divided.
pub(crate) const ADVISED: Persistence = Persistence { give_up: 60, untried: (60, 20) };

/// So many parts are divided in the first try of an answer, three times as many in each further one: where black does not win, each
/// division would leave something to divide.
pub(crate) const DIVISIONS: u32 = 60;

/// Names a move for black in a position, the same one whenever it is asked: what was cut off goes on with the same parts.
pub type Adviser = Box<dyn FnMut(&Gomoku) -> Option<Square>>;

pub(crate) struct Advice(pub(crate) Option<Adviser>);

impl std::fmt::Debug for Advice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "advised" } else { "not advised" })
    }
}

impl Parts {
    /// The same with somebody who is asked where the search is at a loss.
    #[must_use]
    pub fn advised_by(self, adviser: Adviser) -> Self {
        Self { adviser: Advice(Some(adviser)), ..self }
    }

    /// Puts in place of a reply that has been tried in vain all replies to the answer that is advised there. Where they begin among the
    /// replies; `None` if nothing is advised.
    pub(super) fn divide(&mut self, answer: &mut Answer, number: usize, round: u32) -> Option<usize> {
        let place = answer.replies[number].place;
        let m = self.advised(&place)?;
        answer.given.push((place, m));
        // It is as soon as these are.
        answer.replies[number].proven = true;
        let first = answer.replies.len();
        self.fill(place.after(m), answer, round);
        Some(first)
    }

    /// The move that is advised in a position, if there is advice and it is legal.
    pub(super) fn advised(&mut self, place: &Place) -> Option<Square> {
        let game = self.game(place)?;
        self.adviser.0.as_mut()?(&game).filter(|&m| game.is_legal(m))
    }
}
