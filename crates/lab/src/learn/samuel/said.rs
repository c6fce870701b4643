//! What is said when a series begins, and must be said again for it to go on: it is kept in the series' memory.

use super::super::LearnArguments;
use anyhow::bail;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use strategies::samuel::terms::TdLeafDefaults;
use strategies::settings::{OptionSpec, Settings};

/// All that must be said again for a series to go on.
pub(super) fn said(
    arguments: &LearnArguments,
    options: &[OptionSpec],
    settings: &Settings,
) -> Vec<(String, String)> {
    let mut said = vec![
        ("moves".to_owned(), super::moves(arguments).to_string()),
        ("random-plies".to_owned(), arguments.random_plies().to_string()),
        ("seed".to_owned(), arguments.seed.to_string()),
    ];
    if arguments.ballots() {
        said.push(("ballots".to_owned(), true.to_string()));
    }
    // Left to the game or spelled out, the plain way goes without saying.
    let [defaults, settings] =
        [&Settings::defaults(options), settings].map(|settings| TdLeafDefaults::PLAIN.spelled_out(settings));
    for spec in options {
        let value =
            |settings: &Settings| settings.value(spec).map_or_else(String::new, |value| value.to_string());
        if value(&settings) != value(&defaults) {
            said.push((spec.name.to_owned(), value(&settings)));
        }
    }
    said
}

/// Refuses what the series found says otherwise than the one asked for; `what` is where it was found.
pub(super) fn same(
    found: &[(String, String)],
    asked: &[(String, String)],
    what: impl Display,
) -> anyhow::Result<()> {
    let plain = TdLeafDefaults::PLAIN.options().map(|(name, value)| (name.to_owned(), value.to_string()));
    let map = |said: &[(String, String)]| -> BTreeMap<String, String> {
        plain.iter().chain(said).cloned().collect()
    };
    let (found, asked) = (map(found), map(asked));
    let names: BTreeSet<&String> = found.keys().chain(asked.keys()).collect();
    let value = |said: &BTreeMap<String, String>, name: &String| {
        said.get(name).map_or_else(|| "as at first".to_owned(), |value| format!("{value:?}"))
    };
    let differences: Vec<String> = names
        .into_iter()
        .filter(|name| found.get(*name) != asked.get(*name))
        .map(|name| format!("its {name} is {}, not {}", value(&found, name), value(&asked, name)))
        .collect();
    if !differences.is_empty() {
        bail!(
            "{what} belongs to another series and is left as it is ({}): say the same, or name another --memory",
            differences.join("; ")
        );
    }
    Ok(())
}
