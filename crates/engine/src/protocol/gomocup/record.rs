//! The stones of the game as the manager and the brain have placed them, and how the engine is told of them.

use super::command::Point;
use games::Side;
use games::gomoku::{Square, Stones, text};

/// The game so far. The moves' order is kept where the manager has told it.
#[derive(Clone, Debug)]
pub(super) struct Record {
    size: usize,
    stones: Vec<(Square, Side)>,
    /// So many of the stones, the first ones, stand there without an order.
    placed: usize,
    to_move: Side,
}

impl Record {
    /// An empty board of this size.
    pub(super) const fn new(size: usize) -> Self {
        Self { size, stones: Vec::new(), placed: 0, to_move: Side::First }
    }

    /// The length of an edge of the board.
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    pub(super) const fn len(&self) -> usize {
        self.stones.len()
    }

    /// The square of a point, if it is on the board.
    pub(super) fn square(&self, (x, y): Point) -> Option<Square> {
        if x < self.size && y < self.size { Square::new(x, self.size - 1 - y) } else { None }
    }

    /// The text of a square: `x,y`.
    pub(super) fn text(&self, square: Square) -> String {
        format!("{},{}", square.column(), self.size - 1 - square.row())
    }

    /// The empty square of a point.
    ///
    /// # Errors
    /// A sentence, if it is not on the board or not empty.
    pub(super) fn empty(&self, point: Option<Point>) -> Result<Square, String> {
        let (x, y) = point.ok_or("two numbers with a comma between them are needed")?;
        let square = self
            .square((x, y))
            .ok_or_else(|| format!("{x},{y} is not on the board of size {}", self.size))?;
        if self.stones.iter().any(|&(taken, _)| taken == square) {
            return Err(format!("there is a stone on {x},{y} already"));
        }
        Ok(square)
    }

    /// Places a stone for the side to move.
    pub(super) fn play(&mut self, square: Square) {
        self.stones.push((square, self.to_move));
        self.to_move = self.to_move.other();
    }

    /// Takes back the last stone.
    ///
    /// # Errors
    /// A sentence, if it is not on this point.
    pub(super) fn take_back(&mut self, point: Option<Point>) -> Result<(), String> {
        let last = self.stones.last().copied();
        match last.filter(|&(square, _)| point.and_then(|point| self.square(point)) == Some(square)) {
            Some((_, side)) => {
                self.stones.pop();
                self.placed = self.placed.min(self.stones.len());
                self.to_move = side;
                Ok(())
            }
            None => Err("only the last stone can be taken back".to_owned()),
        }
    }

    /// Replaces the stones by the brain's own and its opponent's, the brain being to move. Black has the first stone,
    /// so the brain is white if it has fewer stones.
    pub(super) fn replace(&mut self, stones: &[(Square, bool)]) {
        let own = stones.iter().filter(|&&(_, own)| own).count();
        self.to_move = if 2 * own < stones.len() { Side::Second } else { Side::First };
        let side = |own| if own { self.to_move } else { self.to_move.other() };
        self.stones = stones.iter().map(|&(square, own)| (square, side(own))).collect();
        let next = if self.stones.len().is_multiple_of(2) { Side::First } else { Side::Second };
        let in_turn =
            |(n, &(_, side)): (usize, &(Square, Side))| (side == Side::First) == n.is_multiple_of(2);
        self.placed = 0;
        if self.to_move != next || !self.stones.iter().enumerate().all(in_turn) {
            self.place();
        }
    }

    /// From now on the stones so far stand there without an order.
    pub(super) const fn place(&mut self) {
        self.placed = self.stones.len();
    }

    /// The position as the engine takes it: a start, unless it is the usual one, and moves.
    pub(super) fn position(&self) -> (Option<String>, Vec<String>) {
        let (placed, played) = self.stones.split_at(self.placed);
        let moves = played.iter().map(|(square, _)| square.to_string()).collect();
        if placed.is_empty() {
            return (None, moves);
        }
        let mut board = Stones::new(self.size);
        placed.iter().for_each(|&(square, side)| board.put(side, square));
        let to_move = played.first().map_or(self.to_move, |&(_, side)| side);
        let turn = if to_move == Side::First { ":x" } else { ":o" };
        (Some(text::rows(&board) + turn), moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_count_from_the_top_for_managers_and_from_the_bottom_for_the_engine() {
        let mut record = Record::new(15);
        let square = record.empty(Some((7, 0))).unwrap();
        assert_eq!((square.to_string(), record.text(square)), ("h15".into(), "7,0".into()));
        record.play(square);
        assert!(record.empty(Some((7, 0))).unwrap_err().contains("stone on 7,0"));
        assert!(record.empty(Some((15, 0))).unwrap_err().contains("not on the board"));
        assert!(record.take_back(Some((6, 0))).is_err());
        assert!(record.take_back(Some((7, 0))).is_ok() && record.take_back(Some((7, 0))).is_err());
    }

    #[test]
    fn boards_in_turn_are_moves_and_others_positions() {
        let mut record = Record::new(5);
        let at = |x| Square::new(x, 0).unwrap();
        record.replace(&[(at(0), false), (at(1), true), (at(2), false)]);
        assert_eq!(record.position(), (None, vec!["a1".into(), "b1".into(), "c1".into()]));
        record.replace(&[(at(0), false), (at(2), false), (at(1), true)]);
        assert_eq!(record.position(), (Some("5/5/5/5/xox2:o".into()), vec![]));
        record.replace(&[(at(0), true), (at(2), true)]);
        assert_eq!(record.position(), (Some("5/5/5/5/x1x2:x".into()), vec![]));
        // What is played after it has an order again; taken back further, there is none.
        record.play(at(1));
        assert_eq!(record.position(), (Some("5/5/5/5/x1x2:x".into()), vec!["b1".into()]));
        assert!(record.take_back(Some((1, 4))).is_ok() && record.take_back(Some((2, 4))).is_ok());
        record.play(at(3));
        assert_eq!(record.position(), (Some("5/5/5/5/x4:x".into()), vec!["d1".into()]));
    }
}
