//! The command line: the same settings as in a TOML file, written as flags, laid over those of the file.

mod further;
mod help;
mod opening_flags;

use crate::self_check::SelfCheck;
use crate::settings::{RawAdjudication, RawEngine, RawMatch, RawSprt, Settings, SettingsError, SprtModel};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::path::{Path, PathBuf};

/// The file that is read when nothing else is said.
const DEFAULT_FILE: &str = "match.toml";

/// Plays a match between engines that speak UGI, UCI, Gomocup's protocol or Hub, and prints the result.
#[derive(Debug, Parser)]
#[command(name = "match-runner", version, after_help = help::TEXT, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    role: Option<Role>,
    #[command(flatten)]
    flags: Flags,
}

/// What this program does instead of playing a match.
#[derive(Debug, Subcommand)]
enum Role {
    /// Serves as the engine `fourscore`.
    #[command(hide = true)]
    Engine {
        #[arg(long, default_value = "ugi")]
        protocol: String,
    },
    /// Joins the parts of a match that was played with --shard into the result that one machine would have given
    Merge {
        /// The parts: their results without or with any of the extensions, such as results/match.*-of-8.jsonl
        #[arg(value_name = "PART", required = true)]
        parts: Vec<PathBuf>,
        /// Where the whole is written, as by a match
        #[arg(long, value_name = "PATH")]
        results: PathBuf,
    },
    /// Answers moves at once: the other end of `self-check`.
    #[command(hide = true)]
    Echo,
    /// Makes a report for a browser, one file with tables and plots, from the records of games
    Report {
        /// Records: a file of one JSON object per game
        #[arg(value_name = "RECORDS.jsonl")]
        records: PathBuf,
        /// The page to write
        #[arg(long, value_name = "FILE.html")]
        out: PathBuf,
    },
    /// Measures what the runner itself costs here, beside a bare ping-pong of two processes
    SelfCheck {
        /// Moves, and round trips, to measure
        #[arg(long, value_name = "N", default_value_t = 20_000)]
        moves: u32,
        /// Busy threads for each processor, to measure on a machine that is overloaded
        #[arg(long, value_name = "N", default_value_t = 0)]
        load: u32,
    },
}

#[derive(Debug, Args)]
struct Flags {
    /// A match as TOML
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// An engine
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., action = clap::ArgAction::Append)]
    engine: Vec<String>,
    /// Settings of every engine that has none of its own
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., action = clap::ArgAction::Append)]
    each: Vec<String>,
    /// The game [default: qubic]
    #[arg(long)]
    game: Option<String>,
    /// Who judges: auto, rules (linked in, for known games), engines (asked with 'query') [default: auto]
    #[arg(long, value_name = "WHO")]
    referee: Option<String>,
    /// Who plays whom: match, round-robin, gauntlet, knockout, openings-test [default: round-robin]
    #[arg(long, value_name = "KIND")]
    tournament: Option<String>,
    /// Openings per encounter, each played with both colours [default: 10; openings-test: 1]
    #[arg(long, value_name = "N")]
    pairs: Option<u64>,
    /// Games at a time [default: 1]
    #[arg(long, short, value_name = "N")]
    concurrency: Option<u64>,
    /// Seed of everything random [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    openings: opening_flags::OpeningFlags,
    /// Whether 'info string resigns' loses the game: engine (it does), never [default: never]
    #[arg(long, value_name = "WHEN")]
    resign: Option<String>,
    /// A game of this many plies is drawn [default: no limit]
    #[arg(long, value_name = "N")]
    max_plies: Option<u64>,
    /// Where games are written; empty for nowhere [default: nowhere]
    #[arg(long, value_name = "PATH")]
    results: Option<String>,
    /// A report with plots for a browser, made from the results: one file [default: none]
    #[arg(long, value_name = "FILE")]
    report: Option<String>,
    /// Processors for engines: none, auto, 0-3,8 (shared out), or a list for each game at a time [default: none]
    #[arg(long, value_name = "CPUS")]
    affinity: Option<String>,
    /// Time for an engine to start [default: 10]
    #[arg(long, value_name = "SEC")]
    start_timeout: Option<f64>,
    /// Time to answer 'isready' and 'query', and to stop when out of time [default: 5]
    #[arg(long, value_name = "SEC")]
    reply_timeout: Option<f64>,
    /// Time for a move under nodes or depth [default: 60]
    #[arg(long, value_name = "SEC")]
    move_timeout: Option<f64>,
    /// Time to end after 'quit', before it is killed [default: 2]
    #[arg(long, value_name = "SEC")]
    quit_timeout: Option<f64>,
    /// SPRT: Elo of H0 [default with any of these: 0]
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo0: Option<f64>,
    /// SPRT: Elo of H1 [default with any of these: 5]
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo1: Option<f64>,
    /// SPRT: probability of wrongly accepting H1 [default with any of these: 0.05]
    #[arg(long, value_name = "P")]
    alpha: Option<f64>,
    /// SPRT: probability of wrongly accepting H0 [default with any of these: 0.05]
    #[arg(long, value_name = "P")]
    beta: Option<f64>,
    /// SPRT: what Elo means: logistic, normalized [default with any of these: logistic]
    #[arg(long, value_name = "MODEL", value_parser = model)]
    model: Option<SprtModel>,
    #[command(flatten)]
    format: further::FormatFlags,
    /// Exit with status 3 if an engine misbehaved
    #[arg(long)]
    strict: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    /// Write events as lines of JSON to standard output, in place of the table
    #[arg(long)]
    json: bool,
    /// Exit with status 10 if H1 is accepted, 11 if H0, 12 if the SPRT is undecided
    #[arg(long)]
    sprt_status: bool,
    #[command(flatten)]
    adjudicate: RawAdjudication,
}

fn model(text: &str) -> Result<SprtModel, String> {
    match text {
        "logistic" => Ok(SprtModel::Logistic),
        "normalized" => Ok(SprtModel::Normalized),
        _ => Err("model is one of logistic, normalized".to_owned()),
    }
}

/// How a match is shown, and what its exit status tells.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "flags, each by itself")]
pub struct How {
    /// Whether misbehaviour changes the exit status.
    pub strict: bool,
    /// Whether to show no progress.
    pub quiet: bool,
    /// Whether to write events in place of the table.
    pub json: bool,
    /// Whether the exit status tells how the SPRT ended.
    pub sprt_status: bool,
}

/// What the command line asks for.
#[derive(Debug)]
pub enum Request {
    /// Serve as the engine, in this protocol.
    Serve(String),
    /// Serve as the other end of a measurement.
    Echo,
    /// Make a page of these records.
    Report {
        /// The records.
        records: PathBuf,
        /// The page.
        out: PathBuf,
    },
    /// Measure the runner itself.
    SelfCheck(SelfCheck),
    /// Play this match.
    Play {
        /// The match.
        settings: Box<Settings>,
        how: How,
    },
    /// Join these parts of a match.
    Merge {
        /// Where their results are.
        parts: Vec<PathBuf>,
        /// Where those of the whole go.
        results: PathBuf,
    },
    /// Print the schedule of this match.
    DryRun(Box<Settings>),
}

/// Why there is no request.
#[derive(Debug)]
pub enum UsageError {
    /// Wrong flags; or the help, which is no error.
    Flags(clap::Error),
    /// Settings that cannot be meant.
    Settings(SettingsError),
}

impl From<clap::Error> for UsageError {
    fn from(error: clap::Error) -> Self {
        Self::Flags(error)
    }
}

impl From<SettingsError> for UsageError {
    fn from(error: SettingsError) -> Self {
        Self::Settings(error)
    }
}

/// Reads the command line, and the file that it names.
///
/// # Errors
/// What is wrong, or a request for help.
pub fn parse(arguments: impl IntoIterator<Item = std::ffi::OsString>) -> Result<Request, UsageError> {
    let matches = Cli::command().try_get_matches_from(arguments)?;
    let cli = Cli::from_arg_matches(&matches)?;
    match cli.role {
        None => {}
        Some(Role::Engine { protocol }) => return Ok(Request::Serve(protocol)),
        Some(Role::Merge { parts, results }) => return Ok(Request::Merge { parts, results }),
        Some(Role::Echo) => return Ok(Request::Echo),
        Some(Role::Report { records, out }) => return Ok(Request::Report { records, out }),
        Some(Role::SelfCheck { moves, load }) => return Ok(Request::SelfCheck(SelfCheck { moves, load })),
    }
    // Which values belong to which --engine is known to the matches only.
    let engines = matches
        .get_occurrences::<String>("engine")
        .map(|all| all.map(|pairs| read_engine("--engine", pairs)).collect());
    let engines: Vec<RawEngine> = engines.transpose()?.unwrap_or_default();
    let (mut raw, base) = cli.flags.file(engines.is_empty())?;
    // A flag's paths start where the command was typed, whatever the file's folder is.
    let base = std::path::absolute(&base).unwrap_or(base);
    cli.flags.over(&mut raw)?;
    if !engines.is_empty() {
        raw.engine = engines;
    }
    let settings = Box::new(Settings::from_raw(&raw, &base)?);
    if cli.flags.format.dry_run {
        return Ok(Request::DryRun(settings));
    }
    let Flags { strict, quiet, json, sprt_status, .. } = cli.flags;
    Ok(Request::Play { settings, how: How { strict, quiet, json, sprt_status } })
}

/// A path typed as a flag, made independent of the folder that other paths start at.
fn from_here(path: &str) -> String {
    if path.is_empty() {
        return String::new();
    }
    std::path::absolute(path).map_or_else(|_| path.to_owned(), |path| path.to_string_lossy().into_owned())
}

fn read_engine<'a>(flag: &str, pairs: impl Iterator<Item = &'a String>) -> Result<RawEngine, SettingsError> {
    let mut engine = RawEngine::from_pairs(pairs.map(String::as_str))
        .map_err(|error| SettingsError(format!("{flag}: {error}")))?;
    engine.base = std::env::current_dir().ok();
    engine.dir = engine.dir.as_deref().map(from_here);
    engine.stderr = engine.stderr.as_deref().map(from_here);
    Ok(engine)
}

impl Flags {
    /// The file's settings, and the folder where their paths start.
    fn file(&self, needed: bool) -> Result<(RawMatch, PathBuf), SettingsError> {
        let (path, hint) = match &self.file {
            Some(path) => (path.as_path(), ""),
            None if needed => (
                Path::new(DEFAULT_FILE),
                "; name a file with a match, or give two engines with --engine (see --help)",
            ),
            None => return Ok((RawMatch::default(), PathBuf::new())),
        };
        let shown = path.display();
        let text = files::read_text(path)
            .map_err(|error| SettingsError(format!("cannot read {shown}: {error}{hint}")))?;
        let raw = RawMatch::from_toml(&text).map_err(|error| SettingsError(format!("{shown}: {error}")))?;
        Ok((raw, path.parent().unwrap_or_else(|| Path::new("")).to_owned()))
    }

    /// Lays what was typed as flags over what the file says.
    fn over(&self, raw: &mut RawMatch) -> Result<(), SettingsError> {
        fn lay<T: Clone>(flag: Option<&T>, setting: &mut Option<T>) {
            if flag.is_some() {
                *setting = flag.cloned();
            }
        }
        lay(self.game.as_ref(), &mut raw.game);
        lay(self.referee.as_ref(), &mut raw.referee);
        lay(self.tournament.as_ref(), &mut raw.tournament);
        self.format.over(raw);
        lay(self.pairs.as_ref(), &mut raw.pairs);
        lay(self.concurrency.as_ref(), &mut raw.concurrency);
        lay(self.seed.as_ref(), &mut raw.seed);
        self.openings.over(raw)?;
        lay(self.resign.as_ref(), &mut raw.resign);
        lay(self.max_plies.as_ref(), &mut raw.max_plies);
        lay(self.results.as_deref().map(from_here).as_ref(), &mut raw.results);
        lay(self.report.as_deref().map(from_here).as_ref(), &mut raw.report);
        lay(self.affinity.as_ref(), &mut raw.affinity);
        raw.adjudicate = self.adjudicate.clone().over(std::mem::take(&mut raw.adjudicate));
        lay(self.start_timeout.as_ref(), &mut raw.start_timeout);
        lay(self.reply_timeout.as_ref(), &mut raw.reply_timeout);
        lay(self.move_timeout.as_ref(), &mut raw.move_timeout);
        lay(self.quit_timeout.as_ref(), &mut raw.quit_timeout);
        let mut sprt = raw.sprt.unwrap_or_default();
        lay(self.elo0.as_ref(), &mut sprt.elo0);
        lay(self.elo1.as_ref(), &mut sprt.elo1);
        lay(self.alpha.as_ref(), &mut sprt.alpha);
        lay(self.beta.as_ref(), &mut sprt.beta);
        lay(self.model.as_ref(), &mut sprt.model);
        let RawSprt { elo0, elo1, alpha, beta, model } = sprt;
        let numbers = [elo0, elo1, alpha, beta];
        if raw.sprt.is_some() || model.is_some() || numbers.iter().any(Option::is_some) {
            raw.sprt = Some(sprt);
        }
        if !self.each.is_empty() {
            let each = read_engine("--each", self.each.iter())?;
            raw.each = each.over(&raw.each);
        }
        Ok(())
    }
}
