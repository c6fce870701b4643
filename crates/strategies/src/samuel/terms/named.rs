//! The polynomials that there are to begin with, and how the options name one.

use crate::samuel::terms::Subject;
use crate::samuel::terms::polynomial::Polynomial;
use crate::samuel::terms::scoring::{Scoring, Zero};
use crate::settings::{Setting, Settings, choice, flag, options, text};
use games::quoted;

pub const NAMES: &[&str] = &["second", "four", "piece", "start", "second-active"];

pub const POLYNOMIAL: Setting<String> = choice("Samuel.Polynomial", "second", NAMES);
pub const TERMS: Setting<String> = text("Samuel.Terms", "");
pub const GIVE_AWAY: Setting<bool> = flag("Samuel.GiveAway", false);

options! {
    /// How positions are scored.
    pub(crate) struct ScoringOptions {
        /// Samuel's polynomial beside the piece advantage: the second series' (Appendix C; in other games, what td-leaf has
        /// learned), the four terms of the rote study (in other games, four likely ones), nothing (piece), sixteen terms
        /// with equal weights (start), or the second series' with its signs read the other way, as credited to the active
        /// side (second-active, draughts only).
        polynomial: String = POLYNOMIAL,
        /// A polynomial instead of Samuel.Polynomial, such as DENY:+2^7 MOB:-2^6, or the path of a file that holds one.
        terms: String = TERMS,
        /// To which range the binary connectives count a term that is 0: to neither, to the upper one with the positive
        /// values, or to the lower one.
        zero: String = choice("Samuel.Zero", "neither", Zero::NAMES),
        /// Samuel plays to lose: the sign of the piece term is reversed, and the side that cannot move has won. The rules of the
        /// protocol stay as they are, so nothing is claimed or conceded.
        give_away: bool = GIVE_AWAY,
    }
}

/// The polynomial of this name as text.
pub(crate) fn polynomial<G: Subject>(name: &str) -> String {
    match name {
        "four" => G::FOUR.to_owned(),
        "piece" => String::new(),
        // The first sixteen terms by the alphabet, all with the same weight: a start for learning.
        "start" => G::TERMS[..16].iter().map(|term| format!("{}:+2^0 ", term.name)).collect(),
        "second-active" => G::SECOND_ACTIVE.to_owned(),
        _ => G::SECOND.to_owned(),
    }
}

/// The scoring that the options ask for.
///
/// # Errors
/// A sentence, if `Samuel.Terms` can be neither read as a polynomial nor as a file with one.
pub fn scoring<G: Subject>(settings: &Settings) -> Result<Scoring<G>, String> {
    let options = ScoringOptions::of(settings);
    let given = options.terms.trim();
    let text = if given.is_empty() {
        polynomial::<G>(&options.polynomial)
    } else if given.contains(':') && !std::path::Path::new(given).exists() {
        given.to_owned()
    } else {
        read(given)?
    };
    let polynomial =
        Polynomial::parse(G::TERMS, &text).map_err(|error| format!("{}: {error}", TERMS.name))?;
    Ok(Scoring::new(polynomial, Zero::from_name(&options.zero), options.give_away))
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
