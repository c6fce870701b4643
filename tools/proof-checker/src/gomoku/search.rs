//! Looks for a win of black by continuous threats: depth-first proof-number search (Nagai 2002) over black's fours and
//! threes and white's replies to them. What it claims is read again, move by move, by `win`.

use super::board::{Board, ByKey, Side};
use super::square::{Square, Squares};
use super::threats::{Attack, Defence, Kind, attack, defence, threats};
use std::ops::Range;

/// No effort is enough: a proof (disproof) number of this size means that there is no proof (disproof).
const NEVER: u32 = u32::MAX / 2;

/// The first tries get so small a part of what is allowed.
const SMALL: u64 = 50;

/// In a guided manner a move far from black's previous one of the search is expected to take so much more effort: most wins
/// are chains of threats each of which uses the stone before it.
const FAR: u16 = 3;

/// And a move on a square that is not likely to win so much more.
const UNLIKELY: u16 = 2;

/// So many moves are kept with their positions; those of further ones are found again whenever they are needed.
const KEPT: usize = 1 << 23;

/// A table is not kept for the next search if it has become as large as this.
const LARGE: usize = 1 << 13;

/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Black wins by continuous threats.
    Win,
    /// He does not.
    None,
    /// Nobody knows: as many positions as allowed have been looked at.
    GaveUp,
}

/// A search with its table.
#[derive(Debug, Default)]
pub struct Search {
    /// If given, only wins count with at most so many black stones when the game is over.
    most: Option<usize>,
    table: ByKey<Known>,
    /// The moves of all positions in the table, one position's after the other's.
    moves: Vec<Move>,
    /// The children of the positions that are being searched, those of the last one last.
    children: Vec<Child>,
    /// Where black's moves are likely to win.
    likely: Squares,
    visited: u64,
    limit: u64,
    manner: Manner,
}

/// How a search goes about it. Which one finds a win soon is a matter of luck: each manner misses some within a million
/// positions that another finds within a thousand.
#[derive(Clone, Copy, Debug, Default)]
struct Manner {
    /// Stays with a move until it looks somewhat harder than the second easiest, not just as hard. Without patience the search can go
    /// to and fro for ever between two moves that lead to each other's positions.
    patient: bool,
    /// Expects as much effort of a single four as of a three, and more of both than of moves that make two of them.
    doubles_first: bool,
    /// Expects more effort of moves far from the one before, and on squares that are not likely to win.
    guided: bool,
}

/// The manners in the order in which they are tried.
const MANNERS: [Manner; 4] = [
    Manner { patient: false, doubles_first: true, guided: true },
    Manner { patient: false, doubles_first: false, guided: true },
    Manner { patient: true, doubles_first: false, guided: true },
    Manner { patient: true, doubles_first: true, guided: false },
];

/// How hard it seems for the side to move to win, and to lose: at black's turns the proof number and the disproof
/// number, at white's the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    win: u32,
    lose: u32,
}

impl Numbers {
    const WON: Self = Self { win: 0, lose: NEVER };
    const LOST: Self = Self { win: NEVER, lose: 0 };
}

/// What is known of a position.
#[derive(Debug)]
struct Known {
    numbers: Numbers,
    /// Where its moves stand; none if it is decided at once, or they are not kept.
    moves: Range<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Move {
    square: Square,
    /// How hard the position after it seems to lose as long as it has not been looked at, wherever the move before was.
    effort: u16,
}

#[derive(Debug)]
struct Child {
    square: Square,
    /// As the side sees it that is to move after this move.
    numbers: Numbers,
}

impl Search {
    /// For wins with at most so many black stones when the game is over, if a number is given.
    pub fn within(most: Option<usize>) -> Self {
        Self { most, ..Self::default() }
    }

    /// Whether only some wins count.
    pub const fn is_bounded(&self) -> bool {
        self.most.is_some()
    }

    /// Whether black completes a row in time if he does with so many moves more.
    pub fn in_time(&self, board: &Board, moves: usize) -> bool {
        self.most.is_none_or(|most| board.count(Side::Black) + moves <= most)
    }

    /// Searches a position with black to move in which nobody has won, looking at no more positions than `limit` at a
    /// time: with little effort first, then with more, each time in every manner. Black's moves are `likely` to win on some squares.
    pub fn run(&mut self, board: &mut Board, limit: u64, likely: Squares) -> Found {
        self.likely = likely;
        for limit in [limit / SMALL, limit] {
            for manner in MANNERS {
                self.manner = manner;
                let found = self.run_once(board, limit);
                if found != Found::GaveUp {
                    return found;
                }
            }
        }
        Found::GaveUp
    }

    fn run_once(&mut self, board: &mut Board, limit: u64) -> Found {
        if self.table.capacity() > LARGE {
            (self.table, self.moves) = Default::default();
        }
        self.table.clear();
        self.moves.clear();
        (self.visited, self.limit) = (0, limit);
        match self.explore(board, Side::Black, None, Numbers { win: NEVER, lose: NEVER }) {
            Numbers { win: 0, .. } => Found::Win,
            Numbers { lose: 0, .. } => Found::None,
            _ => Found::GaveUp,
        }
    }

    /// Whether the last search has proven that black wins a position with white to move, which has this key.
    pub fn is_won(&self, key: u128) -> bool {
        self.table.get(&key).is_some_and(|known| known.numbers.lose == 0)
    }

    /// Searches until a number reaches what is allowed. It does not go deeper than there are empty squares. `last` is black's
    /// previous move of the search.
    fn explore(&mut self, board: &mut Board, side: Side, last: Option<Square>, allowed: Numbers) -> Numbers {
        self.visited += 1;
        let key = board.key();
        let moves = match self.table.get(&key) {
            Some(Known { numbers, .. }) if numbers.win == 0 || numbers.lose == 0 => return *numbers,
            Some(known) if !known.moves.is_empty() => known.moves.clone(),
            _ => {
                let begin = self.moves.len() as u32;
                if let Some(decided) = self.add_moves(board, side) {
                    self.table.insert(key, Known { numbers: decided, moves: 0..0 });
                    return decided;
                }
                begin..self.moves.len() as u32
            }
        };
        let begin = self.children.len();
        self.add_children(board, side, last, &moves);
        let numbers = loop {
            let (numbers, best, child_allowed) = weigh(&self.children[begin..], allowed, self.manner.patient);
            let enough = numbers.win >= allowed.win || numbers.lose >= allowed.lose;
            if enough || numbers.win == 0 || numbers.lose == 0 || self.visited >= self.limit {
                break numbers;
            }
            let square = self.children[begin + best].square;
            board.place(square, side);
            let last = if side == Side::Black { Some(square) } else { last };
            self.children[begin + best].numbers = self.explore(board, side.other(), last, child_allowed);
            board.undo();
        };
        self.children.truncate(begin);
        let moves = if moves.end as usize <= KEPT {
            moves
        } else {
            // Those of the positions after it are gone by now.
            self.moves.truncate(moves.start as usize);
            0..0
        };
        self.table.insert(key, Known { numbers, moves });
        numbers
    }

    /// Adds the positions after these moves.
    fn add_children(&mut self, board: &Board, side: Side, last: Option<Square>, moves: &Range<u32>) {
        let choice = self.manner.guided && side == Side::Black && moves.len() > 1;
        for &Move { square, effort } in &self.moves[moves.start as usize..moves.end as usize] {
            // Should two positions have the same key, no stone is put on another all the same.
            if board.at(square).is_some() {
                continue;
            }
            let known = self.table.get(&board.key_after(square, side));
            let far = choice && last.is_some_and(|last| !board.are_near(last, square));
            let effort = if far { effort + FAR } else { effort };
            let numbers = known.map_or(Numbers { win: 1, lose: effort.into() }, |known| known.numbers);
            self.children.push(Child { square, numbers });
        }
    }

    /// Adds the moves to look at, or tells how it ends if that is decided.
    fn add_moves(&mut self, board: &Board, side: Side) -> Option<Numbers> {
        let only = |square| Move { square, effort: 1 };
        match side {
            Side::Black => match attack(board) {
                Attack::Completes(_) if self.in_time(board, 1) => return Some(Numbers::WON),
                _ if !self.in_time(board, 2) => return Some(Numbers::LOST),
                Attack::Completes(_) | Attack::Double(_) => return Some(Numbers::WON),
                Attack::Nothing => return Some(Numbers::LOST),
                Attack::Blocks(square) => self.moves.push(only(square)),
                Attack::Free(fours) => {
                    let Self { likely, manner, moves, .. } = self;
                    moves.extend(threats(board, &fours).iter().map(|(square, kind)| {
                        let unlikely = if likely.contains(square) || !manner.guided { 0 } else { UNLIKELY };
                        Move { square, effort: effort(kind, manner.doubles_first) + unlikely }
                    }));
                }
            },
            Side::White => match defence(board) {
                Defence::Escapes => return Some(Numbers::WON),
                Defence::Fours(_) | Defence::Four(_) if !self.in_time(board, 1) => return Some(Numbers::WON),
                Defence::Three(..) if !self.in_time(board, 2) => return Some(Numbers::WON),
                Defence::Fours(_) => return Some(Numbers::LOST),
                Defence::Four(square) => self.moves.push(only(square)),
                Defence::Three(_, replies) => self.moves.extend(replies.iter().map(only)),
            },
        }
        None
    }
}

/// The proof number of a move that has not been tried: a three has several replies.
const fn effort(kind: Kind, doubles_first: bool) -> u16 {
    match kind {
        Kind::FourAndThree | Kind::TwoThrees => 1,
        Kind::Four | Kind::Three if doubles_first => 3,
        Kind::Four => 1,
        Kind::Three => 2,
    }
}

/// The numbers of a position by those of its children, the child to look at next, and how far. A side wins by its
/// easiest move. To lose, every move of its has to: the hardest one counts whole and each of the others one, because
/// they often lose to the same moves, and a sum would count those again and again.
fn weigh(children: &[Child], allowed: Numbers, patient: bool) -> (Numbers, usize, Numbers) {
    let (mut easiest, mut second, mut best) = (NEVER, NEVER, 0);
    let (mut hardest, mut undecided) = (0, 0);
    for (number, child) in children.iter().enumerate() {
        let Numbers { win, lose } = child.numbers;
        if lose < easiest {
            (second, easiest, best) = (easiest, lose, number);
        } else {
            second = second.min(lose);
        }
        if win > 0 {
            hardest = hardest.max(win);
            undecided += 1;
        }
    }
    let others = u32::saturating_sub(undecided, 1);
    let numbers = match easiest {
        0 => Numbers::WON,
        _ => Numbers { win: easiest, lose: (hardest + others).min(NEVER) },
    };
    let far = if patient { second.saturating_add(2 + second / 4) } else { second + 1 };
    let child_allowed = Numbers { win: allowed.lose.saturating_sub(others), lose: allowed.win.min(far) };
    (numbers, best, child_allowed)
}
