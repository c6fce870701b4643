//! English draughts (American checkers): eight by eight squares, of which the thirty-two dark ones are used, twelve men a
//! side; Black moves first.
//!
//! A capture is forced, which one is free, and a jump that can go on must; men move and capture forwards only; a man that
//! reaches the last row becomes a king and ends its move there; during a ring capture the square it began on is empty.
//! A side that cannot move has lost. A game is drawn when a position has come up for the third time, or after forty moves of
//! each side without a man advanced or a piece taken.

mod moves;
pub mod pdn;
pub mod square;
mod text;

use super::hash::mix;
use super::{About, Game, Mark, MarkKind, Notation, Outcome, Played, Shape, Side, TextError};
use moves::king_row;
pub use moves::{Change, Move};
pub use square::{Direction, Square};

/// Plies without a man advanced or a piece taken after which the game is drawn.
pub const QUIET_PLIES: usize = 80;

/// A position: the pieces of both sides, which of them are kings, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Draughts {
    black: u32,
    white: u32,
    kings: u32,
    side: Side,
}

impl Draughts {
    /// The position of these pieces, `kings` among them.
    ///
    /// # Errors
    /// If a square holds pieces of both sides, a king stands where nothing is, or a man on the row where it would be a king.
    pub fn from_sets(black: u32, white: u32, kings: u32, side: Side) -> Result<Self, TextError> {
        if black & white != 0 {
            return Err(TextError::new("a square holds pieces of both sides"));
        }
        if kings & !(black | white) != 0 {
            return Err(TextError::new("a king stands on an empty square"));
        }
        let unpromoted = (black & king_row(Side::First) | white & king_row(Side::Second)) & !kings;
        if let Some(square) = Square::of_set(unpromoted).next() {
            return Err(TextError::new(format!("the man on {square} would be a king")));
        }
        Ok(Self { black, white, kings, side })
    }

    /// The pieces of a side.
    #[inline]
    pub const fn pieces(&self, side: Side) -> u32 {
        match side {
            Side::First => self.black,
            Side::Second => self.white,
        }
    }

    /// The kings of both sides.
    pub const fn kings(&self) -> u32 {
        self.kings
    }

    /// The pieces of the side to move, and those of the other.
    #[inline]
    pub const fn own_and_other(&self) -> (u32, u32) {
        match self.side {
            Side::First => (self.black, self.white),
            Side::Second => (self.white, self.black),
        }
    }

    /// The pieces that must capture, if there are any.
    pub fn must_capture(&self) -> Option<Mark> {
        let squares: Vec<_> = Square::of_set(self.jumpers()).map(|square| square.to_string()).collect();
        (!squares.is_empty()).then_some(Mark { kind: MarkKind::Take, side: self.side, squares })
    }

    /// The empty squares.
    #[inline]
    pub const fn empty(&self) -> u32 {
        !(self.black | self.white)
    }

    /// Counts the leaves of the tree of legal moves at this depth, captures with the same resulting position counted once.
    pub fn perft_merged(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 && self.jumpers() == 0 {
            return self.count_moves() as u64;
        }
        let mut moves = Vec::new();
        self.generate(&mut moves);
        let mut seen: Vec<Self> = Vec::new();
        let mut leaves = 0;
        for m in moves {
            let next = self.after(m);
            // Different steps never lead to the same position.
            if m.is_capture() && seen.contains(&next) {
                continue;
            }
            leaves += next.perft_merged(depth - 1);
            seen.push(next);
        }
        leaves
    }

    /// The position after a move of the side to move.
    #[inline]
    pub const fn changed(mut self, Change { from, to, taken }: Change) -> Self {
        let (own, other) = match self.side {
            Side::First => (&mut self.black, &mut self.white),
            Side::Second => (&mut self.white, &mut self.black),
        };
        // A ring capture ends where it began.
        *own = *own & !from | to;
        *other &= !taken;
        let king = self.kings & from != 0 || to & king_row(self.side) != 0;
        self.kings &= !(from | taken);
        if king {
            self.kings |= to;
        }
        self.side = self.side.other();
        self
    }

    /// The same pieces with the other side to move. (Nobody may pass: this is for asking what a side could do next.)
    #[inline]
    pub const fn passed(self) -> Self {
        Self { side: self.side.other(), ..self }
    }

    /// The board turned round and the colours exchanged, also that of the side to move: what is left and right, forward and
    /// backward to either side stays so.
    pub const fn turned(self) -> Self {
        Self {
            black: self.white.reverse_bits(),
            white: self.black.reverse_bits(),
            kings: self.kings.reverse_bits(),
            side: self.side.other(),
        }
    }

    /// Whether a move advances a man or takes a piece: what has been played before it can never come back.
    pub const fn is_irreversible(&self, m: Move) -> bool {
        m.is_capture() || self.kings & m.from().bit() == 0
    }
}

impl Game for Draughts {
    const NAME: &'static str = "draughts";
    const ABOUT: About = About {
        title: "Draughts",
        rules: "Black begins. Men move one square diagonally forward, kings backward, too.\n\
                Jump over a piece to the empty square behind it to take it: you must, and go on.\n\
                On the last row a man becomes a king. The side that cannot move has lost.",
        words: &[],
        sides: ["Black", "White"],
        notations: &[(Notation::Coordinates, "11-15")],
        board: Some(Shape::Checkers),
        example: "B:W18,K22:B9",
        openings: include_str!("../../../../data/draughts/ballots.txt"),
    };

    type Setup = ();
    type Move = Move;
    type Undo = Self;

    fn start((): &()) -> Self {
        Self { black: 0x0000_0fff, white: 0xfff0_0000, kings: 0, side: Side::First }
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.generate(moves);
    }

    fn play(&mut self, m: Move) -> Self {
        let before = *self;
        *self = self.changed(m.change());
        before
    }

    fn undo(&mut self, _: Move, before: Self) {
        *self = before;
    }

    fn to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        (!self.can_move()).then(|| Outcome::Win(self.side.other()))
    }

    fn outcome_with_history(played: &Played<Self>) -> Option<Outcome> {
        let known = played.position().outcome();
        if known.is_some() {
            return known;
        }
        let keys = played.keys();
        let repeated = keys.last().is_some_and(|last| keys.iter().filter(|key| *key == last).count() >= 3);
        (repeated || is_quiet(played)).then_some(Outcome::Draw)
    }

    fn key(&self) -> u64 {
        let side = match self.side {
            Side::First => 0,
            Side::Second => 0x9e37_79b9_7f4a_7c15,
        };
        mix(u64::from(self.black) << 32 | u64::from(self.white))
            ^ mix(u64::from(self.kings) ^ side).rotate_left(23)
    }

    fn canonical_key(&self) -> u64 {
        self.key()
    }

    fn image(&self, _: usize) -> Self {
        *self
    }

    fn image_move(&self, m: Move, _: usize) -> Move {
        m
    }

    fn to_text(&self) -> String {
        text::position_text(self)
    }

    fn from_text((): &(), text: &str) -> Result<Self, TextError> {
        text::parse_position(text)
    }

    fn move_text(&self, m: Move, _: Notation) -> String {
        text::move_text(m)
    }

    fn parse_move(&self, text: &str, _: Notation) -> Result<Move, TextError> {
        text::parse_move(self, text)
    }

    fn drawing(&self, last: Option<Move>, _: Notation) -> String {
        text::drawing(self, last)
    }

    fn moves_left(&self) -> u32 {
        // Fewer pieces, fewer moves; a game of masters has some sixty plies, and its first half decides most.
        8 + (self.black | self.white).count_ones() / 2
    }

    fn perft(&mut self, depth: u32) -> u64 {
        self.leaves(depth, &mut Vec::new())
    }
}

impl Draughts {
    /// Counts leaves; `moves` is room for moves, as long afterwards as before.
    fn leaves(&self, depth: u32, moves: &mut Vec<Move>) -> u64 {
        if depth <= 1 {
            return if depth == 0 { 1 } else { self.count_moves() as u64 };
        }
        let from = moves.len();
        self.generate(moves);
        let mut leaves = 0;
        for n in from..moves.len() {
            leaves += self.after(moves[n]).leaves(depth - 1, moves);
        }
        moves.truncate(from);
        leaves
    }
}

/// Whether the last [`QUIET_PLIES`] plies have neither advanced a man nor taken a piece.
fn is_quiet(played: &Played<Draughts>) -> bool {
    if played.plies() < QUIET_PLIES {
        return false;
    }
    let mut position = *played.start();
    let quiet = played.moves().fold(0, |quiet, m| {
        let irreversible = position.is_irreversible(m);
        position.play(m);
        if irreversible { 0 } else { quiet + 1 }
    });
    quiet >= QUIET_PLIES
}
