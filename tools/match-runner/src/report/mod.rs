//! A match as one page for a browser: tables and plots in a single file that needs no server and no network. It is made
//! from the records of games alone, so that any records will do: of a match that has just ended, of an old one, of
//! several joined into one file.

mod data;
mod page;
mod plots;

pub use data::{GameRecord, MoveRecord, parse};

use anyhow::Context;
use std::path::Path;

/// Reads records (one JSON object on each line) and writes the page, whole or not at all.
///
/// # Errors
/// If the records cannot be read, hold something else, or the page cannot be written; each names its file.
pub fn write(records: &Path, out: &Path) -> anyhow::Result<()> {
    let text =
        files::read_text(records).with_context(|| format!("report: cannot read {}", records.display()))?;
    let games = parse(&text).map_err(|error| anyhow::anyhow!("report: {}: {error}", records.display()))?;
    let page = page::page(&games).map_err(|error| anyhow::anyhow!("report: a plot: {error}"))?;
    if let Some(folder) = out.parent() {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("report: cannot make {}", folder.display()))?;
    }
    files::write_atomically(out, page.as_bytes())
        .with_context(|| format!("report: cannot write {}", out.display()))
}
