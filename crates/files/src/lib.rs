//! Reading files that are not endless, and replacing a file whole: what is kept (memories, records, certificates) must
//! survive a kill at any moment, old or new but never half.
//!
//! A program in a browser has no disk: there files lie in memory, and the program takes them in and out.

pub mod sealed;

#[cfg(not(target_family = "wasm"))]
mod disk;
#[cfg(any(target_family = "wasm", test))]
pub mod lent;

#[cfg(not(target_family = "wasm"))]
pub use disk::{
    Lock, has_lock, lock, names_in, open, read_at_rest, read_up_to, write_atomically, write_atomically_by,
    write_in_place,
};
#[cfg(target_family = "wasm")]
pub use lent::{
    Lock, has_lock, lock, names_in, open, read_at_rest, read_up_to, write_atomically, write_in_place,
};

use std::io;
use std::path::{Path, PathBuf};

/// No file that is read whole is longer, in bytes.
const LONGEST: u64 = 1 << 30;

/// This path with something behind its name. Not `with_extension`, which would eat what follows a dot in the name.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The bytes of a regular file.
///
/// # Errors
/// If it is something else, is longer than a gibibyte, or the system refuses.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, LONGEST)
}

/// What reading a file has given; `None` if there is no such file.
///
/// # Errors
/// All others of the reading.
pub fn if_there<T>(read: io::Result<T>) -> io::Result<Option<T>> {
    match read {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

/// The text of a regular file.
///
/// # Errors
/// As of [`read`], and if it is no text.
pub fn read_text(path: &Path) -> io::Result<String> {
    let no_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8");
    String::from_utf8(read(path)?).map_err(no_text)
}
