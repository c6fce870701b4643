//! Renju's forbidden moves once more, square by square and as the rules say it: slow and obvious.

use crate::Side;
use crate::gomoku::renju::Forbidden;
use crate::gomoku::{Direction, Square, Stones};

/// The square so many steps on, if it is on the board.
pub(crate) fn neighbour(board: &Stones, square: Square, direction: Direction, steps: i32) -> Option<Square> {
    let (dx, dy) = match direction {
        Direction::Horizontal => (1, 0),
        Direction::Vertical => (0, 1),
        Direction::Rising => (1, 1),
        Direction::Falling => (1, -1),
    };
    let column = usize::try_from(square.column() as i32 + steps * dx).ok()?;
    let row = usize::try_from(square.row() as i32 + steps * dy).ok()?;
    Square::new(column, row).filter(|&square| board.contains(square))
}

fn is_black(board: &Stones, square: Option<Square>) -> bool {
    square.is_some_and(|square| board.at(square) == Some(Side::First))
}

fn is_free(board: &Stones, square: Option<Square>) -> bool {
    square.is_some_and(|square| board.at(square).is_none())
}

/// How many black stones stand in a row with the one on this square.
fn length(board: &Stones, square: Square, direction: Direction) -> i32 {
    let count = |sign: i32| {
        (1..).take_while(|&n| is_black(board, neighbour(board, square, direction, sign * n))).count() as i32
    };
    1 + count(1) + count(-1)
}

fn with(board: &Stones, square: Square) -> Stones {
    let mut after = board.clone();
    after.put(Side::First, square);
    after
}

fn makes_five(board: &Stones, square: Square) -> bool {
    let after = with(board, square);
    Direction::ALL.into_iter().any(|direction| length(&after, square, direction) == 5)
}

/// Whether a stone makes five or more.
pub(crate) fn wins(board: &Stones, side: Side, square: Square) -> bool {
    let mut after = board.clone();
    after.put(side, square);
    Direction::ALL.into_iter().any(|direction| {
        let same =
            |steps| neighbour(board, square, direction, steps).is_some_and(|s| after.at(s) == Some(side));
        let count = |sign: i32| (1..).take_while(|&n| same(sign * n)).count();
        count(1) + count(-1) >= 4
    })
}

/// Fours through the stone on `square`: windows of five, four black and one free, that are not part of a longer row
/// once filled. Windows with the same four stones are one four.
fn fours(board: &Stones, square: Square, direction: Direction) -> usize {
    let mut found: Vec<Vec<Square>> = Vec::new();
    for start in -4..=0 {
        let window: Vec<_> = (start..start + 5).map(|n| neighbour(board, square, direction, n)).collect();
        let black: Vec<Square> =
            window.iter().flatten().copied().filter(|&s| is_black(board, Some(s))).collect();
        let free = window.iter().filter(|&&s| is_free(board, s)).count();
        let before = neighbour(board, square, direction, start - 1);
        let behind = neighbour(board, square, direction, start + 5);
        let longer = is_black(board, before) || is_black(board, behind);
        if black.len() == 4 && free == 1 && !longer && !found.contains(&black) {
            found.push(black);
        }
    }
    found.len()
}

/// Whether the stone on `square` stands in a straight four along this direction.
fn in_straight_four(board: &Stones, square: Square, direction: Direction) -> bool {
    (-3..=0).any(|start| {
        let at = |n: i32| neighbour(board, square, direction, start + n);
        (0..4).all(|n| is_black(board, at(n)))
            && is_free(board, at(-1))
            && is_free(board, at(4))
            && !is_black(board, at(-2))
            && !is_black(board, at(5))
    })
}

/// Whether the stone on `square` stands in a three along this direction.
fn is_three(board: &Stones, square: Square, direction: Direction) -> bool {
    (-4..=4).filter(|&n| n != 0).any(|n| {
        let Some(fourth) = neighbour(board, square, direction, n).filter(|&s| is_free(board, Some(s))) else {
            return false;
        };
        let after = with(board, fourth);
        in_straight_four(&after, square, direction)
            && in_straight_four(&after, fourth, direction)
            && length(&after, square, direction) == 4
            && !makes_five(board, fourth)
            && forbidden(board, fourth).is_none()
    })
}

/// Why black may not play here.
pub(crate) fn forbidden(board: &Stones, square: Square) -> Option<Forbidden> {
    if makes_five(board, square) {
        return None;
    }
    let after = with(board, square);
    if Direction::ALL.into_iter().any(|direction| length(&after, square, direction) > 5) {
        return Some(Forbidden::Overline);
    }
    let fours = Direction::ALL.map(|direction| fours(&after, square, direction));
    if fours.iter().sum::<usize>() >= 2 {
        return Some(Forbidden::DoubleFour);
    }
    let threes = Direction::ALL
        .into_iter()
        .zip(fours)
        .filter(|&(direction, fours)| fours == 0 && is_three(&after, square, direction))
        .count();
    (threes >= 2).then_some(Forbidden::DoubleThree)
}

/// The leaves of the tree of variant C at depth three, counted square by square.
pub(crate) fn third_plies_of_variant_c(size: usize) -> u64 {
    let board = Stones::new(size);
    let squares: Vec<Square> = board.squares().collect();
    let mut count = 0;
    for first in &squares {
        let far: u64 = squares.iter().filter(|square| first.distance(**square) > 2).count() as u64;
        for second in squares.iter().filter(|&second| second != first) {
            count += far - u64::from(first.distance(*second) > 2);
        }
    }
    count
}
