//! `fourscore lab games`: games of alpha-beta against itself, from random openings and with random moves, to be learned from.

use super::batches::Batches;
use super::play::{play_on, player, straying};
use super::thrown::Judged;
use super::{Common, Source, Task};
use clap::Args;
use games::Played;
use rand::RngExt as _;
use search::Control;
use std::io::Write;
use std::path::{Path, PathBuf};
use strategies::alpha_beta::trained::Trainable;
use strategies::playing::{play_at_random, random_stream};

/// So many games are kept in a file.
pub(super) const IN_A_BATCH: u64 = 20;

/// SelfPlay games for training are played.
#[derive(Args, Clone)]
pub struct GamesArguments {
    #[command(flatten)]
    pub(super) common: Common,
    /// Directory for the games; the same command goes on where it was interrupted
    #[arg(long, value_name = "DIRECTORY")]
    out: PathBuf,
    /// Whose games: the weights `built-in`, `nothing`, or of a file
    #[arg(long, default_value = "built-in", value_name = "WEIGHTS")]
    weights: Source,
    #[command(flatten)]
    pub(super) how: SelfPlay,
}

/// What is said of games, by themselves or for a generation.
#[derive(Args, Clone, Debug)]
pub(super) struct SelfPlay {
    /// Games, in a generation if there are several; in twenties
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(super) games: u64,
    /// Random moves at the beginning: at least
    #[arg(long, default_value_t = 2)]
    pub(super) random_least: usize,
    /// Random moves at the beginning: at most
    #[arg(long, default_value_t = 9)]
    pub(super) random_most: usize,
    /// Once in so many moves another one than the best is played; 0: never
    #[arg(long, default_value_t = 20)]
    pub(super) stray: u32,
}

impl Task for GamesArguments {
    fn run<G: Judged>(&self, control: &Control, output: &mut dyn Write) -> anyhow::Result<()> {
        super::folder(&self.out)?;
        let weights = self.out.join("played-with.weights");
        self.weights.keep::<G>(&weights)?;
        match play::<G>(&self.common, &self.how, &weights, 0, &self.out, control)? {
            Some(()) => writeln!(output, "the games are in {}", self.out.display())?,
            None => writeln!(output, "interrupted: all is saved; the same command continues")?,
        }
        Ok(())
    }
}

/// Plays the games of a generation into a folder; `None` if that was interrupted.
pub(super) fn play<G: Trainable>(
    common: &Common,
    how: &SelfPlay,
    weights: &Path,
    generation: u64,
    folder: &Path,
    control: &Control,
) -> anyhow::Result<Option<()>> {
    let SelfPlay { random_least, random_most, stray, .. } = *how;
    let sum = super::checksum::<G>(weights)?;
    let head = format!(
        "games of {} with weights {sum:08x}, random {random_least} to {random_most}, stray {stray}, generation {generation}",
        common.said::<G>()
    );
    let batches = Batches::open(folder, head)?;
    let start = common.start::<G>()?;
    let one = |number: u64| {
        let mut random = random_stream(common.seed, generation << 40 | number);
        let mut game = Played::new(start.clone());
        let plies = random.random_range(random_least..=random_most.max(random_least));
        play_at_random(&mut game, plies, &mut random, G::first_moves);
        let mut players = [player(weights, common.nodes, &common.options)?];
        let course = play_on(game, &mut players, straying(&mut random, stray))?;
        anyhow::Ok(course.to_line(&start))
    };
    let batch = |number: u64| {
        let mut lines = Vec::new();
        for number in number * IN_A_BATCH..(number + 1) * IN_A_BATCH {
            lines.push(one(number)?);
        }
        Ok(lines.join("\n"))
    };
    let number = how.games.div_ceil(IN_A_BATCH);
    let played = batches.run(0..number, common.threads(), "twenties of games", control, batch)?;
    Ok(played.map(|_| ()))
}
