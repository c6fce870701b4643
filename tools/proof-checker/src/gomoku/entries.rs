//! The entries of a certificate: positions in which black has a choice, each with his move. An entry speaks for its
//! whole class under the symmetries of the board.

use super::board::{Board, Rules, Side};
use super::position::Position;
use super::square::{Square, Squares, square_name};
use super::symmetry::{Symmetry, source};
use crate::Refusal;
use crate::by_class::ByClass;
use crate::file::Certificate;

/// The entries by class.
pub(super) struct Entries {
    symmetry: Symmetry,
    /// The moves in the canonical positions of their classes.
    pub by_class: ByClass<Position, Square>,
}

impl Entries {
    /// Reads the body of a certificate whose games begin at this start.
    ///
    /// # Errors
    /// If its length is wrong, its entries are not ascending, or one is no position with a legal move of black's.
    pub(super) fn read(
        start: &Position,
        rules: Rules,
        certificate: &Certificate<'_>,
    ) -> Result<Self, Refusal> {
        let squares = start.size * start.size;
        let half = squares.div_ceil(8);
        let size = 2 * half + 2;
        let chunks = certificate.body.chunks_exact(size);
        if chunks.len() as u64 != certificate.entries || !chunks.remainder().is_empty() {
            return Err(Refusal::new(format!(
                "its header announces {} entries of {size} bytes, its body has {} bytes",
                certificate.entries,
                certificate.body.len()
            )));
        }
        let mut entries = Self { symmetry: Symmetry::new(start.size), by_class: ByClass::default() };
        let mut previous: Option<&[u8]> = None;
        for (chunk, number) in chunks.zip(1..) {
            let (stones, square) = chunk.split_at(2 * half);
            if previous.is_some_and(|previous| previous >= stones) {
                return Err(Refusal::new(format!(
                    "entry {number} does not follow entry {} in order",
                    number - 1
                )));
            }
            previous = Some(stones);
            let (black, white) = stones.split_at(half);
            let position = set(black, squares)
                .zip(set(white, squares))
                .map(|(black, white)| Position { size: start.size, black, white, black_moves: true })
                .ok_or_else(|| Refusal::new(format!("entry {number} has a stone beyond the board")))?;
            let refused = |words: String| Refusal::new(format!("entry {number} ({position}): {words}"));
            check_position(&position, start, rules).map_err(refused)?;
            let square = u16::from_le_bytes([square[0], square[1]]);
            if usize::from(square) >= squares {
                return Err(refused(format!(
                    "its move is {square}: a square is a number from 0 to {}",
                    squares - 1
                )));
            }
            if position.black.or(&position.white).contains(square) {
                let name = square_name(start.size, square);
                return Err(refused(format!("its move {name} is on a taken square")));
            }
            if let Some(earlier) = entries.insert(number, &position, square) {
                return Err(refused(format!("it is of one class with entry {earlier}")));
            }
        }
        Ok(entries)
    }

    /// Adds an entry unless there is one of its class: then returns that one's number.
    fn insert(&mut self, number: usize, position: &Position, square: Square) -> Option<usize> {
        let (class, to_class) = self.symmetry.canonical(position);
        self.by_class.insert(class, number, to_class[usize::from(square)])
    }

    /// The move in this position, if its class has an entry, which counts as reached from now on.
    pub(super) fn find(&mut self, position: &Position) -> Option<Square> {
        let (class, to_class) = self.symmetry.canonical(position);
        self.by_class.reach(&class).map(|&square| source(square, to_class))
    }

    /// The canonical position of a class.
    pub(super) fn class(&self, position: &Position) -> Position {
        self.symmetry.canonical(position).0
    }
}

/// The set with these bytes; `None` if it has a square that the board has not.
fn set(bytes: &[u8], squares: usize) -> Option<Squares> {
    let bits = (0..8 * bytes.len()).filter(|bit| bytes[bit / 8] >> (bit % 8) & 1 == 1);
    bits.map(|bit| (bit < squares).then_some(bit as Square)).collect()
}

fn check_position(position: &Position, start: &Position, rules: Rules) -> Result<(), String> {
    if position.black.and(&position.white).count() > 0 {
        return Err("a square holds stones of both sides".into());
    }
    let (is, belongs) = (position.surplus(), start.surplus_at_black());
    if is != belongs {
        return Err(format!(
            "black is not to move: black has {is} stones more than white, {belongs} in games from the start"
        ));
    }
    let board = Board::new(position, rules);
    if board.has_row(Side::Black) || board.has_row(Side::White) {
        return Err("the game is over in it".into());
    }
    Ok(())
}
