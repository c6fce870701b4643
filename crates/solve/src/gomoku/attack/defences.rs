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
    let defender = attacker.other();
    let Some(double) = first_legal(board, attacker, board.squares(attacker, Class::DoubleFour)) else {
        return false;
    };
    let from = replies.len();
    // A white stone somewhere may make a second three of black's whole, and so forbid him a square. One that is forbidden
    // already threatens nothing, and of several legal ones each may be forbidden by what stops another.
    let sure = |&double: &Square| board.may_play(attacker, double) && board.threes(attacker, double) < 2;
    let sure = if board.restricts(attacker) {
        board.squares(attacker, Class::DoubleFour).squares().find(sure)
    } else {
        Some(double)
    };
    match sure {
        None => {
            let size = board.size();
            let squares = (0..size * size).filter_map(|n| Square::new(n % size, n / size));
            replies.extend(squares.filter(|&square| board.is_empty(square)));
        }
        Some(double) if board.restricts(attacker) => {
            replies.push(double);
            replies.extend(board.fives_after(attacker, double));
        }
        Some(_) => stops(board, attacker, replies),
    }
    if sure.is_some() {
        for class in Class::FOURS.into_iter().chain([Class::DoubleFour]) {
            for square in board.squares(defender, class).squares() {
                if !replies[from..].contains(&square) {
                    replies.push(square);
                }
            }
        }
    }
    let mut kept = from;
    for i in from..replies.len() {
        if board.may_play(defender, replies[i]) {
            replies[kept] = replies[i];
            kept += 1;
        }
    }
    replies.truncate(kept);
    true
}

/// Appends the squares on which a stone of the defender stops every one of the attacker's double fours: the double four's
/// own square and the squares of its fives.
fn stops(board: &ThreatBoard, attacker: Side, replies: &mut Vec<Square>) {
    let from = replies.len();
    for (number, double) in board.squares(attacker, Class::DoubleFour).squares().enumerate() {
        let stops = |square: Square| {
            square == double || board.fives_after(attacker, double).any(|five| five == square)
        };
        if number == 0 {
            replies.push(double);
            replies.extend(board.fives_after(attacker, double));
            continue;
        }
        let mut kept = from;
        for i in from..replies.len() {
            if stops(replies[i]) {
                replies[kept] = replies[i];
                kept += 1;
            }
        }
        replies.truncate(kept);
        if kept == from {
            break;
        }
    }
}
