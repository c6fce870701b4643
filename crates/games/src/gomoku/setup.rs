//! What is agreed before the first move: the size of the board, what wins, and how the game is opened.

use super::square::MAX_SIZE;
use crate::Side;
use crate::settings::{choice, integer, options};

/// The least size of a board.
const MIN_SIZE: usize = 5;

/// What wins and what is forbidden (Allis, van den Herik and Huntjens 1994, section 2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Five or more in a row win: the paper's non-restricted variant.
    #[default]
    Freestyle,
    /// Exactly five in a row win, for both sides: variant B.
    Standard,
    /// Exactly five win for black, five or more for white; black may not make an overline, a double four or a double
    /// three, unless he makes five with the same stone: variant D, by the rules of the Renju International Federation.
    Renju,
    /// Freestyle, but black's second stone may not lie in the 5 x 5 square around his first: variant C.
    SecondMoveRestricted,
}

impl Rules {
    /// Their name where no opening protocol goes with them.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
            Self::SecondMoveRestricted => "second-move-restricted",
        }
    }

    /// Whether a longer row does not win for this side.
    pub const fn exactly_five(self, side: Side) -> bool {
        match self {
            Self::Freestyle | Self::SecondMoveRestricted => false,
            Self::Standard => true,
            Self::Renju => matches!(side, Side::First),
        }
    }
}

/// How the first stones are placed and who gets which colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// Player one has black, and every move is a stone.
    #[default]
    None,
    /// Black in the centre, white on a neighbouring square, black anywhere; then white may swap: variant E.
    Choice,
    /// Player one places two black stones and a white one; player two takes white (`keep`), takes black (`swap`), or
    /// places a white and a black one (`add2`) and lets player one choose.
    Swap2,
}

/// What is fixed before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    size: u8,
    rules: Rules,
    protocol: Protocol,
}

impl Default for Setup {
    fn default() -> Self {
        Self { size: 15, rules: Rules::default(), protocol: Protocol::default() }
    }
}

impl Setup {
    /// The names of the rules, as the option `Rules` has them, with what they mean.
    pub const NAMES: [(&'static str, Rules, Protocol); 7] = [
        (Rules::Freestyle.name(), Rules::Freestyle, Protocol::None),
        (Rules::Standard.name(), Rules::Standard, Protocol::None),
        (Rules::Renju.name(), Rules::Renju, Protocol::None),
        (Rules::SecondMoveRestricted.name(), Rules::SecondMoveRestricted, Protocol::None),
        ("choice", Rules::Renju, Protocol::Choice),
        ("swap2", Rules::Standard, Protocol::Swap2),
        ("swap2-freestyle", Rules::Freestyle, Protocol::Swap2),
    ];

    /// A setup of these rules, by name, on a board of this size.
    ///
    /// # Errors
    /// A sentence, if there are no such rules, or they cannot be played on that board.
    pub fn new(rules: &str, size: usize) -> Result<Self, String> {
        let Some(&(_, rules, protocol)) =
            Self::NAMES.iter().find(|(name, ..)| name.eq_ignore_ascii_case(rules))
        else {
            let names: Vec<_> = Self::NAMES.iter().map(|(name, ..)| *name).collect();
            return Err(format!(
                "no rules are named {}; there are {}",
                crate::quoted(rules),
                names.join(", ")
            ));
        };
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(format!("a board has a size from {MIN_SIZE} to {MAX_SIZE}, not {size}"));
        }
        if rules == Rules::SecondMoveRestricted && size < 6 {
            return Err("on a board of 5 x 5 nothing may be left for black's second stone: rules \
                        second-move-restricted need a size of 6 or more"
                .to_owned());
        }
        Ok(Self { size: size as u8, rules, protocol })
    }

    /// The same without an opening protocol.
    pub(crate) const fn without_protocol(self) -> Self {
        Self { protocol: Protocol::None, ..self }
    }

    /// The length of an edge of the board.
    pub const fn size(&self) -> usize {
        self.size as usize
    }

    /// What wins and what is forbidden.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// How the game is opened.
    pub(crate) const fn protocol(&self) -> Protocol {
        self.protocol
    }
}

options! {
    pub(crate) struct RuleOptions {
        /// The rules of Go-Moku; setting them begins a new game.
        rules: String = choice("Rules", "freestyle", &RULE_NAMES),
        /// The size of the board of Go-Moku; setting it begins a new game.
        size: usize = integer("Size", 15, MIN_SIZE as i64, MAX_SIZE as i64),
    }
}

const RULE_NAMES: [&str; Setup::NAMES.len()] = {
    let mut names = [""; Setup::NAMES.len()];
    let mut n = 0;
    while n < names.len() {
        names[n] = Setup::NAMES[n].0;
        n += 1;
    }
    names
};
