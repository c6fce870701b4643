//! What was typed, before anything is made of it: the shape of the TOML file, which the command line fills too, so
//! that a setting means the same wherever it is written.

use super::adjudication::RawAdjudication;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The settings of a match as typed; whatever was not typed is `None`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct RawMatch {
    /// The name of the game.
    pub game: Option<String>,
    /// Who judges: `auto`, `rules`, `engines`.
    pub referee: Option<String>,
    /// `match`, `round-robin`, `gauntlet`, `knockout`, `openings-test`.
    pub tournament: Option<String>,
    /// Openings per encounter, each played with both colours; in an openings test: how often each is used.
    pub pairs: Option<u64>,
    /// How often a knockout prolongs an even encounter.
    pub tie_breaks: Option<u64>,
    /// Games at a time.
    pub concurrency: Option<u64>,
    /// The seed of everything random.
    pub seed: Option<u64>,
    /// A file of openings.
    pub openings: Option<String>,
    /// `sequential` or `random`.
    pub opening_order: Option<String>,
    /// `auto`, `lines`, `epd`, `pgn`, `jsonl`, `offset`.
    pub opening_format: Option<String>,
    /// Of each opening its first moves only.
    pub opening_plies: Option<u64>,
    /// The opening to begin with, from 1.
    pub opening_start: Option<u64>,
    /// `none`, `random`, `all`.
    pub symmetries: Option<String>,
    /// Openings of so many random moves in place of a file.
    pub random_openings: Option<u64>,
    pub random_count: Option<u64>,
    /// An engine that has to call openings balanced.
    pub balance: Option<RawEngine>,
    /// How far from 0 its score may be, in its hundredths.
    pub balance_window: Option<u64>,
    /// `never` or `engine`.
    pub resign: Option<String>,
    /// A game of more plies is drawn.
    pub max_plies: Option<u64>,
    /// Where games go, without the extension; empty: nowhere.
    pub results: Option<String>,
    /// Whether to go on with an earlier run at `results`.
    pub resume: Option<bool>,
    /// The part to play: `I/N`, or the scheduler that numbers the parts.
    pub shard: Option<String>,
    /// A file for the report that a browser shows; empty: none.
    pub report: Option<String>,
    /// Processors for engines: `none`, `auto`, lists.
    pub affinity: Option<String>,
    /// When games end before the rules end them.
    pub adjudicate: RawAdjudication,
    /// Seconds an engine has to start and to answer `ugi`.
    pub start_timeout: Option<f64>,
    /// Seconds an engine has to answer `isready` and `query`.
    pub reply_timeout: Option<f64>,
    /// Seconds for a move under a limit of nodes or depth.
    pub move_timeout: Option<f64>,
    /// Seconds an engine has to end after `quit`.
    pub quit_timeout: Option<f64>,
    /// A test that may end the match early.
    pub sprt: Option<RawSprt>,
    /// What holds for every engine that does not say otherwise.
    pub each: RawEngine,
    pub engine: Vec<RawEngine>,
}

/// A sequential probability ratio test as typed.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct RawSprt {
    pub elo0: Option<f64>,
    pub elo1: Option<f64>,
    /// Accepted probability of a wrong H1.
    pub alpha: Option<f64>,
    /// Accepted probability of a wrong H0.
    pub beta: Option<f64>,
    /// What the two numbers of Elo mean.
    pub model: Option<SprtModel>,
}

/// What the Elo of an SPRT means.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum SprtModel {
    /// Logistic Elo: of the expected score.
    #[default]
    Logistic,
    /// Normalised Elo: of the expected score in units of its standard deviation per game.
    Normalized,
}

/// An engine as typed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct RawEngine {
    /// The name in tables and records.
    pub name: Option<String>,
    pub command: Option<String>,
    /// Further arguments, taken as they are.
    pub args: Vec<String>,
    /// The working directory.
    pub dir: Option<String>,
    /// `ugi`, `uci`, `gomocup`, `hub`, `auto`.
    pub protocol: Option<String>,
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
    /// `fault` or `game`.
    pub restart: Option<String>,
    /// Whether it thinks on the opponent's time.
    pub ponder: Option<bool>,
    /// A file for what it writes to standard error.
    pub stderr: Option<String>,
    /// Further variables of its environment.
    pub env: BTreeMap<String, String>,
    /// Options, set in this order.
    pub options: toml::Table,
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

    /// Reads one `KEY=VALUE` of the command line into this engine. A pair without `=` is the command.
    ///
    /// # Errors
    /// A sentence that names the key and what is allowed.
    fn set(&mut self, pair: &str) -> Result<(), String> {
        let (key, value) = split(pair);
        let text = Some(value.to_owned());
        match key {
            "name" => self.name = text,
            "command" | "cmd" => self.command = text,
            "dir" => self.dir = text,
            "protocol" | "proto" => self.protocol = text,
            "tc" => self.tc = text,
            "stderr" => self.stderr = text,
            "restart" => self.restart = text,
            "movetime" => self.movetime = Some(parsed(key, value, "a number of seconds")?),
            "nodes" => self.nodes = Some(parsed(key, value, "a whole number")?),
            "depth" => self.depth = Some(parsed(key, value, "a whole number")?),
            "margin" => self.margin = Some(parsed(key, value, "a number of seconds")?),
            "gameover" => self.gameover = Some(parsed(key, value, "true or false")?),
            "ponder" => self.ponder = Some(parsed(key, value, "true or false")?),
            _ => match key.split_once('.') {
                Some(("env", name)) => drop(self.env.insert(name.to_owned(), value.to_owned())),
                Some(("option", name)) => {
                    self.options.insert(name.to_owned(), toml::Value::String(value.to_owned()));
                }
                _ => return Err(format!("unknown key '{key}' in '{pair}': an engine has {ENGINE_KEYS}")),
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
            protocol: self.protocol.or_else(|| each.protocol.clone()),
            margin: self.margin.or(each.margin),
            gameover: self.gameover.or(each.gameover),
            restart: self.restart.or_else(|| each.restart.clone()),
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
