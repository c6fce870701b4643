//! What the tests of whole matches share: matches from TOML with fake engines, and their records.
#![allow(dead_code)]

use assert_cmd::Command;
use match_runner::interrupt::Interrupt;
use match_runner::run::{Environment, Failure, Summary, run};
use match_runner::settings::{RawMatch, Settings};
use serde_json::Value;
use std::path::Path;
use std::time::{Duration, Instant};

pub(crate) const FAKE: &str = env!("CARGO_BIN_EXE_fake-engine");
pub(crate) const RUNNER: &str = env!("CARGO_BIN_EXE_fourscore-match");

/// Timeouts of matches in which nobody is to be late, however busy the machine is.
pub(crate) const PATIENT: &str =
    "start-timeout = 300\nreply-timeout = 300\nmove-timeout = 300\nquit-timeout = 300\n";

/// An engine that behaves, and two of them, on the command line.
pub(crate) const HONEST: &str = concat!("cmd=", env!("CARGO_BIN_EXE_fake-engine"));
pub(crate) const TWO: [&str; 8] =
    ["--each", "nodes=1", "--engine", HONEST, "name=A", "--engine", HONEST, "name=B"];

/// What a program has said, and how it ended.
pub(crate) struct Said {
    pub(crate) status: Option<i32>,
    pub(crate) text: String,
    pub(crate) error: String,
}

/// Runs the runner in this folder.
pub(crate) fn said(folder: &Path, arguments: &[&str]) -> Said {
    said_by(Command::new(RUNNER).current_dir(folder).args(arguments))
}

pub(crate) fn said_by(command: &mut Command) -> Said {
    let out = command.timeout(Duration::from_secs(300)).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Said { status: out.status.code(), text: text(&out.stdout), error: text(&out.stderr) }
}

impl Said {
    /// What it has said, having ended well.
    pub(crate) fn good(self) -> String {
        assert_eq!(self.status, Some(0), "{}", self.error);
        self.text
    }

    /// It has said no more than that something is wrong, in these words among others, and ended with this status.
    #[track_caller]
    pub(crate) fn refused(&self, status: i32, words: &[&str]) {
        let Self { status: ended, text, error } = self;
        let all = words.iter().all(|part| error.contains(part));
        assert!(*ended == Some(status) && all && text.is_empty(), "{words:?}, {ended:?}: {error}{text}");
    }
}

/// Stockfish, where it is installed.
pub(crate) fn stockfish() -> Option<&'static str> {
    ["/usr/games/stockfish", "/usr/bin/stockfish"].into_iter().find(|path| Path::new(path).exists())
}

/// Waits until this holds; that it does not takes long to be said, however busy the machine is.
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(300);
    while !holds() {
        assert!(Instant::now() < end, "waited for: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub(crate) struct Played {
    pub(crate) summary: Summary,
    pub(crate) games: Vec<Value>,
    pub(crate) text: String,
}

/// Plays a match, with its records in a folder of its own.
pub(crate) fn play(toml: &str) -> Played {
    try_play(toml).unwrap()
}

pub(crate) fn try_play(toml: &str) -> Result<Played, Failure> {
    try_play_under(toml, Interrupt::new().unwrap())
}

/// Why a match is not played, or not to its end, because of an engine.
#[track_caller]
pub(crate) fn refused(toml: &str) -> String {
    match try_play(toml) {
        Err(Failure::Engine(message)) => message,
        other => panic!("{:?}", other.map(|played| played.games)),
    }
}

/// Plays a match that is interrupted by, and waits for engines in the manner of, this switch.
pub(crate) fn try_play_under(toml: &str, interrupt: Interrupt) -> Result<Played, Failure> {
    let folder = tempfile::tempdir().unwrap();
    let summary = run(&settings(folder.path(), toml), &Environment { interrupt, ..around() })?;
    Ok(read_back(folder.path(), summary))
}

fn settings(folder: &Path, toml: &str) -> Settings {
    let raw = RawMatch::from_toml(&format!("results = \"games\"\n{toml}")).unwrap();
    Settings::from_raw(&raw, folder).unwrap()
}

/// Plays a match with its records in this folder.
pub(crate) fn run_in(folder: &Path, toml: &str) -> Summary {
    run(&settings(folder, toml), &around()).unwrap()
}

/// The records of a match played in this folder.
pub(crate) fn read_back(folder: &Path, summary: Summary) -> Played {
    Played {
        summary,
        games: games(&folder.join("games.jsonl")),
        text: std::fs::read_to_string(folder.join("games.pgn")).unwrap(),
    }
}

pub(crate) fn around() -> Environment {
    let builtin = vec![RUNNER.to_owned(), "engine".to_owned()];
    Environment { builtin, interrupt: Interrupt::new().unwrap(), progress: false, events: false }
}

pub(crate) fn games(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What a fake engine was told.
pub(crate) fn log_lines(path: &Path) -> Vec<String> {
    std::fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

/// Records without what clock and calendar say.
pub(crate) fn timeless(mut games: Vec<Value>) -> Vec<Value> {
    for game in &mut games {
        game.as_object_mut().unwrap().remove("date");
        for m in game["moves"].as_array_mut().unwrap() {
            m.as_object_mut().unwrap().remove("time_ms");
        }
    }
    games
}

/// A result table without its first line, which tells the time, and without the lines that tell the engines' times
/// and where the files are.
pub(crate) fn without_times(table: &str) -> String {
    let timed = ["thinking: ", "games: "];
    let kept = table.lines().skip(1).filter(|line| !timed.iter().any(|word| line.starts_with(word)));
    kept.map(|line| format!("{line}\n")).collect()
}

/// A fake engine in this mode.
pub(crate) fn engine(name: &str, mode: &str) -> String {
    format!("[[engine]]\nname = \"{name}\"\ncommand = \"{FAKE} {mode}\"\n")
}

/// Two of them.
pub(crate) fn engines([first, second]: [&str; 2]) -> String {
    engine("A", first) + &engine("B", second)
}

/// A match of an honest engine against one that misbehaves, under this limit.
pub(crate) fn against(mode: &str, limit: &str) -> String {
    let engines = engine("honest", "") + &engine("bad", mode);
    format!("{PATIENT}pairs = 1\n[each]\n{limit}\nmargin = 300\n{engines}")
}

/// How many files this process has open.
pub(crate) fn handles() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// Processes with this in their environment, or else the children of this one.
pub(crate) fn processes(mark: Option<&str>) -> Vec<String> {
    let own = std::process::id().to_string();
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        let behind_name = stat.rsplit(") ").next().unwrap_or_default();
        let is_child = behind_name.split(' ').nth(1) == Some(&own);
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        let marked = mark.is_some_and(|mark| String::from_utf8_lossy(&environment).contains(mark));
        if marked || (mark.is_none() && is_child) {
            found.push(stat);
        }
    }
    found
}
