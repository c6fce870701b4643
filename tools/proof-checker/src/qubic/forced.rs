//! The shortest forced win by threes: every move of the winner makes three in line with the fourth cell empty, so
//! that the reply is forced, until one makes two such threes at once.

use super::board::{Board, cells, is_single};
use std::collections::HashMap;

/// A search gives up after this many positions, and then there is no forced win as far as the checker knows.
pub const LIMIT: u64 = 4_000_000;

/// Never within any number of moves.
const NEVER: u32 = u32::MAX;

/// The search for forced wins.
pub struct Forced<'a> {
    board: &'a Board,
    limit: u64,
    searched: u64,
    /// The lines that have no stone of the other side (of the winner) when the search begins: only they can still
    /// be filled by the winner (by the other side).
    winners: Vec<u64>,
    others: Vec<u64>,
    /// The lines through each cell.
    through: Vec<Vec<u64>>,
    /// Positions (the winner's stones, the other's) with the number of moves within which the winner does not win.
    failed: HashMap<(u64, u64), u32>,
    /// The moves of the win found, the last one first.
    found: Vec<u8>,
}

/// The positions after one position's replies, and the forced wins that have been found there.
///
/// One stone more of the other side never helps the winner. So no win after a reply is shorter than the shortest after
/// no reply at all, and a win of just that length that still works after another reply is a shortest one there too.
#[derive(Clone, Debug)]
pub struct Replies {
    own: u64,
    other: u64,
    /// The wins of the least length, each without its last move, the one that completes a line; the first is the one
    /// after no reply. Empty if there is none; `None` if it has not been asked for.
    wins: Option<Vec<Vec<u8>>>,
}

impl Replies {
    /// The winner, who has the stones `own`, has moved.
    pub const fn new(own: u64, other: u64) -> Self {
        Self { own, other, wins: None }
    }
}

/// What a search within so many moves has found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Win,
    /// More moves might do.
    TooShort,
    Never,
}

impl<'a> Forced<'a> {
    /// A search that gives up after [`LIMIT`] positions.
    pub fn new(board: &'a Board) -> Self {
        let (winners, others) = (Vec::new(), Vec::new());
        let through = |cell: u32| board.lines.iter().copied().filter(|line| line >> cell & 1 == 1).collect();
        let through = (0..64).map(through).collect();
        let (failed, found) = (HashMap::new(), Vec::new());
        Self { board, limit: LIMIT, searched: 0, winners, others, through, failed, found }
    }

    /// How many moves the winner, whose stones are `own`, needs at least to win by threes, the completing move
    /// counted; `None` if there is no such win, or none found within the limit. He is to move and has no line to
    /// complete.
    pub fn shortest(&mut self, own: u64, other: u64) -> Option<u32> {
        self.search(own, other, 2).map(|win| length(&win))
    }

    /// The same after one of several replies to one position.
    pub fn shortest_after(&mut self, reply: u8, replies: &mut Replies) -> Option<u32> {
        let (own, other) = (replies.own, replies.other);
        let wins = replies.wins.get_or_insert_with(|| self.search(own, other, 2).into_iter().collect());
        let other = other | 1 << reply;
        let least = wins.first().map_or(2, |win| length(win));
        if wins.iter().any(|win| self.still_wins(own, other, win)) {
            return Some(least);
        }
        let win = self.search(own, other, least)?;
        let moves = length(&win);
        if moves == least {
            wins.push(win);
        }
        Some(moves)
    }

    /// Whether these moves, all but the completing one, win here too.
    fn still_wins(&self, mut own: u64, mut other: u64, moves: &[u8]) -> bool {
        for &cell in moves {
            let taken = (own | other) >> cell & 1 == 1;
            if taken || self.board.completing(other, own) & !(1 << cell) != 0 {
                return false;
            }
            own |= 1 << cell;
            let fourths = self.board.completing(own, other);
            if fourths == 0 || !is_single(fourths) {
                return fourths != 0;
            }
            other |= fourths;
        }
        false
    }

    /// The shortest win of at least so many moves (2 or more), without its completing move.
    fn search(&mut self, own: u64, other: u64, at_least: u32) -> Option<Vec<u8>> {
        let without = |stones: u64| self.board.lines.iter().copied().filter(move |line| line & stones == 0);
        (self.winners, self.others) = (without(other).collect(), without(own).collect());
        (self.failed, self.searched) = (HashMap::new(), 0);
        self.found.clear();
        for moves in at_least.. {
            match self.wins_within(own, other, moves, None) {
                Answer::Win => return Some(self.found.iter().rev().copied().collect()),
                Answer::TooShort if self.searched < self.limit => {}
                _ => break,
            }
        }
        None
    }

    /// Whether the winner, who is to move, wins within so many moves (at least 2), the completing one counted; `reply` is
    /// the other side's last move, if it was an answer in this search.
    fn wins_within(&mut self, own: u64, other: u64, moves: u32, reply: Option<u64>) -> Answer {
        self.searched += 1;
        if self.searched >= self.limit {
            return Answer::TooShort;
        }
        let threat = self.threat(own, other, reply);
        if threat != 0 && !is_single(threat) {
            return Answer::Never;
        }
        let allowed = if threat == 0 { u64::MAX } else { threat };
        let (once, twice) =
            self.twos(own, other).fold((0, 0), |(once, twice), two| (once | two, twice | (once & two)));
        if twice & allowed != 0 {
            self.found.push((twice & allowed).trailing_zeros() as u8);
            return Answer::Win;
        }
        if once & allowed == 0 {
            return Answer::Never;
        }
        if moves == 2 {
            return Answer::TooShort;
        }
        // Looking the last three moves up would cost more than trying them.
        let known = if moves > 3 { self.failed.get(&(own, other)) } else { None };
        match known {
            Some(&NEVER) => return Answer::Never,
            Some(&known) if moves <= known => return Answer::TooShort,
            _ => {}
        }
        let worth = if moves == 3 && threat == 0 { self.prepares_double(own, other, once) } else { u64::MAX };
        if worth & allowed & once == 0 {
            return Answer::TooShort;
        }
        let mut answer = if worth & once == once { Answer::Never } else { Answer::TooShort };
        for two in self.twos(own, other).collect::<Vec<_>>() {
            for cell in cells(two & allowed & worth) {
                let forced = two & !(1 << cell);
                match self.wins_within(own | 1 << cell, other | forced, moves - 1, Some(forced)) {
                    Answer::Win => {
                        self.found.push(cell);
                        return Answer::Win;
                    }
                    Answer::TooShort => answer = Answer::TooShort,
                    Answer::Never => {}
                }
            }
        }
        if moves > 3 {
            self.failed.insert((own, other), if answer == Answer::Never { NEVER } else { moves });
        }
        answer
    }

    /// The cells that the other side would complete a line with. What it threatened before its last reply has been
    /// blocked, so that after one only the lines through that cell are looked at.
    fn threat(&self, own: u64, other: u64, reply: Option<u64>) -> u64 {
        let lines = match reply {
            Some(cell) => &self.through[cell.trailing_zeros() as usize],
            None => &self.others,
        };
        let missing = lines.iter().map(|line| line & !other);
        missing.filter(|&missing| is_single(missing) && missing & own == 0).fold(0, |all, one| all | one)
    }

    /// The pairs of empty cells that a line of the winner misses: a stone on one makes three, the other is the reply.
    fn twos(&self, own: u64, other: u64) -> impl Iterator<Item = u64> {
        let open = self.winners.iter().filter(move |&line| line & other == 0);
        open.map(move |line| line & !own).filter(|&missing| is_single(without_first(missing)))
    }

    /// The cells that can prepare a move on two twos at once, where there is none yet and `once` are the cells of all
    /// twos: that move is on a two there is and on a new one, which the prepared cell makes of a one.
    fn prepares_double(&self, own: u64, other: u64, once: u64) -> u64 {
        let open = self.winners.iter().filter(|&line| line & other == 0);
        let ones =
            open.map(|line| line & !own).filter(|&missing| is_single(without_first(without_first(missing))));
        ones.fold(0, |all, missing| {
            let doubles = missing & once;
            all | if is_single(doubles) {
                missing & !doubles
            } else if doubles == 0 {
                0
            } else {
                missing
            }
        })
    }
}

/// A set without its first cell.
const fn without_first(set: u64) -> u64 {
    set & set.wrapping_sub(1)
}

fn length(win: &[u8]) -> u32 {
    win.len() as u32 + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::qubic::board::Position;
    use proptest::prelude::*;

    /// Whether a side wins within so many moves if each of them must make three (or four): every move, every reply.
    fn naive(board: &Board, own: u64, other: u64, moves: u32) -> bool {
        if moves == 0 || board.completing(own, other) != 0 {
            return moves > 0;
        }
        cells(!(own | other)).any(|cell| {
            let own = own | 1 << cell;
            let forcing = board.completing(own, other) != 0;
            forcing
                && cells(!(own | other)).all(|reply| {
                    let other = other | 1 << reply;
                    !board.has_line(other) && naive(board, own, other, moves - 1)
                })
        })
    }

    /// Whether the side to move wins at all: every move, every reply.
    fn wins(board: &Board, own: u64, other: u64) -> bool {
        board.completing(own, other) != 0
            || cells(!(own | other)).any(|cell| {
                let own = own | 1 << cell;
                !board.has_line(own) && loses(board, other, own)
            })
    }

    fn loses(board: &Board, own: u64, other: u64) -> bool {
        let empty = !(own | other);
        empty != 0
            && cells(empty)
                .all(|cell| !board.has_line(own | 1 << cell) && wins(board, other, own | 1 << cell))
    }

    /// A position after so many random moves, none of which has filled a line, if there is one.
    fn random_position(board: &Board, seed: u64, plies: u32) -> Option<Position> {
        let mut state = seed;
        let mut position = Position::default();
        for _ in 0..plies {
            let (own, other) = position.own_and_other();
            let quiet = !(own | other | board.completing(own, other));
            if quiet == 0 {
                return None;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let pick = (state >> 33) as usize % quiet.count_ones() as usize;
            position = position.after(cells(quiet).nth(pick)?);
        }
        Some(position)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn search_agrees_with_trying_everything(seed: u64, plies in 22_u32..56) {
            let board = Board::default();
            let Some(position) = random_position(&board, seed, plies) else { return Ok(()) };
            let (own, other) = position.own_and_other();
            if board.completing(own, other) != 0 {
                return Ok(());
            }
            let mut forced = Forced::new(&board);
            let shortest = forced.shortest(own, other);
            // As far as trying everything goes in reasonable time.
            let within = if plies < 30 { 3 } else if plies < 40 { 4 } else { 16 };
            let expected = (2..=within).find(|&moves| naive(&board, own, other, moves));
            prop_assert_eq!(shortest.filter(|&moves| moves <= within), expected);
            if plies >= 54 && shortest.is_some() {
                prop_assert!(wins(&board, own, other));
            }
        }

        #[test]
        fn wins_after_replies_are_as_short_as_those_found_alone(seed: u64, plies in 14_u32..50) {
            let board = Board::default();
            let Some(position) = random_position(&board, seed, plies) else { return Ok(()) };
            let (other, own) = position.own_and_other();
            if board.completing(own, other) | board.completing(other, own) != 0 {
                return Ok(());
            }
            let mut forced = Forced::new(&board);
            let mut replies = Replies::new(own, other);
            for reply in cells(!(own | other)) {
                let after = forced.shortest_after(reply, &mut replies);
                prop_assert_eq!(after, forced.shortest(own, other | 1 << reply));
            }
        }
    }
}
