//! Moves that are known to win, with the length of the win: certificates, and proofs found during a game.

use super::knowledge::Knowledge;
use super::{after, latest};
use crate::budget::Budget;
use games::Game;
use games::Side;
use games::qubic::{Cell, Qubic, symmetry};
use solve::qubic::forced_win::ForcedWins;
use solve::qubic::proof::solution;
use std::collections::HashMap;

/// A winning move and the number of plies, itself counted, after which the game is over at the latest.
pub(crate) type Winning = (Cell, u32);

/// Something that knows winning moves.
pub trait Moves {
    /// The winning move of the side to move, if it is known here.
    fn find(&self, position: &Qubic) -> Option<Winning>;
}

/// Winning moves by class of positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Book {
    /// By the canonical position; the move is in its orientation.
    moves: HashMap<Qubic, Winning>,
}

impl Book {
    /// The moves of a proof, with the lengths of their wins. Lengths that cannot be found within the budget are bounded by
    /// the end of the board.
    pub(crate) fn of(moves: solution::Moves, budget: &mut Budget<'_>) -> Self {
        let mut moves: Vec<(Qubic, Cell)> = moves.into_iter().collect();
        // The latest first: whatever an entry leads to is known then. Beyond that the order is for repeatability.
        moves.sort_unstable_by_key(|(position, _)| {
            (64 - position.ply(), position.stones(Side::First), position.stones(Side::Second))
        });
        let mut book = Self::default();
        let mut wins = ForcedWins::new(16);
        for (position, m) in moves {
            let next = after(&position, m);
            let mut plies = latest(&position);
            if !budget.is_over() {
                let replies = Knowledge::new(&[&book], &mut wins).replies(&next, budget);
                plies = replies.longest(next.empty()).map_or(plies, |longest| plies.min(longest + 1));
            }
            book.insert(&position, (m, plies));
        }
        book
    }

    /// Adds a move for the class of a position.
    pub(crate) fn insert(&mut self, position: &Qubic, (m, plies): Winning) {
        let (class, number) = position.class();
        self.moves.insert(class, (class.image_move(m, number), plies));
    }

    /// Takes over what another one knows. Of two wins the shorter one stays: the lengths of others count on it.
    pub(crate) fn extend(&mut self, other: Self) {
        for (class, winning) in other.moves {
            let known = self.moves.entry(class).or_insert(winning);
            if winning.1 < known.1 {
                *known = winning;
            }
        }
    }
}

impl Moves for Book {
    fn find(&self, position: &Qubic) -> Option<Winning> {
        if self.moves.is_empty() {
            return None;
        }
        let (class, number) = position.class();
        let &(m, plies) = self.moves.get(&class)?;
        Some((class.image_move(m, symmetry::inverse(number)), plies))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_wins_the_shorter_one_stays() {
        let position = Qubic::start(&());
        let book = |cell, plies| {
            let mut book = Book::default();
            book.insert(&position, (Cell::new(cell).unwrap(), plies));
            book
        };
        for (first, second) in [(9, 15), (15, 9)] {
            let mut all = book(0, first);
            all.extend(book(0, second));
            assert_eq!(all.find(&position).map(|(_, plies)| plies), Some(9));
        }
    }
}
