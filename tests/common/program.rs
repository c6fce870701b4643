//! The program as its users run it.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_fourscore");

/// Runs the program in this folder: it ends with this code, and says these words where it should: in its output, or, if it
/// refuses, in its errors. What it says there.
pub(crate) fn says(folder: &Path, arguments: &[&str], code: i32, words: &[&str]) -> String {
    let output = Command::new(PROGRAM).args(arguments).current_dir(folder).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
    let refused = code == 1 || errors.starts_with("error: ");
    let text = if refused { errors } else { String::from_utf8_lossy(&output.stdout).into_owned() };
    assert!(code != 1 || text.contains("Error: "), "{arguments:?}: {text}");
    for words in words {
        assert!(text.contains(words), "{arguments:?}: {words}: {text}");
    }
    text
}

/// Starts the program in this folder, to be killed; what it says is lost.
pub(crate) fn started(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Starts the program in this folder, and kills it once this file has changed.
pub(crate) fn killed_when_kept(folder: &Path, arguments: &[&str], file: &str) {
    let kept = || std::fs::read(folder.join(file)).unwrap_or_default();
    let (before, begin) = (kept(), Instant::now());
    let mut running = started(folder, arguments);
    while kept() == before && begin.elapsed() < Duration::from_secs(300) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let ended = running.try_wait().unwrap();
    running.kill().unwrap();
    running.wait().unwrap();
    assert!(ended.is_none() && kept() != before, "{arguments:?}: {ended:?}, and nothing more is kept");
}

/// What a process of its own writes, and logs at this level, that is given these lines in one write.
pub(crate) fn given(level: &str, arguments: &[&str], lines: &str) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).env("RUST_LOG", level).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    output
}
