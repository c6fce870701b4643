//! Tests of Go-Moku's own details; the laws of every game are in `tests/laws.rs`.

use super::*;
use crate::{GameResult, Played, Player};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn setup(rules: &str, size: usize) -> Setup {
    Setup::new(rules, size).unwrap()
}

fn square(text: &str) -> Square {
    Square::parse(text, square::MAX_SIZE).unwrap()
}

/// Plays these moves with [`Opening`].
fn played(setup: Setup, moves: &str) -> Played<Opening> {
    let mut game = Played::new(Opening::start(&setup));
    for text in moves.split_whitespace() {
        game.play_text(text).unwrap();
    }
    game
}

fn result(setup: Setup, moves: &str) -> Option<GameResult> {
    played(setup, moves).result()
}

mod renju;
mod slow;

#[test]
fn squares_read_and_write() {
    assert_eq!(square("h8"), Square::new(7, 7).unwrap());
    assert_eq!(square("a1").index(), 0);
    assert_eq!(square("t20").index(), 399);
    for text in
        ["", "h", "8", "h0", "h08", "H8", "p1", "h16", "h8 ", "8h", "é8", "h+8", "h999999999999999999999"]
    {
        assert!(Square::parse(text, 15).unwrap_err().0.contains("from a to o"), "{text:?}");
    }
}

#[test]
fn lines_hold_what_the_board_holds() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for size in square::MAX_SIZE - 15..=square::MAX_SIZE {
        let mut board = Stones::new(size);
        let squares: Vec<Square> = board.squares().collect();
        for &square in &squares {
            match random.random_range(0..3) {
                0 => board.put(Side::First, square),
                1 => board.put(Side::Second, square),
                _ => {}
            }
        }
        for &square in &squares {
            for direction in Direction::ALL {
                let view = board.view(Side::First, direction, square);
                for steps in -6..=6 {
                    let beyond = slow::neighbour(&board, square, direction, steps);
                    let bit = view.place as i32 + steps;
                    let (own, empty) = (view.own >> bit & 1 == 1, view.empty >> bit & 1 == 1);
                    assert_eq!(own, beyond.is_some_and(|square| board.at(square) == Some(Side::First)));
                    assert_eq!(empty, beyond.is_some_and(|square| board.at(square).is_none()));
                    if let Some(beyond) = beyond {
                        assert_eq!(square.step(direction, steps), beyond);
                    }
                }
            }
        }
    }
}

#[test]
fn each_rule_has_its_wins() {
    let five = "a1 a2 b1 b2 c1 c2 d1 d2 e1";
    let six = "a1 a3 b1 b3 c1 c3 e1 e3 f1 f4 d1";
    let six_of_white = "o15 a1 o13 b1 o11 c1 o9 e1 o7 f1 m15 d1";
    let (p1, p2) = (Some(GameResult::Win(Player::P1)), Some(GameResult::Win(Player::P2)));
    for (rules, black_six, white_six) in
        [("freestyle", p1, p2), ("standard", None, None), ("second-move-restricted", p1, p2)]
    {
        let setup = setup(rules, 15);
        if rules != "second-move-restricted" {
            assert_eq!(result(setup, five), p1, "{rules}");
            assert_eq!(result(setup, six), black_six, "{rules}");
        }
        assert_eq!(result(setup, &six_of_white.replace("o13", "g9")), white_six, "{rules}");
    }
    assert_eq!(result(setup("renju", 15), five), p1);
    assert_eq!(result(setup("renju", 15), six_of_white), p2);
    let overline = played(setup("renju", 15), six.strip_suffix(" d1").unwrap());
    assert!(!overline.position().is_legal(OpeningMove::Stone(square("d1"))));
    // A five along every direction.
    for moves in ["c1 a9 c2 b9 c3 c9 c4 d9 c5", "c1 a9 d2 b9 e3 c9 f4 d9 g5", "c9 a1 d8 b1 e7 c1 f6 d1 g5"] {
        assert_eq!(result(setup("standard", 15), moves), p1, "{moves}");
    }
}

#[test]
fn a_full_board_is_drawn() {
    // Pairs along rows, every row shifted by two: never more than two in line.
    let size = 6;
    let mut text = String::new();
    for row in 0..size {
        text.push_str(if row % 2 == 0 { "xxooxx" } else { "ooxxoo" });
        text.push(if row + 1 < size { '/' } else { ':' });
    }
    let full = Gomoku::from_text(&setup("freestyle", size), &format!("{text}o")).unwrap();
    assert_eq!(full.outcome(), Some(Outcome::Draw));
    let moves = full.moves();
    assert!(moves.is_empty());
    assert_eq!(full.to_text(), format!("{text}o"));
}

#[test]
fn black_loses_in_renju_when_only_forbidden_squares_are_left() {
    // a1 would make a row of six; the rest of the board is full.
    let rows = "xxooxx/ooxxoo/oxooxo/xoxxox/ooxxoo/1xxxxx:x".replace("1xxxxx", "1xxx1x");
    let position = Gomoku::from_text(&setup("renju", 6), &rows).unwrap();
    assert_eq!(position.outcome(), None, "e1 makes three of four, a1 four");
    let lost = Gomoku::from_text(&setup("renju", 6), "xxooxx/ooxxoo/oxooxo/xoxxox/ooxxoo/xxx1xx:x").unwrap();
    assert_eq!(lost.outcome(), Some(Outcome::Win(Side::Second)));
    let free = Gomoku::from_text(&setup("freestyle", 6), &lost.to_text()).unwrap();
    assert_eq!(free.outcome(), None);
}

#[test]
fn the_second_stone_keeps_away_under_variant_c() {
    let game = played(setup("second-move-restricted", 15), "h8 i9");
    let legal = |text: &str| game.position().is_legal(OpeningMove::Stone(square(text)));
    for near in ["h9", "g7", "f6", "j10", "f8", "h10", "j8"] {
        assert!(!legal(near), "{near}");
    }
    for far in ["k8", "h11", "e5", "k11", "a1"] {
        assert!(legal(far), "{far}");
    }
    assert_eq!(game.legal_moves().len(), 225 - 25);
    // Neither white's second stone nor black's third is restricted.
    assert_eq!(played(setup("second-move-restricted", 15), "h8 i9 a1 h9 h7").legal_moves().len(), 220);
    // Set up with a white stone more: it is still black's second.
    let surplus = Gomoku::from_text(&setup("second-move-restricted", 9), "9/9/9/9/4x4/9/9/9/7oo:x").unwrap();
    let legal = surplus.moves();
    assert_eq!(legal.len(), 81 - 25 - 2);
    assert!(Setup::new("second-move-restricted", 5).is_err());
}

#[test]
fn counts_of_the_tree_of_moves() {
    let mut start = Gomoku::start(&setup("freestyle", 15));
    assert_eq!([0, 1, 2, 3].map(|depth| start.perft(depth)), [1, 225, 50_400, 11_239_200]);
    let mut start = Gomoku::start(&setup("second-move-restricted", 9));
    let third = slow::third_plies_of_variant_c(9);
    assert_eq!([0, 1, 2, 3].map(|depth| start.perft(depth)), [1, 81, 6_480, third]);
    let mut choice = Opening::start(&setup("choice", 15));
    assert_eq!([1, 2, 3, 4].map(|depth| choice.perft(depth)), [1, 8, 8 * 223, 8 * 223 * 2]);
    let mut swap2 = Opening::start(&setup("swap2", 5));
    let three = 25 * 24 * 23;
    assert_eq!([3, 4, 5].map(|depth| swap2.perft(depth)), [three, three * 3, three * 3 * 22]);
}

#[test]
fn the_choice_rule() {
    let start = played(setup("choice", 15), "");
    assert_eq!(start.legal_moves(), [OpeningMove::Stone(square("h8"))]);
    assert_eq!(played(setup("choice", 20), "").legal_moves().len(), 4);
    let neighbours = played(setup("choice", 15), "h8");
    assert_eq!(neighbours.legal_moves().len(), 8);
    let choice = played(setup("choice", 15), "h8 h9 a1");
    assert_eq!(choice.legal_moves(), [OpeningMove::Swap, OpeningMove::Keep]);
    assert_eq!(choice.player_to_move(), Player::P2);
    // Kept: white's player moves. Swapped: white is player one's now.
    let kept = played(setup("choice", 15), "h8 h9 a1 keep");
    assert_eq!((kept.player_to_move(), kept.position().to_move()), (Player::P2, Side::Second));
    let swapped = played(setup("choice", 15), "h8 h9 a1 swap");
    assert_eq!((swapped.player_to_move(), swapped.position().to_move()), (Player::P1, Side::Second));
    assert!(!swapped.position().is_legal(OpeningMove::Swap));
    // Black's five is player two's win now, and Renju's rules hold.
    let moves = "h8 h9 h7 swap a1 h6 a2 h5 a4 h4";
    assert_eq!(result(setup("choice", 15), moves), Some(GameResult::Win(Player::P2)));
}

#[test]
fn swap2() {
    let turn = |moves: &str| played(setup("swap2", 15), moves).player_to_move();
    let three = "h8 h9 a1";
    for moves in ["", "h8", "h8 h9"] {
        assert_eq!(turn(moves), Player::P1, "{moves}");
    }
    let choice = played(setup("swap2", 15), three);
    assert_eq!(choice.player_to_move(), Player::P2);
    assert_eq!(choice.legal_moves(), [OpeningMove::Swap, OpeningMove::Keep, OpeningMove::Add2]);
    assert_eq!(turn("h8 h9 a1 keep"), Player::P2);
    assert_eq!(turn("h8 h9 a1 swap"), Player::P1);
    assert_eq!(turn("h8 h9 a1 add2"), Player::P2);
    assert_eq!(turn("h8 h9 a1 add2 b1"), Player::P2);
    let second = played(setup("swap2", 15), "h8 h9 a1 add2 b1 c1");
    assert_eq!(second.player_to_move(), Player::P1);
    assert_eq!(second.legal_moves(), [OpeningMove::Swap, OpeningMove::Keep]);
    // White has the sixth stone: player one's if he swaps.
    assert_eq!(turn("h8 h9 a1 add2 b1 c1 keep"), Player::P2);
    assert_eq!(turn("h8 h9 a1 add2 b1 c1 swap"), Player::P1);
    let win = "a1 o1 b1 keep o3 c1 o5 d1 o7 e1";
    assert_eq!(result(setup("swap2", 15), win), Some(GameResult::Win(Player::P1)));
    let win = win.replace("keep", "swap");
    assert_eq!(result(setup("swap2", 15), &win), Some(GameResult::Win(Player::P2)));
}

#[test]
fn positions_read_and_write() {
    let cases = [
        ("freestyle", "5/5/2x2/5/5"),
        ("freestyle", "xxxx1/5/5/5/oooo1"),
        ("freestyle", "xxxx1/5/5/5/oooo1:o"),
        ("freestyle", "xx3/5/5/5/5:x"),
        ("standard", "5/5/5/5/ooooo:x"),
        ("swap2", "5/5/5/5/5;place1"),
        ("swap2", "xox2/5/5/5/5;choice3"),
        ("swap2", "xox2/5/5/5/5;add4"),
        ("swap2", "xox2/5/5/5/5;swapped"),
        ("choice", "5/5/2x2/5/5;neighbour"),
    ];
    for (rules, text) in cases {
        let position = Opening::from_text(&setup(rules, 5), text).unwrap();
        assert_eq!(position.to_text(), text);
    }
    // The turn may be said where it follows.
    assert_eq!(Gomoku::from_text(&setup("freestyle", 5), "5/5/5/5/5:x").unwrap().to_text(), "5/5/5/5/5");
    let other = Gomoku::start(&setup("freestyle", 5)).with_turn(Side::Second).unwrap();
    assert_eq!(other.to_text(), "5/5/5/5/5:o");
}

#[test]
fn bad_positions_are_refused_in_words() {
    let cases = [
        ("freestyle", "", "1 rows, but the board has 5"),
        ("freestyle", "5/5/5/5/5/5", "6 rows, but the board has 5"),
        ("freestyle", "5/5/5/5/4", "row 1 does not have 5"),
        ("freestyle", "x5/5/5/5/5", "row 5 does not have 5"),
        ("freestyle", "5/99999999999999999999999/5/5/5", "row 4 does not have 5"),
        ("freestyle", "0x4/5/5/5/5", "a run of 0"),
        ("freestyle", "X4/5/5/5/5", "neither x, o nor"),
        ("freestyle", "é4/5/5/5/5", "neither x, o nor"),
        ("freestyle", "xx3/5/5/5/5", "do not tell whose turn"),
        ("freestyle", "5/5/5/5/5:b", "not a side to move"),
        ("freestyle", "xxxxx/ooooo/5/5/5", "both sides"),
        ("freestyle", "xxxxx/oooo1/5/5/5:x", "the side to move already has"),
        ("freestyle", "5/5/5/5/5;swapped", "not a stage"),
        ("freestyle", "5/5/5/5/5;place1", "not a stage"),
        ("swap2", "5/5/5/5/5;centre", "not a stage"),
        ("swap2", "5/5/5/5/5;place2", "there are 1 stones"),
        ("swap2", "5/5/5/5/5:o;place1", "there are 0 stones"),
    ];
    for (rules, text, expected) in cases {
        let message = Opening::from_text(&setup(rules, 5), text).unwrap_err().0;
        assert!(message.contains(expected), "{text}: {message}");
    }
    assert!(Setup::new("chess", 15).unwrap_err().contains("second-move-restricted"));
    assert!(Setup::new("renju", 21).unwrap_err().contains("from 5 to 20"));
}

#[test]
fn drawings_show_the_board() {
    let game = played(setup("freestyle", 15), "a1 a2 b1 b2 c1 c2 d1 d2 e1");
    let drawing = game.position().drawing(game.last_move(), Notation::Coordinates);
    assert!(drawing.contains("   1 [x][x][x][x][x]"), "{drawing}");
    assert!(drawing.contains("  15  ."));
    let choice = played(setup("choice", 15), "h8 h9 a1");
    assert!(choice.position().drawing(None, Notation::Coordinates).contains("the opening: swap or keep"));
}
