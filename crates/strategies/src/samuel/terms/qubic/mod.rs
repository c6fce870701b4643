//! Terms of Qubic for Samuel's machinery: lines by their content, rich cells, related pairs, planes in excess.
//!
//! The ideas are those of R. L. Citrenbaum's thesis (1965: related pairs, planes and their excess) and of M. J. Doake's (1972: lines by
//! content, strong squares); what they have become as terms is this project's. As in Appendix C of Samuel's paper each is a parameter of
//! the side that has just moved, the passive one; a name that begins with X is of the other side as that one must fear it.

#[cfg(test)]
mod tests;

use crate::citrenbaum::files::PLANE_SETS;
use crate::citrenbaum::view::View;
use crate::samuel::terms::rows::{self, credit};
use crate::samuel::terms::{Ratings, Subject, Term, with_connectives};
use games::Game;
use games::qubic::lines::{LINE_SETS, LINES, STRONG, fourth_cells};
use games::qubic::{Cell, Qubic};
use solve::qubic::forced_win::Field;
use solve::qubic::forced_win::field::{each, union};

/// The parameters by the alphabet. The numbers of their terms are those of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is told by its term")]
#[rustfmt::skip]
pub(crate) enum Parameter {
    Build, Core, Live, One, Pair, Plan, Plans, Rich, Three, Two, Watch, Xbuild, Xlive, Xone, Xpair, Xplan, Xplans, Xthree, Xtwo, Xwatch,
}

use Parameter::*;

const SIMPLE: usize = 20;

/// The 32 terms: twenty parameters, then the connectives of three pairs.
pub(crate) const TERMS: [Term; SIMPLE + 12] = with_connectives(
    &[
        Term::simple("BUILD", "cells on an own line of two and one of one"),
        Term::simple("CORE", "own stones in the core"),
        Term::simple("LIVE", "lines without an opposing stone"),
        Term::simple("ONE", "own lines of one stone"),
        Term::simple("PAIR", "major cells of own related pairs"),
        Term::simple("PLAN", "planes with an own excess of two"),
        Term::simple("PLANS", "planes with an own excess of three or more"),
        Term::simple("RICH", "own stones on rich cells"),
        Term::simple("THREE", "own lines of three stones"),
        Term::simple("TWO", "own lines of two stones"),
        Term::simple("WATCH", "cells on own lines of two"),
        Term::simple("XBUILD", "the other side's BUILD"),
        Term::simple("XLIVE", "the other side's LIVE"),
        Term::simple("XONE", "the other side's ONE"),
        Term::simple("XPAIR", "the other side's PAIR"),
        Term::simple("XPLAN", "the other side's PLAN"),
        Term::simple("XPLANS", "the other side's PLANS"),
        Term::simple("XTHREE", "the other side's THREE"),
        Term::simple("XTWO", "the other side's TWO"),
        Term::simple("XWATCH", "the other side's WATCH"),
    ],
    &[
        (["PATW1", "PATW2", "PATW3", "PATW4"], Pair as usize, Two as usize),
        (["PLTW1", "PLTW2", "PLTW3", "PLTW4"], Plan as usize, Two as usize),
        (["RITW1", "RITW2", "RITW3", "RITW4"], Rich as usize, Two as usize),
    ],
);

/// The inner eight cells.
const CORE: u64 = 0x0660_0660_0000;

impl Subject for Qubic {
    type Accumulator = ();
    const TERMS: &'static [Term] = &TERMS;
    const MAN: i64 = rows::MAN;
    const PIECES: u32 = 64;
    const RATE: i64 = 3;
    /// One of each class.
    const FIRST_MOVES: &'static [&'static str] = &["111", "112"];
    /// Four likely terms in decreasing order, halving as those of the rote study do.
    const FOUR: &'static str = "PAIR:+2^17 TWO:+2^16 PLAN:+2^15 RICH:+2^14";
    /// What `td-leaf` has learned: `docs/research/td-leaf.md` has the command.
    const SECOND: &'static str = "BUILD:+23929 CORE:+31869 LIVE:+191938 ONE:+7048 PAIR:-159856 PLAN:-44917 PLANS:+12253 \
                       RICH:+100538 THREE:+261451 TWO:-111796 WATCH:-68391 XBUILD:-233709 XLIVE:+143709 XONE:+117480 \
                       XPAIR:+80821 XPLAN:+32562 XPLANS:+34413 XTHREE:0 XTWO:-9006 XWATCH:-95360 PATW1:-136434 \
                       PATW2:-6217 PATW3:-1243 PATW4:-38747 PLTW1:-44009 PLTW2:-36354 PLTW3:-68895 PLTW4:-28574 \
                       RITW1:-11216 RITW2:-39755 RITW3:-60865 RITW4:-32831";

    /// Where a line can be completed, or must be blocked, nothing else is looked at.
    fn candidates(&self, (): &mut (), moves: &mut Vec<Cell>) {
        let (own, other) = self.own_and_other();
        let wins = fourth_cells(own) & self.empty();
        let forced = if wins == 0 { fourth_cells(other) & self.empty() } else { wins };
        match forced {
            0 => self.legal_moves(moves),
            _ => moves.extend(Cell::of_set(forced)),
        }
    }

    fn rate(&self, (): &mut (), wanted: u64) -> Ratings {
        let mut ratings = Ratings::NONE;
        let active = Field::of(self);
        for (field, of_passive) in [(active.reversed(), true), (active, false)] {
            let view = View { own: field.own, other: field.other };
            let measures = Measures::of(&field);
            for (passive, active, measure) in MEASURES {
                let parameter = if of_passive { Some(passive) } else { active };
                if let Some(number) = parameter.map(|parameter| parameter as usize)
                    && wanted >> number & 1 == 1
                {
                    ratings.set(number, measure(&view, &field, &measures));
                }
            }
        }
        ratings
    }

    fn advantage(&self) -> i64 {
        let field = Field::of(self);
        let worth = |field: &Field| {
            let lines = [field.open_ones(), field.open_twos(), field.open_threes()];
            (1..).zip(lines).map(|(stones, lines)| credit(stones) * i64::from(lines.len())).sum::<i64>()
        };
        worth(&field) - worth(&field.reversed())
    }

    /// Whether a line can be completed, or must be blocked.
    fn next_is_jump(&self, (): &mut ()) -> bool {
        let (own, other) = self.own_and_other();
        (fourth_cells(own) | fourth_cells(other)) & self.empty() != 0
    }

    /// Whether there is a related pair: its major cell makes two threes at once.
    fn can_offer_exchange(&self, (): &mut ()) -> bool {
        View::of(self).two_sets().1 != 0
    }

    fn pieces(&self) -> u32 {
        self.empty().count_ones()
    }

    fn with_sides_reversed(&self) -> Self {
        self.with_colours_exchanged()
    }
}

/// Sets of cells that several parameters look at.
struct Measures {
    /// Vacant cells on lines of two.
    watch: u64,
    /// Those on two such lines or more.
    majors: u64,
}

impl Measures {
    fn of(field: &Field) -> Self {
        let mut measures = Self { watch: 0, majors: 0 };
        each(field.open_twos(), |line| {
            let vacant = LINE_SETS[line] & field.empty();
            measures.majors |= measures.watch & vacant;
            measures.watch |= vacant;
        });
        measures
    }
}

/// A parameter of the side whose view and field these are.
type Measure = fn(&View, &Field, &Measures) -> i16;

/// The parameters of the passive side, each with that of the active side, if there is one.
const MEASURES: [(Parameter, Option<Parameter>, Measure); 11] = [
    (Build, Some(Xbuild), |_, field, measures| count(measures.watch & union(field.open_ones()))),
    (Core, None, |view, _, _| count(view.own & CORE)),
    (Live, Some(Xlive), |_, field, _| (LINES as u32 - field.theirs.one.len()) as i16),
    (One, Some(Xone), |_, field, _| field.open_ones().len() as i16),
    (Pair, Some(Xpair), |_, _, measures| count(measures.majors)),
    (Plan, Some(Xplan), |view, _, _| planes(*view, |excess| excess == 2)),
    (Plans, Some(Xplans), |view, _, _| planes(*view, |excess| excess > 2)),
    (Rich, None, |view, _, _| count(view.own & STRONG)),
    (Three, Some(Xthree), |_, field, _| field.open_threes().len() as i16),
    (Two, Some(Xtwo), |_, field, _| field.open_twos().len() as i16),
    (Watch, Some(Xwatch), |_, _, measures| count(measures.watch)),
];

/// How many cells a set has.
const fn count(set: u64) -> i16 {
    set.count_ones() as i16
}

/// How many planes have such an excess.
fn planes(view: View, such: impl Fn(i32) -> bool) -> i16 {
    PLANE_SETS.iter().filter(|&&plane| such(view.excess(plane))).count() as i16
}
