//! A position as Appendix C looks at it: an active side, which is to move, and a passive one. The board is turned so that the
//! passive side is Black's, its men moving towards higher numbers; each parameter is so defined once for both colours.

use super::{KING, MAN};
use games::draughts::Draughts;
use games::{Game, Side};

/// The set of these squares, 1 to 32.
pub(crate) const fn squares<const N: usize>(numbers: [usize; N]) -> u32 {
    let (mut set, mut n) = (0, 0);
    while n < N {
        set |= 1 << (numbers[n] - 1);
        n += 1;
    }
    set
}

/// The squares 11, 12, 15, 16, 20, 21, 24 and 25 of the machine (figure A-1), as the board numbers them.
pub(crate) const CENTER: u32 = squares([10, 11, 14, 15, 18, 19, 22, 23]);

/// A position with the passive side on Black's side of the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// The position, White to move.
    pub(crate) position: Draughts,
    /// The pieces of the side that is to move.
    pub(crate) active: u32,
    /// Those of the side that has moved.
    pub(crate) passive: u32,
    /// The kings among them all.
    pub(crate) kings: u32,
    /// The squares without a piece.
    pub empty: u32,
}

impl View {
    pub(crate) fn of(position: &Draughts) -> Self {
        let position = if position.to_move() == Side::Second { *position } else { position.turned() };
        let (active, passive) = position.own_and_other();
        Self { position, active, passive, kings: position.kings(), empty: position.empty() }
    }

    pub(crate) const fn passive_men(&self) -> u32 {
        self.passive & !self.kings
    }
}

/// The material credit of these pieces.
pub(crate) fn credit(pieces: u32, kings: u32) -> i64 {
    let kings = i64::from((pieces & kings).count_ones());
    MAN * (i64::from(pieces.count_ones()) - kings) + KING * kings
}

/// How many squares a set has.
#[inline]
pub(crate) const fn count(set: u32) -> i16 {
    set.count_ones() as i16
}
