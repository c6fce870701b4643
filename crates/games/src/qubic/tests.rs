//! Tests of Qubic's own details; the laws of every game are in `tests/laws.rs`.

use super::*;
use crate::Played;
use std::collections::HashSet;

fn position(text: &str) -> Result<Qubic, TextError> {
    Qubic::from_text(&(), text)
}

/// The number of position classes at each ply, found by canonicalising every child of every class.
fn classes(plies: usize) -> Vec<usize> {
    let mut layer = HashSet::from([Qubic::default()]);
    let mut counts = vec![layer.len()];
    for _ in 0..plies {
        let mut next = HashSet::new();
        for parent in &layer {
            let moves = parent.moves();
            for m in moves {
                next.insert(parent.after(m).canonical());
            }
        }
        layer = next;
        counts.push(layer.len());
    }
    counts
}

#[test]
fn classes_of_positions_by_ply() {
    assert_eq!(classes(5), [1, 2, 35, 757, 20_851, 401_778]);
}

#[test]
#[ignore = "about a minute and 1 GB: cargo test --release --lib -- --ignored classes_of_positions_by_ply_6"]
fn classes_of_positions_by_ply_6() {
    assert_eq!(classes(6).last(), Some(&7_836_020));
}

#[test]
fn moves_read_and_write_in_every_notation() {
    let start = Qubic::default();
    let cell = Cell::new(16 + 4 * 2 + 3).unwrap();
    assert_eq!(start.move_text(cell, Notation::Coordinates), "234");
    assert_eq!(start.move_text(cell, Notation::Doake), "28");
    assert_eq!(start.move_text(cell, Notation::Index), "27");
    let bad = [
        (Notation::Coordinates, ["", "11", "1111", "511", "110", "+11", "é1"]),
        (Notation::Doake, ["", "0", "65", "01", "+1", "-1", "1a"]),
        (Notation::Index, ["", "64", "00", "+0", "-1", "1 ", "999999999999999999999"]),
    ];
    for (notation, texts) in bad {
        for text in texts {
            assert!(start.parse_move(text, notation).is_err(), "{text:?} in {notation:?}");
        }
    }
}

#[test]
fn positions_read_and_write() {
    for text in ["64", "x", "xo1x8x8o41o", "63x", "x62o", "xo"] {
        assert_eq!(position(text).unwrap().to_text(), text);
    }
    assert_eq!(position("").unwrap().to_text(), "64");
    assert_eq!(position("x63").unwrap().to_text(), "x");
    assert_eq!(position("x1").unwrap().to_text(), "x");
    assert_eq!(position("3264").map_err(|e| e.0.contains("more than 64")), Err(true));
    // A side that has just won is a legal, finished position.
    let won = position("xxxx1ooo").unwrap();
    assert_eq!(won.outcome(), Some(Outcome::Win(Side::First)));
}

#[test]
fn bad_positions_are_refused_in_words() {
    let cases = [
        ("65", "more than 64 cells"),
        ("64x", "more than 64 cells"),
        ("99999999999999999999999999", "more than 64 cells"),
        ("0x", "a run of 0"),
        ("xX", "neither x, o nor"),
        ("xé", "neither x, o nor"),
        ("x-1", "neither x, o nor"),
        ("xx", "2 x and 0 o are impossible"),
        ("o", "0 x and 1 o are impossible"),
        ("xxxxoooo", "both sides"),
        ("xxxx4o7o7o7o", "the side to move already has a line"),
        ("oooo4x7x7x7x1x", "the side to move already has a line"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "neither x, o nor"),
    ];
    for (text, expected) in cases {
        let message = position(text).unwrap_err().0;
        assert!(message.contains(expected), "{text}: {message}");
    }
}

#[test]
fn patashnik_dictionary_parses_canonicalises_and_prints_back() {
    let dictionary = include_str!("../../../../data/qubic/patashnik-1977.dictionary");
    let mut lines = 0;
    let mut forms = HashSet::new();
    let (_, entries) = dictionary.split_once("---\n").unwrap();
    for line in entries.lines() {
        let (text, cell) = line.split_once(' ').unwrap();
        let parsed = position(text).unwrap();
        let m = parsed.parse_move(cell, Notation::Index).unwrap();
        // Its first entry writes the empty board as nothing at all.
        assert_eq!(parsed.to_text(), if text.is_empty() { "64" } else { text });
        assert!(parsed.is_legal(m));
        assert_eq!(parsed.to_move(), Side::First);
        let canonical = parsed.canonical();
        assert_eq!(canonical.canonical(), canonical);
        assert_eq!(position(&canonical.to_text()).unwrap(), canonical);
        forms.insert(canonical);
        lines += 1;
    }
    assert_eq!(lines, 2929);
    assert_eq!(forms.len(), 2929, "no two entries describe the same class");
}

#[test]
fn full_board_without_a_line_is_a_draw() {
    let text = "oxooxxxoooxooxoxooxoooxxoxxxxooxoxxxxooooxxooxxxxxxooooxxxoxxooo";
    let draw = Played::new(position(text).unwrap());
    assert_eq!((draw.outcome(), draw.legal_moves()), (Some(Outcome::Draw), vec![]));
    assert_eq!(draw.result().map(|r| r.to_string()).as_deref(), Some("draw"));
}

#[test]
fn drawing_shows_levels_last_move_and_winning_line() {
    let won = position("xxxx1ooo").unwrap();
    let drawing = won.drawing(Cell::new(0), Notation::Coordinates);
    assert!(drawing.contains("level 4"));
    assert!(drawing.contains("[x][x][x][x]"), "{drawing}");
    let middle = position("x1o").unwrap();
    assert!(middle.drawing(Cell::new(2), Notation::Doake).contains(" x  . (o) . "));
}
