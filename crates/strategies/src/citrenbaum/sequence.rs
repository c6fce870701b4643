//! Going on with a sequence that was started earlier in the game, without keeping anything between moves.
//!
//! The 1107 program stored its sequence and read it off again (label `FORCSO`, whose only reference the scan has lost).
//! Here the earlier position is looked at once more: what the program started then, it goes on with now. So a choice
//! depends on the game alone, and a program that is handed a game in the middle plays the same.

use super::view::View;
use games::Played;
use games::qubic::lines::bit;
use games::qubic::{Cell, Qubic};

/// More own moves than any sequence has: a plane holds sixteen cells, and every force takes two.
const LONGEST: usize = 8;

/// The rest of the sequence under way, if the side to move started one (`start` says which one it starts in a position,
/// as its own moves) and all its moves since have been that sequence's.
pub(super) fn under_way(
    game: &Played<Qubic>,
    start: impl Fn(View, usize) -> Option<Vec<u8>>,
) -> Option<Vec<u8>> {
    let moves: Vec<Cell> = game.moves().collect();
    let (mut view, mut found) = (View::of(game.position()), None);
    let mut own = Vec::new();
    for _ in 0..LONGEST {
        let last = moves.len().checked_sub(2 * own.len() + 2)?;
        let [m, reply] = moves[last..last + 2] else { break };
        view = View { own: view.own & !m.set(), other: view.other & !reply.set() };
        own.insert(0, m.index() as u8);
        // Only forces, quiet moves at most at the start, belong to a sequence.
        let line = start(view, view.own.count_ones() as usize + view.other.count_ones() as usize);
        if let Some(line) = line.filter(|line| line.len() > own.len() && line.starts_with(&own)) {
            found = Some(line[own.len()..].to_vec());
        }
        if !is_force(view, own[0]) || last < 2 {
            break;
        }
    }
    found
}

/// Whether an own stone here makes a 3-0 file.
fn is_force(view: View, cell: u8) -> bool {
    debug_assert!(view.empty() & bit(cell.into()) != 0);
    view.with_own(cell).wins() != 0
}
