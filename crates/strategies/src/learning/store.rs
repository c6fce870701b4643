//! The file behind the option `Memory`: one strategy's memory of one game, with a version, one writer, and no moment
//! at which a kill could lose what had been saved.
//!
//! The file begins with the line `fourscore-memory GAME STRATEGY VERSION`; the strategy's own text follows, then the line
//! `checksum` with the CRC-32 of that text, which old files and those written by hand may lack. It is replaced whole:
//! written beside, flushed to the disk, renamed. A lock on `FILE.lock` is held as long as the memory is open; whoever
//! comes second reads only. The lock is not on the file itself, which is another one after each save. It stands beside
//! the file that links lead to, so that a file has one lock whatever it is called. Two names of one file by hard links
//! are two files from the first save on, each whole.

use files;
use files::{target, write_atomically};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

const MAGIC: &str = "fourscore-memory";
/// How the last line begins.
const CHECKSUM: &str = "checksum ";
/// No game, strategy and version are longer, in bytes.
const LONGEST_HEAD: usize = 200;

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

/// Why a memory is only read: the lock at its path was not to be had.
#[derive(Debug)]
pub struct NotLocked(String, TryLockError);

impl NotLocked {
    /// What one who would have written in the memory is told.
    #[must_use]
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
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Opens the memory at this path (empty: none) for a strategy of a game; the file need not exist yet, but its
    /// directory must. The second value says why it is only read, if the lock was not to be had. A file that is none of
    /// this strategy's is opened without a lock and without a reason: [`Memory::load`] refuses it.
    #[must_use]
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
    #[must_use]
    pub(crate) fn open_locked(path: &str, game: &str, strategy: &str) -> (Self, Option<NotLocked>) {
        if path.is_empty() {
            return (Self::none(), None);
        }
        let memory = Self::read_only(path, game, strategy);
        match take_lock(path.as_ref()) {
            Ok(lock) => (Self { access: Access::Write { _lock: lock }, ..memory }, None),
            Err(error) => (memory, Some(NotLocked(path.to_owned(), error))),
        }
    }

    /// Whether somebody has, or had, the memory at this path open to write.
    #[must_use]
    pub(crate) fn has_lock(path: &str) -> bool {
        target(path.as_ref()).is_ok_and(|path| lock_of(&path).exists())
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
    pub(crate) fn path(&self) -> Option<&Path> {
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

    /// What was saved last, without the first line and the checksum; `None` if nothing has been. A text whose own form
    /// shows that it is whole may lack the checksum.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or is not this strategy's memory in this version.
    pub fn load(&self, version: u32) -> Result<Option<String>, MemoryError> {
        self.read_logged(version, |body| unsealed(body).unwrap_or(Ok(body)))
    }

    /// The same, where a file without a checksum is refused.
    ///
    /// # Errors
    /// As of [`Memory::load`].
    pub fn load_sealed(&self, version: u32) -> Result<Option<String>, MemoryError> {
        self.read_logged(version, unsealed_strictly)
    }

    fn read_logged(
        &self,
        version: u32,
        unsealed: impl Fn(&str) -> Result<&str, &'static str>,
    ) -> Result<Option<String>, MemoryError> {
        let read = self.read(version, unsealed);
        match &read {
            Ok(Some(body)) => log::info!("memory {}: opened, {} bytes", self.path, body.len()),
            Ok(None) => {}
            Err(error) => log::info!("refused: {error}"),
        }
        read
    }

    fn read(
        &self,
        version: u32,
        unsealed: impl Fn(&str) -> Result<&str, &'static str>,
    ) -> Result<Option<String>, MemoryError> {
        let Some(path) = self.path() else { return Ok(None) };
        let refused = |error| MemoryError::Io(path.to_owned(), error);
        let foreign = |words: String| MemoryError::Foreign(path.to_owned(), words);
        let header = self.header(version);
        // A large file that is none of ours need not be read.
        let Some(head) = beginning(path).map_err(refused)? else { return Ok(None) };
        if !head.strip_prefix(header.as_bytes()).is_some_and(|rest| rest.starts_with(b"\n")) {
            return Err(foreign(match own_head(&head) {
                Some(head) => format!("its first line is '{head}', not '{header}'"),
                None => format!("its first line is not '{header}'"),
            }));
        }
        let bytes = files::read(path).map_err(refused)?;
        // It may have been replaced meanwhile.
        let body = bytes.strip_prefix(header.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
        let body = body.ok_or_else(|| foreign(format!("its first line is not '{header}'")))?;
        let body = str::from_utf8(body).map_err(|_| foreign("it is damaged: it is no text".to_owned()))?;
        unsealed(body).map(|body| Some(body.to_owned())).map_err(|words| foreign(words.to_owned()))
    }

    /// Replaces what is saved, atomically. A file that [`Memory::load`] refuses is not overwritten.
    ///
    /// # Errors
    /// If another process is the writer, the file is foreign, or the system refuses; the old file is whole then.
    pub fn save(&mut self, version: u32, body: &str) -> Result<(), MemoryError> {
        self.load(version)?;
        if !self.is_writable() {
            return Err(MemoryError::NotWritable);
        }
        let path = PathBuf::from(&self.path);
        let text = format!("{}\n{}", self.header(version), sealed(body));
        write_atomically(&path, text.as_bytes()).map_err(|error| MemoryError::Io(path, error))?;
        log::info!("memory {}: saved, {} bytes", self.path, body.len());
        Ok(())
    }

    fn header(&self, version: u32) -> String {
        format!("{MAGIC} {} {version}", self.owner)
    }
}

/// How the file at this path begins; `None` if there is none.
fn beginning(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut head = Vec::new();
    match files::open(path) {
        Ok(file) => file.take(LONGEST_HEAD as u64).read_to_end(&mut head).map(|_| Some(head)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The first line of a memory of this program. That of another file is not repeated: it may be private, and no text.
fn own_head(bytes: &[u8]) -> Option<&str> {
    let line = bytes.split(|&byte| byte == b'\n').next()?;
    let head = str::from_utf8(line).ok().filter(|head| head.len() <= LONGEST_HEAD)?;
    let words: Vec<&str> = head.strip_prefix(MAGIC)?.strip_prefix(' ')?.split(' ').collect();
    let plain = |word: &&str| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    (words.len() == 3 && words.iter().all(plain)).then_some(head)
}

/// The text with its checksum behind it.
#[must_use]
pub fn sealed(body: &str) -> String {
    // A line of its own is found again only behind a whole line.
    let end = if body.is_empty() || body.ends_with('\n') { "" } else { "\n" };
    format!("{body}{end}{CHECKSUM}{:08x}\n", crc32fast::hash(body.as_bytes()))
}

/// The text without the checksum behind it, or what is wrong with that; `None` if there is none.
fn unsealed(text: &str) -> Option<Result<&str, &'static str>> {
    let lines = text.strip_suffix('\n')?;
    let start = lines.rfind('\n').map_or(0, |end| end + 1);
    let sum = lines[start..].strip_prefix(CHECKSUM)?;
    let body = &text[..start];
    // Its last line may have been given its end.
    let mut bodies = [Some(body), body.strip_suffix('\n')].into_iter().flatten();
    let right = bodies.find(|body| sum == format!("{:08x}", crc32fast::hash(body.as_bytes())));
    Some(right.ok_or("it is damaged: its checksum is wrong"))
}

/// The text without the checksum behind it, or what is wrong with that.
///
/// # Errors
/// If it is wrong or missing.
pub fn unsealed_strictly(text: &str) -> Result<&str, &'static str> {
    unsealed(text).unwrap_or(Err("it has been cut short: its checksum is missing"))
}

/// The lock of the file that this path leads to.
fn take_lock(path: &Path) -> Result<File, TryLockError> {
    let open = || {
        let path = target(path)?;
        let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
        if let Some(directory) = directory.filter(|directory| !directory.is_dir()) {
            return Err(io::Error::other(format!("there is no directory {}", directory.display())));
        }
        let lock = lock_of(&path);
        match files::open(&lock) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => OpenOptions::new().create(true).truncate(false).write(true).open(lock),
        }
    };
    let lock = open().map_err(TryLockError::Error)?;
    lock.try_lock()?;
    Ok(lock)
}

fn lock_of(path: &Path) -> PathBuf {
    let mut lock = path.as_os_str().to_owned();
    lock.push(".lock");
    lock.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

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
        assert!(warning.is_none());
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
        assert!(warning.unwrap().to_string().contains("by another process"));
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
    fn a_checksum_is_checked_and_old_files_without_one_are_read() {
        let (_directory, path) = place();
        let (mut memory, _) = Memory::open(&path, "qubic", "test");
        for body in ["", "x", "x\n", "x\n\n", "a\nchecksum 00000000\n"] {
            memory.save(1, body).unwrap();
            assert_eq!(memory.load(1).unwrap().as_deref(), Some(body));
            assert_eq!(memory.load_sealed(1).unwrap().as_deref(), Some(body));
        }
        let head = "fourscore-memory qubic test 1\n";
        fs::write(&path, format!("{head}a\nb\n")).unwrap();
        assert_eq!(memory.load(1).unwrap().as_deref(), Some("a\nb\n"));
        assert!(memory.load_sealed(1).unwrap_err().to_string().contains("checksum is missing"));
        fs::write(&path, format!("{head}{}", sealed("a\nb\n").replace('b', "c"))).unwrap();
        assert!(memory.load(1).unwrap_err().to_string().contains("checksum is wrong"));
        assert!(memory.save(1, "mine").is_err());
    }

    /// The names in the directory of this path.
    fn beside(path: &str) -> Vec<String> {
        let entries = fs::read_dir(Path::new(path).parent().unwrap()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn nothing_is_put_beside_a_foreign_file_and_it_is_not_quoted() {
        for contents in ["private words\nx", "fourscore-memory of some private words\nx", "\0private", ""] {
            let (_directory, path) = place();
            fs::write(&path, contents).unwrap();
            let (memory, warning) = Memory::open(&path, "qubic", "test");
            assert!(warning.is_none() && !memory.is_writable());
            let words = memory.load(1).unwrap_err().to_string();
            assert!(
                words.contains("is not 'fourscore-memory qubic test 1'") && !words.contains("private"),
                "{words}"
            );
            assert_eq!(beside(&path), ["memory.txt"]);
        }
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_devices_are_refused_at_once() {
        let (directory, path) = place();
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        for path in [path.as_str(), "/dev/zero", directory.path().to_str().unwrap()] {
            let (mut memory, _) = Memory::open(path, "qubic", "test");
            assert!(memory.load(1).unwrap_err().to_string().contains("not a regular file"));
            assert!(memory.save(1, "x").is_err());
        }
        assert_eq!(beside(&path), ["memory.txt"]);
        // Nor is a pipe in the place of the lock waited for.
        let (_directory, path) = place();
        assert!(std::process::Command::new("mkfifo").arg(format!("{path}.lock")).status().unwrap().success());
        let (_, warning) = Memory::open(&path, "qubic", "test");
        assert!(warning.unwrap().to_string().contains("not a regular file"));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_has_one_writer_whatever_it_is_called() {
        let (directory, path) = place();
        let link = directory.path().join("link");
        std::os::unix::fs::symlink("memory.txt", &link).unwrap();
        let (mut first, warning) = Memory::open(link.to_str().unwrap(), "qubic", "test");
        assert!(warning.is_none());
        // It is the same before the file is there and after.
        for _ in 0..2 {
            let (second, warning) = Memory::open(&path, "qubic", "test");
            assert!(!second.is_writable());
            assert!(warning.unwrap().to_string().contains("by another process"));
            first.save(1, "x").unwrap();
        }
    }

    #[test]
    fn nothing_is_remembered_without_a_path() {
        let (mut memory, warning) = Memory::open("", "qubic", "test");
        assert!(warning.is_none() && memory.path().is_none());
        assert!(memory.load(1).unwrap().is_none());
        assert!(memory.save(1, "x").is_err());
        let (_, warning) = Memory::open("/nowhere/at/all", "qubic", "test");
        assert!(warning.unwrap().warning().ends_with("there is no directory /nowhere/at): reading only"));
    }
}
