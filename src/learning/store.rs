//! The file behind the option `Memory`: one strategy's memory of one game, with a version, one writer, and no moment
//! at which a kill could lose what had been saved.
//!
//! The file begins with the line `fourscore-memory GAME STRATEGY VERSION`; the rest is the strategy's own text. It is
//! replaced whole: written beside, flushed to the disk, renamed. A lock on `FILE.lock` is held as long as the memory
//! is open; whoever comes second reads only.

use crate::files::write_atomically;
use crate::game::quoted;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

const MAGIC: &str = "fourscore-memory";

/// What the option `Memory` names, opened.
#[derive(Debug, Default)]
pub struct Memory {
    path: String,
    owner: String,
    access: Access,
}

#[derive(Debug, Default)]
enum Access {
    /// No file: nothing is remembered.
    #[default]
    None,
    /// Another process writes, or the file is not to be touched.
    ReadOnly,
    /// Ours while the lock lives.
    Write { _lock: File },
}

/// Why a memory could not be read or written.
#[derive(Debug)]
pub enum MemoryError {
    /// The system refused.
    Io(PathBuf, io::Error),
    /// The file is not this strategy's memory of this game in this version.
    Foreign(PathBuf, String),
    /// Another process is the writer, or no file is open.
    NotWritable,
}

impl std::fmt::Display for MemoryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "memory {}: {error}", path.display()),
            Self::Foreign(path, words) => {
                write!(f, "memory {}: {words}; it is left as it is", path.display())
            }
            Self::NotWritable => write!(f, "memory is not open for writing"),
        }
    }
}

impl std::error::Error for MemoryError {}

impl Memory {
    /// No memory.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Opens the memory at this path (empty: none) for a strategy of a game; the file need not exist yet. The second
    /// value is a warning in words: another process has it, or the lock cannot be made.
    #[must_use]
    pub fn open(path: &str, game: &str, strategy: &str) -> (Self, Option<String>) {
        if path.is_empty() {
            return (Self::none(), None);
        }
        let (access, warning) = match take_lock(path) {
            Ok(lock) => (Access::Write { _lock: lock }, None),
            Err(TryLockError::WouldBlock) => (
                Access::ReadOnly,
                Some(format!("memory {path} is being written by another process: reading only")),
            ),
            Err(TryLockError::Error(error)) => {
                (Access::ReadOnly, Some(format!("memory {path} cannot be locked ({error}): reading only")))
            }
        };
        (Self { path: path.to_owned(), owner: format!("{game} {strategy}"), access }, warning)
    }

    /// The memory at this path (empty: none), to be read only; no lock is taken.
    #[must_use]
    pub fn read_only(path: &str, game: &str, strategy: &str) -> Self {
        if path.is_empty() {
            return Self::none();
        }
        Self { path: path.to_owned(), owner: format!("{game} {strategy}"), access: Access::ReadOnly }
    }

    /// The path, if there is a file to read.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self.access {
            Access::None => None,
            _ => Some(Path::new(&self.path)),
        }
    }

    /// Whether [`Memory::save`] may be called.
    #[must_use]
    pub const fn is_writable(&self) -> bool {
        matches!(self.access, Access::Write { .. })
    }

    /// What was saved last, without the first line; `None` if nothing has been.
    ///
    /// # Errors
    /// If the file cannot be read, or is not this strategy's memory in this version.
    pub fn load(&self, version: u32) -> Result<Option<String>, MemoryError> {
        let Some(path) = self.path() else { return Ok(None) };
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(MemoryError::Io(path.to_owned(), error)),
        };
        let foreign = |words: String| Err(MemoryError::Foreign(path.to_owned(), words));
        let Some((head, body)) = text.split_once('\n') else {
            return foreign("it has no first line, so it is damaged or no memory at all".into());
        };
        if head == self.header(version) {
            return Ok(Some(body.to_owned()));
        }
        if head.starts_with(MAGIC) {
            return foreign(format!("it begins with {}, not with '{}'", quoted(head), self.header(version)));
        }
        foreign(format!("it begins with {}: not a memory of this program", quoted(head)))
    }

    /// Replaces what is saved, atomically. A file that [`Memory::load`] refuses is not overwritten.
    ///
    /// # Errors
    /// If another process is the writer, the file is foreign, or the system refuses; the old file is whole then.
    pub fn save(&mut self, version: u32, body: &str) -> Result<(), MemoryError> {
        if !self.is_writable() {
            return Err(MemoryError::NotWritable);
        }
        self.load(version)?;
        let path = PathBuf::from(&self.path);
        let text = format!("{}\n{body}", self.header(version));
        write_atomically(&path, text.as_bytes()).map_err(|error| MemoryError::Io(path, error))
    }

    fn header(&self, version: u32) -> String {
        format!("{MAGIC} {} {version}", self.owner)
    }
}

fn take_lock(path: &str) -> Result<File, TryLockError> {
    let lock = OpenOptions::new().create(true).truncate(false).write(true).open(format!("{path}.lock"));
    let lock = lock.map_err(TryLockError::Error)?;
    lock.try_lock()?;
    Ok(lock)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path in a fresh directory, which goes with the value.
    fn place() -> (tempfile::TempDir, String) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("memory.txt").to_str().unwrap().to_owned();
        (directory, path)
    }

    #[test]
    fn what_is_saved_is_loaded() {
        let (_directory, path) = place();
        let (mut memory, warning) = Memory::open(&path, "qubic", "test");
        assert_eq!(warning, None);
        assert!(memory.load(1).unwrap().is_none());
        memory.save(1, "a\nb\n").unwrap();
        memory.save(1, "c\n").unwrap();
        drop(memory);
        let (memory, _) = Memory::open(&path, "qubic", "test");
        assert_eq!(memory.load(1).unwrap().as_deref(), Some("c\n"));
        assert_eq!(memory.path(), Some(Path::new(&path)));
    }

    #[test]
    fn the_second_process_reads_and_is_told() {
        let (_directory, path) = place();
        let (mut first, _) = Memory::open(&path, "qubic", "test");
        first.save(1, "x").unwrap();
        let (mut second, warning) = Memory::open(&path, "qubic", "test");
        assert!(warning.unwrap().contains("reading only"));
        assert_eq!(second.load(1).unwrap().as_deref(), Some("x"));
        assert!(matches!(second.save(1, "y"), Err(MemoryError::NotWritable)));
    }

    #[test]
    fn foreign_and_damaged_files_are_refused_and_kept() {
        let (_directory, path) = place();
        let other_owner = "fourscore-memory qubic other 1\nx";
        let other_version = "fourscore-memory qubic test 2\nx";
        for text in ["", "no newline", "something else\nx", other_owner, other_version, "fourscore-memo\n"] {
            fs::write(&path, text).unwrap();
            let (mut memory, _) = Memory::open(&path, "qubic", "test");
            assert!(matches!(memory.load(1), Err(MemoryError::Foreign(..))), "{text:?}");
            assert!(memory.save(1, "mine").is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::write(&path, [0xff, 0xfe, 0]).unwrap();
        let (mut memory, _) = Memory::open(&path, "qubic", "test");
        assert!(memory.save(1, "mine").is_err());
        assert_eq!(fs::read(&path).unwrap(), [0xff, 0xfe, 0]);
    }

    #[test]
    fn nothing_is_remembered_without_a_path() {
        let (mut memory, warning) = Memory::open("", "qubic", "test");
        assert!(warning.is_none() && memory.path().is_none());
        assert!(memory.load(1).unwrap().is_none());
        assert!(memory.save(1, "x").is_err());
        let (_, warning) = Memory::open("/nowhere/at/all", "qubic", "test");
        assert!(warning.unwrap().contains("reading only"));
    }
}
