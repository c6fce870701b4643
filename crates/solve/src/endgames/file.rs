//! The file of the tables: a line that says what it is, the tables, a checksum. A file that is not whole, or not of this
//! kind and version, is refused.

use super::{Endgames, PIECES_MAX, size};
use files::write_atomically;
use std::fmt::{self, Display};
use std::io::{self, Read};
use std::path::Path;

/// What a file begins with; the number of pieces and the end of the line follow.
const HEAD: &str = "fourscore-endgames draughts 1 pieces ";
/// No first line is longer.
const LONGEST_HEAD: usize = 80;
/// The checksum at the end (CRC-32, of everything before, lowest byte first).
const CHECKSUM: usize = 4;

/// Why a file was not read or written.
#[derive(Debug)]
pub enum FileError {
    /// The system refused.
    Io(io::Error),
    /// It is something else, or of another version. (What it holds is not repeated: it may be private.)
    Foreign,
    /// It is not whole.
    Damaged(&'static str),
}

impl Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Foreign => write!(f, "it is not a file of endgames of this version"),
            Self::Damaged(what) => write!(f, "it is damaged: {what}"),
        }
    }
}

impl std::error::Error for FileError {}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Endgames {
    /// Writes the file whole, in place of what was there.
    ///
    /// # Errors
    /// Whatever the system refuses; what was there is whole then.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let mut bytes = format!("{HEAD}{}\n", self.pieces).into_bytes();
        bytes.extend(&self.bytes);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(write_atomically(path, &bytes)?)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, is something else, or is not whole.
    pub fn load(path: &Path) -> Result<Self, FileError> {
        // No more than the largest file there can be, and one byte that shows it to be too long.
        let most = LONGEST_HEAD + size(PIECES_MAX) + CHECKSUM + 1;
        let mut bytes = Vec::new();
        files::open(path)?.take(most as u64).read_to_end(&mut bytes)?;
        Self::parse(&bytes)
    }

    /// The tables of a file's bytes.
    ///
    /// # Errors
    /// If they are something else, or not whole.
    pub fn parse(bytes: &[u8]) -> Result<Self, FileError> {
        let line = bytes.iter().take(LONGEST_HEAD).position(|&byte| byte == b'\n');
        let (line, rest) = bytes.split_at(line.unwrap_or(bytes.len().min(LONGEST_HEAD)));
        let head = String::from_utf8_lossy(line);
        let pieces = head.strip_prefix(HEAD).and_then(|pieces| pieces.parse().ok());
        let Some(pieces) = pieces.filter(|pieces| (2..=PIECES_MAX).contains(pieces)) else {
            return Err(FileError::Foreign);
        };
        let Some((tables, checksum)) = rest.get(1..).and_then(|rest| rest.split_last_chunk::<CHECKSUM>())
        else {
            return Err(FileError::Damaged("it ends too early"));
        };
        if tables.len() != size(pieces) {
            return Err(FileError::Damaged("it is not as long as its tables"));
        }
        if crc32fast::hash(&bytes[..bytes.len() - CHECKSUM]) != u32::from_le_bytes(*checksum) {
            return Err(FileError::Damaged("its checksum is wrong"));
        }
        Ok(Self::of_bytes(pieces, tables.into()))
    }
}
