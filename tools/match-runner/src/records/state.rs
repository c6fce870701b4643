//! What a match is, on disk beside its games: written once before the first game, so that the match can be resumed or
//! merged by anyone who has its files, and is not mistaken for another one.

use super::files;
use crate::settings::Settings;
use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

/// The first words of the file.
const FORMAT: &str = "match-runner state";
/// What this program writes and reads.
const VERSION: u32 = 1;
/// Settings that games do not depend on: they may be different when a match goes on, or on another machine.
const FREE: [&str; 6] = ["affinity", "concurrency", "report", "results", "resume", "timeouts"];
/// The same for an engine: where things are on this machine.
const FREE_OF_ENGINES: [&str; 3] = ["dir", "stderr", "margin"];

#[derive(Serialize, Deserialize)]
struct State {
    format: String,
    version: u32,
    settings: Value,
}

fn value(settings: &Settings) -> anyhow::Result<Value> {
    // By way of text, as what was read: both then have their numbers rounded in the same way.
    let text = serde_json::to_string(settings).context("results: settings that cannot be written")?;
    Ok(serde_json::from_str(&text)?)
}

/// Writes what the match is.
pub(crate) fn write(path: &Path, settings: &Settings) -> anyhow::Result<()> {
    let state = State { format: FORMAT.to_owned(), version: VERSION, settings: value(settings)? };
    files::replace(path, (serde_json::to_string(&state)? + "\n").as_bytes())
}

/// Reads what a match is; `None` if there is no such file.
pub(crate) fn read(path: &Path) -> anyhow::Result<Option<Settings>> {
    let read = ::files::if_there(::files::read_text(path));
    let read = read.with_context(|| format!("results: cannot read {}", path.display()))?;
    let Some(text) = read else { return Ok(None) };
    let damaged = || format!("results: {} is damaged, or no state of a match", path.display());
    let state: State = serde_json::from_str(&text).with_context(damaged)?;
    if state.format != FORMAT {
        bail!("{}", damaged());
    }
    if state.version != VERSION {
        bail!(
            "results: {} has version {}, and this program reads version {VERSION}",
            path.display(),
            state.version
        );
    }
    Ok(Some(serde_json::from_value(state.settings).with_context(damaged)?))
}

/// Where two matches differ: a sentence with the first setting that is not the same in both and that their games
/// depend on. `besides` are further settings that may differ.
pub(crate) fn difference(old: &Settings, new: &Settings, besides: &[&str]) -> anyhow::Result<Option<String>> {
    let [old, new] = [comparable(old, besides)?, comparable(new, besides)?];
    // Openings follow from other settings as a rule, and the cause says more than the effect.
    let without = |value: &Value| {
        let mut value = value.clone();
        value.as_object_mut().map(|map| map.remove("openings"));
        value
    };
    let cause = first_difference("", &without(&old), &without(&new));
    Ok(cause.or_else(|| first_difference("", &old, &new)))
}

fn comparable(settings: &Settings, besides: &[&str]) -> anyhow::Result<Value> {
    let mut value = value(settings)?;
    if let Some(map) = value.as_object_mut() {
        map.retain(|key, _| !FREE.contains(&key.as_str()) && !besides.contains(&key.as_str()));
    }
    // More pairs use more openings, and more of them have to be found.
    if besides.contains(&"openings")
        && let Some(balance) = value.get_mut("balance").and_then(Value::as_object_mut)
    {
        balance.remove("wanted");
    }
    for place in ["/balance/engine", "/referee/program"] {
        value.pointer_mut(place).into_iter().for_each(free_from_places);
    }
    let engines = value.get_mut("engines").and_then(Value::as_array_mut);
    engines.into_iter().flatten().for_each(free_from_places);
    Ok(value)
}

/// Leaves out what is different from machine to machine.
fn free_from_places(engine: &mut Value) {
    if let Some(map) = engine.as_object_mut() {
        map.retain(|key, _| !FREE_OF_ENGINES.contains(&key.as_str()));
    }
    if let Some(path) = engine.pointer_mut("/program/command/path") {
        let name =
            path.as_str().and_then(|path| Path::new(path).file_name()).map(|name| name.to_string_lossy());
        *path = name.map_or(Value::Null, |name| Value::String(name.into_owned()));
    }
}

fn first_difference(place: &str, old: &Value, new: &Value) -> Option<String> {
    let inner = |key: &str| if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") };
    match (old, new) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            keys.map(|key| (key, a.get(key).unwrap_or(&Value::Null), b.get(key).unwrap_or(&Value::Null)))
                .find_map(|(key, a, b)| first_difference(&inner(key), a, b))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => a
            .iter()
            .zip(b)
            .enumerate()
            .find_map(|(index, (a, b))| first_difference(&inner(&(index + 1).to_string()), a, b)),
        (Value::Array(a), Value::Array(b)) => {
            Some(format!("{place}: there were {}, now {}", a.len(), b.len()))
        }
        _ if old == new => None,
        _ => Some(format!("{place}: it was {old}, now it is {new}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::{Selection, Symmetries};
    use crate::records::text::tests::sample;
    use crate::settings::Program;
    use crate::settings::openings::Balance;
    use games::Player;

    #[test]
    fn where_things_are_makes_no_other_match() {
        let (mut settings, _) = sample(&[], Player::P1);
        let placed = |settings: &Settings, folder: &str, name: &str| {
            let mut settings = settings.clone();
            let balance = settings.balance.as_mut().map(|balance| &mut balance.engine);
            for engine in settings.engines.iter_mut().chain(balance) {
                engine.program = Program::Command { path: Path::new(folder).join(name), args: Vec::new() };
                engine.dir = Some(folder.into());
                engine.stderr = Some(Path::new(folder).join("errors"));
            }
            settings
        };
        settings.balance = Some(Balance {
            engine: settings.engines[0].clone(),
            window: 50,
            wanted: 1,
            plies: Some(4),
            list: Vec::new(),
            selection: Selection { symmetries: Symmetries::None, shuffled: false, skipped: 0, seed: 1 },
        });
        let one = placed(&settings, "/one", "engine");
        assert_eq!(difference(&one, &placed(&settings, "/two", "engine"), &[]).unwrap(), None);
        let mut other = one.clone();
        other.balance = placed(&settings, "/one", "another").balance;
        assert!(difference(&one, &other, &[]).unwrap().unwrap().contains("balance.engine.program"));
    }

    #[test]
    fn what_was_written_is_read_back_and_foreign_and_damaged_files_are_refused() {
        let (settings, _) = sample(&["111"], Player::P1);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        assert!(read(&path).unwrap().is_none());
        write(&path, &settings).unwrap();
        assert_eq!(read(&path).unwrap().unwrap(), settings);
        let good = std::fs::read_to_string(&path).unwrap();
        for (text, part) in [
            ("", "damaged"),
            ("{}", "damaged"),
            (&good[..good.len() / 2], "damaged"),
            (&good.replace("match-runner state", "other"), "damaged"),
            (&good.replace("\"version\":1", "\"version\":2"), "version 2"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = format!("{:#}", read(&path).unwrap_err());
            assert!(error.contains(part) && error.contains("state"), "{error}");
        }
    }

    #[test]
    fn another_match_is_told_by_what_differs() {
        let (settings, _) = sample(&["111"], Player::P1);
        let told = |change: &dyn Fn(&mut Settings), besides: &[&str]| {
            let mut other = settings.clone();
            change(&mut other);
            difference(&settings, &other, besides).unwrap().unwrap_or_default()
        };
        let elsewhere = |other: &mut Settings| {
            other.concurrency = 7;
            other.affinity = vec![vec![0], vec![1]];
            other.report = Some("page.html".into());
            other.results = Some("elsewhere".into());
        };
        assert_eq!(told(&elsewhere, &[]), "");
        assert_eq!(told(&|other| other.seed = 9, &["seed"]), "");
        assert_eq!(told(&|other| other.seed = 9, &[]), "seed: it was 1, now it is 9");
        let nodes = told(&|other| other.adjudication.win_nodes = Some(9), &[]);
        assert_eq!(nodes, "adjudication.win-nodes: it was null, now it is 9");
        assert!(told(&|other| other.engines[1].ponder = true, &[]).contains("engines.2.ponder"));
        let more = told(&|other| other.openings.push(other.openings[0].clone()), &[]);
        assert!(more.contains("openings: there were 1, now 2"), "{more}");
    }
}
