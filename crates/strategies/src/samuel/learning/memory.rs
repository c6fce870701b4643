//! A learner in its memory: terms by their names, polynomials as text.

use super::learner::{Knowledge, Learner, METHODS};
use super::record::{Series, SeriesGame, Snapshot};
use crate::learning::{Content, Memory, MemoryError};
use crate::samuel::generalization::alpha::{Active, Alpha, Discard};
use crate::samuel::generalization::correlation::Correlation;
use crate::samuel::td_leaf::{TdLeaf, Weight};
use crate::samuel::terms::polynomial::Polynomial;
use crate::samuel::terms::{Subject, Term};
use games::quoted;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The learner in a memory, if it holds one.
///
/// # Errors
/// If the memory is foreign or damaged; it is left as it is.
pub fn load<G: Subject>(memory: &Memory) -> Result<Option<Learner>, MemoryError> {
    let Some(kept) = memory.load::<Kept>()? else { return Ok(None) };
    kept.learner(G::TERMS).map(Some).map_err(|words| memory.foreign(format!("it is damaged: {words}")))
}

/// Saves a learner.
///
/// # Errors
/// As of [`Memory::save`].
pub fn save<G: Subject>(memory: &mut Memory, learner: &Learner) -> Result<(), MemoryError> {
    memory.save(&Kept::of(G::TERMS, learner))
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Kept {
    method: String,
    games: u64,
    // Of generalization.
    adjustments: u64,
    active: Vec<KeptActive>,
    reserve: Vec<String>,
    discards: BTreeMap<String, Discard>,
    // Of `td-leaf`: all terms in their order; where each has two weights, those for the bare board follow.
    learned: u64,
    weights: Vec<(String, Weight)>,
    // Of a series.
    said: Vec<(String, String)>,
    beta: Option<String>,
    marks: u32,
    won_drawn_lost: [u32; 3],
    results: Vec<SeriesGame>,
    snapshots: Vec<(u64, String)>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptActive {
    term: String,
    correlation: Correlation,
    tally: u32,
}

impl Kept {
    fn of(terms: &[Term], learner: &Learner) -> Self {
        let name = |term: usize| terms.get(term).map_or("?", |term| term.name).to_owned();
        let mut kept = Self { method: learner.method().to_owned(), games: learner.games, ..Self::default() };
        match &learner.knowledge {
            Knowledge::Samuel(alpha) => {
                kept.adjustments = alpha.adjustments;
                let active = alpha.active.iter();
                kept.active = active
                    .map(|&Active { term, correlation, tally }| KeptActive {
                        term: name(term),
                        correlation,
                        tally,
                    })
                    .collect();
                kept.reserve = alpha.reserve.iter().map(|&term| name(term)).collect();
                kept.discards =
                    alpha.discards.iter().map(|(&term, &discard)| (name(term), discard)).collect();
            }
            Knowledge::TdLeaf(learner) => {
                kept.learned = learner.games;
                let weights = learner.weights.iter().enumerate();
                kept.weights = weights.map(|(place, &weight)| (name(place % terms.len()), weight)).collect();
            }
        }
        if let Some(series) = &learner.series {
            kept.said = series.said.clone();
            kept.beta = Some(series.beta.to_text(terms));
            (kept.marks, kept.won_drawn_lost) = (series.marks, series.since);
            kept.results = series.games.clone();
            let snapshots = series.snapshots.iter();
            kept.snapshots =
                snapshots.map(|snapshot| (snapshot.games, snapshot.polynomial.to_text(terms))).collect();
        }
        kept
    }

    fn learner(self, terms: &[Term]) -> Result<Learner, String> {
        let number = |name: &String| {
            let number = terms.iter().position(|term| term.name == name);
            number.ok_or_else(|| format!("there is no term {}", quoted(name)))
        };
        let knowledge = if self.method == METHODS[0] {
            let mut seen = BTreeSet::new();
            let mut names = self.active.iter().map(|active| &active.term).chain(&self.reserve);
            if let Some(name) = names.find(|name| !seen.insert(*name)) {
                return Err(format!("the term {} stands twice", quoted(name)));
            }
            if self.active.iter().any(|active| !(0.0..=1.0).contains(&active.correlation.value)) {
                return Err("a correlation is from 0 to 1".to_owned());
            }
            let active = self.active.iter().map(|KeptActive { term, correlation, tally }| {
                Ok(Active { term: number(term)?, correlation: *correlation, tally: *tally })
            });
            let discards = self.discards.iter().map(|(name, discard)| Ok((number(name)?, *discard)));
            Knowledge::Samuel(Alpha {
                active: active.collect::<Result<_, String>>()?,
                reserve: self.reserve.iter().map(number).collect::<Result<_, _>>()?,
                discards: discards.collect::<Result<_, String>>()?,
                adjustments: self.adjustments,
            })
        } else if self.method == METHODS[1] {
            let all = terms.iter().map(|term| term.name);
            let names = || self.weights.iter().map(|(name, _)| name.as_str());
            if !names().eq(all.clone()) && !names().eq(all.clone().chain(all)) {
                return Err("the weights are not those of all terms in the game's order".to_owned());
            }
            let weights = self.weights.iter().map(|&(_, weight)| weight).collect();
            Knowledge::TdLeaf(TdLeaf { weights, games: self.learned })
        } else {
            return Err(format!("there is no method {}", quoted(&self.method)));
        };
        let Some(beta) = self.beta else { return Ok(Learner { knowledge, games: self.games, series: None }) };
        let snapshots = self
            .snapshots
            .iter()
            .map(|(games, text)| Ok(Snapshot { games: *games, polynomial: Polynomial::parse(terms, text)? }));
        let series = Series {
            said: self.said,
            beta: Polynomial::parse(terms, &beta)?,
            marks: self.marks,
            since: self.won_drawn_lost,
            games: self.results,
            snapshots: snapshots.collect::<Result<_, String>>()?,
        };
        Ok(Learner { knowledge, games: self.games, series: Some(series) })
    }
}

impl Content for Kept {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samuel::DRAUGHTS;
    use crate::samuel::learning::learner::{LearnerSettings, METHOD};
    use crate::samuel::learning::series::{Conditions, play_next};
    use crate::samuel::td_leaf::settings::TAPERED;
    use crate::settings::{Settings, Value};
    use files::sealed::{from_json, to_json};
    use games::draughts::Draughts;
    use search::Control;

    /// Somebody who has learned from so many games.
    fn learner(method: &str, games: usize) -> Learner {
        learner_of(Settings::defaults(DRAUGHTS.options), method, games)
    }

    fn learner_of(mut settings: Settings, method: &str, games: usize) -> Learner {
        settings.set(METHOD.name, Value::Text(method.to_owned()));
        let learning = LearnerSettings::from_settings::<Draughts>(&settings).unwrap();
        let mut learner = Learner::beginner::<Draughts>(&settings).unwrap();
        let beta = learner.polynomial::<Draughts>(learning.scaling.powers);
        learner.series = Some(Series::new(vec![("moves".to_owned(), "40".to_owned())], beta));
        let control = Control::new();
        let conditions = Conditions {
            settings: &settings,
            learning,
            moves: 40,
            openings: &[],
            random_plies: 0,
            seed: 1,
            control: &control,
        };
        for _ in 0..games {
            play_next::<Draughts>(&mut learner, &conditions).unwrap();
        }
        learner
    }

    fn read(text: &str) -> Result<Learner, String> {
        from_json::<Kept>(text, 1)?.learner(Draughts::TERMS)
    }

    fn written(learner: &Learner) -> String {
        to_json(&Kept::of(Draughts::TERMS, learner)).unwrap()
    }

    #[test]
    fn what_is_written_is_read() {
        for (method, games) in METHODS.into_iter().zip([5, 2]) {
            let learner = learner(method, games);
            assert_eq!(read(&written(&learner)).as_ref(), Ok(&learner));
        }
        for tapered in [true, false] {
            let mut settings = Settings::defaults(DRAUGHTS.options);
            settings.set(TAPERED.name, Value::Text(tapered.to_string()));
            let learner = learner_of(settings, METHODS[1], 2);
            let text = written(&learner);
            assert_eq!(text.matches("[\"MOB\",{").count(), 1 + usize::from(tapered), "{text}");
            assert_eq!(read(&text).as_ref(), Ok(&learner));
        }
    }

    #[test]
    fn what_no_memory_says_is_refused() {
        let [samuel, td_leaf] = [0, 1].map(|method| written(&learner(METHODS[method], 1)));
        for (text, old, new, why) in [
            (&samuel, "\"samuel\"", "\"guess\"", "there is no method 'guess'"),
            (&samuel, "\"term\":\"ADV\"", "\"term\":\"KING\"", "there is no term 'KING'"),
            (&samuel, "\"term\":\"ADV\"", "\"term\":\"APEX\"", "the term 'APEX' stands twice"),
            (&samuel, "\"value\":0.", "\"value\":7.", "a correlation is from 0 to 1"),
            (&samuel, "\"games\": 1", "\"games\": -1", "invalid value"),
            (&samuel, "\"beta\": \"MOC2:", "\"beta\": \"KING:", "KING"),
            (&td_leaf, "[\"ADV\",", "[\"APEX\",", "all terms in the game's order"),
        ] {
            let damaged = text.replacen(old, new, 1);
            assert_ne!(damaged, *text, "{old}");
            let words = read(&damaged).unwrap_err();
            assert!(words.contains(why), "{new}: {words}");
        }
    }
}
