//! The threat board of a position, for terms that are asked of one position after the other: most of them are a stone or two away
//! from the last one, and the board follows those instead of being made anew.

use games::gomoku::{Opening, Setup, Stones};
use solve::gomoku::ThreatBoard;
use solve::gomoku::board::NO_WEIGHTS;
use std::cell::RefCell;

/// With so many differences a new board costs less.
const NEAR: usize = 24;

/// A board with the stones that it was made from.
struct Kept {
    setup: Setup,
    stones: Stones,
    board: ThreatBoard,
}

thread_local! {
    static KEPT: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// Shows the threat board of this position. Not to be called from within itself.
pub(crate) fn with_board<R>(position: &Opening, look: impl FnOnce(&ThreatBoard) -> R) -> R {
    let (setup, stones) = (position.game().setup(), position.game().stones());
    KEPT.with_borrow_mut(|place| {
        let kept = place
            .take()
            .filter(|kept| kept.setup == *setup)
            .and_then(|kept| kept.follow(stones))
            .unwrap_or_else(|| {
                let board = ThreatBoard::new(stones, setup.rules(), &NO_WEIGHTS);
                Kept { setup: *setup, stones: stones.clone(), board }
            });
        look(&place.insert(kept).board)
    })
}

impl Kept {
    /// The same board with these stones; `None` if too much is different.
    fn follow(mut self, stones: &Stones) -> Option<Self> {
        if self.stones.key() == stones.key() {
            return Some(self);
        }
        let differs = |square: &_| self.stones.at(*square) != stones.at(*square);
        let different: Vec<_> = stones.squares().filter(differs).take(NEAR).collect();
        if different.len() == NEAR {
            return None;
        }
        for &square in &different {
            if let Some(side) = self.stones.at(square) {
                self.stones.remove(side, square);
                self.board.remove(side, square);
            }
        }
        for &square in &different {
            if let Some(side) = stones.at(square) {
                self.stones.put(side, square);
                self.board.put(side, square);
            }
        }
        Some(self)
    }
}
