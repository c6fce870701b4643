//! Replacing a file whole: what is kept (memories, records, certificates) must survive a kill at any moment, old or new
//! but never half.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Replaces a file whole: written beside it, flushed to the disk, renamed over it.
///
/// # Errors
/// Whatever the system refuses; the old file is whole then.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
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
