//! `fourscore learn --strategy samuel`: a series in which Alpha learns from games against Beta, or `td-leaf` from games against
//! itself, with the tables of Appendix C, the drawing of Figure 4, and matches that show what the learning is worth; or a rote memory
//! is filled.

mod arguments;
mod curve;
mod figure;
pub(crate) mod matches;
mod rote;
mod said;

use super::LearnArguments;
use crate::player::settings_of;
use crate::progress::progress_bar;
use anyhow::{Context as _, anyhow, bail};
pub(crate) use arguments::SamuelArguments;
use games::Game as _;
use games::draughts::Draughts;
use games::gomoku::Opening;
use games::qubic::Qubic;
use said::{said, same};
use search::Control;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};
use strategies::learning::Memory;
use strategies::samuel::generalization::rules::{FIRST, MODIFICATIONS, SECOND};
use strategies::samuel::learning::learner::{Learner, LearnerSettings, METHOD, METHODS};
use strategies::samuel::learning::memory::{load, save};
use strategies::samuel::learning::record::Series;
use strategies::samuel::learning::series::{Conditions, play_next};
use strategies::samuel::learning::tables::{results, tables};
use strategies::samuel::modes::self_play::MOVES;
use strategies::samuel::terms::Subject;
use strategies::samuel::terms::TdLeafDefaults;
use strategies::samuel::terms::named;
use strategies::samuel::{DRAUGHTS, GOMOKU, QUBIC};
use strategies::settings::{OptionSpec, Settings};

/// A series is saved when so much time has passed since it was, and at its end.
const BETWEEN_SAVES: Duration = Duration::from_secs(1);
/// The reports tell of so many blocks of seven games one by one.
const BLOCKS: usize = 8;

/// Plays a series; the concrete game is chosen here.
pub(super) fn dispatch(
    arguments: &LearnArguments,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let by_rote = arguments.samuel.method.as_deref() == Some(rote::METHOD);
    let name = &arguments.game;
    match name.to_ascii_lowercase().as_str() {
        Draughts::NAME if by_rote => rote::learn(arguments, control, output),
        _ if by_rote => bail!(
            "--method rote is for --game draughts only: {name} has no keys to catalogue its positions by"
        ),
        Draughts::NAME => learn::<Draughts>(arguments, DRAUGHTS.options, control, output),
        Qubic::NAME => learn::<Qubic>(arguments, QUBIC.options, control, output),
        Opening::NAME => learn::<Opening>(arguments, GOMOKU.options, control, output),
        _ => {
            bail!(
                "the strategy samuel does not learn the game {name:?}: it learns draughts, qubic and gomoku"
            )
        }
    }
}

fn no_opponent(arguments: &LearnArguments) -> anyhow::Result<()> {
    if arguments.opponent.is_some() || !arguments.opponent_options.is_empty() {
        bail!("--opponent: the opponent of samuel is Beta, or itself");
    }
    Ok(())
}

/// Refuses what only other strategies take, and gives the options of the learner.
fn settings(arguments: &LearnArguments, options: &[OptionSpec]) -> anyhow::Result<Settings> {
    no_opponent(arguments)?;
    if !arguments.samuel.book.is_empty() {
        bail!("--book is for --method {}", rote::METHOD);
    }
    let SamuelArguments { method, series, .. } = &arguments.samuel;
    let mut fixed: Vec<_> = method.iter().map(|method| (METHOD.name, method.as_str())).collect();
    let modifications = |series: &String| if series == "first" { FIRST } else { SECOND };
    fixed.extend(series.iter().map(|series| (MODIFICATIONS.name, modifications(series))));
    // Learning begins with terms of equal weights, unless something else is said.
    if options.iter().any(|spec| spec.name == named::POLYNOMIAL.name) {
        fixed.push((named::POLYNOMIAL.name, "start"));
    }
    for text in &arguments.options {
        for (name, what) in [(METHOD.name, "--method"), (MODIFICATIONS.name, "--series")] {
            let named = text.split('=').next().is_some_and(|word| word.trim().eq_ignore_ascii_case(name));
            if named && fixed.iter().any(|(fixed, _)| *fixed == name) {
                bail!("--option {text}: {what} says so already");
            }
        }
    }
    settings_of(options, &arguments.options, &fixed)
}

fn moves(arguments: &LearnArguments) -> usize {
    arguments.samuel.moves.and_then(|moves| usize::try_from(moves).ok()).unwrap_or(MOVES)
}

/// The learner in this memory, or a beginner, with the series that is to go on.
fn open<G: Subject>(
    arguments: &LearnArguments,
    options: &[OptionSpec],
    settings: &Settings,
    memory: &Memory,
    path: &Path,
) -> anyhow::Result<Learner> {
    let said = said(arguments, options, settings);
    let mut learner = match load::<G>(memory)? {
        Some(learner) => learner,
        None => Learner::beginner::<G>(settings).map_err(|error| anyhow!(error))?,
    };
    match &learner.series {
        None => {
            let powers =
                LearnerSettings::from_settings::<G>(settings).map_err(|error| anyhow!(error))?.scaling.powers;
            let beta = learner.polynomial::<G>(powers);
            learner.series = Some(Series::new(said, beta));
        }
        Some(series) => same(&series.said, &said, path.display())?,
    }
    Ok(learner)
}

fn learn<G: Subject>(
    arguments: &LearnArguments,
    options: &[OptionSpec],
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let settings = settings(arguments, options)?;
    let suits = if settings.get(&METHOD) == METHODS[1] { G::TD_LEAF } else { TdLeafDefaults::PLAIN };
    let settings = suits.spelled_out(&settings);
    let learning = LearnerSettings::from_settings::<G>(&settings).map_err(|error| anyhow!(error))?;
    let path = arguments.memory();
    let name = path.to_str().context("the memory's path is not text")?;
    let (mut memory, warning) = Memory::open(name, G::NAME, "samuel");
    if let Some(warning) = warning {
        bail!("{warning}: wait until it is done, or name another --memory");
    }
    let mut learner = open::<G>(arguments, options, &settings, &memory, &path)?;
    writeln!(output, "{} learns {} in {}", learner.method(), G::NAME, path.display())?;
    let done = learner.series.as_ref().map_or(0, |series| series.games.len());
    if done > 0 {
        writeln!(output, "the series continues after {done} games")?;
    }
    let openings = if arguments.ballots() { matches::openings(None)? } else { Vec::new() };
    let conditions = Conditions {
        settings: &settings,
        learning,
        moves: moves(arguments),
        openings: &openings,
        random_plies: arguments.random_plies(),
        seed: arguments.seed,
        control,
    };
    let started = Instant::now();
    let complete = series::<G>(arguments.games(), &mut learner, &conditions, &mut memory)?;
    if !complete {
        writeln!(output, "interrupted: all is saved; the same command continues")?;
    }
    let series = learner.series.as_ref().context("the series is gone")?;
    if series.games.len() > done {
        let seconds = started.elapsed().as_secs_f64();
        writeln!(output, "{} games in {seconds:.1} s", series.games.len() - done)?;
    }
    write!(output, "{}", results(series, BLOCKS))?;
    write!(output, "{}", tables(G::TERMS, &learner, learning.scaling.powers))?;
    writeln!(output, "polynomial {}", learner.polynomial::<G>(learning.scaling.powers).to_text(G::TERMS))?;
    if let Some(path) = &arguments.plot {
        let title = format!("{} on {}: coefficients", learner.method(), G::NAME);
        figure::draw::<G>(path, &title, series).with_context(|| format!("plot {}", path.display()))?;
        writeln!(output, "drawn in {}", path.display())?;
    }
    if let Some(path) = arguments.samuel.curve.as_ref().filter(|_| complete) {
        curve::play::<G>(path, arguments, &learner, &conditions, output)?;
    }
    Ok(())
}

/// Plays until there are so many games, saving as it goes; whether it was not interrupted.
fn series<G: Subject>(
    games: usize,
    learner: &mut Learner,
    conditions: &Conditions<'_, G>,
    memory: &mut Memory,
) -> anyhow::Result<bool> {
    let done = |learner: &Learner| learner.series.as_ref().map_or(games, |series| series.games.len());
    let bar = progress_bar(games, done(learner), "games");
    // What cannot be saved is noticed before the first game.
    save::<G>(memory, learner)?;
    let mut saved = Instant::now();
    let mut complete = true;
    while done(learner) < games {
        if play_next::<G>(learner, conditions).is_none() {
            complete = false;
            break;
        }
        bar.inc(1);
        if saved.elapsed() >= BETWEEN_SAVES {
            save::<G>(memory, learner)?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    save::<G>(memory, learner)?;
    Ok(complete)
}

#[cfg(test)]
mod tests;
