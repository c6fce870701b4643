//! What was typed, before anything is made of it: one struct is the shape of the TOML file and the flags of the command
//! line, so that a setting means the same wherever it is written and the two cannot drift apart.

use super::adjudication::RawAdjudication;
use super::tune::RawTune;
use super::{Protocol, Restart};
use crate::openings::{Format, Symmetries};
use crate::schedule::Tournament;
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use toml::{Table, Value};

/// The settings of a match as typed; whatever was not typed is `None`.
#[derive(Clone, Debug, Default, Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct RawMatch {
    /// The game [default: qubic]
    #[arg(long)]
    pub game: Option<String>,
    /// Who judges: auto, rules (linked in), engines (asked with 'query'), or a program's command line [default: auto]
    #[arg(long, value_name = "WHO", value_parser = command_from_here)]
    pub referee: Option<String>,
    /// Who plays whom: match, round-robin, gauntlet, openings-test [default: round-robin]
    #[arg(long, value_name = "KIND", hide_possible_values = true)]
    pub tournament: Option<Tournament>,
    /// Openings per encounter, each played with both colours [default: 10; openings-test: 1]
    #[arg(long, value_name = "N")]
    pub pairs: Option<u64>,
    /// Games at a time [default: 1]
    #[arg(long, short, value_name = "N")]
    pub concurrency: Option<u64>,
    /// Seed of everything random [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// A file of openings [default: the starting position]
    #[arg(long, value_name = "FILE", value_parser = from_here)]
    pub openings: Option<String>,
    /// Format of the openings: lines, epd, pgn, jsonl, offset [default: auto, by the file's extension]
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    pub opening_format: Option<Format>,
    /// Order of the openings: sequential, random (by the seed) [default: sequential]
    #[arg(long, value_name = "ORDER", hide_possible_values = true)]
    pub opening_order: Option<Order>,
    /// Plies used of each opening [default: all]; needed for pgn and jsonl
    #[arg(long, value_name = "N")]
    pub opening_plies: Option<u64>,
    /// The opening of that order to begin with [default: 1]
    #[arg(long, value_name = "N")]
    pub opening_start: Option<u64>,
    /// Images of openings under the symmetries of the board: none, random, all [default: none]
    #[arg(long, value_name = "WHICH", hide_possible_values = true)]
    pub symmetries: Option<Symmetries>,
    /// Random moves per opening, instead of a file of openings
    #[arg(long, value_name = "PLIES")]
    pub random_openings: Option<u64>,
    /// Number of random openings [default: as many as are used, at most 10000]
    #[arg(long, value_name = "N")]
    pub random_count: Option<u64>,
    /// How far from 0 the score of a balanced opening may be, in hundredths [default: 50]
    #[arg(long, value_name = "CP")]
    pub balance_window: Option<u64>,
    /// Whether 'info string resigns' loses the game: engine (it does), never [default: never]
    #[arg(long, value_name = "WHEN", hide_possible_values = true)]
    pub resign: Option<Resign>,
    /// A game of this many plies is drawn [default: no limit]
    #[arg(long, value_name = "N")]
    pub max_plies: Option<u64>,
    /// Where games are written; empty for nowhere [default: nowhere]
    #[arg(long, value_name = "PATH", value_parser = from_here)]
    pub results: Option<String>,
    /// Continue an earlier run of this match at --results, if there is one
    #[arg(long, num_args = 0, default_missing_value = "true")]
    pub resume: Option<bool>,
    /// Play part I of N only (see SEVERAL MACHINES)
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// A report with plots for a browser, made from the results: one file [default: none]
    #[arg(long, value_name = "FILE", value_parser = from_here)]
    pub report: Option<String>,
    /// Processors for engines: none, auto, 0-3,8 (shared out) [default: none]
    #[arg(long, value_name = "CPUS")]
    pub affinity: Option<String>,
    /// Time for an engine to start [default: 10]
    #[arg(long, value_name = "SEC")]
    pub start_timeout: Option<f64>,
    /// Time to answer 'isready' and 'query', and to stop when out of time [default: 5]
    #[arg(long, value_name = "SEC")]
    pub reply_timeout: Option<f64>,
    /// Time for a move under nodes or depth [default: 60]
    #[arg(long, value_name = "SEC")]
    pub move_timeout: Option<f64>,
    /// Time to end after 'quit', before it is killed [default: 2]
    #[arg(long, value_name = "SEC")]
    pub quit_timeout: Option<f64>,
    #[command(flatten)]
    pub sprt: Option<RawSprt>,
    #[command(flatten)]
    pub adjudicate: RawAdjudication,
    /// An engine that has to call openings balanced.
    #[arg(skip)]
    pub balance: Option<RawEngine>,
    /// What `fourscore-match tune` does; a match does not look at it.
    #[arg(skip)]
    pub tune: Option<RawTune>,
    /// What holds for every engine that does not say otherwise.
    #[arg(skip)]
    pub each: RawEngine,
    #[arg(skip)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engine: Vec<RawEngine>,
}

/// The order in which openings are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    Sequential,
    Random,
}

/// When an engine has resigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Resign {
    Never,
    /// When it says so.
    Engine,
}

/// A sequential probability ratio test as typed.
#[derive(Clone, Copy, Debug, Default, Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct RawSprt {
    /// SPRT: Elo of H0 [default with any of these: 0]
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub elo0: Option<f64>,
    /// SPRT: Elo of H1 [default with any of these: 5]
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub elo1: Option<f64>,
    /// SPRT: probability of wrongly accepting H1 [default with any of these: 0.05]
    #[arg(long, value_name = "P")]
    pub alpha: Option<f64>,
    /// SPRT: probability of wrongly accepting H0 [default with any of these: 0.05]
    #[arg(long, value_name = "P")]
    pub beta: Option<f64>,
    /// SPRT: what Elo means: logistic, normalized [default with any of these: logistic]
    #[arg(long, value_name = "MODEL", hide_possible_values = true)]
    pub model: Option<SprtModel>,
}

/// What the Elo of an SPRT means.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum SprtModel {
    /// Logistic Elo: of the expected score.
    #[default]
    Logistic,
    /// Normalised Elo: of the expected score in units of its standard deviation per game.
    Normalized,
}

/// An engine as typed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct RawEngine {
    /// The name in tables and records.
    pub name: Option<String>,
    pub command: Option<String>,
    /// Further arguments, taken as they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The working directory.
    pub dir: Option<String>,
    pub protocol: Option<Protocol>,
    /// A clock.
    pub tc: Option<String>,
    /// Seconds per move.
    pub movetime: Option<f64>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Plies per move.
    pub depth: Option<u64>,
    /// Seconds that a clock may be overstepped.
    pub margin: Option<f64>,
    /// Whether it is told how games end.
    pub gameover: Option<bool>,
    pub restart: Option<Restart>,
    /// Whether it thinks on the opponent's time.
    pub ponder: Option<bool>,
    /// A file for what it writes to standard error.
    pub stderr: Option<String>,
    /// Further variables of its environment.
    pub env: BTreeMap<String, String>,
    /// Options, set in this order.
    pub options: Table,
    /// The folder where the path of its command starts, if it is not that of all settings.
    #[serde(skip)]
    pub base: Option<std::path::PathBuf>,
    /// The options that it has from what holds for every engine.
    #[serde(skip)]
    pub inherited: BTreeSet<String>,
}

/// The keys of `--engine KEY=VALUE`, for messages.
const ENGINE_KEYS: &str = "name, command, dir, protocol, tc, movetime, nodes, depth, margin, gameover, ponder, \
                           restart, stderr, env.NAME, option.NAME";

/// Keys of other runners, and ours.
const FOREIGN_KEYS: [(&str, &str); 6] = [
    ("st", "movetime=SEC"),
    ("plies", "depth=N"),
    ("timemargin", "margin=SEC (0.05 for 50 ms)"),
    ("tolerance", "margin=SEC"),
    ("maxmemory", "option.max_memory=N"),
    ("thread", "option.thread_num=N"),
];

/// A path typed as a flag, made independent of the folder that other paths start at.
#[expect(clippy::unnecessary_wraps, reason = "clap reads values so")]
pub(crate) fn from_here(path: &str) -> Result<String, std::convert::Infallible> {
    let absolute = std::path::absolute(path).ok().filter(|_| !path.is_empty());
    Ok(absolute.map_or_else(|| path.to_owned(), |path| path.to_string_lossy().into_owned()))
}

/// A command line typed as a flag: the program's path likewise, but not a name that is looked up.
fn command_from_here(line: &str) -> Result<String, std::convert::Infallible> {
    let (program, rest) = line.split_once(' ').unwrap_or((line, ""));
    let path = if program.contains('/') { from_here(program)? } else { program.to_owned() };
    Ok(if rest.is_empty() { path } else { format!("{path} {rest}") })
}

/// Lays a table over another one; tables within are laid over each other, everything else is replaced.
fn lay(upper: Table, lower: &mut Table) {
    for (key, value) in upper {
        match (lower.get_mut(&key), value) {
            (Some(Value::Table(lower)), Value::Table(upper)) => lay(upper, lower),
            (_, value) => drop(lower.insert(key, value)),
        }
    }
}

impl RawMatch {
    /// These settings with whatever they leave open taken from `below`; nothing is known of engines' folders behind it.
    pub(crate) fn over(&self, below: &Self) -> Result<Self, toml::ser::Error> {
        let mut sum = Table::try_from(below)?;
        lay(Table::try_from(self)?, &mut sum);
        sum.try_into().map_err(serde::ser::Error::custom)
    }
}

/// A key as it counts for duplicates: one spelling for all that mean the same.
fn canonical(key: &str) -> String {
    match key {
        "cmd" => "command".to_owned(),
        "proto" => "protocol".to_owned(),
        _ if key.starts_with("option.") => key.to_ascii_lowercase(),
        _ => key.to_owned(),
    }
}

/// The key and the value of `KEY=VALUE`; a word without `=` is the command.
fn split(pair: &str) -> (&str, &str) {
    pair.split_once('=').unwrap_or(("command", pair))
}

impl RawEngine {
    /// Reads the `KEY=VALUE` pairs of an engine on the command line.
    ///
    /// # Errors
    /// A sentence that names the key and what is allowed; also if a key is given twice.
    pub fn from_pairs<'a>(pairs: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let mut engine = Self::default();
        let mut seen = BTreeMap::new();
        for pair in pairs {
            engine.set(pair)?;
            let (key, value) = split(pair);
            if let Some(first) = seen.insert(canonical(key), value) {
                let hint = if pair.contains('=') { "" } else { "; a word without '=' is the command" };
                return Err(format!("{} is given twice: '{first}' and '{value}'{hint}", canonical(key)));
            }
        }
        Ok(engine)
    }

    /// Reads one `KEY=VALUE` of the command line into this engine.
    fn set(&mut self, pair: &str) -> Result<(), String> {
        let (key, value) = split(pair);
        let text = Some(value.to_owned());
        match key {
            "name" => self.name = text,
            "command" | "cmd" => self.command = text,
            "dir" => self.dir = text,
            "protocol" | "proto" => self.protocol = Some(one_of("protocol", value)?),
            "tc" => self.tc = text,
            "stderr" => self.stderr = text,
            "restart" => self.restart = Some(one_of(key, value)?),
            "movetime" => self.movetime = Some(parsed(key, value, "a number of seconds")?),
            "nodes" => self.nodes = Some(parsed(key, value, "a whole number")?),
            "depth" => self.depth = Some(parsed(key, value, "a whole number")?),
            "margin" => self.margin = Some(parsed(key, value, "a number of seconds")?),
            "gameover" => self.gameover = Some(parsed(key, value, "true or false")?),
            "ponder" => self.ponder = Some(parsed(key, value, "true or false")?),
            _ => match key.split_once('.') {
                Some(("env", name)) => drop(self.env.insert(name.to_owned(), value.to_owned())),
                Some(("option", name)) => {
                    self.options.insert(name.to_owned(), Value::String(value.to_owned()));
                }
                _ => {
                    let ours = FOREIGN_KEYS.iter().find(|(theirs, _)| *theirs == key);
                    let hint =
                        ours.map_or_else(String::new, |(_, ours)| format!("it is written {ours} here; "));
                    return Err(format!(
                        "unknown key '{key}' in '{pair}': {hint}an engine has {ENGINE_KEYS}"
                    ));
                }
            },
        }
        Ok(())
    }

    /// This engine with whatever it leaves open taken from `each`. A limit of its own replaces any limit of `each`.
    pub fn over(mut self, each: &Self) -> Self {
        if self.tc.is_none() && self.movetime.is_none() && self.nodes.is_none() && self.depth.is_none() {
            self.tc.clone_from(&each.tc);
            (self.movetime, self.nodes, self.depth) = (each.movetime, each.nodes, each.depth);
        }
        let mut env = each.env.clone();
        env.append(&mut self.env);
        let of_each = each.options.keys().filter(|name| !self.options.contains_key(*name));
        let inherited = of_each.cloned().collect();
        let mut options = each.options.clone();
        options.extend(self.options);
        Self {
            name: self.name,
            command: self.command.or_else(|| each.command.clone()),
            args: if self.args.is_empty() { each.args.clone() } else { self.args },
            dir: self.dir.or_else(|| each.dir.clone()),
            protocol: self.protocol.or(each.protocol),
            margin: self.margin.or(each.margin),
            gameover: self.gameover.or(each.gameover),
            restart: self.restart.or(each.restart),
            ponder: self.ponder.or(each.ponder),
            stderr: self.stderr.or_else(|| each.stderr.clone()),
            env,
            options,
            inherited,
            ..self
        }
    }
}

/// The value of a key, or a sentence that says what it should be.
fn parsed<T: std::str::FromStr>(key: &str, value: &str, allowed: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{key} = '{value}': {key} is {allowed}"))
}

/// The same for a word out of a few.
fn one_of<T: ValueEnum>(key: &str, value: &str) -> Result<T, String> {
    T::from_str(value, false).map_err(|_| format!("{key} = '{value}': {key} is one of {}", names::<T>()))
}

/// All words that a setting can be, for messages.
pub(crate) fn names<T: ValueEnum>() -> String {
    let names = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    names.map(|value| value.get_name().to_owned()).collect::<Vec<_>>().join(", ")
}
