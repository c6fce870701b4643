//! Games that end before the rules end them: by scores, by confirmed claims and never by claims alone, by resignation.

use crate::common::{PATIENT, against, engines, play};

fn games(head: &str, first: &str, second: &str) -> Vec<serde_json::Value> {
    let engines = engines([first, second]);
    play(&format!("{PATIENT}pairs = 2\n{head}\n[each]\nnodes = 3000\n{engines}")).games
}

#[test]
fn a_claim_alone_wins_nothing() {
    let ends = |head: &str| {
        let all = games(head, "", "claim");
        assert!(all.iter().all(|game| game["reason"] == "rules"), "{all:?}");
        all.iter().map(|game| game["result"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(ends(""), ends("[adjudicate]\nwin-nodes = 1"));
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

#[test]
fn draws_by_score() {
    let all = games("[adjudicate]\ndraw-score = 10\ndraw-moves = 3\ndraw-from = 5", "", "");
    for game in &all {
        assert_eq!((game["reason"].as_str(), game["result"].as_str()), (Some("draw-by-score"), Some("draw")));
        assert_eq!(game["moves"].as_array().unwrap().len(), 10, "five moves of each");
        assert!(game["detail"].as_str().is_some());
    }
    let all = games("[adjudicate]\ndraw-score = 10\ndraw-moves = 3", "", "boast");
    assert!(all.iter().all(|game| game["reason"] == "rules"), "one score is not enough: {all:?}");
}

#[test]
fn losses_by_score() {
    for (head, first, second, ended) in [
        ("resign-score = 800", "", "despair", true),
        ("resign-score = 1000", "", "despair", false),
        ("resign-score = 800\nresign-sides = \"two\"", "", "despair", false),
        ("resign-score = 800\nresign-sides = \"two\"", "boast", "despair", true),
        ("resign-score = 800", "", "", false),
    ] {
        let all = games(&format!("[adjudicate]\n{head}"), first, second);
        for game in &all {
            let reason = if ended { "loss-by-score" } else { "rules" };
            assert_eq!(game["reason"], reason, "{head} {first} {second}: {game}");
            if ended {
                let winner = if game["p1"] == "A" { "p1win" } else { "p2win" };
                assert_eq!(game["result"], winner);
            }
        }
    }
}
