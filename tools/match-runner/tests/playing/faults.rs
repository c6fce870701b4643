//! What becomes of a match around the faults of its engines: resignation, restarts that fail, faults between games.
//! `misbehaviour.rs` has the faults themselves, one by one.

use crate::common::{against, play};

#[test]
fn resigning_counts_when_it_is_to() {
    let toml = against("resign", "nodes = 1");
    assert!(play(&toml).games.iter().all(|game| game["reason"] == "rules"));
    let played = play(&format!("resign = \"engine\"\n{toml}"));
    for (game, result) in played.games.iter().zip(["p1win", "p2win"]) {
        assert_eq!((game["reason"].as_str(), game["result"].as_str()), (Some("resignation"), Some(result)));
    }
    assert!(!played.summary.standings.any_fault());
}

#[test]
fn an_engine_that_cannot_be_restarted_goes_on_losing() {
    let folder = tempfile::tempdir().unwrap();
    let starts = folder.path().join("starts");
    let mode = format!("third-start-fails {} {}", folder.path().join("log").display(), starts.display());
    let played = play(&against(&mode, "nodes = 1").replace("pairs = 1", "pairs = 3"));
    let reasons: Vec<_> = played.games.iter().map(|game| game["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons[0], "crash");
    assert!(reasons[1..].iter().all(|reason| *reason == "start-failure"), "{reasons:?}");
    assert_eq!(played.summary.standings.of_engine(0).wins, 6);
    let text = match_runner::conclusion::text(&played.summary);
    assert!(text.contains("warning: 6 of 6 games were lost by faults"), "{text}");
}

#[test]
fn a_crash_after_the_game_is_an_incident_and_no_loss() {
    let toml = against("crash-after-game", "nodes = 1") + "gameover = true\n";
    let played = play(&toml);
    assert!(played.games.iter().all(|game| game["reason"] == "rules"));
    let standings = &played.summary.standings;
    let faults: Vec<_> = standings.faults(1).map(|(kind, count, _)| (kind.name(), count)).collect();
    assert_eq!(faults, [("crash", 2)]);
    assert!(standings.faults(1).all(|(.., detail)| detail.contains("ended")), "it is told what happened");
    assert!(!match_runner::conclusion::text(&played.summary).contains("warning:"));
}
