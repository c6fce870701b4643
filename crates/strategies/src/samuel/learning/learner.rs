//! The learner: Alpha by generalization, or `td-leaf`, with all that its memory keeps.

use super::record::Series;
use crate::samuel::generalization::alpha::Alpha;
use crate::samuel::generalization::correlation::Powers;
use crate::samuel::generalization::experience::{Experience, Scaling};
use crate::samuel::generalization::rules::{Rules, RulesOptions};
use crate::samuel::look_ahead::think::Thought;
use crate::samuel::td_leaf::settings::{TdLeafOptions, TdLeafSettings};
use crate::samuel::td_leaf::{Episode, TdLeaf, all_terms};
use crate::samuel::terms::polynomial::Polynomial;
use crate::samuel::terms::scoring::Zero;
use crate::samuel::terms::{Subject, named};
use crate::settings::{Setting, Settings, choice, options};
use games::{Outcome, Played};

/// What is known, by the method that found it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Knowledge {
    Samuel(Alpha),
    TdLeaf(TdLeaf),
}

/// The names of the methods.
pub const METHODS: [&str; 2] = ["samuel", "td-leaf"];

pub const METHOD: Setting<String> = choice("Samuel.Method", METHODS[0], &METHODS);

options! {
    /// How is learned.
    pub(crate) struct MethodOptions {
        /// How Samuel learns with an empty memory: by his procedure of 1959, or by temporal differences (td-leaf).
        method: String = METHOD,
    }
}

/// How a learner learns, as the options have it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearnerSettings {
    pub(crate) rules: Rules,
    /// How a polynomial becomes a score.
    pub scaling: Scaling,
    pub td_leaf: TdLeafSettings,
    /// Of a hundred games of a series of `td-leaf`, those against Beta.
    pub(crate) beta_games: u64,
}

impl LearnerSettings {
    /// Those that the options ask for, in this game.
    ///
    /// # Errors
    /// A sentence, if an option cannot be read.
    pub fn from_settings<G: Subject>(settings: &Settings) -> Result<Self, String> {
        let settings = &G::TD_LEAF.spelled_out(settings);
        let scoring = named::ScoringOptions::of(settings);
        Ok(Self {
            rules: Rules::from_settings(settings)?,
            scaling: Scaling {
                powers: Powers::from_name(&RulesOptions::of(settings).powers),
                zero: Zero::from_name(&scoring.zero),
                give_away: scoring.give_away,
            },
            td_leaf: TdLeafSettings::of::<G>(settings),
            beta_games: TdLeafOptions::of(settings).beta_games.unsigned_abs(),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Learner {
    pub(crate) knowledge: Knowledge,
    pub games: u64,
    /// The series that it was learned in, if it was.
    pub series: Option<Series>,
}

/// What a learner remembers of the game under way.
#[derive(Clone, Debug, Default)]
pub struct Trajectory {
    /// Of the side that begins, and of the other: one that plays both has two memories of the game.
    experience: [Experience; 2],
    episode: Episode,
}

impl Learner {
    /// A beginner with the polynomial that the options name.
    ///
    /// # Errors
    /// A sentence, if that polynomial cannot be read.
    pub fn beginner<G: Subject>(settings: &Settings) -> Result<Self, String> {
        let scoring = named::scoring::<G>(settings)?;
        let polynomial = scoring.polynomial();
        let knowledge = if MethodOptions::of(settings).method == METHODS[1] {
            let options = TdLeafOptions::of(&G::TD_LEAF.spelled_out(settings));
            Knowledge::TdLeaf(TdLeaf::new::<G>(polynomial, options.all_terms, options.tapered == "true"))
        } else {
            Knowledge::Samuel(Alpha::new(polynomial))
        };
        Ok(Self { knowledge, games: 0, series: None })
    }

    pub const fn method(&self) -> &'static str {
        match self.knowledge {
            Knowledge::Samuel(_) => METHODS[0],
            Knowledge::TdLeaf(_) => METHODS[1],
        }
    }

    /// The polynomial as it stands.
    pub fn polynomial<G: Subject>(&self, powers: Powers) -> Polynomial {
        match &self.knowledge {
            Knowledge::Samuel(alpha) => alpha.polynomial(powers),
            Knowledge::TdLeaf(weights) => weights.polynomial::<G>(),
        }
    }

    /// The polynomial by which the games are played that are learned from: that of [`Learner::polynomial`], unless what plays is
    /// an average.
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
        learning: &LearnerSettings,
    ) -> bool {
        match &mut self.knowledge {
            Knowledge::Samuel(alpha) => {
                let side = game.position().to_move().index();
                let learned = trajectory.experience[side].learn(
                    alpha,
                    game,
                    thought,
                    &learning.scaling,
                    &learning.rules,
                );
                if learned {
                    // What the other side remembers was scored by a polynomial that is no more.
                    trajectory.experience[1 - side] = Experience::default();
                }
                learned
            }
            Knowledge::TdLeaf(_) => {
                trajectory.episode.see(game, thought, &learning.scaling.scoring(all_terms::<G>()));
                false
            }
        }
    }

    /// Learns from the end of a game; `None` if it was broken off.
    pub fn after_game(
        &mut self,
        trajectory: Trajectory,
        outcome: Option<Outcome>,
        learning: &LearnerSettings,
    ) {
        self.games += 1;
        if let Knowledge::TdLeaf(weights) = &mut self.knowledge
            && !trajectory.episode.is_empty()
        {
            weights.learn(&trajectory.episode, outcome, &learning.td_leaf);
        }
    }
}
