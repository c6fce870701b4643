//! The checkers program of A. L. Samuel, "Some Studies in Machine Learning Using the Game of Checkers" (IBM Journal of Research
//! and Development 3, 1959).
//!
//! A position is scored by the piece advantage and a polynomial of `terms`; the `look_ahead` goes to a distance that depends on
//! what goes on in it. It learns by `rote` and by `generalization`, and beside these by `td_leaf`; `learning` has what both ways of
//! learning weights share: who learns, his series of games, his memory. `modes` are the other modes of play: book games and
//! games against itself. All is written for any [`Subject`]. `docs/papers/samuel-1959.md` says what is as in the paper and what is not.

pub mod generalization;
pub mod learning;
pub mod look_ahead;
pub mod modes;
pub mod rote;
pub mod td_leaf;
pub mod terms;
mod words;

use super::options::{LEARN, MEMORY};
use super::settings::{OptionSpec, Settings, joined};
use super::{Abilities, Choice, Context, Lesson, Report, Row, Strategy};
use crate::learning::Memory;
use games::draughts::Draughts;
use games::gomoku::Opening;
use games::qubic::Qubic;
use games::{Outcome, Played};
use generalization::rules::RulesOptions;
use learning::in_play::LearnerInPlay;
use learning::learner::MethodOptions;
use look_ahead::plies::PliesOptions;
use look_ahead::think::{SearchOptions, SearchSettings, Thought, think_recalling};
use rote::RoteOptions;
use rote::memory::Rote;
use search::score::Bound;
use search::{Limits, Line, Progress, Score};
use std::path::PathBuf;
use td_leaf::settings::TdLeafOptions;
use terms::named::ScoringOptions;
use terms::scoring::{self, Scoring, end_of, hundredths};
use terms::{Subject, named, polynomial};

/// Its row in the table of draughts.
pub const DRAUGHTS: Row<Draughts> =
    row("Samuel 1959: look-ahead of varying ply, scored by piece advantage and a polynomial of terms");
/// Its row in the table of Qubic.
pub const QUBIC: Row<Qubic> = row(
    "Samuel's look-ahead and learning of 1959 with terms of Qubic: lines, related pairs, planes in excess",
);
/// Its row in the table of Go-Moku.
pub const GOMOKU: Row<Opening> = row(
    "Samuel's look-ahead and learning of 1959 with terms of Go-Moku: what a stone would make on a square",
);

const fn row<G: Subject>(summary: &'static str) -> Row<G> {
    Row {
        name: "samuel",
        summary,
        make: || Box::new(Samuel { kept: None, learner: None, refused: None, rote: None, thought: None }),
        options: &OPTIONS,
        abilities: Abilities { multi_pv: true, learns: true, ..Abilities::NONE },
    }
}

const OPTIONS: [OptionSpec; 32] = joined(&[
    ScoringOptions::OPTIONS,
    SearchOptions::OPTIONS,
    PliesOptions::OPTIONS,
    MethodOptions::OPTIONS,
    RulesOptions::OPTIONS,
    TdLeafOptions::OPTIONS,
    RoteOptions::OPTIONS,
]);

/// The strategy, with its polynomial and the options that it was made from.
struct Samuel<G: Subject> {
    kept: Option<(Settings, Scoring<G>)>,
    /// What its memory holds; with it, this scores.
    learner: Option<LearnerInPlay<G>>,
    /// The memory that could not be read, and under which options: that has been said.
    refused: Option<(PathBuf, Settings)>,
    /// The positions that it knows by rote.
    rote: Option<Rote<G>>,
    /// What has been thought about the position that is to be taken down next, and to how many plies it must have come.
    thought: Option<(Thought<G>, usize)>,
}

/// Sees to it that the rote memory that the options name is at hand, if they name one; what there is to say goes to the words.
fn remembering<G: Subject>(
    open: Option<Rote<G>>,
    settings: &Settings,
    scoring: &Scoring<G>,
    words: &mut Vec<String>,
) -> Option<Rote<G>> {
    let writes = settings.get(&LEARN);
    if open.as_ref().is_some_and(|rote| rote.fits(settings, scoring, writes)) {
        return open;
    }
    // The old lock goes first: it may be the same one.
    drop(open);
    match Rote::open(settings, scoring, writes) {
        Ok(None) => None,
        Ok(Some((rote, warning))) => {
            words.extend(warning.map(|refused| refused.warning()));
            Some(rote)
        }
        Err(error) => {
            words.push(format!("{error}; playing without it"));
            None
        }
    }
}

impl<G: Subject> Samuel<G> {
    /// Sees to it that what the memory holds is at hand, if there is one; said in words, if it cannot be read.
    fn remember(&mut self, settings: &Settings, memory: &Memory) -> Option<String> {
        let Some(path) = memory.path() else {
            self.learner = None;
            return None;
        };
        if self.learner.as_ref().is_some_and(|learner| learner.fits(settings)) {
            return None;
        }
        if self.refused.as_ref().is_some_and(|(of, under)| of == path && under == settings) {
            return None;
        }
        let loaded = LearnerInPlay::load(settings, memory);
        let warning = loaded.as_ref().err().map(|error| format!("{error}; playing without it"));
        self.refused = warning.is_some().then(|| (path.to_owned(), settings.clone()));
        self.learner = loaded.ok();
        warning
    }

    /// The scoring that these options ask for; said in words, if it is another one because they cannot be read.
    fn scoring(&mut self, settings: &Settings) -> (&Scoring<G>, Option<String>) {
        let known = self.kept.take().filter(|(of, _)| of == settings);
        let mut warning = None;
        let kept = known.unwrap_or_else(|| {
            let scoring = named::scoring(settings).unwrap_or_else(|error| {
                let scoring = without_terms(settings);
                warning = Some(format!("{error}; playing by {} instead", named::POLYNOMIAL.name));
                scoring
            });
            (settings.clone(), scoring)
        });
        (&self.kept.insert(kept).1, warning)
    }
}

/// The scoring of the polynomial that has a name.
fn without_terms<G: Subject>(settings: &Settings) -> Scoring<G> {
    let mut settings = settings.clone();
    settings.set(named::TERMS.name, super::settings::Value::Text(String::new()));
    // The named polynomials can be read; if not, the piece advantage is left.
    named::scoring(&settings).unwrap_or_else(|_| {
        let none = polynomial::Polynomial::default();
        Scoring::new(none, scoring::Zero::Neither, settings.get(&named::GIVE_AWAY))
    })
}

impl<G: Subject> Strategy<G> for Samuel<G> {
    fn prepare(&self, setup: &G::Setup, _settings: &Settings) {
        G::prepare(setup);
    }

    fn recall(&mut self, settings: &Settings, memory: &Memory) -> Vec<String> {
        let mut words: Vec<String> = self.remember(settings, memory).into_iter().collect();
        let (learner, open) = (self.learner.take(), self.rote.take());
        let scoring = match &learner {
            Some(learner) => learner.scoring(),
            None => {
                let (scoring, warning) = self.scoring(settings);
                words.extend(warning);
                scoring
            }
        };
        let rote = remembering(open, settings, scoring, &mut words);
        (self.learner, self.rote) = (learner, rote);
        words
    }

    fn choose(&mut self, game: &Played<G>, limits: &Limits<G>, context: &mut Context<'_, G>) -> Choice<G> {
        if let Some(choice) = G::open(game.position(), &|| limits.root_moves(game)) {
            return choice;
        }
        let settings = context.settings;
        for words in self.recall(settings, context.memory) {
            (context.report)(Report::Words(words));
        }
        let (mut learner, rote) = (self.learner.take(), self.rote.take());
        let scoring = match &learner {
            Some(learner) => learner.scoring(),
            None => self.scoring(settings).0,
        };
        let restricted = !limits.only.is_empty();
        let report = &mut *context.report;
        let mut tell = |thought: &Thought<G>| {
            for (index, line) in
                lines(thought, scoring, restricted).into_iter().enumerate().take(limits.multi_pv)
            {
                report(Report::Line { rank: index + 1, line, progress: progress(thought) });
            }
        };
        let search = SearchSettings::of(settings, game);
        let recall = rote.as_ref().map(Rote::recall);
        let thought = think_recalling(game, scoring, search, limits, context.control, recall, &mut tell);
        let mut lines = lines(&thought, scoring, restricted);
        lines.truncate(limits.multi_pv.max(1));
        let lost = matches!(lines.first().map(|line| line.score), Some(Score::Loss { .. }));
        let choice = Choice {
            lines,
            reason: words::reason(game, scoring, &thought),
            resigns: lost && SearchOptions::of(settings).concedes,
            progress: progress(&thought),
        };
        self.thought = rote.as_ref().filter(|_| !restricted).map(|_| (thought.clone(), search.plies.minimum));
        if let Some(learner) = learner.as_mut().filter(|_| !restricted) {
            learner.keep(thought);
        }
        (self.learner, self.rote) = (learner, rote);
        choice
    }

    fn after_move(&mut self, game: &Played<G>, memory: &mut Memory) {
        if let Some(Err(error)) = self.learner.as_mut().map(|learner| learner.after_move(game, memory)) {
            log::warn!("what was learned at this move could not be saved: {error}");
        }
        let rote = self.rote.as_mut().filter(|rote| rote.is_writable());
        if let Some((rote, (thought, least))) = rote.zip(self.thought.take()) {
            rote.note(game.position(), thought.found(least), &thought.recalled.used);
            if let Some(Err(error)) = rote.is_due().then(|| rote.merge()) {
                log::warn!("the positions could not be merged: {error}");
            }
        }
    }

    fn after_game(
        &mut self,
        _game: &Played<G>,
        outcome: Outcome,
        settings: &Settings,
        memory: &mut Memory,
    ) -> Result<Vec<Lesson>, String> {
        let mut lessons = Vec::new();
        let by_rote = !settings.get(&rote::FILE).is_empty();
        if let Some(rote) = self.rote.as_mut().filter(|rote| rote.is_writable()) {
            // What has been taken down since the last merge would be lost with the game.
            rote.merge()?;
            let positions = rote.table().len();
            lessons.push(Lesson::Remark(format!("{positions} positions are remembered by rote")));
        }
        if by_rote && memory.path().is_none() {
            return Ok(lessons);
        }
        let mut learner = match self.learner.take() {
            Some(learner) => learner,
            None => LearnerInPlay::<G>::load(settings, memory)?,
        };
        lessons.push(Lesson::Remark(learner.after_game(outcome, memory)?));
        Ok(lessons)
    }

    fn evaluation(&self, game: &Played<G>, settings: &Settings) -> Option<String> {
        let memory = Memory::read_only(&settings.get(&MEMORY), G::NAME, "samuel");
        let scoring = match memory.path() {
            Some(_) => LearnerInPlay::<G>::load(settings, &memory).map(|learner| learner.scoring().clone()),
            None => named::scoring(settings),
        };
        let mut text = match scoring {
            Ok(scoring) => words::evaluation(game, &scoring),
            Err(error) => error,
        };
        if let Some(words) = rote::memory::described::<G>(settings) {
            text.push('\n');
            text.push_str(&words);
        }
        Some(text)
    }
}

/// The moves with a score; the first move alone, if none has one.
fn lines<G: Subject>(thought: &Thought<G>, scoring: &Scoring<G>, restricted: bool) -> Vec<Line<G>> {
    let known = thought.candidates.iter().take_while(|candidate| candidate.score.is_some());
    let number = known.count().max(1);
    let best = thought.candidates.iter().take(number);
    best.map(|candidate| Line {
        score: announced(thought, candidate.score.unwrap_or(0), scoring, restricted),
        bound: Bound::Exact,
        moves: candidate.line.clone(),
    })
    .collect()
}

/// The score as the engine tells it: a win or a loss only if it is proven by the rules.
fn announced<G: Subject>(thought: &Thought<G>, score: i64, scoring: &Scoring<G>, restricted: bool) -> Score {
    let estimate = Score::Heuristic(hundredths::<G>(score));
    let end = end_of(score).filter(|&plies| !scoring.is_give_away() && (G::EXHAUSTIVE || plies == 1));
    let Some(in_plies) = end else { return estimate };
    match score > 0 {
        true => Score::Win { in_plies },
        // The position is lost only if every move is.
        false if thought.complete && !restricted => Score::Loss { in_plies },
        false => estimate,
    }
}

fn progress<G: Subject>(thought: &Thought<G>) -> Progress {
    Progress {
        depth: u32::try_from(thought.ply).unwrap_or(0),
        seldepth: u32::try_from(thought.deepest).unwrap_or(0),
        nodes: thought.nodes,
        hashfull: 0,
    }
}
