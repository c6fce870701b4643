//! What is counted in a position of draughts, for [`super::evaluation`] to weigh.
//!
//! Both sides are looked at as if they were Black: a side's camp is turned so that its men go down the board.

use super::regions::{self, BLOCKS, MEN};
use games::draughts::square::{BLACKS_ROW, WHITES_ROW};
use games::draughts::{Direction, Draughts, Square};
use games::{Game as _, Side};

/// What is counted beside the squares on which men and kings stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// To be on move.
    Turn,
    /// To have the move (the opposition) with as many pieces as the other side: the last to run out of waiting moves.
    TheMove,
    /// Steps that the side's pieces could make.
    Mobility,
    /// Kings that cannot step anywhere.
    StuckKings,
    /// Men that nothing stands in front of, one step from the king row, and two, and three or four: they cannot be stopped
    /// by a piece next to their way.
    Runner1,
    Runner2,
    /// Three or four steps away.
    Runner3,
    /// The bridge: men on squares 1 and 3 while the other side has men and no king yet.
    Bridge,
    /// A man in the dog hole (Black's on 28 behind White's on 32), where it will never move.
    DogHole,
    /// Men with a friend or the edge behind them on both sides: they cannot be taken.
    Backed,
}

impl Term {
    const COUNT: usize = Self::Backed as usize + 1;
}

/// A side with its opponent, turned so that the side's men go down.
struct Camp {
    men: u32,
    kings: u32,
    others_men: u32,
    others: u32,
}

/// How many men and kings a side can have as [`Count::Material`] tells them apart, and how many materials that makes.
const MATERIAL: (usize, usize) = (8, 5);
const MATERIALS: usize = MATERIAL.0 * MATERIAL.1;

impl Camp {
    fn of(position: &Draughts, side: Side) -> Self {
        let turn = |set: u32| if side == Side::First { set } else { set.reverse_bits() };
        let (own, others) = (turn(position.pieces(side)), turn(position.pieces(side.other())));
        let kings = turn(position.kings());
        Self { men: own & !kings, kings: own & kings, others_men: others & !kings, others }
    }

    /// Men and kings as a number.
    fn material(&self) -> usize {
        let [men, kings] = [self.men.count_ones() as usize, self.kings.count_ones() as usize];
        kings.min(MATERIAL.1 - 1) * MATERIAL.0 + men.min(MATERIAL.0 - 1)
    }

    /// Counts what this side has beside its men's squares; `add` is told of squares by [`Count`].
    #[inline]
    fn count(&self, add: &mut impl FnMut(Count, i32)) {
        regions::count(self.men, self.others_men, |number| add(Count::Men(number), 1));
        Square::of_set(self.kings).for_each(|square| add(Count::King(square), 1));
        self.count_steps(add);
        self.count_runners(add);
        if self.men & BRIDGE == BRIDGE && self.others_men == self.others && self.others_men != 0 {
            add(Count::Term(Term::Bridge), 1);
        }
        if self.men & DOG_HOLE != 0 && self.others_men & DOG != 0 {
            add(Count::Term(Term::DogHole), 1);
        }
        let own = self.men | self.kings;
        let backed = Direction::DownLeft.step(own) | LEFT_OR_TOP;
        let backed = backed & (Direction::DownRight.step(own) | RIGHT_OR_TOP);
        add(Count::Term(Term::Backed), (self.men & backed).count_ones() as i32);
    }

    fn count_steps(&self, add: &mut impl FnMut(Count, i32)) {
        let empty = !(self.men | self.kings | self.others);
        let (mut steps, mut moving) = (0, 0);
        for direction in Direction::ALL {
            let down = matches!(direction, Direction::DownLeft | Direction::DownRight);
            let movers = if down { self.men | self.kings } else { self.kings };
            let able = movers & direction.back().step(empty);
            steps += able.count_ones();
            moving |= able;
        }
        add(Count::Term(Term::Mobility), steps as i32);
        add(Count::Term(Term::StuckKings), (self.kings & !moving).count_ones() as i32);
    }

    /// Looks for the man nearest to the king row whose way leads over empty squares away from all other pieces.
    fn count_runners(&self, add: &mut impl FnMut(Count, i32)) {
        let near =
            Direction::ALL.into_iter().fold(self.others, |all, direction| all | direction.step(self.others));
        let free = !(self.men | self.kings | near);
        let mut front = self.men;
        for term in [Term::Runner1, Term::Runner2, Term::Runner3, Term::Runner3] {
            // On the king row itself nothing can happen to it any more before its next move.
            let free = free | WHITES_ROW & !(self.men | self.kings | self.others);
            front = (Direction::DownLeft.step(front) | Direction::DownRight.step(front)) & free;
            if front & WHITES_ROW != 0 {
                return add(Count::Term(term), 1);
            }
        }
    }
}

const BRIDGE: u32 = 0b101;
const DOG_HOLE: u32 = 1 << 27;
const DOG: u32 = 1 << 31;
/// Squares with nothing behind them to the left (or to the right), as men going down see it.
const LEFT_OR_TOP: u32 = !Direction::DownRight.step(u32::MAX) | BLACKS_ROW;
const RIGHT_OR_TOP: u32 = !Direction::DownLeft.step(u32::MAX) | BLACKS_ROW;

/// One thing that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// A king here, its side going down.
    King(Square),
    Term(Term),
    /// The difference in pieces by the number of all pieces, in sixty-fourths: with the same lead every exchange is a gain.
    Lead,
    /// What men a region holds, by the number of [`regions`].
    Men(usize),
    /// What both sides have: the greater material, times [`MATERIALS`], and the lesser.
    Material(usize),
    /// What a block with kings holds, by the number of [`regions`].
    Block(usize),
}

const TERMS_AT: usize = 64;
const LEAD_AT: usize = TERMS_AT + Term::COUNT;
pub(super) const MEN_AT: usize = LEAD_AT + 1;
const MATERIAL_AT: usize = MEN_AT + MEN;
const BLOCKS_AT: usize = MATERIAL_AT + MATERIALS * MATERIALS;
/// How many features there are.
pub(super) const FEATURES: usize = BLOCKS_AT + BLOCKS;

impl Count {
    /// The number of the feature.
    pub(super) const fn number(self) -> usize {
        match self {
            Self::King(square) => 32 + square.index(),
            Self::Term(term) => TERMS_AT + term as usize,
            Self::Lead => LEAD_AT,
            Self::Men(number) => MEN_AT + number,
            Self::Material(number) => MATERIAL_AT + number,
            Self::Block(number) => BLOCKS_AT + number,
        }
    }
}

/// Everything that is counted but the squares of men, for the side to move: what the other side has counts negative.
#[inline]
pub(super) fn counts(position: &Draughts, mut add: impl FnMut(Count, i32)) {
    let mover = position.to_move();
    let camps = [mover, mover.other()].map(|side| Camp::of(position, side));
    for (camp, sign) in camps.iter().zip([1, -1]) {
        camp.count(&mut |count, n| add(count, sign * n));
        if position.kings() != 0 {
            regions::blocks(
                [camp.men, camp.kings, camp.others_men, camp.others & !camp.others_men],
                |number| {
                    add(Count::Block(number), sign);
                },
            );
        }
    }
    let [own, other] = camps.map(|camp| camp.material());
    if own != other {
        add(Count::Material(own.max(other) * MATERIALS + own.min(other)), if own > other { 1 } else { -1 });
    }
    let (own, others) = position.own_and_other();
    let (own_pieces, others_pieces) = (own.count_ones() as i32, others.count_ones() as i32);
    add(Count::Term(Term::Turn), 1);
    add(Count::Lead, 64 * (own_pieces - others_pieces) / (own_pieces + others_pieces).max(1));
    if own_pieces == others_pieces {
        let all = if mover == Side::First { own | others } else { (own | others).reverse_bits() };
        let odd = (all & OWN_SYSTEM).count_ones() % 2 == 1;
        add(Count::Term(Term::TheMove), if odd { 1 } else { -1 });
    }
}

/// The rows from which the mover's men are counted for the move: every other one from its own first row on. It has the
/// move if an odd number of pieces stands there.
const OWN_SYSTEM: u32 = 0x0f0f_0f0f;

/// The squares of all men as their own side sees them, with the sign of the side.
pub(super) fn men(position: &Draughts, mut add: impl FnMut(usize, i32)) {
    let mover = position.to_move();
    for (side, sign) in [(mover, 1), (mover.other(), -1)] {
        Square::of_set(Camp::of(position, side).men).for_each(|square| add(square.index(), sign));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;

    fn of(text: &str) -> Vec<(Count, i32)> {
        let position = Draughts::from_text(&(), text).unwrap();
        let mut all: Vec<(Count, i32)> = Vec::new();
        counts(&position, |count, n| match all.iter_mut().find(|(other, _)| *other == count) {
            Some((_, sum)) => *sum += n,
            None => all.push((count, n)),
        });
        all
    }

    fn term(text: &str, term: Term) -> i32 {
        of(text).into_iter().find(|(count, _)| *count == Count::Term(term)).map_or(0, |(_, n)| n)
    }

    #[test]
    fn terms_on_positions_drawn_by_hand() {
        let drawn = [
            // The books: at the start the side that is not on move has the move, whichever it is.
            ("B:W21-32:B1-12", Term::TheMove, -1),
            ("W:W21-32:B1-12", Term::TheMove, -1),
            ("B:WK32:BK1", Term::TheMove, 1),
            ("B:W21-32:B1-12", Term::Mobility, 0),
            ("B:WK32:BK14", Term::Mobility, 2),
            ("B:W32:BK29,K1", Term::StuckKings, 0),
            ("W:WK32:B27,28,23", Term::StuckKings, 1),
            ("W:WK29:B25,22", Term::StuckKings, 1),
            ("B:W12:B27", Term::Runner1, 1),
            ("B:W5:B27", Term::Runner1, 0),
            ("B:W5:B22", Term::Runner2, 1),
            ("B:W32,31:B27", Term::Runner1, 0),
            ("B:W29,30,31,32:B18", Term::Runner2, 0),
            ("B:W21:B10", Term::Runner3, 0),
            ("B:W12:B13,1,3", Term::Bridge, 1),
            ("B:WK12:B13,1,3", Term::Bridge, 0),
            ("B:W32:B28", Term::DogHole, 1),
            ("W:W5:B1", Term::DogHole, 1),
            ("B:W32:B1,2,6", Term::Backed, 2),
        ];
        let wrong: Vec<_> = drawn.into_iter().filter(|&(text, wanted, n)| term(text, wanted) != n).collect();
        let found: Vec<_> = wrong.iter().map(|&(text, wanted, _)| term(text, wanted)).collect();
        assert!(wrong.is_empty(), "{wrong:?}: found {found:?}");
    }
}
