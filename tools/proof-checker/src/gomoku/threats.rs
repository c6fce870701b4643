//! What black can threaten, and what white can do about it.
//!
//! Black's **four** threatens to complete a winning row at once. His **three** threatens to become a double four: a
//! square on which one stone more gives him two squares (or more) that complete a row. A **win by continuous threats**
//! is one in which every move of black's is one of the two, until he completes a row. In Renju every move of his, those he threatens
//! too, has to be one that he may still make with any white stones more ([`is_safe`]).

use super::board::{Board, Line, Side, places};
use super::renju::{is_safe, looks_like_a_three};
use super::square::{Square, Squares};

/// Every way for black to make a four: where, and where he completes a row then. Sorted, each once.
pub type Fours = Vec<(Square, Square)>;

/// What black, who is to move, can do by threats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attack {
    /// He completes a row here.
    Completes(Square),
    /// White threatens nothing, so a double four here wins: white takes one completing square, black another.
    Double(Square),
    /// White threatens to complete a row here: no other move is possible.
    Blocks(Square),
    /// White threatens to complete a row in two ways, or where black may not play.
    Nothing,
    /// He is free to make fours, these, and threes ([`threats`]).
    Free(Fours),
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

/// Black's moves that may be threats, by their kinds.
pub struct Threats([Squares; 4]);

impl Threats {
    /// In the order in which they are tried: by kind, then by square.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Kind)> {
        let kinds = [Kind::FourAndThree, Kind::TwoThrees, Kind::Four, Kind::Three];
        self.0.iter().zip(kinds).flat_map(|(squares, kind)| squares.iter().map(move |square| (square, kind)))
    }
}

/// How white, who is to move, stands towards what black threatens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defence {
    /// White completes a row, or black threatens nothing: this is no win by continuous threats.
    Escapes,
    /// Black completes a row on one of these squares (two at least) whatever white does.
    Fours(Squares),
    /// White has to play here.
    Four(Square),
    /// Black threatens double fours, those among these fours; only these replies do not lose to one of them at once.
    Three(Fours, Squares),
}

/// Looks at a position with black to move.
pub fn attack(board: &Board) -> Attack {
    if let Some(square) = board.completing(Side::Black).iter().next() {
        return Attack::Completes(square);
    }
    let mut blocks = board.completing(Side::White).iter();
    match (blocks.next(), blocks.next()) {
        (None, _) => {}
        (Some(square), None) if stays_allowed(board, square) => return Attack::Blocks(square),
        _ => return Attack::Nothing,
    }
    let fours = fours(board);
    let double = double_fours(&fours).next().map(|double| double[0].0);
    double.map_or(Attack::Free(fours), Attack::Double)
}

/// Looks at a position with white to move.
pub fn defence(board: &Board) -> Defence {
    if !board.completing(Side::White).is_empty() {
        return Defence::Escapes;
    }
    let completing = board.completing(Side::Black);
    let mut squares = completing.iter();
    match (squares.next(), squares.next()) {
        (None, _) => {}
        (Some(square), None) => return Defence::Four(square),
        _ => return Defence::Fours(completing),
    }
    let fours = fours(board);
    let mut doubles = double_fours(&fours);
    let Some(first) = doubles.next() else { return Defence::Escapes };
    let stops = doubles.fold(stops(first), |all, double| all.and(&stops(double)));
    let replies = stops.or(&fours_of_white(board));
    Defence::Three(fours, replies)
}

/// The squares on which white makes a four.
pub fn fours_of_white(board: &Board) -> Squares {
    board.gaps(Side::White, 3)
}

/// Whether black may play on this empty square, whatever white adds.
pub fn stays_allowed(board: &Board, square: Square) -> bool {
    !board.renju || is_safe(board, square)
}

fn fours(board: &Board) -> Fours {
    let mut fours = Vec::with_capacity(16);
    for (line, windows) in board.open_lines(Side::Black, 3) {
        for window in places(windows) {
            let (one, other) = pair(line, line.gaps(1 << window));
            fours.extend([(one, other), (other, one)]);
        }
    }
    fours.sort_unstable();
    fours.dedup();
    if board.renju {
        fours.retain(|&(square, _)| is_safe(board, square));
    }
    fours
}

/// The squares at two places.
fn pair(line: &Line, set: u32) -> (Square, Square) {
    (line.square(set.trailing_zeros()), line.square(set.ilog2()))
}

/// Where no row can be completed yet: the fours on each square, a **double four**, that makes two or more.
pub fn double_fours(fours: &[(Square, Square)]) -> impl Iterator<Item = &[(Square, Square)]> {
    fours.chunk_by(|a, b| a.0 == b.0).filter(|fours| fours.len() > 1)
}

/// The squares on which a white stone that threatens nothing stops a double four: its own, or one of just two that complete
/// a row then.
fn stops(double: &[(Square, Square)]) -> Squares {
    let completing = if double.len() == 2 { double } else { &[] };
    std::iter::once(double[0].0).chain(completing.iter().map(|four| four.1)).collect()
}

/// The moves that may be threats, where black is free to make them and has these fours, no two on one square; none of the others is
/// one, but that in Renju a move may make another one safe. A four adds a stone to a window that holds three. A three adds
/// one to a window that holds two, and there must be a square of that window through which another four goes: one that the same stone makes possible along the same line, or
/// one that is possible already.
pub fn threats(board: &Board, old: &[(Square, Square)]) -> Threats {
    let fours: Squares = old.iter().map(|four| four.0).collect();
    let (mut threes, mut crossing) = (Squares::default(), Squares::default());
    // Two fours at once are forbidden in Renju.
    let crossed = if board.renju { &[] } else { old };
    for (line, windows) in board.open_lines(Side::Black, 2) {
        for place in places(line.gaps(windows)) {
            let square = line.square(place);
            if makes_three(line, place, crossed) && stays_allowed(board, square) {
                if threes.contains(square) { &mut crossing } else { &mut threes }.insert(square);
            }
        }
    }
    Threats([
        fours.and(&threes),
        crossing.without(&fours),
        fours.without(&threes),
        threes.without(&crossing).without(&fours),
    ])
}

/// Whether black's stone on an empty square of a line makes a three with two stones of his on it.
fn makes_three(line: &Line, place: u32, old: &[(Square, Square)]) -> bool {
    let crosses = |window: u32| {
        let (one, other) = pair(line, line.gaps(1 << window) & !(1 << place));
        old.iter().any(|&(four, completing)| {
            four == one && completing != other || four == other && completing != one
        })
    };
    looks_like_a_three(line, place) || places(line.around(place, 2)).any(crosses)
}
