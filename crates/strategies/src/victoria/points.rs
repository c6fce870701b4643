//! How good a square looks: points for the patterns of stones in a row that a stone there makes, and for those of the
//! opponent that it takes away. A pattern is a stretch of five squares without a stone of the other side.

use games::Side;
use games::gomoku::stones::View;
use games::gomoku::{Direction, Square, Stones};

/// Points for making a pattern of one, two, three, four and five stones: section 6 has them for two and three.
const MAKING: [i32; 5] = [0, 1, 4, 2, 0];
/// The same where the move itself counts, not what it threatens.
const LOOKING: [i32; 5] = [1, 7, 30, 120, 2_000];
/// Of a hundred points of the opponent's, so many count for taking them away.
const DENYING: i32 = 85;

/// The points of a square for a side: `table` by the number of the side's stones in the pattern before.
fn points(stones: &Stones, side: Side, square: Square, table: [i32; 5]) -> i32 {
    Direction::ALL
        .into_iter()
        .flat_map(|direction| windows(stones.view(side, direction, square)))
        .map(|own| table[own.min(4)])
        .sum()
}

/// The patterns through the place of a line: how many stones each has.
fn windows(line: View) -> impl Iterator<Item = usize> {
    (line.place - 4..=line.place).filter_map(move |start| {
        let window = 0b1_1111 << start;
        (window & !(line.own | line.empty) == 0).then_some((window & line.own).count_ones() as usize)
    })
}

/// Points for the attack: the patterns of two and three stones that a stone here makes.
pub(crate) fn making(stones: &Stones, side: Side, square: Square) -> i32 {
    points(stones, side, square, MAKING)
}

/// How good a move looks: what it makes, what it takes away, and how near the centre it is.
pub(crate) fn looks(stones: &Stones, side: Side, square: Square) -> i32 {
    let own = points(stones, side, square, LOOKING);
    let other = points(stones, side.other(), square, LOOKING);
    let last = stones.size() as i32 - 1;
    let off = |n: usize| (2 * n as i32 - last).abs();
    8 * (own + other * DENYING / 100) - off(square.column()).max(off(square.row())) / 2
}

/// What the patterns on the board are worth to black, less what white's are, with a bonus for the side to move.
pub(crate) fn balance(stones: &Stones, to_move: Side) -> i32 {
    let best = |side| {
        let empty = stones.squares().filter(|&square| stones.is_empty(square));
        empty.map(|square| points(stones, side, square, LOOKING)).max().unwrap_or(0)
    };
    let (black, white) = (best(Side::First), best(Side::Second));
    // The next stone is worth about as much as what it makes.
    match to_move {
        Side::First => 3 * black - 2 * white,
        Side::Second => 2 * black - 3 * white,
    }
}
