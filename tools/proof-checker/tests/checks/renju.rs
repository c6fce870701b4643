//! Black's forbidden moves in Renju, case by case by the rules of the Renju International Federation.

use proof_checker::gomoku::position::Position;
use proof_checker::gomoku::renju::is_forbidden;

fn number(text: &str) -> u16 {
    let row: u16 = text[1..].parse().unwrap();
    15 * (row - 1) + u16::from(text.as_bytes()[0] - b'a')
}

/// Black's stones, white's, black's move, whether it is forbidden.
const CASES: &[(&str, &str, &str, bool)] = &[
    // More than five in a row, but not if another row is of five.
    ("b8 c8 d8 f8 g8", "", "e8", true),
    ("b8 c8 d8 f8 g8 e4 e5 e6 e7", "", "e8", false),
    // Two fours on two lines, straight, broken, and shut on one side; on one line with two and with three stones between.
    ("c8 d8 e8 f4 f5 f6", "", "f8", true),
    ("c8 d8 e8 f5 f6 f7", "", "f8", true),
    ("c8 d8 e8 f5 f6 f7", "b8 f4", "f8", true),
    ("c8 e8 f8 i8", "", "g8", true),
    ("b8 d8 e8 h8", "", "f8", true),
    ("b8 c8 e8 h8 i8", "", "f8", true),
    // One straight four is one four. A row shut on both sides is none, nor one that could only become six.
    ("f5 f6 f7", "", "f8", false),
    ("c8 d8 e8 f5 f6 f7", "b8 g8", "f8", false),
    ("a8 c8 d8 e8 f5 f6 f7 h8", "", "f8", false),
    // A four with a three is allowed, with two threes it is not.
    ("c8 d8 e8 f6 f7", "b8", "f8", false),
    ("c8 d8 e8 f6 f7 g7 h6", "b8", "f8", true),
    // Two threes: straight, broken, with a gap beside the crossing.
    ("d8 e8 f6 f7", "", "f8", true),
    ("c8 d8 f5 f6", "", "f8", true),
    ("e8 g8 f6 f7", "", "f8", true),
    // Shut on one side, or too near white or the edge on both, a three is none.
    ("d8 e8 f6 f7", "c8", "f8", false),
    ("d8 e8 f6 f7", "b8 h8", "f8", false),
    ("b1 c1 d2 d3", "f1", "d1", false),
    // Its straight four would be part of six.
    ("d8 e8 f6 f7 a8", "h8", "f8", false),
    // g8, which would make the straight four, would be a double four; with one of those shut it would not.
    ("d8 e8 f6 f7", "b8", "f8", true),
    ("d8 e8 f6 f7 g9 g10 g11", "b8 g12", "f8", false),
    ("d8 e8 f6 f7 g9 g10 g11", "b8 g12 g7", "f8", true),
];

#[test]
fn forbidden_moves_one_by_one() {
    for (black, white, m, forbidden) in CASES {
        let set = |text: &str| text.split_whitespace().map(number).collect();
        let mut position = Position::empty(15);
        (position.black, position.white) = (set(black), set(white));
        assert_eq!(is_forbidden(&position, number(m)), *forbidden, "{m} with {black}, {white}");
    }
}
