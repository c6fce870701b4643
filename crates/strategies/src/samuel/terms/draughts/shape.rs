//! The parameters that depend on how the pieces stand, not on what can be moved.

use super::view::{CENTER, View, count, squares};
use games::draughts::Direction;
use games::draughts::Direction::{DownLeft, DownRight, UpLeft, UpRight};

/// Rows counted from the passive side.
const ROWS_3_4: u32 = 0x0000_ff00;
const ROWS_5_6: u32 = 0x00ff_0000;
/// The back row's bridge, and the triangle of Oreo, of the passive side.
const BRIDGE: u32 = squares([1, 3]);
const OREO: u32 = squares([2, 3, 7]);
/// The two diagonal files that end in the double-corner squares, and those 1 and 2 removed from them.
const DOUBLE_CORNER_FILES: u32 = squares([1, 6, 10, 15, 19, 24, 28, 5, 9, 14, 18, 23, 27, 32]);
const ONE_REMOVED: u32 = squares([2, 7, 11, 16, 20, 13, 17, 22, 26, 31]);
const TWO_REMOVED: u32 = squares([3, 8, 12, 21, 25, 30]);
/// The vertical files that start with squares 1, 2, 3 and 4.
pub(super) const MOVE_SYSTEM: u32 = 0x0f0f_0f0f;

/// The two diagonals, each as a pair of opposite directions.
const DIAGONALS: [[Direction; 2]; 2] = [[UpLeft, DownRight], [UpRight, DownLeft]];

/// The squares whose neighbour in this direction is in the set.
const fn beside(set: u32, direction: Direction) -> u32 {
    direction.back().step(set)
}

/// The squares with neighbours of the set on both sides along one or the other diagonal.
fn flanked(set: u32) -> u32 {
    DIAGONALS.iter().fold(0, |all, &[one, other]| all | beside(set, one) & beside(set, other))
}

/// The squares with at least three neighbours in the set.
fn three_beside(set: u32) -> u32 {
    let [a, b, c, d] = Direction::ALL.map(|direction| beside(set, direction));
    a & b & (c | d) | c & d & (a | b)
}

/// ADV.
pub(crate) const fn advancement(view: &View) -> i16 {
    count(view.passive_men() & ROWS_5_6) - count(view.passive_men() & ROWS_3_4)
}

/// APEX: a debit.
pub(crate) const fn apex(view: &View) -> i16 {
    let apex = squares([7, 26]);
    let debit = view.kings == 0 && view.active & apex != 0 && view.passive & apex == 0;
    -(debit as i16)
}

pub(crate) const fn back_row_bridge(view: &View) -> i16 {
    (view.active & view.kings == 0 && view.passive & BRIDGE == BRIDGE) as i16
}

pub(crate) const fn center_control(view: &View) -> i16 {
    count(view.passive_men() & CENTER)
}

/// CRAMP. For White the paper prints 20, the cramping square itself, among the nearby squares; by symmetry it is 24.
pub(crate) const fn cramp(view: &View) -> i16 {
    let cramping = view.passive & squares([13]) != 0 && view.passive & squares([9, 14]) != 0;
    let cramped = squares([17, 21, 22, 25]);
    if cramping && view.active & cramped == cramped { 2 } else { 0 }
}

/// DIA.
pub(crate) const fn double_diagonal_file(view: &View) -> i16 {
    count(view.passive & DOUBLE_CORNER_FILES)
}

/// DIAV, in halves.
pub(crate) const fn diagonal_moment(view: &View) -> i16 {
    count(view.passive & TWO_REMOVED)
        + 2 * count(view.passive & ONE_REMOVED)
        + 3 * count(view.passive & DOUBLE_CORNER_FILES)
}

/// DYKE: strings of three, so that one of four counts twice.
pub(crate) fn dyke(view: &View) -> i16 {
    let middles = DIAGONALS.map(|[one, other]| beside(view.passive, one) & beside(view.passive, other));
    middles.into_iter().map(|set| count(set & view.passive)).sum()
}

pub(crate) fn exposure(view: &View) -> i16 {
    count(view.passive & flanked(view.empty))
}

/// GAP. A square is counted once, whatever it separates.
pub(crate) fn gap(view: &View) -> i16 {
    let from_edge = Direction::ALL.into_iter().fold(0, |all, direction| {
        let at_edge = !beside(u32::MAX, direction);
        all | beside(view.passive, direction.back()) & at_edge
    });
    count(view.empty & (flanked(view.passive) | from_edge))
}

/// GUARD.
pub(crate) const fn back_row_control(view: &View) -> i16 {
    let held = view.passive & BRIDGE == BRIDGE || view.passive & OREO == OREO;
    (view.active & view.kings == 0 && held) as i16
}

pub(crate) fn hole(view: &View) -> i16 {
    count(view.empty & three_beside(view.passive))
}

/// KCENT.
pub(crate) const fn king_center_control(view: &View) -> i16 {
    count(view.passive & view.kings & CENTER)
}

/// MOVE. "Even" is read as the same number of pieces: only then does the system tell who has the move.
pub(crate) fn the_move(view: &View) -> i16 {
    let all = view.active | view.passive;
    let even = view.active.count_ones() == view.passive.count_ones();
    let few = super::view::credit(all, view.kings) < 24;
    i16::from(even && few && (all & MOVE_SYSTEM).count_ones() % 2 == 1)
}

pub(crate) fn node(view: &View) -> i16 {
    count(view.passive & three_beside(view.empty))
}

pub(crate) const fn triangle_of_oreo(view: &View) -> i16 {
    (view.passive & view.kings == 0 && view.passive & OREO == OREO) as i16
}

/// POLE. A man at the edge is not surrounded.
pub(crate) fn pole(view: &View) -> i16 {
    let surrounded =
        Direction::ALL.into_iter().fold(u32::MAX, |all, direction| all & beside(view.empty, direction));
    count(view.passive_men() & surrounded)
}
