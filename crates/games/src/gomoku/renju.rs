//! Black's forbidden moves in Renju: overline, double four, double three, the nested cases included.
//!
//! By the rules of the Renju International Federation. A *four* is a row to which one stone can be added to make
//! exactly five; a *straight four* has two such squares, at its ends. A *three* is a row to which one stone can be added
//! to make a straight four, if that stone makes no five at the same time and is not itself forbidden: that is where
//! the cases nest.

use super::square::{Direction, Square};
use super::stones::{Stones, View, around, bits};
use crate::Side;

/// What makes a move forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forbidden {
    /// Six or more in a row.
    Overline,
    /// Two fours at once, on one line or on two.
    DoubleFour,
    /// Two threes at once.
    DoubleThree,
}

/// Why black may not play on this empty square; `None` if he may.
pub(crate) fn forbidden(stones: &Stones, square: Square) -> Option<Forbidden> {
    let views = Direction::ALL.map(|direction| stones.view(Side::First, direction, square));
    if !can_be_forbidden(&views) {
        return None;
    }
    let lengths = views.map(|view| view.run(view.place).count_ones());
    if lengths.contains(&5) {
        return None;
    }
    if lengths.iter().any(|&length| length > 5) {
        return Some(Forbidden::Overline);
    }
    let views = views.map(|view| view.with(view.place));
    let fours = views.map(fours);
    if fours.iter().sum::<usize>() >= 2 {
        return Some(Forbidden::DoubleFour);
    }
    let open: Vec<(Direction, View)> = Direction::ALL
        .into_iter()
        .zip(views)
        .zip(fours)
        .filter(|&((_, view), fours)| fours == 0 && straight_fours(view) != 0)
        .map(|(line, _)| line)
        .collect();
    if open.len() < 2 {
        return None;
    }
    let mut after = stones.clone();
    after.put(Side::First, square);
    let threes = open.into_iter().filter(|&(direction, view)| is_three(&after, square, direction, view));
    (threes.count() >= 2).then_some(Forbidden::DoubleThree)
}

/// Whether there are enough black stones around at all: two on each of two lines, or four on one.
fn can_be_forbidden(views: &[View; 4]) -> bool {
    let counts = views.map(|view| (view.own & around(view.place, 5)).count_ones());
    counts.iter().filter(|&&count| count >= 2).count() >= 2 || counts.iter().any(|&count| count >= 4)
}

/// How many fours the stone at the line's place is part of: sets of four stones that one more makes exactly five.
fn fours(view: View) -> usize {
    let mut found = [0_u32; 2];
    let mut count = 0;
    for five in bits(view.fives(true)) {
        let four = view.run(five) & !(1 << five);
        if !found[..count].contains(&four) && count < 2 {
            found[count] = four;
            count += 1;
        }
    }
    count
}

/// The empty places at which another stone makes a straight four that holds the line's place.
fn straight_fours(view: View) -> u32 {
    bits(view.empty & around(view.place, 3))
        .filter(|&fourth| {
            let row = view.run(fourth);
            if row.count_ones() != 4 || row >> view.place & 1 == 0 {
                return false;
            }
            let with = view.with(fourth);
            let ends = [row.trailing_zeros() - 1, 32 - row.leading_zeros()];
            ends.into_iter().all(|end| with.empty >> end & 1 == 1 && with.run(end).count_ones() == 5)
        })
        .fold(0, |set, fourth| set | 1 << fourth)
}

/// Whether the line through the stone on `square` is a three: some straight four can really be made of it.
fn is_three(after: &Stones, square: Square, direction: Direction, view: View) -> bool {
    bits(straight_fours(view)).any(|fourth| {
        let fourth = square.step(direction, fourth as i32 - view.place as i32);
        !after.wins_at(Side::First, fourth, true) && forbidden(after, fourth).is_none()
    })
}
