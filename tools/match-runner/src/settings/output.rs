//! Where a match writes: its games, and the report that is made of them. Each part of a match has files of its own.

use super::{RawMatch, Shard};
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};

/// What is written beside each other at `results`.
pub(crate) const EXTENSIONS: [&str; 8] =
    [".jsonl", ".pgn", ".json", ".state", ".journal", ".sgf", ".psq", ".pdn"];

/// A path that was given, and is not empty.
fn given(path: Option<&str>) -> Option<&str> {
    path.filter(|path| !path.is_empty())
}

pub(super) fn results(raw: &RawMatch, base: &Path, shard: Option<Shard>) -> Result<Option<PathBuf>> {
    let path = given(raw.results.as_deref()).map(|path| base.join(path));
    match (&path, shard) {
        (None, _) if raw.resume == Some(true) => {
            bail!("resume: there is nothing to go on with without results = \"PATH\"")
        }
        (None, Some(_)) => bail!("shard: the parts cannot be merged without results = \"PATH\""),
        (Some(path), Some(shard)) => Ok(Some(files::with_suffix(path, &shard.suffix()))),
        _ => Ok(path),
    }
}

/// Where the report goes. It is made from the records, so that there must be some.
pub(super) fn report(
    raw: &RawMatch,
    base: &Path,
    results: Option<&Path>,
    shard: Option<Shard>,
) -> Result<Option<PathBuf>> {
    let Some(typed) = given(raw.report.as_deref()) else { return Ok(None) };
    let Some(results) = results else {
        bail!("report = \"{typed}\": a report is made from the records, so it needs results too");
    };
    let mut path = base.join(typed);
    if let Some(shard) = shard {
        let end = path.extension().map(|end| format!(".{}", end.to_string_lossy())).unwrap_or_default();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        path.set_file_name(format!("{stem}{}{end}", shard.suffix()));
    }
    let same =
        |extension: &&&str| path.as_os_str().to_string_lossy() == format!("{}{extension}", results.display());
    match EXTENSIONS.iter().find(same) {
        Some(extension) => {
            bail!("report = \"{typed}\": the results have a file of this name, with {extension}")
        }
        None => Ok(Some(path)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(report: &str, shard: Option<Shard>) -> Result<Option<PathBuf>> {
        let raw = RawMatch {
            report: Some(report.to_owned()),
            results: Some("r".to_owned()),
            ..RawMatch::default()
        };
        let results = results(&raw, Path::new("/b"), shard).unwrap();
        super::report(&raw, Path::new("/b"), results.as_deref(), shard)
    }

    #[test]
    fn each_part_has_a_report_of_its_own() {
        let part = Shard::parse("2/3").ok();
        assert_eq!(places("x.html", None).unwrap(), Some("/b/x.html".into()));
        assert_eq!(places("x.html", part).unwrap(), Some("/b/x.2-of-3.html".into()));
        assert_eq!(places("x", part).unwrap(), Some("/b/x.2-of-3".into()));
        assert_eq!(places("", part).unwrap(), None);
    }

    #[test]
    fn a_report_does_not_take_the_place_of_the_results() {
        assert!(
            places("r.jsonl", None).unwrap_err().to_string().contains("the results have a file of this name")
        );
        assert!(places("r.html", None).is_ok());
    }
}
