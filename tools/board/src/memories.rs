//! The memories that the configuration offers to be looked into: files of one directory, by name. Pages say names that have been
//! listed, never paths; a memory is copied before an engine sees it, so that it stays as it is.

use crate::message::Kept;
use crate::scratch::{Folder, Scratch};
use files::open;
use std::io::Read;
use std::path::Path;

/// More files than this are not listed.
const MOST: usize = 500;
/// No more of a memory of plain text is shown, in bytes.
const LONGEST_TEXT: usize = 400 * 1024;
/// What a memory is called in the directory of its use.
pub const FILE: &str = "memory";
/// How a memory of the engine begins: the game, the strategy and a version follow.
const MAGIC: &str = "fourscore-memory ";
/// How a file of positions learned by rote begins.
const ROTE: &[u8] = b"fourscore-rote ";

/// The memories in this directory, by name.
///
/// # Errors
/// A sentence, if the directory cannot be read.
pub fn list(folder: &Path) -> Result<Vec<Kept>, String> {
    let names = files::names_in(folder).map_err(|error| format!("the memories cannot be listed: {error}"))?;
    let files = names.into_iter().filter_map(|name| {
        let path = folder.join(&name);
        kept(name, &path)
    });
    let mut found: Vec<Kept> = files.take(MOST).collect();
    found.sort();
    Ok(found)
}

/// What a file is, if it is a memory.
fn kept(name: String, path: &Path) -> Option<Kept> {
    if name.chars().any(char::is_control) {
        return None;
    }
    let mut head = Vec::new();
    open(path).ok()?.take(200).read_to_end(&mut head).ok()?;
    if head.starts_with(ROTE) {
        return Some(Kept { name, game: String::new(), strategy: "samuel".to_owned(), rote: true });
    }
    let text = String::from_utf8_lossy(&head);
    let mut words = text.lines().next()?.strip_prefix(MAGIC)?.split(' ');
    let (game, strategy) = (words.next()?.to_owned(), words.next()?.to_owned());
    if game.chars().chain(strategy.chars()).any(char::is_control) {
        return None;
    }
    Some(Kept { name, game, strategy, rote: false })
}

/// Copies the memory of this name into a directory; gives what it is, and the path of the copy.
///
/// # Errors
/// A sentence, if there is no such memory, it is too long, or the system refuses.
pub fn copy(from: &Path, name: &str, into: &Folder) -> Result<(Kept, String), String> {
    let listed = list(from)?.into_iter().find(|kept| kept.name == name);
    let kept = listed.ok_or_else(|| "there is no memory of that name here".to_owned())?;
    let path = into.file(FILE);
    let bytes = files::read(&from.join(&kept.name));
    let copied = bytes.and_then(|bytes| files::write_atomically(path.as_ref(), &bytes));
    copied.map_err(|error| format!("the memory {name} cannot be read: {error}"))?;
    Ok((kept, path))
}

/// Puts a memory into the directory of its use.
///
/// # Errors
/// A sentence, if the system refuses.
pub fn write(folder: &Folder, text: &str) -> Result<(), String> {
    files::write_atomically(folder.file(FILE).as_ref(), text.as_bytes()).map_err(|error| error.to_string())
}

/// A directory for a use, with this memory in it unless it is empty.
///
/// # Errors
/// A sentence, if the system refuses.
pub fn place(scratch: &Scratch, memory: &str) -> Result<Folder, String> {
    let folder = scratch.folder()?;
    if !memory.is_empty() {
        write(&folder, memory)?;
    }
    Ok(folder)
}

/// The memory in the directory of its use, where it is plain text and not too long for a page.
pub fn read(folder: &Folder) -> String {
    let text = files::read_text(folder.file(FILE).as_ref()).unwrap_or_default();
    if text.len() > LONGEST_TEXT { String::new() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memories_are_listed_and_copied_by_name_alone() {
        let place = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| std::fs::write(place.path().join(name), bytes).unwrap();
        write("b.memory", b"fourscore-memory qubic score-four 2\n{}\n");
        write("a.rote", b"fourscore-rote 2 ");
        write("b.memory.lock", b"");
        write("notes.txt", b"fourscore-memory");
        std::fs::create_dir(place.path().join("c")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc/passwd", place.path().join("d")).unwrap();
        let listed = list(place.path()).unwrap();
        let told: Vec<_> =
            listed.iter().map(|kept| (&*kept.name, &*kept.game, &*kept.strategy, kept.rote)).collect();
        assert_eq!(told, [("a.rote", "", "samuel", true), ("b.memory", "qubic", "score-four", false)]);
        let scratch = Scratch::new().unwrap();
        let folder = scratch.folder().unwrap();
        copy(place.path(), "b.memory", &folder).unwrap();
        assert!(read(&folder).ends_with("{}\n"));
        for name in ["../b.memory", "/etc/passwd", "d", "c", "notes.txt", "", "."] {
            assert!(copy(place.path(), name, &folder).is_err(), "{name}");
        }
        assert!(list(Path::new("/nowhere/at/all")).is_err());
    }
}
