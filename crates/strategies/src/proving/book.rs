//! Proofs found during a game as dictionaries of winning moves, as those of certificates are.

use super::knowledge::Knowledge;
use crate::budget::Budget;
use crate::solution::latest;
use games::qubic::{Cell, Qubic};
use games::{Game, Side};
use solve::certificate::qubic::Dictionary;
use solve::qubic::forced_win::ForcedWins;
use solve::qubic::proof::solution;

/// The moves of a proof, with the lengths of their wins. Lengths that cannot be found within the budget are bounded by the end of
/// the board.
pub(crate) fn book_of(moves: solution::Moves, budget: &Budget<'_>) -> Dictionary {
    let mut moves: Vec<(Qubic, Cell)> = moves.into_iter().collect();
    // The latest first: whatever an entry leads to is known then. Beyond that the order is for repeatability.
    moves.sort_unstable_by_key(|(position, _)| {
        (64 - position.ply(), position.stones(Side::First), position.stones(Side::Second))
    });
    let mut book = Dictionary::new();
    let mut wins = ForcedWins::new(16);
    for (position, m) in moves {
        let next = position.after(m);
        let mut plies = latest(position.empty().count_ones());
        if !budget.is_over() {
            let replies = Knowledge::new(&[&book], &mut wins).replies(&next, budget);
            plies = replies.longest(next.empty()).map_or(plies, |longest| plies.min(longest + 1));
        }
        // A move of a proof is legal.
        let _ = book.insert(&position, m, plies as u8);
    }
    book
}
