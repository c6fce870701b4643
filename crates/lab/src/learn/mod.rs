//! `fourscore learn`: a series of games from which a strategy learns, with its progress, what it learns, and how it fares.
//!
//! Any strategy that learns plays as it does in the engine: what is learned here is what would be learned in play.

pub(crate) mod chart;
mod plot;
mod record;
pub(crate) mod samuel;
mod series;

use crate::progress::progress_bar;
use anyhow::{Context as _, bail};
use clap::Args;
use clap::builder::ArgPredicate;
use games::draughts::Draughts;
use games::gomoku::Opening;
use games::qubic::Qubic;
use games::{Game as _, quoted};
use record::Record;
pub(crate) use samuel::SamuelArguments;
use search::Control;
use series::Series;
use std::io::{self, Write};
use std::path::PathBuf;
use strategies::Playable;
use strategies::samuel::learning::learner::METHODS;

/// What can be said about a series.
#[derive(Args, Clone, Default)]
pub struct LearnArguments {
    /// The game
    #[arg(long, default_value = Qubic::NAME)]
    pub(crate) game: String,
    /// The program that learns (default: samuel for draughts and gomoku, and with --method or --series; else score-four)
    #[arg(long, default_value = "score-four", default_value_ifs([
        ("game", ArgPredicate::Equals(Draughts::NAME.into()), "samuel"),
        ("game", ArgPredicate::Equals(Opening::NAME.into()), "samuel"),
        ("method", ArgPredicate::IsPresent, "samuel"),
        ("series", ArgPredicate::IsPresent, "samuel"),
    ]))]
    pub(crate) strategy: String,
    /// How many games the series has (default: 50; draughts with --method td-leaf: 8000); an interrupted series continues
    #[arg(long)]
    pub(crate) games: Option<usize>,
    /// The program to play against, which does not learn; without one, the learner plays both sides
    #[arg(long)]
    pub(crate) opponent: Option<String>,
    /// Seed of the series: each game has its own, drawn from it
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// File that keeps what is learned (default: GAME-STRATEGY.memory; with --method rote: GAME-samuel.rote); how far the series is stands beside it, or in it
    #[arg(long, value_name = "FILE")]
    pub(crate) memory: Option<PathBuf>,
    /// Nodes per move, for programs that search
    #[arg(long, default_value_t = 20_000)]
    pub(crate) nodes: u64,
    /// Moves played at random at the start of each game (default: none; draughts with --method td-leaf: two, after --ballots)
    #[arg(long)]
    pub(crate) random_plies: Option<usize>,
    /// Draws the series when it ends
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// Another option of the learner, as NAME=VALUE; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
    /// An option of the opponent, as NAME=VALUE; may be given several times
    #[arg(long = "opponent-option", value_name = "NAME=VALUE")]
    pub(crate) opponent_options: Vec<String>,
    #[command(flatten)]
    pub(crate) samuel: SamuelArguments,
}

impl LearnArguments {
    /// Whether td-leaf learns draughts: it has a length and beginnings of its own, by which it reaches the bar of
    /// docs/research/td-leaf.md.
    fn is_td_leaf_on_draughts(&self) -> bool {
        self.samuel.method.as_deref() == Some(METHODS[1]) && self.game.eq_ignore_ascii_case(Draughts::NAME)
    }

    fn games(&self) -> usize {
        self.games.unwrap_or(if self.is_td_leaf_on_draughts() { 8000 } else { 50 })
    }

    /// Whether nothing is said of how games begin, and td-leaf learns draughts.
    fn begins_as_suits(&self) -> bool {
        self.is_td_leaf_on_draughts() && self.random_plies.is_none() && !self.samuel.ballots
    }

    fn random_plies(&self) -> usize {
        self.random_plies.unwrap_or(if self.begins_as_suits() { 2 } else { 0 })
    }

    fn ballots(&self) -> bool {
        self.samuel.ballots || self.begins_as_suits()
    }

    fn memory(&self) -> PathBuf {
        self.memory.clone().unwrap_or_else(|| format!("{}-{}.memory", self.game, self.strategy).into())
    }
}

/// Plays a series on standard output, its progress on standard error.
pub fn run(arguments: &LearnArguments) -> anyhow::Result<()> {
    let control = crate::interrupt::control()?;
    play(arguments, &control, &mut io::stdout())
}

/// The same, until `control` says stop; what there is to say goes to `output`. The concrete game is chosen here.
pub(crate) fn play(
    arguments: &LearnArguments,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    if arguments.strategy == "samuel" {
        return samuel::dispatch(arguments, control, output);
    }
    if let Some(name) = arguments.samuel.given().next() {
        bail!("{name} is for --strategy samuel");
    }
    match arguments.game.to_ascii_lowercase().as_str() {
        Qubic::NAME => learn::<Qubic>(arguments, control, output),
        Opening::NAME => learn::<Opening>(arguments, control, output),
        Draughts::NAME => learn::<Draughts>(arguments, control, output),
        other => bail!("there is no game {}: there are qubic, gomoku and draughts", quoted(other)),
    }
}

fn learn<G: Playable>(
    arguments: &LearnArguments,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let memory = arguments.memory();
    let mut series = Series::<G>::new(arguments, &memory)?;
    let known = series.games_learned()?;
    let mut record = Record::open::<G>(arguments, &memory, known.unwrap_or(0))?;
    let mut learned_already = record.is_one_behind(&memory, known)?;
    writeln!(output, "{} learns in {}", series.title(), memory.display())?;
    if record.games().is_empty() && record.known_before() > 0 {
        writeln!(output, "the memory has learned {} games before this series", record.known_before())?;
    }
    if !record.games().is_empty() {
        writeln!(output, "the series continues after {} games", record.games().len())?;
    }
    let bar = progress_bar(arguments.games(), record.games().len(), "games");
    while record.games().len() < arguments.games() && !control.is_stopped() {
        let number = record.games().len() + 1;
        if learned_already {
            bar.suspend(|| {
                writeln!(
                    output,
                    "game {number} was learned before the interruption but not recorded: it is played again, and \
                     nothing is learned from it twice"
                )
            })?;
        }
        let (game, lessons) = series.play(number, !std::mem::take(&mut learned_already))?;
        // What the game taught is saved by now; its line in the record follows.
        bar.suspend(|| lessons.iter().try_for_each(|words| writeln!(output, "game {number}: {words}")))?;
        record.add(game)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    if record.games().len() < arguments.games() {
        writeln!(output, "interrupted: all is saved; the same command continues")?;
    }
    write!(output, "{}", record.summary(arguments.opponent.as_deref()))?;
    if let Some(path) = &arguments.plot {
        plot::draw(path, &series.title(), &record).with_context(|| format!("plot {}", path.display()))?;
        writeln!(output, "drawn in {}", path.display())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
