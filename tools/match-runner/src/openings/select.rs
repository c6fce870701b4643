//! From a list of openings to the ones that a match uses: images under the symmetries of the board, order, start.

use super::{Opening, shuffle};
use crate::random::{SplitMix64, mix};
use crate::rules;
use clap::ValueEnum;
use games::{Board, Notation};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// What is made of the symmetries of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Symmetries {
    /// Nothing: openings are used as they are.
    #[default]
    None,
    /// Each opening is replaced by one of its images, chosen by the seed.
    Random,
    /// Each opening is replaced by all of its images, those that are the same position counted once.
    All,
}

/// What is done with a list of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// Which images are used.
    pub symmetries: Symmetries,
    /// Whether the order depends on the seed, or is that of the list.
    pub shuffled: bool,
    /// How many openings of that order are put to its end, for a match that goes on where another one stopped.
    pub skipped: usize,
    pub seed: u64,
}

impl Selection {
    /// The openings of a match. Images need the rules of the game; without them there are none.
    pub fn of(&self, openings: Vec<Opening>, game: &str, rules: &[(String, String)]) -> Vec<Opening> {
        let mut openings = match rules::board(game, rules) {
            Ok(mut board) if self.symmetries != Symmetries::None => {
                let images = openings.iter().enumerate();
                images.flat_map(|(index, opening)| self.images(opening, index, board.as_mut())).collect()
            }
            _ => openings,
        };
        if self.shuffled {
            shuffle(&mut openings, self.seed);
        }
        let start = self.skipped % openings.len().max(1);
        openings.rotate_left(start);
        openings
    }

    fn images(&self, opening: &Opening, index: usize, board: &mut dyn Board) -> Vec<Opening> {
        let count = board.symmetries();
        let number = SplitMix64::new(mix(&[self.seed, index as u64])).below(count as u64);
        let one = usize::try_from(number).unwrap_or(0);
        let range = if self.symmetries == Symmetries::All { 0..count } else { one..one + 1 };
        let mut seen = HashSet::new();
        let image = |symmetry: usize| {
            opening.set_up(board).ok()?;
            board.apply_symmetry(symmetry);
            let fen = opening.fen.as_ref().map(|_| board.start_text());
            let place = format!("{}, image {symmetry}", opening.place);
            let moves = board.moves(Notation::Coordinates);
            seen.insert(board.position_text()).then_some(Opening { fen, moves, place })
        };
        range.filter_map(image).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Format;
    use engine::BUILT_IN;

    fn selected(text: &str, selection: Selection) -> Vec<Opening> {
        selection.of(Format::Lines.parse(text, 0).unwrap(), "qubic", &[])
    }

    const PLAIN: Selection = Selection { symmetries: Symmetries::None, shuffled: false, skipped: 0, seed: 1 };

    #[test]
    fn the_list_begins_where_asked() {
        let text = "111\n222\n333\n";
        let first = |skipped| selected(text, Selection { skipped, ..PLAIN })[0].moves[0].clone();
        assert_eq!([0, 1, 2, 3, 4].map(first), ["111", "222", "333", "111", "222"]);
        assert_eq!(selected(text, Selection { skipped: 1, ..PLAIN }).len(), 3);
    }

    #[test]
    fn all_images_are_the_positions_of_one_kind() {
        let all = Selection { symmetries: Symmetries::All, ..PLAIN };
        // Sixteen cells lie on seven lines, forty-eight on four: the two kinds.
        assert_eq!(selected("111\n", all).len(), 16);
        assert_eq!(selected("112\n", all).len(), 48);
        let images = selected("fen xo62 moves 444 123\n", all);
        let mut keys = HashSet::new();
        for image in &images {
            let mut board = BUILT_IN.open_board("qubic", &[]).unwrap();
            image.set_up(board.as_mut()).unwrap();
            keys.insert(board.canonical_key());
        }
        assert_eq!(keys.len(), 1);
        assert_eq!((192 % images.len(), images[0].fen.as_deref()), (0, Some("xo")), "{images:?}");
        assert!(images.len() > 1);
    }

    #[test]
    fn a_random_image_depends_on_the_seed() {
        let one = |seed| selected("111 123\n", Selection { symmetries: Symmetries::Random, seed, ..PLAIN });
        assert_eq!(one(1).len(), 1);
        assert_eq!(one(1), one(1));
        assert!((2..20).any(|seed| one(seed) != one(1)));
    }
}
