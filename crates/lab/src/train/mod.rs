//! `fourscore train` and its parts, `lab games`, `lab fit` and `lab match`: weights of an evaluation from games of alpha-beta against
//! itself. A generation is games, a fit to their results and to the scores of their searches, and a match that decides. Beside them
//! `lab scores`, which measures without a match, and `lab openings`.

mod batches;
mod evidence;
pub(crate) mod fit;
mod games;
mod generations;
mod matches;
mod openings;
mod play;
mod polynomial;
mod record;
mod scores;
mod sprt;
#[cfg(test)]
mod tests;
mod thrown;

use self::fit::FitArguments;
use self::games::GamesArguments;
use self::matches::MatchArguments;
use self::openings::OpeningsArguments;
use self::polynomial::PolynomialArguments;
use self::scores::ScoresArguments;
use super::interrupt;
use ::games::draughts::Draughts;
use ::games::gomoku::Opening;
use ::games::{Game as _, quoted};
use anyhow::{Context as _, anyhow, bail};
use clap::Args;
pub use generations::TrainArguments;
use search::Control;
use std::io::{self, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use strategies::alpha_beta::trained::{Made, Trainable, Trained};
use strategies::options::of_game;
use strategies::settings::option_named;
use thrown::Judged;

/// Options of the player that are not to be said.
const OWN: [&str; 3] = ["AlphaBeta.Weights", "Hash", "Threads"];

/// What is said of all parts.
#[derive(Args, Clone)]
pub struct Basics {
    /// The game: gomoku or draughts
    #[arg(long)]
    game: String,
    /// Seed of everything that is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads, each with a game or a share of the positions; results do not depend on it (default: all cores)
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// Another option of the player, as NAME=VALUE, such as Rules=renju; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

/// What is said of all parts with one limit of nodes.
#[derive(Args, Clone)]
pub struct Common {
    #[command(flatten)]
    basics: Basics,
    /// Nodes a move
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

impl Deref for Common {
    type Target = Basics;

    fn deref(&self) -> &Basics {
        &self.basics
    }
}

impl Common {
    /// What games hang on, in words.
    fn said<G: Trainable>(&self) -> String {
        let Self { nodes, basics: Basics { seed, options, .. } } = self;
        format!("{}, nodes {nodes}, seed {seed}, options {options:?}", G::NAME)
    }
}

impl Basics {
    fn threads(&self) -> u64 {
        let all = || std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
        self.threads.unwrap_or_else(all)
    }

    /// The position that games begin with.
    fn start<G: Trainable>(&self) -> anyhow::Result<G> {
        let known = of_game::<G>();
        for option in &self.options {
            let name = option.split_once('=').map_or("", |(name, _)| name);
            if option_named(&known, name).is_ok_and(|spec| OWN.contains(&spec.name)) {
                bail!("--option {option}: weights, Hash and Threads are set by the training itself");
            }
        }
        let settings = crate::player::settings_of(&known, &self.options, &[])?;
        Ok(G::start(&G::setup(&settings).map_err(|error| anyhow!(error))?))
    }
}

/// Where weights come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    Nothing,
    BuiltIn,
    File(PathBuf),
}

impl From<&str> for Source {
    fn from(text: &str) -> Self {
        match text {
            "nothing" => Self::Nothing,
            "built-in" => Self::BuiltIn,
            path => Self::File(path.into()),
        }
    }
}

impl Source {
    fn trained<G: Trainable>(&self) -> anyhow::Result<Trained> {
        match self {
            Self::Nothing => Ok(Trained::new::<G>(&[], Made::default())),
            Self::BuiltIn => Trained::parse::<G>(G::built_in()).map_err(|error| anyhow!(error)),
            Self::File(path) => read::<G>(path),
        }
    }

    /// Keeps the weights in a file for players to read; one that is there and has others is left alone.
    fn keep<G: Trainable>(&self, path: &Path) -> anyhow::Result<()> {
        let trained = self.trained::<G>()?;
        if !path.exists() {
            return write(&trained, path);
        }
        if read::<G>(path)?.weights::<G>() != trained.weights::<G>() {
            bail!("{} has other weights: another folder is needed for these", path.display());
        }
        Ok(())
    }
}

fn read<G: Trainable>(path: &Path) -> anyhow::Result<Trained> {
    Trained::read::<G>(path).map_err(|error| anyhow!("{}: {error}", path.display()))
}

fn write(trained: &Trained, path: &Path) -> anyhow::Result<()> {
    trained.write(path).map_err(|error| anyhow!("{}: {error}", path.display()))
}

/// Refuses to write weights over what are none, before anything is played.
fn may_write<G: Trainable>(path: &Path) -> anyhow::Result<()> {
    if path.exists() {
        read::<G>(path).with_context(|| format!("{} is left as it is", path.display()))?;
    }
    Ok(())
}

/// Of what a file of weights says of its weights, whatever it says of where they come from.
fn checksum<G: Trainable>(path: &Path) -> anyhow::Result<u32> {
    let weights = read::<G>(path)?.weights::<G>();
    let bytes: Vec<u8> = weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
    Ok(crc32fast::hash(&bytes))
}

/// What was typed, the program without its folder.
pub(crate) fn typed() -> String {
    let words = std::env::args().skip(1);
    std::iter::once("fourscore".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// Where weights that this command has made come from.
fn made(seed: u64, hours: f64) -> Made {
    Made { command: typed(), seed, hours, version: env!("CARGO_PKG_VERSION").to_owned() }
}

/// Something to be done for the game that was named.
trait Task {
    fn run<G: Judged>(&self, control: &Control, output: &mut dyn Write) -> anyhow::Result<()>;
}

/// Does it, with what there is to say on `output` and the progress on standard error.
fn dispatch(
    said: &Basics,
    task: &impl Task,
    control: &Control,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    match said.game.to_ascii_lowercase().as_str() {
        Opening::NAME => task.run::<Opening>(control, output),
        Draughts::NAME => task.run::<Draughts>(control, output),
        other => bail!("{} has no evaluation to be trained: gomoku and draughts have", quoted(other)),
    }
}

/// `fourscore train`.
pub fn train(arguments: &TrainArguments) -> anyhow::Result<()> {
    dispatch(&arguments.common, arguments, &*interrupt::control()?, &mut io::stdout())
}

/// The parts, for whom each generation is to be done by hand.
#[derive(clap::Subcommand)]
pub enum Part {
    /// Plays games of alpha-beta against itself, to be learned from
    #[command(after_help = "Example: fourscore lab games --game gomoku --games 20 --nodes 500 --out games")]
    Games(GamesArguments),
    /// Fits weights of the evaluation to games
    #[command(after_help = "Example: fourscore lab fit --game gomoku --games games --out mine.weights")]
    Fit(FitArguments),
    /// Fits coefficients of Samuel's terms to games
    #[command(
        after_help = "Example: fourscore lab polynomial --game draughts --games games --out mine.terms"
    )]
    Polynomial(PolynomialArguments),
    /// Plays weights against others, with a sequential test
    #[command(after_help = "Example: fourscore lab match --game gomoku --one mine.weights --other built-in")]
    Match(MatchArguments),
    /// Measures how well the scores of searches tell the results of games
    #[command(
        after_help = "Example: fourscore lab scores --game gomoku --games games --nodes 1000,5000 --weights my.weights"
    )]
    Scores(ScoresArguments),
    /// Makes openings for matches: random moves after which neither side is better
    #[command(
        after_help = "Example: fourscore lab openings --game gomoku --option Rules=renju --count 50 --nodes 20000 --out openings.txt"
    )]
    Openings(OpeningsArguments),
}

/// `fourscore lab games`, `lab fit`, `lab polynomial`, `lab match`, `lab scores`, `lab openings`.
pub fn part(part: &Part) -> anyhow::Result<()> {
    part.work(&*interrupt::control()?, &mut io::stdout())
}

impl Part {
    fn work(&self, control: &Control, output: &mut dyn Write) -> anyhow::Result<()> {
        match self {
            Self::Games(arguments) => dispatch(&arguments.common, arguments, control, output),
            Self::Fit(arguments) => dispatch(&arguments.basics, arguments, control, output),
            Self::Polynomial(arguments) => dispatch(&arguments.basics, arguments, control, output),
            Self::Match(arguments) => dispatch(&arguments.common, arguments, control, output),
            Self::Scores(arguments) => dispatch(&arguments.basics, arguments, control, output),
            Self::Openings(arguments) => dispatch(&arguments.common, arguments, control, output),
        }
    }
}

fn folder(path: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(path).with_context(|| path.display().to_string())
}
