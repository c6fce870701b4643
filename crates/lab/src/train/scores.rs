//! `fourscore lab scores`: how well the score of a search tells the result of a game. It ranks evaluations and searches in minutes,
//! before a match decides.

use super::batches::all_in;
use super::play::{Course, expected, player, points};
use super::thrown::Judged;
use super::{Basics, Source, Task};
use crate::progress::at_once;
use anyhow::{Context as _, bail};
use clap::Args;
use games::Played;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use search::{Control, Score};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use strategies::alpha_beta::trained::Trainable;

/// The standard errors are those of so many samples of the games, with replacement.
const SAMPLES: usize = 200;
/// The loss takes no score for more certain than this.
const SUREST: f64 = 0.999;

#[derive(Args, Clone)]
pub struct ScoresArguments {
    #[command(flatten)]
    pub(super) basics: Basics,
    /// Directory of games that `lab games` has played; may be given several times
    #[arg(long, value_name = "DIRECTORY", required = true)]
    games: Vec<PathBuf>,
    /// Nodes of a search; several with commas between them
    #[arg(long, value_delimiter = ',', default_value = "1000,5000,30000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Vec<u64>,
    /// Weights that search: `built-in`, `nothing`, or a file
    #[arg(long, default_value = "built-in", value_name = "WEIGHTS")]
    weights: Source,
    /// Games at most, chosen by the seed (default: all)
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    most: Option<u64>,
    /// Positions of a game, chosen by the seed among those that were not proven in it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
}

/// A position, how many points its side to move got in the end, and the number of its game.
struct Asked<G: games::Game> {
    game: Played<G>,
    points: f64,
    number: usize,
}

/// What a search has said of a position.
struct Said {
    points: f64,
    number: usize,
    /// Higher is better for the side to move.
    value: f64,
    /// How likely it is to win.
    likely: f64,
}

impl Task for ScoresArguments {
    fn run<G: Judged>(&self, control: &Control, output: &mut dyn Write) -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let weights = folder.path().join("searching.weights");
        self.weights.keep::<G>(&weights)?;
        let (asked, games) = self.positions::<G>()?;
        let of = |points| asked.iter().filter(|asked| asked.points == points).count();
        let (won, lost, drawn) = (of(1.0), of(0.0), of(0.5));
        if won == 0 || lost == 0 {
            bail!("{won} positions were won and {lost} lost by the side to move: both are needed");
        }
        let number = asked.len();
        let draws = "drawn (no part of the AUC, half a win in the loss)";
        writeln!(output, "{number} positions of {games} games: {won} won, {lost} lost, {drawn} {draws}")?;
        writeln!(
            output,
            "{:>10} {:>8} {:>6} {:>8} {:>6} {:>10}",
            "nodes", "AUC", "±", "loss", "±", "nodes/s"
        )?;
        for &nodes in &self.nodes {
            let Some((said, rate)) = self.search(&asked, &weights, nodes, control)? else {
                return Ok(writeln!(output, "interrupted")?);
            };
            let [(area, one), (loss, other)] = measures(said, games, self.basics.seed);
            writeln!(output, "{nodes:>10} {area:>8.4} {one:>6.4} {loss:>8.4} {other:>6.4} {rate:>10.0}")?;
        }
        Ok(())
    }
}

impl ScoresArguments {
    /// The positions that are asked for, and of how many games.
    fn positions<G: Trainable>(&self) -> anyhow::Result<(Vec<Asked<G>>, usize)> {
        let start = self.basics.start::<G>()?;
        let texts = all_in(&self.games)?;
        let mut lines: Vec<&str> = texts.iter().flat_map(|text| text.lines()).collect();
        let mut random = ChaCha8Rng::seed_from_u64(self.basics.seed);
        lines.shuffle(&mut random);
        lines.truncate(self.most.map_or(usize::MAX, |most| most as usize));
        let mut all = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let mut own = Vec::new();
            Course::read_line(&start, line, |position, score, outcome| {
                let points = points(outcome, position.to_move());
                if matches!(score, Score::Heuristic(_)) {
                    own.push(Asked { game: Played::new(position.clone()), points, number });
                }
            })?;
            own.shuffle(&mut random);
            all.extend(own.into_iter().take(self.positions as usize));
        }
        Ok((all, lines.len()))
    }

    /// What searches say, and nodes a second of a thread; `None` if it was interrupted.
    fn search<G: Trainable>(
        &self,
        asked: &[Asked<G>],
        weights: &Path,
        nodes: u64,
        control: &Control,
    ) -> anyhow::Result<Option<(Vec<Said>, f64)>> {
        let one = |asked: &Asked<G>| {
            let searched = player::<G>(weights, nodes, &self.basics.options).map(|mut player| {
                let begun = Instant::now();
                (player.think(&asked.game).choice, begun.elapsed())
            });
            (!control.is_stopped()).then_some(searched)
        };
        let units = format!("searches of {nodes} nodes");
        let (mut all, mut spent, mut time) = (Vec::new(), 0, Duration::ZERO);
        for (asked, found) in asked.iter().zip(at_once(asked, self.basics.threads(), &units, one)) {
            let Some(found) = found else { return Ok(None) };
            let (choice, took) = found?;
            let score = choice.lines.first().context("there is no move")?.score;
            let value = match score {
                Score::Win { .. } => f64::INFINITY,
                Score::Loss { .. } => f64::NEG_INFINITY,
                Score::Draw => 0.0,
                Score::Heuristic(value) => f64::from(value),
            };
            let &Asked { points, number, .. } = asked;
            all.push(Said { points, number, value, likely: expected::<G>(score) });
            (spent, time) = (spent + choice.progress.nodes, time + took);
        }
        Ok(Some((all, spent as f64 / time.as_secs_f64())))
    }
}

/// The area under the curve and the loss, each with its standard error over games.
fn measures(mut said: Vec<Said>, games: usize, seed: u64) -> [(f64, f64); 2] {
    said.sort_by(|one, other| one.value.total_cmp(&other.value));
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let samples: Vec<[f64; 2]> = (0..SAMPLES)
        .map(|_| {
            let mut counted = vec![0.0; games];
            (0..games).for_each(|_| counted[random.random_range(0..games)] += 1.0);
            [area(&said, &counted), loss(&said, &counted)]
        })
        .collect();
    let all = vec![1.0; games];
    [area(&said, &all), loss(&said, &all)].map({
        let mut n = 0;
        move |measure| {
            // A sample without a win or without a loss has no area.
            let values: Vec<f64> = samples.iter().map(|sample| sample[n]).filter(|x| x.is_finite()).collect();
            n += 1;
            let number = values.len() as f64;
            let mean = values.iter().sum::<f64>() / number;
            let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
            (measure, (squares / (number - 1.0)).sqrt())
        }
    })
}

/// In how many of the pairs of a won and a lost position the won one has the higher value; ties are half, drawn games left out.
/// They are sorted by value; each game counts so often.
fn area(sorted: &[Said], counted: &[f64]) -> f64 {
    let (mut won, mut lost, mut right) = (0.0, 0.0, 0.0);
    for same in sorted.chunk_by(|one, other| one.value == other.value) {
        let sum = |points| -> f64 {
            same.iter().filter(|said| said.points == points).map(|said| counted[said.number]).sum()
        };
        let (wins, losses) = (sum(1.0), sum(0.0));
        right += wins * (lost + losses / 2.0);
        (won, lost) = (won + wins, lost + losses);
    }
    right / (won * lost)
}

/// The mean cross entropy; a drawn game is worth a half.
fn loss(all: &[Said], counted: &[f64]) -> f64 {
    let (mut sum, mut number) = (0.0, 0.0);
    for said in all {
        let likely = said.likely.clamp(1.0 - SUREST, SUREST);
        let own = said.points * likely.ln() + (1.0 - said.points) * (1.0 - likely).ln();
        (sum, number) = (sum - counted[said.number] * own, number + counted[said.number]);
    }
    sum / number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_is_the_share_of_pairs_in_order() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..50 {
            let mut said: Vec<Said> = (0..80)
                .map(|number| {
                    let value = f64::from(random.random_range(-4..=4));
                    let value = if value == 4.0 { f64::INFINITY } else { value };
                    let points = [0.0, 0.5, 1.0][random.random_range(0..3)];
                    Said { points, number: number / 2, value, likely: 0.5 }
                })
                .collect();
            let counted: Vec<f64> = (0..40).map(|_| f64::from(random.random_range(0..3))).collect();
            let (mut right, mut pairs) = (0.0, 0.0);
            for won in said.iter().filter(|said| said.points == 1.0) {
                for lost in said.iter().filter(|said| said.points == 0.0) {
                    let above = won.value.partial_cmp(&lost.value).unwrap() as i8;
                    let weight = counted[won.number] * counted[lost.number];
                    pairs += weight;
                    right += weight * f64::from(above + 1) / 2.0;
                }
            }
            said.sort_by(|one, other| one.value.total_cmp(&other.value));
            let (found, wanted) = (area(&said, &counted), right / pairs);
            assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
        }
    }

    #[test]
    fn the_loss_of_a_coin_is_known_and_no_proof_is_too_sure() {
        let said = |points, likely| Said { points, number: 0, value: 0.0, likely };
        assert!((loss(&[said(1.0, 0.5), said(0.5, 0.5)], &[2.0]) - std::f64::consts::LN_2).abs() < 1e-12);
        assert!((loss(&[said(0.0, 1.0)], &[1.0]) - -(0.001_f64).ln()).abs() < 1e-9);
    }
}
