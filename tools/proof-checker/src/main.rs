//! The command: reads a certificate, has it checked, says how it went in one line and an exit status.

use clap::{CommandFactory, Parser};
use clap_complete::Shell;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use proof_checker::claim::Claim;
use proof_checker::{Options, Progress, Verified, check_with, normal_claim};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::Duration;

const REFUSED: u8 = 1;
const UNREADABLE: u8 = 2;

/// Checks a certificate: a file that claims that a player wins a game, and says how.
///
/// Plays the winner's moves against every reply, by rules of its own. Prints one line that begins with `verified:`, or
/// says on standard error why it refuses.
#[derive(Parser)]
#[command(
    name = "fourscore-proof",
    version,
    after_help = "Example: fourscore-proof --claim \"qubic - 64 p1\" data/qubic/rich.proof\n\nExit status: 0 verified, 1 refused, 2 wrong usage or unreadable file."
)]
struct Arguments {
    /// Refuse a certificate of anything else: game, rules or `-`, start or `-` for the game's own, winner.
    #[arg(long, value_name = "\"GAME RULES START WINNER\"", value_parser = parse_claim)]
    claim: Option<Claim>,
    /// Play every reply at every turn of the opponent outside wins by continuous threats. Otherwise, where the winner of Go-Moku threatens a win, only the
    /// replies that could disturb it are played, which takes far less time.
    #[arg(long)]
    every_reply: bool,
    /// Refuse a proof with games of more plies from its start, and take no win by continuous threats that makes them longer
    #[arg(long, value_name = "PLIES")]
    longest: Option<u32>,
    /// Threads that check a certificate of Go-Moku [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Writes the man page or a shell's completions to standard output
    #[arg(long, value_name = "WHAT", exclusive = true, value_parser = GENERATED)]
    generate: Option<String>,
    /// The certificate
    #[arg(required_unless_present = "generate")]
    file: Option<PathBuf>,
}

/// As the other programs write them; the checker shares no code with those.
const GENERATED: [&str; 5] = ["man", "complete-bash", "complete-zsh", "complete-fish", "complete-powershell"];

fn generated(kind: &str) -> io::Result<Vec<u8>> {
    let (mut text, mut command) = (Vec::new(), Arguments::command());
    match kind.strip_prefix("complete-").and_then(|shell| shell.parse::<Shell>().ok()) {
        Some(shell) => clap_complete::generate(shell, &mut command, "fourscore-proof", &mut text),
        None => clap_mangen::Man::new(command).render(&mut text)?,
    }
    Ok(text)
}

fn parse_claim(text: &str) -> Result<Claim, String> {
    normal_claim(&text.parse()?)
}

fn main() -> ExitCode {
    let Arguments { claim, every_reply, longest, threads, generate, file } = Arguments::parse();
    let Some(file) = file else {
        return match generated(&generate.unwrap_or_default()).and_then(|text| io::stdout().write_all(&text)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => failed(UNREADABLE, &format!("standard output: {error}")),
        };
    };
    let bytes = match read(&file) {
        Ok(bytes) => bytes,
        Err(error) => return failed(UNREADABLE, &format!("{}: {error}", file.display())),
    };
    let bar = progress_bar();
    let threads = threads.or_else(|| available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let options = Options { every_reply, threads, longest };
    let checked = check_with(&bytes, claim.as_ref(), options, &mut |progress| show(&bar, progress));
    bar.finish_and_clear();
    match checked {
        Ok(verified) => report(&file, &verified),
        Err(refusal) => failed(REFUSED, &format!("{}: refused: {refusal}", file.display())),
    }
}

/// The bytes of a regular file: a pipe would be waited for, and a device may have no end.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    match std::fs::metadata(file)?.is_file() {
        true => std::fs::read(file),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")),
    }
}

fn report(file: &Path, verified: &Verified) -> ExitCode {
    if let Some(first) = verified.unused.first() {
        let unused = verified.unused.len();
        say(&format!(
            "{}: note: no game reaches {unused} of the entries, the first of them entry {first}",
            file.display()
        ));
    }
    match writeln!(io::stdout(), "{verified}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(UNREADABLE, &format!("standard output: {error}")),
    }
}

fn failed(code: u8, message: &str) -> ExitCode {
    say(message);
    ExitCode::from(code)
}

/// To standard error; where that is closed, nobody is left to be told.
fn say(message: &str) {
    let _ = writeln!(io::stderr(), "fourscore-proof: {message}");
}

/// Shown on standard error if that is a terminal.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{elapsed} {wide_bar} {pos}/{len} entries reached, {msg}");
    let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())).with_message("reading");
    // Shown at once, and the time goes on where a position takes long.
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

fn show(bar: &ProgressBar, progress: Progress) {
    bar.set_length(progress.entries as u64);
    bar.set_position(progress.choices as u64);
    bar.set_message(format!("{} positions, {} replies", progress.positions, progress.replies));
}
