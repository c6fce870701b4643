//! Tournaments and openings as they are asked for: every format from its settings to its table, every source of
//! openings to the games that begin with it.

use crate::common;
use crate::common::{FAKE, PATIENT, Said, TWO, engine, games, play, said, timeless};
use match_runner::conclusion;
use std::path::Path;

/// So many engines: the first is the best, because the last ones lose every game by illegal moves.
fn engines(count: usize) -> String {
    (0..count)
        .map(|n| {
            let mode = if n + 1 == count { "cheat" } else { "" };
            engine(&format!("E{n}"), mode)
        })
        .collect()
}

fn tournament(head: &str, count: usize) -> common::Played {
    play(&format!("{PATIENT}{head}[each]\nnodes = 1\n{}", engines(count)))
}

#[test]
fn an_openings_test_ranks_openings() {
    let head = "tournament = \"openings-test\"\nrandom-openings = 3\nrandom-count = 6\n";
    let played = tournament(head, 2);
    assert_eq!(played.games.len(), 12);
    let text = conclusion::text(&played.summary);
    // Who cheats loses with both colours: every opening is even.
    assert!(text.matches("50.0 %").count() >= 6, "{text}");
    assert!(text.contains("player one  won  drawn  lost  plies  opening"), "{text}");
    assert!(text.contains("normalised Elo"), "{text}");
}

#[test]
fn openings_are_random_balanced_and_the_same_again() {
    let head = "pairs = 4\nrandom-openings = 4\nbalance-window = 30\n";
    let balance = "[balance]\ncommand = \"fourscore\"\nnodes = 300\n";
    let text = format!("{PATIENT}{head}{balance}[each]\nnodes = 1\n{}", engines(2));
    let (one, two) = (play(&text), play(&text));
    assert_eq!(timeless(one.games.clone()), timeless(two.games));
    let openings: Vec<String> = one.games.iter().map(|game| game["opening"].to_string()).collect();
    assert_eq!(openings.iter().collect::<std::collections::HashSet<_>>().len(), 4);
    assert!(one.games.iter().all(|game| game["opening"].as_array().unwrap().len() == 4));
    let all = play(&format!("{PATIENT}pairs = 4\nrandom-openings = 4\n[each]\nnodes = 1\n{}", engines(2)));
    let unchecked: Vec<String> = all.games.iter().map(|game| game["opening"].to_string()).collect();
    assert_ne!(openings, unchecked, "some are not balanced");
}

#[test]
fn every_engine_has_its_own_way_of_starting() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let first = engine("A", &format!("good {}", log.display())) + "restart = \"game\"\n";
    play(&format!("{PATIENT}pairs = 3\n[each]\nnodes = 1\n{first}{}", engine("B", "")));
    let starts = std::fs::read_to_string(&log).unwrap().lines().filter(|line| *line == "ugi").count();
    assert_eq!(starts, 1 + 6, "once to see whether it starts, and once for each game");
}

fn run(folder: &Path, arguments: &[&str]) -> Said {
    said(folder, &[&["-q"], &TWO[..], arguments].concat())
}

#[test]
fn openings_come_from_positions_and_from_games() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("o.epd"),
        "xo62; id \"one\"; moves 444;\n# no\nstartpos; moves 111 222;\n",
    )
    .unwrap();
    run(folder.path(), &["--openings", "o.epd", "--pairs", "2", "--results", "r"]).good();
    let played = games(&folder.path().join("r.jsonl"));
    assert_eq!(played[0]["fen"], "xo62");
    assert_eq!(played[2]["opening"], serde_json::json!(["111", "222"]));
    for file in ["r.pgn", "r.jsonl"] {
        let arguments = ["--openings", file, "--opening-plies", "3", "--pairs", "2", "--results", "again"];
        run(folder.path(), &arguments).good();
        let again = games(&folder.path().join("again.jsonl"));
        assert!(again.iter().all(|game| game["opening"].as_array().unwrap().len() == 3));
        assert_eq!(again[0]["opening"][0], "444");
        assert_eq!(again[0]["fen"], "xo62");
    }
}

#[test]
fn mistakes_about_openings_and_formats_are_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("o.pgn"), "1. 111 222 *\n").unwrap();
    let table: &[(&[&str], &str)] = &[
        (&["--openings", "o.pgn"], "opening-plies"),
        (&["--openings", "o.pgn", "--opening-plies", "9"], "no opening"),
        (&["--openings", "o.pgn", "--opening-format", "x"], "auto, lines, epd, pgn, jsonl, offset"),
        (&["--opening-plies", "3"], "for a file of openings"),
        (&["--opening-start", "0"], "from 1"),
        (&["--symmetries", "some"], "none, random, all"),
        (&["--game", "mystery", "--symmetries", "all"], "qubic"),
        (&["--game", "mystery", "--random-openings", "4"], "qubic"),
        (&["--random-openings", "4", "--openings", "o.pgn"], "not both"),
        (&["--random-openings", "70"], "the game is over"),
        (&["--random-count", "7"], "random-openings"),
        (&["--balance-window", "7"], "[balance]"),
        (&["--balance", "fourscore", "tc=1"], "nodes or depth"),
        (&["--tournament", "cup"], "match, round-robin, gauntlet, openings-test"),
        (&["--tournament", "match", "--engine", "fourscore", "nodes=1"], "for two engines"),
        (&["--each", "restart=never"], "restart is one of fault, game"),
    ];
    for (arguments, part) in table {
        run(folder.path(), arguments).refused(1, &[part]);
    }
    // An engine that never gives a score calls nothing balanced.
    let silent = format!("cmd={FAKE} cheat");
    let balance = ["--random-openings", "4", "--random-count", "2", "--balance", &silent, "nodes=1"];
    run(folder.path(), &balance).refused(1, &["none of", "within 50"]);
}

#[test]
fn a_dry_run_prints_the_schedule_and_plays_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let dry = ["--dry-run", "--pairs", "2", "--results", "r", "--random-openings", "2"];
    let Said { status, text, error } = run(folder.path(), &dry);
    assert_eq!((status, error.as_str()), (Some(0), ""));
    assert!(text.starts_with("qubic: round-robin, 2 engines, 4 games\n"), "{text}");
    assert!(text.contains("game 1: A - B, startpos moves ") && text.contains("game 2: B - A, "), "{text}");
    assert!(!folder.path().join("r.jsonl").exists());
    // Nobody but the one who calls openings balanced is started, under whatever protocol it speaks.
    let judge = format!("cmd={FAKE} hub-");
    let balance = ["--random-openings", "2", "--balance", &judge, "proto=auto", "nodes=1"];
    let dry = [&["--dry-run", "--game", "draughts"], &balance[..]].concat();
    let Said { status, error, .. } = run(folder.path(), &dry);
    assert_eq!((status, error.as_str()), (Some(0), ""));
}
