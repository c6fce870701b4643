//! Replacing a file whole: what is kept (memories, records, certificates) must survive a kill at any moment, old or new
//! but never half.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Replaces a file whole: written beside it, flushed to the disk, renamed over it. Of a symbolic link it is what the link
/// leads to that is replaced; the link stays.
///
/// # Errors
/// Whatever the system refuses; the old file is whole then.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &target(path)?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.tmp", std::process::id()));
    let beside = PathBuf::from(beside);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&beside, path)).inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}

/// Where a path leads, links followed; the file itself need not be there.
fn target(path: &Path) -> io::Result<PathBuf> {
    /// More links in a row are taken for a circle, as systems do.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        if !fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink()) {
            return Ok(path);
        }
        let next = fs::read_link(&path)?;
        path = path.parent().map_or_else(|| next.clone(), |directory| directory.join(&next));
    }
    Err(io::Error::other("there are too many symbolic links in a row"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_are_written_through() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        fs::create_dir(at("far")).unwrap();
        symlink("far/file", at("second")).unwrap();
        symlink(at("second"), at("first")).unwrap();
        // What the links lead to is not there yet; then it is.
        for text in ["one", "two"] {
            write_atomically(&at("first"), text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(at("far/file")).unwrap(), text);
        }
        assert!(["first", "second"].iter().all(|name| fs::symlink_metadata(at(name)).unwrap().is_symlink()));
        assert_eq!(fs::read_dir(at("far")).unwrap().count(), 1);
        symlink("circle", at("circle")).unwrap();
        assert!(write_atomically(&at("circle"), b"x").unwrap_err().to_string().contains("too many"));
    }
}
