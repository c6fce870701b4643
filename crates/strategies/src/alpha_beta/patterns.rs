//! The worth of Go-Moku's shapes to `alpha-beta`: what a position is estimated by, and in which order moves are tried.

use solve::gomoku::board::pair;
use solve::gomoku::{Shape, Weights};

/// What things are worth to the side to move, in parts of a point ([`PARTS`]): to be on move; along a line through an empty square
/// what a stone would make there, its own and the other side's, in the order of [`Shape::ALL`]; and the classes of the
/// square, in that of [`solve::gomoku::Class`]. Learned: see docs/research/alpha-beta.md.
const LEARNED: (i32, [[i32; Shape::COUNT]; Shape::COUNT], [[i32; 10]; 10]) = include!("gomoku/weights.in");
/// In so many parts a point is divided.
pub(crate) const PARTS: i32 = 16;
pub(crate) const TEMPO: i32 = LEARNED.0;

pub(crate) static WEIGHTS: Weights = Weights { shapes: shapes(), classes: classes() };

const fn shapes() -> [i64; 256] {
    let mut weights = [0; 256];
    let mut n = 0;
    while n < 256 {
        let (first, second) = (n & 15, n >> 4);
        if first < Shape::COUNT && second < Shape::COUNT {
            weights[n] = pair(LEARNED.1[first][second], -LEARNED.1[second][first]);
        }
        n += 1;
    }
    weights
}

const fn classes() -> [[i64; 16]; 16] {
    let mut weights = [[0; 16]; 16];
    let mut n = 0;
    while n < 100 {
        let (first, second) = (n / 10, n % 10);
        weights[first][second] = pair(LEARNED.2[first][second], -LEARNED.2[second][first]);
        n += 1;
    }
    weights
}

/// What makes a move look good.
pub(crate) struct Hints {
    /// For each pair of shapes along a line.
    pub(crate) shapes: [i32; 256],
    /// For the class of the square to the mover.
    pub(crate) own: [i32; 16],
    /// For its class to the opponent.
    pub(crate) other: [i32; 16],
}

/// What a shape adds to a move's merit, made or prevented.
const OWN_SHAPES: [i32; Shape::COUNT] = [0, 4, 10, 60, 140, 180, 220, 500, 600, 500, 4_000, 9_000, 0];
const OTHER_SHAPES: [i32; Shape::COUNT] = [0, 3, 8, 40, 100, 120, 140, 380, 460, 360, 2_000, 6_000, 0];
const OWN_CLASSES: [i32; 16] = [0, 100, 0, 300, 3_000, 0, 500, 6_000, 9_000, 0, 0, 0, 0, 0, 0, 0];
const OTHER_CLASSES: [i32; 16] = [0, 60, 0, 200, 1_800, 0, 300, 3_500, 4_000, 0, 0, 0, 0, 0, 0, 0];

/// The hints for each side.
pub(crate) static HINTS: [Hints; 2] = [hints(0), hints(4)];

const fn hints(own_from: u32) -> Hints {
    let mut shapes = [0; 256];
    let mut n = 0_usize;
    while n < 256 {
        let (own, other) = (n >> own_from & 15, n >> (4 - own_from) & 15);
        if own < Shape::COUNT && other < Shape::COUNT {
            shapes[n] = OWN_SHAPES[own] + OTHER_SHAPES[other];
        }
        n += 1;
    }
    Hints { shapes, own: OWN_CLASSES, other: OTHER_CLASSES }
}
