//! Descriptions that may hold more than five lines and say which line meets which: what the thesis's chapter VII found
//! wanting in the sums alone.

use super::super::sums::{LineSet, Sums, lines_of};
use games::qubic::lines::{LINE_SETS, LINES, cells};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Lines with the number of counters that their owner has on each (the rest of each is blank), and the blank squares in
/// which they meet. Lines that are not said to meet share no blank square. The side that plays in the key square wins by force,
/// unless the replies happen to help the opponent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(crate) struct Description {
    /// Counters on each line.
    counts: Vec<u8>,
    /// The squares, each as the lines through it in ascending order; the first is the key square.
    meetings: Vec<Vec<u8>>,
    /// For each pair of lines (row by row) the number of the square in which they meet, or [`APART`].
    pairs: Vec<u8>,
}

const APART: u8 = u8::MAX;
/// No description may have more lines.
pub(crate) const MOST_LINES: usize = 16;
/// Nor more squares in which they meet.
const MOST_MEETINGS: usize = 40;

/// A description found on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The lines, in the order of the description.
    pub(crate) lines: Vec<usize>,
    pub(crate) key: usize,
}

/// The lines that share a square with each line.
const NEIGHBOURS: [LineSet; LINES] = make_neighbours();

const fn make_neighbours() -> [LineSet; LINES] {
    let mut neighbours = [0; LINES];
    let mut a = 0;
    while a < LINES {
        let mut b = 0;
        while b < LINES {
            if a != b && LINE_SETS[a] & LINE_SETS[b] != 0 {
                neighbours[a] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    neighbours
}

/// A match that takes more steps than this is given up: no description that has been learned comes near it.
const MOST_STEPS: u32 = 4_000;

impl Description {
    /// A description of these lines on a board where `own` are their owner's counters, with this key square.
    ///
    /// The lines are put in an order in which each meets an earlier one, the key square's first. `None` if they do not
    /// hang together or the key square is on none of them.
    pub(crate) fn of(lines: LineSet, own: u64, key: usize) -> Option<Self> {
        let blank_meeting = |a: usize, b: usize| LINE_SETS[a] & LINE_SETS[b] & !own != 0;
        let count = |line: usize| (LINE_SETS[line] & own).count_ones() as u8;
        let mut order: Vec<usize> = Vec::new();
        let mut left: Vec<usize> = lines_of(lines).collect();
        while !left.is_empty() {
            let fits = |line: usize| match order.is_empty() {
                true => LINE_SETS[line] >> key & 1 == 1,
                false => order.iter().any(|&earlier| blank_meeting(earlier, line)),
            };
            // Lines with many counters first: few lines have them.
            let next = left.iter().copied().filter(|&line| fits(line)).max_by_key(|&line| count(line))?;
            left.retain(|&line| line != next);
            order.push(next);
        }
        let through = |square: usize| -> Vec<u8> {
            let on = |index: &usize| LINE_SETS[order[*index]] >> square & 1 == 1;
            (0..order.len()).filter(on).map(|index| index as u8).collect()
        };
        let all = order.iter().fold(0, |set, &line| set | LINE_SETS[line]) & !own;
        let mut meetings = vec![through(key)];
        meetings.extend(cells(all).filter(|&square| square != key).map(through).filter(|m| m.len() > 1));
        Self::new(order.iter().map(|&line| count(line)).collect(), meetings)
    }

    /// The description with these counts and meetings (lines from 0, the key square's meeting first), if it hangs
    /// together: each line after the first meets an earlier one, and no pair meets twice.
    pub(crate) fn new(counts: Vec<u8>, meetings: Vec<Vec<u8>>) -> Option<Self> {
        let lines = counts.len();
        let known = |m: &Vec<u8>| {
            !m.is_empty() && m.is_sorted_by(|a, b| a < b) && m.iter().all(|&line| usize::from(line) < lines)
        };
        let sound = (1..=MOST_LINES).contains(&lines)
            && (1..=MOST_MEETINGS).contains(&meetings.len())
            && counts.iter().all(|&count| count < 4)
            && meetings[0].contains(&0)
            && meetings.iter().all(known);
        if !sound {
            return None;
        }
        let mut pairs = vec![APART; lines * lines];
        for (number, meeting) in meetings.iter().enumerate() {
            for (&a, &b) in meeting.iter().flat_map(|a| meeting.iter().map(move |b| (a, b))) {
                let pair = &mut pairs[usize::from(a) * lines + usize::from(b)];
                if a != b && *pair != APART {
                    return None;
                }
                *pair = number as u8;
            }
        }
        let hangs = (1..lines).all(|b| (0..b).any(|a| pairs[a * lines + b] != APART));
        hangs.then_some(Self { counts, meetings, pairs })
    }

    /// How many lines it has.
    pub(crate) const fn size(&self) -> usize {
        self.counts.len()
    }

    /// The first place where it stands on the board, made of counters that count `counter`.
    pub(crate) fn find(&self, sums: &Sums, counter: u8) -> Option<Place> {
        let mut search = Matching {
            description: self,
            sums,
            counter,
            lines: [0; MOST_LINES],
            squares: [None; MOST_MEETINGS],
            taken: 0,
            steps: 0,
        };
        if !search.extend(0) {
            return None;
        }
        let lines: Vec<usize> = search.lines[..self.size()].iter().map(|&line| usize::from(line)).collect();
        // A key square on one line only: the first blank one in which that line meets no other.
        let alone = || cells(LINE_SETS[lines[0]] & sums.blank() & !search.taken).next();
        let key = search.squares[0].map(usize::from).or_else(alone)?;
        Some(Place { lines, key })
    }

    /// The number of the square in which two lines meet, if they do.
    fn meeting(&self, a: usize, b: usize) -> Option<usize> {
        let number = self.pairs[a * self.counts.len() + b];
        (number != APART).then_some(usize::from(number))
    }
}

impl fmt::Display for Description {
    /// `10 5 10 meet 1-2 2-3`: sums in the owner's terms, then the squares as lines from 1, the key square first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> = self.counts.iter().map(|count| (count * 5).to_string()).collect();
        let square = |m: &Vec<u8>| m.iter().map(|line| (line + 1).to_string()).collect::<Vec<_>>().join("-");
        let squares: Vec<String> = self.meetings.iter().map(square).collect();
        write!(f, "{} meet {}", counts.join(" "), squares.join(" "))
    }
}

impl TryFrom<String> for Description {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let read = || {
            let (counts, meetings) = text.split_once(" meet ")?;
            let count = |text: &str| text.parse::<u8>().ok().filter(|sum| sum % 5 == 0).map(|sum| sum / 5);
            let line = |text: &str| text.parse::<u8>().ok()?.checked_sub(1);
            let meeting = |text: &str| text.split('-').map(line).collect::<Option<Vec<_>>>();
            Self::new(
                counts.split_whitespace().map(count).collect::<Option<_>>()?,
                meetings.split_whitespace().map(meeting).collect::<Option<_>>()?,
            )
        };
        read().ok_or(
            "a description is sums of 0, 5, 10 and 15, 'meet', and the squares as lines in ascending order",
        )
    }
}

impl From<Description> for String {
    fn from(description: Description) -> Self {
        description.to_string()
    }
}

/// A description under way of being fitted to the board, line by line.
struct Matching<'a> {
    description: &'a Description,
    sums: &'a Sums,
    counter: u8,
    lines: [u8; MOST_LINES],
    /// The square of each meeting, once two of its lines are placed.
    squares: [Option<u8>; MOST_MEETINGS],
    taken: u64,
    steps: u32,
}

impl Matching<'_> {
    /// Places the line of this index and those after it.
    fn extend(&mut self, index: usize) -> bool {
        let Some(&count) = self.description.counts.get(index) else { return true };
        let mut candidates = self.sums.with_sum((count * self.counter) as i8);
        for earlier in 0..index {
            let line = usize::from(self.lines[earlier]);
            candidates &= !(1 << line);
            if self.description.meeting(earlier, index).is_some() {
                candidates &= NEIGHBOURS[line];
            }
        }
        for line in lines_of(candidates) {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return false;
            }
            let before = (self.squares, self.taken);
            if self.agrees(index, line) {
                self.lines[index] = line as u8;
                if self.extend(index + 1) {
                    return true;
                }
            }
            (self.squares, self.taken) = before;
        }
        false
    }

    /// Whether the line meets exactly those earlier ones that it must, where it must; notes the squares.
    fn agrees(&mut self, index: usize, line: usize) -> bool {
        for earlier in 0..index {
            let common = LINE_SETS[usize::from(self.lines[earlier])] & LINE_SETS[line] & self.sums.blank();
            match (self.description.meeting(earlier, index), common) {
                (None, 0) => {}
                (None, _) | (Some(_), 0) => return false,
                (Some(meeting), _) => {
                    let square = common.trailing_zeros() as u8;
                    match self.squares[meeting] {
                        Some(taken) if taken == square => {}
                        None if self.taken & common == 0 => {
                            self.squares[meeting] = Some(square);
                            self.taken |= common;
                        }
                        _ => return false,
                    }
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::sums::{OTHER, OWN};
    use super::*;

    fn set(squares: &[u32]) -> u64 {
        squares.iter().fold(0, |set, square| set | 1_u64 << (square - 1))
    }

    #[test]
    fn what_is_described_is_found_again_under_every_symmetry() {
        // Pattern 2 as it stood before the 19th move of the thesis's game 2.
        let own = set(&[2, 26, 38, 4, 49]);
        let (a, b, c) = (set(&[14, 26, 38, 50]), set(&[2, 18, 34, 50]), set(&[4, 19, 34, 49]));
        let number = |line: u64| LINE_SETS.iter().position(|&set| set == line).unwrap();
        let lines = [a, b, c].iter().fold(0, |all, &line| all | 1_u128 << number(line));
        let description = Description::of(lines, own, 49).unwrap();
        assert_eq!(description.to_string(), "10 5 10 meet 1-2 2-3");
        for symmetry in 0..192 {
            use games::qubic::symmetry::image;
            let turned = Sums::new(image(own, symmetry), 0);
            let place = description.find(&turned, OWN).unwrap();
            assert_eq!(place.lines.len(), 3);
            assert!(description.find(&turned, OTHER).is_none());
            let turned = Sums::new(0, image(own, symmetry));
            assert!(description.find(&turned, OTHER).is_some());
        }
        assert!(description.find(&Sums::new(own, set(&[34])), OWN).is_none());
    }

    #[test]
    fn only_what_hangs_together_is_a_description() {
        assert!(Description::new(vec![2, 2], vec![vec![0, 1]]).is_some());
        assert!(Description::new(vec![2, 2], vec![vec![0]]).is_none());
        assert!(Description::new(vec![2, 2], vec![vec![0, 1], vec![0, 1]]).is_none());
        assert!(Description::new(vec![2, 4], vec![vec![0, 1]]).is_none());
        assert!(Description::new(vec![2, 2], vec![vec![0, 2]]).is_none());
        assert!(Description::new(vec![], vec![vec![]]).is_none());
    }
}
