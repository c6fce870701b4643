//! The ways to misbehave that need to know nothing of a game: what is said wrongly, or not at all, in place of a move.

use std::io::{self, Write};
use std::thread::sleep;
use std::time::Duration;

/// How often an engine with this file has been started.
pub(super) fn starts(path: Option<String>) -> usize {
    let Some(path) = path else { return 0 };
    if let Ok(mut file) = std::fs::File::options().create(true).append(true).open(&path) {
        let _ = file.write_all(b"x");
    }
    std::fs::read(path).map_or(0, |all| all.len())
}

pub(super) fn say(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(format!("{text}\n").as_bytes());
    let _ = out.flush();
}

/// Does nothing for longer than any test waits.
pub(super) fn nap() {
    sleep(Duration::from_secs(600));
}

/// The ways to misbehave in place of a move; `false` if this is none. `answer` says a move, without one the best.
pub(super) fn end_wrongly(mode: &str, answer: &dyn Fn(Option<&str>) -> String) -> bool {
    match mode {
        "crash" | "third-start-fails" => std::process::abort(),
        "exit" => std::process::exit(0),
        "stall" => nap(),
        "cheat" => say(&answer(Some("999"))),
        "pass" => say(&answer(Some("0000"))),
        "nothing" => say(&answer(Some(""))),
        "binary" => {
            let _ = io::stdout().write_all(b"\0\x01\x02\xff\xfe garbage\n");
        }
        "endless-line" => while io::stdout().write_all(&[b'x'; 4096]).is_ok() {},
        "huge-line" => say(&"x".repeat(1 << 20)),
        "flood" => {
            let lines = b"info string still thinking about it\n".repeat(1000);
            while io::stdout().write_all(&lines).is_ok() {}
        }
        "slow-babble" => loop {
            say("info string thinking");
            sleep(Duration::from_millis(4));
        },
        "unfinished" | "unfinished-crash" => {
            let _ = io::stdout().write_all(answer(None).as_bytes());
            let _ = io::stdout().flush();
            if mode == "unfinished-crash" {
                std::process::abort();
            }
            nap();
        }
        #[cfg(unix)]
        "close-output" => {
            close_output();
            nap();
        }
        #[cfg(unix)]
        "close-input" => {
            close_input();
            say(&answer(None));
            nap();
        }
        "fork" => {
            // A grandchild that holds the pipe open and outlives its parent unless the whole group is killed.
            let _ = std::process::Command::new("sleep").arg("600").spawn();
            std::process::exit(3);
        }
        _ => return false,
    }
    true
}

/// Says something a few bytes at a time.
pub(super) fn in_pieces(text: &str) {
    for piece in format!("{text}\n").as_bytes().chunks(5) {
        let _ = io::stdout().write_all(piece);
        let _ = io::stdout().flush();
        sleep(Duration::from_micros(200));
    }
}

/// How many files this process has open.
pub(super) fn handles() -> usize {
    std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count)
}

#[cfg(unix)]
fn close_output() {
    if let Ok(null) = std::fs::File::options().write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdout(null);
    }
}

#[cfg(unix)]
fn close_input() {
    if let Ok(null) = std::fs::File::open("/dev/null") {
        let _ = rustix::stdio::dup2_stdin(null);
    }
}
