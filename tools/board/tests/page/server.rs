//! The server without a browser: who is let in, what is bounded, and that whatever engines do, the page hears of it and
//! lives on.

use crate::common;
use crate::common::{Board, chosen, engine, fake_engine, human};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[tokio::test]
async fn pages_and_messages_are_bounded() {
    let board = Board::start(&["--pages", "1"]);
    let mut page = board.open().await;
    let second = tokio_tungstenite::connect_async(board.socket()).await;
    assert!(format!("{:?}", second.err()).contains("503"));
    for bad in
        ["", "{}", "[1]", "{\"type\":\"nothing\"}", "{\"type\":\"play\"}", "{\"type\":\"pause\",\"more\":1}"]
    {
        page.raw(bad.to_owned()).await;
        if bad != "{\"type\":\"pause\",\"more\":1}" {
            assert!(page.refusal().await.contains("not understood"), "{bad}");
        }
    }
    page.raw(format!("{{\"type\":\"paste\",\"text\":\"{}\"}}", "x".repeat(600_000))).await;
    while page.next().await.is_some() {}
    // The place is free again, as soon as the server has seen it.
    let url = board.socket();
    let end = Instant::now() + common::PATIENCE;
    while tokio_tungstenite::connect_async(&url).await.is_err() {
        assert!(Instant::now() < end, "no page is let in any more");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn only_engines_and_options_of_the_configuration_can_be_had() {
    let board = Board::start(&[]);
    let mut page = board.open().await;
    let seated = |seat: Value| json!({ "game": "qubic", "seats": [seat, human()] });
    let with =
        |options: Value| seated(json!({ "kind": "engine", "engine": "fourscore", "options": options }));
    let ruled =
        |rules: &str| json!({ "game": "gomoku", "rules": { "Rules": rules }, "seats": [human(), human()] });
    for (new, words) in [
        (seated(json!({ "kind": "engine", "engine": "/bin/sh" })), "no engine '/bin/sh'"),
        (with(json!({ "Memory": "/tmp/x" })), "cannot be set"),
        (with(json!({ "Seed": "1\nquit" })), "printable"),
        (seated(engine("alpha-beta", json!({ "millis": 1_000_000_000_000_u64 }))), "too long"),
        (ruled("freestyle\nsetoption name Memory value /tmp/x"), "printable"),
        (ruled(&"x".repeat(101)), "printable"),
        (json!({ "game": "chess", "seats": [human(), human()] }), "qubic, gomoku, draughts"),
        (json!({ "game": "qubic", "position": "xxxxx", "seats": [human(), human()] }), "impossible"),
    ] {
        page.refused("new", new, words).await;
    }
    // A strategy that does not play the game is the engine's own refusal.
    page.begin("qubic", [engine("victoria", json!({ "nodes": 10 })), human()]).await;
    assert!(page.until("fault").await["text"].as_str().unwrap().contains("does not play qubic"));
}

#[tokio::test]
async fn whole_games_of_all_three_games_are_played() {
    let board = Board::start(&[]);
    let mut page = board.open().await;
    for game in ["qubic", "gomoku", "draughts"] {
        let mut state = page.begin(game, [human(), engine("random", json!({ "nodes": 1 }))]).await;
        while state["result"] == "none" {
            if state["turn"] == 1 {
                let m = state["legal"][0].clone();
                page.send("play", json!({ "m": m })).await;
            }
            state = page.state().await;
        }
        assert!(["p1win", "p2win", "draw"].contains(&state["result"].as_str().unwrap()), "{state}");
        assert_eq!(state["ply"], state["line"].as_array().unwrap().len());
        page.refused("play", json!({ "m": "111" }), "the game is over").await;
    }
}

#[tokio::test]
async fn moves_are_taken_back_branched_and_stepped_through() {
    let board = Board::start(&[]);
    let mut page = board.open().await;
    page.begin("qubic", [human(), human()]).await;
    let mut state = Value::Null;
    for m in ["111", "222", "112"] {
        state = page.play(m).await;
    }
    page.refused("play", json!({ "m": "111" }), "not a legal move").await;
    assert_eq!(page.after("take-back", json!({})).await["ply"], 2);
    let branched = page.play("444").await;
    assert_eq!(branched["line"][2]["others"], json!([[state["node"], "112"]]));
    let start = page.after("go", json!({ "node": 0 })).await;
    assert_eq!((start["ply"].clone(), start["line"].as_array().unwrap().len()), (json!(0), 3));
    page.refused("go", json!({ "node": 99 }), "no position 99").await;
}

#[tokio::test]
async fn texts_are_pasted_and_copied_in_every_notation() {
    let board = Board::start(&[]);
    let mut page = board.open().await;
    for (text, notation, position) in [
        ("222 333 111", "coordinates", "x20x20o"),
        ("39 1 13", "doake", "o11x25x"),
        ("[Event \"x\"]\n1. 222 {a comment} 333 2. 111 *", "coordinates", "x20x20o"),
        ("position fen xo1x8x8o41o moves 113", "coordinates", "xoxx8x8o41o"),
        ("xo1x8x8o41o", "index", "xo1x8x8o41o"),
    ] {
        assert_eq!(page.paste(text, notation).await["position"], position, "{text}");
        for copied in ["coordinates", "doake", "index"] {
            let texts = page.copied(copied).await;
            assert_eq!(texts["Position"], position);
            for name in ["Command", "Record"] {
                let state = page.paste(&texts[name], copied).await;
                assert_eq!(state["position"], position, "{name} in {copied}: {texts:?}");
            }
        }
    }
    page.refused("paste", json!({ "text": "222 222", "notation": "coordinates" }), "not a legal move").await;
    let nothing = json!({ "text": "{}", "notation": "coordinates" });
    page.refused("paste", nothing, "no position and no move").await;
    page.begin("draughts", [human(), human()]).await;
    assert_eq!(page.paste("W:W21,22,K30:B1,2", "coordinates").await["position"], "W:W21,22,K30:B1,2");
}

#[tokio::test]
async fn every_game_that_comes_along_can_be_stepped_through_with_comments() {
    let board = Board::start(&[]);
    let mut page = board.open().await;
    let mut commented = 0;
    for id in 0..20 {
        let state = page.after("sample", json!({ "id": id })).await;
        let line = state["line"].as_array().unwrap().clone();
        assert!(state["ply"] == 0 && line.len() >= 15, "{id}: {}", state["title"]);
        commented += usize::from(!line[0]["comment"].as_str().unwrap().is_empty());
        let end = page.after("go", json!({ "node": line.last().unwrap()["node"] })).await;
        if id < 8 {
            assert_ne!((id, end["result"].as_str().unwrap()), (id, "none"), "games of Qubic are whole");
        }
    }
    assert_eq!(commented, 3, "the games of 1965 have their reasons");
    // A record with its comments is read again: one of Qubic, one of draughts.
    for id in [5, 19] {
        let state = page.after("sample", json!({ "id": id })).await;
        let last = &state["line"].as_array().unwrap().last().unwrap()["node"];
        let position = page.after("go", json!({ "node": last })).await["position"].clone();
        let record = page.copied("coordinates").await.remove("Record").unwrap();
        assert!(record.contains(if id == 5 { "{" } else { "[GameType \"21\"]" }));
        assert_eq!(page.paste(&record, "coordinates").await["position"], position, "{record}");
    }
    page.after("sample", json!({ "id": 0 })).await;
    page.send("annotate", json!({ "engine": chosen("score-four", json!({ "nodes": 100 })) })).await;
    let done = page.find(|message| message["type"] == "work" && message["done"] == 19).await;
    assert_eq!(done["of"], 19);
    let state = page.state().await;
    let is_told = |step: &Value| step["comment"].as_str().unwrap().contains("score-four");
    assert!(state["line"].as_array().unwrap().iter().all(is_told));
}

#[tokio::test]
async fn analysis_and_values_start_and_stop() {
    let board = Board::start(&[]);
    let mut page = board.open().await;
    page.begin("qubic", [human(), human()]).await;
    let engines =
        [chosen("alpha-beta", json!({ "millis": 1 })), chosen("threat-space", json!({ "millis": 1 }))];
    page.send("analyse", json!({ "engines": engines, "lines": 2 })).await;
    page.find(|message| message["type"] == "thought" && message["who"] == "a0" && message["rank"] == 2).await;
    page.find(|message| message["type"] == "thought" && message["who"] == "a1").await;
    let node = page.play("222").await["node"].clone();
    page.find(|message| message["type"] == "thought" && message["who"] == "a0" && message["node"] == node)
        .await;
    page.send("stop-analysis", json!({})).await;
    page.paste("xx4o12xo14x4o21o", "coordinates").await;
    page.send("values", json!({ "millis": 50 })).await;
    let values = page.find(|message| message["type"] == "values" && message["more"] == false).await;
    let value = |m: &str| {
        let all = values["values"].as_array().unwrap();
        all.iter().find(|value| value["m"] == m).unwrap()["score"].clone()
    };
    assert_eq!(value("114"), json!({ "mate": 3 }), "two lines of three at once");
    let proven = |value: &Value| value["score"].is_null() || value["score"]["mate"].is_i64();
    assert!(values["values"].as_array().unwrap().iter().all(proven), "no estimate among what is proven");
    page.send("why", json!({ "engine": chosen("score-four", json!({ "millis": 1 })) })).await;
    assert!(page.until("why").await["view"].as_str().unwrap().contains("patterns"));
}

#[tokio::test]
async fn clocks_run_and_flags_fall() {
    let board = Board::start(&[]);
    let mut page = board.open().await;
    let seats = [human(), engine("alpha-beta", json!({ "millis": 1 }))];
    let state = page.after("new", json!({ "game": "qubic", "seats": seats, "clock": [1.0, 0.0] })).await;
    assert_eq!(state["running"], 1);
    let state = page.state().await;
    assert_eq!((state["result"].as_str().unwrap(), state["running"].clone()), ("p2win", json!(0)));
    assert!(state["reason"].as_str().unwrap().contains("no time left"));
    page.refused(
        "new",
        json!({ "game": "qubic", "seats": [human(), human()], "clock": [-1.0, 0.0] }),
        "number of seconds",
    )
    .await;
}

/// What the page hears of an engine that answers `go` so.
async fn fault_of(answer: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let script = fake_engine(folder.path(), answer);
    let command = format!("command=sh {}", script.display());
    let board = Board::start(&["--engine", "name=fake", &command]);
    let mut page = board.open().await;
    let seat = json!({ "kind": "engine", "engine": "fake", "limit": { "millis": 50 } });
    page.begin("qubic", [seat, human()]).await;
    let fault = page.until("fault").await;
    assert_eq!(fault["who"], "p1");
    let state = page.state().await;
    assert_eq!((state["paused"].clone(), state["result"].as_str().unwrap()), (json!(true), "none"));
    // The page lives on: a person can move for it, and another game can begin.
    assert_eq!(page.play("222").await["ply"], 1);
    page.begin("draughts", [human(), human()]).await;
    fault["text"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn engines_that_misbehave_are_reported() {
    assert!(fault_of("echo bestmove 999").await.contains("illegal-move: it plays '999'"));
    assert!(fault_of("exit 3").await.contains("crash: the process ended (exit status 3)"));
    assert!(fault_of("printf '\\000\\001\\n'").await.contains("garbage"));
    assert!(fault_of("true").await.contains("stall"));
}

#[tokio::test]
async fn an_engine_that_talks_without_end_does_not_drown_the_page() {
    let folder = tempfile::tempdir().unwrap();
    // It talks as fast as a pipe takes it, and does not hear `stop`.
    let script = fake_engine(folder.path(), "exec yes info score cp 1 depth 1 pv 111");
    let command = format!("command=sh {}", script.display());
    let board = Board::start(&["--engine", "name=flood", &command]);
    let mut page = board.open().await;
    let seat = json!({ "kind": "engine", "engine": "flood", "limit": { "millis": 86_400_000 } });
    let begin = Instant::now();
    page.begin("qubic", [seat, human()]).await;
    for _ in 0..200 {
        page.until("thought").await;
    }
    page.send("pause", json!({})).await;
    let mut thoughts = 200;
    loop {
        match page.next().await.expect("the connection stays")["type"].as_str().unwrap() {
            "thought" => thoughts += 1,
            "state" => break,
            other => panic!("{other}"),
        }
    }
    // 200 at once and 50 in each second: of a slower machine as many as it took longer.
    let most = 200.0 + 50.0 * begin.elapsed().as_secs_f64();
    assert!(f64::from(thoughts) <= most, "{thoughts} come before the answer, {most} may");
    page.begin("draughts", [human(), human()]).await;
}

#[tokio::test]
async fn an_engine_that_is_killed_is_started_again_on_request() {
    let board = Board::start(&[]);
    let mut page = board.open().await;
    page.begin("qubic", [human(), engine("alpha-beta", json!({ "millis": 60_000 }))]).await;
    page.send("play", json!({ "m": "222" })).await;
    page.until("thought").await;
    // The engine that knows the rules goes with it.
    board.kill_engines();
    assert!(page.until("fault").await["text"].as_str().unwrap().contains("signal 9"));
    let state = page.find(|message| message["type"] == "state").await;
    assert_eq!(state["paused"], true);
    page.send("resume", json!({})).await;
    page.until("thought").await;
    page.send("move-now", json!({})).await;
    assert_eq!(page.find(|message| message["type"] == "state" && message["ply"] == 2).await["turn"], 1);
}

#[tokio::test]
async fn a_puzzle_is_the_same_for_the_same_seed_and_is_solved_move_by_move() {
    solve("qubic", "perfect").await;
    solve("gomoku", "victoria").await;
}

/// Has a puzzle made twice, and solves it by this strategy's hints.
async fn solve(game: &str, strategy: &str) {
    let board = Board::start(&[]);
    let mut page = board.open().await;
    let mut seen = Vec::new();
    for _ in 0..2 {
        page.send("puzzle", json!({ "game": game, "seed": 20_261_122, "plies": [3, 64] })).await;
        let state = page.find(|message| message["type"] == "state" && !message["puzzle"].is_null()).await;
        seen.push((state["position"].clone(), state["puzzle"].clone(), state["legal"].clone()));
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0].1["state"], "open");
    assert!(seen[0].1["first_moves"][0].as_u64().unwrap() >= 1);
    loop {
        page.send("hint", json!({ "asked": chosen(strategy, json!({ "nodes": 20_000 })) })).await;
        let m = page.until("hint").await["m"].clone();
        page.send("play", json!({ "m": m })).await;
        let judged = page
            .find(|message| message["type"] == "state" && message["puzzle"]["words"] != seen[0].1["words"])
            .await;
        match judged["puzzle"]["state"].as_str().unwrap() {
            "solved" => break,
            "open" => {}
            other => panic!("{other}: {judged}"),
        }
        page.find(|message| message["type"] == "work" && message["of"] == 0).await;
    }
    page.refused("puzzle", json!({ "game": "draughts", "seed": 1, "plies": [3, 64] }), "qubic and gomoku")
        .await;
}

#[tokio::test]
async fn memory_stays_flat_over_a_hundred_games() {
    let board = Board::start(&[]);
    let mut page = board.open().await;
    let mut after = Vec::new();
    for _ in 0..100 {
        let seat = || engine("random", json!({ "nodes": 1 }));
        let mut state = page.begin("qubic", [seat(), seat()]).await;
        while state["result"] == "none" {
            state = page.state().await;
        }
        after.push(board.memory());
    }
    eprintln!("resident memory after 20 and after 100 games: {} and {} KiB", after[19], after[99]);
    assert!(after[99] < after[19] + 4096, "{after:?}");
    // Nor do engines stay behind: two of the last game, and the one that knows the rules. Others may still be ending.
    let end = Instant::now() + common::PATIENCE;
    while board.engines().len() > 3 {
        assert!(Instant::now() < end, "{:?}", board.engines());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
