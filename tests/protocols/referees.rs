//! Whole matches of ours against ours under other people's referees, where they are installed: cutechess-cli by UCI,
//! c-gomoku-cli by the Gomoku AI protocol. Without them on the path the tests say that they are skipped.

use crate::common::skip::skipped;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const ENGINE: &str = env!("CARGO_BIN_EXE_fourscore");

/// A program on the path.
fn installed(name: &str) -> Option<PathBuf> {
    let found = std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file());
    if found.is_none() {
        skipped(&format!("matches under {name}; it is not on the path"));
    }
    found
}

/// What a referee says, run in a folder of its own.
fn run(referee: PathBuf, arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(referee)
        .args(arguments)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    println!("{text}");
    assert!(output.status.success());
    text
}

/// Every game ended on the board: nobody broke a rule, the connection, or the clock.
fn ended_on_the_board(text: &str, games: usize) {
    assert_eq!(text.matches("Finished game").count(), games);
    for word in ["illegal", "disconnect", "stall", "crash", "time", "forfeit", "forbidden", "Illegal"] {
        let fault = text.lines().find(|line| line.contains("Finished game") && line.contains(word));
        assert_eq!(fault, None);
    }
    assert!(!text.contains("Illegal PV"));
}

#[test]
fn matches_under_cutechess_cli() {
    let Some(referee) = installed("cutechess-cli") else { return };
    let command = format!("cmd={ENGINE}");
    for variant in ["gomokufreestyle", "gomoku"] {
        let text = run(
            referee.clone(),
            &[
                "-engine",
                "name=victoria",
                &command,
                "option.Game=gomoku",
                "option.Strategy=victoria",
                "-engine",
                "name=random",
                &command,
                "option.Game=gomoku",
                "option.Strategy=random",
                "-each",
                "proto=uci",
                "tc=60+1",
                "nodes=300",
                "-variant",
                variant,
                "-games",
                "4",
            ],
        );
        ended_on_the_board(&text, 4);
        assert!(text.contains("Score of victoria vs random: 4 - 0 - 0"));
    }
}

#[test]
fn matches_under_c_gomoku_cli() {
    let Some(referee) = installed("c-gomoku-cli") else { return };
    let brain = |strategy: &str| format!("cmd={ENGINE} --protocol gomocup --strategy {strategy}");
    for (rule, size) in [("0", "20"), ("1", "15"), ("4", "15")] {
        let text = run(
            referee.clone(),
            &[
                "-each",
                "tc=60",
                "nodes=300",
                "-engine",
                "name=victoria",
                &brain("victoria"),
                "-engine",
                "name=random",
                &brain("random"),
                "-rule",
                rule,
                "-boardsize",
                size,
                "-games",
                "4",
            ],
        );
        ended_on_the_board(&text, 4);
        assert!(text.contains("Score of victoria vs random: 4 - 0 - 0"));
    }
}
