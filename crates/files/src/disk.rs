//! Files on the disk of a system.

use crate::with_suffix;
use std::fs::{self, DirEntry, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Opens a regular file to read it: a pipe would be waited for, and a device may have no end.
///
/// # Errors
/// If it is something else, or the system refuses.
pub fn open(path: &Path) -> io::Result<File> {
    regular(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    // Something else may have taken its place in between.
    regular(&file.metadata()?)?;
    Ok(file)
}

fn regular(metadata: &Metadata) -> io::Result<()> {
    let error = || io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file");
    if metadata.is_file() { Ok(()) } else { Err(error()) }
}

/// The bytes of a regular file that has no more than so many.
///
/// # Errors
/// If it is something else or longer, or the system refuses.
pub fn read_up_to(path: &Path, longest: u64) -> io::Result<Vec<u8>> {
    bounded(&open(path)?, longest)
}

fn bounded(file: &File, longest: u64) -> io::Result<Vec<u8>> {
    let too_long =
        || io::Error::new(io::ErrorKind::FileTooLarge, format!("it is longer than {longest} bytes"));
    if file.metadata()?.len() > longest {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    // It may grow meanwhile.
    file.take(longest + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > longest { Err(too_long()) } else { Ok(bytes) }
}

/// The bytes of a regular file that has no more than so many, as soon as nobody writes in it.
///
/// # Errors
/// As of [`read_up_to`], and if somebody writes for longer than is waited.
pub fn read_at_rest(path: &Path, longest: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    waited_for(|| file.try_lock_shared())?;
    bounded(&file, longest)
}

/// Writes these parts of a regular file, each at its place and on the disk before the next.
///
/// # Errors
/// If somebody reads it for longer than is waited, or the system refuses; parts may have been written.
pub fn write_in_place(path: &Path, parts: &[(u64, &[u8])]) -> io::Result<()> {
    open(path)?;
    let mut file = OpenOptions::new().write(true).open(path)?;
    waited_for(|| file.try_lock())?;
    for (at, bytes) in parts {
        file.seek(SeekFrom::Start(*at))?;
        file.write_all(bytes)?;
        file.sync_data()?;
    }
    Ok(())
}

/// A lock that others hold no longer than a reading or a writing takes. A file system without locks is no reason to stop.
fn waited_for(try_lock: impl Fn() -> Result<(), TryLockError>) -> io::Result<()> {
    const PATIENCE: Duration = Duration::from_secs(20);
    let begin = Instant::now();
    loop {
        match try_lock() {
            Err(TryLockError::WouldBlock) if begin.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(2));
            }
            Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
}

/// Replaces a file whole: written beside it, flushed to the disk, renamed over it. Of a symbolic link it is what the link
/// leads to that is replaced; the link stays.
///
/// # Errors
/// Whatever the system refuses; the old file is whole then.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_atomically_by(path, |mut file| file.write_all(bytes))
}

/// The same with what `write` writes: for files that are not held in memory.
///
/// # Errors
/// As of [`write_atomically`], and those of `write`.
pub fn write_atomically_by(path: &Path, write: impl FnOnce(&File) -> io::Result<()>) -> io::Result<()> {
    let path = &target(path)?;
    let beside = beside(path);
    let written = File::create(&beside).and_then(|file| {
        write(&file)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&beside, path)).inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}

/// Where a file is written before it takes the place of this one. What processes that have died left there is cleared
/// away.
fn beside(path: &Path) -> PathBuf {
    let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
    for entry in fs::read_dir(directory.unwrap_or(Path::new("."))).into_iter().flatten().flatten() {
        if writer(path, &entry).is_some_and(|process| has_died(process, &entry)) {
            let _ = fs::remove_file(entry.path());
        }
    }
    with_suffix(path, &format!(".{}.tmp", std::process::id()))
}

/// The process that has begun this file to replace that path, if it is such a file.
fn writer(path: &Path, entry: &DirEntry) -> Option<u32> {
    let name = entry.file_name();
    let process =
        name.to_str()?.strip_prefix(path.file_name()?.to_str()?)?.strip_prefix('.')?.strip_suffix(".tmp")?;
    process.parse().ok().filter(|_| entry.file_type().is_ok_and(|kind| kind.is_file()))
}

/// Whether the process is no more; where that is not to be seen, whether its file is a day old.
fn has_died(process: u32, entry: &DirEntry) -> bool {
    const DAY: Duration = Duration::from_secs(24 * 60 * 60);
    let processes = Path::new("/proc");
    if processes.join("self").exists() {
        return !processes.join(process.to_string()).exists();
    }
    let age = entry.metadata().and_then(|metadata| metadata.modified()).map(|time| time.elapsed());
    age.is_ok_and(|age| age.is_ok_and(|age| age > DAY))
}

/// Where a path leads, links followed; the file itself need not be there.
///
/// # Errors
/// If the links go in a circle, or the system refuses.
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

/// What stands behind the name of a file in that of its lock.
const LOCK: &str = ".lock";

/// The right to write a file, as long as this lives. It is a lock on `FILE.lock`, not on the file itself, which is another one
/// after each time that it is replaced; it stands beside the file that links lead to, so that a file has one lock whatever it is
/// called.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "held, not used")] File);

/// Takes the lock of a file that need not be there; its directory must.
///
/// # Errors
/// If another process has it, or the system refuses.
pub fn lock(path: &Path) -> Result<Lock, TryLockError> {
    let open_lock = || {
        let path = target(path)?;
        let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
        if let Some(directory) = directory.filter(|directory| !directory.is_dir()) {
            return Err(io::Error::other(format!("there is no directory {}", directory.display())));
        }
        let lock = with_suffix(&path, LOCK);
        match open(&lock) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => OpenOptions::new().create(true).truncate(false).write(true).open(lock),
        }
    };
    let lock = open_lock().map_err(TryLockError::Error)?;
    lock.try_lock()?;
    Ok(Lock(lock))
}

/// Whether somebody has, or had, the lock of a file.
pub fn has_lock(path: &Path) -> bool {
    target(path).is_ok_and(|path| with_suffix(&path, LOCK).exists())
}

/// The names of the regular files in a directory; what is linked lies elsewhere.
///
/// # Errors
/// If the system refuses.
pub fn names_in(directory: &Path) -> io::Result<Vec<String>> {
    let entries = fs::read_dir(directory)?.flatten();
    let regular = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    Ok(regular.filter_map(|entry| entry.file_name().into_string().ok()).collect())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::{read, read_text};
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

    #[test]
    fn only_regular_files_are_read() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
        symlink(at("pipe"), at("link")).unwrap();
        for path in [at("pipe"), at("link"), "/dev/zero".into(), directory.path().into()] {
            assert!(
                read(&path).unwrap_err().to_string().contains("not a regular file"),
                "{}",
                path.display()
            );
        }
        fs::write(at("file"), "four").unwrap();
        assert_eq!(read_up_to(&at("file"), 4).unwrap(), b"four");
        assert!(read_up_to(&at("file"), 3).unwrap_err().to_string().contains("longer than 3"));
        assert_eq!(read(&at("none")).unwrap_err().kind(), io::ErrorKind::NotFound);
        fs::write(at("file"), [0xff]).unwrap();
        assert!(read_text(&at("file")).unwrap_err().to_string().contains("not text"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_the_dead_have_left_is_cleared_away_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        let mut dead = std::process::Command::new("true").spawn().unwrap();
        dead.wait().unwrap();
        let dead = dead.id();
        fs::write(at(&format!("file.{dead}.tmp")), "half").unwrap();
        let kept = [
            // That of a process that lives, and what is no such file.
            "file.1.tmp".to_owned(),
            format!("other.{dead}.tmp"),
            format!("file.{dead}.tmp.old"),
            "file.new.tmp".to_owned(),
            format!("file.x.{dead}.tmp"),
        ];
        kept.iter().for_each(|name| fs::write(at(name), "").unwrap());
        write_atomically(&at("file"), b"whole").unwrap();
        let mut found: Vec<_> =
            fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        let mut expected: Vec<_> =
            kept.iter().map(Into::into).chain(["file".into()]).collect::<Vec<std::ffi::OsString>>();
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
    }
}
