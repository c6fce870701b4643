//! Black's answers to white's second move, in the order in which they are tried.

use super::super::Place;
use games::Game;
use games::gomoku::{Gomoku, Square, Stones};

/// Black's answers to white's second move in the order in which they are tried: columns and rows from his first stone, turned
/// so that white's stone lies to the right, and no farther up than right.
const ANSWERS: [(i32, i32); 12] =
    [(1, -1), (1, 1), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (-1, 0), (2, -2), (2, 0), (0, -2), (2, 2)];
/// White's stone two squares away, turned likewise, and what is tried against it before all else: on its far side white's
/// stone is out of play. Where the first of [`ANSWERS`] leaves two to four of 222 replies open after minutes, these leave none.
const BEHIND: [((i32, i32), (i32, i32)); 3] = [((2, 0), (-1, -1)), ((2, 1), (-1, 0)), ((2, 2), (-1, -1))];
/// After these come all squares within this distance of his stone.
const NEAR: usize = 4;

/// Black's answers in a position in which he has one stone.
pub(crate) fn answers(position: &Gomoku) -> Vec<Square> {
    let (size, place) = (position.setup().size(), Place::of(position));
    let (Some(black), Some(white)) = (place.black.first(), place.white.first()) else {
        return Vec::new();
    };
    let there = |offset: &(i32, i32)| turned(black, white, *offset);
    let behind = BEHIND.iter().filter(|(second, _)| there(second) == Some(white)).map(|(_, answer)| answer);
    let mut squares: Vec<Square> = behind.chain(&ANSWERS).filter_map(there).collect();
    let mut near: Vec<Square> =
        Stones::new(size).squares().filter(|&square| black.distance(square) <= NEAR).collect();
    near.sort_by_key(|&square| black.distance(square));
    squares.extend(near);
    let mut answers = Vec::new();
    let mut classes = Vec::new();
    // Beside a corner some lie off the board.
    for m in squares.into_iter().filter(|&m| position.is_legal(m)) {
        let class = place.after(m).class(size).0;
        if !classes.contains(&class) {
            classes.push(class);
            answers.push(m);
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

#[cfg(test)]
mod tests {
    use super::super::super::walk;
    use super::*;
    use games::gomoku::Rules;

    #[test]
    fn the_first_answer_goes_with_the_second_move() {
        let square = |text: &str| Square::parse(text, 15).unwrap();
        for (second, answer) in [
            ("h9", "g9"),
            ("g8", "g7"),
            ("i9", "i7"),
            ("h10", "g7"),
            ("f8", "i7"),
            ("i10", "h7"),
            ("f9", "i8"),
            ("j10", "g7"),
            ("f6", "i9"),
            ("k8", "i7"),
        ] {
            let place = Place {
                black: [square("h8")].into_iter().collect(),
                white: [square(second)].into_iter().collect(),
                black_moves: true,
            };
            let all = answers(&walk::position(15, Rules::Freestyle, &place).unwrap());
            let first = place.after(all[0]).class(15).0;
            assert_eq!(first, place.after(square(answer)).class(15).0, "{second}: {}", all[0]);
            // Each of black's answers within four squares, symmetric ones once.
            assert!((40..=79).contains(&all.len()), "{second}: {}", all.len());
        }
    }
}
