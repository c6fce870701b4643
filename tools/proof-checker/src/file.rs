//! The outside of a certificate, the same for every game: a header of lines, a body, a checksum (`proof-format.md`).

use crate::Refusal;
use crate::claim::Claim;
use crate::text::quoted;

const MAGIC: &str = "fourscore-proof";
const VERSION: &str = "2";
/// The header's greatest length in bytes.
const LONGEST_HEADER: usize = 4096;

/// A certificate taken apart; its body is still bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate<'a> {
    /// What the header says that it proves.
    pub claim: Claim,
    /// How many entries the header announces.
    pub entries: u64,
    /// What stands between the header and the checksum.
    pub body: &'a [u8],
}

impl<'a> Certificate<'a> {
    /// Takes the bytes of a file apart.
    ///
    /// # Errors
    /// If they are not a whole certificate of the version known here.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Refusal> {
        check_first_line(bytes)?;
        let (sealed, stored) = bytes
            .split_last_chunk::<4>()
            .ok_or_else(|| Refusal::new("it is damaged or cut short: it has no checksum"))?;
        let (stored, computed) = (u32::from_le_bytes(*stored), crc32(sealed));
        if stored != computed {
            return Err(Refusal::new(format!(
                "it is damaged or cut short: its checksum is {stored:08x}, its contents give {computed:08x}"
            )));
        }
        let head_length = sealed.windows(2).take(LONGEST_HEADER - 1).position(|pair| pair == b"\n\n");
        let (head, body) = head_length
            .and_then(|length| {
                Some((std::str::from_utf8(sealed.get(..length)?).ok()?, sealed.get(length + 2..)?))
            })
            .ok_or_else(|| Refusal::new("its header is not lines of text with an empty line after them"))?;
        let mut lines = head.split('\n').skip(1);
        let mut field = |key: &str| {
            let line = lines.next().unwrap_or_default();
            let value = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(' '));
            value.filter(|value| is_token(value)).map(str::to_owned).ok_or_else(|| {
                Refusal::new(format!("its header has {} where '{key} VALUE' belongs", quoted(line)))
            })
        };
        let (game, rules, start) = (field("game")?, field("rules")?, field("start")?);
        let (winner, entries) = (field("winner")?, field("entries")?);
        if let Some(line) = lines.next() {
            return Err(Refusal::new(format!("its header has a line too many: {}", quoted(line))));
        }
        let winner = winner.parse().map_err(|words| Refusal::new(format!("its header is wrong: {words}")))?;
        Ok(Self { claim: Claim { game, rules, start, winner }, entries: count(&entries)?, body })
    }

    /// Reads the body as entries of `N` bytes; tells `read` of each its number, from 1, and what they are sorted by.
    ///
    /// # Errors
    /// If the body's length is wrong, an entry does not follow the one before in ascending order, or `read` refuses it.
    pub(crate) fn read_entries<const N: usize, K: PartialOrd + Copy>(
        &self,
        key: impl Fn(&[u8; N]) -> K,
        mut read: impl FnMut(usize, K, &[u8; N]) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let (chunks, rest) = self.body.as_chunks::<N>();
        if chunks.len() as u64 != self.entries || !rest.is_empty() {
            return Err(Refusal::new(format!(
                "its header announces {} entries of {N} bytes, its body has {} bytes",
                self.entries,
                self.body.len()
            )));
        }
        let mut previous = None;
        for (number, entry) in (1..).zip(chunks) {
            let key = key(entry);
            if previous.replace(key).is_some_and(|previous| previous >= key) {
                let before = number - 1;
                return Err(Refusal::new(format!("entry {number} does not follow entry {before} in order")));
            }
            read(number, key, entry)?;
        }
        Ok(())
    }
}

fn check_first_line(bytes: &[u8]) -> Result<(), Refusal> {
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let shown = String::from_utf8_lossy(first.get(..80).unwrap_or(first));
    if bytes.is_empty() {
        return Err(Refusal::new("it is not a certificate: it is empty"));
    }
    match shown.split_once(' ') {
        Some((MAGIC, VERSION)) => Ok(()),
        Some((MAGIC, version)) => Err(Refusal::new(format!(
            "it is a certificate of format version {}: this checker knows version {VERSION}",
            quoted(version)
        ))),
        _ => Err(Refusal::new(format!(
            "it is not a certificate: it begins with {}, not with '{MAGIC} {VERSION}'",
            quoted(&shown)
        ))),
    }
}

fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}

fn count(text: &str) -> Result<u64, Refusal> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    let number = if plain { text.parse().ok() } else { None };
    number.ok_or_else(|| Refusal::new(format!("its number of entries is {}: not a count", quoted(text))))
}

/// The CRC-32 of zlib, PNG and Ethernet (reflected polynomial 0xEDB88320), bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    !crc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksum_is_the_usual_one() {
        // The check value of CRC-32/ISO-HDLC in the catalogue of parametrised algorithms.
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc32(b""), 0);
    }

    #[test]
    fn counts_are_plain_numbers() {
        assert_eq!(count("0"), Ok(0));
        assert_eq!(count("2929"), Ok(2929));
        for text in ["00", "+1", "-1", "1e3", "99999999999999999999"] {
            assert!(count(text).unwrap_err().0.contains("not a count"), "{text}");
        }
    }
}
