//! Thinking on the opponent's time: what engines are told. `misbehaviour.rs` has those that do it wrongly.

use crate::common::{FAKE, PATIENT, log_lines, play};
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

#[test]
fn an_expected_move_is_a_hit_and_another_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let played = play(&toml("ponder", "tc = \"5+0.1\"", &log));
    assert!(played.games.iter().all(|game| game["reason"] == "rules"), "{:?}", played.games);
    assert!(!played.summary.standings.any_fault());
    let said = log_lines(&log);
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
    let said = log_lines(&other);
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
