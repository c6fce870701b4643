//! Go-Moku, five in a row on a board of 5 x 5 to 20 x 20, with its variants (Allis, van den Herik and Huntjens 1994,
//! section 2): [`Gomoku`] is the game of placing stones, [`Opening`] the same with opening protocols around it.
//!
//! The sides are black (`x`, first) and white (`o`). The registry's game `gomoku` is [`Opening`].

pub mod opening;
pub(crate) mod renju;
pub mod setup;
pub mod square;
pub mod stones;
pub mod text;

pub use opening::{Opening, OpeningMove};
pub use setup::{Protocol, Rules, Setup};
pub use square::{Direction, Square};
pub use stones::Stones;

use super::{Game, Notation, Outcome, Side, TextError};

/// A position: stones and the side to move. The game is over when a side has a winning row, when the board is full
/// (a draw), and in Renju when every square left is forbidden to black, who then loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gomoku {
    setup: Setup,
    stones: Stones,
    to_move: Side,
    ended: Option<Outcome>,
}

/// Added to the key when the second side is to move.
const TURN_KEY: u64 = 0x5bf0_3635_dc1d_4e2b;

impl Gomoku {
    /// The position with these stones. The side that has just moved has won if `won`.
    fn from_stones(setup: Setup, stones: Stones, to_move: Side, won: bool) -> Self {
        let mut position = Self { setup, stones, to_move, ended: None };
        position.ended = position.end(won);
        position
    }

    /// What is fixed: size and rules.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The stones.
    pub const fn stones(&self) -> &Stones {
        &self.stones
    }

    /// How many stones are on the board.
    pub const fn ply(&self) -> usize {
        self.stones.count()
    }

    /// How many squares are empty.
    pub const fn squares_left(&self) -> u32 {
        (self.setup.size() * self.setup.size() - self.stones.count()) as u32
    }

    /// The position of the same stones with this side to move.
    ///
    /// # Errors
    /// If that side already has a winning row.
    pub fn with_turn(&self, side: Side) -> Result<Self, TextError> {
        let rows = text::rows(&self.stones);
        text::parse_position(&self.setup, &format!("{rows}{}", if side == Side::First { ":x" } else { ":o" }))
    }

    /// How the game has ended, its stones being as they are.
    fn end(&self, won: bool) -> Option<Outcome> {
        if won {
            return Some(Outcome::Win(self.to_move.other()));
        }
        if self.squares_left() == 0 {
            return Some(Outcome::Draw);
        }
        // Only Renju can leave a side without a move.
        let stuck = self.setup.rules() == Rules::Renju
            && self.to_move == Side::First
            && !self.stones.squares().any(|square| self.allows(square));
        stuck.then_some(Outcome::Win(Side::Second))
    }

    /// Whether the square is empty and the rules do not forbid it to the side to move.
    fn allows(&self, square: Square) -> bool {
        may_place(&self.stones, self.setup.rules(), self.to_move, square) && !self.is_too_near(square)
    }

    /// Variant C: black's second stone keeps away from his first, which is the only black one on the board then.
    fn is_too_near(&self, square: Square) -> bool {
        self.setup.rules() == Rules::SecondMoveRestricted
            && self.to_move == Side::First
            && self.stones.of_side(Side::First).count() == 1
            && self.stones.of_side(Side::First).any(|first| first.distance(square) <= 2)
    }
}

/// Whether a side may place a stone on this square: it is empty, and in Renju not forbidden to black. (The
/// restriction of black's second stone in variant C is not looked at.)
pub fn may_place(stones: &Stones, rules: Rules, side: Side, square: Square) -> bool {
    stones.is_empty(square)
        && (rules != Rules::Renju || side == Side::Second || renju::forbidden(stones, square).is_none())
}

/// Whether this side has a winning row.
fn winning_side(stones: &Stones, rules: Rules, side: Side) -> bool {
    let exactly = rules.exactly_five(side);
    stones.of_side(side).any(|square| stones.wins_at(side, square, exactly))
}

impl Game for Gomoku {
    const NAME: &'static str = "gomoku";
    const SYMMETRIES: usize = 8;

    type Setup = Setup;
    type Move = Square;
    type Undo = ();

    fn start(setup: &Setup) -> Self {
        let stones = Stones::new(setup.size());
        Self { setup: setup.without_protocol(), stones, to_move: Side::First, ended: None }
    }

    fn legal_moves(&self, moves: &mut Vec<Square>) {
        if self.ended.is_none() {
            moves.extend(self.stones.squares().filter(|&square| self.allows(square)));
        }
    }

    fn is_legal(&self, m: Square) -> bool {
        self.ended.is_none() && self.allows(m)
    }

    fn play(&mut self, m: Square) {
        self.stones.put(self.to_move, m);
        let won = self.stones.wins_at(self.to_move, m, self.setup.rules().exactly_five(self.to_move));
        self.to_move = self.to_move.other();
        self.ended = self.end(won);
    }

    fn undo(&mut self, m: Square, (): ()) {
        self.to_move = self.to_move.other();
        self.stones.remove(self.to_move, m);
        self.ended = None;
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended
    }

    fn key(&self) -> u64 {
        self.stones.key() ^ if self.to_move == Side::First { 0 } else { TURN_KEY }
    }

    fn canonical_key(&self) -> u64 {
        self.stones.canonical_key() ^ if self.to_move == Side::First { 0 } else { TURN_KEY }
    }

    fn image(&self, symmetry: usize) -> Self {
        Self { stones: self.stones.image(symmetry), ..self.clone() }
    }

    fn image_move(&self, m: Square, symmetry: usize) -> Square {
        self.stones.image_square(m, symmetry)
    }

    fn to_text(&self) -> String {
        text::position_text(self)
    }

    fn from_text(setup: &Setup, text: &str) -> Result<Self, TextError> {
        text::parse_position(&setup.without_protocol(), text)
    }

    fn move_text(&self, m: Square, _: Notation) -> String {
        m.to_string()
    }

    fn parse_move(&self, text: &str, _: Notation) -> Result<Square, TextError> {
        Square::parse(text, self.setup.size())
    }

    fn drawing(&self, last: Option<Square>, _: Notation) -> String {
        text::drawing(self, last)
    }

    fn moves_left(&self) -> u32 {
        // Most games end by a combination long before the board is full, and its moves cost little time.
        (12_u32.saturating_sub(self.ply() as u32 / 8).max(6)).min(self.squares_left().div_ceil(2))
    }
}

#[cfg(test)]
mod tests;
