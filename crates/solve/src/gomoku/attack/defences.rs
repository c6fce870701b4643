//! The replies to a threat of two winning squares.

use super::super::board::ThreatBoard;
use super::super::class::Class;
use super::super::set::Set;
use games::Side;
use games::gomoku::Square;

/// The first of these squares that this side may play.
pub(super) fn first_legal(board: &ThreatBoard, side: Side, squares: &Set) -> Option<Square> {
    if board.restricts(side) {
        squares.squares().find(|&square| board.may_play(side, square))
    } else {
        squares.first()
    }
}

/// The attacker threatens to make two winning squares, the defender is to move, and neither can win at once: appends
/// the legal replies that do not lose to one of these threats, and all that make a four of the defender's own. `false`
/// if nothing is threatened.
pub fn defences(board: &ThreatBoard, attacker: Side, replies: &mut Vec<Square>) -> bool {
    if safe_defences(board, attacker, replies) {
        return true;
    }
    if first_legal(board, attacker, board.squares(attacker, Class::DoubleFour)).is_none() {
        return false;
    }
    // A white stone anywhere may forbid black these squares; white may play anywhere.
    replies.extend(board.all_squares().filter(|&square| board.is_empty(square)));
    true
}

/// The same where only those threats count that no reply elsewhere can forbid.
pub(super) fn safe_defences(board: &ThreatBoard, attacker: Side, replies: &mut Vec<Square>) -> bool {
    let defender = attacker.other();
    let from = replies.len();
    if !stops(board, attacker, replies) {
        return false;
    }
    for class in Class::FOURS.into_iter().chain([Class::DoubleFour]) {
        for square in board.squares(defender, class).squares() {
            if !replies[from..].contains(&square) {
                replies.push(square);
            }
        }
    }
    replies.extract_if(from.., |&mut reply| !board.may_play(defender, reply)).for_each(drop);
    true
}

/// Appends the squares on which a stone of the defender stops every one of the attacker's double fours, those that stay legal: the
/// double four's own square and the squares of its fives. `false` if there is none.
fn stops(board: &ThreatBoard, attacker: Side, replies: &mut Vec<Square>) -> bool {
    let from = replies.len();
    let mut any = false;
    for double in safe_double_fours(board, attacker) {
        if !any {
            any = true;
            replies.push(double);
            replies.extend(board.fives_after(attacker, double));
            continue;
        }
        let mut stops: Set = board.fives_after(attacker, double).collect();
        stops.insert(double);
        replies.extract_if(from.., |&mut reply| !stops.contains(reply)).for_each(drop);
        if replies.len() == from {
            break;
        }
    }
    any
}

/// The squares on which this side makes two winning squares, may do so, and may still whatever stones the other side adds.
pub(super) fn safe_double_fours(board: &ThreatBoard, side: Side) -> impl Iterator<Item = Square> {
    board.squares(side, Class::DoubleFour).squares().filter(move |&square| board.is_safe(side, square))
}
