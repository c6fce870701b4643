//! Black's forbidden moves: hand-made cases, nested ones, and random boards against the slow reference.

use super::{slow, square};
use crate::Side;
use crate::gomoku::renju::{Forbidden, forbidden};
use crate::gomoku::{Square, Stones};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// A board with these black and white stones.
fn stones(size: usize, black: &str, white: &str) -> Stones {
    let mut stones = Stones::new(size);
    black.split_whitespace().for_each(|text| stones.put(Side::First, square(text)));
    white.split_whitespace().for_each(|text| stones.put(Side::Second, square(text)));
    stones
}

#[test]
fn forbidden_moves_one_by_one() {
    use Forbidden::{DoubleFour, DoubleThree, Overline};
    // Black, white, black's move, why it is forbidden.
    let cases = [
        ("b8 c8 d8 f8 g8", "", "e8", Some(Overline)),
        // An overline that comes with a five is a win, and so is a five with a double four.
        ("b8 c8 d8 f8 g8 e4 e5 e6 e7", "", "e8", None),
        ("c8 d8 e8 f4 f5 f6", "", "f8", Some(DoubleFour)),
        ("c8 d8 e8 f5 f6 f7", "", "f8", Some(DoubleFour)),
        // Two fours on one line.
        ("c8 e8 f8 i8", "", "g8", Some(DoubleFour)),
        ("c8 e8 f8 g8 i8", "", "a1", None),
        ("b8 d8 e8 h8", "", "f8", Some(DoubleFour)),
        ("b8 c8 g8 h8", "", "e8", None),
        ("b8 c8 e8 h8 i8", "", "f8", Some(DoubleFour)),
        // A four with a three is allowed.
        ("c8 d8 e8 f6 f7", "b8", "f8", None),
        // Two threes, straight and broken.
        ("d8 e8 f6 f7", "", "f8", Some(DoubleThree)),
        ("c8 d8 f5 f6", "", "f8", Some(DoubleThree)),
        // Shut on one side, a three is none; nor with the edge or white too near on both.
        ("d8 e8 f6 f7", "c8", "f8", None),
        ("d8 e8 f6 f7", "b8 h8", "f8", None),
        ("b8 c8 d6 d7", "f8", "d8", None),
        // The straight four of a three would run into a row of six.
        ("d8 e8 f6 f7 a8", "h8", "f8", None),
    ];
    for (black, white, m, why) in cases {
        let board = stones(15, black, white);
        assert_eq!(forbidden(&board, square(m)), why, "{m} with {black}");
        assert_eq!(slow::forbidden(&board, square(m)), why, "{m} with {black}, slowly");
    }
}

#[test]
fn forbidden_moves_nest() {
    // The three on the eighth row can only be made a straight four on g8 and c8. With black stones that make a double
    // four of g8 and an overline (or white's stone) beyond c8, it is no three, and f8 is allowed.
    let base = "d8 e8 f6 f7";
    let shut = stones(15, &format!("{base} g9 g10 g11"), "b8 g12");
    assert_eq!(forbidden(&stones(15, base, "b8"), square("f8")), Some(Forbidden::DoubleThree));
    assert_eq!(slow::forbidden(&shut, square("f8")), forbidden(&shut, square("f8")));
    assert_eq!(forbidden(&shut, square("f8")), None, "g8 would be a double four");
    let open = stones(15, &format!("{base} g9 g10 g11"), "b8 g12 g7");
    assert_eq!(forbidden(&open, square("f8")), Some(Forbidden::DoubleThree), "now g8 is one four");
    // g8 would be a double three itself: twice nested.
    let twice = stones(15, &format!("{base} g9 g10 h9 i10"), "b8");
    assert_eq!(slow::forbidden(&twice, square("f8")), forbidden(&twice, square("f8")));
}

#[test]
fn forbidden_moves_agree_with_the_slow_reference() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut seen = [0; 4];
    for round in 0..1_500 {
        let size = [7, 9, 11, 15][round % 4];
        let mut board = Stones::new(size);
        let squares: Vec<Square> = board.squares().collect();
        // Black stones in clusters make many shapes; few white ones leave them alive.
        for (side, count) in [(Side::First, size + round % 7), (Side::Second, round % 9)] {
            for _ in 0..count {
                let &square = squares.choose(&mut random).unwrap();
                if board.is_empty(square) && !slow::wins(&board, side, square) {
                    board.put(side, square);
                }
            }
        }
        for square in squares.into_iter().filter(|&square| board.is_empty(square)) {
            let quick = forbidden(&board, square);
            assert_eq!(quick, slow::forbidden(&board, square), "{square} in {board:?}");
            seen[quick.map_or(0, |why| why as usize + 1)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
}
