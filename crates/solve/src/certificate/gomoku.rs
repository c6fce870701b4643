//! The body of a Go-Moku certificate: black's move for every class of positions in which he has a choice.

use super::{Certificate, Header, ProofError};
use crate::gomoku::Set;
use crate::gomoku::proof::{Moves, Place, inverse};
use games::gomoku::square::MAX_SIZE;
use games::gomoku::text::rows_in;
use games::gomoku::{Gomoku, Setup, Square};
use games::{Game, Player};
use std::collections::BTreeMap;

/// Bytes of an entry: the key of a class and a square.
const ENTRY: usize = 10;

/// What a certificate of Go-Moku says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The position that black wins.
    pub start: Gomoku,
    /// Black's moves by the keys of classes, each in the image that has the key.
    pub moves: BTreeMap<u64, Square>,
}

impl Solution {
    /// The solution that has these moves.
    ///
    /// # Errors
    /// If two classes have one key: once in some ten thousand million certificates.
    pub fn new(start: Gomoku, moves: &Moves) -> Result<Self, ProofError> {
        let mut solution = Self { start, moves: BTreeMap::new() };
        let size = solution.size();
        for (class, m) in moves {
            let (key, symmetry) = class.key(size);
            if solution.moves.insert(key, m.image(size, symmetry)).is_some() {
                return Err(format!("two of its positions have the key {key:016x}").into());
            }
        }
        Ok(solution)
    }

    /// Black's move in a position with him to move, if its class has one.
    pub fn find(&self, position: &Gomoku) -> Option<Square> {
        self.at(&Place::of(position))
    }

    /// The same of the stones of a position.
    pub fn at(&self, place: &Place) -> Option<Square> {
        let (key, symmetry) = Some(place).filter(|place| place.black_moves)?.key(self.size());
        let m = self.moves.get(&key)?.image(self.size(), inverse(symmetry));
        place.is_empty(m).then_some(m)
    }

    /// The same on a board of another size, where the stones of an image lie alike about the centre; those beyond the edges of this
    /// one's board count as on its edge.
    pub fn alike(&self, place: &Place, size: usize) -> Option<Square> {
        let moved = |own: usize, from: usize, to: usize| (own + to / 2).checked_sub(from / 2);
        let there = |square: Square| {
            let at = |own| moved(own, size, self.size()).unwrap_or(0).min(self.size() - 1);
            Square::new(at(square.column()), at(square.row()))
        };
        let back = |m: Square| {
            let at = |own| moved(own, self.size(), size).filter(|&moved| moved < size);
            Square::new(at(m.column())?, at(m.row())?)
        };
        let all = |set: Set| set.squares().map(there).collect::<Option<Set>>();
        // The centre of an even board is one of four squares.
        (0..Gomoku::SYMMETRIES).find_map(|symmetry| {
            let image = place.image(size, symmetry);
            let there = Place { black: all(image.black)?, white: all(image.white)?, ..image };
            back(self.at(&there)?).map(|m| m.image(size, inverse(symmetry)))
        })
    }

    /// The length of the board's edge.
    pub const fn size(&self) -> usize {
        self.start.setup().size()
    }

    /// The certificate.
    pub fn to_certificate(&self) -> Certificate {
        let header = Header {
            game: Gomoku::NAME.to_owned(),
            rules: self.start.setup().rules().name().to_owned(),
            start: self.start.to_text(),
            winner: Player::P1,
        };
        let number = |m: &Square| (self.size() * m.row() + m.column()) as u16;
        let body = self
            .moves
            .iter()
            .flat_map(|(key, m)| key.to_le_bytes().into_iter().chain(number(m).to_le_bytes()));
        Certificate { header, entries: self.moves.len() as u64, body: body.collect() }
    }

    /// Reads a certificate of Go-Moku.
    ///
    /// # Errors
    /// If it is about another game or other rules, its start is no position, or its entries are not as `proof-format.md`
    /// says.
    pub fn from_certificate(certificate: &Certificate) -> Result<Self, ProofError> {
        let start = start(&certificate.header)?;
        let moves = entries(start.setup().size(), certificate.chunks()?)?;
        Ok(Self { start, moves })
    }
}

/// The position that a certificate is about.
fn start(header: &Header) -> Result<Gomoku, String> {
    let Header { game, rules, start, winner } = header;
    if game != Gomoku::NAME {
        return Err(format!("it is about the game {game}, not about {}", Gomoku::NAME));
    }
    if *winner != Player::P1 {
        return Err("its winner is p2: certificates of this game are of black's wins".to_owned());
    }
    let setup = Setup::new(rules, rows_in(start))?;
    if setup.rules().name() != rules {
        return Err(format!(
            "there are no certificates for the rules {rules}, which begin with an opening protocol"
        ));
    }
    Gomoku::from_text(&setup, start).map_err(|error| format!("its start is not a position: {error}"))
}

fn entries(size: usize, chunks: &[[u8; ENTRY]]) -> Result<BTreeMap<u64, Square>, String> {
    let read = |&[a, b, c, d, e, f, g, h, low, high]: &[u8; ENTRY]| {
        let (key, number) = (u64::from_le_bytes([a, b, c, d, e, f, g, h]), u16::from_le_bytes([low, high]));
        let m = Square::new(usize::from(number) % size, usize::from(number) / size);
        let m = m.filter(|_| usize::from(number) < size * size && size <= MAX_SIZE);
        Ok((key, m.ok_or_else(|| format!("there is no square {number}"))?))
    };
    let read = chunks.iter().map(read).collect::<Result<Vec<_>, String>>()?;
    match read.windows(2).position(|pair| pair[0].0 >= pair[1].0) {
        Some(number) => Err(format!("entry {} is not behind the one before it", number + 2)),
        None => Ok(read.into_iter().collect()),
    }
}
