//! What was found, kept: beside a report while it is made, so that an interrupt loses no item, and in the repository for the
//! items that take long.

use super::Paper;
use super::item::Found;
use anyhow::Context as _;
use files::sealed;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the long items gave when they were made last.
const RECORDED: &str = include_str!("../../../../data/papers/recorded.json");

/// What an item gave, by which version, when, and from which seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    pub paper: Paper,
    pub label: String,
    pub version: String,
    /// The commit that made it; of records older than this field, the one that they came with. Empty for what is made on the spot.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub commit: String,
    pub date: String,
    pub seed: u64,
    pub found: Found,
}

impl Record {
    pub(super) fn new(paper: Paper, label: &str, commit: &str, seed: u64, found: Found) -> Self {
        // 2026-01-31T...
        let date = jiff::Timestamp::now().to_string().chars().take(10).collect();
        let [label, version, commit] = [label, VERSION, commit].map(str::to_owned);
        Self { paper, label, version, commit, date, seed, found }
    }
}

/// The commit of the work tree that this file of records is in, and whether its sources are changed; empty outside of one.
pub(super) fn commit(file: &Path) -> String {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let git = |words: &[&str]| Command::new("git").args(words).current_dir(folder).output().ok();
    let head = git(&["rev-parse", "--short", "HEAD"]).filter(|said| said.status.success());
    let head = head.map(|said| String::from_utf8_lossy(&said.stdout).trim().to_owned());
    let changed = || git(&["diff", "--quiet", "HEAD", "--", ":/crates", ":/src"]);
    head.map_or_else(String::new, |head| match changed() {
        Some(said) if said.status.success() => head,
        _ => format!("{head}, changed"),
    })
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A file of records, an item once.
#[derive(Default)]
pub(super) struct Records {
    path: Option<PathBuf>,
    records: Vec<Record>,
}

impl Records {
    /// Those of the repository.
    pub(super) fn recorded() -> anyhow::Result<Self> {
        Ok(Self { path: None, records: read(RECORDED)? })
    }

    /// Those of a file, none if it is not there. Without a file they are forgotten at the end.
    pub(super) fn open(path: Option<PathBuf>) -> anyhow::Result<Self> {
        let name = || path.as_deref().map(Path::display).map_or_else(String::new, |path| path.to_string());
        let text = path.as_deref().and_then(|path| files::if_there(files::read_text(path)).transpose());
        let text = text.transpose().with_context(name)?.filter(|text| !text.is_empty());
        let records = text.map(|text| read(&text)).transpose().with_context(name)?;
        Ok(Self { path, records: records.unwrap_or_default() })
    }

    #[cfg(test)]
    pub(super) fn all(&self) -> &[Record] {
        &self.records
    }

    pub(super) fn find(&self, paper: Paper, label: &str) -> Option<&Record> {
        self.records.iter().find(|record| record.paper == paper && record.label == label)
    }

    /// The record of this item if this version made it from this seed.
    pub(super) fn made(&self, paper: Paper, label: &str, seed: u64) -> Option<&Record> {
        self.find(paper, label).filter(|record| record.version == VERSION && record.seed == seed)
    }

    /// Adds a record, in the place of an older one, and writes the file.
    pub(super) fn keep(&mut self, record: &Record) -> anyhow::Result<()> {
        self.records.retain(|other| (other.paper, &other.label) != (record.paper, &record.label));
        self.records.push(record.clone());
        self.records.sort_by(|a, b| (a.paper, &a.label).cmp(&(b.paper, &b.label)));
        let Some(path) = &self.path else { return Ok(()) };
        let lines: Vec<_> = self.records.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
        let text = sealed::sealed(&format!("[\n{}\n]\n", lines.join(",\n")));
        files::write_atomically(path, text.as_bytes()).with_context(|| path.display().to_string())
    }

    pub(super) fn remove(&self) {
        if let Some(path) = &self.path {
            let _ = std::fs::remove_file(path);
        }
    }
}

fn read(text: &str) -> anyhow::Result<Vec<Record>> {
    let body = sealed::unsealed_strictly(text).map_err(anyhow::Error::msg)?;
    sealed::from_json(body, 1).map_err(anyhow::Error::msg)
}
