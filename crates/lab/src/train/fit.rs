//! `fourscore lab fit`: weights under which games went as they did, and searches saw what they saw, with the greatest likelihood
//! (logistic regression), held near those that it begins with.
//!
//! Every step of the descent has a length of its own for every weight (Adam; Kingma & Ba 2015) and is by all positions, or where they
//! are many by a part: a library would do no more, and here the sum over the positions is the work.

use super::batches::all_in;
use super::evidence::{Evidence, Seen, of_games};
use super::play::logistic;
use super::thrown::Judged;
use super::{Basics, Source, Task, made, may_write, write};
use crate::progress::progress_bar;
use anyhow::bail;
use clap::Args;
use search::Control;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;
use strategies::alpha_beta::trained::{Trainable, Trained};

/// One file of games in so many is held out: what it says of the weights is no part of the fit.
const HELD_OUT: usize = 10;
/// A step's sum over positions is made of so many, whatever the threads, so that it is the same.
const SHARES: usize = 16;
/// Where there are so many files of games for each, the positions are made parts, at most `PARTS`, that the steps look at in turn.
const FILES: usize = 400;
const PARTS: usize = 8;
/// The first step's length for every feature, in logarithms of odds.
const STEP: f64 = 0.02;
/// The loss on what is held out is looked at after so many steps.
const LOOK: u64 = 10;

/// Regression weights are fitted.
#[derive(Args, Clone)]
pub struct FitArguments {
    #[command(flatten)]
    pub(super) basics: Basics,
    /// Directory of games; may be given several times
    #[arg(long, value_name = "DIRECTORY", required = true)]
    games: Vec<PathBuf>,
    /// Where to begin, and what to stay near: the weights `built-in`, `nothing`, or of a file
    #[arg(long, default_value = "built-in", value_name = "WEIGHTS")]
    from: Source,
    /// File for the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    how: Regression,
}

/// What is said of a fit, by itself or in a generation.
#[derive(Args, Clone, Debug)]
pub(super) struct Regression {
    /// Share of the result in what a position is worth; the rest is the score of its search
    #[arg(long, default_value_t = 0.3)]
    pub(super) results: f64,
    /// Spread of what a feature is worth around that which it begins with, before the games are seen, in logarithms of odds
    #[arg(long, default_value_t = 0.1)]
    pub(super) spread: f64,
    /// Steps of the descent
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(super) steps: u64,
}

impl Regression {
    /// # Errors
    /// If what is said makes no fit.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let Self { results, spread, .. } = self;
        if !(0.0..=1.0).contains(results) || spread.is_nan() || *spread <= 0.0 {
            bail!("--results is a share from 0 to 1, --spread above 0: not {results} and {spread}");
        }
        Ok(())
    }
}

impl Task for FitArguments {
    fn run<G: Judged>(&self, control: &Control, output: &mut dyn Write) -> anyhow::Result<()> {
        may_write::<G>(&self.out)?;
        self.how.check()?;
        let begun = Instant::now();
        let from = self.from.trained::<G>()?.weights::<G>();
        let texts = all_in(&self.games)?;
        let evidence = of_games::<G>(&self.basics.start()?, &texts, self.how.results, self.basics.threads())?;
        let fit = Fit::<G>::new(&evidence, &self.how, self.basics.threads(), &from)?;
        let Some(fitted) = fit.run(control) else {
            return Ok(writeln!(output, "interrupted: nothing is written")?);
        };
        let Fitted { weights, positions, before, after } = fitted;
        let hours = begun.elapsed().as_secs_f64() / 3600.0;
        write(&Trained::new::<G>(&weights, made(self.basics.seed, hours)), &self.out)?;
        let out = self.out.display();
        writeln!(
            output,
            "{positions} positions: loss on those held out {before:.5} before, {after:.5} after, in {out}"
        )?;
        Ok(())
    }
}

/// What came out of a fit.
pub(super) struct Fitted {
    pub(super) weights: Vec<i16>,
    pub(super) positions: usize,
    /// The mean loss (cross entropy) on positions held out, by the weights at the beginning and those at the end.
    pub(super) before: f64,
    pub(super) after: f64,
}

/// What a fit must know of the features: see [`Trainable`].
pub(super) trait Linear: Sync {
    const COUNT: usize;
    const PHASES: usize;
    const LOGIT: f64;

    fn phases(opening: f64) -> (usize, [f64; 2]);
}

impl<G: Trainable> Linear for G {
    const COUNT: usize = <G as Trainable>::COUNT;
    const PHASES: usize = <G as Trainable>::PHASES;
    const LOGIT: f64 = <G as Trainable>::LOGIT;

    fn phases(opening: f64) -> (usize, [f64; 2]) {
        <G as Trainable>::phases(opening)
    }
}

pub(super) struct Fit<'a, G> {
    /// Of parts in turn.
    shares: Vec<Vec<&'a Evidence>>,
    parts: usize,
    held_out: Vec<&'a Evidence>,
    from: Vec<f64>,
    /// What a weight of 1 adds to the logarithm of the odds, for a usual count of its feature.
    odds: Vec<f64>,
    how: &'a Regression,
    threads: u64,
    game: std::marker::PhantomData<G>,
}

/// A sum over positions: how many, their loss, and its slopes.
#[derive(Default)]
struct Sum {
    positions: usize,
    loss: f64,
    slopes: Vec<f64>,
}

impl<'a, G: Linear> Fit<'a, G> {
    /// # Errors
    /// If there are too few games to hold some out.
    pub(super) fn new(
        evidence: &'a [Evidence],
        how: &'a Regression,
        threads: u64,
        from: &[i16],
    ) -> anyhow::Result<Self> {
        if evidence.len() < 2 {
            bail!("a fit needs 40 games or more: some are held out");
        }
        let parts = ((evidence.len() - 1) / FILES).clamp(1, PARTS);
        let mut shares = vec![Vec::new(); SHARES * parts];
        let mut held_out = Vec::new();
        for (n, part) in evidence.iter().enumerate() {
            if n % HELD_OUT == (evidence.len() - 1) % HELD_OUT {
                held_out.push(part)
            } else {
                shares[n % (SHARES * parts)].push(part)
            }
        }
        let from = from.iter().map(|&weight| f64::from(weight)).collect();
        let odds = usual_counts(&shares, G::COUNT).into_iter();
        let odds = odds.flat_map(|count| std::iter::repeat_n(count * G::LOGIT, G::PHASES)).collect();
        Ok(Self { shares, parts, held_out, from, odds, how, threads, game: std::marker::PhantomData })
    }

    /// The weights, those with the least loss on what is held out; `None` if it was interrupted.
    pub(super) fn run(&self, control: &Control) -> Option<Fitted> {
        let bar = progress_bar(self.how.steps as usize, 0, "steps of the fit");
        let mut weights = self.from.clone();
        let mut descent = Descent::new(weights.len());
        let before = self.held_out_loss(&weights);
        let mut best = (before, weights.clone());
        for step in 1..=self.how.steps {
            if control.is_stopped() {
                return None;
            }
            let Sum { mut slopes, .. } = self.sum(&weights, step as usize % self.parts);
            let near = weights.iter().zip(&self.from).zip(&self.odds);
            for (slope, ((weight, from), odds)) in slopes.iter_mut().zip(near) {
                *slope += (odds / self.how.spread).powi(2) * (weight - from) / self.parts as f64;
            }
            let length = STEP * (1.0 - (step - 1) as f64 / self.how.steps as f64);
            descent.step(&mut weights, &slopes, &self.odds, length);
            if step % LOOK == 0 || step == self.how.steps {
                let rounded: Vec<f64> = weights.iter().map(|&weight| f64::from(whole(weight))).collect();
                let loss = self.held_out_loss(&rounded);
                if loss < best.0 {
                    best = (loss, rounded);
                }
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        let positions = self.shares.iter().flatten().chain(&self.held_out).map(|part| part.len()).sum();
        let (after, weights) = (best.0, best.1.into_iter().map(whole).collect());
        Some(Fitted { weights, positions, before, after })
    }

    fn held_out_loss(&self, weights: &[f64]) -> f64 {
        let sum = Self::over(&self.held_out, weights, false);
        sum.loss / sum.positions.max(1) as f64
    }

    /// The sum over a part of the positions that are not held out.
    fn sum(&self, weights: &[f64], part: usize) -> Sum {
        let threads = usize::try_from(self.threads).unwrap_or(1).clamp(1, SHARES);
        let sums: Vec<Sum> = std::thread::scope(|scope| {
            let work = |thread: usize| {
                let shares = self.shares.iter().skip(part).step_by(self.parts);
                let own = shares.enumerate().skip(thread).step_by(threads);
                own.map(|(n, share)| (n, Self::over(share, weights, true))).collect::<Vec<_>>()
            };
            let workers: Vec<_> = (1..threads).map(|thread| scope.spawn(move || work(thread))).collect();
            let mut sums = work(0);
            sums.extend(workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()));
            sums.sort_by_key(|(n, _)| *n);
            sums.into_iter().map(|(_, sum)| sum).collect()
        });
        let mut all = Sum { slopes: vec![0.0; weights.len()], ..Sum::default() };
        for sum in sums {
            (all.positions, all.loss) = (all.positions + sum.positions, all.loss + sum.loss);
            all.slopes.iter_mut().zip(sum.slopes).for_each(|(slope, more)| *slope += more);
        }
        all
    }

    fn over(parts: &[&Evidence], weights: &[f64], with_slopes: bool) -> Sum {
        let mut sum =
            Sum { slopes: vec![0.0; if with_slopes { weights.len() } else { 0 }], ..Sum::default() };
        for Seen { features, opening, target } in parts.iter().flat_map(|part| part.positions()) {
            let (first, shares) = G::phases(opening);
            let own = |feature: u32| {
                let place = feature as usize * G::PHASES;
                place + first..place + (first + 2).min(G::PHASES)
            };
            let value: f64 = features
                .iter()
                .map(|&(feature, count)| {
                    let own = shares.iter().zip(&weights[own(feature)]);
                    f64::from(count) * own.map(|(share, weight)| share * weight).sum::<f64>()
                })
                .sum();
            let likely = logistic(value * G::LOGIT);
            let bounded = likely.clamp(1e-9, 1.0 - 1e-9);
            sum.loss -= target * bounded.ln() + (1.0 - target) * (1.0 - bounded).ln();
            sum.positions += 1;
            if with_slopes {
                let slope = (likely - target) * G::LOGIT;
                for &(feature, count) in features {
                    let own = sum.slopes[own(feature)].iter_mut().zip(shares);
                    own.for_each(|(sum, share)| *sum += slope * f64::from(count) * share);
                }
            }
        }
        sum
    }
}

/// The root of the mean square of each feature's counts where it is counted; 1 of what never is.
fn usual_counts(shares: &[Vec<&Evidence>], features: usize) -> Vec<f64> {
    let mut sums = vec![(0.0, 0.0); features];
    for seen in shares.iter().flatten().flat_map(|part| part.positions()) {
        for &(feature, count) in seen.features {
            let (squares, number) = &mut sums[feature as usize];
            *squares += f64::from(count).powi(2);
            *number += 1.0;
        }
    }
    sums.into_iter().map(|(sum, number)| if number > 0.0 { f64::sqrt(sum / number) } else { 1.0 }).collect()
}

fn whole(weight: f64) -> i16 {
    weight.round().clamp(f64::from(i16::MIN), f64::from(i16::MAX)) as i16
}

/// Adam: means of the slopes and of their squares.
pub(crate) struct Descent {
    steps: i32,
    means: Vec<f64>,
    squares: Vec<f64>,
}

impl Descent {
    pub(crate) fn new(number: usize) -> Self {
        Self { steps: 0, means: vec![0.0; number], squares: vec![0.0; number] }
    }

    /// A step that changes what each feature adds to the logarithm of the odds by `length` or so.
    pub(crate) fn step(&mut self, weights: &mut [f64], slopes: &[f64], odds: &[f64], length: f64) {
        const KEPT: [f64; 2] = [0.9, 0.99];
        self.steps += 1;
        let [of_mean, of_square] = KEPT.map(|kept| 1.0 - kept.powi(self.steps));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        let moments = moments.zip(odds);
        for ((weight, slope), ((mean, square), odds)) in weights.iter_mut().zip(slopes).zip(moments) {
            *mean = KEPT[0] * *mean + (1.0 - KEPT[0]) * slope;
            *square = KEPT[1] * *square + (1.0 - KEPT[1]) * slope * slope;
            *weight -= length / odds * (*mean / of_mean) / ((*square / of_square).sqrt() + 1e-12);
        }
    }
}
