//! Openings in which colours change hands: who places stones that the other player may take makes the position
//! balanced, who decides takes the side that is better off, and adds stones where neither is.

use super::points::balance;
use crate::Choice;
use games::gomoku::{Opening, OpeningMove, Square};
use games::{Game, Side};
use search::Score;

/// Nearer to balance than this the position counts as open.
const EVEN: i32 = 12;
/// Stones that are added lie no further than this from another one.
const NEAR: usize = 4;
/// The first stone keeps this far from the middle where it may: in the middle it is worth most to its owner.
const OFF_CENTRE: usize = 3;

/// Chooses among these moves, of which there is at least one, in an opening under way.
pub(crate) fn choose(position: &Opening, moves: &[OpeningMove]) -> Choice<Opening> {
    let now = balance(position.game().stones(), position.game().to_move());
    let decision = decide(position.to_move(), now);
    if let Some(&wanted) = moves.iter().find(|&&m| m == OpeningMove::Add2 && now.abs() <= EVEN) {
        return plain(wanted, position, now, "adds two stones: neither side is better off");
    }
    if let Some(&wanted) = moves.iter().find(|&&m| m == decision) {
        let better = if now > 0 { "black" } else { "white" };
        return plain(wanted, position, now, &format!("takes {better}, who is better off"));
    }
    let stone = |m: &OpeningMove| m.square();
    let squares: Vec<Square> = moves.iter().filter_map(stone).collect();
    let best = if position.game().ply() == 0 {
        squares.iter().min_by_key(|&&square| first_stone(position, square))
    } else {
        // Far from all stones one square is like another.
        let near =
            |square: &&Square| {
                position.game().stones().squares().any(|other| {
                    position.game().stones().at(other).is_some() && other.distance(**square) <= NEAR
                })
            };
        let near: Vec<&Square> = squares.iter().filter(near).collect();
        let near = if near.is_empty() { squares.iter().collect() } else { near };
        near.into_iter().min_by_key(|&&square| balance_after(position, square))
    };
    match best {
        Some(&square) => {
            let after = balance_after(position, square);
            plain(OpeningMove::Stone(square), position, after, "a stone for a balanced position")
        }
        // Only decisions are left, and not the one wanted.
        None => plain(moves[0], position, now, "the only move allowed"),
    }
}

/// Keep or swap, for the one who holds this side so far.
fn decide(side: Side, balance: i32) -> OpeningMove {
    if (balance > 0) == (side == Side::First) { OpeningMove::Keep } else { OpeningMove::Swap }
}

/// How far the balance is from even after a stone here.
fn balance_after(position: &Opening, square: Square) -> i32 {
    let after = position.game().after(square);
    balance(after.stones(), after.to_move()).abs()
}

/// How far a square is from where the first stone is wanted.
fn first_stone(position: &Opening, square: Square) -> usize {
    let middle = position.game().stones().size() / 2;
    let off = square.column().abs_diff(middle).max(square.row().abs_diff(middle));
    off.abs_diff(OFF_CENTRE)
}

fn plain(m: OpeningMove, position: &Opening, balance: i32, reason: &str) -> Choice<Opening> {
    let own = if position.to_move() == Side::First { balance } else { -balance };
    Choice::plain(m, Score::Heuristic(own / 4), reason)
}
