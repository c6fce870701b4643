//! Games that end before the rules end them: by confirmed claims, never by claims alone, by resignation. Scores: `resume.rs`, `cli.rs`.

use crate::common::{PATIENT, against, engines, play};

#[test]
fn a_claim_alone_wins_nothing() {
    let ends = |head: &str| {
        let engines = engines(["", "claim"]);
        let played = play(&format!("{PATIENT}pairs = 2\n{head}[each]\nnodes = 3000\n{engines}"));
        assert!(played.games.iter().all(|game| game["reason"] == "rules"), "{:?}", played.games);
        played.games.iter().map(|game| game["result"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(ends(""), ends("[adjudicate]\nwin-nodes = 1\n"));
}

#[test]
fn a_proven_claim_ends_the_game_as_it_would_have_ended() {
    let two = "[[engine]]\nname = \"A\"\nnodes = 3000\n[[engine]]\nname = \"B\"\nnodes = 300\n";
    let games =
        |head: &str| play(&format!("{PATIENT}pairs = 1\n{head}[each]\ncommand = \"fourscore\"\n{two}")).games;
    let (to_the_end, proven) = (games(""), games("[adjudicate]\nwin-nodes = 100000\n"));
    assert!(proven.iter().all(|game| game["reason"] == "proven-win"), "{proven:?}");
    for (long, short) in to_the_end.iter().zip(&proven) {
        assert_eq!((long["reason"].as_str(), &long["result"]), (Some("rules"), &short["result"]));
        let moves = |game: &serde_json::Value| game["moves"].as_array().unwrap().len();
        assert!(moves(short) < moves(long));
    }
}

#[test]
fn resigning_counts_when_it_is_to() {
    let played = play(&format!("resign = \"engine\"\n{}", against("resign", "nodes = 1")));
    for (game, result) in played.games.iter().zip(["p1win", "p2win"]) {
        assert_eq!((game["reason"].as_str(), game["result"].as_str()), (Some("resignation"), Some(result)));
    }
    assert!(!played.summary.standings.any_fault());
}
