//! Whoever learns: Alpha by generalization, or `td-leaf`, with all that goes on from one day to the next.

use crate::samuel::generalization::alpha::Alpha;
use crate::samuel::generalization::correlation::Powers;
use crate::samuel::generalization::experience::{Experience, Scaling};
use crate::samuel::generalization::rules::Rules;
use crate::samuel::learning::series::Contest;
use crate::samuel::look_ahead::think::Thought;
use crate::samuel::td_leaf::{Episode, Pace, TdLeaf, all_terms};
use crate::samuel::terms::named;
use crate::samuel::terms::polynomial::Polynomial;
use crate::samuel::terms::scoring::Zero;
use crate::samuel::terms::{Subject, Suits};
use crate::settings::{Kind, OptionSpec, Settings, Value};
use games::{Outcome, Played, Side};

/// What is known, by the method that found it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Knowledge {
    /// By generalization.
    Samuel(Alpha),
    /// By temporal differences.
    TdLeaf(TdLeaf),
}

/// The names of the methods.
pub const METHODS: [&str; 2] = ["samuel", "td-leaf"];

/// Which method learns.
pub const METHOD: OptionSpec = OptionSpec {
    name: "Samuel.Method",
    kind: Kind::Choice { default: METHODS[0], allowed: &METHODS },
    help: "How Samuel learns with an empty memory: by his procedure of 1959, or by temporal differences (td-leaf).",
};

/// Whether terms in reserve take part in td-leaf.
const ALL_TERMS: OptionSpec = OptionSpec {
    name: "Samuel.AllTerms",
    kind: Kind::Flag { default: true },
    help: "td-leaf: weights are found for all terms of the game, those in reserve beginning with 0; false: for the active ones.",
};

/// `true`, `false`, or what suits the game.
const AUTO_FLAG: Kind = Kind::Choice { default: "auto", allowed: &["auto", "true", "false"] };

impl Suits {
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

/// Whether td-leaf finds two weights for each term.
pub(crate) const TAPERED: OptionSpec = OptionSpec {
    name: "Samuel.Tapered",
    kind: AUTO_FLAG,
    help: "td-leaf: each term has two weights, one for the full board and one for the bare one, and what counts goes from the first \
           to the second as the pieces go; false: one; auto: what suits the game (draughts true, qubic and gomoku false).",
};

/// How fast td-leaf learns.
pub(crate) const RATE: OptionSpec = OptionSpec {
    name: "Samuel.Rate",
    kind: Kind::Integer { default: 0, min: 0, max: 100_000 },
    help: "td-leaf: how far a weight moves at first for a wrong result, in ten thousandths of a man; 0: what suits the game (draughts \
           30, qubic 3, gomoku 2).",
};

/// How far td-leaf looks.
const LAMBDA: OptionSpec = OptionSpec {
    name: "Samuel.Lambda",
    kind: Kind::Integer { default: 80, min: 0, max: 100 },
    help: "td-leaf: how much later differences count, in hundredths a ply.",
};

/// When td-leaf slows down.
const HALVING: OptionSpec = OptionSpec {
    name: "Samuel.Halving",
    kind: Kind::Integer { default: 0, min: 0, max: 1_000_000_000 },
    help: "td-leaf: after so many games the rate has fallen to a half, after three times as many to a quarter; 0: what suits the \
           game (draughts 4000, qubic and gomoku 1000).",
};

/// What td-leaf plays by.
const AVERAGING: OptionSpec = OptionSpec {
    name: "Samuel.Averaging",
    kind: Kind::Integer { default: 3, min: 0, max: 1000 },
    help: "td-leaf: plays by an average of its weights over the games, in which those after game n count about n to this power; \
           0: by the last weights alone.",
};

/// What td-leaf learns from games that are broken off.
const JUDGED: OptionSpec = OptionSpec {
    name: "Samuel.Judged",
    kind: AUTO_FLAG,
    help: "td-leaf: whoever is judged to be ahead where a game of a series is broken off has won it; false: what is expected there \
           stands for the end; auto: what suits the game (draughts true, qubic and gomoku false).",
};

/// How often td-leaf plays a fixed opponent.
const BETA_GAMES: OptionSpec = OptionSpec {
    name: "Samuel.BetaGames",
    kind: Kind::Integer { default: -1, min: -1, max: 100 },
    help: "td-leaf: of a hundred games of a series so many are against Beta, who plays by what the series began with; it has one \
           side and learns at its own moves then. In the others it has both. -1: what suits the game (draughts 50, qubic and gomoku 0).",
};

/// All the options of learning.
pub(crate) const OPTIONS: [OptionSpec; 11] = [
    METHOD,
    crate::samuel::generalization::rules::MODIFICATIONS,
    crate::samuel::generalization::rules::POWERS,
    ALL_TERMS,
    TAPERED,
    RATE,
    LAMBDA,
    HALVING,
    AVERAGING,
    JUDGED,
    BETA_GAMES,
];

/// How somebody learns, as the options have it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearnerSettings {
    /// Samuel's rules.
    pub(crate) rules: Rules,
    /// How a polynomial becomes a score.
    pub manners: Scaling,
    /// The pace of `td-leaf`.
    pub pace: Pace,
    /// Of a hundred games of a series of `td-leaf`, those against Beta.
    pub(crate) beta_games: u64,
}

impl LearnerSettings {
    /// Those that the options ask for, in this game.
    ///
    /// # Errors
    /// A sentence, if an option cannot be read.
    pub fn from_settings<G: Subject>(settings: &Settings) -> Result<Self, String> {
        let settings = &G::SUITS.spelled_out(settings);
        let rate = settings.integer(RATE.name);
        Ok(Self {
            rules: Rules::from_settings(settings)?,
            manners: Scaling {
                powers: Powers::from_name(settings.text(crate::samuel::generalization::rules::POWERS.name)),
                zero: Zero::from_name(settings.text(named::ZERO.name)),
                give_away: settings.flag(named::GIVE_AWAY.name),
            },
            pace: Pace {
                rate: if rate == 0 { G::RATE } else { rate } as f64 / 10_000.0,
                lambda: settings.integer(LAMBDA.name) as f64 / 100.0,
                halving: settings.integer(HALVING.name) as f64,
                averaging: settings.integer(AVERAGING.name) as f64,
                judged: settings.text(JUDGED.name) == "true",
            },
            beta_games: settings.integer(BETA_GAMES.name).unsigned_abs(),
        })
    }
}

/// Somebody who learns.
#[derive(Clone, Debug, PartialEq)]
pub struct Student {
    /// What is known.
    pub(crate) knowledge: Knowledge,
    /// From how many games.
    pub games: u64,
    /// The series that it was learned in, if it was.
    pub contest: Option<Contest>,
}

/// What a student remembers of the game under way.
#[derive(Clone, Debug, Default)]
pub struct Trajectory {
    /// Of the side that begins, and of the other: whoever plays both has two memories of the game.
    experience: [Experience; 2],
    course: Episode,
}

impl Student {
    /// A beginner, who starts from the polynomial that the options name.
    ///
    /// # Errors
    /// A sentence, if that polynomial cannot be read.
    pub fn beginner<G: named::Named>(settings: &Settings) -> Result<Self, String> {
        let scoring = named::scoring::<G>(settings)?;
        let polynomial = scoring.polynomial();
        let knowledge = if settings.text(METHOD.name) == METHODS[1] {
            Knowledge::TdLeaf(TdLeaf::new::<G>(
                polynomial,
                settings.flag(ALL_TERMS.name),
                G::SUITS.spelled_out(settings).text(TAPERED.name) == "true",
            ))
        } else {
            Knowledge::Samuel(Alpha::new(polynomial))
        };
        Ok(Self { knowledge, games: 0, contest: None })
    }

    /// The method's name.
    #[must_use]
    pub const fn method(&self) -> &'static str {
        match self.knowledge {
            Knowledge::Samuel(_) => METHODS[0],
            Knowledge::TdLeaf(_) => METHODS[1],
        }
    }

    /// The polynomial as it stands.
    #[must_use]
    pub fn polynomial<G: Subject>(&self, powers: Powers) -> Polynomial {
        match &self.knowledge {
            Knowledge::Samuel(alpha) => alpha.polynomial(powers),
            Knowledge::TdLeaf(weights) => weights.polynomial::<G>(),
        }
    }

    /// The polynomial by which the games are played that are learned from: that of [`Student::polynomial`], unless what plays is
    /// an average.
    #[must_use]
    pub(crate) fn learning_polynomial<G: Subject>(&self, powers: Powers) -> Polynomial {
        match &self.knowledge {
            Knowledge::Samuel(alpha) => alpha.polynomial(powers),
            Knowledge::TdLeaf(weights) => weights.learning_polynomial::<G>(),
        }
    }

    /// Learns at a move, about which so much has been thought. Whether the polynomial has changed.
    pub fn after_move<G: Subject>(
        &mut self,
        trajectory: &mut Trajectory,
        game: &Played<G>,
        thought: &Thought<G>,
        ways: &LearnerSettings,
    ) -> bool {
        match &mut self.knowledge {
            Knowledge::Samuel(alpha) => {
                let side = usize::from(game.position().to_move() == Side::Second);
                let learned = trajectory.experience[side].learn(alpha, game, thought, ways);
                if learned.is_some() {
                    // What the other side remembers was scored by a polynomial that is no more.
                    trajectory.experience[1 - side] = Experience::default();
                }
                learned.is_some()
            }
            Knowledge::TdLeaf(_) => {
                trajectory.course.see(game, thought, &all_terms(&ways.manners));
                false
            }
        }
    }

    /// Learns from the end of a game; `None` if it was broken off.
    pub fn after_game(&mut self, trajectory: Trajectory, outcome: Option<Outcome>, ways: &LearnerSettings) {
        self.games += 1;
        if let Knowledge::TdLeaf(weights) = &mut self.knowledge
            && !trajectory.course.is_empty()
        {
            weights.learn(&trajectory.course, outcome, &ways.pace);
        }
    }
}
