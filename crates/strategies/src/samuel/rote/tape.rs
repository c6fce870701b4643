//! The paper's memory tape as a file that grows: merge after merge, each a line with the words about the whole and the positions that it
//! has changed.
//!
//! The first line says how much of the rest counts, and with which checksum; it is written when a merge is on the disk, so that a killed
//! process loses the merge that was under way and no other. What is damaged, or somebody else's, is refused. When more than half of the
//! file is out of date it is written again, whole. Who may write is settled by the lock beside it; anybody may read.

use super::table::Remembered;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// How the file begins. The first format was a database of redb.
const FORMAT: &str = "fourscore-rote 2";
/// Bytes of the first line.
const FIRST: usize = FORMAT.len() + 3 * 17 + 10;
/// A file is not written again for less than this, in bytes.
const SLACK: u64 = 1 << 20;
/// As many positions as the options allow take less, in bytes.
const LARGEST: u64 = 1 << 34;
const CUT: &str = "it is damaged: it has been cut short";

/// Words about the whole, by name.
pub(crate) type Head = BTreeMap<String, String>;

#[derive(Clone, Debug)]
pub struct Tape {
    path: PathBuf,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    pub head: Head,
    /// The positions by their records.
    pub positions: Vec<(u128, Remembered)>,
}

/// A line of the file: new words, and positions with what is remembered of them now, `None` for one that is no more.
#[derive(Default, Serialize, Deserialize)]
struct Merge {
    head: Head,
    changed: Vec<(u128, Option<Remembered>)>,
}

impl Merge {
    fn to_line(&self) -> Result<Vec<u8>, serde_json::Error> {
        serde_json::to_vec(self).map(|line| [&line[..], b"\n"].concat())
    }
}

/// What counts of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Extent {
    /// Bytes behind the first line.
    length: u64,
    /// How many they were when the file was last written whole.
    whole: u64,
    /// The CRC-32 of these bytes.
    checksum: u32,
}

impl Extent {
    fn to_line(self) -> String {
        let Self { length, whole, checksum } = self;
        let said = format!("{FORMAT} {length:016x} {whole:016x} {:016x}", u64::from(checksum));
        format!("{said} {:08x}\n", crc32fast::hash(said.as_bytes()))
    }

    /// What the beginning of a file says.
    fn read(bytes: &[u8]) -> Result<Self, &'static str> {
        if !bytes.starts_with(FORMAT.as_bytes()) {
            return Err("it is not a memory of this program");
        }
        let line = str::from_utf8(bytes.get(..FIRST).ok_or(CUT)?).unwrap_or("");
        let numbers = line.split_whitespace().skip(2).map(|word| u64::from_str_radix(word, 16));
        let found = match numbers.collect::<Result<Vec<_>, _>>().as_deref() {
            Ok(&[length, whole, checksum, _]) => {
                u32::try_from(checksum).ok().map(|checksum| Self { length, whole, checksum })
            }
            _ => None,
        };
        found.filter(|extent| extent.to_line() == line).ok_or("it is damaged: its first line is wrong")
    }
}

impl Tape {
    /// The file at this path; it need not be there.
    pub fn at(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// Makes the file, with these words and without positions: whole or not at all.
    ///
    /// # Errors
    /// A sentence, if the system refuses, or there is such a file.
    pub(crate) fn create(&self, head: &Head) -> Result<(), String> {
        match files::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.write_whole(&Merge { head: head.clone(), changed: Vec::new() })
            }
            Err(error) => Err(self.refused(&error)),
            Ok(_) => Err(self.refused(&"it is there already")),
        }
    }

    /// All that the file holds; `None` if there is no such file. Of what a kill has left, the merge that was under way is gone, and all
    /// others are there.
    ///
    /// # Errors
    /// A sentence, if the file is damaged or foreign, or the system refuses; it is left as it is.
    pub fn load(&self, record: fn(u128) -> u16) -> Result<Option<Content>, String> {
        let read = files::if_there(files::read_at_rest(&self.path, LARGEST));
        let Some(bytes) = read.map_err(|error| self.refused(&error))? else { return Ok(None) };
        let (head, known) = replayed(&bytes).map_err(|words| self.refused(&words))?;
        let mut positions: Vec<_> = known.into_iter().collect();
        positions.sort_by_key(|&(position, _)| (record(position), position));
        Ok(Some(Content { head, positions }))
    }

    /// Puts what has changed into the file, with new words; `None` stands for a position that is no more.
    ///
    /// # Errors
    /// A sentence, if the system refuses; the file holds what it held.
    pub(crate) fn merge(&self, changed: Vec<(u128, Option<Remembered>)>, head: &Head) -> Result<(), String> {
        let mut first = Vec::new();
        let opened = files::open(&self.path).and_then(|file| file.take(FIRST as u64).read_to_end(&mut first));
        opened.map_err(|error| self.refused(&error))?;
        let before = Extent::read(&first).map_err(|words| self.refused(&words))?;
        let merge = Merge { head: head.clone(), changed };
        let line = merge.to_line().map_err(|error| self.refused(&error))?;
        let length = before.length + line.len() as u64;
        if length > 2 * before.whole + SLACK {
            let bytes = files::read_at_rest(&self.path, LARGEST).map_err(|error| self.refused(&error))?;
            let (mut head, mut known) = replayed(&bytes).map_err(|words| self.refused(&words))?;
            add(merge, &mut head, &mut known);
            let changed = known.into_iter().map(|(position, known)| (position, Some(known))).collect();
            return self.write_whole(&Merge { head, changed });
        }
        let mut sum = crc32fast::Hasher::new_with_initial_len(before.checksum, before.length);
        sum.update(&line);
        let first = Extent { length, checksum: sum.finalize(), ..before }.to_line();
        let parts = [(FIRST as u64 + before.length, &line[..]), (0, first.as_bytes())];
        files::write_in_place(&self.path, &parts).map_err(|error| self.refused(&error))
    }

    fn write_whole(&self, merge: &Merge) -> Result<(), String> {
        let line = merge.to_line().map_err(|error| self.refused(&error))?;
        let length = line.len() as u64;
        let extent = Extent { length, whole: length, checksum: crc32fast::hash(&line) };
        let bytes = [extent.to_line().as_bytes(), &line].concat();
        files::write_atomically(&self.path, &bytes).map_err(|error| self.refused(&error))
    }

    fn refused(&self, why: &dyn Display) -> String {
        format!("memory {}: {why}; it is left as it is", self.path.display())
    }
}

/// What the merges of a file come to, one after the other.
fn replayed(bytes: &[u8]) -> Result<(Head, BTreeMap<u128, Remembered>), String> {
    let extent = Extent::read(bytes)?;
    let length = usize::try_from(extent.length).map_err(|_| CUT)?;
    let merges = bytes[FIRST..].get(..length).ok_or(CUT)?;
    if crc32fast::hash(merges) != extent.checksum {
        return Err("it is damaged: its checksum is wrong".to_owned());
    }
    let (mut head, mut known) = (Head::new(), BTreeMap::new());
    for merge in serde_json::Deserializer::from_slice(merges).into_iter() {
        add(merge.map_err(|error| format!("it is damaged: {error}"))?, &mut head, &mut known);
    }
    Ok((head, known))
}

fn add(merge: Merge, head: &mut Head, known: &mut BTreeMap<u128, Remembered>) {
    head.extend(merge.head);
    for (position, remembered) in merge.changed {
        match remembered {
            Some(remembered) => known.insert(position, remembered),
            None => known.remove(&position),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(position: u128) -> u16 {
        (position % 7) as u16
    }

    fn known(n: u128) -> Remembered {
        Remembered { score: -(n as i64) << 30, ply: n as u32, since: n as i64 - 50 }
    }

    fn head(words: &[(&str, &str)]) -> Head {
        words.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    fn place() -> (tempfile::TempDir, PathBuf) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("memory.rote");
        (directory, path)
    }

    #[test]
    fn what_is_merged_is_loaded_in_the_order_of_the_records() {
        let (directory, path) = place();
        let tape = Tape::at(&path);
        assert_eq!(tape.load(record), Ok(None));
        tape.create(&head(&[("game", "none")])).unwrap();
        assert!(tape.create(&Head::new()).unwrap_err().contains("there already"));
        // Positions of all sizes, far more often than the file is long: it is written again meanwhile.
        let position = |n: u128| n | n << 120;
        let changed: Vec<_> = (0..100).map(|n| (position(n), Some(known(n)))).collect();
        for merges in 1..=300 {
            tape.merge(changed.clone(), &head(&[("merges", &merges.to_string())])).unwrap();
        }
        let grown = std::fs::metadata(&path).unwrap().len();
        assert!(grown > 10_000 && grown < 2 * SLACK, "{grown}");
        let last = vec![(position(8), None), (position(9), Some(known(1)))];
        tape.merge(last, &head(&[("merges", "301")])).unwrap();
        let content = tape.load(record).unwrap().unwrap();
        assert_eq!(content.head, head(&[("game", "none"), ("merges", "301")]));
        let rest = (0..100).filter(|&n| n != 8);
        let mut expected: Vec<_> = rest.map(|n| (position(n), known(if n == 9 { 1 } else { n }))).collect();
        expected.sort_by_key(|&(n, _)| (record(n), n));
        assert_eq!(content.positions, expected);
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn foreign_files_are_refused_and_kept() {
        let (_directory, path) = place();
        let tape = Tape::at(&path);
        for text in ["", "my thesis\n", "fourscore-memory draughts samuel 2\n", "fourscore-rote 2 0\n"] {
            std::fs::write(&path, text).unwrap();
            assert!(tape.load(record).unwrap_err().contains("left as it is"), "{text:?}");
            assert!(tape.create(&Head::new()).is_err() && tape.merge(Vec::new(), &Head::new()).is_err());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn every_damage_to_what_counts_is_noticed_and_a_merge_cut_short_is_none() {
        let (_directory, path) = place();
        let tape = Tape::at(&path);
        tape.create(&head(&[("game", "none")])).unwrap();
        let changed: Vec<_> = (0..50).map(|n| (n, Some(known(n)))).collect();
        tape.merge(changed, &Head::new()).unwrap();
        let whole = std::fs::read(&path).unwrap();
        let content = tape.load(record).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 7);
            for bytes in [&damaged[..], &whole[..at]] {
                std::fs::write(&path, bytes).unwrap();
                assert!(tape.load(record).unwrap_err().contains("left as it is"), "byte {at}");
            }
        }
        // Killed in the middle of a merge: the next one takes its place.
        std::fs::write(&path, [&whole[..], b"{\"head\":{\"merges\""].concat()).unwrap();
        assert_eq!(tape.load(record).unwrap(), content);
        tape.merge(vec![(7, None)], &Head::new()).unwrap();
        assert_eq!(tape.load(record).unwrap().unwrap().positions.len(), 49);
    }
}
