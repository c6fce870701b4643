//! The scoring polynomial: which terms are active, their coefficients, and the reserve list.
//!
//! Coefficients are 0 or signed powers of two up to 2^18 (Appendix C); whole numbers are allowed too, for `td-leaf` is not
//! bound to powers, and it may find two of them for a term: one for a full board and one for an empty one, written
//! `MOB:-300~+20`. A polynomial is text of the form `MOC2:-2^18 KCENT:+2^16 APEX:0 | DIAV NODE`: the active terms in their order,
//! then those of the reserve, first the one that enters next. Terms that are not named go to the reserve's end.

use crate::samuel::terms::{Term, TermKind};
use games::quoted;
use std::fmt::{self, Display};

/// The greatest power of two.
pub(crate) const POWER_MAX: u8 = 18;

/// No whole number is larger, either way.
pub const NUMBER_MAX: i64 = 1 << 24;

/// A coefficient: 0, a signed power of two, or (as `td-leaf` finds them) any whole number, or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coefficient {
    Zero,
    /// Plus or minus 2 to this power.
    Power {
        negative: bool,
        /// At most `POWER_MAX`.
        power: u8,
    },
    /// This number, within `NUMBER_MAX` either way.
    Number(i64),
    /// A number that goes evenly from one to the other as the pieces go, both within `NUMBER_MAX` either way.
    Tapered {
        /// With all pieces on the board.
        full: i64,
        /// With none.
        bare: i64,
    },
}

impl Coefficient {
    /// +2 to this power (at most [`POWER_MAX`]).
    pub(crate) const fn plus(power: u8) -> Self {
        Self::Power { negative: false, power }
    }

    /// -2 to this power (at most `POWER_MAX`).
    pub const fn minus(power: u8) -> Self {
        Self::Power { negative: true, power }
    }

    /// The number; of two, that of the full board.
    pub const fn value(self) -> i64 {
        match self {
            Self::Zero => 0,
            Self::Power { negative: false, power } => 1 << power,
            Self::Power { negative: true, power } => -(1 << power),
            Self::Number(number) => number,
            Self::Tapered { full, .. } => full,
        }
    }

    /// The number with so many pieces of `all` on the board.
    pub const fn with_pieces(self, pieces: u32, all: u32) -> i64 {
        match self {
            Self::Tapered { full, bare } if pieces < all => {
                (full * pieces as i64 + bare * (all - pieces) as i64) / all as i64
            }
            _ => self.value(),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        if text == "0" {
            return Some(Self::Zero);
        }
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let number = |text: &str| text.parse().ok().filter(|number: &i64| number.abs() <= NUMBER_MAX);
        if let Some((full, bare)) = text.split_once('~') {
            return Some(Self::Tapered { full: number(full)?, bare: number(bare)? });
        }
        let Some(digits) = rest.strip_prefix("2^") else {
            return number(text).filter(|number| *number != 0).map(Self::Number);
        };
        let power = digits.parse().ok().filter(|&power| power <= POWER_MAX && digits.len() <= 2)?;
        Some(Self::Power { negative, power })
    }
}

impl Display for Coefficient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Zero => f.pad("0"),
            Self::Power { negative, power } => {
                f.pad(&format!("{}2^{power}", if negative { '-' } else { '+' }))
            }
            Self::Number(number) => f.pad(&format!("{number:+}")),
            Self::Tapered { full, bare } => f.pad(&format!("{full:+}~{bare:+}")),
        }
    }
}

/// Active terms with their coefficients, and those in reserve; by the numbers of the game's terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    active: Vec<(usize, Coefficient)>,
    reserve: Vec<usize>,
}

impl Polynomial {
    /// The polynomial of these terms, each named once.
    pub(crate) const fn new(active: Vec<(usize, Coefficient)>, reserve: Vec<usize>) -> Self {
        Self { active, reserve }
    }

    /// Reads a polynomial over these terms.
    ///
    /// # Errors
    /// A sentence that names what cannot be read, a term that there is not, or one named twice.
    pub fn parse(terms: &[Term], text: &str) -> Result<Self, String> {
        let (active, reserve) = text.split_once('|').unwrap_or((text, ""));
        let mut named = vec![false; terms.len()];
        let mut number = |name: &str| {
            let number = terms.iter().position(|term| term.name.eq_ignore_ascii_case(name));
            let number = number.ok_or_else(|| {
                let names: Vec<_> = terms.iter().map(|term| term.name).collect();
                format!("there is no term {}; the terms are {}", quoted(name), names.join(", "))
            })?;
            if std::mem::replace(&mut named[number], true) {
                return Err(format!("the term {} is named twice", terms[number].name));
            }
            Ok(number)
        };
        let mut polynomial = Self { active: Vec::new(), reserve: Vec::new() };
        for word in words(active) {
            let coefficient =
                word.split_once(':').and_then(|(name, text)| Some((name, Coefficient::parse(text)?)));
            let (name, coefficient) = coefficient.ok_or_else(|| {
                format!("{} is not a term with its coefficient; one looks like MOB:-2^5, MOB:-300, MOB:-300~+20 or MOB:0, powers go to 2^{POWER_MAX}", quoted(word))
            })?;
            polynomial.active.push((number(name)?, coefficient));
        }
        for word in words(reserve) {
            polynomial.reserve.push(number(word)?);
        }
        polynomial.reserve.extend((0..terms.len()).filter(|&term| !named[term]));
        Ok(polynomial)
    }

    /// The polynomial as [`Polynomial::parse`] reads it.
    pub fn to_text(&self, terms: &[Term]) -> String {
        let name = |term: usize| terms.get(term).map_or("?", |term| term.name);
        let mut words: Vec<String> =
            self.active.iter().map(|&(term, coefficient)| format!("{}:{coefficient}", name(term))).collect();
        if !self.reserve.is_empty() {
            words.push("|".to_owned());
            words.extend(self.reserve.iter().map(|&term| name(term).to_owned()));
        }
        words.join(" ")
    }

    /// The active terms with their coefficients, in their order.
    pub fn active(&self) -> &[(usize, Coefficient)] {
        &self.active
    }

    /// The terms in reserve, first the one that enters next.
    pub fn reserve(&self) -> &[usize] {
        &self.reserve
    }

    /// The parameters that the terms with a coefficient need, as bits; of all active ones if `all`.
    pub(crate) fn wanted(&self, terms: &[Term], all: bool) -> u64 {
        let needed = self.active.iter().filter(|(_, coefficient)| all || *coefficient != Coefficient::Zero);
        needed.fold(0, |wanted, &(term, _)| {
            wanted
                | match terms.get(term).map(|term| term.kind) {
                    Some(TermKind::Simple { .. }) => 1 << term,
                    Some(TermKind::Connective { first, second, .. }) => 1 << first | 1 << second,
                    None => 0,
                }
        })
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
}
