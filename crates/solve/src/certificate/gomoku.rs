//! The body of a Go-Moku certificate: black's move for every class of positions in which he has a choice. [`Solution`] has
//! it taken apart, [`Table`] reads it where it stands.

use super::{Certificate, Header, ProofError};
use crate::gomoku::Set;
use crate::gomoku::proof::{Moves, Place, inverse};
use games::gomoku::square::MAX_SIZE;
use games::gomoku::text::rows_in;
use games::gomoku::{Gomoku, Protocol, Rules, Setup, Square};
use games::{Game, Player};

/// The rules that a certificate can be about: black may play anywhere but where variant C forbids it to him once.
const RULES: [Rules; 3] = [Rules::Freestyle, Rules::Standard, Rules::SecondMoveRestricted];

/// What a certificate of Go-Moku says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The position that black wins.
    pub start: Gomoku,
    /// Black's moves, by canonical positions.
    pub moves: Moves,
}

/// The name of rules without an opening protocol.
///
/// # Errors
/// A sentence, if certificates cannot be about them.
pub fn rules_name(rules: Rules) -> Result<&'static str, String> {
    let named =
        Setup::NAMES.iter().find(|(_, named, protocol)| *named == rules && *protocol == Protocol::None);
    match named {
        Some((name, ..)) if RULES.contains(&rules) => Ok(name),
        _ => Err("there are no certificates for these rules: black may not play everywhere".to_owned()),
    }
}

impl Solution {
    /// Black's move in a position with him to move, if its class has one.
    pub fn find(&self, position: &Gomoku) -> Option<Square> {
        let (class, symmetry) = Place::of(position).class(self.size());
        let m = *self.moves.get(&class)?;
        Some(m.image(self.size(), inverse(symmetry)))
    }

    /// The length of the board's edge.
    pub(crate) const fn size(&self) -> usize {
        self.start.setup().size()
    }

    /// The certificate.
    ///
    /// # Errors
    /// If there are none for these rules.
    pub fn to_certificate(&self) -> Result<Certificate, ProofError> {
        let rules = rules_name(self.start.setup().rules()).map_err(ProofError::Malformed)?;
        let mut entries: Vec<Vec<u8>> = self.moves.iter().map(|(place, &m)| self.entry(place, m)).collect();
        entries.sort_unstable();
        let header = Header {
            game: Gomoku::NAME.to_owned(),
            rules: rules.to_owned(),
            start: self.start.to_text(),
            winner: Player::P1,
        };
        Ok(Certificate { header, entries: entries.len() as u64, body: entries.concat() })
    }

    fn entry(&self, place: &Place, m: Square) -> Vec<u8> {
        let mut bytes = place_bytes(place, self.size());
        bytes.extend((number(m, self.size()) as u16).to_le_bytes());
        bytes
    }

    /// Reads a certificate of Go-Moku.
    ///
    /// # Errors
    /// If it is about another game or other rules, its start is no position, or its entries are not as `proof-format.md`
    /// says.
    pub fn from_certificate(certificate: &Certificate) -> Result<Self, ProofError> {
        parse(certificate).map_err(ProofError::Malformed)
    }
}

/// A certificate as [`Solution::to_certificate`] writes it, its entries found where they stand. What is wrong inside an entry
/// shows only in its checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table<'a> {
    /// The position that black wins.
    pub start: Gomoku,
    entries: &'a [u8],
}

impl<'a> Table<'a> {
    /// The table of these bytes of a certificate.
    ///
    /// # Errors
    /// As [`Solution::from_certificate`], but the entries are not looked at.
    pub fn of(bytes: &'a [u8]) -> Result<Self, ProofError> {
        let table = || {
            let (header, count, entries) = super::parse(bytes)?;
            Ok(Self { start: start(&header, count, entries)?, entries })
        };
        table().map_err(ProofError::Malformed)
    }

    /// Black's move in a position with him to move, if its class has one.
    pub fn find(&self, position: &Gomoku) -> Option<Square> {
        let (class, symmetry) = Place::of(position).class(self.size());
        Some(self.get(&class)?.image(self.size(), inverse(symmetry)))
    }

    /// Black's move in the canonical position of a class with him to move, if it has one.
    pub fn get(&self, class: &Place) -> Option<Square> {
        if !class.black_moves {
            return None;
        }
        let (size, key) = (self.size(), place_bytes(class, self.size()));
        let nth = |n: usize| &self.entries[n * entry_bytes(size)..][..entry_bytes(size)];
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if nth(middle)[..key.len()] < *key { low = middle + 1 } else { high = middle }
        }
        let found = (low < self.len()).then(|| nth(low)).filter(|entry| entry.starts_with(&key))?;
        square(usize::from(u16::from_le_bytes([found[key.len()], found[key.len() + 1]])), size)
    }

    /// How many entries there are.
    pub const fn len(&self) -> usize {
        self.entries.len() / entry_bytes(self.size())
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The length of the board's edge.
    pub const fn size(&self) -> usize {
        self.start.setup().size()
    }
}

/// The number of a square in certificates.
const fn number(square: Square, size: usize) -> usize {
    size * square.row() + square.column()
}

/// The square of a number, if there is one.
fn square(number: usize, size: usize) -> Option<Square> {
    Square::new(number % size, number / size).filter(|_| number < size * size && size <= MAX_SIZE)
}

/// What an entry begins with: the stones.
fn place_bytes(place: &Place, size: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(entry_bytes(size));
    for set in [place.black, place.white] {
        let from = bytes.len();
        bytes.resize(from + set_bytes(size), 0);
        for number in set.squares().map(|square| number(square, size)) {
            bytes[from + number / 8] |= 1 << (number % 8);
        }
    }
    bytes
}

/// Bytes of a set of squares.
const fn set_bytes(size: usize) -> usize {
    (size * size).div_ceil(8)
}

/// Bytes of an entry: two sets and a square.
const fn entry_bytes(size: usize) -> usize {
    2 * set_bytes(size) + 2
}

/// The position that a certificate is about, whose body has so many entries.
fn start(header: &Header, entries: u64, body: &[u8]) -> Result<Gomoku, String> {
    let Header { game, rules, start, winner } = header;
    if game != Gomoku::NAME {
        return Err(format!("it is about the game {game}, not about {}", Gomoku::NAME));
    }
    if *winner != Player::P1 {
        return Err("its winner is p2: certificates of this game are of black's wins".to_owned());
    }
    let setup = Setup::new(rules, rows_in(start))?;
    rules_name(setup.rules())?;
    let start =
        Gomoku::from_text(&setup, start).map_err(|error| format!("its start is not a position: {error}"))?;
    let bytes = entry_bytes(setup.size());
    if (body.len() / bytes) as u64 != entries || !body.len().is_multiple_of(bytes) {
        return Err(format!(
            "it announces {entries} entries of {bytes} bytes, its body has {} bytes",
            body.len()
        ));
    }
    Ok(start)
}

fn parse(certificate: &Certificate) -> Result<Solution, String> {
    let start = start(&certificate.header, certificate.entries, &certificate.body)?;
    let size = start.setup().size();
    let mut moves = Moves::default();
    let mut previous: &[u8] = &[];
    for (chunk, number) in certificate.body.chunks_exact(entry_bytes(size)).zip(1..) {
        let (place, m) = read_entry(chunk, size).map_err(|words| format!("entry {number}: {words}"))?;
        if chunk <= previous {
            return Err(format!("entry {number} is not behind the one before it"));
        }
        previous = chunk;
        let (class, symmetry) = place.class(size);
        if moves.insert(class, m.image(size, symmetry)).is_some() {
            return Err(format!("entry {number} is of a class of positions that has one already"));
        }
    }
    Ok(Solution { start, moves })
}

fn read_entry(bytes: &[u8], size: usize) -> Result<(Place, Square), String> {
    let (sets, last) = bytes.split_at(2 * set_bytes(size));
    let square = |number: usize| square(number, size).ok_or_else(|| format!("there is no square {number}"));
    let mut read = [Set::default(); 2];
    for (set, bytes) in read.iter_mut().zip(sets.chunks(set_bytes(size))) {
        for number in (0..8 * bytes.len()).filter(|number| bytes[number / 8] >> (number % 8) & 1 == 1) {
            set.insert(square(number)?);
        }
    }
    let [black, white] = read;
    if !(black & white).is_empty() {
        return Err("two stones lie on one square".to_owned());
    }
    let place = Place { black, white, black_moves: true };
    let m = square(usize::from(u16::from_le_bytes([last[0], last[1]])))?;
    if !place.is_empty(m) {
        return Err(format!("its move {m} is not onto an empty square"));
    }
    Ok((place, m))
}
