//! Joins the parts of a match that was divided with `shard` into the result that one machine would have given: the
//! games of all parts in the order of the schedule, the same table, the same decision of a test at the same game.

use crate::conclusion;
use crate::coordinator::Coordinator;
use crate::interrupt::Interrupt;
use crate::records::archive::{self, state_path};
use crate::records::{Archive, Earlier, state};
use crate::run::{Environment, Failure, Summary};
use crate::settings::output::EXTENSIONS;
use crate::settings::{Settings, Shard};
use anyhow::{Context, anyhow, bail};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A part as it was found.
struct Part {
    path: PathBuf,
    shard: Shard,
    settings: Settings,
    played: Earlier,
}

/// Merges the parts whose results are at these paths, with or without an extension, and writes the whole to `results`.
pub(crate) fn merge(parts: &[PathBuf], results: &Path) -> Result<Summary, Failure> {
    let mut paths: Vec<PathBuf> = parts.iter().map(|path| without_extension(path)).collect();
    // A pattern of a shell names each part once for each of its files.
    paths.sort();
    paths.dedup();
    let parts = paths.into_iter().map(read).collect::<anyhow::Result<Vec<Part>>>()?;
    let (settings, earlier) = joined(parts, results)?;
    let interrupt = Interrupt::new().context("merge")?;
    let around = Environment { builtin: Vec::new(), interrupt, progress: false, events: false };
    let archive = Archive::open(&settings, results)?.0;
    let coordinator = Coordinator::new(&settings, Some((archive, earlier)), &around)?;
    let mut summary = coordinator.close(&settings)?;
    summary.files.extend(conclusion::write(&summary)?);
    Ok(summary)
}

fn without_extension(path: &Path) -> PathBuf {
    let text = path.to_string_lossy();
    let stem = EXTENSIONS.iter().find_map(|extension| text.strip_suffix(extension));
    stem.map_or_else(|| path.to_owned(), PathBuf::from)
}

fn read(path: PathBuf) -> anyhow::Result<Part> {
    let state = state_path(&path);
    let settings =
        state::read(&state)?.with_context(|| format!("merge: there is no {}: no part", state.display()))?;
    let Some(shard) = settings.shard else {
        bail!("merge: {} is a whole match, not a part of one", state.display());
    };
    let played = archive::read(&settings, &path)?;
    Ok(Part { path, shard, settings, played })
}

/// The whole match, and all games of its parts.
fn joined(parts: Vec<Part>, results: &Path) -> anyhow::Result<(Settings, Earlier)> {
    let first = parts.first().context("merge: there is no part")?;
    let count = first.shard.count;
    let mut by_index: BTreeMap<usize, &Part> = BTreeMap::new();
    for part in &parts {
        let shown = part.path.display();
        if let Some(difference) = state::difference(&first.settings, &part.settings, &["shard"])? {
            bail!("merge: {shown} is of another match than {}: {difference}", first.path.display());
        }
        if part.shard.count != count {
            bail!("merge: {shown} is part {}, and the others are parts of {count}", part.shard);
        }
        if let Some(other) = by_index.insert(part.shard.index, part) {
            bail!("merge: {shown} and {} are both part {}", other.path.display(), part.shard);
        }
    }
    let missing: Vec<String> =
        (1..=count).filter(|index| !by_index.contains_key(index)).map(|index| index.to_string()).collect();
    if !missing.is_empty() {
        bail!("merge: of the {count} parts these are missing: {}", missing.join(", "));
    }
    for game in first.settings.plan().schedule() {
        let part = by_index.values().find(|part| part.shard.plays(&game));
        let part = part.ok_or_else(|| anyhow!("merge: nobody plays game {}", game.number + 1))?;
        if !part.played.games.contains_key(&game.number) {
            bail!(
                "merge: part {} at {} has not played game {} yet; finish it with --resume",
                part.shard,
                part.path.display(),
                game.number + 1
            );
        }
    }
    let results = std::path::absolute(results).unwrap_or_else(|_| results.to_owned());
    let settings = Settings { shard: None, resume: false, results: Some(results), ..first.settings.clone() };
    let mut whole = Earlier::default();
    for part in parts {
        whole.games.extend(part.played.games);
        whole.incidents.extend(part.played.incidents);
    }
    Ok((settings, whole))
}
