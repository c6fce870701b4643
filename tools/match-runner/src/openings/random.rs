//! Random openings: so many random moves by the rules of the game, no two openings images of each other under the
//! symmetries of the board, the same for the same seed on every machine.

use super::Opening;
use crate::random::{SplitMix64, mix};
use crate::rules;
use games::{Board, Notation};
use std::collections::HashSet;

/// After so many openings in a row that were there before, or where the game was over, there are no more to be found.
const PATIENCE: usize = 1000;

/// An endless source of different openings, which ends where there are no more.
pub(crate) struct Candidates {
    board: Box<dyn Board>,
    plies: usize,
    seed: u64,
    tried: u64,
    seen: HashSet<u64>,
}

impl Candidates {
    /// Openings of `plies` random moves of a game; `None` if the rules of the game are not known here.
    pub(crate) fn new(game: &str, rules: &[(String, String)], plies: usize, seed: u64) -> Option<Self> {
        // The same seed orders openings and seeds engines: here it means something else.
        let seed = mix(&[seed, 0x0070_656e]);
        rules::board(game, rules).ok().map(|board| Self {
            board,
            plies,
            seed,
            tried: 0,
            seen: HashSet::new(),
        })
    }

    /// One playout; `None` if the game is over before or behind it.
    fn playout(&mut self) -> Option<Opening> {
        self.tried += 1;
        let mut random = SplitMix64::new(mix(&[self.seed, self.tried]));
        self.board.set_up(None, &[], Notation::Coordinates).ok()?;
        for _ in 0..self.plies {
            let moves = self.board.legal_moves(Notation::Coordinates);
            self.board.play(random.one_of(&moves)?, Notation::Coordinates).ok()?;
        }
        let moves = self.board.moves(Notation::Coordinates);
        let place = format!("random opening {}", self.tried);
        self.board.result().is_none().then_some(Opening { fen: None, moves, place })
    }
}

impl Iterator for Candidates {
    type Item = Opening;

    fn next(&mut self) -> Option<Opening> {
        for _ in 0..PATIENCE {
            if let Some(opening) = self.playout()
                && self.seen.insert(self.board.canonical_key())
            {
                return Some(opening);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::BUILT_IN;

    #[test]
    fn openings_are_different_legal_and_reproducible() {
        let some = |seed| Candidates::new("qubic", &[], 4, seed).unwrap().take(50).collect::<Vec<_>>();
        let openings = some(1);
        assert_eq!(openings, some(1));
        assert_ne!(openings, some(2));
        let mut board = BUILT_IN.open_board("qubic", &[]).unwrap();
        let mut seen = HashSet::new();
        for opening in &openings {
            opening.set_up(board.as_mut()).unwrap();
            assert_eq!((opening.moves.len(), board.result()), (4, None));
            assert!(seen.insert(board.canonical_key()), "an image of another one");
        }
    }

    #[test]
    fn where_there_are_no_more_the_source_ends() {
        // The cells of the empty cube are of two kinds.
        assert_eq!(Candidates::new("qubic", &[], 1, 1).unwrap().count(), 2);
        assert_eq!(Candidates::new("qubic", &[], 0, 1).unwrap().count(), 1);
        assert_eq!(Candidates::new("qubic", &[], 64, 1).unwrap().take(1).count(), 0);
        assert!(Candidates::new("mystery", &[], 1, 1).is_none());
    }
}
