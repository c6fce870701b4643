//! The rules of learning: the four modifications that the second series of tests brought, each of which can be left out.

use crate::samuel::generalization::correlation::Powers;
use crate::settings::{Setting, Settings, choice, options, text};
use games::quoted;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    /// First modification: with delta positive, only terms that spoke against the score are changed.
    pub(crate) selective: bool,
    /// Second modification: a term is replaced when it has been the lowest so many times: 8, then 32.
    pub(crate) tally: u32,
    /// Third modification: the span of remembered moves grows until delta is large enough, the position remembered is scored by a
    /// rudimentary search, and the minimum of delta is a little smaller.
    pub(crate) span: bool,
    /// Fourth modification: Beta adopts only after a majority of wins.
    pub(crate) majority: bool,
}

/// The names of the modifications, in the paper's order.
const NAMES: [&str; 4] = ["selective", "tally", "span", "majority"];
/// All four: the second series.
pub const SECOND: &str = "selective tally span majority";
/// None: the first series.
pub const FIRST: &str = "none";

pub const MODIFICATIONS: Setting<String> = text("Samuel.Modifications", SECOND);

options! {
    /// How Alpha learns.
    pub(crate) struct RulesOptions {
        /// How Samuel learns: which of the second series' four modifications are in force, of selective, tally, span and
        /// majority; none for the first series.
        modifications: String = MODIFICATIONS,
        /// How correlations become coefficients while Samuel learns: 2 to the power 18 C / Cmax rounded, as Appendix C has
        /// them; or by the ratio Cmax / C, as the text has it.
        powers: String = choice("Samuel.Powers", "appendix", Powers::NAMES),
    }
}

impl Rules {
    /// Those of the second series.
    #[cfg(test)]
    pub(crate) const PAPER: Self = Self { selective: true, tally: 32, span: true, majority: true };

    /// Those that the options ask for.
    ///
    /// # Errors
    /// A sentence, if a modification is named that there is not.
    pub(crate) fn from_settings(settings: &Settings) -> Result<Self, String> {
        let mut on = [false; NAMES.len()];
        let text = RulesOptions::of(settings).modifications;
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
        Ok(Self { selective, tally: if tally { 32 } else { 8 }, span, majority })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Value;

    #[test]
    fn each_can_be_left_out() {
        let mut settings = Settings::default();
        let all = Rules::PAPER;
        assert_eq!(Rules::from_settings(&settings), Ok(all));
        let mut with = |text: &str| {
            settings.set(MODIFICATIONS.name, Value::Text(text.to_owned()));
            Rules::from_settings(&settings)
        };
        let none = Rules { selective: false, tally: 8, span: false, majority: false };
        assert_eq!((with("none"), with("")), (Ok(none), Ok(none)));
        assert_eq!(with("Span, majority"), Ok(Rules { span: true, majority: true, ..none }));
        assert!(
            with("span wide").unwrap_err().contains("'wide' is none of them; there are selective, tally")
        );
    }
}
