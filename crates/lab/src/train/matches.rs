//! `fourscore lab match`: weights against weights, each opening with both colours, until a sequential test decides.

use super::batches::Batches;
use super::play::{Course, expected, play_on, player};
use super::sprt::Pairs;
use super::thrown::Judged;
use super::{Common, Source, Task, checksum, folder};
use anyhow::{Context as _, bail};
use clap::Args;
use games::{Outcome, Played, Side};
use rand::RngExt as _;
use search::{Control, Score};
use std::io::Write;
use std::path::{Path, PathBuf};
use strategies::alpha_beta::trained::Trainable;
use strategies::playing::{play_at_random, random_stream};

/// So many pairs are kept in a file.
const IN_A_BATCH: u64 = 4;
/// Random moves of an opening, where there are no ballots.
const RANDOM: std::ops::RangeInclusive<usize> = 3..=6;
/// Random moves behind a ballot that was played already.
const MORE: usize = 2;
/// Openings whose likelier winner is likelier than this are not played.
const UNEVEN: f64 = 0.75;
/// So many openings are tried for an even one.
const TRIES: u64 = 50;

#[derive(Args, Clone)]
pub struct MatchArguments {
    #[command(flatten)]
    pub(super) common: Common,
    /// Weights: `built-in`, `nothing`, or a file
    #[arg(long, value_name = "WEIGHTS")]
    one: Source,
    /// The other weights
    #[arg(long, value_name = "WEIGHTS", default_value = "built-in")]
    other: Source,
    /// Nodes a move of the other, where they are not as many: for weights that are slower to count
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    other_nodes: Option<u64>,
    #[command(flatten)]
    bounds: Bounds,
    /// Directory for the games; the same command goes on where it was interrupted (default: none are kept)
    #[arg(long, value_name = "DIRECTORY")]
    out: Option<PathBuf>,
}

/// When a match ends.
#[derive(Args, Clone, Debug)]
pub(super) struct Bounds {
    /// Pairs of games at most
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pairs: u64,
    /// The test's hypothesis that the one is no better, in Elo
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// The test's hypothesis that the one is better, in Elo; equal to the other: all pairs are played
    #[arg(long, default_value_t = 20.0, allow_negative_numbers = true)]
    elo1: f64,
}

impl Bounds {
    /// # Errors
    /// If the hypotheses are none.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let Self { elo0, elo1, .. } = self;
        if !(elo0.is_finite() && elo1.is_finite() && elo0 <= elo1) {
            bail!("--elo0 must not be above --elo1: not {elo0} and {elo1}");
        }
        Ok(())
    }
}

impl Task for MatchArguments {
    fn run<G: Judged>(&self, control: &Control, output: &mut dyn Write) -> anyhow::Result<()> {
        self.bounds.check()?;
        let passing = tempfile::tempdir()?;
        let out = self.out.as_deref().unwrap_or(passing.path());
        folder(out)?;
        let [one, other] = ["one", "other"].map(|name| out.join(format!("{name}.weights")));
        self.one.keep::<G>(&one)?;
        self.other.keep::<G>(&other)?;
        let nodes = [self.common.nodes, self.other_nodes.unwrap_or(self.common.nodes)];
        let fight = Fight { common: &self.common, bounds: &self.bounds, weights: [&one, &other], nodes };
        match fight.run::<G>(0, out, control)? {
            Some((pairs, decision)) => writeln!(output, "{pairs}: {}", words(decision))?,
            None if self.out.is_some() => {
                writeln!(output, "interrupted: all is saved; the same command continues")?
            }
            None => writeln!(output, "interrupted")?,
        }
        Ok(())
    }
}

const fn words(decision: Option<bool>) -> &'static str {
    match decision {
        Some(true) => "better",
        Some(false) => "not better",
        None => "not decided",
    }
}

/// A match of one with these weights against another.
pub(super) struct Fight<'a> {
    pub(super) common: &'a Common,
    pub(super) bounds: &'a Bounds,
    pub(super) weights: [&'a Path; 2],
    pub(super) nodes: [u64; 2],
}

impl Fight<'_> {
    /// Plays it, and what the test says; `None` if it was interrupted. Games are kept in the folder.
    pub(super) fn run<G: Trainable>(
        &self,
        generation: u64,
        folder: &Path,
        control: &Control,
    ) -> anyhow::Result<Option<(Pairs, Option<bool>)>> {
        let [one, other] = self.weights;
        let sums = [checksum::<G>(one)?, checksum::<G>(other)?];
        let said = self.common.said::<G>();
        let nodes = self.nodes;
        let head = format!("match of {said}, {nodes:?}, {sums:08x?}, generation {generation}");
        let batches = Batches::open(folder, head)?;
        let work = |number: u64| {
            let numbers = number * IN_A_BATCH..(number + 1) * IN_A_BATCH;
            let points = numbers.map(|number| Ok(self.pair::<G>(generation, number)?.to_string()));
            Ok(points.collect::<anyhow::Result<Vec<_>>>()?.join("\n"))
        };
        let threads = self.common.threads();
        let last = self.bounds.pairs.div_ceil(IN_A_BATCH);
        let mut pairs = Pairs::default();
        // In their order, so that the end does not depend on which are done first.
        let mut next = 0;
        while next < last {
            let until = (next + 2 * threads).min(last);
            let units = format!("fours of pairs, {} pairs so far", pairs.count());
            let Some(texts) = batches.run(next..until, threads, &units, control, work)? else {
                return Ok(None);
            };
            for points in texts.iter().flat_map(|text| text.lines()) {
                let points: usize = points.parse().context("the points of a pair are no number")?;
                *pairs.0.get_mut(points).context("a pair has no more than four half points")? += 1;
                let decision = pairs.decides(self.bounds.elo0, self.bounds.elo1);
                if decision.is_some() {
                    return Ok(Some((pairs, decision)));
                }
            }
            next = until;
        }
        Ok(Some((pairs, None)))
    }

    /// The half points of the one in two games with an opening, each with another colour.
    fn pair<G: Trainable>(&self, generation: u64, number: u64) -> anyhow::Result<u32> {
        let opening = self.opening::<G>(generation, number)?;
        let mut points = 0;
        for side in [Side::First, Side::Second] {
            let of = |who: usize| player(self.weights[who], self.nodes[who], &self.common.options);
            let mut players = if side == Side::First { [of(0)?, of(1)?] } else { [of(1)?, of(0)?] };
            let Course { outcome, .. } = play_on::<G>(opening.clone(), &mut players, |_| None)?;
            points += match outcome {
                Outcome::Win(winner) => 2 * u32::from(winner == side),
                Outcome::Draw => 1,
            };
        }
        Ok(points)
    }

    /// An opening: a ballot, with random moves behind it once all have been played; or random moves that leave both sides some
    /// prospects, as the other one sees it.
    fn opening<G: Trainable>(&self, generation: u64, number: u64) -> anyhow::Result<Played<G>> {
        let ballots = G::ABOUT.beginnings();
        let mut random = random_stream(self.common.seed ^ 1 << 63, generation << 40 | number);
        let mut game = Played::new(self.common.start::<G>()?);
        if G::BALLOTS {
            let played = number / ballots.len() as u64 > 0;
            for text in ballots[(number % ballots.len() as u64) as usize].split_whitespace() {
                game.play_text(text)?;
            }
            play_at_random(&mut game, if played { MORE } else { 0 }, &mut random, G::first_moves);
            return Ok(game);
        }
        for _ in 0..TRIES {
            game = Played::new(game.start().clone());
            play_at_random(&mut game, random.random_range(RANDOM), &mut random, G::first_moves);
            let mut judge = player::<G>(self.weights[1], self.nodes[1], &self.common.options)?;
            let even = |score: Score| (1.0 - UNEVEN..=UNEVEN).contains(&expected::<G>(score));
            if game.outcome().is_none()
                && judge.think(&game).choice.lines.first().is_some_and(|line| even(line.score))
            {
                break;
            }
        }
        Ok(game)
    }
}
