//! Nothing that an engine does harms the match: every way to misbehave, under every kind of limit, is told apart,
//! loses the game, and leaves the other engine and the rest of the match alone.

mod common;

use common::{against, play, try_play};
use match_runner::run::Failure;

const LIMITS: [&str; 4] = ["tc = \"0.5+0.1\"", "movetime = 0.4", "nodes = 10", "depth = 1"];

/// The bad engine loses both games for this reason, and nothing else happens.
fn loses(mode: &str, limit: &str, reason: &str) {
    let played = play(&against(mode, limit));
    assert_eq!(played.games.len(), 2, "{mode} {limit}");
    for (game, result) in played.games.iter().zip(["p1win", "p2win"]) {
        assert_eq!(game["reason"], reason, "{mode} {limit}: {game}");
        assert_eq!(game["result"], result, "{mode} {limit}: {game}");
        assert!(game["detail"].as_str().is_some_and(|text| !text.is_empty()), "{mode} {limit}: {game}");
    }
    let faults: Vec<_> =
        played.summary.standings.faults(1).map(|(kind, count)| (kind.name(), count)).collect();
    assert_eq!(faults, [(reason, 2)], "{mode} {limit}");
    assert_eq!(played.summary.standings.faults(0).count(), 0, "{mode} {limit}");
}

/// Both games end by the rules.
fn is_harmless(mode: &str, limit: &str) {
    let played = play(&against(mode, limit));
    assert_eq!(played.games.len(), 2);
    for game in &played.games {
        assert_eq!(game["reason"], "rules", "{mode} {limit}: {game}");
    }
    assert!(!played.summary.standings.any_fault(), "{mode} {limit}");
}

macro_rules! faults {
    ($($name:ident: $mode:literal => $reason:literal;)*) => {$(
        #[test]
        fn $name() {
            for limit in LIMITS {
                loses($mode, limit, $reason);
            }
        }
    )*};
}

faults! {
    an_abort: "crash" => "crash";
    an_exit_without_error: "exit" => "crash";
    a_crash_that_leaves_a_grandchild: "fork" => "crash";
    a_hang: "stall" => "stall";
    a_hang_that_keeps_talking: "slow-babble" => "stall";
    a_hang_between_moves: "deaf" => "stall";
    an_illegal_move: "cheat" => "illegal-move";
    a_null_move: "pass" => "illegal-move";
    a_missing_move: "nothing" => "illegal-move";
    an_occupied_cell: "occupied" => "illegal-move";
    binary_output: "binary" => "garbage";
    a_line_without_end: "endless-line" => "garbage";
    a_closed_output: "close-output" => "closed-pipe";
    a_closed_input: "close-input" => "closed-pipe";
}

#[test]
fn a_flood_of_lines() {
    for limit in ["tc = \"5\"", "nodes = 10"] {
        let toml = against("flood", limit).replace("move-timeout = 2", "move-timeout = 5");
        let played = play(&toml);
        assert!(played.games.iter().all(|game| game["reason"] == "garbage"), "{:?}", played.games);
    }
}

#[test]
fn a_late_move_is_told_from_a_hang() {
    loses("late", LIMITS[0], "time");
    loses("late", LIMITS[1], "time");
    // Without a clock nobody is late.
    for limit in ["nodes = 10", "depth = 1"] {
        let toml = against("late", limit).replace("pairs = 1\n", "pairs = 1\nmax-plies = 8\n");
        assert!(play(&toml).games.iter().all(|game| game["reason"] == "max-plies"));
    }
}

#[test]
fn chatter_and_second_answers_are_harmless() {
    for limit in LIMITS {
        is_harmless("", limit);
        is_harmless("chatter", limit);
        is_harmless("twice", limit);
    }
}

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
fn an_engine_that_does_not_quit_is_killed_and_named() {
    let played = play(&against("ignore-quit", "nodes = 1"));
    assert!(played.games.iter().all(|game| game["reason"] == "rules"));
    let faults: Vec<_> =
        played.summary.standings.faults(1).map(|(kind, count)| (kind.name(), count)).collect();
    assert_eq!(faults, [("refused-to-quit", 1)]);
}

#[test]
fn an_engine_that_cannot_start_ends_the_match_before_it_begins() {
    for mode in ["die-at-start", "die-in-handshake", "silent", "never-ready"] {
        let toml = against(mode, "nodes = 1").replace("start-timeout = 5", "start-timeout = 0.5");
        match try_play(&toml) {
            Err(Failure::Engine(message)) => assert!(message.contains("'bad' did not start"), "{message}"),
            other => panic!("{mode}: {:?}", other.map(|played| played.games)),
        }
    }
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
}

#[test]
fn a_crash_after_the_game_is_an_incident_and_no_loss() {
    let toml = against("crash-after-game", "nodes = 1") + "gameover = true\n";
    let played = play(&toml);
    assert!(played.games.iter().all(|game| game["reason"] == "rules"));
    let faults: Vec<_> =
        played.summary.standings.faults(1).map(|(kind, count)| (kind.name(), count)).collect();
    assert_eq!(faults, [("crash", 2)]);
}
