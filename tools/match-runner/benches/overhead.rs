//! What the runner costs beside the least that it could: a match between two `random` engines under a limit of depth,
//! and a bare ping-pong over the pipes of another process, measured in turns in the same run. Prints microseconds per
//! move, their ratio, and games per second at concurrency 1.
//!
//! The engine's own share (it has a thread for its input, one for the protocol and one for the search) is part of the
//! runner's figure; a third row, with a minimal engine of one thread, tells how much that is.

use match_runner::interrupt::Interrupt;
use match_runner::run::{Environment, run};
use match_runner::settings::{RawEngine, RawMatch, Settings};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

const FAKE: &str = env!("CARGO_BIN_EXE_fake-engine");
const RUNNER: &str = env!("CARGO_BIN_EXE_match-runner");
/// Pairs of games in a round.
const PAIRS: u64 = 250;
const TRIPS: u32 = 30_000;
const ROUNDS: usize = 5;

/// Microseconds per round trip of a line like a late move's.
fn ping_pong() -> std::io::Result<f64> {
    let mut child = Command::new(FAKE).arg("echo").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let pipes = child.stdin.take().zip(child.stdout.take());
    let (mut input, output) = pipes.ok_or_else(|| std::io::Error::other("no pipes"))?;
    let mut output = BufReader::new(output);
    let ping = format!("position startpos moves{}\n", " 111".repeat(30));
    let mut line = String::new();
    let start = Instant::now();
    for _ in 0..TRIPS {
        input.write_all(ping.as_bytes())?;
        line.clear();
        output.read_line(&mut line)?;
    }
    let each = start.elapsed().as_secs_f64() * 1e6 / f64::from(TRIPS);
    drop(input);
    child.wait()?;
    Ok(each)
}

/// Microseconds per move and games per second of a match.
fn match_of(command: &str) -> Result<(f64, f64), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let engine = |name: &str| {
        let mut engine =
            RawEngine { command: Some(command.to_owned()), depth: Some(1), ..RawEngine::default() };
        engine.name = Some(name.to_owned());
        if command == "fourscore" {
            engine.options.insert("Strategy".to_owned(), "random".into());
        }
        engine
    };
    let raw = RawMatch {
        pairs: Some(PAIRS),
        results: Some("games".to_owned()),
        engine: vec![engine("A"), engine("B")],
        ..RawMatch::default()
    };
    let settings = Settings::from_raw(&raw, folder.path()).map_err(|error| error.0)?;
    let interrupt = Interrupt::new().map_err(|error| error.to_string())?;
    let builtin = vec![RUNNER.to_owned(), "engine".to_owned()];
    let around = Environment { builtin, interrupt, progress: false, events: false };
    let summary = run(&settings, &around).map_err(|failure| format!("{failure:?}"))?;
    let moves = moves_in(&folder.path().join("games.jsonl")).map_err(|error| error.to_string())?;
    let seconds = summary.elapsed.as_secs_f64();
    Ok((seconds * 1e6 / moves as f64, summary.standings.games() as f64 / seconds))
}

fn moves_in(path: &Path) -> std::io::Result<usize> {
    Ok(std::fs::read_to_string(path)?.matches("\"move\":").count())
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() -> Result<(), String> {
    if std::env::args().any(|argument| argument == "--list" || argument == "--test") {
        return Ok(());
    }
    let (mut bare, mut own, mut lean, mut rate) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        bare.push(ping_pong().map_err(|error| error.to_string())?);
        let (each, games) = match_of("fourscore")?;
        own.push(each);
        rate.push(games);
        lean.push(match_of(FAKE)?.0);
    }
    let (bare, own, lean) = (median(&mut bare), median(&mut own), median(&mut lean));
    println!("bare pipe ping-pong       {bare:8.1} us per round trip");
    println!("runner, random engines    {own:8.1} us per move   {:.2} times", own / bare);
    println!("runner, minimal engines   {lean:8.1} us per move   {:.2} times", lean / bare);
    println!("games per second          {:8.0}", median(&mut rate));
    Ok(())
}
