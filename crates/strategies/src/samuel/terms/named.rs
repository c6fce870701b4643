//! The polynomials that there are to begin with, and how the options name one.

use crate::samuel::terms::Subject;
use crate::samuel::terms::polynomial::Polynomial;
use crate::samuel::terms::scoring::{Scoring, Zero};
use crate::settings::{Kind, OptionSpec, Settings};
use games::quoted;

pub const NAMES: &[&str] = &["second", "four", "piece", "start"];

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
pub fn scoring<G: Subject>(settings: &Settings) -> Result<Scoring<G>, String> {
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
