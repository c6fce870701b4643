//! `fourscore learn`: a series of games from which a strategy learns, with its progress, what it learns, and how it fares.
//!
//! Works through the engine as the protocol does, for every strategy that learns: what is learned here is what would be
//! learned in play.

mod plot;
mod record;
mod series;

use anyhow::{Context as _, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use record::Record;
use series::Series;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What can be said about a series.
#[derive(Args, Clone)]
pub struct LearnArguments {
    /// The game
    #[arg(long, default_value = "qubic")]
    pub game: String,
    /// The program that learns
    #[arg(long)]
    pub strategy: String,
    /// How many games the series has; a series that was interrupted goes on
    #[arg(long, default_value_t = 50)]
    pub games: usize,
    /// The program to play against, which does not learn; without one, the learner plays both sides
    #[arg(long)]
    pub opponent: Option<String>,
    /// Seed of the series: each game has its own, drawn from it
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// File that keeps what is learned (default: GAME-STRATEGY.memory); the series is kept beside it
    #[arg(long, value_name = "FILE")]
    pub memory: Option<PathBuf>,
    /// Nodes per move, for programs that search
    #[arg(long, default_value_t = 20_000)]
    pub nodes: u64,
    /// Moves played at random at the start of each game
    #[arg(long, default_value_t = 0)]
    pub random_plies: usize,
    /// Draws the series when it ends
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
    /// Another option of the learner, as NAME=VALUE; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// An option of the opponent, as NAME=VALUE; may be given several times
    #[arg(long = "opponent-option", value_name = "NAME=VALUE")]
    pub opponent_options: Vec<String>,
}

impl LearnArguments {
    fn memory(&self) -> PathBuf {
        self.memory.clone().unwrap_or_else(|| format!("{}-{}.memory", self.game, self.strategy).into())
    }
}

/// Plays a series on standard output, its progress on standard error.
///
/// # Errors
/// If an argument names nothing there is, the strategy does not learn, or a file is refused.
pub fn run(arguments: &LearnArguments) -> anyhow::Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || asked.store(true, Ordering::Release)).context("no handler for interrupts")?;
    learn(arguments, &stop, &mut io::stdout())
}

fn learn(arguments: &LearnArguments, stop: &AtomicBool, output: &mut impl Write) -> anyhow::Result<()> {
    let memory = arguments.memory();
    let mut series = Series::new(arguments, &memory)?;
    let mut record = Record::open(arguments, &memory)?;
    writeln!(output, "{} learns in {}", series.title(), memory.display())?;
    if !record.games().is_empty() {
        writeln!(output, "the series goes on after {} games", record.games().len())?;
    }
    let bar = progress_bar(arguments.games, record.games().len());
    while record.games().len() < arguments.games && !stop.load(Ordering::Acquire) {
        let number = record.games().len() + 1;
        let played = series.play(number)?;
        // What the game taught is saved by now; its line in the record follows.
        bar.suspend(|| {
            played.lessons.iter().try_for_each(|words| writeln!(output, "game {number}: {words}"))
        })?;
        record.add(&played)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    if record.games().len() < arguments.games {
        writeln!(output, "interrupted: all is saved; the same command goes on")?;
    }
    write!(output, "{}", record.summary(arguments.opponent.as_deref()))?;
    if let Some(path) = &arguments.plot {
        plot::draw(path, &series.title(), &record).with_context(|| format!("plot {}", path.display()))?;
        writeln!(output, "drawn in {}", path.display())?;
    }
    Ok(())
}

fn progress_bar(games: usize, done: usize) -> ProgressBar {
    let bar = ProgressBar::new(games as u64).with_position(done as u64);
    let template = "{bar:30} {pos}/{len} games, {per_sec}, {eta} left";
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Refuses a name that would not do as a file's first line.
fn one_word(name: &str) -> anyhow::Result<&str> {
    if name.is_empty() || name.contains(char::is_whitespace) {
        bail!("{name:?} is no name");
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Typed {
        #[command(flatten)]
        arguments: LearnArguments,
    }

    fn typed(directory: &tempfile::TempDir, arguments: &[&str]) -> LearnArguments {
        let memory = directory.path().join("memory").to_str().unwrap().to_owned();
        Typed::parse_from([&["learn", "--memory", &memory], arguments].concat()).arguments
    }

    fn said(arguments: &LearnArguments, stop: bool) -> anyhow::Result<String> {
        let mut output = Vec::new();
        learn(arguments, &AtomicBool::new(stop), &mut output)?;
        Ok(String::from_utf8(output)?)
    }

    #[test]
    fn a_series_in_two_sittings_is_the_series_in_one() {
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let words = said(&typed(&one, &["--strategy", "score-four", "--games", "6"]), false).unwrap();
        assert!(words.contains("learned pattern"), "{words}");
        said(&typed(&two, &["--strategy", "score-four", "--games", "2"]), false).unwrap();
        let six = typed(&two, &["--strategy", "score-four", "--games", "6"]);
        assert!(said(&six, true).unwrap().contains("interrupted: all is saved"));
        assert!(said(&six, false).unwrap().contains("goes on after 2 games"));
        for file in ["memory", "memory.series"] {
            let read = |directory: &tempfile::TempDir| std::fs::read(directory.path().join(file)).unwrap();
            assert_eq!(read(&one), read(&two), "{file}");
        }
    }

    #[test]
    fn a_series_against_an_opponent_with_a_plot() {
        let directory = tempfile::tempdir().unwrap();
        let plot = directory.path().join("plot.svg");
        let arguments = typed(
            &directory,
            &["--strategy", "score-four", "--opponent", "random", "--games", "12", "--random-plies", "2"],
        );
        let arguments = LearnArguments { plot: Some(plot.clone()), ..arguments };
        let words = said(&arguments, false).unwrap();
        assert!(words.contains("games 11 to 12"), "{words}");
        assert!(std::fs::read_to_string(plot).unwrap().contains("<svg"));
    }

    #[test]
    fn what_cannot_learn_is_refused_and_foreign_files_are_kept() {
        let directory = tempfile::tempdir().unwrap();
        let refused = |arguments: &[&str]| {
            let arguments = typed(&directory, arguments);
            said(&arguments, false).unwrap_err().to_string()
        };
        assert!(refused(&["--strategy", "random"]).contains("does not learn"));
        assert!(refused(&["--strategy", "nobody"]).contains("it takes one of"));
        assert!(refused(&["--strategy", "score-four", "--opponent", "nobody"]).contains("it takes one of"));
        let memory = directory.path().join("memory");
        std::fs::write(&memory, "my thesis\n").unwrap();
        assert!(refused(&["--strategy", "score-four"]).contains("left as it is"));
        assert_eq!(std::fs::read_to_string(memory).unwrap(), "my thesis\n");
        std::fs::write(directory.path().join("memory.series"), "my results\n").unwrap();
        assert!(refused(&["--strategy", "score-four"]).contains("another series"));
    }
}
