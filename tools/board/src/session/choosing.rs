//! From what the page chose to an engine at work: only engines of the configuration, only options that pages may set, only
//! limits that end.

use super::answers::Hearing;
use super::pace::Pace;
use super::{Employed, LONGEST_TIME, Role, Session};
use crate::engines::Known;
use crate::message::{Chosen, Limit, Seat};
use crate::rules::position;
use engine::protocol::event::Dialect;
use engine::protocol::heard::EngineOption;
use search::host::Instant;
use std::time::Duration;

/// What an engine may take beyond its time before it is told to stop.
const GRACE: Duration = Duration::from_secs(3);
/// How long a search without a limit of time may take.
const LONG: Duration = Duration::from_secs(600);

impl Session {
    /// Whether this seat can be taken.
    pub(super) fn check_seat(&self, seat: &Seat) -> Result<(), String> {
        match seat {
            Seat::Human => Ok(()),
            Seat::Engine(chosen) => self.check(chosen),
        }
    }

    /// Whether this choice can be had.
    pub(super) fn check(&self, chosen: &Chosen) -> Result<(), String> {
        if let Limit::Millis(millis) = chosen.limit
            && Duration::from_millis(millis) > LONGEST_TIME
        {
            return Err(format!("{millis} ms is too long: {} s is the most", LONGEST_TIME.as_secs()));
        }
        self.settings(chosen, &[]).map(drop)
    }

    /// The engine as it is to be started: as configured, then as the page wants it, then `more`.
    pub(super) fn settings(&self, chosen: &Chosen, more: &[(&str, &str)]) -> Result<Known, String> {
        let known = self.means.engines.known().iter();
        let found = known.clone().find(|engine| engine.name == chosen.engine);
        let mut engine = found.cloned().ok_or_else(|| {
            let names: Vec<_> = known.map(|engine| engine.name.as_str()).collect();
            format!("there is no engine '{}' here; there are {}", chosen.engine, names.join(", "))
        })?;
        let card = self.means.catalogue.engines.iter().find(|card| card.name == chosen.engine);
        let free =
            |name: &str| card.is_some_and(|card| card.options.iter().any(|option| option.name == name));
        if let Some(name) = chosen.options.keys().find(|name| !free(name)) {
            return Err(format!("option '{name}' cannot be set from here: write it in the configuration"));
        }
        let strategy = chosen.strategy.iter().map(|name| ("Strategy", name.as_str()));
        let options = chosen.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let wanted: Vec<_> = strategy.chain(options).collect();
        wanted.iter().try_for_each(|(name, value)| plain(name, value))?;
        for (name, value) in wanted.into_iter().chain(more.iter().copied()) {
            engine.options.retain(|option| !option.name.eq_ignore_ascii_case(name));
            engine.options.push(EngineOption::new(name, value));
        }
        // Engines without these options play the usual rules, which the first illegal move would tell.
        let rules = self.options.iter().map(|(name, value)| EngineOption::new(name, value));
        engine.options.extend(rules.map(|rule| EngineOption { inherited: true, ..rule }));
        Ok(engine)
    }

    /// Starts an engine for this role, instead of the one that has it; how it goes is heard of later.
    pub(super) fn employ(
        &mut self,
        role: Role,
        chosen: &Chosen,
        more: &[(&str, &str)],
    ) -> Result<(), String> {
        let engine = self.settings(chosen, more)?;
        let number = self.engines_started + 1;
        let thinker = self.means.engines.thinker(number, &engine, self.rules.game())?;
        self.dismiss(|other| other == role);
        self.engines_started = number;
        let (hearing, pace) = (Hearing::default(), Pace::new(Instant::now()));
        self.employed.push(Employed { number, engine, thinker, searches: 0, role, hearing, pace });
        Ok(())
    }

    pub(super) fn employed(&mut self, role: Role) -> Option<&mut Employed> {
        self.employed.iter_mut().find(|employed| employed.role == role)
    }

    /// Has the engine of this role search; `position` and `go` are commands, `node` what they are about.
    pub(super) fn ask(&mut self, role: Role, node: usize, commands: String, patience: Option<Duration>) {
        if let Some(employed) = self.employed(role) {
            let search = employed.search(commands, patience);
            employed.hearing = Hearing::begin(search, node);
        }
    }

    /// The words of `go` for a player with this limit, and how long the answer may take.
    pub(super) fn go_words(&self, limit: Limit, dialect: Dialect) -> (String, Duration) {
        match (&self.clocks, limit) {
            (Some(clocks), _) => {
                let now = Instant::now();
                let [one, two] = clocks.left(now).map(|left| left.as_millis());
                let increment = clocks.increment().as_millis();
                let words = match dialect {
                    Dialect::Uci => format!("go wtime {one} btime {two} winc {increment} binc {increment}"),
                    _ => format!("go p1time {one} p2time {two} p1inc {increment} p2inc {increment}"),
                };
                // Its flag falls before that.
                (words, LONGEST_TIME)
            }
            (None, limit) => go_within(limit),
        }
    }

    /// The commands that set a node's position up, `more` moves later, and have it searched.
    pub(super) fn commands(&self, node: usize, more: &[String], go: &str) -> String {
        let mut moves = self.tree.moves(node);
        moves.extend_from_slice(more);
        format!("{}\n{go}", position(self.start.as_deref(), &moves))
    }
}

/// Refuses what would be more than a value in a command.
pub(super) fn plain(name: &str, value: &str) -> Result<(), String> {
    if value.chars().any(char::is_control) || value.len() > 100 {
        return Err(format!("option '{name}': a value is at most 100 printable characters"));
    }
    Ok(())
}

/// The words of `go` with this limit alone, and how long the answer may take.
pub(super) fn go_within(limit: Limit) -> (String, Duration) {
    match limit {
        Limit::Millis(millis) => (format!("go movetime {millis}"), Duration::from_millis(millis) + GRACE),
        Limit::Nodes(nodes) => (format!("go nodes {nodes}"), LONG),
        Limit::Depth(depth) => (format!("go depth {depth}"), LONG),
    }
}
