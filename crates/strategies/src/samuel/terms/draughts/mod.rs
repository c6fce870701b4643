//! Samuel's terms for draughts: the parameters of Appendix C by their names, and the binary connective terms.

mod moving;
mod shape;
mod standard;
#[cfg(test)]
mod tests;
mod view;

use crate::samuel::terms::{Ratings, Subject, TdLeafDefaults, Term, TermKind, with_connectives};
use games::draughts::{Draughts, Move, QUIET_PLIES};

use moving::Moving;
use view::View;

/// What a man and a king count: kings are to men as three to two.
const MAN: i64 = 2;
const KING: i64 = 3;
/// The advantage counts for the more, the fewer pieces there are: it is multiplied with what this exceeds their sum by.
const TRADING: i64 = 96;

/// The parameters of Appendix C in its order. The numbers of their terms are those of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is told by its term")]
#[rustfmt::skip]
pub(crate) enum Parameter {
    Adv, Apex, Back, Cent, Cntr, Corn, Cramp, Deny, Dia, Diav, Dyke, Exch, Expos, Fork, Gap, Guard, Hole, Kcent, Mob, Mobil,
    Move, Node, Oreo, Pole, Recap, Thret,
}

use Parameter::*;

/// The 38 terms: the 26 parameters of Appendix C, then the connectives, four to a pair in the order A·B, A·not B, not A·B,
/// not A·not B (for the third pair that is MOC 1, 3, 2, 4).
pub const TERMS: [Term; 38] = with_connectives(
    &[
        Term::simple("ADV", "advancement"),
        Term::simple("APEX", "apex"),
        Term::simple("BACK", "back row bridge"),
        Term::simple("CENT", "center control I"),
        Term::simple("CNTR", "center control II"),
        Term::simple("CORN", "double-corner credit"),
        Term::simple("CRAMP", "cramp"),
        Term::simple("DENY", "denial of occupancy"),
        Term::simple("DIA", "double diagonal file"),
        Term { name: "DIAV", meaning: "diagonal moment value", kind: TermKind::Simple { parts: 2 } },
        Term::simple("DYKE", "dyke"),
        Term::simple("EXCH", "exchange"),
        Term::simple("EXPOS", "exposure"),
        Term::simple("FORK", "threat of fork"),
        Term::simple("GAP", "gap"),
        Term::simple("GUARD", "back row control"),
        Term::simple("HOLE", "hole"),
        Term::simple("KCENT", "king center control"),
        Term::simple("MOB", "total mobility"),
        Term::simple("MOBIL", "undenied mobility"),
        Term::simple("MOVE", "move"),
        Term::simple("NODE", "node"),
        Term::simple("OREO", "triangle of Oreo"),
        Term::simple("POLE", "pole"),
        Term::simple("RECAP", "recapture"),
        Term::simple("THRET", "threat"),
    ],
    &[
        (["DEMO", "DEMMO", "DDEMO", "DDMM"], Deny as usize, Mob as usize),
        (["MODE1", "MODE2", "MODE3", "MODE4"], Mobil as usize, Deny as usize),
        (["MOC1", "MOC3", "MOC2", "MOC4"], Mobil as usize, Cent as usize),
    ],
);

/// The bits of parameters for which every step must be tried.
const BY_TRIAL: u64 = bit(Deny) | bit(Mobil) | bit(Exch) | bit(Recap) | bit(Thret);
/// Those that need to know where the active side can step.
const BY_STEPS: u64 = BY_TRIAL | bit(Cntr) | bit(Corn) | bit(Fork) | bit(Mob);

const fn bit(parameter: Parameter) -> u64 {
    1 << parameter as usize
}

impl Subject for Draughts {
    type Accumulator = ();
    const TERMS: &'static [Term] = &TERMS;
    const MAN: i64 = MAN * (TRADING - 2 * 12 * MAN);
    const UNIT: &'static str = "men";
    const PIECES: u32 = 24;
    const RATE: i64 = 30;
    // By these it reaches the bar of docs/research/td-leaf.md.
    const TD_LEAF: TdLeafDefaults =
        TdLeafDefaults { tapered: true, judged: true, halving: 4000, beta_games: 50 };
    const QUIET_PLIES: usize = QUIET_PLIES;
    const FIRST_MOVES: &'static [&'static str] =
        &["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"];
    /// The twelve leading terms as Appendix C prints them after 42 games of the second series. Sixteen were active. Of the other 26
    /// terms the list of discarded ones has eighteen, as many as had entered from a reserve of 22, so that none had come back: the
    /// four that are missing are among APEX, DEMO, DENY, DIA, DIAV, NODE, OREO and RECAP. Which, is not known; the first four stand
    /// here, with the coefficient 0.
    const SECOND: &'static str = "MOC2:-2^18 KCENT:+2^16 MOC4:-2^14 MODE3:-2^13 DEMMO:-2^11 MOVE:+2^8 ADV:-2^8 MODE2:-2^8 BACK:-2^6 \
                      CNTR:+2^5 THRET:+2^5 MOC3:+2^4 APEX:0 DEMO:0 DENY:0 DIA:0 | DIAV NODE OREO RECAP CORN CRAMP GUARD \
                      EXPOS DDMM DYKE MOC1 EXCH DDEMO MODE1 CENT MODE4 FORK MOBIL POLE HOLE GAP MOB";
    /// The same with every sign turned round: what Appendix C's signs say if its differences are credited to the active side.
    const SECOND_ACTIVE: &'static str = "MOC2:+2^18 KCENT:-2^16 MOC4:+2^14 MODE3:+2^13 DEMMO:+2^11 MOVE:-2^8 ADV:+2^8 MODE2:+2^8 \
                             BACK:+2^6 CNTR:-2^5 THRET:-2^5 MOC3:-2^4 APEX:0 DEMO:0 DENY:0 DIA:0 | DIAV NODE OREO RECAP CORN \
                             CRAMP GUARD EXPOS DDMM DYKE MOC1 EXCH DDEMO MODE1 CENT MODE4 FORK MOBIL POLE HOLE GAP MOB";
    /// The rote study's: piece advantage, denial of occupancy, mobility, and the hybrid of control of the center and advancement,
    /// in decreasing order of importance. The paper prints no coefficients: these halve from term to term. The hybrid is CENT and
    /// ADV with one coefficient.
    const FOUR: &'static str = "DENY:+2^7 MOB:-2^6 CENT:+2^5 ADV:+2^5";

    fn rate(&self, (): &mut (), wanted: u64) -> Ratings {
        let view = View::of(self);
        let mut ratings = Ratings::NONE;
        let moving =
            if wanted & BY_STEPS == 0 { Moving::NONE } else { Moving::of(&view, wanted & BY_TRIAL != 0) };
        for (number, parameter) in SHAPES {
            if wanted >> number as usize & 1 == 1 {
                ratings.set(number as usize, parameter(&view));
            }
        }
        for (number, parameter) in MOVES {
            if wanted >> number as usize & 1 == 1 {
                ratings.set(number as usize, parameter(&view, &moving));
            }
        }
        ratings
    }

    fn advantage(&self) -> i64 {
        let (own, other) = credits(self);
        (own - other) * (TRADING - own - other)
    }

    fn is_decided(&self) -> bool {
        let (own, other) = credits(self);
        (own - other).abs() > 2 * KING
    }

    fn next_is_jump(&self, (): &mut ()) -> bool {
        self.jumpers() != 0
    }

    fn is_jump(m: Move) -> bool {
        m.is_capture()
    }

    fn can_offer_exchange(&self, (): &mut ()) -> bool {
        moving::can_offer_exchange(self)
    }

    fn pieces(&self) -> u32 {
        (!self.empty()).count_ones()
    }

    fn with_sides_reversed(&self) -> Self {
        self.passed()
    }

    fn is_irreversible(&self, m: Move) -> bool {
        Self::is_irreversible(self, m)
    }

    fn standard(&self) -> Option<u128> {
        Some(standard::standard(self))
    }

    fn record(standard: u128) -> u16 {
        standard::record(standard)
    }
}

/// Parameters of how the pieces stand.
type ByShape = fn(&View) -> i16;
const SHAPES: [(Parameter, ByShape); 17] = [
    (Adv, shape::advancement),
    (Apex, shape::apex),
    (Back, shape::back_row_bridge),
    (Cent, shape::center_control),
    (Cramp, shape::cramp),
    (Dia, shape::double_diagonal_file),
    (Diav, shape::diagonal_moment),
    (Dyke, shape::dyke),
    (Expos, shape::exposure),
    (Gap, shape::gap),
    (Guard, shape::back_row_control),
    (Hole, shape::hole),
    (Kcent, shape::king_center_control),
    (Move, shape::the_move),
    (Node, shape::node),
    (Oreo, shape::triangle_of_oreo),
    (Pole, shape::pole),
];

/// Parameters of what the active side can do.
type ByMoves = fn(&View, &Moving) -> i16;
const MOVES: [(Parameter, ByMoves); 9] = [
    (Cntr, moving::center_control),
    (Corn, moving::double_corner),
    (Deny, |_, moving| moving.denied()),
    (Exch, |_, moving| moving.exchanges()),
    (Fork, moving::fork),
    (Mob, |_, moving| moving.mobility()),
    (Mobil, |_, moving| moving.mobility() - moving.denied()),
    (Recap, |_, moving| moving.exchanges()),
    (Thret, |_, moving| moving.threats()),
];

/// The material credit of the side to move and of the other.
fn credits(position: &Draughts) -> (i64, i64) {
    let (own, other) = position.own_and_other();
    let credit = |pieces| view::credit(pieces, position.kings());
    (credit(own), credit(other))
}
