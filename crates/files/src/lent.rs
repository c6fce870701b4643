//! Files in memory, for a program without a disk: whoever runs it puts files in, gives those that are asked for and not there,
//! and is told which have changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::TryLockError;
use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Gives a file that is not there, by its path.
pub type Fetch = fn(&Path) -> Option<Vec<u8>>;

#[derive(Default)]
struct Files {
    bytes: BTreeMap<PathBuf, Arc<[u8]>>,
    changed: BTreeSet<PathBuf>,
    fetch: Option<Fetch>,
}

static FILES: Mutex<Files> =
    Mutex::new(Files { bytes: BTreeMap::new(), changed: BTreeSet::new(), fetch: None });

fn files() -> MutexGuard<'static, Files> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on files that are not there are asked for here; what is given stays.
pub fn fetch_by(fetch: Fetch) {
    files().fetch = Some(fetch);
}

/// Puts a file in, or takes it out; that is no change to be told of.
pub fn put(path: &Path, bytes: Option<Vec<u8>>) {
    let kept = &mut files().bytes;
    match bytes {
        Some(bytes) => drop(kept.insert(path.to_owned(), bytes.into())),
        None => drop(kept.remove(path)),
    }
}

/// The paths of all files.
pub fn paths() -> Vec<PathBuf> {
    files().bytes.keys().cloned().collect()
}

/// The paths of files that have been written since this was asked.
pub fn take_changed() -> Vec<PathBuf> {
    std::mem::take(&mut files().changed).into_iter().collect()
}

fn bytes(path: &Path) -> io::Result<Arc<[u8]>> {
    let (known, fetch) = {
        let files = files();
        (files.bytes.get(path).cloned(), files.fetch)
    };
    if let Some(bytes) = known {
        return Ok(bytes);
    }
    let fetched: Arc<[u8]> = fetch.and_then(|fetch| fetch(path)).ok_or(io::ErrorKind::NotFound)?.into();
    files().bytes.insert(path.to_owned(), Arc::clone(&fetched));
    Ok(fetched)
}

/// A file to be read.
///
/// # Errors
/// If there is none.
pub fn open(path: &Path) -> io::Result<Cursor<Arc<[u8]>>> {
    bytes(path).map(Cursor::new)
}

/// The bytes of a file that has no more than so many.
///
/// # Errors
/// If there is none, or it is longer.
pub fn read_up_to(path: &Path, longest: u64) -> io::Result<Vec<u8>> {
    let bytes = bytes(path)?;
    if bytes.len() as u64 > longest {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("it is longer than {longest} bytes"),
        ));
    }
    Ok(bytes.to_vec())
}

/// The same: nobody writes meanwhile.
///
/// # Errors
/// As of [`read_up_to`].
pub fn read_at_rest(path: &Path, longest: u64) -> io::Result<Vec<u8>> {
    read_up_to(path, longest)
}

/// Writes these parts of a file, each at its place.
///
/// # Errors
/// If there is no such file.
pub fn write_in_place(path: &Path, parts: &[(u64, &[u8])]) -> io::Result<()> {
    let mut whole = Cursor::new(bytes(path)?.to_vec());
    for (at, bytes) in parts {
        whole.set_position(*at);
        whole.write_all(bytes)?;
    }
    write_atomically(path, whole.get_ref())
}

/// Replaces a file whole.
///
/// # Errors
/// None.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, Some(bytes.to_vec()));
    files().changed.insert(path.to_owned());
    Ok(())
}

/// The right to write a file: there is nobody else.
#[derive(Debug)]
pub struct Lock(());

/// Takes it.
///
/// # Errors
/// None.
pub const fn lock(_: &Path) -> Result<Lock, TryLockError> {
    Ok(Lock(()))
}

/// Whether somebody has the lock: nobody needs it.
pub const fn has_lock(_: &Path) -> bool {
    false
}

/// The names of the files in a directory.
///
/// # Errors
/// None.
pub fn names_in(directory: &Path) -> io::Result<Vec<String>> {
    let files = files();
    let here = files.bytes.keys().filter(|path| path.parent() == Some(directory));
    Ok(here.filter_map(|path| path.file_name()?.to_str().map(str::to_owned)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn files_are_put_in_fetched_and_told_of() {
        let at = |name: &str| Path::new("place").join(name);
        put(&at("a"), Some(b"one".to_vec()));
        assert!(read_up_to(&at("b"), 9).is_err());
        fetch_by(|path| path.ends_with("b").then(|| b"two".to_vec()));
        write_atomically(&at("c"), b"three").unwrap();
        let read = |name: &str| String::from_utf8(read_up_to(&at(name), 5).unwrap()).unwrap();
        assert_eq!(["a", "b", "c"].map(read), ["one", "two", "three"]);
        assert!(read_up_to(&at("c"), 4).unwrap_err().to_string().contains("longer than 4"));
        let mut text = String::new();
        open(&at("a")).unwrap().take(2).read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), open(&at("d")).is_err()), ("on", true));
        assert_eq!(
            (names_in(Path::new("place")).unwrap().join(" "), names_in(Path::new("")).unwrap()),
            ("a b c".into(), vec![])
        );
        assert_eq!((take_changed(), take_changed()), (vec![at("c")], vec![]));
        put(&at("a"), None);
        assert!(open(&at("a")).is_err());
    }
}
