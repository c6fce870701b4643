//! The Gomoku AI protocol as managers see it: scripted exchanges with the real process, and random bytes.

use crate::client::Client;
use crate::lines;
use crate::sessions::{documented, hold};
use engine::protocol::gomocup::{engine, serve};
use proptest::prelude::*;
use std::io::Cursor;
#[cfg(unix)]
use std::process::Command;

fn point(text: &str) -> (usize, usize) {
    let (x, y) = text.split_once(',').unwrap_or_else(|| panic!("{text} is no point"));
    (x.parse().unwrap(), y.parse().unwrap())
}

#[test]
fn the_transcript_in_the_documentation_is_true() {
    let mut brain = Client::speaking("gomocup", &["--strategy", "victoria"]);
    hold("gomocup", &mut brain, documented("The Gomoku AI protocol"));
    assert!(brain.child.wait().unwrap().success());
}

#[test]
fn swap2_is_answered_in_every_way_that_it_can_be() {
    let mut kinds = std::collections::BTreeSet::new();
    for seed in 0..12 {
        let mut brain =
            Client::speaking("gomocup", &["--strategy", "random", "--option", &format!("Seed={seed}")]);
        brain.send("INFO rule 1");
        assert_eq!(brain.ask("START 15"), "OK");
        let said = brain.ask_all(&["SWAP2BOARD", "DONE"]);
        assert_eq!(said.split(' ').map(point).count(), 3, "{said}");
        let three = ["SWAP2BOARD", "7,7", "8,7", "9,9"];
        let said = brain.ask_all(&[&three[..], &["DONE"]].concat());
        if said != "SWAP" {
            assert!(said.split(' ').map(point).count() <= 2, "{said}");
        }
        kinds.insert(if said == "SWAP" { 0 } else { said.split(' ').count() });
        let said = brain.ask_all(&[&three[..], &["8,8", "8,6", "DONE"]].concat());
        assert!(said == "SWAP" || said.split(' ').map(point).count() == 1, "{said}");
        // After the opening the stones are an ordinary board.
        point(&brain.ask("BOARD\r\n7,7,2\r\n8,7,1\r\n9,9,2\r\nDONE"));
    }
    // A random brain plays a stone only rarely, the others keep, swap or add.
    assert!(kinds.len() >= 2, "{kinds:?}");
}

/// A board that gives much to think about: the first moves of diagram 6g of Allis, van den Herik and Huntjens 1994.
const BOARD: [&str; 14] = [
    "BOARD", "7,7,1", "7,8,2", "6,6,1", "8,8,2", "6,8,1", "6,9,2", "9,6,1", "8,6,2", "8,7,1", "6,7,2",
    "9,7,1", "9,8,2", "DONE",
];

#[test]
fn commands_while_it_thinks() {
    let mut brain = Client::speaking("gomocup", &["--strategy", "victoria"]);
    assert_eq!(brain.ask("START 15"), "OK");
    brain.send("INFO timeout_turn 600000");
    BOARD.iter().for_each(|line| brain.send(line));
    assert!(brain.ask("TURN 0,8").starts_with("ERROR refused while"));
    assert!(brain.ask("ABOUT").starts_with("name="));
    brain.send("STOP");
    point(&brain.answer());
    // A new game ends the search without an answer.
    BOARD.iter().for_each(|line| brain.send(line));
    assert_eq!(brain.ask("RESTART"), "OK");
    BOARD.iter().for_each(|line| brain.send(line));
    brain.send("END");
    assert!(brain.child.wait().unwrap().success());
}

/// The greatest memory that a process has taken, in bytes, where the system tells.
fn peak_memory(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_ascii_whitespace().nth(1)?.parse::<u64>().ok()? << 10)
}

#[test]
fn time_and_memory_are_kept_to() {
    let mut brain = Client::speaking("gomocup", &["--strategy", "victoria"]);
    assert_eq!(brain.ask("START 15"), "OK");
    let limit = 64 << 20;
    brain.send(&format!("INFO max_memory {limit}"));
    brain.send("INFO timeout_turn 300\r\nINFO timeout_match 600000\r\nINFO time_left 600000");
    for _ in 0..3 {
        point(&brain.ask_all(&BOARD));
    }
    // Almost no time left: the answer comes long before the turn is over.
    brain.send("INFO timeout_turn 600000\r\nINFO time_left 100");
    point(&brain.ask_all(&BOARD));
    let peak = peak_memory(brain.child.id());
    assert!(peak.is_none_or(|peak| peak <= limit), "{peak:?}");
}

#[cfg(unix)]
#[test]
fn a_program_called_pbrain_speaks_it_by_itself() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("pbrain-fourscore");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_fourscore"), &path).unwrap();
    let mut brain = Client::brain(Command::new(path));
    assert_eq!(brain.ask("START 15"), "OK");
    brain.send("END");
    assert!(brain.child.wait().unwrap().success());
}

/// What is answered to this input, up to its end.
fn answers(input: Vec<u8>) -> Vec<String> {
    let mut output = Vec::new();
    let mut brain = engine().unwrap();
    brain.set_option("Strategy", Some("random")).unwrap();
    serve(brain, false, Cursor::new(input), &mut output).unwrap();
    lines(output)
}

/// A command, often a spoilt one.
fn a_command() -> impl Strategy<Value = String> {
    let point = || (0..7_u8, 0..7_u8).prop_map(|(x, y)| format!("{x},{y}"));
    prop_oneof![
        8 => "(START 6|RESTART|BEGIN|BOARD|SWAP2BOARD|DONE|STOP|ABOUT)",
        1 => "START [0-9]{0,2}",
        1 => point().prop_map(|p| format!("TURN {p}")),
        1 => point().prop_map(|p| format!("PLAY {p}")),
        1 => point().prop_map(|p| format!("TAKEBACK {p}")),
        1 => point(),
        1 => (point(), 0..4_u8).prop_map(|(p, field)| format!("{p},{field}")),
        1 => (0..9_u8).prop_map(|rule| format!("INFO rule {rule}")),
        1 => "INFO (timeout_turn|time_left|max_memory|timeout_match) -?[0-9]{0,12}",
        1 => "RECTSTART [0-9]{1,2},[0-9]{1,2}",
        1 => "\\PC{0,30}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for line in answers(bytes) {
            prop_assert!(line.starts_with("UNKNOWN ") || line.starts_with("ERROR ") || line.starts_with("name="), "{line}");
        }
    }

    #[test]
    fn random_commands(commands in prop::collection::vec(a_command(), 0..40)) {
        for line in answers(commands.join("\r\n").into_bytes()) {
            let word = line.split(' ').next().unwrap();
            let known = ["OK", "ERROR", "UNKNOWN", "MESSAGE", "DEBUG", "SWAP"].contains(&word)
                || word.starts_with("name=")
                || word.split(',').all(|number| number.parse::<u8>().is_ok());
            prop_assert!(known, "{line}");
        }
    }
}
