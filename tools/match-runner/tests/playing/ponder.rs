//! Thinking on the opponent's time: what engines are told, and what becomes of those that do it wrongly.

use crate::common::{FAKE, PATIENT, play};
use std::path::Path;

/// Two engines with the same seed, so that each expects what the other plays; the second in this mode.
fn toml(mode: &str, limit: &str, log: &Path) -> String {
    format!(
        "{PATIENT}pairs = 1\n[each]\n{limit}\nmargin = 300\noptions = {{ Seed = 1 }}\n\
         [[engine]]\nname = \"plain\"\ncommand = \"{FAKE}\"\n\
         [[engine]]\nname = \"it\"\nponder = true\ncommand = \"{FAKE} {mode} {}\"\n",
        log.display()
    )
}

fn lines(log: &Path) -> Vec<String> {
    std::fs::read_to_string(log).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn an_expected_move_is_a_hit_and_another_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let played = play(&toml("ponder", "tc = \"5+0.1\"", &log));
    assert!(played.games.iter().all(|game| game["reason"] == "rules"), "{:?}", played.games);
    assert!(!played.summary.standings.any_fault());
    let said = lines(&log);
    let count = |text: &str| said.iter().filter(|line| line.starts_with(text)).count();
    assert!(count("go ponder p1time ") > 5 && count("ponderhit") > 5, "{said:?}");
    assert_eq!(count("ponderhit") + count("stop"), count("go ponder"), "each ends in one way");
    // It is told the position that it expects, and plays on from there without a new `go`.
    let hit = said.iter().position(|line| line == "ponderhit").unwrap();
    assert!(said[hit - 1].starts_with("go ponder") && said[hit - 2].starts_with("position"));
    // Another seed expects other moves: no hits, as many stops.
    let other = folder.path().join("other");
    let head = toml("ponder", "nodes = 5", &other).replacen(
        "name = \"plain\"",
        "name = \"plain\"\noptions = { Seed = 2 }",
        1,
    );
    assert!(play(&head).games.iter().all(|game| game["reason"] == "rules"));
    let said = lines(&other);
    assert!(said.iter().filter(|line| *line == "stop").count() > 5, "{said:?}");
    assert!(said.iter().any(|line| line == "go ponder nodes 5"));
}

#[test]
fn pondering_changes_no_game_under_a_limit_of_nodes() {
    let folder = tempfile::tempdir().unwrap();
    let with = toml("ponder", "nodes = 5", &folder.path().join("a"));
    let moves = |toml: &str| -> Vec<Vec<String>> {
        let moves = |game: &serde_json::Value| {
            let moves = game["moves"].as_array().unwrap();
            moves.iter().map(|m| m["move"].as_str().unwrap().to_owned()).collect()
        };
        play(toml).games.iter().map(moves).collect()
    };
    assert_eq!(moves(&with), moves(&with.replace("ponder = true", "ponder = false")));
}

const MODES: [(&str, &str); 7] = [
    ("ponder-early", "rules"),
    ("ponder-talk", "rules"),
    ("ponder-illegal", "rules"),
    ("ponder-crash", "crash"),
    ("ponder-garbage", "garbage"),
    ("ponder-unanswered", "stall"),
    // One that does not stop is found out when it has expected something else.
    ("ponder-unstoppable", "stall"),
];

fn misbehaves(mode: &str, reason: &str, limit: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut toml = toml(mode, limit, &folder.path().join("log"));
    if mode == "ponder-unstoppable" {
        toml = toml.replacen("name = \"plain\"", "name = \"plain\"\noptions = { Seed = 2 }", 1);
    }
    if reason == "stall" {
        // Only where a deadline is what is tested it is short: a busy machine is not to make anyone late.
        toml = toml.replace("margin = 300", "margin = 5").replace("move-timeout = 300", "move-timeout = 5");
        toml = toml.replace("reply-timeout = 300", "concurrency = 2\nreply-timeout = 5");
    }
    let played = play(&toml);
    let reasons: Vec<_> = played.games.iter().map(|game| game["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons, [reason; 2], "{mode} {limit}: {:?}", played.games);
    assert_eq!(played.summary.standings.faults(0).count(), 0, "{mode} {limit}");
}

#[test]
fn misbehaviour_while_pondering() {
    std::thread::scope(|scope| {
        for limit in ["tc = \"1+0.1\"", "movetime = 0.5", "nodes = 10", "depth = 1"] {
            for (mode, reason) in MODES {
                scope.spawn(move || misbehaves(mode, reason, limit));
            }
        }
    });
}

#[test]
fn the_built_in_engine_ponders() {
    let toml = format!(
        "{PATIENT}pairs = 1\nmax-plies = 16\n[each]\nponder = true\ntc = \"1+0.05\"\nmargin = 300\ncommand = \"fourscore\"\n\
         [[engine]]\nname = \"A\"\n[[engine]]\nname = \"B\"\noptions = {{ Strategy = \"general\" }}\n"
    );
    let played = play(&toml);
    assert!(!played.summary.standings.any_fault(), "{:?}", played.games);
    assert_eq!(played.games.len(), 2);
}
