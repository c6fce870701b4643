//! What black can threaten, and what white can do about it.
//!
//! Black's **four** threatens to complete a winning row at once. His **three** threatens to become a double four: a
//! square on which one stone more gives him two squares (or more) that complete a row. A **win by continuous threats**
//! is one in which every move of black's is one of the two, until he completes a row.

use super::board::{Board, Side};
use super::square::{MAX_SQUARES, Square, Squares};

const NOWHERE: Square = Square::MAX;
/// The end of a list.
const NONE: u16 = u16::MAX;

/// A square on which black gets two or more completing squares at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubleFour {
    pub square: Square,
    /// The squares that complete a row then.
    pub completing: Vec<Square>,
}

impl DoubleFour {
    /// Whether a white stone here, which threatens nothing, leaves the double four a winning move. It does unless it
    /// takes the square itself or one of just two completing squares.
    fn survives(&self, square: Square) -> bool {
        square != self.square && (self.completing.len() > 2 || !self.completing.contains(&square))
    }

    /// The square and those that complete a row after it.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        std::iter::once(self.square).chain(self.completing.iter().copied())
    }
}

/// What black, who is to move, can do by threats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attack {
    /// He completes a row here.
    Completes(Square),
    /// White threatens nothing, so this wins: white takes one completing square, black another.
    Double(DoubleFour),
    /// White threatens to complete a row here: no other move is possible.
    Blocks(Square),
    /// The moves that may be threats, the most promising first; none of the others is one. Empty, too, where white
    /// threatens to complete a row in two ways.
    Moves(Vec<(Square, Kind)>),
}

/// What a move of black's threatens, in the order in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A four with a three beside it.
    FourAndThree,
    /// Threes in two directions or more.
    TwoThrees,
    Four,
    Three,
}

/// How white, who is to move, stands towards what black threatens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defence {
    /// White completes a row, or black threatens nothing: this is no win by continuous threats.
    Escapes,
    /// Black completes a row on one of these squares (two at least) whatever white does.
    Fours(Vec<Square>),
    /// White has to play here.
    Four(Square),
    /// Black threatens these double fours; only these replies do not lose to one of them at once.
    Three(Vec<DoubleFour>, Vec<Square>),
}

/// Looks at a position with black to move.
pub fn attack(board: &Board) -> Attack {
    attack_with(board, threatening_moves)
}

/// The same with black's threats chosen by `moves`, which is told every four ([`pairs`]).
pub(super) fn attack_with(
    board: &Board,
    moves: impl FnOnce(&Board, &[(Square, Square)]) -> Vec<(Square, Kind)>,
) -> Attack {
    if let Some(&square) = board.completing(Side::Black).first() {
        return Attack::Completes(square);
    }
    match board.completing(Side::White)[..] {
        [] => {}
        [square] => return Attack::Blocks(square),
        _ => return Attack::Moves(Vec::new()),
    }
    let pairs = pairs(board);
    match double_fours(&pairs).into_iter().next() {
        Some(double) => Attack::Double(double),
        None => Attack::Moves(moves(board, &pairs)),
    }
}

/// Looks at a position with white to move.
pub fn defence(board: &Board) -> Defence {
    if !board.completing(Side::White).is_empty() {
        return Defence::Escapes;
    }
    let completing = board.completing(Side::Black);
    match completing[..] {
        [] => {}
        [square] => return Defence::Four(square),
        _ => return Defence::Fours(completing),
    }
    let doubles = double_fours(&pairs(board));
    let Some(first) = doubles.first() else { return Defence::Escapes };
    let stops = first.squares().filter(|&s| doubles.iter().all(|double| !double.survives(s)));
    let mut replies: Vec<Square> = stops.chain(fours_of_white(board).iter()).collect();
    replies.sort_unstable();
    replies.dedup();
    Defence::Three(doubles, replies)
}

/// The squares on which white makes a four.
pub fn fours_of_white(board: &Board) -> Squares {
    board.gaps(Side::White, 3)
}

/// Every way for black to make a four: where, and where he completes a row then. Sorted, each once.
fn pairs(board: &Board) -> Vec<(Square, Square)> {
    let mut pairs: Vec<_> =
        board.open_windows(Side::Black, 3).flat_map(|gaps| both_ways((gaps[0], gaps[1]))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Where no row can be completed yet: the squares that make two fours or more.
fn double_fours(pairs: &[(Square, Square)]) -> Vec<DoubleFour> {
    let of_one_square = pairs.chunk_by(|a, b| a.0 == b.0).filter(|fours| fours.len() > 1);
    let double = |fours: &[(Square, Square)]| DoubleFour {
        square: fours[0].0,
        completing: fours.iter().map(|four| four.1).collect(),
    };
    of_one_square.map(double).collect()
}

/// Every move that may be a threat. A four adds a stone to a window that holds three. A three adds one to a window that
/// holds two, and there must be a square of that window through which another four goes: one that the same stone makes
/// possible along the same line, or one that is possible already (`pairs`).
fn threatening_moves(board: &Board, pairs: &[(Square, Square)]) -> Vec<(Square, Kind)> {
    let fours = board.gaps(Side::Black, 3);
    // For each square the windows of two stones through it, as a list of places: what a stone there leaves of them, and the next.
    let (mut first, mut windows) = ([NONE; MAX_SQUARES], Vec::with_capacity(96));
    let mut candidates = fours;
    for gaps in board.open_windows(Side::Black, 2) {
        let (a, b, c) = (gaps[0], gaps[1], gaps[2]);
        for (square, left) in [(a, (b, c)), (b, (a, c)), (c, (a, b))] {
            let next = std::mem::replace(&mut first[usize::from(square)], windows.len() as u16);
            windows.push((left, gaps.direction, next));
            candidates.insert(square);
        }
    }
    // Where a row is completed after a four on the square: the fours that are possible already, of which no two are
    // on one square, and those that a move makes possible, with that move.
    let mut already = [NOWHERE; MAX_SQUARES];
    pairs.iter().for_each(|&(four, completing)| already[usize::from(four)] = completing);
    let mut new = [(NOWHERE, NOWHERE); MAX_SQUARES];
    let mut moves = Vec::with_capacity(48);
    for square in candidates.iter() {
        let (mut three, mut crossing) = (None, false);
        let mut place = first[usize::from(square)];
        while let Some(&(left, direction, next)) = windows.get(usize::from(place)) {
            place = next;
            for (four, completing) in both_ways(left) {
                let (old, new) = (already[usize::from(four)], &mut new[usize::from(four)]);
                let before = new.0 == square && new.1 != completing;
                if before || (old != NOWHERE && old != completing) {
                    crossing |= *three.get_or_insert(direction) != direction;
                }
                *new = (square, completing);
            }
        }
        let kind = match (fours.contains(square), three.is_some(), crossing) {
            (true, true, _) => Kind::FourAndThree,
            (true, false, _) => Kind::Four,
            (false, true, true) => Kind::TwoThrees,
            (false, true, false) => Kind::Three,
            (false, false, _) => continue,
        };
        moves.push((square, kind));
    }
    moves.sort_by_key(|&(_, kind)| kind);
    moves
}

const fn both_ways((a, b): (Square, Square)) -> [(Square, Square); 2] {
    [(a, b), (b, a)]
}
