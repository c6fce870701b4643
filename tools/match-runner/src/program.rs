//! The command: reads what is asked for, has it done, and says how it went in an exit status.

use crate::balance::balanced;
use crate::cli::{self, How, Request, Role};
use crate::console::say;
use crate::engine::adopt_strays;
use crate::interrupt::Interrupt;
use crate::run::{self, Environment, Failure, Summary};
use crate::settings::Settings;
use crate::settings::tune::Tune;
use crate::{conclusion, dry_run, events, merge, report, self_check, tune};
use engine::protocol::{gomocup, hub, native};
use engine::{BUILT_IN, Engine};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

const USAGE: u8 = 1;
const ENGINE: u8 = 2;
const MISBEHAVED: u8 = 3;
const INTERRUPTED: u8 = 130;

pub fn main() -> ExitCode {
    engine::logging::start("error");
    // Whoever interrupts it early means the same. What serves as an engine ends as engines do.
    let serves = matches!(std::env::args().nth(1).as_deref(), Some("engine" | "echo"));
    let around = match surroundings(!serves) {
        Ok(around) => around,
        Err(error) => return failed(USAGE, &format!("{error:#}")),
    };
    let done = match cli::parse(std::env::args_os()) {
        Ok(Request::Role(role)) => serve(role, &around),
        Ok(Request::Play(settings, how)) if how.dry_run => dry_run(&settings, &around),
        Ok(Request::Play(settings, how)) => play(&settings, how, around),
        Ok(Request::Tune(settings, wanted, how)) => tuned(&settings, &wanted, how, around),
        Err(error) => match error.downcast::<clap::Error>() {
            Ok(error) if error.use_stderr() => {
                let _ = error.print();
                Ok(ExitCode::from(USAGE))
            }
            Ok(help) => Ok(written(help.print()).unwrap_or(ExitCode::SUCCESS)),
            Err(error) => Err(error.into()),
        },
    };
    done.unwrap_or_else(refused)
}

/// Does what is asked for in place of a match.
fn serve(role: Role, around: &Environment) -> Result<ExitCode, Failure> {
    let text = match role {
        Role::Engine { protocol } => {
            match protocol.as_str() {
                "gomocup" => gomocup::run_stdio(gomocup::engine()?, false),
                "hub" => hub::run_stdio(hub::engine()?),
                _ => Engine::new(&BUILT_IN).and_then(native::run_stdio),
            }?;
            String::new()
        }
        Role::Echo => self_check::serve().map(|()| String::new()).map_err(anyhow::Error::from)?,
        // It has been read with all its flags.
        Role::Tune(_) => String::new(),
        Role::Report { records, out } => {
            report::write(&records, &out)?;
            format!("report: {}\n", out.display())
        }
        Role::SelfCheck(wanted) => self_check::check(wanted, around)?,
        Role::Merge { parts, results } => {
            let summary = merge::merge(&parts, &results)?;
            conclusion::text(&summary)
        }
    };
    Ok(shown(&text).unwrap_or(ExitCode::SUCCESS))
}

fn failed(code: u8, message: &str) -> ExitCode {
    say(&format!("fourscore-match: {message}"));
    ExitCode::from(code)
}

/// The exit status if standard output does not take a text; a reader that has gone away has had enough.
fn shown(text: &str) -> Option<ExitCode> {
    written(io::stdout().write_all(text.as_bytes()))
}

fn written(result: io::Result<()>) -> Option<ExitCode> {
    match result.and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Some(failed(USAGE, &format!("standard output cannot be written: {error}")))
        }
        _ => None,
    }
}

fn dry_run(settings: &Settings, around: &Environment) -> Result<ExitCode, Failure> {
    Ok(shown(&dry_run::text(&balanced(settings, around)?)).unwrap_or(ExitCode::SUCCESS))
}

fn refused(failure: Failure) -> ExitCode {
    match failure {
        Failure::Engine(message) => failed(ENGINE, &message),
        Failure::Interrupted => failed(INTERRUPTED, "interrupted before the match began"),
        Failure::Other(error) => failed(USAGE, &format!("{error:#}")),
    }
}

fn play(settings: &Settings, how: How, around: Environment) -> Result<ExitCode, Failure> {
    let around = Environment { progress: !how.quiet, events: how.json, ..around };
    let summary = run::run(settings, &around)?;
    Ok(concluded(&summary, status(&summary, how), how.json))
}

/// The exit status that a match ends with. Tuning knows no `--strict`.
fn status(summary: &Summary, how: How) -> u8 {
    match summary {
        Summary { interrupted: true, .. } => INTERRUPTED,
        Summary { standings, .. } if how.strict && standings.any_fault() => MISBEHAVED,
        _ if how.sprt_status => events::verdict(summary),
        _ => 0,
    }
}

fn tuned(settings: &Settings, wanted: &Tune, how: How, around: Environment) -> Result<ExitCode, Failure> {
    let around = Environment { progress: !how.quiet, ..around };
    let (values, test) = tune::tune(settings, wanted, &around)?;
    let status = test.as_ref().map_or(0, |test| status(test, how));
    Ok(shown(&tune::conclusion(&values, test.as_ref())).unwrap_or_else(|| ExitCode::from(status)))
}

/// Prints the result, and writes the report if there is to be one.
fn concluded(summary: &Summary, status: u8, json: bool) -> ExitCode {
    let mut text = conclusion::text(summary);
    let mut trouble = None;
    if let (Some(out), [records, ..]) = (&summary.settings.report, &summary.files[..]) {
        match report::write(records, out) {
            Ok(()) => text.push_str(&format!("report: {}\n", out.display())),
            // A match without a game has nothing to show.
            Err(_) if summary.standings.games() == 0 => {}
            Err(error) => trouble = Some(error),
        }
    }
    let unwritten = if json {
        events::end(summary);
        None
    } else {
        shown(&text)
    };
    match trouble {
        Some(error) => failed(USAGE, &format!("{error:#}")),
        None => unwritten.unwrap_or_else(|| ExitCode::from(status)),
    }
}

/// This program serves as the engine `fourscore`, so that it never has to be looked for.
fn surroundings(interruptible: bool) -> anyhow::Result<Environment> {
    let interrupt = Interrupt::new()?;
    if interruptible {
        adopt_strays();
        let switch = interrupt.clone();
        ctrlc::set_handler(move || switch.raise())?;
    }
    let builtin = vec![std::env::current_exe()?.to_string_lossy().into_owned(), "engine".to_owned()];
    Ok(Environment { builtin, interrupt, progress: false, events: false })
}
