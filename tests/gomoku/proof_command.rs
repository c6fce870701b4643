//! `fourscore proof`: certificates joined, and a game beside one.

use crate::common::program::says;
use crate::solve_gomoku::{CORNER, check, solve};
use std::path::Path;

#[test]
fn shards_are_joined_into_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    // Each reply is a part.
    for shard in ["1/2", "2/2"] {
        let name = format!("{}.proof", &shard[..1]);
        let question = ["--moves", "h8", "o15", "i7", "--shard", shard, "--out", &name];
        solve(folder.path(), &question, 0, &[]);
    }
    let merge = |out, parts: [&str; 2], code, words: &[&str]| {
        says(folder.path(), &[&["proof", "merge", "--out", out], &parts[..]].concat(), code, words);
    };
    merge("whole.proof", ["1.proof", "2.proof"], 0, &[]);
    let bytes = std::fs::read(folder.path().join("whole.proof")).unwrap();
    let start = CORNER.replace("7x7/15/", "7x7/8x6/");
    assert!(check(&bytes, &format!("gomoku freestyle {start} p1")).is_ok());
    // One of them alone has holes.
    let half = std::fs::read(folder.path().join("1.proof")).unwrap();
    let refusal = check(&half, &format!("gomoku freestyle {start} p1")).unwrap_err();
    assert!(refusal.contains("after "), "{refusal}");
    // A part of another proof does not belong to it, and a foreign file is left alone.
    let other = ["--rules", "standard", "--moves", "h8", "o15", "i7", "a1", "--out", "other.proof"];
    solve(folder.path(), &other, 0, &[]);
    merge("x.proof", ["1.proof", "other.proof"], 1, &["other rules"]);
    std::fs::write(folder.path().join("letter"), "Dear Sir").unwrap();
    merge("letter", ["1.proof", "2.proof"], 1, &[]);
    assert_eq!(std::fs::read(folder.path().join("letter")).unwrap(), b"Dear Sir");
}

#[test]
fn a_game_is_put_beside_a_certificate() {
    let proof = concat!(env!("CARGO_MANIFEST_DIR"), "/data/gomoku/freestyle.proof");
    let follow = |moves: &[&str], code, words: &[&str]| {
        says(Path::new("."), &[&["proof", "follow", proof], moves].concat(), code, words)
    };
    let text = follow(&["h8", "h9", "a1", "a2", "a3"], 0, &[]);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    assert_eq!(lines[0], "1 h8   the same (the certificate's move)", "{text}");
    assert_eq!(lines[1], "2 h9");
    assert!(
        lines[2].starts_with("3 a1   plays ") && lines[2].ends_with(" (the certificate's move)"),
        "{text}"
    );
    assert_eq!(lines[4], "5 a3   not in the certificate");
    assert_eq!(lines[5], "1 of black's 3 moves are the certificate's; it has an answer at 2");
    assert_eq!(lines[6], "the game leaves it with move 3");
    // Its own moves against a reply far away, to the end: a win by threats comes, and white's five would be blocked.
    let mut game = vec!["h8".to_owned(), "o15".to_owned()];
    let mut threats = false;
    for reply in ["a15", "c15", "e15", "g15", "i15", "k15", "m15"] {
        let moves: Vec<&str> = game.iter().map(String::as_str).chain(["a1"]).collect();
        let text = follow(&moves, 0, &[]);
        let last = text.lines().rfind(|line| line.contains("a1 ")).expect("black's move").to_owned();
        threats |= last.contains("(wins by threats in at most ");
        let own = last.split("plays ").nth(1).and_then(|words| words.split(' ').next()).expect(&last);
        game.extend([own.to_owned(), reply.to_owned()]);
        if last.contains("(wins by threats at once)") {
            assert!(threats);
            let all: Vec<&str> = game[..game.len() - 1].iter().map(String::as_str).collect();
            assert!(follow(&all, 0, &[]).ends_with("the game never leaves it\n"));
            follow(&[&all[..], &["a1"]].concat(), 1, &["the game is over before it"]);
            break;
        }
        assert_ne!(reply, "m15", "no win came: {game:?}");
    }
    for (moves, words) in
        [(&["h8", "h8"][..], "h8 is not legal after 1 stones"), (&["p1"], "p1: "), (&["h8", "x"], "x: ")]
    {
        follow(moves, 1, &[words]);
    }
}
