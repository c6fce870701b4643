//! What a proof in parts has proven so far, in a file of text: lines of a position and a move, with a first line that says
//! what the file is, a second one that says what is being proven, and a last one with the CRC-32 of all before it.

use anyhow::{Context as _, anyhow, bail};
use files::sealed::{sealed, unsealed_strictly};
use std::fmt::Write as _;
use std::path::Path;

/// The lines of a file with one of these first lines, about this proof; none if there is no file.
///
/// # Errors
/// If the file is something else, damaged, or about another proof.
pub(super) fn read(path: &Path, heads: &[&str], what: &str) -> anyhow::Result<Vec<(String, String)>> {
    let name = path.display();
    let read = files::if_there(files::read(path)).with_context(|| format!("{name} cannot be read"))?;
    let Some(bytes) = read else { return Ok(Vec::new()) };
    let text = String::from_utf8_lossy(&bytes);
    if !text.lines().next().is_some_and(|line| heads.contains(&line)) {
        bail!(
            "{name} is not what such a search of this version has kept: choose another file (--state, --table), or delete it"
        );
    }
    let body = unsealed_strictly(&text).map_err(|words| anyhow!("{name}: {words}"))?;
    let mut lines = body.lines().skip(1);
    if lines.next() != Some(what) {
        bail!(
            "{name} keeps the search of another position, rule or last ply: choose another file (--state, --table), or delete it"
        );
    }
    let damaged = || anyhow!("{name} is damaged: after its head a line is a position and a move");
    let pair = |line: &str| {
        let (position, m) = line.split_once(' ').ok_or_else(damaged)?;
        Ok((position.to_owned(), m.to_owned()))
    };
    lines.map(pair).collect()
}

/// Writes such a file, whole or not at all.
///
/// # Errors
/// If the file cannot be written; what was there stays.
pub(super) fn write(
    path: &Path,
    head: &str,
    what: &str,
    mut lines: Vec<(String, String)>,
) -> anyhow::Result<()> {
    let mut text = format!("{head}\n{what}\n");
    lines.sort_unstable();
    for (position, m) in lines {
        let _ = writeln!(text, "{position} {m}");
    }
    files::write_atomically(path, sealed(&text).as_bytes())
        .with_context(|| format!("{} cannot be written", path.display()))
}
