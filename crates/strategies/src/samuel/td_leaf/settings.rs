//! How `td-leaf` learns: its options, and what suits each game.

use crate::samuel::terms::{Subject, TdLeafDefaults};
use crate::settings::{Setting, Settings, Value, choice, flag, integer, options};

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
        let options = TdLeafOptions::of(settings);
        Self {
            rate: if options.rate == 0 { G::RATE } else { options.rate } as f64 / 10_000.0,
            lambda: f64::from(options.lambda) / 100.0,
            halving: options.halving as f64,
            averaging: options.averaging.into(),
            judged: options.judged == "true",
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
    pub fn options(&self) -> [(&'static str, Value); 4] {
        [
            (TAPERED.name, Value::Text(self.tapered.to_string())),
            (JUDGED.name, Value::Text(self.judged.to_string())),
            (HALVING.name, Value::Integer(self.halving)),
            (BETA_GAMES.name, Value::Integer(self.beta_games)),
        ]
    }

    /// These settings, with these values where they leave one to the game.
    pub fn spelled_out(&self, settings: &Settings) -> Settings {
        let mut spelled = settings.clone();
        for (name, value) in self.options() {
            if TdLeafOptions::OPTIONS.iter().any(|row| row.name == name && !settings.is_changed(row)) {
                spelled.set(name, value);
            }
        }
        spelled
    }
}

/// `true`, `false`, or what suits the game.
const AUTO_FLAG: &[&str] = &["auto", "true", "false"];
pub(crate) const TAPERED: Setting<String> = choice("Samuel.Tapered", "auto", AUTO_FLAG);
const JUDGED: Setting<String> = choice("Samuel.Judged", "auto", AUTO_FLAG);
const HALVING: Setting<i64> = integer("Samuel.Halving", 0, 0, 1_000_000_000);
const BETA_GAMES: Setting<i64> = integer("Samuel.BetaGames", -1, -1, 100);

options! {
    /// How `td-leaf` is asked to learn.
    pub(crate) struct TdLeafOptions {
        /// Td-leaf: weights are found for all terms of the game, those in reserve beginning with 0; false: for the active
        /// ones.
        all_terms: bool = flag("Samuel.AllTerms", true),
        /// Td-leaf: each term has two weights, one for the full board and one for the bare one, mixed by
        /// the number of pieces; false: one; auto: what suits the game (draughts true, qubic and gomoku
        /// false).
        tapered: String = TAPERED,
        /// Td-leaf: how far a weight moves at first for a wrong result, in ten thousandths of a man; 0: what suits the game
        /// (draughts 30, qubic 3, gomoku 2).
        rate: i64 = integer("Samuel.Rate", 0, 0, 100_000),
        /// Td-leaf: how much later differences count, in hundredths a ply.
        lambda: u32 = integer("Samuel.Lambda", 80, 0, 100),
        /// Td-leaf: after so many games the rate has fallen to a half, after three times as many to a quarter; 0: what
        /// suits the game (draughts 4000, qubic and gomoku 1000).
        halving: i64 = HALVING,
        /// Td-leaf: plays by an average of its weights over the games, in which those after game n count about n to this
        /// power; 0: by the last weights alone.
        averaging: u32 = integer("Samuel.Averaging", 3, 0, 1000),
        /// Td-leaf: the side judged to be ahead where a game of a series is broken off has won it; false: the
        /// expected result counts; auto: what suits the game (draughts true, qubic and gomoku false).
        judged: String = JUDGED,
        /// Td-leaf: percentage of games against Beta, who keeps the polynomial that the series began with; td-leaf then has one
        /// side and learns at its own moves. It plays both sides of the others. -1: what suits the game (draughts 50,
        /// qubic and gomoku 0).
        beta_games: i64 = BETA_GAMES,
    }
}
