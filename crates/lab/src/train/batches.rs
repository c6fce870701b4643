//! Long work in numbered pieces, each kept in a file of its own once it is done: what was killed goes on where it was.

use crate::progress::at_once;
use anyhow::{Context as _, anyhow, bail};
use files::sealed::{sealed, unsealed_strictly};
use search::Control;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// How the first line of a piece begins; what the work hangs on follows.
const FILE: &str = "fourscore-batch 1 ";

/// A folder of pieces.
pub(super) struct Batches {
    folder: PathBuf,
    /// What the pieces hang on, in a line.
    head: String,
}

impl Batches {
    pub(super) fn open(folder: &Path, head: String) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        Ok(Self { folder: folder.to_owned(), head: head.replace('\n', " ") })
    }

    fn path(&self, number: u64) -> PathBuf {
        self.folder.join(format!("{number:06}.batch"))
    }

    /// The piece of this number, if it is done.
    fn done(&self, number: u64) -> anyhow::Result<Option<String>> {
        let path = self.path(number);
        let Some((head, body)) = read(&path)? else { return Ok(None) };
        if head != self.head {
            let (path, wanted) = (path.display(), &self.head);
            bail!("{path} was begun with '{head}', not '{wanted}': say the same, or name another --out");
        }
        Ok(Some(body))
    }

    /// The pieces of these numbers; what is missing is worked out, and kept. `None` if that was interrupted.
    pub(super) fn run(
        &self,
        numbers: Range<u64>,
        threads: u64,
        units: &str,
        control: &Control,
        work: impl Fn(u64) -> anyhow::Result<String> + Sync,
    ) -> anyhow::Result<Option<Vec<String>>> {
        let mut pieces = numbers.clone().map(|number| self.done(number)).collect::<Result<Vec<_>, _>>()?;
        let missing: Vec<u64> =
            numbers.clone().zip(&pieces).filter(|(_, piece)| piece.is_none()).map(|(n, _)| n).collect();
        let one = |&number: &u64| {
            if control.is_stopped() {
                return None;
            }
            let keep = |body: String| {
                let text = format!("{FILE}{}\n{}", self.head, sealed(&body));
                let path = self.path(number);
                files::write_atomically(&path, text.as_bytes())
                    .with_context(|| path.display().to_string())?;
                Ok(body)
            };
            Some(work(number).and_then(keep))
        };
        let found = at_once(&missing, threads, units, one);
        for (number, piece) in missing.iter().zip(found) {
            let Some(piece) = piece else { return Ok(None) };
            pieces[usize::try_from(number - numbers.start)?] = Some(piece?);
        }
        Ok(pieces.into_iter().collect())
    }
}

/// The head and the body of a piece, if it is there.
fn read(path: &Path) -> anyhow::Result<Option<(String, String)>> {
    let name = || path.display().to_string();
    let Some(text) = files::if_there(files::read_text(path)).with_context(name)? else { return Ok(None) };
    let (head, rest) = text
        .strip_prefix(FILE)
        .and_then(|text| text.split_once('\n'))
        .with_context(|| format!("{}: it holds no games", name()))?;
    let body = unsealed_strictly(rest).map_err(|words| anyhow!("{}: {words}", name()))?;
    Ok(Some((head.to_owned(), body.to_owned())))
}

/// The bodies of all pieces in these folders, in order.
pub(super) fn all_in(folders: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let mut bodies = Vec::new();
    for folder in folders {
        let name = || folder.display().to_string();
        let entries = std::fs::read_dir(folder).with_context(name)?;
        let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
        paths.retain(|path| path.extension().is_some_and(|end| end == "batch"));
        paths.sort();
        if paths.is_empty() {
            bail!("{}: no games are there; `fourscore lab games` plays some", name());
        }
        for path in paths {
            let (_, body) = read(&path)?.with_context(|| format!("{}: it is gone", path.display()))?;
            bodies.push(body);
        }
    }
    Ok(bodies)
}
