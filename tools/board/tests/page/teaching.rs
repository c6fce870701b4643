//! Learning watched, memories looked into, and that nothing of it stays behind.

use crate::common;
use crate::common::{Board, Page, chosen};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn learner(strategy: &str, nodes: u32, options: &Value) -> Value {
    let mut engine = chosen(strategy, json!({ "nodes": nodes }));
    engine["options"] = options.clone();
    engine
}

/// The games of a series, to its end.
async fn series(page: &mut Page, wanted: Value) -> Vec<Value> {
    page.send("series", wanted).await;
    let mut games = Vec::new();
    loop {
        let message = page.find(|message| message["type"] == "series" || message["of"] == 0).await;
        if message["type"] == "work" {
            return games;
        }
        games.push(message);
        assert_eq!(games.last().unwrap()["game"], games.len());
    }
}

fn words(game: &Value) -> Vec<&str> {
    game["learned"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[tokio::test]
async fn lessons_are_told_with_the_game_that_taught_them() {
    let board = Board::start(&[]);
    let mut page = board.open().await;
    let engine = learner("score-four", 100, &json!({}));
    let games = series(&mut page, json!({ "engine": engine, "games": 3 })).await;
    assert_eq!(games.len(), 3);
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game["plies"], game["moves"].as_array().unwrap().len());
        for text in words(game).into_iter().filter(|text| text.contains("from game")) {
            assert!(text.contains(&format!("from game {}", index + 1)), "{text}");
        }
    }
    assert!(words(&games[0]).iter().any(|text| text.starts_with("learned pattern")), "{games:?}");
    assert!(games[2]["view"].as_str().unwrap().contains("patterns"));
}

#[tokio::test]
async fn samuel_learns_every_game_by_every_method() {
    let board = Board::start(&[]);
    let mut page = board.open().await;
    for game in ["draughts", "qubic", "gomoku"] {
        page.begin(game, [common::human(), common::human()]).await;
        let engine = learner("samuel", 40, &json!({ "Samuel.Method": "td-leaf" }));
        let games = series(&mut page, json!({ "engine": engine, "games": 2, "random_plies": 4 })).await;
        let view = |index: usize| games[index]["view"].as_str().unwrap().to_owned();
        assert!(words(&games[1])[0].contains("learned from 2 games"), "{game}: {games:?}");
        assert!(view(0).contains("coefficient") && view(0) != view(1), "{game}");
        let opening = |index: usize| games[index]["moves"].as_array().unwrap()[..4].to_vec();
        assert_ne!(opening(0), opening(1), "{game}");
    }
    page.begin("draughts", [common::human(), common::human()]).await;
    let engine = learner("samuel", 40, &json!({ "Samuel.Method": "samuel" }));
    let games = series(&mut page, json!({ "engine": engine, "games": 1 })).await;
    assert!(words(&games[0])[0].contains("sets of adjustments"), "{games:?}");
    let engine = learner("samuel", 40, &json!({}));
    let games = series(&mut page, json!({ "engine": engine, "games": 1, "rote": true })).await;
    assert!(words(&games[0])[0].contains("positions are remembered by rote"), "{games:?}");
    page.refused("series", json!({ "engine": engine, "games": 1, "random_plies": 21 }), "at most 20").await;
}

/// Has the engine that is built in carry out these commands, each answered before the next.
fn engine(commands: &[String]) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fourscore-board"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    for command in commands {
        writeln!(input, "{command}\n{}", if command.starts_with("go") { "" } else { "isready" }).unwrap();
        let end = if command.starts_with("go") { "bestmove" } else { "readyok" };
        assert!(lines.any(|line| line.unwrap().starts_with(end)), "{command}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

/// Lets `samuel` learn from two moves of draughts into this file, that the option names.
fn learn_a_little(option: &str, file: &Path) {
    let mut commands = vec!["setoption name Game value draughts".to_owned()];
    let file = file.display().to_string();
    let options = [("Strategy", "samuel"), (option, &*file), ("Learn", "true"), ("Samuel.Method", "td-leaf")];
    commands.extend(options.map(|(name, value)| format!("setoption name {name} value {value}")));
    for moves in ["", " moves 11-15 23-19"] {
        commands.extend([format!("position startpos{moves}"), "go depth 3".to_owned()]);
    }
    commands.push("gameover draw".to_owned());
    engine(&commands);
}

#[tokio::test]
async fn memories_are_looked_into_by_name_and_left_as_they_are() {
    let place = tempfile::tempdir().unwrap();
    let file = |name: &str| place.path().join(name);
    let patterns = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/qubic/score-four-deep.memory");
    std::fs::copy(patterns, file("deep.memory")).unwrap();
    learn_a_little("Memory", &file("samuel.memory"));
    learn_a_little("Samuel.Rote", &file("samuel.rote"));
    std::fs::write(file("damaged.rote"), b"fourscore-rote and nothing else").unwrap();
    std::fs::write(file("damaged.memory"), "fourscore-memory qubic score-four 2\nnonsense\n").unwrap();
    for name in ["samuel.memory.lock", "samuel.rote.lock"] {
        std::fs::remove_file(file(name)).unwrap();
    }
    let all = || -> Vec<_> {
        let mut names: Vec<_> =
            std::fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        names.sort();
        names.into_iter().map(|path| (std::fs::read(&path).unwrap(), path)).collect()
    };
    let before = all();
    let board = Board::start(&["--memories", place.path().to_str().unwrap()]);
    let mut page = board.open().await;
    page.send("memories", json!({})).await;
    let listed = page.until("memories").await;
    let names: Vec<_> = listed["files"].as_array().unwrap().iter().map(|file| file["name"].clone()).collect();
    assert_eq!(names, ["damaged.memory", "damaged.rote", "deep.memory", "samuel.memory", "samuel.rote"]);
    page.send("memory", json!({ "name": "deep.memory" })).await;
    let deep = page.until("memory").await;
    assert_eq!(deep["kept"]["strategy"], "score-four-deep");
    assert!(deep["text"].as_str().unwrap().contains("10 5 10 meet 1-2 2-3"));
    assert!(deep["view"].as_str().unwrap().contains("descriptions are known"));
    page.send("memory", json!({ "name": "samuel.memory" })).await;
    let samuel = page.until("memory").await;
    assert_eq!(samuel["kept"]["game"], "draughts");
    assert!(samuel["view"].as_str().unwrap().contains("coefficient"));
    page.send("memory", json!({ "name": "samuel.rote" })).await;
    let rote = page.until("memory").await;
    assert_eq!((rote["kept"]["game"].as_str().unwrap(), rote["text"].as_str().unwrap()), ("draughts", ""));
    assert!(rote["view"].as_str().unwrap().contains("by rote: 2 positions"), "{rote}");
    for name in ["damaged.rote", "damaged.memory"] {
        page.refused("memory", json!({ "name": name }), &format!("memory {name}: ")).await;
    }
    for name in ["../deep.memory", "/etc/passwd", "samuel.memory.lock", "none", ""] {
        page.refused("memory", json!({ "name": name }), "no memory of that name").await;
    }
    assert!(all() == before, "nothing is written, nothing added");
    // Without a directory that is named there is nothing to look into.
    let board = Board::start(&[]);
    let mut page = board.open().await;
    page.send("memories", json!({})).await;
    assert_eq!(page.until("memories").await["offered"], false);
    page.refused("memory", json!({ "name": "deep.memory" }), "--memories DIR").await;
}

/// The files below a directory.
fn files(place: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(place).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn until(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + common::PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "waited for: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A page on which a series has begun that takes long.
async fn busy_page(board: &Board, place: &Path) -> Page {
    let mut page = board.open().await;
    let engine = learner("score-four", 1000, &json!({}));
    page.send("series", json!({ "engine": engine, "games": 1000 })).await;
    page.until("series").await;
    until("a memory is kept for the while", || !files(place).is_empty());
    page
}

#[tokio::test]
async fn nothing_of_a_series_stays_behind_when_it_ends_or_its_page_goes() {
    let place = tempfile::tempdir().unwrap();
    let board = Board::start_in(place.path(), &[]);
    let mut page = busy_page(&board, place.path()).await;
    page.send("stop-work", json!({})).await;
    until("the series has ended", || files(place.path()).is_empty());
    drop(page);
    let page = busy_page(&board, place.path()).await;
    drop(page);
    until("the page has gone", || files(place.path()).is_empty() && board.engines().is_empty());
    drop(board.open().await);
    assert!(files(place.path()).is_empty(), "nor does anything come later");
}

#[tokio::test]
async fn nothing_stays_behind_when_the_server_is_told_to_end() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let place = tempfile::tempdir().unwrap();
        let mut board = Board::start_in(place.path(), &[]);
        let _page = busy_page(&board, place.path()).await;
        let engines = board.engines();
        assert!(engines.len() >= 2, "{engines:?}");
        let ended = board.signal(signal);
        assert!(ended.success(), "{signal}: {ended}");
        assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 0, "{signal}");
        let alive = |pid: &String| Path::new("/proc").join(pid).exists();
        until("no engine outlives the server", || !engines.iter().any(alive));
    }
}

#[tokio::test]
async fn engines_that_are_still_ending_are_bounded() {
    let board = Board::start(&["--pages", "1"]);
    let mut page = board.open().await;
    // Where they end faster than pages ask, they are asked again.
    let refusal = loop {
        for _ in 0..200 {
            page.send("hint", json!({ "asked": chosen("alpha-beta", json!({ "millis": 60_000 })) })).await;
        }
        page.send("copy", json!({ "notation": "coordinates" })).await;
        let said = page.find(|message| message["type"] == "refused" || message["type"] == "texts").await;
        if said["type"] == "refused" {
            break said["text"].as_str().unwrap().to_owned();
        }
    };
    assert!(refusal.contains("too many"), "{refusal}");
    assert!(board.engines().len() <= 26, "{}", board.engines().len());
}
