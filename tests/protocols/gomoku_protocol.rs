//! Go-Moku through the protocol: its options begin a new game, and its openings are played by players, not by colours.

use crate::client::Client;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What is said to these lines.
fn answers(client: &mut Client, lines: &[&str]) -> Vec<String> {
    lines.iter().for_each(|line| client.send(line));
    client.before_ready()
}

#[test]
fn swap2_is_played_by_players() {
    let mut client = Client::start();
    let head = [
        "setoption name Game value gomoku",
        "setoption name Rules value swap2",
        "setoption name Size value 9",
        "position startpos moves e5 e6 a1",
    ];
    assert_eq!(answers(&mut client, &head), [""; 0]);
    let questions = ["query p1turn", "query islegal add2", "query islegal b2", "query fen"];
    let said = answers(&mut client, &questions);
    let fen = "9/9/9/4o4/4x4/9/9/9/x8;choice3";
    assert_eq!(said, ["response false", "response true", "response false", &format!("response {fen}")]);
    client.send("go nodes 1");
    let best = client.until("bestmove").pop().unwrap();
    assert!(["swap", "keep", "add2"].iter().any(|word| best == format!("bestmove {word}")), "{best}");
    let again = format!("position fen {fen} moves swap");
    assert_eq!(answers(&mut client, &[&again, "query p1turn"]), ["response true"]);
    client.send("quit");
}

/// What a process of its own writes, and logs, that is given these lines in one write.
fn given(lines: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fourscore"));
    command.env("RUST_LOG", "info").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn what_the_rules_in_force_can_use_is_read_before_readyok_and_nothing_else() {
    for (strategy, options, opened) in [
        ("victoria", &["Rules value freestyle"][..], &["Freestyle, 15 x 15"][..]),
        ("perfect", &["Rules value standard"], &["Standard, 15 x 15"]),
        ("perfect", &["Rules value swap2-freestyle"], &["Freestyle, 15 x 15"]),
        ("perfect", &["Rules value renju"], &[]),
        ("victoria", &["Rules value renju"], &[]),
        ("perfect", &["Size value 20"], &["Freestyle, 20 x 20"]),
        ("victoria", &["Size value 14"], &[]),
        ("victoria", &["Victoria.Solution value false"], &[]),
        ("alpha-beta", &[], &[]),
    ] {
        let mut lines =
            format!("setoption name Game value gomoku\nsetoption name Strategy value {strategy}\n");
        options.iter().for_each(|option| lines += &format!("setoption name {option}\n"));
        lines += "isready\n";
        for more in ["quit\n", "position startpos moves\ngo nodes 1\nisready\nquit\n"] {
            let output = given(&format!("{lines}{more}"));
            let log = String::from_utf8(output.stderr).unwrap();
            let read: Vec<&str> = log
                .lines()
                .filter_map(|line| line.split_once("read the certificate of Go-Moku, "))
                .filter_map(|(_, rest)| rest.split(':').next())
                .collect();
            assert_eq!(read, opened, "{strategy} {options:?} {more}: {log}");
            assert!(String::from_utf8(output.stdout).unwrap().contains("readyok"));
        }
    }
}

#[test]
fn quit_in_the_same_write_as_go_infinite_leaves_its_bestmove() {
    for strategy in ["victoria", "perfect"] {
        for round in 0..20 {
            let moves = ["", "moves h8", "moves h8 i9", "moves h8 i9 h9 i8"][round % 4];
            let output = given(&format!(
                "setoption name Game value gomoku\nsetoption name Strategy value {strategy}\n\
                 position startpos {moves}\ngo infinite\nquit\n"
            ));
            let said = String::from_utf8(output.stdout).unwrap();
            assert_eq!(said.matches("bestmove ").count(), 1, "{strategy} {moves}: {said}");
        }
    }
}

#[test]
fn perfect_play_searches_with_the_threads_that_are_asked_for() {
    let mut client = Client::start();
    let lines = [
        "setoption name Game value gomoku",
        "setoption name Strategy value perfect",
        "setoption name Threads value 2",
    ];
    assert_eq!(answers(&mut client, &lines), [""; 0]);
    client.send("quit");
}
