//! The paper's memory tape as a file of redb: positions by their records, and a few words about the whole.
//!
//! The file is open only while it is read or written, so that between two merges anybody may read it; who may write is settled by
//! the lock beside it. A merge is one transaction: it is on the disk whole, or not at all, whenever the process is killed. Every row
//! has a checksum, and the head says how many there are: a file that is damaged, or somebody else's, is refused.

use super::damage::{DAMAGED, look_closely, quietly};
use super::table::Remembered;
use files;
use redb::backends::InMemoryBackend;
use redb::{
    Builder, Database, DatabaseError, ReadTransaction, ReadableDatabase, ReadableTable,
    ReadableTableMetadata, StorageBackend, TableDefinition, TableError,
};
use search::host::Instant;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// By record and position in standard form.
const POSITIONS: TableDefinition<'static, (u16, u128), [u8; ROW]> = TableDefinition::new("positions");
const HEAD: TableDefinition<'static, &'static str, &'static str> = TableDefinition::new("head");
/// Score, ply and the merge of age 0, then the checksum.
const ROW: usize = 24;
/// What the head's `format` says.
const FORMAT: &str = "fourscore-rote 1";
/// Somebody else has the file open for no longer than a merge takes, or a reading.
const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(2);
/// As many positions as the options allow take less, in bytes.
const LARGEST: u64 = 1 << 34;

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
        if self.path.exists() {
            return Err(self.refused(&"it is there already"));
        }
        // A link stays, as it does where other files are replaced.
        let path = files::target(&self.path).map_err(|error| self.refused(&error))?;
        let beside = Self { path: files::beside(&path) };
        let made = (|| {
            let database = Database::create(&beside.path).map_err(|error| self.refused(&error))?;
            self.write(&database, |_| 0, &[], head)?;
            drop(database);
            std::fs::rename(&beside.path, &path).map_err(|error| self.refused(&error))
        })();
        if made.is_err() {
            let _ = std::fs::remove_file(&beside.path);
        }
        made
    }

    /// All that the file holds; `None` if there is no such file. Of what a kill has left, the merge that was under way is gone, and all
    /// others are there.
    ///
    /// It is a copy in memory that redb sees: redb checks checksums only in repairing, and writes what it repairs.
    ///
    /// # Errors
    /// A sentence, if the file is damaged or foreign, or the system refuses; it is left as it is.
    pub fn load(&self, record: fn(u128) -> u16) -> Result<Option<Content>, String> {
        let mut bytes = match self.bytes() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.refused(&error)),
        };
        look_closely(&mut bytes).map_err(|words| self.refused(&words))?;
        let read = || -> Result<Content, String> {
            let copy = InMemoryBackend::new();
            copy.set_len(bytes.len() as u64).map_err(|error| self.refused(&error))?;
            copy.write(0, &bytes).map_err(|error| self.refused(&error))?;
            let database = Builder::new().create_with_backend(copy);
            self.read(&database.map_err(|_| self.refused(&DAMAGED))?, record)
        };
        quietly(read).unwrap_or_else(|_| Err(self.refused(&DAMAGED))).map(Some)
    }

    /// The bytes of the file, as soon as nobody writes in it.
    fn bytes(&self) -> io::Result<Vec<u8>> {
        let begin = Instant::now();
        loop {
            let file = files::open(&self.path)?;
            match file.try_lock_shared() {
                Err(TryLockError::WouldBlock) if begin.elapsed() < PATIENCE => std::thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
                // A file system without locks is no reason not to read.
                Ok(()) | Err(TryLockError::Error(_)) => return files::read_up_to(&self.path, LARGEST),
            }
        }
    }

    /// Puts what has changed into the file, with new words, in one transaction; `None` stands for a position that is no more.
    ///
    /// # Errors
    /// A sentence, if the system refuses; the file holds what it held.
    pub(crate) fn merge(
        &self,
        record: fn(u128) -> u16,
        changed: &[(u128, Option<Remembered>)],
        head: &Head,
    ) -> Result<(), String> {
        let written = quietly(|| self.write(&self.patiently()?, record, changed, head));
        written.unwrap_or_else(|_| Err(self.refused(&DAMAGED)))
    }

    fn write(
        &self,
        database: &Database,
        record: fn(u128) -> u16,
        changed: &[(u128, Option<Remembered>)],
        head: &Head,
    ) -> Result<(), String> {
        let written = || -> Result<(), redb::Error> {
            let mut transaction = database.begin_write()?;
            // The next to open the file finds all that it needs; also a reader, who cannot repair it.
            transaction.set_quick_repair(true);
            {
                let mut table = transaction.open_table(POSITIONS)?;
                for (position, known) in changed {
                    let key = (record(*position), *position);
                    match known {
                        Some(known) => drop(table.insert(key, to_row(key, known))?),
                        None => drop(table.remove(key)?),
                    }
                }
                let number = table.len()?.to_string();
                let mut words = transaction.open_table(HEAD)?;
                for (name, text) in head {
                    words.insert(name.as_str(), text.as_str())?;
                }
                words.insert("format", FORMAT)?;
                words.insert("positions", number.as_str())?;
            }
            transaction.commit()?;
            Ok(())
        };
        written().map_err(|error| self.refused(&error))
    }

    fn read(&self, database: &impl ReadableDatabase, record: fn(u128) -> u16) -> Result<Content, String> {
        let read = || -> Result<Result<Content, String>, redb::Error> {
            let transaction = database.begin_read()?;
            let Some(head) = head(&transaction)? else {
                return Ok(Err("it is not a memory of this program".to_owned()));
            };
            if head.get("format").is_none_or(|format| format != FORMAT) {
                return Ok(Err(format!("it is not a memory of this program in the format {FORMAT}")));
            }
            let table = transaction.open_table(POSITIONS)?;
            let mut positions = Vec::new();
            for row in table.iter()? {
                let (key, row) = row?;
                let (key, row) = (key.value(), row.value());
                let Some(known) = from_row(key, row).filter(|_| record(key.1) == key.0) else {
                    return Ok(Err(format!("it is damaged: the checksum of position {:x} is wrong", key.1)));
                };
                positions.push((key.1, known));
            }
            let said = head.get("positions").and_then(|text| text.parse().ok());
            if said != Some(positions.len()) {
                return Ok(Err("it is damaged: positions are missing".to_owned()));
            }
            Ok(Ok(Content { head, positions }))
        };
        match read() {
            Ok(Ok(content)) => Ok(content),
            Ok(Err(words)) => Err(self.refused(&words)),
            Err(error) => Err(self.refused(&error)),
        }
    }

    /// Opens the file to write, as soon as nobody else has it open.
    fn patiently(&self) -> Result<Database, String> {
        let begin = Instant::now();
        loop {
            match Builder::new().open(&self.path) {
                Ok(database) => return Ok(database),
                Err(DatabaseError::DatabaseAlreadyOpen) if begin.elapsed() < PATIENCE => {
                    std::thread::sleep(PAUSE);
                }
                Err(error) => return Err(self.refused(&error)),
            }
        }
    }

    fn refused(&self, why: &dyn Display) -> String {
        format!("memory {}: {why}; it is left as it is", self.path.display())
    }
}

/// The words about the whole; `None` if there is no such table.
fn head(transaction: &ReadTransaction) -> Result<Option<Head>, redb::Error> {
    let table = match transaction.open_table(HEAD) {
        Ok(table) => table,
        Err(TableError::TableDoesNotExist(_) | TableError::TableTypeMismatch { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let mut head = Head::new();
    for row in table.iter()? {
        let (name, text) = row?;
        head.insert(name.value().to_owned(), text.value().to_owned());
    }
    Ok(Some(head))
}

fn to_row((record, position): (u16, u128), known: &Remembered) -> [u8; ROW] {
    let mut row = [0; ROW];
    row[..8].copy_from_slice(&known.score.to_le_bytes());
    row[8..12].copy_from_slice(&known.ply.to_le_bytes());
    row[12..20].copy_from_slice(&known.since.to_le_bytes());
    let sum = checksum(record, position, &row[..20]);
    row[20..].copy_from_slice(&sum.to_le_bytes());
    row
}

/// What a row holds; `None` if its checksum is wrong.
fn from_row((record, position): (u16, u128), row: [u8; ROW]) -> Option<Remembered> {
    let sum = checksum(record, position, &row[..20]);
    if row[20..] != sum.to_le_bytes() {
        return None;
    }
    Some(Remembered {
        score: i64::from_le_bytes(row[..8].try_into().ok()?),
        ply: u32::from_le_bytes(row[8..12].try_into().ok()?),
        since: i64::from_le_bytes(row[12..20].try_into().ok()?),
    })
}

fn checksum(record: u16, position: u128, row: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&record.to_le_bytes());
    hasher.update(&position.to_le_bytes());
    hasher.update(row);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::super::damage::{HEADER, STATE};
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
        let changed: Vec<_> = (0..100).map(|n| (n, Some(known(n)))).collect();
        tape.merge(record, &changed, &head(&[("merges", "1")])).unwrap();
        tape.merge(record, &[(8, None), (9, Some(known(1)))], &head(&[("merges", "2")])).unwrap();
        let content = tape.load(record).unwrap().unwrap();
        let words = [("format", FORMAT), ("game", "none"), ("merges", "2"), ("positions", "99")];
        assert_eq!(content.head, head(&words));
        let mut expected: Vec<_> =
            (0..100).filter(|&n| n != 8).map(|n| (n, known(if n == 9 { 1 } else { n }))).collect();
        expected.sort_by_key(|&(n, _)| (record(n), n));
        assert_eq!(content.positions, expected);
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn foreign_and_damaged_files_are_refused_and_kept() {
        let (_directory, path) = place();
        let tape = Tape::at(&path);
        for text in ["", "my thesis\n", "fourscore-memory draughts samuel 1\n"] {
            std::fs::write(&path, text).unwrap();
            assert!(tape.load(record).unwrap_err().contains("left as it is"), "{text:?}");
            assert!(tape.create(&Head::new()).is_err());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        // Another's database.
        std::fs::remove_file(&path).unwrap();
        let database = Database::create(&path).unwrap();
        let transaction = database.begin_write().unwrap();
        let table: TableDefinition<'_, u32, u32> = TableDefinition::new("thesis");
        transaction.open_table(table).unwrap().insert(1, 2).unwrap();
        transaction.commit().unwrap();
        drop(database);
        assert!(tape.load(record).unwrap_err().contains("not a memory of this program"));
    }

    #[test]
    fn damage_is_noticed_wherever_it_matters() {
        use rand::{RngExt as _, SeedableRng};
        let (_directory, path) = place();
        let tape = Tape::at(&path);
        tape.create(&head(&[("game", "none")])).unwrap();
        let changed: Vec<_> = (0..500).map(|n| (n, Some(known(n)))).collect();
        tape.merge(record, &changed, &Head::new()).unwrap();
        let whole = tape.load(record).unwrap().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(2);
        let mut refused = 0;
        // Where there are zeros there is mostly nothing.
        let used: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] != 0).collect();
        let places: Vec<(usize, u8)> = (0..200)
            .map(|_| (used[random.random_range(0..used.len())], 1 << random.random_range(0..8)))
            // And where redb says what counts.
            .chain((0..8).map(|bit| (STATE, 1 << bit)))
            .chain((0..HEADER).map(|at| (at, 1)))
            .collect();
        for (at, bit) in places {
            let mut damaged = bytes.clone();
            damaged[at] ^= bit;
            std::fs::write(&path, &damaged).unwrap();
            // It is refused, or the damage was somewhere where it does no harm: nothing wrong is ever read.
            match tape.load(record) {
                Err(error) => {
                    assert!(error.contains("left as it is"), "{error}");
                    refused += 1;
                }
                Ok(content) => assert_eq!(content.as_ref(), Some(&whole), "byte {at}"),
            }
            assert!(std::fs::read(&path).unwrap() == damaged, "byte {at}");
        }
        std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        assert!(tape.load(record).is_err());
        assert!(refused > 15, "{refused}");
    }
}
