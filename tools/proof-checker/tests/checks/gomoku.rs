//! Certificates about Go-Moku: small proofs stand, what is no proof is refused with words that say why.

use crate::support::gomoku::Gomoku;
use crate::support::{refused, run};
use proof_checker::{Options, Verified, check_with};

/// Black to move has no win by continuous threats: he plays quiet moves here and after some of white's replies.
const START: &str = "14o/15/15/15/15/5x9/6x8/7x7/5o2o6/15/15/15/15/15/15";
/// His moves under freestyle and standard.
const MOVES: &[(&str, u16)] = &[
    (START, 124),
    ("15/15/15/15/6x8/5x2o6/6x1o6/7x7/8o6/15/15/15/15/15/o14", 113),
    ("15/15/15/15/6x8/5x2o6/6x8/7xo6/8o6/15/15/15/15/15/o14", 128),
];
/// The same under Renju.
const RENJU: &[(&str, u16)] = &[
    ("14o/15/15/15/15/15/15/7x7/8x6/15/15/15/15/15/o14", 84),
    ("14o/15/15/15/15/15/15/7x7/8x6/9x5/10o4/15/15/15/o14", 82),
    ("14o/15/15/15/15/15/6o8/7x7/8x6/9x5/15/15/15/15/o14", 82),
];
/// Black can complete six in a row, and nothing else.
const OVERLINE: &str = "o1o1o1o/7/7/xxx1xx1/7/7/1o5";

pub(crate) fn proofs() -> [Gomoku; 3] {
    let parts = |rules, moves: &[(&str, u16)]| Gomoku::new(rules, moves[0].0, moves);
    [parts("freestyle", MOVES), parts("standard", MOVES), parts("renju", RENJU)]
}

fn verified(parts: &Gomoku, every_reply: bool) -> Verified {
    check_with(&parts.to_bytes(), None, Options { every_reply, threads: 2, longest: None }, &mut |_| ())
        .unwrap()
}

fn refusal(parts: &Gomoku) -> String {
    check_with(&parts.to_bytes(), None, Options::default(), &mut |_| ()).unwrap_err().0
}

#[test]
fn small_proofs_stand() {
    for parts in proofs() {
        let Gomoku { rules, start, .. } = &parts;
        let (status, out, err) = run(&parts.to_bytes(), &["--claim", &format!("gomoku {rules} {start} p1")]);
        assert_eq!((status, err.as_str()), (0, ""));
        let (entries, depth) = (parts.entries.len(), 3);
        let linked = format!("linked={entries} depth={depth}");
        let head = format!("verified: game=gomoku rules={rules} start={start} winner=p1 {linked} longest=");
        assert!(
            out.starts_with(&head) && out.ends_with(&format!(" choices={}\n", parts.entries.len())),
            "{out}"
        );
        let longest = verified(&parts, false).longest;
        assert!((9..=60).contains(&longest) && longest % 2 == 1, "{longest}");
    }
}

#[test]
fn every_reply_played_leads_to_the_same() {
    let start = "15/15/15/15/15/4xoooo6/6xx7/6ox7/8xx5/15/15/15/15/15/o14";
    for rules in ["freestyle", "standard"] {
        let parts = Gomoku::new(rules, start, &[(start, 144)]);
        assert_eq!(verified(&parts, true).choices, 1);
        assert_eq!(verified(&parts, false).choices, 1);
        let (status, _, err) = run(&parts.to_bytes(), &["--every-reply"]);
        assert_eq!((status, err.as_str()), (0, ""));
    }
}

#[test]
fn more_than_five_win_under_freestyle_only() {
    for (rules, start) in [("freestyle", OVERLINE), ("second-move-restricted", OVERLINE)] {
        assert_eq!(verified(&Gomoku::new(rules, start, &[]), false).longest, 1);
    }
    let words = "at the start (position o1o1o1o/7/7/xxx1xx1/7/7/1o5) black can complete no row";
    Gomoku::new("standard", OVERLINE, &[]).refused(words);
}

#[test]
fn renju_forbids_black_more_than_five_threes_and_fours() {
    // Six of white's win, six of black's do not.
    let words = "at the start (position o1o1o1o/7/7/xxx1xx1/7/7/1o5) black can complete no row";
    Gomoku::new("renju", OVERLINE, &[]).refused(words);
    let start = "15/15/15/15/15/15/15/6xxx6/15/15/3ooo1oo6/15/15/15/15:o";
    for (rules, completes) in [("freestyle", true), ("standard", false), ("renju", true)] {
        let message = refusal(&Gomoku::new(rules, start, &[]));
        assert_eq!(message.contains("white has completed a row"), completes, "{rules}: {message}");
    }
    // A straight four wins; a move that makes two threes, or two fours, does not, and may not be played.
    let three = "15/15/15/15/15/15/15/6xxx6/15/15/2oo1o9/15/15/15/15:x";
    assert_eq!(verified(&Gomoku::new("renju", three, &[]), false).longest, 3);
    for start in [
        "15/15/15/15/15/7x7/7x7/5xx8/15/15/15/oooo11/15/15/15:x",
        "15/15/15/15/7x7/7x7/7x7/4xxx8/15/15/15/ooo12/15/15/15:x",
    ] {
        let message = refusal(&Gomoku::new("renju", start, &[(start, 15 * 7 + 7)]));
        assert!(message.contains("black's move is forbidden"), "{message}");
    }
}

#[test]
fn a_changed_move_or_a_missing_entry_is_refused_with_the_line_of_play() {
    for whole in proofs() {
        for place in 0..whole.entries.len() {
            let mut changed = whole.clone();
            changed.entries[place].1 = 14;
            let message = refusal(&changed);
            assert!(message.starts_with("after "), "{message}");
            let mut parts = whole.clone();
            parts.entries.remove(place);
            let message = refusal(&parts);
            assert!(message.contains("his position is not in the certificate"), "{message}");
            assert!(message.ends_with("and there is no win by continuous threats"), "{message}");
        }
    }
}

#[test]
fn another_claim_is_refused() {
    let bytes = proofs()[0].to_bytes();
    let empty = "where the claim says 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
    refused(&bytes, Some("gomoku freestyle - p1"), empty);
    let rules = "another rules: freestyle, where the claim says standard";
    refused(&bytes, Some(&format!("gomoku standard {START} p1")), rules);
    refused(&bytes, Some("qubic - - p1"), "it is about another game: gomoku, where the claim says qubic");
    for (claim, words) in [
        ("gomoku swap2 - p1", "are freestyle, standard, renju, second-move-restricted, not 'swap2'"),
        ("gomoku freestyle 4/4/4/4 p1", "a board has 5 to 20"),
    ] {
        let (status, _, err) = run(&bytes, &["--claim", claim]);
        assert!(status == 2 && err.contains(words), "{err}");
    }
}

#[test]
fn wrong_headers_are_refused() {
    let refuse = |words: &str, change: &dyn Fn(&mut Gomoku)| {
        let [mut parts, ..] = proofs();
        change(&mut parts);
        parts.refused(words);
    };
    let words = "its winner is p2: in certificates of gomoku black wins";
    refuse(words, &|parts| parts.winner = "p2".into());
    refuse("not 'swap2'", &|parts| parts.rules = "swap2".into());
    refuse("its start is not a position: '15/15' has 2 rows", &|parts| parts.start = "15/15".into());
    refuse("the game is over at its start", &|parts| parts.start = "5/5/xxxxx/5/ooooo".into());
    refuse("announces 77 entries of 10 bytes", &|parts| parts.announced = Some("77".into()));
    let small = Gomoku::new("second-move-restricted", "5/5/5/5/5", &[]);
    small.refused("its rules need 6 or more");
}

#[test]
fn wrong_entries_are_refused() {
    let entries = |entries: &[(&str, u16)]| Gomoku::new("freestyle", "5/5/5/5/5", entries);
    entries(&[("5/5/5/5/xo3", 25)]).refused("entry 1: its move is 25: a square is a number from 0 to 24");
    let twice = entries(&[("5/5/5/5/xo3", 7), ("5/5/5/o4/x4", 8)]);
    twice.refused("entry 2 does not follow entry 1 in order");
    // A key may be that of any position: what it leads to is looked at in play.
    let [mut taken, ..] = proofs();
    taken.entries[0].1 = 14 * 15 + 14;
    taken.refused("black's move is on a taken square");
}

#[test]
fn play_ends_as_the_rules_say() {
    // The board fills up.
    Gomoku::new("standard", "xoxox/xoxox/oxoxo/oxoxo/xoxo1:o", &[]).refused("the game is drawn");
    // White completes a row, or threatens to in two ways.
    let white_four = "7/7/oooo3/7/xxx1x2/7/6x";
    let words = "after e5 (position 7/7/ooooo2/7/xxx1x2/7/6x) white has completed a row";
    Gomoku::new("freestyle", white_four, &[]).refused(words);
    let two = "7/7/1oooo2/7/xx1x3/7/6x";
    Gomoku::new("freestyle", two, &[]).refused("white threatens to complete a row in two ways");
}

#[test]
fn the_second_black_stone_is_restricted_where_the_rules_say_so() {
    let start = "7/7/7/3x3/7/7/o6";
    let words =
        "after f4 (position 7/7/7/3x3/7/7/o6) black's second stone is in the 5 x 5 square around his first";
    Gomoku::new("second-move-restricted", start, &[(start, 26)]).refused(words);
    for (rules, square) in [("second-move-restricted", 27), ("freestyle", 26)] {
        assert!(!refusal(&Gomoku::new(rules, start, &[(start, square)])).contains("second stone"));
    }
}
