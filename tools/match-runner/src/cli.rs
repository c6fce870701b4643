//! The command line: the same settings as in a TOML file, written as flags, laid over those of the file.

mod help;

use crate::self_check::SelfCheck;
use crate::settings::raw::from_here;
use crate::settings::tune::{RawTune, Tune};
use crate::settings::{RawEngine, RawMatch, Settings, Tournament};
use anyhow::{Context, Result, anyhow, bail};
use clap::{ArgAction, ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::path::{Path, PathBuf};

/// The file that is read when nothing else is said.
const DEFAULT_FILE: &str = "match.toml";

/// Plays a match between engines that speak UGI, UCI, Gomocup's protocol or Hub, and prints the result.
#[derive(Debug, Parser)]
#[command(name = "fourscore-match", version, after_help = help::TEXT, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    role: Option<Role>,
    #[command(flatten)]
    flags: Flags,
}

/// What this program does instead of playing a match.
#[derive(Debug, Subcommand)]
pub(crate) enum Role {
    /// Serves as the engine `fourscore`.
    #[command(hide = true)]
    Engine {
        #[arg(long, default_value = "ugi")]
        protocol: String,
    },
    /// Joins the parts of a match played with --shard into the result of one machine
    #[command(
        after_help = "Example: fourscore-match merge --results results/match results/match.*-of-8.state"
    )]
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
    #[command(after_help = "Example: fourscore-match report results/match.jsonl --out match.html")]
    Report {
        /// Records: a file of one JSON object per game
        #[arg(value_name = "RECORDS.jsonl")]
        records: PathBuf,
        /// The page to write
        #[arg(long, value_name = "FILE.html")]
        out: PathBuf,
    },
    /// Measures what the runner itself costs here, beside a bare ping-pong of two processes
    #[command(after_help = "Example: fourscore-match self-check --load 2")]
    SelfCheck(SelfCheck),
    /// Tunes options of one engine by SPSA, and tests the tuned engine against the first one
    #[command(
        after_help = "Example: fourscore-match tune --engine fourscore nodes=5000 --random-openings 4 --results tuned \\\n             --param AlphaBeta.ForcedWins=300:0:2000:100 --iterations 500 -c 2"
    )]
    Tune(Box<TuneFlags>),
}

/// A match of one engine against itself, and what is tuned in it.
#[derive(Debug, Args)]
pub(crate) struct TuneFlags {
    #[command(flatten)]
    tune: RawTune,
    #[command(flatten)]
    flags: Flags,
}

#[derive(Debug, Args)]
struct Flags {
    /// A match as TOML
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// An engine
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., action = ArgAction::Append)]
    engine: Vec<String>,
    /// Settings of every engine, unless it has its own
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., action = ArgAction::Append)]
    each: Vec<String>,
    /// An engine with a limit in nodes or depth: only openings that it scores as balanced are played
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., action = ArgAction::Append)]
    balance: Vec<String>,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    settings: RawMatch,
}

/// How a match is shown, and what its exit status tells.
#[derive(Clone, Copy, Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags, each by itself")]
pub(crate) struct How {
    /// Print the schedule, and play nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Exit with status 3 if an engine misbehaved
    #[arg(long)]
    pub strict: bool,
    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
    /// Write events as lines of JSON to standard output, in place of the table
    #[arg(long)]
    pub json: bool,
    /// Exit with status 10 if H1 is accepted, 11 if H0, 12 if the SPRT is undecided
    #[arg(long)]
    pub sprt_status: bool,
}

/// What the command line asks for.
#[derive(Debug)]
pub(crate) enum Request {
    Role(Role),
    Play(Box<Settings>, How),
    Tune(Box<Settings>, Tune, How),
}

/// Reads the command line, and the file that it names. Wrong flags, and the help, are a [`clap::Error`].
pub(crate) fn parse(arguments: impl IntoIterator<Item = std::ffi::OsString>) -> Result<Request> {
    let arguments: Vec<_> = arguments.into_iter().collect();
    let matches = manual::read(command(), arguments.clone()).map_err(|error| {
        let foreign = arguments.iter().find_map(|word| foreign(word.to_str()?));
        match foreign.filter(|_| error.use_stderr()) {
            Some(hint) => anyhow!(hint),
            None => error.into(),
        }
    })?;
    let Cli { role, flags } = Cli::from_arg_matches(&matches)?;
    match role {
        Some(Role::Tune(typed)) => {
            let TuneFlags { tune, flags } = *typed;
            let (raw, base) = flags.settings(matches.subcommand_matches("tune").unwrap_or(&matches), 1)?;
            let tune = tune.checked(raw.tune.as_ref())?;
            if flags.how.dry_run || flags.how.json || flags.how.strict || raw.report.is_some() {
                bail!("tune: dry-run, json, strict and report are for matches");
            }
            Ok(Request::Tune(Box::new(against_itself(raw, &base, &tune)?), tune, flags.how))
        }
        Some(role) => Ok(Request::Role(role)),
        None => {
            let (raw, base) = flags.settings(&matches, 2)?;
            Ok(Request::Play(Box::new(Settings::from_raw(&raw, &base)?), flags.how))
        }
    }
}

/// Flags of a match that tuning refuses.
const NOT_OF_TUNE: [&str; 6] = ["dry_run", "json", "strict", "report", "shard", "tournament"];

fn command() -> clap::Command {
    let hidden = |tune: clap::Command, id| tune.mut_arg(id, |flag| flag.hide(true));
    Cli::command().mut_subcommand("tune", |tune| NOT_OF_TUNE.into_iter().fold(tune, hidden))
}

/// Flags of other runners, and ours.
const FOREIGN: [(&str, &str); 14] = [
    ("rounds", "--pairs N"),
    ("games", "--pairs N, each with both colours"),
    ("repeat", "--pairs N, each with both colours"),
    ("sprt", "--elo0 E --elo1 E"),
    ("draw", "--draw-score CP"),
    ("resign", "--resign-score CP"),
    ("openings", "--openings FILE"),
    ("srand", "--seed N"),
    ("pgnout", "--results PATH"),
    ("maxmoves", "--max-plies N"),
    ("config", "--results PATH --resume"),
    ("recover", "not needed"),
    ("log", "RUST_LOG=match_runner=trace"),
    ("use-affinity", "--affinity auto"),
];

/// What a flag is called here that is written as other runners have it, with one dash or by a name of theirs.
fn foreign(word: &str) -> Option<String> {
    let name = word.strip_prefix('-')?;
    let is_long = |name: &str| Cli::command().get_arguments().any(|flag| flag.get_long() == Some(name));
    let one_dash = name.len() > 2 && name.starts_with(|c: char| c.is_ascii_lowercase());
    let plain = name.trim_start_matches('-');
    let other = FOREIGN.iter().find(|(theirs, _)| *theirs == plain && (one_dash || !is_long(plain)));
    let ours = match other {
        Some((_, ours)) => (*ours).to_owned(),
        None if one_dash && is_long(plain) => format!("--{plain}"),
        None => return None,
    };
    Some(format!("'{word}' is written {ours} here; docs/guide/from-fastchess.md has all flags side by side"))
}

/// A match of the one engine of these settings against itself, with openings for a whole run of tuning.
fn against_itself(mut raw: RawMatch, base: &Path, tune: &Tune) -> Result<Settings> {
    let [engine] = &raw.engine[..] else {
        let count = raw.engine.len();
        bail!("tune: it takes one engine, and there are {count}");
    };
    if !matches!(raw.tournament, None | Some(Tournament::Match)) || raw.shard.is_some() {
        bail!("tune: it plays matches of its own, without tournament and shard");
    }
    raw.engine = vec![engine.clone(), RawEngine { name: None, ..engine.clone() }];
    raw.tournament = Some(Tournament::Match);
    let pairs = raw.pairs.unwrap_or(10);
    raw.pairs = Some(pairs.saturating_mul(tune.iterations as u64).saturating_add(tune.test_pairs as u64));
    let all = Settings::from_raw(&raw, base)?;
    Ok(Settings { pairs: usize::try_from(pairs).unwrap_or(usize::MAX), ..all })
}

fn read_engine<'a>(flag: &str, pairs: impl Iterator<Item = &'a String>) -> Result<RawEngine> {
    let mut engine =
        RawEngine::from_pairs(pairs.map(String::as_str)).map_err(|error| anyhow!("{flag}: {error}"))?;
    engine.base = std::env::current_dir().ok();
    for path in [&mut engine.dir, &mut engine.stderr] {
        *path = path.as_deref().and_then(|path| from_here(path).ok());
    }
    Ok(engine)
}

impl Flags {
    /// The settings of the file with those of the flags over them, and the folder where paths start. A file is looked for
    /// unless flags name an engine.
    fn settings(&self, matches: &ArgMatches, engines: usize) -> Result<(RawMatch, PathBuf)> {
        // Which values belong to which --engine is known to the matches only.
        let typed = matches
            .get_occurrences::<String>("engine")
            .map(|all| all.map(|pairs| read_engine("--engine", pairs)).collect());
        let typed: Vec<RawEngine> = typed.transpose()?.unwrap_or_default();
        let (file, base) = self.file(typed.is_empty(), engines)?;
        // A flag's paths start where the command was typed, whatever the file's folder is.
        let base = std::path::absolute(&base).unwrap_or(base);
        let mut raw = self.settings.over(&file).context("a number is too large")?;
        if !self.each.is_empty() {
            raw.each = read_engine("--each", self.each.iter())?.over(&raw.each);
        }
        if !self.balance.is_empty() {
            raw.balance = Some(read_engine("--balance", self.balance.iter())?);
        }
        if !typed.is_empty() {
            raw.engine = typed;
        }
        Ok((raw, base))
    }

    /// The file's settings, and the folder where their paths start.
    fn file(&self, needed: bool, engines: usize) -> Result<(RawMatch, PathBuf)> {
        let (path, hint) = match &self.file {
            Some(path) => (path.as_path(), ""),
            None if needed => (
                Path::new(DEFAULT_FILE),
                if engines == 1 {
                    "; name a file with a match, or give the engine with --engine (see --help)"
                } else {
                    "; name a file with a match, or give two engines with --engine (see --help)"
                },
            ),
            None => return Ok((RawMatch::default(), PathBuf::new())),
        };
        let shown = path.display();
        let text = files::read_text(path).map_err(|error| anyhow!("cannot read {shown}: {error}{hint}"))?;
        let raw = RawMatch::from_toml(&text).with_context(|| shown.to_string())?;
        Ok((raw, path.parent().unwrap_or_else(|| Path::new("")).to_owned()))
    }
}
