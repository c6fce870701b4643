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
        bodies.sort_unstable();
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
            "fourscore-proof 1\ngame gomoku\nrules {rules}\nstart {start}\nwinner {winner}\nentries {announced}\n\n"
        )
        .into_bytes();
        bodies.iter().for_each(|body| file.extend(body));
        sealed(file)
    }
}

fn body(position: &Position, square: u16) -> Vec<u8> {
    let bytes = (position.size * position.size).div_ceil(8);
    let mut body = vec![0; 2 * bytes];
    for (stones, from) in [(position.black, 0), (position.white, bytes)] {
        for stone in stones.iter().map(usize::from) {
            body[from + stone / 8] |= 1 << (stone % 8);
        }
    }
    body.extend(square.to_le_bytes());
    body
}
