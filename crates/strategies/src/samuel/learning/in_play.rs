//! A learner in play: the strategy `samuel` plays by what its memory holds, and learns in play with `Learn` true.

use super::learner::{Knowledge, Learner, LearnerSettings, Trajectory};
use super::memory;
use crate::learning::Memory;
use crate::options::LEARN;
use crate::samuel::look_ahead::think::Thought;
use crate::samuel::terms::Subject;
use crate::samuel::terms::scoring::Scoring;
use crate::settings::Settings;
use games::{Outcome, Played};

/// What is answered where there is nothing to learn into.
const NO_MEMORY: &str = "there is no file to learn into: set the option Memory";

/// A learner with the game under way.
pub(crate) struct LearnerInPlay<G: Subject> {
    settings: Settings,
    learner: Learner,
    learning: LearnerSettings,
    trajectory: Trajectory,
    scoring: Scoring<G>,
    /// What has been thought about the position that is to be learned from next.
    thought: Option<Thought<G>>,
}

impl<G: Subject> LearnerInPlay<G> {
    /// The learner in a memory; a beginner, if the memory is empty.
    ///
    /// # Errors
    /// A sentence, if the memory or an option cannot be read.
    pub(crate) fn load(settings: &Settings, memory: &Memory) -> Result<Self, String> {
        let learning = LearnerSettings::from_settings::<G>(settings)?;
        let kept = memory::load::<G>(memory).map_err(|error| error.to_string())?;
        let learner = match kept {
            Some(learner) => learner,
            None => Learner::beginner::<G>(settings)?,
        };
        let scoring = scoring(&learner, &learning, settings);
        Ok(Self {
            settings: settings.clone(),
            learner,
            learning,
            trajectory: Trajectory::default(),
            scoring,
            thought: None,
        })
    }

    /// Whether it was made with these options.
    pub(crate) fn fits(&self, settings: &Settings) -> bool {
        self.settings == *settings
    }

    pub(crate) const fn scoring(&self) -> &Scoring<G> {
        &self.scoring
    }

    /// Keeps what has been thought until it is time to learn from it.
    pub(crate) fn keep(&mut self, thought: Thought<G>) {
        self.thought = Some(thought);
    }

    /// Learns from the move that has been chosen in this position, and saves what has changed.
    ///
    /// # Errors
    /// A sentence, if it cannot be saved.
    pub(crate) fn after_move(&mut self, game: &Played<G>, memory: &mut Memory) -> Result<(), String> {
        let Some(thought) = self.thought.take() else { return Ok(()) };
        if !self.learner.after_move(&mut self.trajectory, game, &thought, &self.learning) {
            return Ok(());
        }
        self.scoring = scoring(&self.learner, &self.learning, &self.settings);
        self.save(memory)
    }

    /// Learns from the end of a game and saves; what there is to say about it.
    ///
    /// # Errors
    /// A sentence, if there is nothing to save into, or it cannot be saved.
    pub(crate) fn after_game(&mut self, outcome: Outcome, memory: &mut Memory) -> Result<String, String> {
        if memory.path().is_none() {
            return Err(NO_MEMORY.to_owned());
        }
        self.learner.after_game(std::mem::take(&mut self.trajectory), Some(outcome), &self.learning);
        self.scoring = scoring(&self.learner, &self.learning, &self.settings);
        self.save(memory)?;
        Ok(match &self.learner.knowledge {
            Knowledge::Samuel(alpha) => format!(
                "{} sets of adjustments in {} games; the leading term is {}",
                alpha.adjustments,
                self.learner.games,
                alpha.leading().map_or("none", |term| G::TERMS[term].name)
            ),
            Knowledge::TdLeaf(_) => format!("the weights have learned from {} games", self.learner.games),
        })
    }

    fn save(&self, memory: &mut Memory) -> Result<(), String> {
        memory::save::<G>(memory, &self.learner).map_err(|error| error.to_string())
    }
}

/// How a learner scores: by what it has learned, or while it learns by that which learns.
fn scoring<G: Subject>(learner: &Learner, learning: &LearnerSettings, settings: &Settings) -> Scoring<G> {
    let powers = learning.scaling.powers;
    learning.scaling.scoring(match settings.get(&LEARN) {
        true => learner.learning_polynomial::<G>(powers),
        false => learner.polynomial::<G>(powers),
    })
}
