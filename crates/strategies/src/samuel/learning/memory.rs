//! The text of a learner in a memory: read and written without loss, refused where it is damaged.
//!
//! A line an item, and names of terms instead of numbers; the file has a checksum.

use super::learner::{Knowledge, Learner, METHODS};
use super::record::{AlphaResult, Change, Series, SeriesGame, Snapshot};
use crate::samuel::generalization::alpha::{Active, Alpha, Discard};
use crate::samuel::generalization::correlation::Correlation;
use crate::samuel::td_leaf::{TdLeaf, Weight};
use crate::samuel::terms::Term;
use crate::samuel::terms::polynomial::Polynomial;
use games::quoted;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The version that the memory's first line names.
pub const VERSION: u32 = 1;

/// A learner as text, over these terms.
#[must_use]
pub fn to_text(terms: &[Term], learner: &Learner) -> String {
    let mut text = format!("method {}\ngames {}\n", learner.method(), learner.games);
    let name = |term: usize| terms.get(term).map_or("?", |term| term.name);
    match &learner.knowledge {
        Knowledge::Samuel(alpha) => {
            let _ = writeln!(text, "adjustments {}", alpha.adjustments());
            for Active { term, correlation, tally } in alpha.active() {
                let _ = writeln!(
                    text,
                    "term {} correlation {:?} sign {} used {} tally {tally}",
                    name(*term),
                    correlation.value(),
                    if correlation.is_negative() { '-' } else { '+' },
                    correlation.used(),
                );
            }
            let reserve: Vec<&str> = alpha.reserve().iter().map(|&term| name(term)).collect();
            let _ = writeln!(text, "reserve {}", reserve.join(" "));
            for (&term, discard) in alpha.discards() {
                let _ = writeln!(
                    text,
                    "discard {} times {} adjusted {}",
                    name(term),
                    discard.times,
                    discard.adjusted
                );
            }
        }
        Knowledge::TdLeaf(weights) => {
            let _ = writeln!(text, "learned {}", weights.games());
            for (place, weight) in weights.terms().enumerate() {
                // Where each term has two weights, the terms come twice.
                let term = place % terms.len();
                let word = if weight.learned { "learned" } else { "fixed" };
                let Weight { last, average, .. } = weight;
                let _ = writeln!(text, "weight {} {last:?} average {average:?} {word}", name(term));
            }
        }
    }
    if let Some(series) = &learner.series {
        write_series(terms, series, &mut text);
    }
    text
}

fn write_series(terms: &[Term], series: &Series, text: &mut String) {
    for (name, value) in &series.said {
        let _ = writeln!(text, "said {name} {value}");
    }
    let [won, drawn, lost] = series.since;
    let _ = writeln!(text, "beta {}", series.beta.to_text(terms));
    let _ = writeln!(text, "marks {} since {won} {drawn} {lost}", series.marks);
    let games: Vec<String> = series.games.iter().map(game_text).collect();
    let _ = writeln!(text, "results {}", games.join(" "));
    for Snapshot { games, polynomial } in &series.snapshots {
        let _ = writeln!(text, "at {games} {}", polynomial.to_text(terms));
    }
}

/// A game as one word: result, moves, what came of it, changes of the lead.
fn game_text(game: &SeriesGame) -> String {
    let result = match game.result {
        AlphaResult::Won => 'W',
        AlphaResult::Lost => 'L',
        AlphaResult::Drawn => 'D',
    };
    let change = match game.change {
        Change::None => '.',
        Change::Adopted => 'a',
        Change::Upset => 'x',
    };
    format!("{result}{}{change}{}", game.plies, game.changes)
}

fn read_game(text: &str) -> Option<SeriesGame> {
    let (result, rest) = text.split_at_checked(1)?;
    let at = rest.find(['.', 'a', 'x'])?;
    let (plies, rest) = rest.split_at(at);
    let (change, changes) = rest.split_at(1);
    Some(SeriesGame {
        result: match result {
            "W" => AlphaResult::Won,
            "L" => AlphaResult::Lost,
            "D" => AlphaResult::Drawn,
            _ => return None,
        },
        plies: plies.parse().ok()?,
        change: match change {
            "a" => Change::Adopted,
            "x" => Change::Upset,
            _ => Change::None,
        },
        changes: changes.parse().ok()?,
    })
}

/// Reads what [`to_text`] wrote.
///
/// # Errors
/// A sentence that names the line that is damaged, and what is allowed there.
pub fn from_text(terms: &[Term], text: &str) -> Result<Learner, String> {
    let mut reader = Reader { terms, method: None, parts: Parts::default() };
    for (index, line) in text.lines().enumerate() {
        // The memory's first line comes before these.
        let damaged = |why: &str| format!("line {} is damaged: {}; {why}", index + 2, quoted(line));
        reader.take(line).map_err(|why| damaged(&why))?;
    }
    reader.finish()
}

/// What has been read so far.
struct Reader<'a> {
    terms: &'a [Term],
    method: Option<String>,
    parts: Parts,
}

#[derive(Default)]
struct Parts {
    games: u64,
    learned: u64,
    adjustments: u64,
    active: Vec<Active>,
    reserve: Vec<usize>,
    discards: BTreeMap<usize, Discard>,
    weights: Vec<Weight>,
    said: Vec<(String, String)>,
    beta: Option<Polynomial>,
    marks: u32,
    since: [u32; 3],
    results: Vec<SeriesGame>,
    snapshots: Vec<Snapshot>,
}

impl Reader<'_> {
    fn take(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let words: Vec<&str> = rest.split(' ').filter(|word| !word.is_empty()).collect();
        let parts = &mut self.parts;
        match (word, &words[..]) {
            ("method", [method]) if METHODS.contains(method) => self.method = Some((*method).to_owned()),
            ("games", [number]) => parts.games = number_of(number, "games N")?,
            ("learned", [number]) => parts.learned = number_of(number, "learned N")?,
            ("adjustments", [number]) => parts.adjustments = number_of(number, "adjustments N")?,
            ("term", [name, "correlation", value, "sign", sign, "used", used, "tally", tally]) => {
                let allowed = "term NAME correlation C sign S used N tally N";
                let value: f64 = number_of(value, allowed)?;
                let used = number_of(used, allowed)?;
                let correlation =
                    Correlation::noted(value, *sign == "-", used).ok_or_else(|| form(allowed))?;
                let tally = number_of(tally, allowed)?;
                parts.active.push(Active { term: term(self.terms, name)?, correlation, tally });
            }
            ("reserve", names) => {
                parts.reserve = names.iter().map(|name| term(self.terms, name)).collect::<Result<_, _>>()?;
            }
            ("discard", [name, "times", times, "adjusted", adjusted]) => {
                let allowed = "discard NAME times N adjusted N";
                let (times, adjusted) = (number_of(times, allowed)?, number_of(adjusted, allowed)?);
                parts.discards.insert(term(self.terms, name)?, Discard { times, adjusted });
            }
            ("weight", [name, last, more @ .., learned]) => {
                let allowed = "weight NAME W average A learned|fixed";
                // Without an average: from a time when there was none.
                let average = match more {
                    [] => last,
                    ["average", average] => average,
                    _ => return Err(form(allowed)),
                };
                let (last, average): (f64, f64) = (number_of(last, allowed)?, number_of(average, allowed)?);
                if term(self.terms, name)? != parts.weights.len() % self.terms.len()
                    || !last.is_finite()
                    || !average.is_finite()
                {
                    return Err("the weights of all terms in the game's order are allowed".to_owned());
                }
                parts.weights.push(Weight { last, average, learned: *learned == "learned" });
            }
            _ => return self.take_series(word, rest, &words),
        }
        Ok(())
    }

    /// A line of the series.
    fn take_series(&mut self, word: &str, rest: &str, words: &[&str]) -> Result<(), String> {
        let parts = &mut self.parts;
        match (word, words) {
            ("said", _) => {
                let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
                parts.said.push((name.to_owned(), value.to_owned()));
            }
            ("beta", _) => parts.beta = Some(Polynomial::parse(self.terms, rest)?),
            ("marks", [marks, "since", since @ ..]) if since.len() == 3 => {
                let allowed = "marks N since N N N";
                parts.marks = number_of(marks, allowed)?;
                for (place, text) in parts.since.iter_mut().zip(since) {
                    *place = number_of(text, allowed)?;
                }
            }
            ("results", games) => {
                let games: Option<Vec<_>> = games.iter().map(|game| read_game(game)).collect();
                parts.results = games.ok_or_else(|| form("results and games like W52a3"))?;
            }
            ("at", [games, _, ..]) => {
                let games = number_of(games, "at N POLYNOMIAL")?;
                let text = rest.split_once(' ').map_or("", |(_, text)| text);
                parts.snapshots.push(Snapshot { games, polynomial: Polynomial::parse(self.terms, text)? });
            }
            _ => return Err("there is no such line".to_owned()),
        }
        Ok(())
    }

    fn finish(self) -> Result<Learner, String> {
        let parts = self.parts;
        let mut seen = vec![false; self.terms.len()];
        for &number in parts.active.iter().map(|active| &active.term).chain(&parts.reserve) {
            if std::mem::replace(&mut seen[number], true) {
                return Err(format!("it is damaged: the term {} stands twice", self.terms[number].name));
            }
        }
        let knowledge = match self.method.as_deref() {
            Some(method) if method == METHODS[1] => {
                if ![1, 2].map(|each| each * self.terms.len()).contains(&parts.weights.len()) {
                    return Err("it is damaged: the weights of some terms are missing".to_owned());
                }
                Knowledge::TdLeaf(TdLeaf::noted(&parts.weights, parts.learned))
            }
            Some(_) => Knowledge::Samuel(Alpha::noted(
                parts.active,
                parts.reserve,
                parts.discards,
                parts.adjustments,
            )),
            None => return Err("it is damaged: the line 'method' is missing".to_owned()),
        };
        let series = parts.beta.map(|beta| Series {
            said: parts.said,
            beta,
            marks: parts.marks,
            since: parts.since,
            games: parts.results,
            snapshots: parts.snapshots,
        });
        Ok(Learner { knowledge, games: parts.games, series })
    }
}

/// What is said of a line of another form.
fn form(allowed: &str) -> String {
    format!("allowed is '{allowed}'")
}

fn number_of<N: std::str::FromStr>(text: &str, allowed: &str) -> Result<N, String> {
    text.parse().map_err(|_| form(allowed))
}

fn term(terms: &[Term], name: &str) -> Result<usize, String> {
    let number = terms.iter().position(|term| term.name == name);
    number.ok_or_else(|| format!("there is no term {}", quoted(name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::{sealed, unsealed_strictly};
    use crate::samuel::DRAUGHTS;
    use crate::samuel::learning::learner::{LearnerSettings, METHOD};
    use crate::samuel::learning::series::{Conditions, play_next};
    use crate::samuel::td_leaf::settings::TAPERED;
    use crate::samuel::terms::Subject;
    use crate::settings::{Settings, Value};
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

    #[test]
    fn what_is_written_is_read() {
        for (method, games) in METHODS.into_iter().zip([5, 2]) {
            let learner = learner(method, games);
            let text = to_text(Draughts::TERMS, &learner);
            assert_eq!(from_text(Draughts::TERMS, &text).as_ref(), Ok(&learner), "{text}");
        }
        for tapered in [true, false] {
            let mut settings = Settings::defaults(DRAUGHTS.options);
            settings.set(TAPERED.name, Value::Text(tapered.to_string()));
            let learner = learner_of(settings, METHODS[1], 2);
            let text = to_text(Draughts::TERMS, &learner);
            assert_eq!(text.matches("weight MOB ").count(), 1 + usize::from(tapered));
            assert_eq!(from_text(Draughts::TERMS, &text).as_ref(), Ok(&learner), "{text}");
        }
    }

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        let text = sealed(&to_text(Draughts::TERMS, &learner(METHODS[0], 1)));
        let read = |text: &str| from_text(Draughts::TERMS, unsealed_strictly(text)?);
        for cut in 0..text.len() {
            assert!(read(&text[..cut]).is_err(), "{cut}");
        }
        for (at, old) in text.char_indices() {
            for new in ['0', ' ', '\n', 'x'].into_iter().filter(|&new| new != old) {
                let damaged = format!("{}{new}{}", &text[..at], &text[at + old.len_utf8()..]);
                assert!(read(&damaged).is_err(), "{at} {new:?}");
            }
        }
        // With a checksum that is right, what the lines say counts.
        for (line, words) in [
            ("method guess", "there is no such line"),
            ("method samuel\nterm KING correlation 0.5 sign + used 1 tally 0", "there is no term 'KING'"),
            ("method samuel\nterm MOB correlation 1.5 sign + used 1 tally 0", "allowed is 'term NAME"),
            ("method samuel\nreserve MOB MOB", "the term MOB stands twice"),
            ("method td-leaf\nweight APEX 0.5 learned", "in the game's order"),
            ("method td-leaf", "weights of some terms are missing"),
            ("games 3", "the line 'method' is missing"),
            ("method samuel\nresults W5", "games like W52a3"),
        ] {
            let error = read(&sealed(&format!("{line}\n"))).unwrap_err();
            assert!(error.contains(words), "{line}: {error}");
        }
    }
}
