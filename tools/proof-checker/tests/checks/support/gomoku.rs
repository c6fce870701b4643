//! Certificates about Go-Moku made for tests, by the words of `proof-format.md` and nothing of the program but its
//! reading of positions.

use super::sealed;
use proof_checker::gomoku::position::Position;

/// What goes into a certificate; tests change it before it is written.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) rules: String,
    pub(crate) start: String,
    pub(crate) winner: String,
    /// The announced number of entries, where it is not the true one.
    pub(crate) announced: Option<String>,
    /// The position, the move.
    pub(crate) entries: Vec<(Position, u16)>,
}

impl Parts {
    pub(crate) fn new(rules: &str, start: &str, entries: &[(&str, u16)]) -> Self {
        let entries = entries.iter().map(|&(text, square)| (Position::parse(text).unwrap(), square));
        Self {
            rules: rules.into(),
            start: start.into(),
            winner: "p1".into(),
            announced: None,
            entries: entries.collect(),
        }
    }

    /// The file, its entries sorted.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bodies = self.bodies();
        bodies.sort_unstable_by_key(|body| u64::from_le_bytes(body[..8].try_into().unwrap()));
        self.file(&bodies)
    }

    pub(crate) fn to_bytes_as_they_are(&self) -> Vec<u8> {
        self.file(&self.bodies())
    }

    fn bodies(&self) -> Vec<Vec<u8>> {
        self.entries.iter().map(|(position, square)| body(position, *square)).collect()
    }

    fn file(&self, bodies: &[Vec<u8>]) -> Vec<u8> {
        let Self { rules, start, winner, announced, .. } = self;
        let announced = announced.clone().unwrap_or_else(|| bodies.len().to_string());
        let mut file = format!(
            "fourscore-proof 2\ngame gomoku\nrules {rules}\nstart {start}\nwinner {winner}\nentries {announced}\n\n"
        )
        .into_bytes();
        bodies.iter().for_each(|body| file.extend(body));
        sealed(file)
    }
}

fn body(position: &Position, square: u16) -> Vec<u8> {
    let size = position.size;
    // The eight images of a square: rows and columns reflected or not, and exchanged or not.
    let image = |square: u16, number: usize| {
        let (row, column) = (usize::from(square) / size, usize::from(square) % size);
        let row = if number & 1 > 0 { size - 1 - row } else { row };
        let column = if number & 2 > 0 { size - 1 - column } else { column };
        if number & 4 > 0 { size * column + row } else { size * row + column }
    };
    let key = |number: usize| {
        let mut hash: u64 = 0xcbf29ce484222325;
        for stones in [position.black, position.white] {
            let mut bytes = vec![0_u8; (size * size).div_ceil(8)];
            for square in stones.iter().map(|square| image(square, number)) {
                bytes[square / 8] |= 1 << (square % 8);
            }
            for byte in bytes {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x100000001b3);
            }
        }
        hash
    };
    let least = (0..8).min_by_key(|&number| key(number)).unwrap();
    // What is no square stays none.
    let there = if usize::from(square) < size * size { image(square, least) } else { square.into() };
    [&key(least).to_le_bytes()[..], &(there as u16).to_le_bytes()].concat()
}
