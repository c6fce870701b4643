//! The eight symmetries of a square board, and one position of a class to stand for it.

use super::position::Position;
use super::square::{Square, Squares};

/// Where each square goes.
pub type Permutation = Vec<Square>;

/// The symmetries of a board.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// All eight, the identity first.
    pub permutations: Vec<Permutation>,
}

impl Symmetry {
    /// The symmetries of a board with so many rows: reflections of rows and columns, and their exchange.
    pub fn new(size: usize) -> Self {
        let permutation = |number: usize| {
            let image = |square: usize| {
                let (row, column) = (square / size, square % size);
                let row = if number & 1 == 1 { size - 1 - row } else { row };
                let column = if number & 2 == 2 { size - 1 - column } else { column };
                let (row, column) = if number & 4 == 4 { (column, row) } else { (row, column) };
                (size * row + column) as Square
            };
            (0..size * size).map(image).collect()
        };
        Self { permutations: (0..8).map(permutation).collect() }
    }

    /// The least image of a position, the same for all positions of a class, and a symmetry that leads there.
    pub fn canonical(&self, position: &Position) -> (Position, &Permutation) {
        let stones: (Vec<Square>, Vec<Square>) =
            (position.black.iter().collect(), position.white.iter().collect());
        let mut best = (position.black, position.white, &self.permutations[0]);
        for permutation in &self.permutations[1..] {
            let black = image(&stones.0, permutation);
            if black <= best.0 {
                let white = image(&stones.1, permutation);
                if (black, white) < (best.0, best.1) {
                    best = (black, white, permutation);
                }
            }
        }
        (Position { black: best.0, white: best.1, ..*position }, best.2)
    }
}

/// The set to which these squares go.
pub(super) fn image(squares: &[Square], permutation: &Permutation) -> Squares {
    squares.iter().map(|&square| permutation[usize::from(square)]).collect()
}

/// The square that goes to this one.
pub fn source(square: Square, permutation: &Permutation) -> Square {
    permutation.iter().position(|&image| image == square).unwrap_or_default() as Square
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_eight_and_a_class_has_one_canonical_position() {
        let symmetry = Symmetry::new(7);
        let mut different = symmetry.permutations.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), 8);
        let position = Position::parse("7/1xo4/7/3x3/5o1/7/x6").unwrap();
        let (class, _) = symmetry.canonical(&position);
        for permutation in &symmetry.permutations {
            let moved = |squares: &Squares| image(&squares.iter().collect::<Vec<_>>(), permutation);
            let other = Position { black: moved(&position.black), white: moved(&position.white), ..position };
            let (canonical, to_class) = symmetry.canonical(&other);
            assert_eq!(canonical, class);
            assert_eq!(image(&other.black.iter().collect::<Vec<_>>(), to_class), class.black);
            for square in 0..49 {
                assert_eq!(source(to_class[usize::from(square)], to_class), square);
            }
        }
    }
}
