//! Other protocols than UGI: Fourscore under each of them against itself under UGI, engines that misbehave in it, and
//! engines whose protocol is found out.

use crate::common::{FAKE, PATIENT, RUNNER, play, try_play};
use match_runner::run::Failure;
use serde_json::Value;

#[test]
fn fourscore_plays_under_each_protocol() {
    let played = |(game, protocol): (&str, &str), limit: &str| {
        let toml = format!(
            "{PATIENT}game = \"{game}\"\npairs = 1\nrandom-openings = 3\n[each]\n{limit}\nmargin = 300\n\
             [[engine]]\nname = \"ugi\"\ncommand = \"fourscore\"\noptions = {{ Strategy = \"alpha-beta\" }}\n\
             [[engine]]\nname = \"other\"\ncommand = \"'{RUNNER}' engine --protocol {protocol}\"\n\
             protocol = \"{protocol}\"\n"
        );
        let played = play(&toml);
        let shown = format!("{protocol} under {limit}: {:?}", played.games);
        assert!(!played.summary.standings.any_fault(), "{shown}");
        assert!(played.games.iter().all(|game| game["reason"] == "rules"), "{shown}");
        let says = |game: &Value| {
            game["moves"].as_array().unwrap().iter().filter(|m| !m["score"].is_null()).count() > 4
        };
        assert!(played.games.iter().all(says), "{shown}");
    };
    std::thread::scope(|scope| {
        for of in [("gomoku", "gomocup"), ("draughts", "hub")] {
            for limit in ["nodes = 300", "tc = \"3+0.05\"", "depth = 2", "movetime = 0.05"] {
                scope.spawn(move || played(of, limit));
            }
        }
    });
}

#[test]
fn who_misbehaves_loses_under_each_protocol() {
    let table = [
        ("", "rules"),
        ("crash", "crash"),
        ("exit", "crash"),
        ("unfinished-crash", "crash"),
        ("fork", "crash"),
        ("stall", "stall"),
        ("slow-babble", "stall"),
        ("unfinished", "stall"),
        ("ready-once", "stall"),
        ("gives-up", "stall"),
        ("cheat", "illegal-move"),
        ("pass", "illegal-move"),
        ("occupied", "illegal-move"),
        ("nothing", "stall"),
        ("binary", "garbage"),
        ("endless-line", "garbage"),
        ("flood", "garbage"),
        ("close-output", "closed-pipe"),
        ("pieces", "rules"),
        ("twice", "rules"),
        ("chatter", "rules"),
        ("long-line", "rules"),
    ];
    std::thread::scope(|scope| {
        for (game, protocol) in [("gomoku", "gomocup"), ("draughts", "hub")] {
            for (mode, reason) in table {
                scope.spawn(move || misbehaves(game, protocol, mode, reason));
            }
        }
    });
}

fn misbehaves(game: &str, protocol: &str, mode: &str, reason: &str) {
    // Those who wait do so in both games at once.
    let waited_for = reason == "stall" || mode == "fork";
    let concurrency = 1 + u8::from(waited_for);
    // Only where a deadline is what is tested is it short: a flood, too, takes its time on a busy machine.
    let patience = if waited_for { 20 } else { 300 };
    let toml = format!(
        "start-timeout = 60\nreply-timeout = {patience}\nmove-timeout = {patience}\nquit-timeout = {patience}\ngame = \"{game}\"\npairs = 1\n\
         concurrency = {concurrency}\nmax-plies = 30\n[each]\nnodes = 10\nprotocol = \"{protocol}\"\nmargin = 300\n\
         [[engine]]\nname = \"honest\"\ncommand = \"{FAKE} {protocol}-\"\n\
         [[engine]]\nname = \"bad\"\ncommand = \"{FAKE} {protocol}-{mode}\"\n"
    );
    let played = play(&toml);
    let shown = format!("{protocol} {mode}: {:?}", played.games);
    assert_eq!(played.summary.standings.faults(0).count(), 0, "the other one is not to blame: {shown}");
    for (game, result) in played.games.iter().zip(["p1win", "p2win"]) {
        if reason == "rules" {
            assert!(matches!(game["reason"].as_str(), Some("rules" | "max-plies")), "{shown}");
        } else {
            assert_eq!(
                (game["reason"].as_str(), game["result"].as_str()),
                (Some(reason), Some(result)),
                "{shown}"
            );
        }
    }
}

#[test]
fn a_protocol_can_be_found_out() {
    for (game, mode) in [("gomoku", "gomocup-"), ("draughts", "hub-"), ("qubic", "")] {
        let toml = format!(
            "start-timeout = 9\ngame = \"{game}\"\npairs = 1\nmax-plies = 9\n[each]\nnodes = 1\nprotocol = \"auto\"\n\
             command = \"{FAKE} {mode}\"\n[[engine]]\nname = \"A\"\n[[engine]]\nname = \"B\"\n"
        );
        let played = play(&toml);
        assert!(!played.summary.standings.any_fault(), "{:?}", played.games);
        let silent = toml
            .replace("start-timeout = 9", "start-timeout = 1")
            .replace("name = \"B\"", "name = \"B\"\ncommand = \"sleep 9\"");
        let Err(Failure::Engine(message)) = try_play(&silent) else { panic!("{game}") };
        assert!(message.contains("'B' did not start under any protocol: no answer to"), "{message}");
    }
    let wrong = format!(
        "start-timeout = 1\npairs = 1\n[each]\nnodes = 1\n[[engine]]\nname = \"A\"\ncommand = \"{FAKE}\"\n\
         [[engine]]\nname = \"B\"\ncommand = \"{FAKE} hub-\"\n"
    );
    let Err(Failure::Engine(message)) = try_play(&wrong) else { panic!() };
    assert!(message.contains("no answer to 'ugi'") && message.contains("protocol=auto finds"), "{message}");
}
