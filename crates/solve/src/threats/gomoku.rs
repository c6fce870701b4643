//! The threats of Go-Moku (Allis, van den Herik and Huntjens 1994, section 3.1): four, straight four, three, broken
//! three, and the five that ends the game, with the squares that the paper gives them.
//!
//! Where only a row of exactly five wins, a pattern counts only if what it would become is no longer row.

use super::{Threat, ThreatGame, ThreatOf};
use games::Side;
use games::gomoku::square::MAX_SIZE;
use games::gomoku::stones::{View, around, bits};
use games::gomoku::{Direction, Gomoku, Rules, Square, Stones, may_place};
use std::cmp::Reverse;
use std::fmt;

/// The kinds of threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Five,
    /// Four in a row with both ends empty: costs the end nearest the gain square, as the paper's tables have it,
    /// though nothing helps.
    StraightFour,
    /// Four of five squares, the fifth empty: costs that square.
    Four,
    /// Three in a row that can become a straight four: costs the two squares beside them if both next ones are empty,
    /// too, or else three squares.
    Three,
    /// Three of four squares in a row, the gap inside, that can become a straight four: costs three squares.
    BrokenThree,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Five => "Five",
            Self::StraightFour => "Straight Four",
            Self::Four => "Four",
            Self::Three => "Three",
            Self::BrokenThree => "Broken Three",
        })
    }
}

/// Stones with the rules that say what wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub stones: Stones,
    /// The rules; the restriction of black's second stone plays no part.
    pub rules: Rules,
}

/// A pattern on a line, seen from its gain square: all sets are places of the line.
struct Pattern {
    kind: Kind,
    costs: u32,
    rests: u32,
    /// The first place of the squares that the paper draws it in.
    start: u32,
}

/// The five places that begin here.
const fn window(start: u32, length: u32) -> u32 {
    ((1 << length) - 1) << start
}

/// The patterns that a stone at the view's place makes. `line` has that stone already.
fn patterns(line: View, exactly: bool, found: &mut Vec<Pattern>) {
    let gain = 1 << line.place;
    if line.wins(line.place, exactly) {
        let run = line.run(line.place);
        let (costs, rests) = (0, run & !gain);
        found.push(Pattern { kind: Kind::Five, costs, rests, start: run.trailing_zeros() });
        return;
    }
    let fives = line.fives(exactly);
    if fives != 0 {
        fours(line, fives, found);
    } else {
        threes(line, exactly, found);
    }
}

fn fours(line: View, fives: u32, found: &mut Vec<Pattern>) {
    let gain = 1 << line.place;
    let run = line.run(line.place);
    let (below, above) = (run.trailing_zeros() - 1, 32 - run.leading_zeros());
    if run.count_ones() == 4 && fives >> below & 1 == 1 && fives >> above & 1 == 1 {
        let cost = if line.place - below <= above - line.place { below } else { above };
        let (costs, rests) = (1 << cost, run & !gain);
        found.push(Pattern { kind: Kind::StraightFour, costs, rests, start: below });
        return;
    }
    for cost in bits(fives) {
        // Five squares that hold the gain and the empty one; a longer row offers several such windows.
        for start in line.place.max(cost).saturating_sub(4)..=line.place.min(cost) {
            let squares = window(start, 5);
            let rests = squares & line.own & !gain;
            if rests.count_ones() == 3 {
                found.push(Pattern { kind: Kind::Four, costs: 1 << cost, rests, start });
            }
        }
    }
}

fn threes(line: View, exactly: bool, found: &mut Vec<Pattern>) {
    let gain = 1_u32 << line.place;
    let first = found.len();
    for start in line.place.saturating_sub(4)..line.place {
        // Six squares: four in the middle, the outer two empty, and beyond them no stone that would make a row of six.
        let (middle, ends) = (window(start + 1, 4), 1 << start | 1 << (start + 5));
        let beyond = 1_u32 << (start - 1) | 1 << (start + 6);
        let (stones, gap) = (middle & line.own, middle & line.empty);
        let fits = stones.count_ones() == 3 && gap.count_ones() == 1 && ends & !line.empty == 0;
        if !fits || (exactly && beyond & line.own != 0) {
            continue;
        }
        let (costs, rests) = (gap | ends, stones & !gain);
        let broken = gap >> (start + 1) & 0b1001 == 0;
        let twin = found[first..].iter_mut().find(|other| other.rests == rests && !broken);
        if let Some(three) = twin {
            // Seven squares, the three stones in their centre: only the squares beside these defend.
            three.costs &= costs;
        } else {
            let kind = if broken { Kind::BrokenThree } else { Kind::Three };
            found.push(Pattern { kind, costs, rests, start });
        }
    }
}

/// Where a threat stands in the paper's tables: patterns that begin further up, then further right, come first; of a
/// pattern's gain squares the last one.
type Order = (Reverse<(usize, usize)>, Direction, Reverse<u32>, u32);

/// Adds the threats that a stone on `gain` makes along this direction and that use `rests`.
fn threats_along(
    field: &Field,
    attacker: Side,
    direction: Direction,
    gain: Square,
    rests: &[Square],
    found: &mut Vec<(Order, ThreatOf<Gomoku>)>,
) {
    let line = field.stones.view(attacker, direction, gain);
    if (line.own & around(line.place, 4)).count_ones() < 2 {
        return;
    }
    let square = |place: u32| gain.step(direction, place as i32 - line.place as i32);
    let mut made = Vec::new();
    patterns(line.with(line.place), field.rules.exactly_five(attacker), &mut made);
    let before = found.len();
    for Pattern { kind, costs, rests: stones, start } in made {
        let stones: Vec<Square> = bits(stones).map(square).collect();
        let costs: Vec<Square> = bits(costs).map(square).collect();
        // Two windows of one row with the same gain and cost squares are one threat.
        let again = found[before..].iter().any(|(_, other)| other.kind == kind && other.costs == costs);
        if again || !rests.iter().all(|rest| stones.contains(rest)) {
            continue;
        }
        let start = square(start);
        let order =
            (Reverse((start.row(), start.column())), direction, Reverse(line.place), found.len() as u32);
        let mut costs = costs;
        costs.sort_unstable_by_key(|cost| (cost.column(), cost.row()));
        found.push((order, Threat { kind, gain, costs, rests: stones }));
    }
}

/// How many winning squares a stone of this side would make, for every square that makes any. Asked when the side has
/// none yet.
fn fours_made(field: &Field, side: Side) -> Vec<(Square, u32)> {
    let exactly = field.rules.exactly_five(side);
    let mut counts = [0_u8; MAX_SIZE * MAX_SIZE];
    let mut squares = Vec::new();
    for (direction, line, first) in field.stones.lines_with(side, 3) {
        for place in bits(line.empty) {
            if (line.own & around(place, 4)).count_ones() < 3 {
                continue;
            }
            let made = View { place, ..line }.with(place).fives(exactly).count_ones();
            if made > 0 {
                let square = first.step(direction, place as i32 - line.place as i32);
                if counts[square.index()] == 0 {
                    squares.push(square);
                }
                counts[square.index()] += made as u8;
            }
        }
    }
    squares.retain(|&square| may_place(&field.stones, field.rules, side, square));
    squares.into_iter().map(|square| (square, u32::from(counts[square.index()]))).collect()
}

/// The winning squares that a stone of this side on `square` makes.
fn fives_after(field: &Field, side: Side, square: Square) -> impl Iterator<Item = Square> {
    let exactly = field.rules.exactly_five(side);
    Direction::ALL.into_iter().flat_map(move |direction| {
        let line = field.stones.view(side, direction, square);
        bits(line.with(line.place).fives(exactly))
            .map(move |five| square.step(direction, five as i32 - line.place as i32))
    })
}

/// Whether some of these squares still makes two winning squares when the defender has a stone on `reply`: asked for
/// black in Renju, to whom a white stone elsewhere can forbid a square.
fn still_threatens(field: &Field, attacker: Side, doubles: &[Square], reply: Square) -> bool {
    let mut after = field.clone();
    after.stones.put(attacker.other(), reply);
    doubles.iter().any(|&double| {
        may_place(&after.stones, after.rules, attacker, double)
            && fives_after(&after, attacker, double).count() >= 2
    })
}

impl ThreatGame for Gomoku {
    type Kind = Kind;
    type Field = Field;

    fn field(&self) -> Field {
        Field { stones: self.stones().clone(), rules: self.setup().rules() }
    }

    fn field_key(field: &Field) -> u128 {
        u128::from(field.stones.key())
    }

    fn put(field: &mut Field, side: Side, square: Square) {
        field.stones.put(side, square);
    }

    fn stone(field: &Field, square: Square) -> Option<Side> {
        field.stones.at(square)
    }

    fn may_play(field: &Field, side: Side, square: Square) -> bool {
        may_place(&field.stones, field.rules, side, square)
    }

    fn threats(field: &Field, attacker: Side, rests: &[Square], threats: &mut Vec<ThreatOf<Self>>) {
        let mut found = Vec::new();
        match rests.first() {
            None => {
                for (direction, line, first) in field.stones.lines_with(attacker, 2) {
                    for place in bits(line.empty) {
                        let gain = first.step(direction, place as i32 - line.place as i32);
                        threats_along(field, attacker, direction, gain, rests, &mut found);
                    }
                }
            }
            Some(&rest) => {
                for direction in Direction::ALL {
                    let line = field.stones.view(attacker, direction, rest);
                    for place in bits(line.empty & around(line.place, 4)) {
                        let gain = rest.step(direction, place as i32 - line.place as i32);
                        threats_along(field, attacker, direction, gain, rests, &mut found);
                    }
                }
            }
        }
        found.sort_by_key(|&(order, _)| order);
        threats.extend(found.into_iter().map(|(_, threat)| threat));
    }

    fn is_decisive(kind: Kind) -> bool {
        matches!(kind, Kind::Five | Kind::StraightFour)
    }

    fn wins_next(kind: Kind) -> bool {
        matches!(kind, Kind::Five | Kind::StraightFour | Kind::Four)
    }

    fn may_combine(squares: &[Square]) -> bool {
        let near = |a: &Square, b: &Square| {
            let columns = a.column() as i32 - b.column() as i32;
            let rows = a.row() as i32 - b.row() as i32;
            columns.abs().max(rows.abs()) <= 4
        };
        // A line of its own for each direction: the same row, column, or diagonal.
        let line = |direction: Direction, square: &Square| match direction {
            Direction::Horizontal => square.row() as i32,
            Direction::Vertical => square.column() as i32,
            Direction::Rising => square.column() as i32 - square.row() as i32,
            Direction::Falling => square.column() as i32 + square.row() as i32,
        };
        let same =
            |direction| squares.windows(2).all(|pair| line(direction, &pair[0]) == line(direction, &pair[1]));
        Direction::ALL.into_iter().any(same) && squares.iter().all(|a| squares.iter().all(|b| near(a, b)))
    }

    fn winning_squares(field: &Field, side: Side) -> Vec<Square> {
        let exactly = field.rules.exactly_five(side);
        let mut squares = Vec::new();
        for (direction, line, first) in field.stones.lines_with(side, 4) {
            for place in bits(line.empty).filter(|&place| line.wins(place, exactly)) {
                let square = first.step(direction, place as i32 - line.place as i32);
                if !squares.contains(&square) {
                    squares.push(square);
                }
            }
        }
        squares
    }

    fn double_threat(field: &Field, side: Side) -> Option<Square> {
        fours_made(field, side).into_iter().find(|&(_, fives)| fives >= 2).map(|(square, _)| square)
    }

    fn refutations(field: &Field, attacker: Side) -> Option<Vec<Square>> {
        let doubles: Vec<Square> = fours_made(field, attacker)
            .into_iter()
            .filter(|&(_, fives)| fives >= 2)
            .map(|(square, _)| square)
            .collect();
        let (&first, others) = doubles.split_first()?;
        let replies = |double: Square| {
            let mut replies: Vec<Square> = fives_after(field, attacker, double).collect();
            replies.push(double);
            replies
        };
        let mut refuting = if field.rules == Rules::Renju && attacker == Side::First {
            let threatened = |&square: &Square| still_threatens(field, attacker, &doubles, square);
            let empty = field.stones.squares().filter(|&square| field.stones.is_empty(square));
            empty.filter(|square| !threatened(square)).collect()
        } else {
            // Only what meets every double threat is worth a try.
            let mut refuting = replies(first);
            for &double in others {
                let meets = replies(double);
                refuting.retain(|reply| meets.contains(reply));
            }
            refuting
        };
        for (square, _) in fours_made(field, attacker.other()) {
            if !refuting.contains(&square) {
                refuting.push(square);
            }
        }
        Some(refuting)
    }
}
