//! The polynomials that there are to begin with, and how the options name one.

use crate::Choice;
use crate::samuel::terms::Subject;
use crate::samuel::terms::polynomial::Polynomial;
use crate::samuel::terms::scoring::{Scoring, Zero};
use crate::settings::{Kind, OptionSpec, Settings};
use games::draughts::Draughts;
use games::quoted;

/// The polynomials by name.
pub const NAMES: &[&str] = &["second", "four", "piece", "start"];

/// The twelve leading terms as Appendix C prints them after 42 games of the second series. Sixteen were active. Of the other 26
/// terms the list of discarded ones has eighteen, as many as had entered from a reserve of 22, so that none had come back: the
/// four that are missing are among APEX, DEMO, DENY, DIA, DIAV, NODE, OREO and RECAP. Which, is not known; the first four stand
/// here, with the coefficient 0.
const SECOND: &str = "MOC2:-2^18 KCENT:+2^16 MOC4:-2^14 MODE3:-2^13 DEMMO:-2^11 MOVE:+2^8 ADV:-2^8 MODE2:-2^8 BACK:-2^6 \
                      CNTR:+2^5 THRET:+2^5 MOC3:+2^4 APEX:0 DEMO:0 DENY:0 DIA:0 | DIAV NODE OREO RECAP CORN CRAMP GUARD \
                      EXPOS DDMM DYKE MOC1 EXCH DDEMO MODE1 CENT MODE4 FORK MOBIL POLE HOLE GAP MOB";

/// The rote study's: piece advantage, denial of occupancy, mobility, and the hybrid of control of the center and advancement,
/// in decreasing order of importance. The paper prints no coefficients: these halve from term to term. The hybrid is CENT and
/// ADV with one coefficient.
const FOUR: &str = "DENY:+2^7 MOB:-2^6 CENT:+2^5 ADV:+2^5";

/// Nothing but the piece advantage.
const PIECE: &str = "";

/// The first sixteen terms of Appendix C in alphabetical order, all with the same weight: a start for learning.
const START: &str = "ADV:+2^0 APEX:+2^0 BACK:+2^0 CENT:+2^0 CNTR:+2^0 CORN:+2^0 CRAMP:+2^0 DENY:+2^0 DIA:+2^0 DIAV:+2^0 \
                     DYKE:+2^0 EXCH:+2^0 EXPOS:+2^0 FORK:+2^0 GAP:+2^0 GUARD:+2^0";

/// A game whose polynomials have names.
pub trait Named: Subject {
    /// The polynomial of this name (one of [`NAMES`]) as text.
    fn polynomial(name: &str) -> &'static str;
    /// The first moves that a series goes through in turn, in the usual notation; none if the first move is free.
    const FIRST_MOVES: &'static [&'static str];

    /// The choice where the game has not begun in earnest and nothing can be looked ahead: in an opening protocol. `moves` gives
    /// those that may be chosen.
    fn open(&self, _moves: &dyn Fn() -> Vec<Self::Move>) -> Option<Choice<Self>> {
        None
    }

    /// Gets ready the tables that scoring under these rules takes.
    fn prepare(_setup: &Self::Setup) {}

    /// The position that games begin with, under the usual rules.
    #[must_use]
    fn first_position() -> Self {
        Self::start(&Self::Setup::default())
    }
}

impl Named for Draughts {
    const FIRST_MOVES: &'static [&'static str] =
        &["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"];

    fn polynomial(name: &str) -> &'static str {
        match name {
            "four" => FOUR,
            "piece" => PIECE,
            "start" => START,
            _ => SECOND,
        }
    }
}

/// Which polynomial scores.
pub const POLYNOMIAL: OptionSpec = OptionSpec {
    name: "Samuel.Polynomial",
    kind: Kind::Choice { default: "second", allowed: NAMES },
    help: "Samuel's polynomial beside the piece advantage: the second series' (Appendix C; in other games, what td-leaf has \
           learned), the four terms of the rote study (in other games, four likely ones), nothing (piece), or sixteen terms with \
           equal weights (start).",
};

/// Another one in its place.
pub const TERMS: OptionSpec = OptionSpec {
    name: "Samuel.Terms",
    kind: Kind::Text { default: "" },
    help: "A polynomial instead of Samuel.Polynomial, such as DENY:+2^7 MOB:-2^6, or the path of a file that holds one.",
};

/// Where the connectives put a 0.
pub(crate) const ZERO: OptionSpec = OptionSpec {
    name: "Samuel.Zero",
    kind: Kind::Choice { default: "neither", allowed: Zero::NAMES },
    help: "To which range the binary connectives count a term that is 0: to neither, to the upper one with the positive values, \
           or to the lower one.",
};

/// The give-away game.
pub const GIVE_AWAY: OptionSpec = OptionSpec {
    name: "Samuel.GiveAway",
    kind: Kind::Flag { default: false },
    help: "Samuel plays to lose: the sign of the piece term is reversed, and whoever cannot move has won. The rules of the \
           protocol stay as they are, so nothing is claimed or conceded.",
};

/// The scoring that the options ask for.
///
/// # Errors
/// A sentence, if `Samuel.Terms` can be neither read as a polynomial nor as a file with one.
pub fn scoring<G: Named>(settings: &Settings) -> Result<Scoring<G>, String> {
    let given = settings.text(TERMS.name).trim();
    let text = if given.is_empty() {
        G::polynomial(settings.text(POLYNOMIAL.name)).to_owned()
    } else if given.contains(':') && !std::path::Path::new(given).exists() {
        given.to_owned()
    } else {
        read(given)?
    };
    let polynomial =
        Polynomial::parse(G::TERMS, &text).map_err(|error| format!("{}: {error}", TERMS.name))?;
    let zero = Zero::from_name(settings.text(ZERO.name));
    Ok(Scoring::new(polynomial, zero, settings.flag(GIVE_AWAY.name)))
}

/// A file with a polynomial, lines that begin with `#` left out.
fn read(path: &str) -> Result<String, String> {
    /// No polynomial is longer.
    const LONGEST: u64 = 1 << 16;
    let refused =
        |why: &dyn std::fmt::Display| format!("{}: {} cannot be read: {why}", TERMS.name, quoted(path));
    let length = std::fs::metadata(path).map_err(|error| refused(&error))?.len();
    if length > LONGEST {
        return Err(refused(&"it is too long for a polynomial"));
    }
    let text = files::read_text(path.as_ref()).map_err(|error| refused(&error))?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
    Ok(lines.join(" "))
}
