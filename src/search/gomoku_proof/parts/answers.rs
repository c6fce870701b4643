//! Black's answers to white's second move, in the order in which they are tried.

use super::super::{Place, walk};
use super::Answer;
use crate::game::Game;
use crate::game::gomoku::{Rules, Square, Stones};

/// Black's answers to white's second move in the order in which they are tried: columns and rows from his first stone, turned
/// so that white's stone lies to the right, and no farther up than right.
const ANSWERS: [(i32, i32); 12] =
    [(1, -1), (1, 1), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (-1, 0), (2, -2), (2, 0), (0, -2), (2, 2)];
/// After these come all squares within this distance of his stone.
const NEAR: usize = 4;

/// Black's answers in a position in which he has one stone. Their replies come when they are first tried.
pub fn answers(size: usize, rules: Rules, place: &Place) -> Vec<Answer> {
    let (Some(black), Some(white)) = (place.black.first(), place.white.first()) else {
        return Vec::new();
    };
    let position = walk::position(size, rules, place);
    let mut squares: Vec<Square> =
        ANSWERS.iter().filter_map(|&offset| turned(black, white, offset)).collect();
    let mut near: Vec<Square> =
        Stones::new(size).squares().filter(|&square| black.distance(square) <= NEAR).collect();
    near.sort_by_key(|&square| black.distance(square));
    squares.extend(near);
    let mut answers: Vec<Answer> = Vec::new();
    let mut classes = Vec::new();
    for m in squares {
        let legal = position.as_ref().is_some_and(|position| position.is_legal(m));
        let class = place.after(m).class(size).0;
        if legal && !classes.contains(&class) {
            classes.push(class);
            answers.push(Answer { m, replies: Vec::new(), rounds: 0 });
        }
    }
    answers
}

/// The square at an offset from black's stone, in the orientation in which white's stone lies to the right and no farther
/// up than right.
fn turned(black: Square, white: Square, (right, up): (i32, i32)) -> Option<Square> {
    let columns = white.column() as i32 - black.column() as i32;
    let rows = white.row() as i32 - black.row() as i32;
    let (column, row) = if columns.abs() >= rows.abs() { (right, up) } else { (up, right) };
    let sign = |n: i32| if n < 0 { -1 } else { 1 };
    let column = usize::try_from(black.column() as i32 + sign(columns) * column).ok()?;
    let row = usize::try_from(black.row() as i32 + sign(rows) * row).ok()?;
    Square::new(column, row)
}
