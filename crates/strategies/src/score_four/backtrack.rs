//! The backtrack analysis: from the end of a won game back to the position in which the winner's pattern stood, and the
//! description of that pattern by the lines that made it win (Doake 1972, IV (ii) and V (iii), labels 64 to 97).

use super::deep::description::Description;
use super::patterns::Pattern;
use super::sums::{OTHER, OWN, Sums};
use games::qubic::Qubic;
use games::qubic::lines::{LINE_CELLS, LINE_SETS, cells, full_line};
use games::{Game, Outcome, Played, Side};

/// What the backtracking of one game has found. The sums are in the winner's own terms: his counters count 5.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    pub(crate) winner: Side,
    /// The winning line (SN), then the lines noted on the way back (ROWNO).
    pub(crate) lines: Vec<usize>,
    /// The pattern that stood on the board one pair of moves before the win could not be stopped.
    pub pattern: Pattern,
    /// The same lines as the deep version describes them, the key square where the first two of the pattern meet; `None` if they
    /// do not hang together.
    pub description: Option<String>,
    /// The sums of the first lines one pair of moves earlier, as SUTEST takes them, in the order in which they were
    /// noted; -1 where fewer lines were noted.
    pub early: Vec<i8>,
}

/// Analyses a finished game; `None` if nobody has filled a line.
pub fn analyse(game: &Played<Qubic>) -> Option<Analysis> {
    let Some(Outcome::Win(winner)) = game.outcome() else { return None };
    let mut way_back = WayBack::new(game, winner);
    let winning_line = full_line(way_back.sums.own())?;
    let mut lines = vec![winning_line];
    way_back.unplay(|line| lines.push(line));
    let (sums, order) = (&way_back.sums, in_order(&way_back.sums, &lines));
    let pattern = Pattern::new(&order.iter().map(|&line| sums.sum(line) as i8).collect::<Vec<_>>());
    let meeting = |pair: &[usize]| cells(LINE_SETS[pair[0]] & LINE_SETS[pair[1]] & sums.blank()).next();
    let all = lines.iter().fold(0, |set, line| set | 1 << line);
    let key = order.windows(2).next().and_then(meeting);
    let description = key.and_then(|key| Description::of(all, sums.own(), key));
    let description = description.map(|description| description.to_string());
    way_back.step();
    way_back.unplay(|_| {});
    let early = lines.iter().take(4).map(|&line| way_back.sums.sum(line) as i8).collect();
    Some(Analysis { winner, lines, pattern, description, early })
}

/// The board while moves are unplayed, the winner's counters counting 5.
struct WayBack {
    sums: Sums,
    /// The moves of the winner and of the loser that are still on the board.
    winner: Vec<usize>,
    loser: Vec<usize>,
}

impl WayBack {
    fn new(game: &Played<Qubic>, winner: Side) -> Self {
        let position = game.position();
        let sums = Sums::new(position.stones(winner), position.stones(winner.other()));
        let first = game.start().to_move();
        let of = |side: Side| {
            let skip = usize::from(side != first);
            game.moves().skip(skip).step_by(2).map(|m| m.index()).collect()
        };
        Self { sums, winner: of(winner), loser: of(winner.other()) }
    }

    /// Unplays pairs of moves until the loser, by taking the winner's square, would have left him no win on the spot;
    /// hands over the lines in which he had one. A side that has no move left is passed over.
    fn unplay(&mut self, mut note: impl FnMut(usize)) {
        while let Some(&last) = self.winner.last() {
            self.sums.take(last);
            self.sums.put(last, OTHER);
            if let Some(&answer) = self.loser.last() {
                self.sums.take(answer);
            }
            let line = self.line_won_in_one();
            self.sums.take(last);
            let Some(line) = line else { return };
            note(line);
            self.step();
        }
    }

    /// Lets the pair of moves just unplayed go.
    fn step(&mut self) {
        self.winner.pop();
        self.loser.pop();
    }

    /// The first line that one more counter of the winner would fill, for the first square that fills any.
    fn line_won_in_one(&mut self) -> Option<usize> {
        for square in cells(self.sums.blank()) {
            self.sums.put(square, OWN);
            let full = full_line(self.sums.own());
            self.sums.take(square);
            if full.is_some() {
                return full;
            }
        }
        None
    }
}

/// The lines noted, the one that must come second in its place: of the first three, the one that shares most blank squares
/// with the other two.
fn in_order(sums: &Sums, lines: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = lines.to_vec();
    if let [winning, second, third, ..] = *lines {
        let three = [winning, second, third];
        let [most, next] = most_shared(sums, &three);
        // The other two go to the first and third places, the second highest count first where the listing says so.
        let [low, high] = match most {
            0 => [1, 2],
            1 => [0, 2],
            _ => [0, 1],
        };
        let (before, after) = if next == low { (low, high) } else { (high, low) };
        order[..3].copy_from_slice(&[three[before], three[most], three[after]]);
    }
    order
}

/// The two indices with the most blank squares shared with the others (MOST), ties to the lower index; when nothing is
/// left to choose from, the last index again.
fn most_shared(sums: &Sums, three: &[usize; 3]) -> [usize; 2] {
    let mut shared = [0; 3];
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        let common = (LINE_SETS[three[i]] & LINE_SETS[three[j]] & sums.blank()).count_ones();
        shared[i] += common;
        shared[j] += common;
    }
    let mut last = 0;
    [(); 2].map(|()| {
        let mut largest = 0;
        for (index, &count) in shared.iter().enumerate() {
            if count > largest {
                (largest, last) = (count, index);
            }
        }
        shared[last] = 0;
        last
    })
}

/// The squares of a line in the thesis's numbers: `13-30-47-64`.
pub(crate) fn line_text(line: usize) -> String {
    LINE_CELLS[line].map(|cell| (cell + 1).to_string()).join("-")
}
