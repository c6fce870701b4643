//! Where a match keeps what on disk, and the two ways in which files change: as a whole, or by a line at the end.

pub(crate) use ::files::with_suffix;

use anyhow::Context;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

/// Makes the folder of a file.
pub(crate) fn make_folder(path: &Path) -> anyhow::Result<()> {
    match path.parent() {
        Some(folder) => {
            fs::create_dir_all(folder).with_context(|| format!("results: cannot make {}", folder.display()))
        }
        None => Ok(()),
    }
}

/// Replaces a file in one piece: a reader sees the old text or the new one, whenever this process dies.
pub(crate) fn replace(path: &Path, text: &[u8]) -> anyhow::Result<()> {
    files::write_atomically(path, text).with_context(|| cannot_write(path))
}

/// Keeps a file of an earlier match once, with `.old` behind its name.
pub(crate) fn set_aside(path: &Path) -> io::Result<()> {
    if path.exists() { fs::rename(path, with_suffix(path, ".old")) } else { Ok(()) }
}

/// Takes a file for this process alone, until it is closed.
pub(crate) fn lock(file: &File, path: &Path) -> anyhow::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => anyhow::bail!(
            "results: another match is writing {}; give this one another --results, or wait for that one",
            path.display()
        ),
        // A file system without locks is no reason not to play.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// The complete lines of a file that is written line by line, with their numbers from 1; one that a dying process
/// has left unfinished is no line. No file has no lines.
pub(crate) fn complete_lines(path: &Path) -> anyhow::Result<Vec<String>> {
    let cannot_read = || format!("results: cannot read {}", path.display());
    let read = files::if_there(files::read(path)).with_context(cannot_read)?;
    let Some(mut bytes) = read else { return Ok(Vec::new()) };
    // First of all, because an unfinished line may end within a character.
    bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').unwrap_or(0));
    let complete = String::from_utf8(bytes).with_context(cannot_read)?;
    Ok(complete.lines().map(str::to_owned).collect())
}

/// What to say when a file cannot be written.
pub(crate) fn cannot_write(path: &Path) -> String {
    format!("results: cannot write {}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unfinished_line_is_no_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.b");
        assert!(complete_lines(&path).unwrap().is_empty());
        let torn: &[u8] = "one\nzw\u{f6}lf".as_bytes();
        for (text, count) in [
            ("".as_bytes(), 0),
            (b"half", 0),
            (b"one\n", 1),
            (b"one\ntwo", 1),
            (b"one\ntwo\n", 2),
            (&torn[..7], 1),
        ] {
            replace(&path, text).unwrap();
            assert_eq!(complete_lines(&path).unwrap().len(), count, "{text:?}");
        }
        replace(&path, b"\xff\n").unwrap();
        assert!(complete_lines(&path).is_err());
        assert_eq!(with_suffix(&path, ".new"), folder.path().join("a.b.new"));
    }

    #[test]
    fn a_file_has_one_writer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let one = File::create(&path).unwrap();
        lock(&one, &path).unwrap();
        let two = File::open(&path).unwrap();
        assert!(lock(&two, &path).unwrap_err().to_string().contains("another match"));
        drop(one);
        lock(&two, &path).unwrap();
    }
}
