//! `fourscore train`: generations of games, a fit and a match, each beginning with the best weights so far.

use super::batches::all_in;
use super::evidence::of_games;
use super::fit::{Fit, Fitted};
use super::matches::{Bounds, Fight};
use super::record::{self, Record, Row};
use super::sprt::Pairs;
use super::thrown::{self, Judged};
use super::{Common, Source, Task, folder, made, may_write, read, write};
use super::{fit, games};
use ::games::Played;
use clap::Args;
use search::Control;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use strategies::alpha_beta::trained::{Made, Trained};

/// A training.
#[derive(Args, Clone)]
pub struct TrainArguments {
    #[command(flatten)]
    pub(super) common: Common,
    /// The weights to begin with: `nothing` (the rules alone), `built-in`, or a file
    #[arg(long, default_value = "built-in", value_name = "WEIGHTS")]
    from: Source,
    /// File for the weights; beside it, in FILE.training, all that they come from: the same command goes on
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Generations of games, fit and match
    #[arg(long, default_value_t = 10)]
    generations: u64,
    /// Generations whose games a fit learns from, the last ones
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..))]
    window: u64,
    /// Positions proven to be won in which each generation is asked for its move; 0: none
    #[arg(long, default_value_t = 40)]
    positions: u64,
    /// Draws loss, Elo and wins thrown away over the games
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Weights of another training to be drawn beside this one; may be given several times
    #[arg(long, value_name = "FILE", requires = "plot")]
    beside: Vec<PathBuf>,
    #[command(flatten)]
    games: games::SelfPlay,
    #[command(flatten)]
    fit: fit::Regression,
    #[command(flatten)]
    bounds: Bounds,
}

impl Task for TrainArguments {
    fn run<G: Judged>(&self, control: &Control, output: &mut dyn Write) -> anyhow::Result<()> {
        let mut training = Training::<G>::open(self, control)?;
        writeln!(output, "{}", head())?;
        let done = training.go_on(control, output)?;
        if !done {
            writeln!(output, "interrupted: all is saved; the same command continues")?;
        }
        if done {
            let weights = read::<G>(&training.best())?.weights::<G>();
            let made = made(self.common.seed, training.record.hours());
            write(&Trained::new::<G>(&weights, made), &self.out)?;
            writeln!(output, "the weights are in {}", self.out.display())?;
        }
        if let Some(path) = &self.plot {
            self.draw::<G>(path, training.record.rows())?;
            writeln!(output, "drawn in {}", path.display())?;
        }
        Ok(())
    }
}

impl TrainArguments {
    fn draw<G: Judged>(&self, path: &Path, rows: &[Row]) -> anyhow::Result<()> {
        let others = self.beside.iter().map(|weights| record::of_training(weights));
        let others = others.collect::<anyhow::Result<Vec<_>>>()?;
        let name = |weights: &Path| weights.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let all =
            [(&self.out, rows)].into_iter().chain(self.beside.iter().zip(others.iter().map(Vec::as_slice)));
        let all: Vec<_> = all.map(|(weights, rows)| (name(weights), rows)).collect();
        record::draw(path, G::ABOUT.title, &all)
    }
}

struct Training<'a, G: Judged> {
    arguments: &'a TrainArguments,
    folder: PathBuf,
    record: Record,
    start: G,
    /// Positions that are won.
    won: Vec<Played<G>>,
}

impl<'a, G: Judged> Training<'a, G> {
    fn open(arguments: &'a TrainArguments, control: &Control) -> anyhow::Result<Self> {
        let TrainArguments { common, from, window, positions, games, fit, bounds, .. } = arguments;
        may_write::<G>(&arguments.out)?;
        fit.check()?;
        bounds.check()?;
        let start = common.start::<G>()?;
        let path = record::folder_of(&arguments.out);
        folder(&path)?;
        let said = format!(
            "{}, from {from:?}, window {window}, positions {positions}, {games:?}, {fit:?}, {bounds:?}",
            common.said::<G>()
        );
        let record = Record::open(path.join("record"), said)?;
        let training = Self { arguments, folder: path, record, start, won: Vec::new() };
        if training.record.rows().is_empty() {
            from.keep::<G>(&training.weights(0))?;
        }
        let won = if training.record.rows().len() as u64 > arguments.generations {
            Vec::new()
        } else {
            thrown::positions(&training.start, common.seed, *positions, common.threads(), control)
        };
        Ok(Self { won, ..training })
    }

    fn weights(&self, generation: usize) -> PathBuf {
        self.folder.join(format!("{generation}.weights"))
    }

    /// The weights that play on.
    fn best(&self) -> PathBuf {
        self.weights(self.record.rows().iter().rposition(|row| row.kept).unwrap_or_default())
    }

    /// Makes the generations that are missing; whether all are there.
    fn go_on(&mut self, control: &Control, output: &mut dyn Write) -> anyhow::Result<bool> {
        for (number, row) in self.record.rows().iter().enumerate() {
            writeln!(output, "{}", told(number, row))?;
        }
        while self.record.rows().len() as u64 <= self.arguments.generations {
            let number = self.record.rows().len();
            let begun = Instant::now();
            let row = if number == 0 {
                let wins = self.wins(&self.weights(0), control)?;
                wins.map(|wins| Row { kept: true, wins, ..Row::default() })
            } else {
                self.generation(number, control)?
            };
            let Some(row) = row.filter(|_| !control.is_stopped()) else { return Ok(false) };
            let row = Row { seconds: begun.elapsed().as_secs_f64(), ..row };
            writeln!(output, "{}", told(number, &row))?;
            self.record.add(row)?;
        }
        Ok(true)
    }

    fn wins(&self, weights: &Path, control: &Control) -> anyhow::Result<Option<[u64; 3]>> {
        let common = &self.arguments.common;
        thrown::tally(&self.won, weights, common.nodes, common.threads(), control)
    }

    /// Games of the best weights, a fit that begins with them, and a match against them; `None` if it was interrupted.
    fn generation(&self, number: usize, control: &Control) -> anyhow::Result<Option<Row>> {
        let TrainArguments { common, window, games: how, fit, bounds, .. } = self.arguments;
        let place = |name: &str, number: usize| self.folder.join(format!("{number}.{name}"));
        let best = self.best();
        let played = games::play::<G>(common, how, &best, number as u64, &place("games", number), control)?;
        if played.is_none() {
            return Ok(None);
        }
        let first = number.saturating_sub(*window as usize - 1).max(1);
        let folders: Vec<PathBuf> = (first..=number).map(|number| place("games", number)).collect();
        let from = read::<G>(&best)?.weights::<G>();
        let evidence = of_games::<G>(&self.start, &all_in(&folders)?, fit.results, common.threads())?;
        let Some(fitted) = Fit::<G>::new(&evidence, fit, common.threads(), &from)?.run(control) else {
            return Ok(None);
        };
        let Fitted { weights, positions, before, after } = fitted;
        let own = self.weights(number);
        write(&Trained::new::<G>(&weights, Made::default()), &own)?;
        let fight = Fight { common, bounds, weights: [&own, &best], nodes: [common.nodes; 2] };
        // A fit that improves nothing leaves the weights as they are: there is nothing to be decided.
        let fought = if weights == from {
            Some((Pairs::default(), Some(false)))
        } else {
            fight.run::<G>(number as u64, &place("match", number), control)?
        };
        let Some((pairs, decision)) = fought else { return Ok(None) };
        let kept = decision.unwrap_or(pairs.score() > 0.5);
        let wins = self.wins(if kept { &own } else { &best }, control)?;
        let games = how.games.div_ceil(games::IN_A_BATCH) * games::IN_A_BATCH * number as u64;
        let row = |wins| Row { games, positions, before, after, pairs: pairs.0, kept, wins, seconds: 0.0 };
        Ok(wins.map(row))
    }
}

fn head() -> String {
    format!(
        "{:>10} {:>8} {:>10} {:>8} {:>8}  match against the weights before",
        "generation", "games", "positions", "before", "after"
    )
}

fn told(number: usize, row: &Row) -> String {
    let [kept, thrown, unknown] = row.wins;
    let wins = if row.wins == [0; 3] {
        String::new()
    } else {
        format!("; wins kept {kept}, thrown away {thrown}, unknown {unknown}")
    };
    let Row { games, positions, before, after, .. } = row;
    let pairs = Pairs(row.pairs);
    let played = if number == 0 {
        "the weights to begin with".to_owned()
    } else if pairs.count() == 0 {
        "the fit improves nothing".to_owned()
    } else {
        format!("{pairs}: {}", if row.kept { "kept" } else { "left out" })
    };
    format!("{number:>10} {games:>8} {positions:>10} {before:>8.5} {after:>8.5}  {played}{wins}")
}
