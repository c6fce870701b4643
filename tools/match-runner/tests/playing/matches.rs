//! Whole matches between engines that behave: what they are sent, that games are reproduced under any concurrency,
//! and who judges.

use crate::common::{FAKE, PATIENT, against, engines, log_lines, play, timeless};
use match_runner::settings::{RawMatch, Settings};
use std::path::Path;

fn two(head: &str, first: &str, second: &str) -> String {
    format!(
        "{PATIENT}{head}[each]\nnodes = 100\n[[engine]]\nname = \"A\"\n{first}\n[[engine]]\nname = \"B\"\n{second}\n"
    )
}

#[test]
fn games_are_the_same_under_any_concurrency() {
    for players in [
        engines([""; 2]),
        "[[engine]]\nname = \"A\"\ncommand = \"fourscore\"\noptions = { Strategy = \"random\" }\n\
         [[engine]]\nname = \"B\"\ncommand = \"fourscore\"\nnodes = 500\n\
         [[engine]]\nname = \"C\"\ncommand = \"fourscore\"\nnodes = 200\n"
            .to_owned(),
    ] {
        let games = |concurrency: usize, seed: u64| {
            let head = format!(
                "{PATIENT}pairs = 6\nconcurrency = {concurrency}\nseed = {seed}\n[each]\nnodes = 10\n"
            );
            timeless(play(&(head + &players)).games)
        };
        let alone = games(1, 7);
        assert_eq!(alone, games(4, 7));
        assert_ne!(alone, games(1, 8));
        assert!(alone.iter().enumerate().all(|(number, game)| game["game"] == number + 1));
    }
}

#[test]
fn engines_hear_what_they_should() {
    let folder = tempfile::tempdir().unwrap();
    let log = |name: &str| folder.path().join(name);
    let command = |name: &str| format!("command = \"{FAKE} good {}\"", log(name).display());
    let first = command("one") + "\ngameover = true";
    let second = command("two") + "\nprotocol = \"uci\"\ntc = \"5/10+0.1\"\noptions = { Seed = 3 }";
    let played = play(&two("pairs = 1\n", &first, &second));
    let (one, two) = (log_lines(&log("one")), log_lines(&log("two")));

    let over: Vec<usize> = (0..one.len()).filter(|&n| one[n].starts_with("gameover ")).collect();
    assert_eq!(over.len(), 2);
    for (game, &place) in played.games.iter().zip(&over) {
        let moves = game["moves"].as_array().unwrap();
        let texts: Vec<&str> = moves.iter().map(|m| m["move"].as_str().unwrap()).collect();
        assert_eq!(one[place - 1], format!("position startpos moves {}", texts.join(" ")));
        let won = (game["result"] == "p1win") == (game["p1"] == "A");
        let word = if game["result"] == "draw" {
            "draw"
        } else if won {
            "win"
        } else {
            "lose"
        };
        assert_eq!(one[place], format!("gameover {word}"));
        assert_eq!(one[place + 1], "isready");
    }
    assert!(one.iter().any(|line| line.starts_with("setoption name Seed value ")));
    assert_eq!(one.iter().filter(|line| *line == "uginewgame").count(), 3, "a trial and two games");
    assert!(one.iter().any(|line| line == "go nodes 100"));

    assert!(!two.iter().any(|line| line.starts_with("gameover") || line == "uginewgame" || line == "ugi"));
    assert_eq!(two.iter().filter(|line| *line == "ucinewgame").count(), 3);
    assert_eq!(two.iter().filter(|line| line.starts_with("setoption")).count(), 2, "one per start");
    assert!(two.iter().any(|line| line == "go btime 10000 binc 100 movestogo 5"), "{two:?}");
    // The final position is for those who learn from it.
    let last = two.iter().rposition(|line| line.starts_with("position")).unwrap();
    assert!(two[last + 1].starts_with("go"));
}

#[test]
fn engines_judge_a_game_that_nobody_else_knows() {
    let fake = format!("command = \"{FAKE}\"");
    let head = "game = \"mystery\"\npairs = 2\n";
    let played = play(&two(head, &fake, &fake));
    assert!(played.games.iter().all(|game| game["reason"] == "rules"), "{:?}", played.games);
    assert!(!played.summary.standings.any_fault());

    let cheat = format!("command = \"{FAKE} occupied\"");
    let played = play(&two(head, &fake, &cheat));
    assert!(played.games.iter().all(|game| game["reason"] == "illegal-move"), "{:?}", played.games);
    assert_eq!(played.summary.standings.of_engine(0).wins, 4);

    let liar = format!("command = \"{FAKE} lie\"");
    let played = play(&two(head, &fake, &liar));
    assert!(played.games.iter().all(|game| game["reason"] == "disputed" && game["result"] == "draw"));
}

#[test]
fn the_built_in_engine_judges_as_the_rules_do() {
    let random = "command = \"fourscore\"\noptions = { Strategy = \"random\" }";
    let by_rules = play(&two("pairs = 2\n", random, random));
    let by_engines = play(&two("pairs = 2\nreferee = \"engines\"\n", random, random));
    assert_eq!(timeless(by_rules.games), timeless(by_engines.games));
}

#[test]
fn openings_are_played_with_both_colours_and_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.txt");
    std::fs::write(&file, "111 222\nfen xo\n").unwrap();
    let fake = format!("command = \"{FAKE}\"");
    let head = format!("pairs = 2\nopenings = \"{}\"\n", file.display());
    let played = play(&two(&head, &fake, &fake));
    let openings: Vec<_> =
        played.games.iter().map(|game| (game["p1"].as_str(), game["fen"].as_str())).collect();
    assert_eq!(
        openings,
        [(Some("A"), None), (Some("B"), None), (Some("A"), Some("xo")), (Some("B"), Some("xo"))]
    );
    assert_eq!(played.games[0]["opening"], serde_json::json!(["111", "222"]));
    assert_eq!(played.games[0]["moves"][0]["player"], "p1");
    assert!(played.text.contains("\n1. 111 222 2. "), "{}", played.text);
    assert!(played.text.contains("[FEN \"xo\"]"));
}

#[test]
fn a_test_that_is_decided_ends_the_match_the_same_under_any_concurrency() {
    let strong = format!("command = \"{FAKE}\"");
    let weak = format!("command = \"{FAKE} cheat\"");
    let head = |n| format!("pairs = 500\nconcurrency = {n}\n[sprt]\nelo0 = 0\nelo1 = 50\n");
    let (alone, together) = (play(&two(&head(1), &strong, &weak)), play(&two(&head(4), &strong, &weak)));
    assert!(!alone.summary.interrupted && !together.summary.interrupted);
    assert!(alone.games.len() < 200);
    assert_eq!(timeless(alone.games), timeless(together.games));
}

#[test]
fn an_engine_that_cannot_be_restarted_goes_on_losing() {
    let folder = tempfile::tempdir().unwrap();
    let mode = format!("third-start-fails {0}/log {0}/starts", folder.path().display());
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
    let played = play(&(against("crash-after-game", "nodes = 1") + "gameover = true\n"));
    assert!(played.games.iter().all(|game| game["reason"] == "rules"));
    let standings = &played.summary.standings;
    let faults: Vec<_> = standings.faults(1).map(|(kind, count, _)| (kind.name(), count)).collect();
    assert_eq!(faults, [("crash", 2)]);
    assert!(standings.faults(1).all(|(.., detail)| detail.contains("ended")), "it is told what happened");
    assert!(!match_runner::conclusion::text(&played.summary).contains("warning:"));
}

#[test]
fn the_match_of_the_repository_can_be_played() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("match.toml")).unwrap();
    let settings = Settings::from_raw(&RawMatch::from_toml(&text).unwrap(), &root).unwrap();
    let mut seen = std::collections::HashSet::new();
    for opening in &settings.openings {
        let mut board = engine::BUILT_IN.open_board(&settings.game, &[]).unwrap();
        opening.set_up(board.as_mut()).unwrap();
        assert!(seen.insert(board.canonical_key()), "{} is the image of another opening", opening.place);
    }
    assert!(settings.openings.len() <= settings.pairs, "every opening is played");
}

#[test]
fn go_moku_is_judged_under_the_rules_of_the_match() {
    for rules in ["swap2", "renju", "choice"] {
        let head = format!(
            "{PATIENT}game = \"gomoku\"\npairs = 3\n[each]\nnodes = 1\ncommand = \"fourscore\"\n\
             options = {{ Strategy = \"random\", Rules = \"{rules}\", Size = 6 }}\n\
             [[engine]]\nname = \"A\"\n[[engine]]\nname = \"B\"\noptions = {{ Seed = 2 }}\n"
        );
        let games = play(&head).games;
        assert_eq!(games.len(), 6);
        assert!(games.iter().all(|game| game["reason"] == "rules"), "{rules}: {games:?}");
    }
}
