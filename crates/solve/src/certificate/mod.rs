//! Certificates: files that claim that a player wins a game and say how, so that others can check it and play by it.
//! The format, the same for every game but for its body, is specified in `proof-format.md`.

mod error;
pub mod gomoku;
pub mod qubic;

pub use error::ProofError;

use files::write_atomically;
use games::{Player, quoted};
use std::io;
use std::path::Path;

const MAGIC: &str = "fourscore-proof";
const VERSION: u32 = 2;
/// The header's greatest length in bytes.
const LONGEST_HEADER: usize = 4096;

/// What a certificate proves: that `winner` wins `game` under `rules` from `start`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The name of the game, as [`games::Game::NAME`].
    pub game: String,
    /// The variant of its rules, `-` for a game that has only one.
    pub rules: String,
    /// The starting position as text.
    pub start: String,
    pub winner: Player,
}

/// A certificate: what it proves, and a body in a form of the game's own ([`qubic::Dictionary`], [`gomoku::Solution`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    pub header: Header,
    /// How many entries the body has.
    pub entries: u64,
    pub body: Vec<u8>,
}

impl Certificate {
    /// The bytes of the file: header, body, checksum.
    ///
    /// # Errors
    /// If a field of the header is not one word of printable ASCII, or the header is too long.
    pub fn to_bytes(&self) -> Result<Vec<u8>, ProofError> {
        let Header { game, rules, start, winner } = &self.header;
        for (key, value) in [("game", game), ("rules", rules), ("start", start)] {
            if !is_word(value) {
                let words = format!("{key} {} cannot be written: it is not one word of ASCII", quoted(value));
                return Err(words.into());
            }
        }
        let mut bytes = format!(
            "{MAGIC} {VERSION}\ngame {game}\nrules {rules}\nstart {start}\nwinner {}\nentries {}\n\n",
            player_word(*winner),
            self.entries
        )
        .into_bytes();
        if bytes.len() > LONGEST_HEADER {
            let words =
                format!("a header of {} bytes is too long: {LONGEST_HEADER} are allowed", bytes.len());
            return Err(words.into());
        }
        bytes.extend_from_slice(&self.body);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Takes the bytes of a file apart; the body is not looked at.
    ///
    /// # Errors
    /// If they are not a whole certificate of this version.
    pub fn parse(bytes: &[u8]) -> Result<Self, ProofError> {
        Ok(parse(bytes)?)
    }

    /// The entries of a body in which each has so many bytes.
    fn chunks<const N: usize>(&self) -> Result<&[[u8; N]], String> {
        let (chunks, rest) = self.body.as_chunks();
        if chunks.len() as u64 == self.entries && rest.is_empty() {
            return Ok(chunks);
        }
        let (entries, bytes) = (self.entries, self.body.len());
        Err(format!("it announces {entries} entries of {N} bytes, its body has {bytes} bytes"))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a whole certificate of this version.
    pub fn read(path: &Path) -> Result<Self, ProofError> {
        let bytes = files::read(path).map_err(|error| ProofError::Io(path.to_owned(), error))?;
        parse(&bytes).map_err(|words| ProofError::Foreign(path.to_owned(), words))
    }

    /// Writes a file, whole or not at all. A file that is there already is replaced only if it is a certificate.
    ///
    /// # Errors
    /// If the certificate cannot be written as bytes, the system refuses, or something else is at this path.
    pub fn write(&self, path: &Path) -> Result<(), ProofError> {
        let bytes = self.to_bytes()?;
        match Self::read(path) {
            Err(ProofError::Io(_, error)) if error.kind() == io::ErrorKind::NotFound => {}
            there => {
                there?;
            }
        }
        write_atomically(path, &bytes).map_err(|error| ProofError::Io(path.to_owned(), error))
    }
}

fn parse(bytes: &[u8]) -> Result<Certificate, String> {
    check_first_line(bytes)?;
    let (sealed, checksum) =
        bytes.split_last_chunk::<4>().ok_or("it is damaged or cut short: it has no checksum")?;
    if crc32fast::hash(sealed) != u32::from_le_bytes(*checksum) {
        return Err("it is damaged or cut short: its checksum is wrong".into());
    }
    let end = sealed.windows(2).take(LONGEST_HEADER - 1).position(|pair| pair == b"\n\n");
    let (head, body) = end
        .and_then(|end| Some((std::str::from_utf8(&sealed[..end]).ok()?, &sealed[end + 2..])))
        .ok_or("its header is not lines of text with an empty line after them")?;
    let mut lines = head.split('\n').skip(1);
    let mut field = |key: &str| {
        let line = lines.next().unwrap_or_default();
        let value =
            line.strip_prefix(key).and_then(|rest| rest.strip_prefix(' ')).filter(|value| is_word(value));
        value.ok_or_else(|| format!("its header has {} where '{key} VALUE' belongs", quoted(line)))
    };
    let (game, rules, start) =
        (field("game")?.to_owned(), field("rules")?.to_owned(), field("start")?.to_owned());
    let (winner, entries) = (field("winner")?, field("entries")?);
    if let Some(line) = lines.next() {
        return Err(format!("its header has a line too many: {}", quoted(line)));
    }
    let winner = [Player::P1, Player::P2].into_iter().find(|&player| player_word(player) == winner);
    let winner = winner.ok_or("its winner is neither p1 nor p2")?;
    let plain =
        entries.bytes().all(|byte| byte.is_ascii_digit()) && (entries == "0" || !entries.starts_with('0'));
    let count = if plain { entries.parse().ok() } else { None };
    let entries =
        count.ok_or_else(|| format!("its number of entries is {}: not a count", quoted(entries)))?;
    Ok(Certificate { header: Header { game, rules, start, winner }, entries, body: body.to_owned() })
}

fn check_first_line(bytes: &[u8]) -> Result<(), String> {
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let shown = String::from_utf8_lossy(first.get(..80).unwrap_or(first));
    match shown.split_once(' ') {
        Some((MAGIC, version)) if version == VERSION.to_string() => Ok(()),
        Some((MAGIC, version)) => Err(format!(
            "it is a certificate of version {}: this program knows version {VERSION}",
            quoted(version)
        )),
        _ => Err(format!("it begins with {}: not a certificate", quoted(&shown))),
    }
}

const fn player_word(player: Player) -> &'static str {
    match player {
        Player::P1 => "p1",
        Player::P2 => "p2",
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn small() -> Certificate {
        let header =
            Header { game: "qubic".into(), rules: "-".into(), start: "64".into(), winner: Player::P1 };
        Certificate { header, entries: 1, body: vec![7; 18] }
    }

    #[test]
    fn what_is_damaged_is_refused() {
        let bytes = small().to_bytes().unwrap();
        for length in 0..bytes.len() {
            assert!(Certificate::parse(&bytes[..length]).is_err());
        }
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 4;
            assert!(Certificate::parse(&changed).is_err(), "byte {place}");
        }
        assert_eq!(Certificate::parse(&bytes).unwrap(), small());
    }

    #[test]
    fn wrong_headers_are_refused_in_words() {
        let good = "fourscore-proof 2\ngame qubic\nrules -\nstart 64\nwinner p1\nentries 0\n\n";
        for (old, new, words) in [
            ("fourscore-proof 2", "fourscore-proof 1", "version '1'"),
            ("fourscore-proof 2", "fourscore-memory qubic", "not a certificate"),
            ("game qubic\n", "", "where 'game VALUE' belongs"),
            ("start 64", "start 6 4", "where 'start VALUE' belongs"),
            ("winner p1", "winner p3", "neither p1 nor p2"),
            ("entries 0", "entries 00", "not a count"),
            ("entries 0\n", "entries 0\nmore 1\n", "a line too many: 'more 1'"),
            ("\n\n", "\n", "an empty line"),
        ] {
            let mut bytes = good.replace(old, new).into_bytes();
            bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
            let message = Certificate::parse(&bytes).unwrap_err().to_string();
            assert!(message.contains(words), "{new:?}: {message}");
        }
        let mut unwritable = small();
        unwritable.header.start = "two words".into();
        assert!(
            unwritable.to_bytes().unwrap_err().to_string().contains("start 'two words' cannot be written")
        );
    }

    #[test]
    fn foreign_files_are_not_overwritten_and_own_ones_are() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("other");
        small().write(&path).unwrap();
        small().write(&path).unwrap();
        assert_eq!(Certificate::read(&path).unwrap(), small());
        for contents in [&b""[..], b"a letter", b"fourscore-proof 9\n", b"fourscore-proof 2\ngame qubic\n"] {
            fs::write(&path, contents).unwrap();
            let message = small().write(&path).unwrap_err().to_string();
            assert!(message.contains("left as it is"), "{message}");
            assert_eq!(fs::read(&path).unwrap(), contents);
        }
    }
}
