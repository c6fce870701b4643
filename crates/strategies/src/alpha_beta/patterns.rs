//! The worth of Go-Moku's shapes to `alpha-beta`: what a position is estimated by, and in which order moves are tried.

use super::gomoku::{Patterns, board_of, likely_moves};
use super::trained::{Trainable, built_in, is_quiet};
use games::gomoku::{Opening, OpeningMove};
use games::{Game, Side};
use search::alpha_beta::ESTIMATE_MAX;
use solve::gomoku::weights::pair;
use solve::gomoku::{Class, Shape, Weights};
use std::sync::LazyLock;

/// In so many parts a point is divided.
const PARTS: i32 = 16;
const CLASSES: usize = Class::COUNT;
/// Where the features of shapes and of classes begin; to be on move is number 0.
const SHAPES_AT: usize = 1;
const CLASSES_AT: usize = SHAPES_AT + Shape::COUNT * Shape::COUNT;
/// Nodes of the search for wins by fours in a position that may be learned from.
const FOURS: u64 = 300;
/// How far from the centre the first stones lie, and of how many likely moves one is another.
const NEAR: usize = 3;
const OTHERS: usize = 10;

/// What the features are worth to the side to move, in parts of a point.
#[derive(Debug)]
pub(super) struct Values {
    tempo: i32,
    pub(super) weights: Weights,
}

impl Values {
    pub(super) fn of(weights: &[i16]) -> Self {
        let weight = |n: usize| weights.get(n).copied().map_or(0, i32::from);
        let of_two = |from, count, own, other| {
            if own >= count || other >= count {
                return 0;
            }
            pair(weight(from + own * count + other), -weight(from + other * count + own))
        };
        let shapes = std::array::from_fn(|n| of_two(SHAPES_AT, Shape::COUNT, n & 15, n >> 4));
        let classes =
            std::array::from_fn(|own| std::array::from_fn(|other| of_two(CLASSES_AT, CLASSES, own, other)));
        Self { tempo: weight(0), weights: Weights { shapes, classes } }
    }

    /// The estimate for this side, which is to move, from the sum for the first side.
    pub(super) fn estimate(&self, side: Side, sum: i32) -> i32 {
        let sum = self.tempo + if side == Side::First { sum } else { -sum };
        sum.div_euclid(PARTS).clamp(-ESTIMATE_MAX, ESTIMATE_MAX)
    }
}

/// Learned: see docs/research/alpha-beta.md.
pub(super) static VALUES: LazyLock<Values> = LazyLock::new(|| built_in::<Opening, _>(Values::of));

/// A stone along a line through an empty square makes one shape for the mover and one for the other side; the square itself
/// has a class for each.
impl Trainable for Opening {
    const FEATURES: &'static str = "tempo, pairs of shapes, pairs of classes";
    const COUNT: usize = CLASSES_AT + CLASSES * CLASSES;
    const PHASES: usize = 1;
    const LOGIT: f64 = 0.0004;
    const PARTS: i32 = PARTS;

    fn built_in() -> &'static str {
        include_str!("gomoku/built-in.weights")
    }

    fn counts(&self, add: &mut dyn FnMut(usize, i32)) -> f32 {
        let board = board_of(self);
        let second = self.to_move() == Side::Second;
        let turned =
            |[own, other]: [u8; 2]| if second { [other, own] } else { [own, other] }.map(usize::from);
        let mut counts = [0; Self::COUNT];
        counts[0] = 1;
        for square in self.game().stones().squares() {
            for shapes in board.lines(square).into_iter().flatten() {
                let [own, other] = turned([shapes & 15, shapes >> 4]);
                counts[SHAPES_AT + own * Shape::COUNT + other] += 1;
            }
            if board.is_empty(square) {
                let classes = [Side::First, Side::Second].map(|side| board.class(side, square));
                let [own, other] = turned(classes);
                counts[CLASSES_AT + own * CLASSES + other] += 1;
            }
        }
        for (n, &count) in counts.iter().enumerate().filter(|&(_, &count)| count != 0) {
            add(n, count);
        }
        1.0
    }

    fn is_quiet(&self) -> bool {
        self.is_free() && is_quiet::<Self, Patterns>(self, FOURS)
    }

    fn first_moves(&self, moves: &mut Vec<OpeningMove>) {
        self.legal_moves(moves);
        let centre = self.game().setup().size() / 2;
        let near = |n: usize| n.abs_diff(centre) <= NEAR;
        moves.retain(|m| m.square().is_none_or(|square| near(square.column()) && near(square.row())));
        if moves.is_empty() {
            self.legal_moves(moves);
        }
    }

    fn other_moves(&self, moves: &mut Vec<OpeningMove>) {
        if self.is_free() {
            likely_moves(&board_of(self), self, OTHERS, moves);
        } else {
            self.legal_moves(moves);
        }
    }
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
