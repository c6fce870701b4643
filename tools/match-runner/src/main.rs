//! The command: reads what is asked for, has it done, and says how it went in an exit status.

use match_runner::cli::{self, Request, UsageError};
use match_runner::console::say;
use match_runner::interrupt::Interrupt;
use match_runner::run::{self, Failure, Summary, Surroundings};
use match_runner::settings::Settings;
use match_runner::table;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

const USAGE: u8 = 1;
const ENGINE: u8 = 2;
const MISBEHAVED: u8 = 3;
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("error")).init();
    match cli::parse(std::env::args_os()) {
        Ok(Request::Serve) => match fourscore::protocol::native::run_stdio() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => failed(USAGE, &format!("{error:#}")),
        },
        Ok(Request::Play { settings, strict, quiet }) => play(&settings, strict, quiet),
        Err(UsageError::Settings(error)) => failed(USAGE, &error.0),
        Err(UsageError::Flags(error)) => {
            if error.use_stderr() {
                let _ = error.print();
                return ExitCode::from(USAGE);
            }
            written(error.print()).unwrap_or(ExitCode::SUCCESS)
        }
    }
}

fn failed(code: u8, message: &str) -> ExitCode {
    say(&format!("match-runner: {message}"));
    ExitCode::from(code)
}

/// The exit status if standard output has not taken what was written; a reader that has gone away has had enough.
fn written(result: io::Result<()>) -> Option<ExitCode> {
    match result.and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Some(failed(USAGE, &format!("standard output cannot be written: {error}")))
        }
        _ => None,
    }
}

fn play(settings: &Settings, strict: bool, quiet: bool) -> ExitCode {
    let around = match surroundings(!quiet) {
        Ok(around) => around,
        Err(error) => return failed(USAGE, &format!("{error:#}")),
    };
    match run::run(settings, &around) {
        Ok(summary) => {
            let status = match &summary {
                Summary { interrupted: true, .. } => INTERRUPTED,
                Summary { standings, .. } if strict && standings.any_fault() => MISBEHAVED,
                _ => 0,
            };
            let result = io::stdout().write_all(report(settings, &summary).as_bytes());
            written(result).unwrap_or_else(|| ExitCode::from(status))
        }
        Err(Failure::Engine(message)) => failed(ENGINE, &message),
        Err(Failure::Other(error)) => failed(USAGE, &format!("{error:#}")),
    }
}

/// This program serves as the engine `fourscore`, so that it never has to be looked for.
fn surroundings(progress: bool) -> anyhow::Result<Surroundings> {
    let interrupt = Interrupt::new()?;
    let switch = interrupt.clone();
    ctrlc::set_handler(move || switch.raise())?;
    let builtin = vec![std::env::current_exe()?.to_string_lossy().into_owned(), "engine".to_owned()];
    Ok(Surroundings { builtin, interrupt, progress })
}

fn report(settings: &Settings, summary: &Summary) -> String {
    let games = summary.standings.games();
    let state = if summary.interrupted { "interrupted" } else { "complete" };
    let seconds = summary.elapsed.as_secs_f64();
    let mut text =
        format!("{}: {games} games in {seconds:.1} s, {}; {state}\n\n", settings.game, summary.rate);
    text.push_str(&table::table(settings, &summary.standings));
    if let [json, readable] = &summary.files[..] {
        text.push_str(&format!("games: {}, {}\n", json.display(), readable.display()));
    }
    text
}
