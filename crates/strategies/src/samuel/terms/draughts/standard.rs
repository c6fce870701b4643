//! Positions of draughts as rote learning keeps them (section "Cataloging and culling stored information"): in a standard form,
//! and catalogued by six keys.

use super::shape::MOVE_SYSTEM;
use super::view::credit;
use games::draughts::{Draughts, Square};
use games::{Game, Side};

/// The standard form: the side to move is Black, the board turned round if it was White; with kings only it is the least of its
/// reflections about the two diagonals. In bits 64 to 95 are the pieces of the side to move, in 32 to 63 the other side's, in 0 to 31
/// the kings; bit n is square n + 1.
pub(crate) fn standard(position: &Draughts) -> u128 {
    let black = if position.to_move() == Side::First { *position } else { position.turned() };
    let (own, other) = black.own_and_other();
    let kings = black.kings();
    if kings != own | other {
        return packed(own, other, kings);
    }
    let both = [own, other];
    let [main, cross] = [MAIN, CROSS].map(|map| both.map(|set| moved(set, &map)));
    let images = [both, main, cross, both.map(u32::reverse_bits)];
    let [own, other] = images.into_iter().min().unwrap_or(both);
    packed(own, other, own | other)
}

const fn packed(own: u32, other: u32, kings: u32) -> u128 {
    (own as u128) << 64 | (other as u128) << 32 | kings as u128
}

/// Row and column of a square from its index, both from 0; Black's men begin in row 0.
const fn place(index: usize) -> (usize, usize) {
    let row = index / 4;
    (row, 2 * (index % 4) + 1 - row % 2)
}

/// Where each square goes when the board is reflected about a diagonal: rows become columns, counted from the other end if `cross`.
const fn reflection(cross: bool) -> [u8; 32] {
    let (mut map, mut index) = ([0; 32], 0);
    while index < 32 {
        let (row, column) = place(index);
        let (row, column) = if cross { (7 - column, 7 - row) } else { (column, row) };
        map[index] = (4 * row + column / 2) as u8;
        index += 1;
    }
    map
}

const MAIN: [u8; 32] = reflection(false);
const CROSS: [u8; 32] = reflection(true);

fn moved(set: u32, map: &[u8; 32]) -> u32 {
    Square::of_set(set).fold(0, |image, square| image | 1 << map[square.index()])
}

/// The record of a position in standard form, by the paper's six keys: how many pieces are missing, whether there is a piece
/// advantage and whose, whether there are kings, whether the side to move has the move, and, for each of four axes (the two through
/// the middle of the sides, the two diagonals), whether the pieces' first moment about it is above that of a board evenly filled. Records
/// of many pieces come first: they are needed first in a game.
pub(crate) fn record(standard: u128) -> u16 {
    let [own, other, kings] = [64, 32, 0].map(|shift| (standard >> shift) as u32);
    let all = own | other;
    let missing = 24_u32.saturating_sub(all.count_ones()) as u16;
    let advantage = match (credit(own, kings) - credit(other, kings)).signum() {
        0 => 0,
        1 => 1,
        _ => 2,
    };
    // The system is that of the side to move, whose men stand where White's would in Appendix C.
    let the_move = (all & MOVE_SYSTEM.reverse_bits()).count_ones() as u16 % 2;
    let moments = moments(all);
    missing << 8 | advantage << 6 | u16::from(kings != 0) << 5 | the_move << 4 | moments
}

/// A bit for each axis: whether the pieces' distances from it come to more than as many times the mean of all squares.
fn moments(all: u32) -> u16 {
    let pieces = all.count_ones();
    let above = |distances: &[u8; 32]| {
        let moment: u32 = Square::of_set(all).map(|square| u32::from(distances[square.index()])).sum();
        let whole: u32 = distances.iter().map(|&distance| u32::from(distance)).sum();
        moment * 32 > whole * pieces
    };
    AXES.iter().enumerate().fold(0, |bits, (axis, distances)| bits | u16::from(above(distances)) << axis)
}

/// The distances of the squares from the four axes, in halves of a square's side (from the diagonals, in halves of its diagonal).
const AXES: [[u8; 32]; 4] = {
    let (mut axes, mut index) = ([[0; 32]; 4], 0);
    while index < 32 {
        let (row, column) = place(index);
        axes[0][index] = (2 * row).abs_diff(7) as u8;
        axes[1][index] = (2 * column).abs_diff(7) as u8;
        axes[2][index] = row.abs_diff(column) as u8;
        axes[3][index] = (row + column).abs_diff(7) as u8;
        index += 1;
    }
    axes
};

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Notation, Played};
    use rand::seq::IndexedRandom;
    use rand::{RngExt as _, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// A board as a picture: `None` for an empty square, else whether it is the side to move's and whether it is a king.
    type Picture = [[Option<(bool, bool)>; 8]; 8];

    fn picture(position: &Draughts) -> Picture {
        let (own, other) = position.own_and_other();
        let mut board = [[None; 8]; 8];
        for number in 1..=32_usize {
            // Square 1 is the second of the first row, square 5 the first of the second.
            let (row, inside) = ((number - 1) / 4, (number - 1) % 4);
            let column = if row % 2 == 0 { 2 * inside + 1 } else { 2 * inside };
            let bit = 1 << (number - 1);
            if (own | other) & bit != 0 {
                board[row][column] = Some((own & bit != 0, position.kings() & bit != 0));
            }
        }
        board
    }

    fn each(board: &Picture, from: impl Fn(usize, usize) -> (usize, usize)) -> Picture {
        std::array::from_fn(|row| {
            std::array::from_fn(|column| {
                let (row, column) = from(row, column);
                board[row][column]
            })
        })
    }

    /// All boards that are the same position for the paper: turned so that Black is to move, and the reflections of kings.
    fn same(position: &Draughts) -> Vec<Picture> {
        let board = picture(position);
        let turned = each(&board, |row, column| (7 - row, 7 - column));
        let board = if position.to_move() == Side::First { board } else { turned };
        if board.iter().flatten().flatten().any(|&(_, king)| !king) {
            return vec![board];
        }
        let main = each(&board, |row, column| (column, row));
        let cross = each(&board, |row, column| (7 - column, 7 - row));
        let round = each(&board, |row, column| (7 - row, 7 - column));
        vec![board, main, cross, round]
    }

    fn positions() -> Vec<Draughts> {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let mut positions = Vec::new();
        for _ in 0..40 {
            let mut game = Played::new(Draughts::start(&()));
            while let Some(&m) = game.legal_moves().choose(&mut random) {
                positions.push(*game.position());
                game.play(m).unwrap();
            }
        }
        while positions.len() < 4000 {
            let place = |random: &mut ChaCha8Rng| 1_u32 << random.random_range(0..32);
            let (black, white) = (place(&mut random) | place(&mut random), place(&mut random));
            for side in [Side::First, Side::Second] {
                positions.extend(Draughts::from_sets(black, white, black | white, side));
            }
        }
        positions
    }

    #[test]
    fn two_positions_have_one_form_exactly_if_a_slow_reference_takes_them_for_the_same() {
        let positions = positions();
        let mut forms: std::collections::HashMap<u128, Vec<Picture>> = std::collections::HashMap::new();
        for position in &positions {
            let form = standard(position);
            // The form is one of the pictures that are the same.
            let own = Draughts::from_sets((form >> 64) as u32, (form >> 32) as u32, form as u32, Side::First)
                .unwrap();
            let same = same(position);
            assert!(same.contains(&picture(&own)), "{}", position.to_text());
            assert_eq!(standard(&own), form);
            let known = forms.entry(form).or_insert_with(|| same.clone());
            assert!(known.contains(&same[0]));
        }
        // Reflecting and turning does not change it; exchanging the sides to move does.
        for position in &positions {
            assert_eq!(standard(&position.turned()), standard(position));
        }
        let two = Draughts::from_text(&(), "B:W9:BK32").unwrap();
        let reflected = |text| standard(&Draughts::from_text(&(), text).unwrap());
        assert_ne!(standard(&two), reflected("W:W9:BK32"));
        let texts = ["B:WK3:BK9", "B:WK21:BK6", "B:WK12:BK27", "B:WK30:BK24", "W:WK24:BK30", "W:WK9:BK3"];
        assert!(texts.iter().all(|text| reflected(text) == reflected(texts[0])), "{texts:?}");
        assert_ne!(reflected("B:WK3:B9"), reflected("B:WK21:B6"));
    }

    #[test]
    fn the_six_keys() {
        let at = |text| record(standard(&Draughts::from_text(&(), text).unwrap()));
        let start = record(standard(&Draughts::start(&())));
        // Twelve pieces to a side, no advantage, no kings.
        assert_eq!(start >> 5, 0);
        // One piece fewer is the next but later record; its owner is behind.
        let missing = at("B:W21,22,23,24,25,26,27,28,29,30,31:B1,2,3,4,5,6,7,8,9,10,11,12");
        assert_eq!((missing >> 8, missing >> 6 & 3), (1, 1));
        assert_eq!(at("W:W21,22,23,24,25,26,27,28,29,30,31:B1,2,3,4,5,6,7,8,9,10,11,12") >> 6 & 3, 2);
        // A king counts three, two men four: an advantage of the other side.
        assert_eq!((at("B:W29,30:BK1") >> 6 & 3, at("B:W29,30:BK1") >> 5 & 1), (2, 1));
        // The side to move has the move if an odd number of pieces is in its system, whichever colour it is.
        let mut game = Played::new(Draughts::start(&()));
        for text in ["11-15", "23-19", "8-11"] {
            let position = game.position();
            let turned_view = super::super::view::View::of(position);
            let all = turned_view.active | turned_view.passive;
            let odd = (all & MOVE_SYSTEM).count_ones() % 2 == 1;
            assert_eq!(record(standard(position)) >> 4 & 1 == 1, odd);
            let m = position.parse_move(text, Notation::default()).unwrap();
            game.play(m).unwrap();
        }
    }

    #[test]
    fn the_moments_against_sums_over_the_board() {
        for position in positions() {
            let form = standard(&position);
            let all = (form >> 64 | form >> 32) as u32;
            let mean = |axis: fn(i32, i32) -> i32, set: u32| {
                let squares = (0..32).filter(|index| set >> index & 1 == 1).map(place);
                let distances = squares.map(|(row, column)| axis(row as i32, column as i32).abs());
                f64::from(distances.sum::<i32>()) / f64::from(set.count_ones())
            };
            let axes: [fn(i32, i32) -> i32; 4] =
                [|r, _| 2 * r - 7, |_, c| 2 * c - 7, |r, c| r - c, |r, c| r + c - 7];
            for (bit, axis) in axes.into_iter().enumerate() {
                let above = mean(axis, all) > mean(axis, u32::MAX) + 1e-9;
                assert_eq!(record(form) >> bit & 1 == 1, above, "{} axis {bit}", position.to_text());
            }
        }
    }
}
