//! Terms of Go-Moku for Samuel's machinery: what a stone would make on the empty squares, by what all four lines together amount to,
//! and by the shapes along single lines (threes, fours and so on, as in Allis, van den Herik and Huntjens 1994, section 3).
//!
//! As in Appendix C of Samuel's paper each is a parameter of the side that has just moved, the passive one; a name that begins with X is
//! of the other side as that one must fear it. With some two hundred moves in a position the look-ahead looks at the likeliest alone, so
//! that it proves nothing.

mod accumulator;
#[cfg(test)]
mod tests;

use crate::Choice;
use crate::alpha_beta::likely_moves;
use crate::samuel::terms::rows::{self, credit};
use crate::samuel::terms::{Ratings, Subject, Term, with_connectives};
use crate::victoria;
use games::gomoku::stones::bits;
use games::gomoku::{Opening, OpeningMove, Setup, Square, Stones};
use games::{Game, Side};
use solve::gomoku::{Class, Shape, ThreatBoard};

use accumulator::Accumulator;

/// The parameters by the alphabet. The numbers of their terms are those of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is told by its term")]
#[rustfmt::skip]
pub(crate) enum Parameter {
    Cent, Cthr, Ctwo, Dfour, Five, Foth, Four, Otwo, Thre, Tthr, Ttwo,
    Xcthr, Xctwo, Xdfour, Xfive, Xfoth, Xfour, Xotwo, Xthre, Xtthr, Xttwo,
}

use Parameter::*;

const SIMPLE: usize = 21;

/// The 33 terms: 21 parameters, then the connectives of three pairs.
pub(crate) const TERMS: [Term; SIMPLE + 12] = with_connectives(
    &[
        Term::simple("CENT", "own stones within two squares of the middle"),
        Term::simple("CTHR", "lines on which a stone makes a closed three"),
        Term::simple("CTWO", "lines on which a stone makes a closed two"),
        Term::simple("DFOUR", "squares for a double or straight four"),
        Term::simple("FIVE", "squares for a five"),
        Term::simple("FOTH", "squares for a four and a three"),
        Term::simple("FOUR", "squares for a four without a three"),
        Term::simple("OTWO", "lines on which a stone makes an open two"),
        Term::simple("THRE", "squares for one three"),
        Term::simple("TTHR", "squares for two threes"),
        Term::simple("TTWO", "squares for two twos"),
        Term::simple("XCTHR", "the other side's CTHR"),
        Term::simple("XCTWO", "the other side's CTWO"),
        Term::simple("XDFOUR", "the other side's DFOUR"),
        Term::simple("XFIVE", "the other side's FIVE"),
        Term::simple("XFOTH", "the other side's FOTH"),
        Term::simple("XFOUR", "the other side's FOUR"),
        Term::simple("XOTWO", "the other side's OTWO"),
        Term::simple("XTHRE", "the other side's THRE"),
        Term::simple("XTTHR", "the other side's TTHR"),
        Term::simple("XTTWO", "the other side's TTWO"),
    ],
    &[
        (["FOTH1", "FOTH2", "FOTH3", "FOTH4"], Four as usize, Thre as usize),
        (["THTW1", "THTW2", "THTW3", "THTW4"], Thre as usize, Ttwo as usize),
        (["OTCE1", "OTCE2", "OTCE3", "OTCE4"], Otwo as usize, Cent as usize),
    ],
);

/// So many moves are looked at in a position.
const WIDTH: usize = 12;
/// How near the middle is.
const MIDDLE: usize = 2;

/// The parameters of the passive side with those of the active one that are numbers of squares of some classes.
const BY_CLASS: [(Parameter, Parameter, &[Class]); 7] = [
    (Dfour, Xdfour, &[Class::DoubleFour]),
    (Five, Xfive, &[Class::Five]),
    (Foth, Xfoth, &[Class::FourAndThree]),
    (Four, Xfour, &[Class::Four, Class::FourAndTwo]),
    (Thre, Xthre, &[Class::Three, Class::ThreeAndTwo]),
    (Tthr, Xtthr, &[Class::TwoThrees]),
    (Ttwo, Xttwo, &[Class::TwoTwos]),
];

/// Those that are numbers of lines through empty squares with some shapes.
const BY_SHAPE: [(Parameter, Parameter, &[Shape]); 3] = [
    (Cthr, Xcthr, &[Shape::ClosedThree]),
    (Ctwo, Xctwo, &[Shape::ClosedTwo]),
    (Otwo, Xotwo, &[Shape::OpenTwo, Shape::WideTwo]),
];

const fn bit(parameter: Parameter) -> u64 {
    1 << parameter as usize
}

impl Subject for Opening {
    type Accumulator = Accumulator;
    const TERMS: &'static [Term] = &TERMS;
    const MAN: i64 = rows::MAN;
    /// Those of the usual board; a larger one counts for full at first.
    const PIECES: u32 = 225;
    const RATE: i64 = 2;
    const EXHAUSTIVE: bool = false;
    fn prepare(setup: &Setup) {
        ThreatBoard::prepare(setup.rules());
    }

    /// The first move is free.
    const FIRST_MOVES: &'static [&'static str] = &[];
    /// Four likely terms in decreasing order, halving as those of the rote study do.
    const FOUR: &'static str = "TTHR:+2^17 THRE:+2^16 FOUR:+2^15 OTWO:+2^14";
    /// What `td-leaf` has learned: `docs/research/td-leaf.md` has the command.
    const SECOND: &'static str = "CENT:+15293 CTHR:+16074 CTWO:-61302 DFOUR:+8363 FIVE:+1867 FOTH:+304 FOUR:+15943 OTWO:-23915 \
                       THRE:+22229 TTHR:+2371 TTWO:-14346 XCTHR:-72947 XCTWO:-40094 XDFOUR:+1449 XFIVE:+1 XFOTH:+82 \
                       XFOUR:-31454 XOTWO:+71793 XTHRE:-44379 XTTHR:-4253 XTTWO:+27122 FOTH1:-1323 FOTH2:-6625 \
                       FOTH3:-7766 FOTH4:-3691 THTW1:-4534 THTW2:-4818 THTW3:-8398 THTW4:-4408 OTCE1:-4428 OTCE2:-6665 \
                       OTCE3:-2834 OTCE4:-7978";

    fn open(&self, moves: &dyn Fn() -> Vec<OpeningMove>) -> Option<Choice<Self>> {
        (!self.is_free()).then(|| victoria::opening::choose(self, &moves()))
    }

    fn candidates(&self, accumulator: &mut Accumulator, moves: &mut Vec<OpeningMove>) {
        if !self.is_free() {
            return self.legal_moves(moves);
        }
        let from = moves.len();
        let board = accumulator.board_of(self);
        let side = self.to_move();
        let fives = [side, side.other()].map(|side| board.squares(side, Class::Five));
        let forced = if fives[0].is_empty() { fives[1] } else { fives[0] };
        let stones = forced.squares().map(OpeningMove::Stone);
        moves.extend(stones.filter(|&m| self.is_legal(m)));
        if moves.len() == from && !likely_moves(board, self, WIDTH, moves) {
            let middle = middle(self.game().stones());
            let distance = |m: &OpeningMove| m.square().map(|square| square.distance(middle));
            moves[from..].sort_by_key(distance);
            moves.truncate(from + WIDTH);
        }
    }

    fn rate(&self, accumulator: &mut Accumulator, wanted: u64) -> Ratings {
        let active = self.to_move();
        let mut ratings = Ratings::NONE;
        let mut set = |parameter: Parameter, value: u32| {
            if wanted & bit(parameter) != 0 {
                ratings.set(parameter as usize, value as i16);
            }
        };
        if wanted & bit(Cent) != 0 {
            set(Cent, near_the_middle(self.game().stones(), active.other()));
        }
        let board = accumulator.board_of(self);
        for (passives, actives, classes) in BY_CLASS {
            for (parameter, side) in [(passives, active.other()), (actives, active)] {
                set(parameter, classes.iter().map(|&class| board.squares(side, class).count()).sum());
            }
        }
        if BY_SHAPE.iter().any(|&(passives, actives, _)| wanted & (bit(passives) | bit(actives)) != 0) {
            let shapes = shapes(board);
            for (passives, actives, wanted) in BY_SHAPE {
                for (parameter, side) in [(passives, active.other()), (actives, active)] {
                    let of = &shapes[side.index()];
                    set(parameter, wanted.iter().map(|&shape| of[shape as usize]).sum());
                }
            }
        }
        ratings
    }

    fn advantage(&self) -> i64 {
        let (stones, side) = (self.game().stones(), self.to_move());
        worth(stones, side) - worth(stones, side.other())
    }

    /// Whether a five can be made, or must be prevented.
    fn next_is_jump(&self, accumulator: &mut Accumulator) -> bool {
        let board = accumulator.board_of(self);
        [Side::First, Side::Second].into_iter().any(|side| !board.squares(side, Class::Five).is_empty())
    }

    /// Whether there is a square for a double four, or for a four and a three.
    fn can_offer_exchange(&self, accumulator: &mut Accumulator) -> bool {
        let side = self.to_move();
        let board = accumulator.board_of(self);
        let classes = [Class::DoubleFour, Class::FourAndThree];
        classes.iter().any(|&class| !board.squares(side, class).is_empty())
    }

    fn pieces(&self) -> u32 {
        self.game().squares_left()
    }

    fn with_sides_reversed(&self) -> Self {
        self.with_turn(self.game().to_move().other()).unwrap_or_else(|_| self.clone())
    }
}

/// The square in the middle of the board.
fn middle(stones: &Stones) -> Square {
    let half = (stones.size() - 1) / 2;
    Square::new(half, half).unwrap_or_else(Square::origin)
}

fn near_the_middle(stones: &Stones, side: Side) -> u32 {
    let middle = middle(stones);
    stones.of_side(side).filter(|square| square.distance(middle) <= MIDDLE).count() as u32
}

/// How many lines through empty squares have each shape, for either side.
fn shapes(board: &ThreatBoard) -> [[u32; Shape::COUNT]; 2] {
    let mut counts = [[0; Shape::COUNT]; 2];
    for pair in board.all_squares().filter_map(|square| board.lines(square)).flatten() {
        counts[0][Shape::from_number(pair & 15) as usize] += 1;
        counts[1][Shape::from_number(pair >> 4) as usize] += 1;
    }
    counts
}

/// What the rows of five squares are worth in which this side has stones and the other none.
fn worth(stones: &Stones, side: Side) -> i64 {
    const ROW: u32 = 0b1_1111;
    let mut worth = 0;
    for (_, view, _) in stones.lines_with(side, 1) {
        let open = view.own | view.empty;
        // Bit n is set where a row begins at place n.
        let firsts = open & open >> 1 & open >> 2 & open >> 3 & open >> 4;
        worth += bits(firsts).map(|first| credit((view.own >> first & ROW).count_ones())).sum::<i64>();
    }
    worth
}
