//! The table of the engine's own options.

use crate::registry::GameRow;
use strategies::options::SharedOptions;
use strategies::settings::{Kind, OptionSpec, Setting, integer};

pub(crate) const MOVE_OVERHEAD: Setting<u64> = integer("MoveOverhead", 20, 0, 10_000);

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
        help: "The game to play; the strategy stays if it plays that game, otherwise the game's default takes over.",
    };
    let strategy = OptionSpec {
        name: "Strategy",
        kind: choice(strategies),
        help: "The program that plays; not every program plays every game.",
    };
    let own = |shared: &OptionSpec| {
        let name = shared.name;
        OWN.iter().filter(move |(before, _)| *before == name).map(|&(_, spec)| spec)
    };
    let shared = SharedOptions::OPTIONS.iter().flat_map(|spec| std::iter::once(*spec).chain(own(spec)));
    [game, strategy].into_iter().chain(shared).collect()
}

/// A choice among these, at first the first; a list of games lives as long as the program.
fn choice(names: Vec<&'static str>) -> Kind {
    let allowed: &[_] = names.leak();
    Kind::Choice { default: allowed.first().copied().unwrap_or_default(), allowed }
}

/// The engine's own, each with the name of the shared option that it follows.
const OWN: &[(&str, OptionSpec)] = &[
    ("Hash", OptionSpec { name: "Clear Hash", kind: Kind::Button, help: "Frees the transposition table." }),
    (
        "MultiPV",
        MOVE_OVERHEAD.row("Milliseconds kept in reserve for each move, for delays on the way to the clock."),
    ),
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
        for (typed, meant) in [("Hsah", "Hash"), ("forcedwins", "AlphaBeta.ForcedWins")] {
            assert!(
                BUILT_IN.option(typed).unwrap_err().contains(&format!("the nearest: {meant}")),
                "{typed}"
            );
        }
        let none = "no option is named 'xyzzy'; `fourscore options` lists all";
        assert_eq!(BUILT_IN.option("xyzzy").unwrap_err(), none);
    }
}
