//! The entries of a certificate: positions in which the winner has a choice, each with his move and the plies within
//! which it wins. An entry speaks for its whole class under the automorphisms.

use super::board::{Board, Position, cell_name};
use super::symmetry::{Symmetry, source};
use crate::Refusal;
use crate::by_class::ByClass;
use crate::claim::Winner;
use crate::file::Certificate;
use std::collections::HashSet;

/// Bytes of an entry: two sets, a cell, and a number of plies.
const SIZE: usize = 18;

/// The entries by class.
pub(super) struct Entries<'a> {
    board: &'a Board,
    symmetry: Symmetry,
    /// The moves in the canonical positions of their classes, with the plies within which they are said to win.
    pub by_class: ByClass<Position, (u8, u8)>,
    /// The invariants of all classes: what has none of them is not looked up.
    invariants: HashSet<Invariant>,
}

/// How many lines hold `i` stones of x and `j` of o, for every `i` and `j`: equal for positions of one class.
type Invariant = [[u8; 5]; 5];

impl<'a> Entries<'a> {
    /// Reads the body of a certificate.
    ///
    /// # Errors
    /// If its length is wrong, its entries are not ascending, or one is no position with a legal move of the winner.
    pub(super) fn read(board: &'a Board, certificate: &Certificate<'_>) -> Result<Self, Refusal> {
        let symmetry = Symmetry::new(board);
        let mut entries = Self { board, symmetry, by_class: ByClass::default(), invariants: HashSet::new() };
        let position = |chunk: &[u8; SIZE]| Position { x: set_at(chunk, 0), o: set_at(chunk, 8) };
        certificate.read_entries(position, |number, position, chunk| {
            let refused = |words: String| Refusal::new(format!("entry {number} ({position}): {words}"));
            check_position(board, position, certificate.claim.winner).map_err(refused)?;
            let (cell, plies) = (chunk[SIZE - 2], chunk[SIZE - 1]);
            if cell > 63 {
                return Err(refused(format!("its move is {cell}: a cell is a number from 0 to 63")));
            }
            if (position.x | position.o) >> cell & 1 == 1 {
                return Err(refused(format!("its move {} is on a taken cell", cell_name(cell))));
            }
            if let Some(earlier) = entries.insert(number, position, cell, plies) {
                return Err(refused(format!("it is of one class with entry {earlier}")));
            }
            Ok(())
        })?;
        Ok(entries)
    }

    /// Adds an entry unless there is one of its class: then returns that one's number.
    fn insert(&mut self, number: usize, position: Position, cell: u8, plies: u8) -> Option<usize> {
        let (class, to_class) = self.symmetry.canonical(position);
        self.invariants.insert(invariant(self.board, position));
        self.by_class.insert(class, number, (to_class[usize::from(cell)], plies))
    }

    /// The move in this position and the plies within which it is said to win, if the position's class has an entry,
    /// which counts as reached from now on.
    pub(super) fn find(&mut self, position: Position) -> Option<(u8, u8)> {
        if !self.invariants.contains(&invariant(self.board, position)) {
            return None;
        }
        let (class, to_class) = self.symmetry.canonical(position);
        self.by_class.reach(&class).map(|&(cell, plies)| (source(cell, to_class), plies))
    }

    /// The canonical position of a class.
    pub(super) fn class(&self, position: Position) -> Position {
        self.symmetry.canonical(position).0
    }
}

fn set_at(chunk: &[u8; SIZE], from: usize) -> u64 {
    (0..8).map(|byte| u64::from(chunk[from + byte]) << (8 * byte)).sum()
}

fn check_position(board: &Board, position: Position, winner: Winner) -> Result<(), String> {
    position.check_counts()?;
    let to_move = if position.x_moves() { Winner::P1 } else { Winner::P2 };
    if to_move != winner {
        return Err(format!("{to_move} is to move, and the winner is {winner}"));
    }
    if board.has_line(position.x) || board.has_line(position.o) {
        return Err("the game is over in it".into());
    }
    Ok(())
}

fn invariant(board: &Board, position: Position) -> Invariant {
    let mut invariant = Invariant::default();
    for line in &board.lines {
        let held = |stones: u64| (stones & line).count_ones() as usize;
        invariant[held(position.x)][held(position.o)] += 1;
    }
    invariant
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::qubic::symmetry::image;

    #[test]
    fn an_entry_speaks_for_its_class() {
        let board = Board::default();
        let position = Position::parse("xo1x8x8o41o").unwrap();
        let mut body = Vec::new();
        body.extend(position.x.to_le_bytes());
        body.extend(position.o.to_le_bytes());
        body.extend([41, 9]);
        let head = "fourscore-proof 2\ngame qubic\nrules -\nstart 64\nwinner p1\nentries 1\n\n";
        let mut file = head.as_bytes().to_vec();
        file.extend(&body);
        file.extend(crc32fast::hash(&file).to_le_bytes());
        let mut entries = Entries::read(&board, &Certificate::parse(&file).unwrap()).unwrap();
        assert_eq!(entries.by_class.unused(), [1]);
        for permutation in Symmetry::new(&board).automorphisms {
            let other = Position { x: image(position.x, &permutation), o: image(position.o, &permutation) };
            assert_eq!(invariant(&board, other), invariant(&board, position));
            let (found, plies) = entries.find(other).unwrap();
            assert_eq!(plies, 9);
            let moved = |cell: u8, p: Position| entries.class(Position { x: p.x | 1 << cell, o: p.o });
            assert_eq!(moved(found, other), moved(41, position));
        }
        let entered = &entries.by_class;
        assert_eq!((entered.len(), entered.reached(), entered.unused()), (1, 1, vec![]));
        assert!(entries.find(Position::default()).is_none());
    }
}
