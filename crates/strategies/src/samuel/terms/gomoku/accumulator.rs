//! The threat board of a position, for terms that are asked of one position after the other: most of them are a stone or two away
//! from the last one, and the board follows those instead of being rebuilt.

use games::gomoku::{Opening, Setup, Stones};
use solve::gomoku::ThreatBoard;

/// With so many differences a new board costs less.
const NEAR: usize = 24;

/// A board with the stones that it was made from.
struct Kept {
    setup: Setup,
    stones: Stones,
    board: ThreatBoard,
}

/// The board of the position that was asked about last.
#[derive(Default)]
pub struct Accumulator(Option<Kept>);

impl Accumulator {
    pub(crate) fn board_of(&mut self, position: &Opening) -> &ThreatBoard {
        let (setup, stones) = (position.game().setup(), position.game().stones());
        let kept = self.0.take().filter(|kept| kept.setup == *setup).and_then(|kept| kept.follow(stones));
        let kept = kept.unwrap_or_else(|| {
            let board = ThreatBoard::new(stones, setup.rules());
            Kept { setup: *setup, stones: stones.clone(), board }
        });
        &self.0.insert(kept).board
    }
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
