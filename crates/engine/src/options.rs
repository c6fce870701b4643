//! The table of the engine's own options, joined with those of all strategies: it prints, checks and documents.

use super::session;
use std::sync::{Arc, LazyLock};
use strategies::settings::{Kind, OptionSpec, Settings, Value};

/// The names of all strategies, each once.
static STRATEGY_NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut names = Vec::new();
    for (_, info) in session::STRATEGIES.iter() {
        if !names.contains(&info.name) {
            names.push(info.name);
        }
    }
    names
});

/// The options that belong to no strategy.
static ENGINE_OPTIONS: LazyLock<Vec<OptionSpec>> = LazyLock::new(|| {
    vec![
        OptionSpec {
            name: "Game",
            kind: Kind::Choice { default: session::DEFAULT_GAME, allowed: &session::GAMES },
            help: "The game to play; another one starts with the strategy asked for, if that plays it, else with its default one.",
        },
        OptionSpec {
            name: "Strategy",
            kind: Kind::Choice { default: "alpha-beta", allowed: &STRATEGY_NAMES },
            help: "The program that plays; not every program plays every game.",
        },
        OptionSpec {
            name: "Hash",
            kind: Kind::Integer { default: 16, min: 1, max: 65_536 },
            help: "Size of the transposition table in MiB.",
        },
        OptionSpec { name: "Clear Hash", kind: Kind::Button, help: "Frees the transposition table." },
        OptionSpec {
            name: "Threads",
            kind: Kind::Integer { default: 1, min: 1, max: 256 },
            help: "How many threads search together, no more than there are cores; with one, the same limits give the same \
                   moves.",
        },
        OptionSpec {
            name: "Seed",
            kind: Kind::Integer { default: 0, min: 0, max: i64::MAX },
            help: "Seed of every random choice.",
        },
        OptionSpec {
            name: "MultiPV",
            kind: Kind::Integer { default: 1, min: 1, max: 512 },
            help: "How many of the best moves are reported.",
        },
        OptionSpec {
            name: "MoveOverhead",
            kind: Kind::Integer { default: 20, min: 0, max: 10_000 },
            help: "Milliseconds kept in reserve for each move: what the way to the clock may cost.",
        },
        OptionSpec {
            name: "Notation",
            kind: Kind::Choice {
                default: "coordinates",
                allowed: &["coordinates", "doake", "index", "drops"],
            },
            help: "How moves are read and written: 111..444, 1..64 or 0..63 in Qubic, h8 or P@h8 (drops) in Go-Moku.",
        },
        OptionSpec {
            name: "Memory",
            kind: Kind::Text { default: "" },
            help: "File in which a learning strategy keeps what it remembers; empty for none.",
        },
        OptionSpec {
            name: "Learn",
            kind: Kind::Flag { default: false },
            help: "Whether strategies learn from the games that they play (never from analysis).",
        },
    ]
});

/// All options, the engine's own first, then those of the games' rules; a strategy that plays several games has its own only once.
static TABLE: LazyLock<Vec<OptionSpec>> = LazyLock::new(|| {
    let mut table = ENGINE_OPTIONS.clone();
    table.extend(session::all_rules());
    for spec in session::STRATEGIES.iter().flat_map(|(_, info)| info.options) {
        if !table.contains(spec) {
            table.push(*spec);
        }
    }
    table
});

/// To whom an option belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionOwner {
    /// The engine itself.
    Engine,
    /// The rules of a game.
    Rules,
    /// One strategy or several.
    Strategy,
}

impl OptionOwner {
    /// The owner of this option.
    #[must_use]
    pub fn of(spec: &OptionSpec) -> Self {
        if ENGINE_OPTIONS.contains(spec) {
            Self::Engine
        } else if session::all_rules().any(|rule| rule == spec) {
            Self::Rules
        } else {
            Self::Strategy
        }
    }
}

/// The values of all options, and the rules for setting them.
#[derive(Debug)]
pub struct Options {
    values: Arc<Settings>,
}

impl Options {
    /// Every option at its default.
    #[must_use]
    pub fn new() -> Self {
        Self { values: Arc::new(Settings::defaults(Self::table())) }
    }

    /// Every option there is, the engine's own first.
    pub fn table() -> impl Iterator<Item = &'static OptionSpec> {
        TABLE.iter()
    }

    /// The row of this name.
    ///
    /// # Errors
    /// A sentence that names the options there are.
    pub fn find(name: &str) -> Result<&'static OptionSpec, String> {
        Self::table().find(|spec| spec.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            let names: Vec<_> = Self::table().map(|spec| spec.name).collect();
            format!("no option is named {}; there are {}", games::quoted(name), names.join(", "))
        })
    }

    /// Sets a value that has been checked by its row.
    pub fn set(&mut self, spec: &OptionSpec, value: Value) {
        Arc::make_mut(&mut self.values).set(spec.name, value);
    }

    /// The values now, to be kept by a search.
    #[must_use]
    pub fn values(&self) -> Arc<Settings> {
        Arc::clone(&self.values)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_distinct_and_defaults_are_allowed() {
        let mut names = HashSet::new();
        for spec in Options::table() {
            assert!(names.insert(spec.name.to_lowercase()), "{} stands twice", spec.name);
            assert!(!spec.help.is_empty());
            match spec.kind {
                Kind::Integer { default, min, max } => assert!((min..=max).contains(&default)),
                Kind::Choice { default, allowed } => assert!(allowed.contains(&default)),
                _ => {}
            }
        }
    }

    #[test]
    fn values_are_checked_by_their_row() {
        let hash = Options::find("hash").unwrap();
        assert_eq!(hash.parse("32"), Ok(Some(Value::Integer(32))));
        for text in ["0", "-1", "many", "", "99999999999999999999"] {
            assert!(hash.parse(text).unwrap_err().contains("from 1 to 65536"));
        }
        let notation = Options::find("NOTATION").unwrap();
        assert_eq!(notation.parse("Doake"), Ok(Some(Value::Text("doake".into()))));
        assert!(notation.parse("chess").unwrap_err().contains("coordinates, doake, index"));
        assert!(Options::find("Contempt").unwrap_err().contains("MoveOverhead"));
    }
}
