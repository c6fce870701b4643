//! Whole matches of ours against ours under other people's referees, where they are installed: cutechess-cli by UCI,
//! c-gomoku-cli by the Gomoku AI protocol. Without them on the path the tests say that they are skipped.

use crate::common::skip::skipped;
use std::path::{Path, PathBuf};
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

/// What a referee says of a match with these settings between victoria and random, run in a folder of its own; `ours`
/// gives what names the engine that plays a strategy.
fn run(referee: &Path, settings: &str, ours: impl Fn(&str) -> Vec<String>) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(referee);
    for strategy in ["victoria", "random"] {
        command.args(["-engine", &format!("name={strategy}")]).args(ours(strategy));
    }
    let output =
        command.args(settings.split(' ')).current_dir(folder.path()).stdin(Stdio::null()).output().unwrap();
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    println!("{text}");
    assert!(output.status.success());
    text
}

/// Every one of four games ended on the board, nobody breaking a rule, the connection, or the clock, and victoria won.
fn victoria_wins(text: &str) {
    assert_eq!(text.matches("Finished game").count(), 4);
    for word in ["illegal", "disconnect", "stall", "crash", "time", "forfeit", "forbidden", "Illegal"] {
        let fault = text.lines().find(|line| line.contains("Finished game") && line.contains(word));
        assert_eq!(fault, None);
    }
    assert!(!text.contains("Illegal PV"));
    assert!(text.contains("Score of victoria vs random: 4 - 0 - 0"));
}

#[test]
fn matches_under_cutechess_cli() {
    let Some(referee) = installed("cutechess-cli") else { return };
    let ours = |strategy: &str| {
        vec![format!("cmd={ENGINE}"), "option.Game=gomoku".to_owned(), format!("option.Strategy={strategy}")]
    };
    for variant in ["gomokufreestyle", "gomoku"] {
        let settings = format!("-each proto=uci tc=60+1 nodes=300 -variant {variant} -games 4");
        victoria_wins(&run(&referee, &settings, ours));
    }
}

#[test]
fn matches_under_c_gomoku_cli() {
    let Some(referee) = installed("c-gomoku-cli") else { return };
    let ours = |strategy: &str| vec![format!("cmd={ENGINE} --protocol gomocup --strategy {strategy}")];
    for (rule, size) in [("0", "20"), ("1", "15"), ("4", "15")] {
        let settings = format!("-each tc=60 nodes=300 -rule {rule} -boardsize {size} -games 4");
        victoria_wins(&run(&referee, &settings, ours));
    }
}
