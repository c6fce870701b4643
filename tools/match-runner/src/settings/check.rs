//! From what was typed to what it means: every value checked once, each refusal a sentence that names the key and
//! what is allowed.

use super::openings::{self, Around, Openings};
use super::raw::Resign;
use super::{
    EngineOption, EngineSettings, Limit, Program, Protocol, RawEngine, RawMatch, RawSprt, RefereeKind,
    Settings, Shard, SprtSettings, Timeouts, Tournament, limit, output,
};
use crate::affinity;
use crate::rules as known_rules;
use crate::schedule::Plan;
use anyhow::{Context, Error, Result, anyhow, bail};
use engine::BUILT_IN;
use games::Notation;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The command that means the engine which this program itself serves as.
pub(super) const BUILTIN: &str = "fourscore";
/// Openings per encounter if nothing is said.
const DEFAULT_PAIRS: u64 = 10;
/// How far a clock may be overstepped if nothing else is said: pipes and schedulers are not free.
const DEFAULT_MARGIN: Duration = Duration::from_millis(50);

impl RawMatch {
    /// Reads a TOML text.
    ///
    /// # Errors
    /// What is wrong, where, and which keys or values are allowed.
    pub fn from_toml(text: &str) -> Result<Self> {
        toml::from_str(text).map_err(|error| anyhow!("{}", error.to_string().trim_end()))
    }
}

impl Settings {
    /// Gives what was typed its meaning. Relative paths start at `base`.
    ///
    /// # Errors
    /// A sentence, as `{:#}` writes it, that names the key and what is allowed.
    pub fn from_raw(raw: &RawMatch, base: &Path) -> Result<Self> {
        let game = game(raw.game.as_deref().unwrap_or(BUILT_IN.rows()[0].name))?;
        let referee = referee(raw.referee.as_deref().unwrap_or("auto"), &game, base)?;
        let engines = engines(raw, base)?;
        let rules = if referee == RefereeKind::Rules { rules(&game, &engines)? } else { Vec::new() };
        if referee == RefereeKind::Rules {
            engines.iter().try_for_each(check_notation)?;
        }
        let seed = raw.seed.unwrap_or(1);
        let plan = plan(raw, engines.len())?;
        let of_openings =
            Around { game: &game, rules: &rules, referee: &referee, seed, used: plan.pairs, base };
        let Openings { list: openings, balance } =
            openings::openings(raw, &of_openings, || balance_engine(raw, base))?;
        let shard = raw.shard.as_deref().map(Shard::parse).transpose().map_err(Error::msg)?;
        let results = output::results(raw, base, shard)?;
        let concurrency = count("concurrency", raw.concurrency.unwrap_or(1), 1, 4096)?;
        let sprt = raw.sprt.as_ref().map(sprt).transpose()?;
        if sprt.is_some() && engines.len() != 2 {
            bail!("sprt compares two engines, and there are {}", engines.len());
        }
        Ok(Self {
            adjudication: raw.adjudicate.checked(&referee)?,
            rules,
            referee,
            tournament: plan.tournament,
            pairs: plan.pairs,
            concurrency,
            seed,
            openings,
            balance,
            resign: raw.resign == Some(Resign::Engine),
            max_plies: raw.max_plies.map(|plies| count("max-plies", plies, 1, 1_000_000)).transpose()?,
            affinity: affinity::plan(raw.affinity.as_deref().unwrap_or("none"), concurrency)
                .map_err(Error::msg)?,
            report: output::report(raw, base, results.as_deref(), shard)?,
            resume: raw.resume.unwrap_or(false),
            shard,
            results,
            timeouts: timeouts(raw)?,
            sprt,
            engines,
            game,
        })
    }
}

pub(super) fn count(key: &str, value: u64, least: u64, most: u64) -> Result<usize> {
    if !(least..=most).contains(&value) {
        bail!("{key} = {value}: {key} is a whole number from {least} to {most}");
    }
    Ok(usize::try_from(value).unwrap_or(usize::MAX))
}

/// What the schedule of so many engines depends on, as long as it is not known how many openings there are.
fn plan(raw: &RawMatch, engines: usize) -> Result<Plan> {
    let tournament = raw.tournament.unwrap_or(Tournament::RoundRobin);
    let name = tournament.name();
    if tournament.is_for_two() && engines != 2 {
        bail!(
            "tournament = \"{name}\" is for two engines, and there are {engines}; round-robin and gauntlet take any number"
        );
    }
    let pairs = if tournament == Tournament::OpeningsTest { 1 } else { DEFAULT_PAIRS };
    Ok(Plan {
        tournament,
        engines,
        openings: 1,
        pairs: count("pairs", raw.pairs.unwrap_or(pairs), 1, 10_000_000)?,
    })
}

/// A game whose rules are known here by its own name, however it was typed; any other as it was typed.
fn game(typed: &str) -> Result<String> {
    let typed = typed.trim();
    if typed.is_empty() || typed.chars().any(char::is_control) {
        bail!("game = {typed:?}: the name of a game has printable characters");
    }
    Ok(known_rules::name(typed).unwrap_or(typed).to_owned())
}

fn referee(typed: &str, game: &str, base: &Path) -> Result<RefereeKind> {
    let known = known_rules::name(game).is_some();
    match typed {
        "auto" | "rules" if known => Ok(RefereeKind::Rules),
        "auto" | "engines" => Ok(RefereeKind::Engines),
        "rules" => bail!(
            "referee = \"rules\" needs a game whose rules are known here ({}), and '{game}' is none; \
             referee = \"engines\" asks the engines, and a command line starts a referee program",
            known_rules::names()
        ),
        command => {
            let (command, name) = (Some(command.to_owned()), Some("referee".to_owned()));
            // It is a process like an engine; it has no limit.
            let raw = RawEngine { command, name, depth: Some(1), ..RawEngine::default() };
            Ok(RefereeKind::Program(Box::new(engine(raw, base).context("referee")?)))
        }
    }
}

fn timeouts(raw: &RawMatch) -> Result<Timeouts> {
    let default = Timeouts::default();
    let read = |key: &str, value: Option<f64>, default: Duration| match value.map(limit::seconds) {
        None => Ok(default),
        Some(Some(time)) if !time.is_zero() => Ok(time),
        Some(_) => bail!("{key} = {}: {key} is a number of seconds above 0", value.unwrap_or(0.0)),
    };
    Ok(Timeouts {
        start: read("start-timeout", raw.start_timeout, default.start)?,
        reply: read("reply-timeout", raw.reply_timeout, default.reply)?,
        think: read("move-timeout", raw.move_timeout, default.think)?,
        quit: read("quit-timeout", raw.quit_timeout, default.quit)?,
    })
}

fn sprt(raw: &RawSprt) -> Result<SprtSettings> {
    let sprt = SprtSettings {
        elo0: raw.elo0.unwrap_or(0.0),
        elo1: raw.elo1.unwrap_or(5.0),
        alpha: raw.alpha.unwrap_or(0.05),
        beta: raw.beta.unwrap_or(0.05),
        model: raw.model.unwrap_or_default(),
    };
    let elo = -1000.0..=1000.0;
    if !(elo.contains(&sprt.elo0) && elo.contains(&sprt.elo1) && sprt.elo0 < sprt.elo1) {
        bail!(
            "sprt: elo0 = {}, elo1 = {}: elo0 is less than elo1, both from -1000 to 1000",
            sprt.elo0,
            sprt.elo1
        );
    }
    for (key, value) in [("alpha", sprt.alpha), ("beta", sprt.beta)] {
        if !(value > 0.0 && value < 0.5) {
            bail!("sprt: {key} = {value}: {key} lies between 0 and 0.5");
        }
    }
    Ok(sprt)
}

/// The rules read moves in one notation, and so do openings and records: an engine told to write them in another would
/// lose every game by what looks like an illegal move.
fn check_notation(engine: &EngineSettings) -> Result<()> {
    let other = |option: &&EngineOption| {
        option.name.eq_ignore_ascii_case("notation")
            && Notation::from_name(option.value.trim()).is_some_and(|it| it != Notation::Coordinates)
    };
    match engine.options.iter().find(other) {
        None => Ok(()),
        Some(EngineOption { name, value, .. }) => bail!(
            "engine '{}': option {name} = \"{value}\": with referee = \"rules\" moves are written in the notation \
             'coordinates'; leave the option out, or let referee = \"engines\" judge",
            engine.name
        ),
    }
}

/// The options that set the game's rules, by which the referee judges: all engines must have the same.
fn rules(game: &str, engines: &[EngineSettings]) -> Result<Vec<(String, String)>> {
    let mut rules = Vec::new();
    for spec in BUILT_IN.game(game).map_or(&[][..], |row| row.rules) {
        let values: Vec<_> = engines.iter().map(|engine| engine.option(spec.name)).collect();
        let same = |a: Option<&str>, b: Option<&str>| match (a, b) {
            (Some(a), Some(b)) => a.trim().eq_ignore_ascii_case(b.trim()),
            (a, b) => a == b,
        };
        if let Some(other) = values.iter().position(|value| !same(*value, values[0])) {
            bail!(
                "engines '{}' and '{}' have different values of the option {}: the referee judges by one set of \
                 rules; give it to every engine, as in [each] or --each option.{}=...",
                engines[0].name,
                engines[other].name,
                spec.name,
                spec.name
            );
        }
        rules.extend(values[0].map(|value| (spec.name.to_owned(), value.trim().to_owned())));
    }
    // A value that the referee cannot read would otherwise come to light in the first game.
    known_rules::board(game, &rules).map_err(Error::msg)?;
    Ok(rules)
}

fn engines(raw: &RawMatch, base: &Path) -> Result<Vec<EngineSettings>> {
    if raw.engine.len() < 2 {
        bail!(
            "a match needs at least two engines, and there {}: write [[engine]] tables or give --engine twice",
            if raw.engine.is_empty() { "is none" } else { "is one" }
        );
    }
    if raw.each.name.is_some() {
        bail!("each: a name belongs to one engine");
    }
    let mut engines: Vec<EngineSettings> = Vec::new();
    for (number, typed) in raw.engine.iter().enumerate() {
        let named = || match &typed.name {
            Some(name) => format!("engine {} ({name})", number + 1),
            None => format!("engine {}", number + 1),
        };
        let mut engine = engine(typed.clone().over(&raw.each), base).with_context(named)?;
        let taken = |name: &str| engines.iter().any(|other| other.name == name);
        if taken(&engine.name) {
            if typed.name.is_some() {
                bail!("engine {}: the name '{}' is taken", number + 1, engine.name);
            }
            let free = (2..).map(|n| format!("{} {n}", engine.name)).find(|name| !taken(name));
            engine.name = free.unwrap_or_default();
        }
        engines.push(engine);
    }
    Ok(engines)
}

/// The engine that checks openings, if there is one.
fn balance_engine(raw: &RawMatch, base: &Path) -> Result<Option<EngineSettings>> {
    let read = |typed: &RawEngine| engine(typed.clone().over(&raw.each), base);
    raw.balance.as_ref().map(read).transpose().context("balance")
}

pub(super) fn engine(raw: RawEngine, base: &Path) -> Result<EngineSettings> {
    let (program, default_name) = program(&raw, base)?;
    let protocol = protocol(&raw)?;
    Ok(EngineSettings {
        name: engine_name(raw.name.as_deref().unwrap_or(&default_name))?,
        gameover: raw.gameover.unwrap_or(program == Program::Builtin && protocol.tells_results()),
        program,
        dir: raw.dir.as_ref().map(|dir| base.join(dir)),
        limit: limit_of(&raw)?,
        margin: match raw.margin {
            None => DEFAULT_MARGIN,
            Some(margin) => limit::seconds(margin)
                .with_context(|| format!("margin = {margin}: margin is a number of seconds"))?,
        },
        options: options(&raw)?,
        protocol,
        restart: raw.restart.unwrap_or_default(),
        ponder: raw.ponder.unwrap_or(false),
        stderr: raw.stderr.as_ref().map(|path| base.join(path)),
        env: raw.env.into_iter().collect(),
    })
}

fn protocol(raw: &RawEngine) -> Result<Protocol> {
    let protocol = raw.protocol.unwrap_or(Protocol::Ugi);
    if raw.gameover == Some(true) && !protocol.tells_results() {
        bail!("gameover = true: the protocol {protocol:?} does not tell how games end");
    }
    if raw.ponder == Some(true) && !protocol.ponders() {
        bail!("ponder = true: in the protocol {protocol:?} nobody ponders");
    }
    Ok(protocol)
}

/// A name that fits in a table and in a record of one line.
fn engine_name(name: &str) -> Result<String> {
    if name.trim().is_empty() || name.chars().any(char::is_control) || name.chars().count() > 60 {
        bail!("name = {name:?}: a name has 1 to 60 printable characters");
    }
    Ok(name.trim().to_owned())
}

fn program(raw: &RawEngine, base: &Path) -> Result<(Program, String)> {
    let command = raw.command.as_deref().unwrap_or_default();
    if command.split_whitespace().any(|word| word.starts_with('#')) {
        bail!("command = {command:?}: a word that begins with # ends the line in a shell: put it into args");
    }
    // On Windows a backslash is a part of a path; without quotes that keep it, it is doubled.
    let plain = cfg!(windows) && !command.contains('\'');
    let text = if plain { command.replace('\\', r"\\") } else { command.to_owned() };
    let mut words = shell_words::split(&text).with_context(|| format!("command = {command:?}"))?.into_iter();
    let Some(first) = words.next().filter(|word| !word.is_empty()) else {
        bail!("command is missing: it is the engine's command line, or \"fourscore\"");
    };
    let args: Vec<String> = words.chain(raw.args.iter().cloned()).collect();
    if first == BUILTIN && args.is_empty() {
        return Ok((Program::Builtin, BUILTIN.to_owned()));
    }
    let name =
        Path::new(&first).file_stem().map_or_else(|| first.clone(), |stem| stem.to_string_lossy().into());
    // A path must not depend on the engine's own working directory; a bare name is looked up in PATH.
    let path = if first.contains(std::path::is_separator) {
        raw.base.as_deref().unwrap_or(base).join(&first)
    } else {
        PathBuf::from(&first)
    };
    Ok((Program::Command { path, args }, name))
}

fn limit_of(raw: &RawEngine) -> Result<Limit> {
    let mut limits = Vec::new();
    if let Some(tc) = &raw.tc {
        limits.push(Limit::Clock(super::Clock::parse(tc).map_err(|e| anyhow!("tc: {e}"))?));
    }
    if let Some(number) = raw.movetime {
        match limit::seconds(number).filter(|time| !time.is_zero()) {
            Some(time) => limits.push(Limit::MoveTime(time)),
            None => bail!("movetime = {number}: movetime is a number of seconds above 0"),
        }
    }
    if let Some(nodes) = raw.nodes {
        limits.push(Limit::Nodes(count("nodes", nodes, 1, i64::MAX.unsigned_abs())? as u64));
    }
    if let Some(depth) = raw.depth {
        count("depth", depth, 1, 10_000)?;
        limits.push(Limit::Depth(u32::try_from(depth).unwrap_or(u32::MAX)));
    }
    match limits[..] {
        [limit] => Ok(limit),
        [] => bail!("a limit is missing: give one of tc, movetime, nodes, depth"),
        _ => bail!("more than one limit: give only one of tc, movetime, nodes, depth"),
    }
}

fn options(raw: &RawEngine) -> Result<Vec<EngineOption>> {
    let option = |name: &String, value: &toml::Value| {
        let value = match value {
            toml::Value::String(text) => text.clone(),
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Float(number) => number.to_string(),
            toml::Value::Boolean(flag) => flag.to_string(),
            _ => bail!("option {name}: a value is a text, a number, true or false"),
        };
        if name.chars().chain(value.chars()).any(char::is_control) {
            bail!("option {name:?}: a line of the protocol cannot hold this value");
        }
        Ok(EngineOption { name: name.clone(), value, inherited: raw.inherited.contains(name) })
    };
    raw.options.iter().map(|(name, value)| option(name, value)).collect()
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
