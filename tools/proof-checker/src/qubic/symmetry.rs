//! The automorphisms: every permutation of the cells that carries lines to lines. Found by trying, so that nothing
//! about the cube has to be believed; R. Silver (1967) counted 192.

use super::board::{Board, CELLS, Position, cells};

/// Where each cell goes.
pub type Permutation = [u8; CELLS];

/// The automorphisms of the lines.
#[derive(Clone, Debug)]
pub struct Symmetry {
    pub automorphisms: Vec<Permutation>,
}

impl Symmetry {
    /// Finds them all.
    pub fn new(board: &Board) -> Self {
        let mut neighbours = [0; CELLS];
        for line in &board.lines {
            for cell in cells(*line) {
                neighbours[usize::from(cell)] |= line & !(1 << cell);
            }
        }
        let mut found = Vec::new();
        extend(&mut Vec::new(), &neighbours, &mut found);
        found.retain(|permutation| {
            board.lines.iter().all(|&line| board.lines.contains(&image(line, permutation)))
        });
        Self { automorphisms: found }
    }

    /// The least image of a position, the same for all positions of a class, and an automorphism that leads there.
    pub fn canonical(&self, position: Position) -> (Position, &Permutation) {
        let identity = &self.automorphisms[0];
        let mut best = (Position { x: u64::MAX, o: u64::MAX }, identity);
        for permutation in &self.automorphisms {
            let x = image(position.x, permutation);
            if x <= best.0.x {
                let candidate = Position { x, o: image(position.o, permutation) };
                if candidate < best.0 {
                    best = (candidate, permutation);
                }
            }
        }
        best
    }
}

/// Extends a beginning of a permutation (the images of the first cells) in every way in which two cells share a line
/// exactly if their images do.
fn extend(images: &mut Vec<u8>, neighbours: &[u64; CELLS], found: &mut Vec<Permutation>) {
    if let Ok(permutation) = Permutation::try_from(&images[..]) {
        found.push(permutation);
        return;
    }
    let cell = images.len();
    let mut possible = u64::MAX;
    for (earlier, &image) in images.iter().enumerate() {
        let near = neighbours[usize::from(image)];
        possible &= if neighbours[cell] >> earlier & 1 == 1 { near } else { !near };
        possible &= !(1 << image);
    }
    for image in cells(possible) {
        images.push(image);
        extend(images, neighbours, found);
        images.pop();
    }
}

pub fn image(set: u64, permutation: &Permutation) -> u64 {
    let (mut rest, mut image) = (set, 0);
    while rest != 0 {
        image |= 1 << permutation[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    image
}

/// The cell that a permutation carries to `cell`.
pub fn source(cell: u8, permutation: &Permutation) -> u8 {
    (0..CELLS as u8).find(|&from| permutation[usize::from(from)] == cell).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_192_automorphisms_and_the_identity_comes_first() {
        let board = Board::default();
        let symmetry = Symmetry::new(&board);
        assert_eq!(symmetry.automorphisms.len(), 192);
        assert_eq!(symmetry.automorphisms[0], std::array::from_fn(|cell| cell as u8));
    }

    #[test]
    fn images_of_a_position_have_one_canonical_form() {
        let symmetry = Symmetry::new(&Board::default());
        let position = Position::parse("xo1x8x8o21x19o").unwrap();
        let (form, _) = symmetry.canonical(position);
        for permutation in &symmetry.automorphisms {
            let other = Position { x: image(position.x, permutation), o: image(position.o, permutation) };
            let (again, to) = symmetry.canonical(other);
            assert_eq!(again, form);
            assert_eq!((image(other.x, to), image(other.o, to)), (form.x, form.o));
            assert!(cells(other.x).all(|cell| source(to[usize::from(cell)], to) == cell));
        }
        let elsewhere = symmetry.canonical(Position::parse("1x").unwrap()).0;
        assert_ne!(elsewhere, symmetry.canonical(Position::parse("x").unwrap()).0);
    }
}
