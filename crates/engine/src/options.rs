//! The table of the engine's own options.

use crate::registry::GameRow;
use strategies::settings::{Kind, OptionSpec};

/// The options that belong to no strategy and no rules, for this list of games.
pub(crate) fn engine_options(games: &[GameRow]) -> Vec<OptionSpec> {
    let names = games.iter().map(|row| row.name);
    let mut strategies = Vec::new();
    for info in games.iter().flat_map(|row| &row.strategies) {
        if !strategies.contains(&info.name) {
            strategies.push(info.name);
        }
    }
    let game = OptionSpec {
        name: "Game",
        kind: choice(names.collect()),
        help: "The game to play; another one starts with the strategy asked for, if that plays it, else with its default one.",
    };
    let strategy = OptionSpec {
        name: "Strategy",
        kind: choice(strategies),
        help: "The program that plays; not every program plays every game.",
    };
    [game, strategy].into_iter().chain(OTHERS).collect()
}

/// A choice among these, at first the first; a list of games lives as long as the program.
fn choice(names: Vec<&'static str>) -> Kind {
    let allowed: &[_] = names.leak();
    Kind::Choice { default: allowed.first().copied().unwrap_or_default(), allowed }
}

const OTHERS: [OptionSpec; 9] = [
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
        kind: Kind::Choice { default: "coordinates", allowed: &["coordinates", "doake", "index", "drops"] },
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
];

#[cfg(test)]
mod tests {
    use crate::registry::BUILT_IN;
    use std::collections::HashSet;
    use strategies::settings::{Kind, Value};

    #[test]
    fn names_are_distinct_and_defaults_are_allowed() {
        let mut names = HashSet::new();
        for spec in BUILT_IN.options() {
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
        let hash = BUILT_IN.option("hash").unwrap();
        assert_eq!(hash.parse("32"), Ok(Some(Value::Integer(32))));
        for text in ["0", "-1", "many", "", "99999999999999999999"] {
            assert!(hash.parse(text).unwrap_err().contains("from 1 to 65536"));
        }
        let notation = BUILT_IN.option("NOTATION").unwrap();
        assert_eq!(notation.parse("Doake"), Ok(Some(Value::Text("doake".into()))));
        assert!(notation.parse("chess").unwrap_err().contains("coordinates, doake, index"));
        assert!(BUILT_IN.option("Contempt").unwrap_err().contains("MoveOverhead"));
    }
}
