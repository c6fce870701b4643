//! Where black may play in Renju, by the rules of the Renju International Federation, and where he may whatever white adds.
//!
//! A move that makes five in a row is always allowed. Else a row of six or more is forbidden, two *fours* are, and two *threes*. A
//! four is a row to which one stone can be added to make exactly five. A three is one to which a stone can be added to make a straight
//! four, one that five can be made of at both ends, if that stone makes no five and is not forbidden itself.

use super::board::{Board, Line, places};
use super::position::Position;
use super::square::Square;

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// Whether black may not play on this empty square.
pub fn is_forbidden(position: &Position, square: Square) -> bool {
    if position.makes_five(square) {
        return false;
    }
    let after = position.with_black(square);
    let (mut fours, mut threes) = (0, 0);
    for direction in DIRECTIONS {
        if after.row(square, direction).len() > 5 {
            return true;
        }
        match after.fours(square, direction) {
            0 => threes += u32::from(after.has_three(square, direction)),
            some => fours += some,
        }
    }
    fours > 1 || threes > 1
}

impl Position {
    fn with_black(mut self, square: Square) -> Self {
        self.black.insert(square);
        self
    }

    fn step(&self, from: Square, (right, up): (i32, i32), steps: i32) -> Option<Square> {
        let size = self.size as i32;
        let (column, row) = (i32::from(from) % size + steps * right, i32::from(from) / size + steps * up);
        let inside = (0..size).contains(&column) && (0..size).contains(&row);
        inside.then_some((size * row + column) as Square)
    }

    /// Black's row in this direction with a stone on `square`, its squares in their order.
    fn row(&self, square: Square, direction: (i32, i32)) -> Vec<Square> {
        let beyond = |sign: i32| {
            let there = (1..).map_while(move |steps| self.step(square, direction, sign * steps));
            there.take_while(|&square| self.black.contains(square)).collect::<Vec<_>>()
        };
        beyond(-1).into_iter().rev().chain([square]).chain(beyond(1)).collect()
    }

    fn makes_five(&self, square: Square) -> bool {
        DIRECTIONS.iter().any(|&direction| self.row(square, direction).len() == 5)
    }

    /// The empty squares in this direction that are at most so many steps away.
    fn near(&self, square: Square, direction: (i32, i32), most: i32) -> impl Iterator<Item = Square> {
        (-most..=most)
            .filter_map(move |steps| self.step(square, direction, steps))
            .filter(|&near| self.is_empty(near))
    }

    /// How many fours there are in this direction with the stone on `square`.
    fn fours(&self, square: Square, direction: (i32, i32)) -> usize {
        let fives = self.near(square, direction, 4).map(|five| (five, self.row(five, direction)));
        let fives = fives.filter(|(_, row)| row.len() == 5 && row.contains(&square));
        let mut fours: Vec<Vec<Square>> =
            fives.map(|(five, row)| row.into_iter().filter(|&stone| stone != five).collect()).collect();
        fours.dedup();
        fours.len()
    }

    /// Whether the row in this direction with the stone on `square` is a three.
    fn has_three(&self, square: Square, direction: (i32, i32)) -> bool {
        self.near(square, direction, 3).any(|fourth| {
            let four = self.row(fourth, direction);
            let ends = [(four.first(), -1), (four.last(), 1)];
            four.len() == 4
                && four.contains(&square)
                && ends.into_iter().all(|(end, sign)| {
                    let end = end.and_then(|&end| self.step(end, direction, sign));
                    end.is_some_and(|end| {
                        self.is_empty(end) && self.with_black(fourth).row(end, direction).len() == 5
                    })
                })
                && !self.makes_five(fourth)
                && !is_forbidden(self, fourth)
        })
    }
}

/// Whether black may play on this empty square now, and still may with any white stones more.
///
/// Any row that looks like a three counts, whether the stone that would make a straight four of it is allowed or not: whether
/// it is, white can change. All else white's stones only take away: a row of five they leave, a row too long they do not make, and fours
/// and what looks like threes need empty squares. (A row that was a four does not become a three by a white stone on the square
/// that completes it: between that square and black's new stone all the four's squares are black, so that two squares that complete
/// rows would have to lie on the other side of his stone, and each row would hold the empty square of the other.)
pub fn is_safe(board: &Board, square: Square) -> bool {
    if board.through(square).any(|(line, place)| line.around(place, 4) != 0) {
        return true;
    }
    let (mut fours, mut threes) = (0, 0);
    for (line, place) in board.through(square) {
        if line.row_with(place) > 5 {
            return false;
        }
        match fours_with(line, place) {
            0 => threes += u32::from(looks_like_a_three(line, place)),
            some => fours += some,
        }
    }
    fours < 2 && threes < 2
}

/// How many fours black's stone on an empty square makes along a line.
fn fours_with(line: &Line, place: u32) -> usize {
    let mut fours: Vec<u32> =
        places(line.around(place, 3)).map(|window| line.black() & 0b11111 << window).collect();
    fours.dedup();
    fours.len()
}

/// Whether, with black's stone on an empty square of a line, one more on it would make two squares that complete rows.
pub fn looks_like_a_three(line: &Line, place: u32) -> bool {
    let (mut seen, mut last) = (0, 0);
    for window in places(line.around(place, 2)) {
        let left = line.gaps(1 << window) & !(1 << place);
        // Two windows with the same empty squares make the same fours possible.
        if left != last && left & seen != 0 {
            return true;
        }
        (seen, last) = (seen | left, left);
    }
    false
}
