//! Other protocols than UGI: Fourscore under each of them against itself under UGI, and engines whose protocol is found out.

use crate::common::{FAKE, PATIENT, RUNNER, play, refused};
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
        let told = |m: &Value| m["depth"].is_u64();
        assert!(
            protocol != "uci" || played.games[0]["moves"].as_array().unwrap().iter().any(told),
            "{shown}"
        );
    };
    std::thread::scope(|scope| {
        for of in [("gomoku", "gomocup"), ("draughts", "hub"), ("qubic", "uci")] {
            for limit in ["nodes = 300", "tc = \"3+0.05\"", "depth = 2", "movetime = 0.05"] {
                scope.spawn(move || played(of, limit));
            }
        }
    });
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
        let message = refused(&silent);
        assert!(message.contains("'B' did not start under any protocol: no answer to"), "{message}");
    }
    let wrong = format!(
        "start-timeout = 1\npairs = 1\n[each]\nnodes = 1\n[[engine]]\nname = \"A\"\ncommand = \"{FAKE}\"\n\
         [[engine]]\nname = \"B\"\ncommand = \"{FAKE} hub-\"\n"
    );
    let message = refused(&wrong);
    assert!(message.contains("no answer to 'ugi'") && message.contains("protocol=auto finds"), "{message}");
}
