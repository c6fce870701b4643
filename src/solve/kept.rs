//! What a proof in parts has proven so far, in a file of text: lines of a position and a move, with a first line that says
//! what the file is, a second one that says what is being proven, and a last one with the CRC-32 of all before it.

use anyhow::{Context as _, anyhow, bail};
use files::sealed::{sealed, unsealed_strictly};
use games::Game;
use games::qubic::{Cell, Qubic};
use solve::qubic::proof::solution::Moves;
use std::fmt::Write as _;
use std::path::Path;

/// The first line of the file of Qubic's parts.
const QUBIC: &str = "fourscore-search qubic replies 2";

/// The lines of a file with this first line, about this proof; none if there is no file.
///
/// # Errors
/// If the file is something else, damaged, or about another proof.
pub(super) fn read(path: &Path, head: &str, what: &str) -> anyhow::Result<Vec<(String, String)>> {
    let name = path.display();
    let read = files::if_there(files::read(path)).with_context(|| format!("{name} cannot be read"))?;
    let Some(bytes) = read else { return Ok(Vec::new()) };
    let text = String::from_utf8_lossy(&bytes);
    if text.lines().next() != Some(head) {
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

/// The winner's moves in Qubic that an earlier run has proven.
///
/// # Errors
/// As those of [`read`], or if a line is not a position and a legal cell.
pub(super) fn read_moves(path: &Path, what: &str) -> anyhow::Result<Moves> {
    let damaged = || anyhow!("{} is damaged: after its head a line is a position and a cell", path.display());
    read(path, QUBIC, what)?
        .into_iter()
        .map(|(text, cell)| {
            let position = Qubic::from_text(&(), &text).map_err(|_| damaged())?;
            let m = cell
                .parse()
                .ok()
                .and_then(Cell::new)
                .filter(|&m| position.is_legal(m))
                .ok_or_else(damaged)?;
            Ok((position, m))
        })
        .collect()
}

/// Writes such a file.
///
/// # Errors
/// If the file cannot be written; what was there stays.
pub(super) fn write_moves<'a>(
    path: &Path,
    what: &str,
    moves: impl IntoIterator<Item = (&'a Qubic, &'a Cell)>,
) -> anyhow::Result<()> {
    let lines = moves.into_iter().map(|(position, m)| (position.to_text(), m.index().to_string())).collect();
    write(path, QUBIC, what, lines)
}
