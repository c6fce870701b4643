//! Which of black's hidden threats is tried first: a policy learned from certificates.
//!
//! What is known of a move once its threat has been found (its zone, how long it was searched for, what both sides could make then) is weighed; the
//! weights are fitted so that the moves of certificates come out ahead of the others (`fourscore lab policy`). A move's first proof
//! number grows exponentially with what it lacks to the most promising one.

use super::{OTHER, OWN};
use crate::gomoku::{Class, ThreatBoard};
use games::Side;
use std::sync::LazyLock;

/// What is counted on the board for each side: the squares on which a stone makes this.
const CLASSES: [Class; 8] = [
    Class::TwoTwos,
    Class::Three,
    Class::ThreeAndTwo,
    Class::TwoThrees,
    Class::Four,
    Class::FourAndTwo,
    Class::FourAndThree,
    Class::DoubleFour,
];
/// The number of signs before those of [`CLASSES`].
const FIRST: usize = 5;
/// How many signs a move has.
pub const SIGNS: usize = FIRST + 5 * CLASSES.len();

/// What is known of a move. Logarithms are to base two, in sixteenths.
pub type Signs = [i32; SIGNS];

/// The weights that come with the program, one a line after the name of its sign.
const BUILT_IN: &str = include_str!("../../../../../data/gomoku/policy.txt");
static WEIGHTS: LazyLock<[i32; SIGNS]> = LazyLock::new(|| parse(BUILT_IN));

/// A unit of what a move promises: so many add up to a factor of two in its chances.
const DOUBLE: i32 = 1000;
/// The first proof number of the most promising move.
const MOST_PROMISING: u32 = 16;
/// No first proof number is greater.
const LEAST_PROMISING: u32 = 1000;

/// The signs of a move of black's that threatens to win: he has played it, his stone is of this class, and his win was found in so many
/// positions. `rank` is its place among the best-looking.
pub(super) fn signs(board: &ThreatBoard, rank: usize, class: u8, zone: u32, searched: u64) -> Signs {
    let mut signs = [0; SIGNS];
    let (black, white) = prospects(board);
    signs[..FIRST].copy_from_slice(&[logarithm(zone), rank as i32, logarithm(searched as u32), black, white]);
    let of_kind = |kind: usize| FIRST + kind * CLASSES.len();
    for (k, named) in CLASSES.into_iter().enumerate() {
        signs[of_kind(0) + k] = i32::from(class == named as u8);
        for (side, kind) in [(Side::First, 1), (Side::Second, 3)] {
            let squares = board.squares(side, named).count() as i32;
            signs[of_kind(kind) + k] = squares;
            signs[of_kind(kind + 1) + k] = squares.min(1);
        }
    }
    signs
}

/// The names of the signs, in their order.
pub fn names() -> Vec<String> {
    let kinds = ["makes", "black", "black-any", "white", "white-any"];
    let named = kinds.iter().flat_map(|kind| CLASSES.iter().map(move |class| format!("{kind}-{class:?}")));
    let first = ["zone", "rank", "searched", "black-lines", "white-lines"].map(str::to_owned);
    first.into_iter().chain(named).collect()
}

/// What the shapes of both sides promise on all squares, in tens.
fn prospects(board: &ThreatBoard) -> (i32, i32) {
    let lines = board.all_squares().filter_map(|square| board.lines(square)).flatten();
    let add = |(black, white), pair: u8| {
        (black + OWN[usize::from(pair & 15)], white + OTHER[usize::from(pair >> 4)])
    };
    let (black, white) = lines.fold((0, 0), add);
    (black / 10, white / 10)
}

/// Sixteen times the logarithm to base two of a number and one, on straight lines between the powers of two.
const fn logarithm(number: u32) -> i32 {
    let number = number.saturating_add(1);
    let power = number.ilog2();
    (16 * power + ((16 * number as u64) >> power) as u32 - 16) as i32
}

/// What a move promises, the greater the better.
pub(super) fn promise(signs: &Signs) -> i32 {
    signs.iter().zip(&*WEIGHTS).map(|(sign, weight)| sign * weight).sum()
}

/// The first proof number of a move that promises so much less than the most promising one.
pub(super) fn first_number(less: i32) -> u32 {
    // A power of two, on straight lines between whole exponents.
    let (whole, rest) = (less / DOUBLE, less % DOUBLE);
    let below = MOST_PROMISING << whole.clamp(0, 16);
    (below + below * rest as u32 / DOUBLE as u32).min(LEAST_PROMISING)
}

/// Weights from lines of a name and a number; what is not named is nothing.
fn parse(text: &str) -> [i32; SIGNS] {
    let mut weights = [0; SIGNS];
    for (name, weight) in names().iter().zip(&mut weights) {
        let own = text.lines().filter_map(|line| line.strip_prefix(name.as_str())?.strip_prefix(' '));
        *weight = own.filter_map(|number| number.trim().parse().ok()).next().unwrap_or(0);
    }
    weights
}

/// A file of weights, given in natural logarithms of the odds; `made` says how they were found.
pub fn text(made: &str, weights: &[f64; SIGNS]) -> String {
    let unit = f64::from(DOUBLE) / std::f64::consts::LN_2;
    let line = |(name, weight): (String, &f64)| format!("{name} {}\n", (weight * unit).round() as i64);
    let lines: String = names().into_iter().zip(weights).map(line).collect();
    format!("{}{lines}", made.lines().map(|line| format!("# {line}\n")).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_has_its_weight() {
        for name in names() {
            let lines = BUILT_IN.lines().filter(|line| line.split(' ').next() == Some(&name));
            assert_eq!(lines.count(), 1, "{name}");
        }
        assert!(WEIGHTS.iter().any(|&weight| weight != 0));
    }

    #[test]
    fn what_is_written_is_read_as_it_was() {
        let weights: [f64; SIGNS] = std::array::from_fn(|n| (n as f64 - 20.0) * std::f64::consts::LN_2);
        assert_eq!(
            parse(&text("by hand\nin two lines", &weights)),
            std::array::from_fn(|n| (n as i32 - 20) * 1000)
        );
    }

    #[test]
    fn first_numbers_double_with_each_thousand() {
        assert_eq!([0, 500, 1000, 2500, 6000, 1_000_000].map(first_number), [16, 24, 32, 96, 1000, 1000]);
        assert_eq!([0, 1, 2, 3, 7, 300].map(logarithm), [0, 16, 24, 32, 48, 130]);
    }
}
