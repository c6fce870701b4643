//! SEARCH and SUGOAL: which of the listed patterns stand on the board, where, and with which key square.
//!
//! Lines are tried in ascending number and squares in the order of the line, since the first match decides the key
//! square (Doake 1972, V (iii), subroutines SEARCH and SUGOAL).

use super::patterns::{EarlyEntry, Entry, Lists, Owner, Pattern};
use super::sums::{LineSet, Sums, THROUGH, lines_of, squares_of};
use games::qubic::lines::LINE_SETS;

/// A pattern found on the board: its lines in the pattern's order, and the blank squares in which they meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Realisation {
    /// The lines; the first `length` count.
    lines: [u8; 5],
    /// The squares: first the key square, then where the third line meets the second, then the fourth line's.
    squares: [u8; 3],
    length: u8,
}

impl Realisation {
    fn new(lines: &[usize], squares: &[usize]) -> Self {
        let mut found = Self { lines: [0; 5], squares: [0; 3], length: lines.len() as u8 };
        found.lines.iter_mut().zip(lines).for_each(|(place, &line)| *place = line as u8);
        found.squares.iter_mut().zip(squares).for_each(|(place, &square)| *place = square as u8);
        found
    }

    /// The square to play: always where the first two lines meet.
    pub(crate) const fn key(&self) -> usize {
        self.squares[0] as usize
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = usize> + '_ {
        self.lines[..usize::from(self.length)].iter().map(|&line| usize::from(line))
    }

    /// The squares in which they meet, the key square first, none twice.
    pub(crate) fn squares(&self) -> Vec<usize> {
        let meetings = usize::from(self.length.saturating_sub(1)).min(3);
        let mut squares: Vec<usize> = Vec::new();
        for &square in &self.squares[..meetings] {
            if !squares.contains(&usize::from(square)) {
                squares.push(usize::from(square));
            }
        }
        squares
    }
}

/// What SEARCH has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Three in a row (M3 = 98) and the blank square of that line.
    Three { owner: Owner, line: usize, square: usize },
    /// An entry of TEST beyond the first four.
    Pattern {
        /// Its place in TEST, from 0.
        number: usize,
        place: Realisation,
    },
}

impl Found {
    pub(crate) const fn key(&self) -> usize {
        match self {
            Self::Three { square, .. } => *square,
            Self::Pattern { place, .. } => place.key(),
        }
    }
}

/// How exactly the lines of a pattern must hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// As listed: the meeting squares may coincide, and the fifth line may lie anywhere (defect D1).
    Loose,
    /// Distinct meeting squares, and the fifth line meets one of the others in a blank square.
    Strict,
}

/// The first thing found: three in a row, the program's before its opponent's, or else the first pattern of the list.
pub(crate) fn search_first(sums: &Sums, test: &[Entry], meeting: Meeting) -> Option<Found> {
    three(sums).or_else(|| patterns(sums, test, meeting).next())
}

/// Everything found (M11): at most one three in a row, and at most one place of each pattern.
pub(crate) fn search_all(sums: &Sums, test: &[Entry], meeting: Meeting) -> Vec<Found> {
    three(sums).into_iter().chain(patterns(sums, test, meeting)).collect()
}

fn three(sums: &Sums) -> Option<Found> {
    [(15, Owner::Own), (3, Owner::Other)].into_iter().find_map(|(sum, owner)| {
        let line = lines_of(sums.with_sum(sum)).next()?;
        Some(Found::Three { owner, line, square: sums.first_blank(line)? })
    })
}

fn patterns(sums: &Sums, test: &[Entry], meeting: Meeting) -> impl Iterator<Item = Found> {
    test.iter().enumerate().skip(4).filter_map(move |(number, entry)| {
        realise(sums, &entry.pattern, meeting).map(|place| Found::Pattern { number, place })
    })
}

/// A pattern on the board, as somebody sees it who looks over the program's shoulder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Whether it is made of the program's own counters.
    pub own: bool,
    /// Three in a row as (15) or (3).
    pub pattern: Pattern,
    /// The squares in which its lines meet, the key square first; of three in a row the blank one.
    pub squares: Vec<usize>,
}

/// What SEARCH lists in this position, the program's counters `own`.
pub fn seen(own: u64, other: u64, lists: &Lists) -> Vec<Seen> {
    let found = search_all(&Sums::new(own, other), &lists.test, Meeting::Loose);
    let row = |found| match found {
        Found::Three { owner, square, .. } => {
            let sum = if owner == Owner::Own { 15 } else { 3 };
            Seen { own: owner == Owner::Own, pattern: Pattern::new(&[sum]), squares: vec![square] }
        }
        Found::Pattern { number, place } => {
            let pattern = lists.test[number].pattern;
            Seen { own: pattern.owner() == Owner::Own, pattern, squares: place.squares() }
        }
    };
    found.into_iter().map(row).collect()
}

/// SUGOAL: the first entry of SUTEST that stands on the board, and where.
pub(crate) fn sugoal<'a>(
    sums: &Sums,
    sutest: &'a [EarlyEntry],
    meeting: Meeting,
) -> Option<(&'a EarlyEntry, Realisation)> {
    sutest.iter().find_map(|entry| Some((entry, realise(sums, &entry.pattern, meeting)?)))
}

const fn one(line: usize) -> LineSet {
    1 << line
}

/// The first place of a pattern of two lines or more.
fn realise(sums: &Sums, pattern: &Pattern, meeting: Meeting) -> Option<Realisation> {
    let [first, second, third, ..] = *pattern.elements();
    let seconds = sums.with_sum(second);
    if seconds == 0 || (third >= 0 && sums.with_sum(third) == 0) {
        return None;
    }
    for a in lines_of(sums.with_sum(first)) {
        for key in squares_of(a).filter(|&square| sums.is_blank(square)) {
            for b in lines_of(seconds & THROUGH[key] & !one(a)) {
                if third < 0 {
                    return Some(Realisation::new(&[a, b], &[key]));
                }
                let found = third_line(sums, pattern, meeting, [a, b], key);
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}

/// A third line through a blank square of the second, and what the pattern wants beyond it.
fn third_line(
    sums: &Sums,
    pattern: &Pattern,
    meeting: Meeting,
    [a, b]: [usize; 2],
    key: usize,
) -> Option<Realisation> {
    let [_, _, third, fourth, _] = *pattern.elements();
    let allowed = |square: usize| sums.is_blank(square) && (meeting == Meeting::Loose || square != key);
    for square in squares_of(b).filter(|&square| allowed(square)) {
        for c in lines_of(sums.with_sum(third) & THROUGH[square] & !one(a) & !one(b)) {
            if fourth < 0 {
                return Some(Realisation::new(&[a, b, c], &[key, square]));
            }
            let found = fourth_line(sums, pattern, meeting, [a, b, c], [key, square]);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// A fourth line that meets the second in a blank square, and a fifth, if the pattern has one.
fn fourth_line(
    sums: &Sums,
    pattern: &Pattern,
    meeting: Meeting,
    [a, b, c]: [usize; 3],
    squares: [usize; 2],
) -> Option<Realisation> {
    let [.., fourth, fifth] = *pattern.elements();
    let mut blank = sums.blank();
    if meeting == Meeting::Strict {
        blank &= !(1 << squares[0] | 1 << squares[1]);
    }
    for d in lines_of(sums.with_sum(fourth) & !one(a) & !one(b) & !one(c)) {
        let common = LINE_SETS[d] & LINE_SETS[b] & blank;
        if common == 0 {
            continue;
        }
        let squares = [squares[0], squares[1], common.trailing_zeros() as usize];
        if fifth < 0 {
            return Some(Realisation::new(&[a, b, c, d], &squares));
        }
        let around = (LINE_SETS[a] | LINE_SETS[b] | LINE_SETS[c] | LINE_SETS[d]) & sums.blank();
        let others = sums.with_sum(fifth) & !one(a) & !one(b) & !one(c) & !one(d);
        let fits = |e: &usize| meeting == Meeting::Loose || LINE_SETS[*e] & around != 0;
        if let Some(e) = lines_of(others).find(fits) {
            return Some(Realisation::new(&[a, b, c, d, e], &squares));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::patterns::Lists;
    use super::*;

    /// A position with these squares (in the thesis's numbers) of the program and of its opponent.
    fn position(own: &[u32], other: &[u32]) -> Sums {
        let set = |squares: &[u32]| squares.iter().fold(0, |set, square| set | 1_u64 << (square - 1));
        Sums::new(set(own), set(other))
    }

    fn found(sums: &Sums, meeting: Meeting) -> Vec<(usize, usize)> {
        let number = |found: &Found| match found {
            Found::Three { .. } => 98,
            Found::Pattern { number, .. } => number + 1,
        };
        let all = search_all(sums, &Lists::thesis().test, meeting);
        all.iter().map(|found| (number(found), found.key() + 1)).collect()
    }

    #[test]
    fn two_converging_twos() {
        // Like figure 8: two lines of two that meet in the blank corner 1.
        assert_eq!(found(&position(&[2, 3, 5, 9], &[]), Meeting::Loose), [(5, 1)]);
        assert!(
            search_first(&position(&[2, 3, 5, 9], &[1]), &Lists::thesis().test, Meeting::Loose).is_none()
        );
    }

    #[test]
    fn threes_come_first_and_the_programs_before_the_opponents() {
        let sums = position(&[1, 2, 3], &[13, 14, 15]);
        let first = search_first(&sums, &Lists::thesis().test, Meeting::Loose);
        assert!(matches!(first, Some(Found::Three { owner: Owner::Own, square: 3, .. })), "{first:?}");
    }

    #[test]
    fn comments_on_game_one() {
        // After White's 7th move the thesis names pattern 2 on square 8, then 38, and another on 47 (page 95).
        let red = [39, 13, 4, 23, 16, 43, 48];
        let white = [1, 26, 42, 7, 27, 15];
        let place = realise(&position(&red, &white), &Pattern::new(&[10, 5, 10]), Meeting::Loose);
        let place = place.map(|place| place.squares().iter().map(|square| square + 1).collect::<Vec<_>>());
        assert_eq!(place, Some(vec![8, 38]));
        // White's 4th move stops pattern 1 on square 7.
        assert_eq!(found(&position(&[39, 13, 4, 23], &[1, 26, 42]), Meeting::Loose)[0], (5, 7));
    }
}
