//! The rules of learning: the four modifications that the second series of tests brought, each of which can be left out, and
//! the numbers that the paper calls arbitrary.

use super::correlation::Powers;
use crate::game::quoted;
use crate::strategy::settings::{Kind, OptionSpec, Settings};

/// Of what delta is the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delta {
    /// Of scores, as in the paper.
    Score,
    /// Of piece advantages alone.
    Pieces,
}

/// How Alpha learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// First modification: with delta positive, only terms that spoke against the score are changed.
    pub selective: bool,
    /// Second modification: a term is replaced when it has been the lowest so many times: 8, then 32.
    pub tally: u32,
    /// Third modification: the span of remembered moves grows until delta is large enough, the position remembered is scored by a
    /// rudimentary search, and the minimum of delta is a little smaller.
    pub span: bool,
    /// Fourth modification: Beta adopts only after a majority of wins.
    pub majority: bool,
    /// After so many black marks the leading term goes to nothing.
    pub marks: u32,
    /// What is compared. The paper: scores.
    pub delta: Delta,
    /// How many of Alpha's moves the span may grow to. The paper: any number.
    pub span_moves: usize,
    /// The largest N in the formula of the correlations. The paper: 256.
    pub longest: u32,
    /// As how many times used a new term counts. The paper: 16.
    pub damped: u32,
}

/// The names of the modifications, in the paper's order.
const NAMES: [&str; 4] = ["selective", "tally", "span", "majority"];
/// All four: the second series.
pub const SECOND: &str = "selective tally span majority";
/// None: the first series.
pub const FIRST: &str = "none";

/// Which of the modifications are in force.
pub const MODIFICATIONS: OptionSpec = OptionSpec {
    name: "Samuel.Modifications",
    kind: Kind::Text { default: SECOND },
    help: "How Samuel learns: which of the second series' four modifications are in force, of selective, tally, span and \
           majority; none for the first series.",
};

/// How correlations become coefficients.
pub const POWERS: OptionSpec = OptionSpec {
    name: "Samuel.Powers",
    kind: Kind::Choice { default: "appendix", allowed: Powers::NAMES },
    help: "How correlations become coefficients while Samuel learns: 2 to the power 18 C / Cmax rounded, as Appendix C has them; by \
           the ratio Cmax / C, as the text has it; or, which is not the paper's, in proportion to C.",
};

/// When the drastic change is made.
pub const MARKS: OptionSpec = OptionSpec {
    name: "Samuel.BlackMarks",
    kind: Kind::Integer { default: 3, min: 1, max: 1_000_000 },
    help: "After so many lost games of a series the leading term of Samuel's Alpha is set to nothing.",
};

/// What delta is the difference of.
pub const DELTA: OptionSpec = OptionSpec {
    name: "Samuel.Delta",
    kind: Kind::Choice { default: "score", allowed: &["score", "pieces"] },
    help: "Samuel learns from differences of the score, as in the paper, or of the piece advantage alone.",
};

/// How far the span may grow.
pub const SPAN_MOVES: OptionSpec = OptionSpec {
    name: "Samuel.SpanMoves",
    kind: Kind::Integer { default: 0, min: 0, max: 1000 },
    help: "To how many of Samuel's own moves the span of remembered moves may grow (modification span); 0 for any number.",
};

/// The largest N.
pub const LONGEST: OptionSpec = OptionSpec {
    name: "Samuel.LongestN",
    kind: Kind::Integer { default: 256, min: 16, max: 1 << 20 },
    help: "The largest N in the formula of Samuel's correlation coefficients.",
};

/// How new terms are damped.
pub const DAMPED: OptionSpec = OptionSpec {
    name: "Samuel.Damped",
    kind: Kind::Integer { default: 16, min: 1, max: 1 << 20 },
    help: "As how many times used a term counts until it has been used so often, in the formula of Samuel's correlations.",
};

impl Rules {
    /// Those of the second series.
    pub const PAPER: Self = Self {
        selective: true,
        tally: 32,
        span: true,
        majority: true,
        marks: 3,
        delta: Delta::Score,
        span_moves: usize::MAX,
        longest: 256,
        damped: 16,
    };

    /// Those that the options ask for.
    ///
    /// # Errors
    /// A sentence, if a modification is named that there is not.
    pub fn from_settings(settings: &Settings) -> Result<Self, String> {
        let mut on = [false; NAMES.len()];
        let text = settings.text(MODIFICATIONS.name);
        for word in text.split([' ', ',']).filter(|word| !word.is_empty() && *word != FIRST) {
            let place = NAMES.iter().position(|name| name.eq_ignore_ascii_case(word)).ok_or_else(|| {
                format!(
                    "{}: {} is none of them; there are {}, or {FIRST}",
                    MODIFICATIONS.name,
                    quoted(word),
                    NAMES.join(", ")
                )
            })?;
            on[place] = true;
        }
        let [selective, tally, span, majority] = on;
        let marks = u32::try_from(settings.integer(MARKS.name)).unwrap_or(3);
        let number = |name| u32::try_from(settings.integer(name)).unwrap_or(0);
        Ok(Self {
            selective,
            tally: if tally { 32 } else { 8 },
            span,
            majority,
            marks,
            delta: if settings.text(DELTA.name) == "pieces" { Delta::Pieces } else { Delta::Score },
            span_moves: match number(SPAN_MOVES.name) {
                0 => usize::MAX,
                moves => moves as usize,
            },
            longest: number(LONGEST.name).max(16),
            damped: number(DAMPED.name).max(1),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::settings::Value;

    #[test]
    fn each_can_be_left_out() {
        let mut settings = Settings::defaults(&[MODIFICATIONS, MARKS, DELTA, SPAN_MOVES, LONGEST, DAMPED]);
        let all = Rules::PAPER;
        assert_eq!(Rules::from_settings(&settings), Ok(all));
        let mut with = |text: &str| {
            settings.set(MODIFICATIONS.name, Value::Text(text.to_owned()));
            Rules::from_settings(&settings)
        };
        let none = Rules { selective: false, tally: 8, span: false, majority: false, ..all };
        assert_eq!((with("none"), with("")), (Ok(none), Ok(none)));
        assert_eq!(with("Span, majority"), Ok(Rules { span: true, majority: true, ..none }));
        assert!(
            with("span wide").unwrap_err().contains("'wide' is none of them; there are selective, tally")
        );
    }
}
