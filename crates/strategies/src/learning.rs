//! What strategies remember from game to game, the file behind the option `Memory`: one strategy's memory of one game,
//! with a version, one writer, and no moment at which a kill could lose what had been saved.
//!
//! The file begins with the line `fourscore-memory GAME STRATEGY VERSION`; what is remembered follows as JSON, then the line
//! `checksum` with the CRC-32 of that, which files written by hand may lack. It is replaced whole: written beside, flushed to the disk, renamed. A lock on `FILE.lock` is held as long as the memory is open; a second
//! process reads only. The lock is not on the file itself, which is another one after each save. It stands beside
//! the file that links lead to, so that a file has one lock whatever it is called. Two names of one file by hard links
//! are two files from the first save on, each whole.

use files::sealed::{from_json, sealed, to_json, unsealed, unsealed_strictly};
use files::{Lock, lock, write_atomically};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::TryLockError;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

const MAGIC: &str = "fourscore-memory";
/// The version that is written and read.
const VERSION: u32 = 2;
/// No game, strategy and version are longer, in bytes.
const LONGEST_HEAD: usize = 200;

/// What a memory holds.
pub trait Content: Serialize + DeserializeOwned {
    /// Whether the checksum may be missing, as it is where people have written the file.
    const BY_HAND: bool = false;

    /// What is wrong with what has been read, if something is.
    ///
    /// # Errors
    /// A sentence that says so.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

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
    Write { _lock: Lock },
}

/// Why a memory is only read: the lock at its path was not to be had.
#[derive(Debug)]
pub struct NotLocked(String, TryLockError);

impl NotLocked {
    /// What one who would have written in the memory is told.
    pub fn warning(&self) -> String {
        format!("{self}: reading only")
    }
}

impl std::fmt::Display for NotLocked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.1 {
            TryLockError::WouldBlock => write!(f, "memory {} is being written by another process", self.0),
            TryLockError::Error(error) => write!(f, "memory {} cannot be locked ({error})", self.0),
        }
    }
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
    pub fn none() -> Self {
        Self::default()
    }

    /// Opens the memory at this path (empty: none) for a strategy of a game; the file need not exist yet, but its
    /// directory must. The second value says why it is only read, if the lock was not to be had. A file that is none of
    /// this strategy's is opened without a lock and without a reason: [`Memory::load`] refuses it.
    pub fn open(path: &str, game: &str, strategy: &str) -> (Self, Option<NotLocked>) {
        let memory = Self::read_only(path, game, strategy);
        let begins = format!("{MAGIC} {} ", memory.owner);
        match memory.path().map(beginning) {
            Some(Ok(Some(head))) if !head.starts_with(begins.as_bytes()) => (memory, None),
            Some(Err(_)) => (memory, None),
            _ => Self::open_locked(path, game, strategy),
        }
    }

    /// Opens as [`Memory::open`] does, whatever the file holds.
    pub(crate) fn open_locked(path: &str, game: &str, strategy: &str) -> (Self, Option<NotLocked>) {
        if path.is_empty() {
            return (Self::none(), None);
        }
        let memory = Self::read_only(path, game, strategy);
        match lock(path.as_ref()) {
            Ok(lock) => (Self { access: Access::Write { _lock: lock }, ..memory }, None),
            Err(error) => (memory, Some(NotLocked(path.to_owned(), error))),
        }
    }

    /// Whether somebody has, or had, the memory at this path open to write.
    pub(crate) fn has_lock(path: &str) -> bool {
        files::has_lock(path.as_ref())
    }

    /// The memory at this path (empty: none), to be read only; no lock is taken.
    pub fn read_only(path: &str, game: &str, strategy: &str) -> Self {
        if path.is_empty() {
            return Self::none();
        }
        Self { path: path.to_owned(), owner: format!("{game} {strategy}"), access: Access::ReadOnly }
    }

    /// The path, if there is a file to read.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self.access {
            Access::None => None,
            _ => Some(Path::new(&self.path)),
        }
    }

    /// Whether [`Memory::save`] may be called.
    pub const fn is_writable(&self) -> bool {
        matches!(self.access, Access::Write { .. })
    }

    /// What was saved last; `None` if nothing has been.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or is not this strategy's memory.
    pub fn load<T: Content>(&self) -> Result<Option<T>, MemoryError> {
        let content = self.body(T::BY_HAND).and_then(|body| {
            let Some(body) = body else { return Ok(None) };
            let read = from_json(&body, 2).and_then(|content: T| content.check().map(|()| content));
            read.map(Some).map_err(|words| self.foreign(words))
        });
        if let Err(error) = &content {
            log::info!("refused: {error}");
        }
        content
    }

    /// What stands between the first line and the checksum.
    fn body(&self, by_hand: bool) -> Result<Option<String>, MemoryError> {
        let Some(path) = self.path() else { return Ok(None) };
        let refused = |error| MemoryError::Io(path.to_owned(), error);
        // A large file that is none of ours need not be read.
        let Some(head) = beginning(path).map_err(refused)? else { return Ok(None) };
        let wanted = self.head();
        let line = wanted.trim_end();
        if !head.starts_with(wanted.as_bytes()) {
            return Err(self.foreign(match own_head(&head) {
                Some(head) => format!("its first line is '{head}', not '{line}'"),
                None => format!("its first line is not '{line}'"),
            }));
        }
        let bytes = files::read(path).map_err(refused)?;
        // It may have been replaced meanwhile.
        let body = bytes.strip_prefix(wanted.as_bytes());
        let body = body.ok_or_else(|| self.foreign(format!("its first line is not '{line}'")))?;
        let text =
            str::from_utf8(body).map_err(|_| self.foreign("it is damaged: it is not text".to_owned()))?;
        let body = if by_hand { unsealed(text).unwrap_or(Ok(text)) } else { unsealed_strictly(text) };
        let body = body.map_err(|words| self.foreign(words.to_owned()))?;
        log::info!("memory {}: opened, {} bytes", self.path, body.len());
        Ok(Some(body.to_owned()))
    }

    /// Replaces what is saved, atomically. A file that is not this strategy's memory, or is damaged, is not overwritten.
    ///
    /// # Errors
    /// If another process is the writer, the file is foreign, or the system refuses; the old file is whole then.
    pub fn save<T: Content>(&mut self, content: &T) -> Result<(), MemoryError> {
        self.body(T::BY_HAND)?;
        if !self.is_writable() {
            return Err(MemoryError::NotWritable);
        }
        let path = PathBuf::from(&self.path);
        let body = to_json(content)
            // A number that is none has no form in JSON: what could not be read again does not replace what can.
            .and_then(|body| from_json::<T>(&body, 2).map(|_| body))
            .map_err(|words| MemoryError::Io(path.clone(), io::Error::other(words)))?;
        let text = format!("{}{}", self.head(), sealed(&body));
        write_atomically(&path, text.as_bytes()).map_err(|error| MemoryError::Io(path, error))?;
        log::info!("memory {}: saved, {} bytes", self.path, body.len());
        Ok(())
    }

    /// The first line.
    fn head(&self) -> String {
        format!("{MAGIC} {} {VERSION}\n", self.owner)
    }

    /// What is said of a file that cannot be used, for this reason.
    pub(crate) fn foreign(&self, words: String) -> MemoryError {
        MemoryError::Foreign(PathBuf::from(&self.path), words)
    }
}

/// How the file at this path begins; `None` if there is none.
fn beginning(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let Some(file) = files::if_there(files::open(path))? else { return Ok(None) };
    let mut head = Vec::new();
    file.take(LONGEST_HEAD as u64).read_to_end(&mut head)?;
    Ok(Some(head))
}

/// The first line of a memory of this program. That of another file is not repeated: it may be private, and no text.
fn own_head(bytes: &[u8]) -> Option<&str> {
    let line = bytes.split(|&byte| byte == b'\n').next()?;
    let head = str::from_utf8(line).ok().filter(|head| head.len() <= LONGEST_HEAD)?;
    let words: Vec<&str> = head.strip_prefix(MAGIC)?.strip_prefix(' ')?.split(' ').collect();
    let plain = |word: &&str| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    (words.len() == 3 && words.iter().all(plain)).then_some(head)
}

#[cfg(test)]
mod tests;
