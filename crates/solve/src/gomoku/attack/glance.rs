//! What can be said of a position of a win by threats without a search.

use super::super::board::ThreatBoard;
use super::super::class::Class;
use super::defences::{safe_defences, safe_double_fours};
use games::Side;
use games::gomoku::Square;

/// What the attacker, to move, does at once.
pub(super) enum AtOnce {
    Five(Square),
    /// The defender's five has to be stopped here.
    Block(Square),
    DoubleFour(Square),
    /// The defender has two fives, or one that may not be stopped.
    Lost,
    Open,
}

/// Looks at a position with the attacker to move. In Renju black makes no move that a white stone elsewhere could forbid.
pub(super) fn at_once(board: &ThreatBoard, attacker: Side) -> AtOnce {
    if let Some(five) = board.squares(attacker, Class::Five).first() {
        return AtOnce::Five(five);
    }
    match board.squares(attacker.other(), Class::Five).first_two() {
        (Some(_), Some(_)) => AtOnce::Lost,
        (Some(block), None) if board.is_safe(attacker, block) => AtOnce::Block(block),
        (Some(_), None) => AtOnce::Lost,
        (None, _) => safe_double_fours(board, attacker).next().map_or(AtOnce::Open, AtOnce::DoubleFour),
    }
}

/// Appends the replies to the attacker's last move that must be met, none if whatever comes loses to two winning squares; `false` if it
/// threatens nothing, or the defender wins at once.
pub(super) fn replies(board: &ThreatBoard, attacker: Side, replies: &mut Vec<Square>) -> bool {
    if !board.squares(attacker.other(), Class::Five).is_empty() {
        return false;
    }
    match board.squares(attacker, Class::Five).first_two() {
        (Some(_), Some(_)) => {}
        (Some(block), None) if board.may_play(attacker.other(), block) => replies.push(block),
        (Some(_), None) => {}
        (None, _) => return safe_defences(board, attacker, replies),
    }
    true
}
