//! How far the look-ahead goes: the break points of the section "Ply limitations".

use crate::samuel::terms::Subject;
use crate::settings::{Settings, integer, options};

/// The deepest ply that any break point may be raised to.
pub(crate) const PLY_MAX: usize = 99;

/// The break points, in plies from the position where a move is to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plies {
    /// Below this every position is looked through. From here on the look-ahead goes on only if the next move is a jump, the
    /// last move was one, or an exchange can be offered.
    pub minimum: usize,
    /// From here on it does not matter whether the last move was a jump.
    pub exchange: usize,
    /// From here on only a jump to come lets it go on.
    pub jump: usize,
    /// From here on not even that, if one side is ahead by more than two kings.
    pub decided: usize,
    /// Here it ends in any case.
    pub last: usize,
}

impl Plies {
    pub const PAPER: Self = Self { minimum: 3, exchange: 4, jump: 5, decided: 11, last: 20 };

    /// Those that the options set, raised if the position has few pieces.
    pub fn from_settings<G: Subject>(settings: &Settings, position: &G) -> Self {
        let options = PliesOptions::of(settings);
        let PliesOptions { minimum, exchange, jump, decided, last, .. } = options;
        let plies = Self { minimum, exchange, jump, decided, last };
        if position.pieces() < options.few_pieces {
            // The last one stood for the room in the machine, which pieces do not change.
            let last = plies.last;
            let raised = plies.raised(options.few_pieces_plies as isize);
            return Self { last, ..raised };
        }
        plies
    }

    /// All break points raised by this many plies (lowered if negative).
    pub(crate) fn raised(self, plies: isize) -> Self {
        let raise = |ply: usize| ply.saturating_add_signed(plies).clamp(1, PLY_MAX);
        Self {
            minimum: raise(self.minimum),
            exchange: raise(self.exchange),
            jump: raise(self.jump),
            decided: raise(self.decided),
            last: raise(self.last),
        }
    }

    /// The same with the minimum at this ply, and the others as far from it as they are.
    pub fn with_minimum(self, minimum: usize) -> Self {
        self.raised(minimum.min(PLY_MAX) as isize - self.minimum as isize)
    }

    /// Whether a position at this ply is evaluated, not looked through.
    pub fn end_at<G: Subject>(
        &self,
        ply: usize,
        position: &G,
        accumulator: &mut G::Accumulator,
        last_was_jump: bool,
    ) -> bool {
        if ply >= self.last {
            return true;
        }
        if ply < self.minimum {
            return false;
        }
        if position.next_is_jump(accumulator) {
            return ply >= self.decided && position.is_decided();
        }
        ply >= self.jump
            || (ply >= self.exchange || !last_was_jump) && !position.can_offer_exchange(accumulator)
    }
}

options! {
    /// The break points.
    pub(crate) struct PliesOptions {
        /// Samuel: the least distance of the look-ahead; at it a position is evaluated unless the next move is a jump, the
        /// last one was, or an exchange can be offered. go depth N sets it to N and moves the other break points with it.
        minimum: usize = integer("Samuel.MinimumPly", 3, 1, PLY_MAX as i64),
        /// Samuel: from this ply on, that the last move was a jump does not count.
        exchange: usize = integer("Samuel.ExchangePly", 4, 1, PLY_MAX as i64),
        /// Samuel: from this ply on, the look-ahead continues only if the next move is a jump.
        jump: usize = integer("Samuel.JumpPly", 5, 1, PLY_MAX as i64),
        /// Samuel: from this ply on, not even then if a side is ahead by more than two kings.
        decided: usize = integer("Samuel.DecidedPly", 11, 1, PLY_MAX as i64),
        /// Samuel: at this ply the look-ahead ends in any case; a jump to come is allowed for.
        last: usize = integer("Samuel.LastPly", 20, 1, PLY_MAX as i64),
        /// Samuel: with fewer pieces than this on the board, the break points are raised.
        few_pieces: u32 = integer("Samuel.FewPieces", 8, 0, 99),
        /// Samuel: plies by which the break points, all but the last, are then raised.
        few_pieces_plies: usize = integer("Samuel.FewPiecesPlies", 2, 0, 20),
    }
}
