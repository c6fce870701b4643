//! The body of a Qubic certificate: the winner's move for every class of positions in which he has a choice.

use super::{Certificate, Header, ProofError};
use games::qubic::{Cell, Qubic, symmetry};
use games::{Game, Player, Side};
use std::collections::BTreeMap;

/// Bytes of an entry: two sets, a cell, and a number of plies.
const SIZE: usize = 18;

/// The rules of Qubic, which has no variants.
const RULES: &str = "-";

/// What a certificate says of a position with the winner to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// His move.
    pub m: Cell,
    /// Within how many plies, this move the first, the game is then over.
    pub plies: u8,
}

/// Entries by class of positions. A move goes in and comes out in the orientation of the position that it is given with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dictionary {
    /// By the stones of the canonical position, in the order of the file.
    moves: BTreeMap<(u64, u64), (Qubic, Entry)>,
}

impl Dictionary {
    /// A dictionary without entries.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many classes have a move.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no class has a move.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Sets the move for the class of a position, with the plies within which it wins, and returns the move it had before.
    ///
    /// # Errors
    /// If the move is not legal in the position.
    pub fn insert(&mut self, position: &Qubic, m: Cell, plies: u8) -> Result<Option<Cell>, ProofError> {
        if !position.is_legal(m) {
            return Err(format!("the move {m:?} is not legal in {}", position.to_text()).into());
        }
        let (class, number) = position.class();
        let entry = Entry { m: class.image_move(m, number), plies };
        let before = self.moves.insert(stones(&class), (class, entry));
        Ok(before.map(|(_, before)| class.image_move(before.m, symmetry::inverse(number))))
    }

    /// The entry for a position of a class that has one, its move as the position lies.
    pub fn find(&self, position: &Qubic) -> Option<Entry> {
        if self.is_empty() {
            return None;
        }
        let (class, number) = position.class();
        let &(_, entry) = self.moves.get(&stones(&class))?;
        Some(Entry { m: class.image_move(entry.m, symmetry::inverse(number)), ..entry })
    }

    /// Takes over what another one knows. Of two wins the shorter one stays: the lengths of others count on it.
    pub fn extend(&mut self, other: Self) {
        for (class, found) in other.moves {
            let (_, known) = self.moves.entry(class).or_insert(found);
            if found.1.plies < known.plies {
                *known = found.1;
            }
        }
    }

    /// The canonical positions in ascending order, each with its entry.
    pub fn iter(&self) -> impl Iterator<Item = (&Qubic, Entry)> {
        self.moves.values().map(|(position, entry)| (position, *entry))
    }

    /// The certificate that `winner` wins from `start` by these moves.
    ///
    /// # Errors
    /// If in some position the winner is not to move.
    pub fn to_certificate(&self, start: &Qubic, winner: Player) -> Result<Certificate, ProofError> {
        let mut body = Vec::with_capacity(SIZE * self.len());
        for (position, entry) in self.iter() {
            check_to_move(position, winner)?;
            let (x, o) = stones(position);
            body.extend(x.to_le_bytes());
            body.extend(o.to_le_bytes());
            body.extend([entry.m.index() as u8, entry.plies]);
        }
        let (game, rules) = (Qubic::NAME.to_owned(), RULES.to_owned());
        let header = Header { game, rules, start: start.to_text(), winner };
        Ok(Certificate { header, entries: self.len() as u64, body })
    }

    /// Reads the body of a certificate of Qubic.
    ///
    /// # Errors
    /// If it is about another game or variant, its start is no position, or its entries are not as `proof-format.md` says.
    pub fn from_certificate(certificate: &Certificate) -> Result<Self, ProofError> {
        let Header { game, rules, winner, .. } = &certificate.header;
        if game != Qubic::NAME || rules != RULES {
            return Err(format!("it is about '{game} {rules}', not about '{} {RULES}'", Qubic::NAME).into());
        }
        start(&certificate.header)?;
        let mut dictionary = Self::new();
        let mut previous = None;
        for (chunk, number) in certificate.chunks()?.iter().zip(1..) {
            let (position, entry) =
                entry(chunk, *winner).map_err(|words| format!("entry {number}: {words}"))?;
            if previous.replace(stones(&position)).is_some_and(|previous| previous >= stones(&position)) {
                return Err(format!("entry {number} does not follow entry {} in order", number - 1).into());
            }
            if dictionary.insert(&position, entry.m, entry.plies)?.is_some() {
                return Err(format!("entry {number} is of one class with an earlier one").into());
            }
        }
        Ok(dictionary)
    }
}

/// The starting position of a certificate of Qubic.
///
/// # Errors
/// If the text is no position.
pub fn start(header: &Header) -> Result<Qubic, ProofError> {
    Ok(Qubic::from_text(&(), &header.start).map_err(|error| format!("its start: {error}"))?)
}

fn entry(chunk: &[u8; SIZE], winner: Player) -> Result<(Qubic, Entry), String> {
    let set = |from: usize| (0..8).fold(0, |set, byte| set | u64::from(chunk[from + byte]) << (8 * byte));
    let position = Qubic::from_sets(set(0), set(8)).map_err(|error| error.0)?;
    check_to_move(&position, winner)?;
    let (number, plies) = (chunk[SIZE - 2], chunk[SIZE - 1]);
    let m = Cell::new(usize::from(number)).filter(|&m| position.is_legal(m));
    let m = m.ok_or_else(|| format!("the move {number} is not legal in {}", position.to_text()))?;
    Ok((position, Entry { m, plies }))
}

fn check_to_move(position: &Qubic, winner: Player) -> Result<(), String> {
    if position.player_of(position.to_move()) == winner {
        return Ok(());
    }
    Err(format!("in {} the winner is not to move", position.to_text()))
}

fn stones(position: &Qubic) -> (u64, u64) {
    (position.stones(Side::First), position.stones(Side::Second))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Qubic {
        Qubic::from_text(&(), text).unwrap()
    }

    fn cell(number: usize) -> Cell {
        Cell::new(number).unwrap()
    }

    #[test]
    fn a_move_is_found_in_every_orientation() {
        let mut dictionary = Dictionary::new();
        let known = position("xo1x8x8o41o");
        assert_eq!(dictionary.insert(&known, cell(41), 9).unwrap(), None);
        for number in 0..Qubic::SYMMETRIES {
            let image = known.image(number);
            let Entry { m, plies } = dictionary.find(&image).unwrap();
            assert_eq!(plies, 9);
            let (mut expected, mut found) = (known, image);
            expected.play(cell(41));
            found.play(m);
            assert_eq!(found.canonical(), expected.canonical());
        }
        assert_eq!(dictionary.find(&position("64")), None);
        assert_eq!(dictionary.insert(&known, cell(2), 7).unwrap(), Some(cell(41)));
        assert_eq!((dictionary.len(), dictionary.find(&known)), (1, Some(Entry { m: cell(2), plies: 7 })));
        assert!(dictionary.insert(&known, cell(0), 7).unwrap_err().to_string().contains("not legal"));
    }

    #[test]
    fn of_two_wins_the_shorter_one_stays() {
        let start = position("64");
        let of = |number, plies| {
            let mut dictionary = Dictionary::new();
            dictionary.insert(&start, cell(number), plies).unwrap();
            dictionary
        };
        for (first, second) in [(9, 15), (15, 9)] {
            let mut all = of(0, first);
            all.extend(of(0, second));
            assert_eq!(all.find(&start).map(|entry| entry.plies), Some(9));
        }
    }

    #[test]
    fn certificates_of_another_form_are_refused_in_words() {
        let first = position("xo1x8x8o41o");
        let mut images = (1..Qubic::SYMMETRIES).map(|number| first.image(number));
        let later = |image: &Qubic| stones(image) > stones(&first) && image.is_legal(cell(41));
        let second = images.find(later).expect("some image comes later");
        let good = |entries: &[(Qubic, u8)]| {
            let mut body = Vec::new();
            for (position, m) in entries {
                let (x, o) = stones(position);
                body.extend(x.to_le_bytes());
                body.extend(o.to_le_bytes());
                body.extend([*m, 9]);
            }
            let header =
                Header { game: "qubic".into(), rules: "-".into(), start: "64".into(), winner: Player::P1 };
            Certificate { header, entries: entries.len() as u64, body }
        };
        let read = |certificate: &Certificate| Dictionary::from_certificate(certificate);
        assert_eq!(read(&good(&[(first, 41)])).unwrap().len(), 1);
        let refused = |certificate: &Certificate| read(certificate).unwrap_err().to_string();
        let swapped = |winner: Player| {
            let mut other = good(&[(first, 41)]);
            other.header.winner = winner;
            other
        };
        let mut short = good(&[(first, 41)]);
        short.body.pop();
        let mut gomoku = good(&[]);
        gomoku.header.game = "gomoku".into();
        let mut nowhere = good(&[]);
        nowhere.header.start = "65".into();
        for (certificate, words) in [
            (good(&[(first, 0)]), "entry 1: the move 0 is not legal"),
            (good(&[(first, 64)]), "entry 1: the move 64 is not legal"),
            (good(&[(first, 41), (first, 41)]), "entry 2 does not follow"),
            (good(&[(first, 41), (second, 41)]), "of one class"),
            (swapped(Player::P2), "the winner is not to move"),
            (short, "announces 1 entries of 18 bytes, its body has 17"),
            (gomoku, "it is about 'gomoku -'"),
            (nowhere, "its start"),
        ] {
            let message = refused(&certificate);
            assert!(message.contains(words), "{words}: {message}");
        }
    }
}
