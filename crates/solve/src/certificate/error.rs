//! What can go wrong with a certificate, in words.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a certificate could not be read or written.
#[derive(Debug)]
pub enum ProofError {
    /// The system refused.
    Io(PathBuf, io::Error),
    /// The file is not a whole certificate of a version known here.
    Foreign(PathBuf, String),
    /// The same of bytes or entries that are not (or not yet) in a file.
    Malformed(String),
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "certificate {}: {error}", path.display()),
            Self::Foreign(path, words) => {
                write!(f, "certificate {}: {words}; it is left as it is", path.display())
            }
            Self::Malformed(words) => write!(f, "certificate: {words}"),
        }
    }
}

impl std::error::Error for ProofError {}

impl From<String> for ProofError {
    fn from(words: String) -> Self {
        Self::Malformed(words)
    }
}
