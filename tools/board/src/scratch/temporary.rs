//! Directories of the system.

use super::Folder;
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// How often it is tried to remove a directory into which an engine may be writing.
const TRIES: u32 = 50;

#[derive(Debug)]
pub struct Scratch {
    directory: TempDir,
}

impl Scratch {
    /// Makes it.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn new() -> std::io::Result<Self> {
        Ok(Self { directory: tempfile::Builder::new().prefix("board-").tempdir()? })
    }

    /// A directory for one use.
    ///
    /// # Errors
    /// A sentence, if the system refuses.
    pub fn folder(&self) -> Result<Folder, String> {
        let made = tempfile::Builder::new().prefix("use-").tempdir_in(self.directory.path());
        let path = made.map_err(|error| format!("no temporary directory can be made: {error}"))?.keep();
        Ok(Folder { path })
    }

    /// Writes a file that is there until the end and that no other user can read; gives its path.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn secret(&self, suffix: &str, text: &str) -> std::io::Result<String> {
        let mut file = tempfile::Builder::new().suffix(suffix).tempfile_in(self.directory.path())?;
        file.write_all(text.as_bytes())?;
        let (_, path) = file.keep().map_err(|error| error.error)?;
        Ok(path.to_string_lossy().into_owned())
    }

    /// Removes everything, even while it is in use.
    pub fn clear(&self) {
        remove(self.directory.path());
    }
}

/// Removes a directory; a file that comes while it is emptied takes another try.
pub(super) fn remove(path: &Path) {
    for _ in 0..TRIES {
        match std::fs::remove_dir_all(path) {
            Err(error) if error.kind() == std::io::ErrorKind::DirectoryNotEmpty => {
                std::thread::sleep(Duration::from_millis(2));
            }
            _ => return,
        }
    }
    log::warn!("{} could not be emptied", path.display());
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn a_directory_goes_with_its_use_and_all_of_them_at_the_end() {
        let scratch = Scratch::new().unwrap();
        let [one, two] = [scratch.folder().unwrap(), scratch.folder().unwrap()];
        let (first, second) = (one.file("memory"), two.file("memory"));
        std::fs::write(&first, "a").unwrap();
        std::fs::write(&second, "b").unwrap();
        drop(one);
        assert!(!Path::new(&first).exists() && Path::new(&second).exists());
        assert!(std::fs::write(&first, "too late").is_err());
        scratch.clear();
        assert!(!Path::new(&second).exists() && !scratch.directory.path().exists());
    }
}
