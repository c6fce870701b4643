//! What is not a proof of what is claimed is refused with an exit status and a message that says why.

use crate::support::{Qubic, late, patashnik, refused, run, run_on, sealed};

/// Player one is to move and makes two threes at once on 111.
const FORCED: &str = "1xx1x3x10o2o3o18o";

fn forced() -> Qubic {
    Qubic::new(FORCED, "p1", &[])
}

#[test]
fn a_forced_win_needs_no_entry() {
    let (status, out, err) = run(&forced().to_bytes(), &["--claim", &format!("qubic - {FORCED} p1")]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(out, format!("verified: game=qubic rules=- start={FORCED} winner=p1 longest=3 choices=0\n"));
}

#[test]
fn another_claim_is_refused() {
    let bytes = forced().to_bytes();
    let start = format!("it is about another start: {FORCED}, where the claim says 64");
    refused(&bytes, Some("qubic - 64 p1"), &start);
    refused(&bytes, Some("qubic - - p1"), &start);
    let winner = "it is about another winner: p1, where the claim says p2";
    refused(&bytes, Some(&format!("qubic - {FORCED} p2")), winner);
}

#[test]
fn a_changed_header_is_refused_even_with_a_right_checksum() {
    let refuse = |claim: Option<&str>, words: &str, change: &dyn Fn(&mut Qubic)| {
        let mut parts = patashnik();
        change(&mut parts);
        refused(&parts.to_bytes(), claim, words);
    };
    let claim = Some("qubic - 64 p1");
    refuse(claim, "another winner", &|parts| parts.winner = "p2".into());
    refuse(None, "entry 1 (64): p1 is to move, and the winner is p2", &|parts| parts.winner = "p2".into());
    refuse(None, "the winner is 'p3': it is p1 or p2", &|parts| parts.winner = "p3".into());
    refuse(claim, "another start: 1x", &|parts| parts.start = "1x".into());
    refuse(None, "after ", &|parts| parts.start = "1x".into());
    refuse(None, "2 x and 0 o are impossible", &|parts| parts.start = "xx".into());
    refuse(None, "the game is over at its start", &|parts| parts.start = "xxxx4ooo".into());
    refuse(claim, "its rules are 'free'", &|parts| parts.rules = "free".into());
    refuse(claim, "it is about the game 'chess'", &|parts| parts.game = "chess".into());
    refuse(claim, "announces 2928 entries of 18 bytes", &|parts| parts.announced = Some("2928".into()));
    refuse(claim, "'many': not a count", &|parts| parts.announced = Some("many".into()));
    refuse(claim, "where 'start VALUE' belongs", &|parts| parts.start = "6 4".into());
    refuse(claim, "a line too many: 'more 1'", &|parts| parts.announced = Some("2929\nmore 1".into()));
    refuse(claim, "format version '1'", &|parts| parts.first_line = "fourscore-proof 1".into());
    refuse(claim, "not a certificate", &|parts| parts.first_line = "fourscore-memory 1".into());
}

#[test]
fn wrong_entries_are_refused_by_number() {
    let entries = |entries: &[(&str, u8)]| Qubic::new("64", "p1", entries);
    entries(&[("xo", 0)]).refused("entry 1 (xo): its move 111 is on a taken cell");
    entries(&[("xo", 64)]).refused("entry 1 (xo): its move is 64: a cell is a number from 0 to 63");
}

#[test]
fn entries_out_of_order_or_twice_are_refused() {
    let twice = Qubic::new("64", "p1", &[("xo", 2), ("xo", 3)]);
    twice.refused("entry 2 does not follow entry 1 in order");
    let descending = Qubic::new("64", "p1", &[("ox", 2), ("xo", 3)]);
    refused(&descending.to_bytes_as_they_are(), None, "entry 2 does not follow entry 1 in order");
    let one_class = Qubic::new("64", "p1", &[("xo", 2), ("x3o", 3)]);
    one_class.refused("of one class with entry 1");
}

#[test]
fn a_proof_with_a_hole_is_refused_with_the_line_of_play() {
    let whole = late();
    for gone in 0..whole.entries.len() {
        let mut parts = whole.clone();
        parts.entries.remove(gone);
        let bytes = parts.to_bytes();
        let message = proof_checker::check(&bytes, None, &mut |_| ()).unwrap_err().0;
        assert!(message.contains("his position is not in the certificate"), "{message}");
    }
    let mut parts = patashnik();
    parts.entries.retain(|entry| entry.0.count_ones() != 1);
    parts.refused("refused: after 111 112 (position xo) the winner can complete no line");
    parts.entries.clear();
    parts.refused("refused: at the start (position 64) the winner can complete no line");
}

#[test]
fn a_changed_move_is_refused() {
    let mut onto_a_stone = patashnik();
    let entry = onto_a_stone.entries.iter_mut().find(|entry| entry.1 != 0).unwrap();
    entry.2 = entry.1.trailing_zeros() as u8;
    onto_a_stone.refused("is on a taken cell");
    let mut away_from_the_corner = patashnik();
    let first = away_from_the_corner.entries.iter_mut().find(|entry| entry.0 == 0).unwrap();
    first.2 = 1;
    away_from_the_corner.refused("refused: after 112 ");
}

#[test]
fn a_win_that_takes_longer_than_is_said_is_refused() {
    let mut parts = late();
    let longest = proof_checker::check(&parts.to_bytes(), None, &mut |_| ()).unwrap().longest;
    parts.plies = longest as u8;
    assert!(proof_checker::check(&parts.to_bytes(), None, &mut |_| ()).is_ok());
    parts.plies -= 2;
    parts.refused("plies, and a game of ");
}

#[test]
fn a_losing_move_is_refused() {
    let start = "ooo1x3x6x";
    let elsewhere = Qubic::new(start, "p1", &[(start, 63)]);
    let line = "refused: after 444 114 (position oooox3x6x47x) the opponent has completed a line";
    elsewhere.refused(line);
    let two_threats = Qubic::new("ooo1o3o8x1x17x12x6x", "p1", &[]);
    two_threats.refused("at the start (position ooo1o3o8x1x17x12x6x) the opponent threatens");
}

#[test]
fn a_full_board_is_no_win() {
    // A drawn game but for its last move, which is player two's.
    let start = "xxxoooxoxxxoxxoxxoxoxooooooxxxxoo1oxoxxxxxoooooxoxooxxxoxxxoooox";
    Qubic::new(start, "p1", &[]).refused("refused: after 312 ");
    Qubic::new(start, "p1", &[]).refused("the game is drawn");
    Qubic::new(start, "p2", &[(start, 33)]).refused("the game is drawn");
}

#[test]
fn player_two_may_be_the_winner_with_either_side_to_move() {
    let x_to_move = "ooo2x4x5ooo4x13x8x13x";
    let o_to_move = "1oo1o3o10x2x3x18x13x";
    for (start, entries, counts) in [
        (x_to_move, &[][..], "longest=2 choices=0"),
        (o_to_move, &[], "longest=3 choices=0"),
        (o_to_move, &[(o_to_move, 0)], "longest=3 choices=1"),
    ] {
        let (status, out, err) = run(&Qubic::new(start, "p2", entries).to_bytes(), &[]);
        assert_eq!((status, err.as_str()), (0, ""));
        assert_eq!(out, format!("verified: game=qubic rules=- start={start} winner=p2 {counts}\n"));
    }
}

#[test]
fn damaged_files_and_rubbish_are_refused() {
    let whole = forced().to_bytes();
    for length in 0..whole.len() {
        let message = proof_checker::check(&whole[..length], None, &mut |_| ()).unwrap_err().0;
        let known = ["not a certificate", "format version", "damaged or cut short"];
        assert!(known.iter().any(|words| message.contains(words)), "{length}: {message}");
    }
    refused(&whole[..whole.len() - 1], None, "damaged or cut short");
    let mut changed = whole;
    let last = changed.len() - 1;
    changed[last] ^= 1;
    refused(&changed, None, "its checksum is");
    refused(b"", None, "it is empty");
    refused(&[0xff, 0, 7, 10, 13, 200], None, "it is not a certificate: it begins with");
    refused(
        &sealed(b"fourscore-proof 2\nno empty line\n".to_vec()),
        None,
        "not lines of text with an empty line",
    );
    refused(&sealed(b"fourscore-proof 2\n\xff\xfe\n\n".to_vec()), None, "not lines of text");
}

#[test]
fn wrong_usage_and_unreadable_files_have_a_status_of_their_own() {
    let bytes = forced().to_bytes();
    for (claim, words) in [
        ("qubic", "a claim is GAME RULES START WINNER"),
        ("chess - - p1", "this checker knows 'qubic -'"),
        ("qubic free - p1", "this checker knows 'qubic -'"),
        ("qubic - xx p1", "impossible"),
        ("qubic - 64 x", "it is p1 or p2"),
    ] {
        let (status, out, err) = run(&bytes, &["--claim", claim]);
        assert_eq!((status, out.as_str()), (2, ""));
        assert!(err.contains(words), "{err}");
    }
    let nowhere = tempfile::tempdir().unwrap();
    for path in [nowhere.path().join("none"), nowhere.path().to_owned()] {
        let (status, out, err) = run_on(path.to_str().unwrap(), &[]);
        assert_eq!((status, out.as_str()), (2, ""), "{err}");
        assert!(err.starts_with("fourscore-proof: ") && err.contains(path.to_str().unwrap()), "{err}");
    }
}

#[test]
fn entries_that_no_game_reaches_are_noted_and_not_counted() {
    let parts = Qubic::new(FORCED, "p1", &[("xo", 2)]);
    let (status, out, err) = run(&parts.to_bytes(), &[]);
    assert_eq!(status, 0);
    assert!(out.ends_with("longest=3 choices=0\n"), "{out}");
    assert!(err.contains("note: no game reaches 1 of the entries, the first of them entry 1"), "{err}");
}
