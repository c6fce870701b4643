//! How `td-leaf` learns: its options, and what suits each game.

use crate::samuel::terms::{Subject, TdLeafDefaults};
use crate::settings::{Kind, OptionSpec, Settings, Value};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TdLeafSettings {
    /// How far a weight moves, in men, for a difference of 1 at the first game.
    pub(crate) rate: f64,
    /// How much later differences count, from 0 to 1 a ply.
    pub(crate) lambda: f64,
    /// After so many games the rate has fallen to a half, after three times as many to a quarter.
    pub(crate) halving: f64,
    /// The weights after game n count about n to this power in the average that plays; 0: the last ones alone play.
    pub(crate) averaging: f64,
    /// Whether who is judged to be ahead where a game is broken off has won it.
    pub judged: bool,
}

impl TdLeafSettings {
    /// Those that the options ask for, with what is left to the game spelled out.
    pub(crate) fn of<G: Subject>(settings: &Settings) -> Self {
        let rate = settings.integer(RATE.name);
        Self {
            rate: if rate == 0 { G::RATE } else { rate } as f64 / 10_000.0,
            lambda: settings.integer(LAMBDA.name) as f64 / 100.0,
            halving: settings.integer(HALVING.name) as f64,
            averaging: settings.integer(AVERAGING.name) as f64,
            judged: settings.text(JUDGED.name) == "true",
        }
    }

    /// How much the weights after this game (from 1) count in the average, beside all those before (O. Shamir, T. Zhang,
    /// "Stochastic gradient descent for non-smooth optimization", 2013: polynomial-decay averaging).
    pub(super) fn share(&self, game: u64) -> f64 {
        if self.averaging > 0.0 { (self.averaging + 1.0) / (game as f64 + self.averaging) } else { 1.0 }
    }
}

impl TdLeafDefaults {
    /// The options that may be left to the game, with these values.
    #[must_use]
    pub fn options(&self) -> [(OptionSpec, Value); 4] {
        [
            (TAPERED, Value::Text(self.tapered.to_string())),
            (JUDGED, Value::Text(self.judged.to_string())),
            (HALVING, Value::Integer(self.halving)),
            (BETA_GAMES, Value::Integer(self.beta_games)),
        ]
    }

    /// These settings, with these values where they leave one to the game.
    #[must_use]
    pub fn spelled_out(&self, settings: &Settings) -> Settings {
        let mut spelled = settings.clone();
        for (spec, value) in self.options() {
            if !settings.is_changed(&spec) {
                spelled.set(spec.name, value);
            }
        }
        spelled
    }
}

/// Whether terms in reserve take part in td-leaf.
pub(crate) const ALL_TERMS: OptionSpec = OptionSpec {
    name: "Samuel.AllTerms",
    kind: Kind::Flag { default: true },
    help: "td-leaf: weights are found for all terms of the game, those in reserve beginning with 0; false: for the active ones.",
};

/// `true`, `false`, or what suits the game.
const AUTO_FLAG: Kind = Kind::Choice { default: "auto", allowed: &["auto", "true", "false"] };

/// Whether td-leaf finds two weights for each term.
pub(crate) const TAPERED: OptionSpec = OptionSpec {
    name: "Samuel.Tapered",
    kind: AUTO_FLAG,
    help: "td-leaf: each term has two weights, one for the full board and one for the bare one, and what counts goes from the first \
           to the second as the pieces go; false: one; auto: what suits the game (draughts true, qubic and gomoku false).",
};

pub(crate) const RATE: OptionSpec = OptionSpec {
    name: "Samuel.Rate",
    kind: Kind::Integer { default: 0, min: 0, max: 100_000 },
    help: "td-leaf: how far a weight moves at first for a wrong result, in ten thousandths of a man; 0: what suits the game (draughts \
           30, qubic 3, gomoku 2).",
};

pub(crate) const LAMBDA: OptionSpec = OptionSpec {
    name: "Samuel.Lambda",
    kind: Kind::Integer { default: 80, min: 0, max: 100 },
    help: "td-leaf: how much later differences count, in hundredths a ply.",
};

pub(crate) const HALVING: OptionSpec = OptionSpec {
    name: "Samuel.Halving",
    kind: Kind::Integer { default: 0, min: 0, max: 1_000_000_000 },
    help: "td-leaf: after so many games the rate has fallen to a half, after three times as many to a quarter; 0: what suits the \
           game (draughts 4000, qubic and gomoku 1000).",
};

pub(crate) const AVERAGING: OptionSpec = OptionSpec {
    name: "Samuel.Averaging",
    kind: Kind::Integer { default: 3, min: 0, max: 1000 },
    help: "td-leaf: plays by an average of its weights over the games, in which those after game n count about n to this power; \
           0: by the last weights alone.",
};

/// What td-leaf learns from games that are broken off.
pub(crate) const JUDGED: OptionSpec = OptionSpec {
    name: "Samuel.Judged",
    kind: AUTO_FLAG,
    help: "td-leaf: whoever is judged to be ahead where a game of a series is broken off has won it; false: what is expected there \
           stands for the end; auto: what suits the game (draughts true, qubic and gomoku false).",
};

/// How often td-leaf plays a fixed opponent.
pub(crate) const BETA_GAMES: OptionSpec = OptionSpec {
    name: "Samuel.BetaGames",
    kind: Kind::Integer { default: -1, min: -1, max: 100 },
    help: "td-leaf: of a hundred games of a series so many are against Beta, who plays by what the series began with; it has one \
           side and learns at its own moves then. In the others it has both. -1: what suits the game (draughts 50, qubic and gomoku 0).",
};
