//! What a position of draughts is worth at a glance: a sum of counts, each with a weight for the opening and one for the
//! ending, so that what is good changes smoothly as pieces leave the board.
//!
//! Both sides are looked at as if they were Black: a side's camp is turned so that its men go down the board.

use super::super::trained::{Trainable, built_in, is_quiet};
use super::Board;
use super::regions::{self, REGIONS};
use super::solved::WON;
use games::draughts::square::{BLACKS_ROW, WHITES_ROW};
use games::draughts::{Direction, Draughts, Square};
use games::{Game, Side};
use std::sync::LazyLock;

/// What is counted beside the squares on which men and kings stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Term {
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

impl Camp {
    fn of(position: &Draughts, side: Side) -> Self {
        let turn = |set: u32| if side == Side::First { set } else { set.reverse_bits() };
        let (own, others) = (turn(position.pieces(side)), turn(position.pieces(side.other())));
        let kings = turn(position.kings());
        Self { men: own & !kings, kings: own & kings, others_men: others & !kings, others }
    }

    /// Counts what this side has; `add` is told of squares by [`Count`].
    #[inline]
    fn count(&self, add: &mut impl FnMut(Count, i32)) {
        Square::of_set(self.men).for_each(|square| add(Count::Man(square), 1));
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
enum Count {
    /// A man here, its side going down.
    Man(Square),
    King(Square),
    Term(Term),
    /// The difference in pieces by the number of all pieces, in sixty-fourths: with the same lead every exchange is a gain.
    Lead,
    /// What a region holds, by the number of [`regions`].
    Region(usize),
}

const TERMS_AT: usize = 64;
const LEAD_AT: usize = TERMS_AT + Term::COUNT;
const REGIONS_AT: usize = LEAD_AT + 1;

impl Count {
    /// The number of the feature.
    const fn number(self) -> usize {
        match self {
            Self::Man(square) => square.index(),
            Self::King(square) => 32 + square.index(),
            Self::Term(term) => TERMS_AT + term as usize,
            Self::Lead => LEAD_AT,
            Self::Region(number) => REGIONS_AT + number,
        }
    }
}

/// What every count is worth in the opening and in the ending, in hundredths of a man.
#[derive(Debug)]
pub(super) struct Weights {
    all: Vec<[i16; 2]>,
    /// Whether any region is worth anything: else none is looked at.
    regions: bool,
}

impl Weights {
    pub(super) fn of(weights: &[i16]) -> Self {
        let all: Vec<[i16; 2]> = weights.as_chunks().0.to_vec();
        let regions = all.iter().skip(REGIONS_AT).any(|weights| *weights != [0, 0]);
        Self { all, regions }
    }

    /// The worth of a position to the side to move, in hundredths of a man.
    pub(super) fn evaluate(&self, position: &Draughts) -> i32 {
        let (mut opening, mut ending) = (0, 0);
        counts(position, self.regions, |count, n| {
            if let Some(weight) = self.all.get(count.number()) {
                opening += n * i32::from(weight[0]);
                ending += n * i32::from(weight[1]);
            }
        });
        let stage = stage(position);
        // Whatever weights a file has, nothing looks like a win that the endings know.
        ((opening * stage + ending * (STAGES - stage)) / STAGES).clamp(1 - WON / 2, WON / 2 - 1)
    }
}

/// The weights that are built in: see docs/research/draughts.md.
pub(super) static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| built_in::<Draughts, _>(Weights::of));

/// Everything that is counted, for the side to move: what the other side has counts negative.
#[inline]
fn counts(position: &Draughts, with_regions: bool, mut add: impl FnMut(Count, i32)) {
    let mover = position.to_move();
    for (side, sign) in [(mover, 1), (mover.other(), -1)] {
        let camp = Camp::of(position, side);
        camp.count(&mut |count, n| add(count, sign * n));
        if with_regions {
            regions::count(camp.men, camp.others_men, |number| add(Count::Region(number), sign));
        }
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

/// How far a position is from the ending, in [`STAGES`]: as the number of pieces, between these bounds.
fn stage(position: &Draughts) -> i32 {
    let pieces = (!position.empty()).count_ones() as i32;
    (pieces - FEW).clamp(0, STAGES)
}

const FEW: i32 = 6;
/// At this stage the opening's weights count alone, at stage 0 the ending's.
const STAGES: i32 = 16;

/// The worth of a position to the side to move, in hundredths of a man, by the weights that are built in.
pub fn evaluate(position: &Draughts) -> i32 {
    WEIGHTS.evaluate(position)
}

impl Trainable for Draughts {
    const FEATURES: &'static str = "men, kings, terms, lead, men by region";
    const COUNT: usize = REGIONS_AT + REGIONS;
    const PHASES: usize = 2;
    const LOGIT: f64 = 0.003;
    const DECIDED: i32 = 500;
    const BALLOTS: bool = true;

    fn built_in() -> &'static str {
        include_str!("built-in.weights")
    }

    fn counts(&self, add: &mut dyn FnMut(usize, i32)) -> f32 {
        let mut sums = [0; REGIONS_AT];
        counts(self, true, |count, n| match count.number() {
            number if number < REGIONS_AT => sums[number] += n,
            number => add(number, n),
        });
        for (number, &n) in sums.iter().enumerate().filter(|&(_, &n)| n != 0) {
            add(number, n);
        }
        stage(self) as f32 / STAGES as f32
    }

    fn is_quiet(&self) -> bool {
        is_quiet::<Self, Board>(self, 0)
    }
}

/// The evaluation in lines for people: what is counted, the mover's less the other side's, and what it comes to.
pub(super) fn table(position: &Draughts, weights: &Weights) -> Vec<String> {
    let mut rows: Vec<(String, i32, i32)> = Vec::new();
    let stage = stage(position);
    counts(position, weights.regions, |count, n| {
        let name = match count {
            Count::Man(_) => "Men".to_owned(),
            Count::King(_) => "Kings".to_owned(),
            Count::Term(term) => format!("{term:?}"),
            Count::Lead => "Lead".to_owned(),
            Count::Region(_) => "Regions".to_owned(),
        };
        let [opening, ending] = weights.all.get(count.number()).copied().unwrap_or_default();
        let worth = n * (i32::from(opening) * stage + i32::from(ending) * (STAGES - stage)) / STAGES;
        match rows.iter_mut().find(|(other, ..)| *other == name) {
            Some(row) => (row.1, row.2) = (row.1 + n, row.2 + worth),
            None => rows.push((name, n, worth)),
        }
    });
    let rows = rows.into_iter().filter(|row| row.1 != 0 || row.2 != 0);
    rows.map(|(name, n, worth)| format!("  {name:10} {n:+4} {worth:+6}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;

    fn of(text: &str) -> Vec<(Count, i32)> {
        let position = Draughts::from_text(&(), text).unwrap();
        let mut all: Vec<(Count, i32)> = Vec::new();
        counts(&position, true, |count, n| match all.iter_mut().find(|(other, _)| *other == count) {
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

    /// A position with the colours and the board turned is worth the same.
    #[test]
    fn both_sides_are_judged_alike() {
        let mut state = 5_u64;
        for _ in 0..300 {
            let mut position = Draughts::start(&());
            for _ in 0..60 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let [black, white] =
                    [Side::First, Side::Second].map(|side| position.pieces(side).reverse_bits());
                let turned = Draughts::from_sets(
                    white,
                    black,
                    position.kings().reverse_bits(),
                    position.to_move().other(),
                );
                assert_eq!(evaluate(&position), evaluate(&turned.unwrap()), "{}", position.to_text());
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position.play(moves[(state >> 33) as usize % moves.len()]);
            }
        }
    }
}
