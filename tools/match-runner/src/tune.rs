//! Tunes options of an engine by simultaneous perturbation (SPSA: Spall, IEEE Transactions on Aerospace and Electronic Systems 34,
//! 1998, with gains by fishtest's convention): each iteration is a match of two engines that are perturbed in opposite
//! directions, and its result moves all parameters. A test of the tuned engine against the first one ends it.
//!
//! What is random depends on the seed and the iteration alone, and the parameters follow from the results: the journal, a line
//! an iteration, is all that is needed to go on.

use crate::columns::Table;
use crate::conclusion;
use crate::engine::{Client, Kind, Offered, Trouble};
use crate::progress::Progress;
use crate::random::{SplitMix64, mix};
use crate::records::{files, state};
use crate::run::{self, Environment, Failure, Summary};
use crate::settings::tune::{Param, Tune};
use crate::settings::{EngineOption, Settings, SprtModel, SprtSettings};
use crate::stats::Tally;
use anyhow::{Context, anyhow};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// The exponents of the gains, by Spall's recommendation.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The share of the iterations that the first steps are damped by.
const DAMPING: f64 = 0.1;

/// A parameter with everything known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Known {
    pub name: String,
    pub start: f64,
    pub min: f64,
    pub max: f64,
    pub step: f64,
    pub whole: bool,
}

impl Known {
    /// A value as the engine is told, within the bounds; `part` in 0..1 says which whole number a value between two becomes.
    pub(crate) fn text(&self, value: f64, part: f64) -> String {
        let value = value.clamp(self.min, self.max);
        if self.whole {
            return format!("{}", (value + part).floor().min(self.max) as i64);
        }
        let text = format!("{value:.6}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Iteration {
    iteration: usize,
    won: u64,
    drawn: u64,
    lost: u64,
}

/// What the journal begins with.
#[derive(PartialEq, Serialize, Deserialize)]
struct Head {
    format: String,
    version: u32,
    tune: Tune,
}

pub(crate) struct Run {
    tune: Tune,
    seed: u64,
    pub params: Vec<Known>,
    /// The parameters before each iteration, the start first.
    pub path: Vec<Vec<f64>>,
}

/// How an iteration perturbs: the direction of each parameter, and how a value between two whole numbers is rounded.
struct Perturbation {
    iteration: usize,
    signs: Vec<f64>,
    parts: Vec<f64>,
}

impl Run {
    /// The perturbation of an iteration, from 1.
    fn perturbation(&self, iteration: usize) -> Perturbation {
        let mut random = SplitMix64::new(mix(&[self.seed, iteration as u64]));
        let signs = self.params.iter().map(|_| if random.below(2) == 0 { 1.0 } else { -1.0 }).collect();
        let parts = self.params.iter().map(|_| random.below(1 << 32) as f64 / (1_u64 << 32) as f64).collect();
        Perturbation { iteration, signs, parts }
    }

    /// How far a parameter is perturbed, in its steps: 1 in the last iteration.
    fn width(&self, iteration: usize) -> f64 {
        (self.tune.iterations as f64 / iteration as f64).powf(GAMMA)
    }

    /// The values of the engine that is perturbed in the direction (1) or against it (-1).
    fn values(&self, by: &Perturbation, side: f64) -> Vec<String> {
        let width = self.width(by.iteration);
        let now = self.path.iter().last().into_iter().flatten();
        let all = self.params.iter().zip(now).zip(by.signs.iter().zip(&by.parts));
        all.map(|((param, value), (sign, part))| param.text(value + side * width * sign * param.step, *part))
            .collect()
    }

    /// Moves the parameters by the result of an iteration: games won less games lost.
    fn learn(&mut self, by: &Perturbation, result: f64) {
        let all = self.tune.iterations as f64;
        let damping = DAMPING * all;
        let gain = self.tune.rate * ((damping + all) / (damping + by.iteration as f64)).powf(ALPHA)
            / self.width(by.iteration);
        let Some(now) = self.path.last() else { return };
        let moved = self.params.iter().zip(now).zip(&by.signs);
        let moved =
            moved.map(|((it, value), sign)| (value + gain * it.step * sign * result).clamp(it.min, it.max));
        self.path.push(moved.collect());
    }

    /// The values before an iteration, or behind the last one, as an engine is told.
    fn told(&self, behind: usize) -> Vec<String> {
        let values = self.params.iter().zip(&self.path[behind.min(self.path.len() - 1)]);
        values.map(|(param, value)| param.text(*value, 0.5)).collect()
    }
}

/// Tunes, and tests what has come of it. `base` is a match of the engine against itself that has as many openings as are
/// needed; the text tells the values.
pub(crate) fn tune(
    base: &Settings,
    tune: &Tune,
    around: &Environment,
) -> Result<(String, Option<Summary>), Failure> {
    let results =
        base.results.as_deref().ok_or_else(|| anyhow!("tune: results = \"PATH\" says where it is kept"))?;
    let quiet = Environment { progress: false, events: false, ..around.clone() };
    // The records at its path are those of the test, which begins with the tuned values.
    let base = &Settings {
        resume: base.resume,
        ..run::prepared(&Settings { resume: false, ..base.clone() }, &quiet)?
    };
    let params = known(base, tune, &quiet)?;
    let start = params.iter().map(|param| param.start).collect();
    let mut run = Run { tune: tune.clone(), seed: base.seed, params, path: vec![start] };
    run::preflight(&of(base, "start", "start 2", [run.told(0), run.told(0)], &run), &quiet)?;
    let mut journal = journal(base, &mut run, results)?;
    let mut progress = Progress::new(around.progress);
    while run.path.len() <= tune.iterations {
        let done = run.path.len() - 1;
        progress.show(done as u64, tune.iterations as u64, "iterations", |_| shown(&run));
        let by = run.perturbation(done + 1);
        let mut settings = of(base, "plus", "minus", [run.values(&by, 1.0), run.values(&by, -1.0)], &run);
        settings.seed = mix(&[base.seed, by.iteration as u64, 1]);
        settings.openings = openings(base, done * base.pairs, base.pairs);
        let played = run::unrecorded(&settings, &quiet)?;
        if played.interrupted {
            progress.finish();
            return Ok((text(&run, results), Some(played)));
        }
        let Tally { wins, draws, losses, .. } = played.standings.of_engine(0);
        let line = Iteration { iteration: by.iteration, won: wins, drawn: draws, lost: losses };
        let written = writeln!(journal, "{}", serde_json::to_string(&line).map_err(anyhow::Error::from)?);
        written.and_then(|()| journal.flush()).with_context(|| files::cannot_write(results))?;
        run.learn(&by, wins as f64 - losses as f64);
    }
    progress.finish();
    files::replace(&files::with_suffix(results, ".svg"), crate::tune_plot::plot(&run).as_bytes())?;
    Ok((text(&run, results), test(base, &run, around)?))
}

/// The tuned engine against the first one, on openings that were not tuned with as far as there are such.
fn test(base: &Settings, run: &Run, around: &Environment) -> Result<Option<Summary>, Failure> {
    let last = run.told(usize::MAX);
    if run.tune.test_pairs == 0 || last == run.told(0) {
        return Ok(None);
    }
    let mut settings = of(base, "tuned", "start", [last, run.told(0)], run);
    let usual = SprtSettings { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: SprtModel::default() };
    settings.openings = openings(base, run.tune.iterations * base.pairs, run.tune.test_pairs);
    settings.pairs = run.tune.test_pairs;
    settings.sprt = Some(base.sprt.unwrap_or(usual));
    run::run(&Settings { results: base.results.clone(), resume: base.resume, ..settings }, around).map(Some)
}

/// A match of two engines that are set to these values, without records.
fn of(base: &Settings, one: &str, two: &str, values: [Vec<String>; 2], run: &Run) -> Settings {
    let mut settings =
        Settings { results: None, report: None, resume: false, sprt: None, balance: None, ..base.clone() };
    for ((engine, name), values) in settings.engines.iter_mut().zip([one, two]).zip(values) {
        name.clone_into(&mut engine.name);
        engine
            .options
            .retain(|option| !run.params.iter().any(|param| param.name.eq_ignore_ascii_case(&option.name)));
        let set = run.params.iter().zip(values);
        engine.options.extend(set.map(|(param, value)| EngineOption::new(&param.name, value)));
    }
    settings
}

/// So many openings of the match, from a place on; behind the last one comes the first.
fn openings(base: &Settings, from: usize, count: usize) -> Vec<crate::openings::Opening> {
    base.openings
        .iter()
        .cycle()
        .skip(from % base.openings.len())
        .take(count.min(base.openings.len()))
        .cloned()
        .collect()
}

/// The parameters, with what the engine announces of them.
fn known(base: &Settings, tune: &Tune, around: &Environment) -> Result<Vec<Known>, Failure> {
    let engine = &base.engines[0];
    let client = Client::start(engine, &base.game, &around.builtin, base.timeouts, &around.interrupt);
    let client = client.map_err(|trouble| match trouble {
        Trouble::Fault(fault) => {
            Failure::Engine(format!("the engine '{}' did not start: {}", engine.name, fault.detail))
        }
        _ => Failure::Interrupted,
    })?;
    let all = tune.params.iter().map(|param| known_param(param, client.offered())).collect();
    let _ = client.quit();
    all
}

fn known_param(param: &Param, offered: &[Offered]) -> Result<Known, Failure> {
    let announced = offered.iter().find(|option| option.is(&param.name));
    let announced = announced
        .ok_or_else(|| Failure::Engine(format!("param: it does not offer option {}", param.name)))?;
    let spin = match &announced.kind {
        Kind::Spin { min: Some(min), max: Some(max) } => {
            announced.default.parse::<f64>().ok().map(|start| [start, *min as f64, *max as f64])
        }
        _ => None,
    };
    let [start, min, max] = param.range.or(spin).ok_or_else(|| {
        Failure::Engine(format!(
            "param: option {0} announces no bounds: {0}=START:MIN:MAX gives them",
            param.name
        ))
    })?;
    let least = if param.whole { 0.5 } else { 0.0 };
    let step = param.step.unwrap_or(((max - min) / 20.0).max(least));
    Ok(Known { name: announced.name.clone(), start, min, max, step, whole: param.whole })
}

/// The journal, opened behind its last iteration; what an earlier run has found is learned again.
fn journal(base: &Settings, run: &mut Run, results: &Path) -> anyhow::Result<File> {
    let path = files::with_suffix(results, ".tune");
    let state_path = files::with_suffix(results, ".tune.state");
    let head = Head { format: "match-runner tune".to_owned(), version: 1, tune: run.tune.clone() };
    let mut lines = vec![serde_json::to_string(&head)?];
    files::make_folder(&path)?;
    match state::read(&state_path)?.filter(|_| base.resume) {
        Some(old) => {
            let other = state::difference(&old, base, &["sprt"])?;
            let mut earlier = files::complete_lines(&path)?.into_iter();
            let same = earlier.next().is_none_or(|line| line == lines[0]);
            if let Some(other) =
                other.or_else(|| (!same).then(|| "its parameters, iterations or rate".to_owned()))
            {
                anyhow::bail!(
                    "resume: {} is of another run: {other}; without --resume a new one begins",
                    path.display()
                );
            }
            for line in earlier {
                let damaged = || format!("resume: {} is damaged", path.display());
                let it: Iteration = serde_json::from_str(&line).with_context(damaged)?;
                anyhow::ensure!(
                    it.iteration == run.path.len() && it.iteration <= run.tune.iterations,
                    damaged()
                );
                run.learn(&run.perturbation(it.iteration), it.won as f64 - it.lost as f64);
                lines.push(line);
            }
        }
        None => {
            files::set_aside(&path).with_context(|| files::cannot_write(&path))?;
            state::write(&state_path, base)?;
        }
    }
    files::replace(&path, (lines.join("\n") + "\n").as_bytes())?;
    let file = File::options().append(true).open(&path).with_context(|| files::cannot_write(&path))?;
    files::lock(&file, &path)?;
    Ok(file)
}

/// The values in a few words.
fn shown(run: &Run) -> String {
    let now = run.params.iter().zip(run.told(usize::MAX));
    now.map(|(param, value)| format!("{} {value}", param.name)).collect::<Vec<_>>().join(", ")
}

fn text(run: &Run, results: &Path) -> String {
    let (first, last) = (run.told(0), run.told(usize::MAX));
    let row = |(param, (first, last)): (&Known, (&String, &String))| {
        let [min, max] = [param.min, param.max].map(|value| param.text(value, 0.5));
        vec![param.name.clone(), first.clone(), last.clone(), min, max]
    };
    let rows = run.params.iter().zip(first.iter().zip(&last)).map(row);
    let table = Table::new(["option", "start", "tuned", "min", "max"], &[0]).with(rows).text();
    let set = run.params.iter().zip(&last).map(|(param, value)| format!(" 'option.{}={value}'", param.name));
    format!(
        "{} of {} iterations\n\n{table}\nto set:{}\njournal: {}.tune\n",
        run.path.len() - 1,
        run.tune.iterations,
        set.collect::<String>(),
        results.display()
    )
}

/// The whole text of a run that has ended: the values, and the test.
pub(crate) fn conclusion(values: &str, test: Option<&Summary>) -> String {
    match test {
        Some(test) if !test.files.is_empty() => {
            format!("{values}\ntuned against start\n{}", conclusion::text(test))
        }
        _ => values.to_owned(),
    }
}
