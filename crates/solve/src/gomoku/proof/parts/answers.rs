//! Black's answers to white's second move, in the order in which they are tried, and the answers that are given.

use super::super::{Moves, Place, walk};
use super::division::Answer;
use crate::gomoku::Set;
use games::Game;
use games::gomoku::{Rules, Square, Stones};
use std::sync::LazyLock;

/// Black's answers to white's second move in the order in which they are tried: columns and rows from his first stone, turned
/// so that white's stone lies to the right, and no farther up than right.
const ANSWERS: [(i32, i32); 12] =
    [(1, -1), (1, 1), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (-1, 0), (2, -2), (2, 0), (0, -2), (2, 2)];
/// White's stone two squares away, turned likewise, and what is tried against it before all else: on its far side white's
/// stone is out of play. Where the first of [`ANSWERS`] leaves two to four of 222 replies open after minutes, these leave none.
const BEHIND: [((i32, i32), (i32, i32)); 3] = [((2, 0), (-1, -1)), ((2, 1), (-1, 0)), ((2, 2), (-1, -1))];
/// After these come all squares within this distance of his stone.
const NEAR: usize = 4;

/// Games on 15 x 15 that end with a move of black's, after the name of their rules, one a line.
const GIVEN: &str = include_str!("../../../../../../data/gomoku/answers.txt");

/// Black's answer in this canonical position, if it is among those that come with the program: there the search by itself takes very
/// much longer, or has found nothing. That the answer wins is for the search to prove.
pub(crate) fn given(size: usize, rules: Rules, class: &Place) -> Option<Square> {
    static READ: LazyLock<[Moves; 2]> = LazyLock::new(|| RULES.map(|(_, name)| read(GIVEN, name)));
    let own = RULES.iter().position(|&(own, _)| size == SIZE && own == rules)?;
    READ[own].get(class).copied()
}

/// The board that answers are given for.
const SIZE: usize = 15;
/// The rules that they are given for, with their names.
const RULES: [(Rules, &str); 2] = [(Rules::Freestyle, "freestyle"), (Rules::Standard, "standard")];

/// The last moves of the games under these rules, by canonical positions. A line that is no such game is left out.
fn read(text: &str, rules: &str) -> Moves {
    let of_line = |line: &str| {
        let mut words = line.split_whitespace();
        words.next().filter(|&name| name == rules)?;
        let squares = words.map(|word| Square::parse(word, SIZE).ok()).collect::<Option<Vec<_>>>()?;
        let (&last, before) = squares.split_last()?;
        let mut place = Place { black: Set::default(), white: Set::default(), black_moves: true };
        for &square in before {
            place = Some(place.after(square)).filter(|_| place.is_empty(square))?;
        }
        let (class, symmetry) = place.class(SIZE);
        (place.black_moves && place.is_empty(last)).then(|| (class, last.image(SIZE, symmetry)))
    };
    text.lines().filter_map(of_line).collect()
}

/// Black's answers in a position in which he has one stone. Their replies come when they are first tried.
pub(crate) fn answers(size: usize, rules: Rules, place: &Place) -> Vec<Answer> {
    let (Some(black), Some(white)) = (place.black.first(), place.white.first()) else {
        return Vec::new();
    };
    let position = walk::position(size, rules, place);
    let there = |offset: &(i32, i32)| turned(black, white, *offset);
    let behind = BEHIND.iter().filter(|(second, _)| there(second) == Some(white)).map(|(_, answer)| answer);
    let mut squares: Vec<Square> = behind.chain(&ANSWERS).filter_map(there).collect();
    let mut near: Vec<Square> =
        Stones::new(size).squares().filter(|&square| black.distance(square) <= NEAR).collect();
    near.sort_by_key(|&square| black.distance(square));
    squares.extend(near);
    let mut answers: Vec<Answer> = Vec::new();
    let mut classes = Vec::new();
    // Beside a corner some lie off the board.
    for m in squares.into_iter().filter(|&m| position.as_ref().is_some_and(|position| position.is_legal(m))) {
        let class = place.after(m).class(size).0;
        if !classes.contains(&class) {
            classes.push(class);
            answers.push(Answer::new(m));
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
    use super::super::super::inverse;
    use super::*;

    #[test]
    fn every_line_of_given_answers_is_one() {
        let lines: Vec<&str> = GIVEN.lines().filter(|line| !line.starts_with('#')).collect();
        let read: usize = RULES.iter().map(|(_, name)| read(GIVEN, name).len()).sum();
        assert_eq!(read, lines.len(), "each line is a game, and none is another one's image");
        assert!(lines.len() > 10);
    }

    #[test]
    fn a_given_answer_turns_with_the_board() {
        let square = |text: &str| Square::parse(text, 15).unwrap();
        let place = |moves: [&str; 4]| {
            let [a, b, c, d] = moves.map(square);
            Place {
                black: [a, c].into_iter().collect(),
                white: [b, d].into_iter().collect(),
                black_moves: true,
            }
        };
        let given = |place: Place, rules| {
            let (class, symmetry) = place.class(15);
            given(15, rules, &class).map(|m| m.image(15, inverse(symmetry)).to_string())
        };
        assert_eq!(given(place(["h8", "i9", "i7", "j6"]), Rules::Freestyle).as_deref(), Some("g8"));
        // The same with columns for rows.
        assert_eq!(given(place(["h8", "i9", "g9", "f10"]), Rules::Freestyle).as_deref(), Some("h7"));
        assert_eq!(given(place(["h8", "i9", "i7", "a1"]), Rules::Freestyle), None);
        assert_eq!(given(place(["h8", "i9", "i7", "j6"]), Rules::SecondMoveRestricted), None);
    }

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
            let all = answers(15, Rules::Freestyle, &place);
            let first = place.after(all[0].m).class(15).0;
            assert_eq!(first, place.after(square(answer)).class(15).0, "{second}: {}", all[0].m);
            // Each of black's answers within four squares, symmetric ones once.
            assert!((40..=79).contains(&all.len()), "{second}: {}", all.len());
        }
    }
}
