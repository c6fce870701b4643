//! Searches of Qubic that are obviously right: stones counted line by line, every move tried, no bounds.

use games::qubic::Qubic;
use games::qubic::lines::LINE_SETS;
use games::{Game, Outcome};
use std::collections::HashMap;

/// How many of these stones the fullest line holds whose other cells are empty.
fn most(stones: u64, position: &Qubic) -> u32 {
    let open = |line: &&u64| *line & !stones & !position.empty() == 0;
    LINE_SETS.iter().filter(open).map(|line| (line & stones).count_ones()).max().unwrap_or(0)
}

fn can_win_at_once(position: &Qubic) -> bool {
    most(position.own_and_other().0, position) == 3
}

/// The plies of the shortest win of at most so many own moves, each of which but the last makes a three (all replies
/// tried), if there is one.
pub(crate) fn win_by_threes(position: &Qubic, own_moves: u32) -> Option<u32> {
    if own_moves == 0 || position.outcome().is_some() {
        return None;
    }
    if can_win_at_once(position) {
        return Some(1);
    }
    let mover = position.to_move();
    position
        .moves()
        .into_iter()
        .filter_map(|m| {
            let made = position.after(m);
            if most(made.stones(mover), &made) < 3 || can_win_at_once(&made) || own_moves == 1 {
                return None;
            }
            let mut longest = 0;
            for reply in made.moves() {
                longest = longest.max(2 + win_by_threes(&made.after(reply), own_moves - 1)?);
            }
            (longest > 0).then_some(longest)
        })
        .min()
}

/// Whether the side to move wins within so many plies: by threes, or by any moves.
pub(crate) fn wins_within(position: &Qubic, plies: u32) -> bool {
    if win_by_threes(position, plies.div_ceil(2)).is_some() {
        return true;
    }
    plies >= 3
        && position.outcome().is_none()
        && position.moves().into_iter().any(|m| loses_within(&position.after(m), plies - 1))
}

/// Whether the side to move loses within so many plies, whatever it plays.
pub(crate) fn loses_within(position: &Qubic, plies: u32) -> bool {
    match position.outcome() {
        Some(Outcome::Win(side)) => side != position.to_move(),
        Some(Outcome::Draw) => false,
        None => {
            plies >= 2
                && !can_win_at_once(position)
                && position.moves().into_iter().all(|m| wins_within(&position.after(m), plies - 1))
        }
    }
}

/// The exact value: plies to a win (positive) or a loss (negative, 0 if already lost) or `None` for a draw.
pub(crate) type Exact = Option<(bool, u32)>;

/// The exact value of a position with few empty cells: whether the side to move wins, and in how many plies.
pub(crate) fn exact(position: &Qubic, memo: &mut HashMap<Qubic, Exact>) -> Exact {
    match position.outcome() {
        Some(Outcome::Draw) => return None,
        Some(Outcome::Win(side)) => return Some((side == position.to_move(), 0)),
        None => {}
    }
    if let Some(&known) = memo.get(position) {
        return known;
    }
    let worth = |value: Exact| match value {
        Some((true, plies)) => 1000 - plies as i32,
        Some((false, plies)) => plies as i32 - 1000,
        None => 0,
    };
    let best = position
        .moves()
        .into_iter()
        .map(|m| exact(&position.after(m), memo).map(|(wins, plies)| (!wins, plies + 1)))
        .max_by_key(|&value| worth(value))
        .expect("a legal move");
    memo.insert(*position, best);
    best
}
