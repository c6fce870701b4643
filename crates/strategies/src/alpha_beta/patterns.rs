//! The worth of Go-Moku's shapes to `alpha-beta`: what a position is estimated by, and in which order moves are tried.

use solve::gomoku::board::pair;
use solve::gomoku::{Shape, Weights};

/// What each shape that a stone would make on an empty square is worth, in the order of [`Shape::ALL`]: to the side to
/// move, and to the other one.
const SHAPES: [[i32; Shape::COUNT]; 2] =
    [[0, 0, 1, 3, 6, 8, 10, 22, 26, 30, 0, 0, 0], [0, 0, 1, 2, 5, 7, 7, 16, 20, 22, 60, 0, 0]];
/// The same for classes of squares, in the order of [`solve::gomoku::Class`].
const CLASSES: [[i32; 10]; 2] =
    [[0, 10, 8, 36, 60, 12, 45, 250, 0, 0], [0, 8, 6, 20, 40, 10, 35, 120, 100, 0]];
/// To be on move is worth this much.
pub(crate) const TEMPO: i32 = 19;

pub(crate) static WEIGHTS: Weights = Weights { shapes: shapes(), classes: classes() };

const fn shapes() -> [i64; 256] {
    let mut weights = [0; 256];
    let mut n = 0;
    while n < 256 {
        let (first, second) = (n & 15, n >> 4);
        if first < Shape::COUNT && second < Shape::COUNT {
            weights[n] = worth(SHAPES[0][first], SHAPES[1][first], SHAPES[0][second], SHAPES[1][second]);
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
        weights[first][second] =
            worth(CLASSES[0][first], CLASSES[1][first], CLASSES[0][second], CLASSES[1][second]);
        n += 1;
    }
    weights
}

/// The worth of a thing to the first side: what it is to the first side on move and waiting, and to the second.
const fn worth(first_moves: i32, first_waits: i32, second_moves: i32, second_waits: i32) -> i64 {
    pair(first_moves - second_waits, first_waits - second_moves)
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
