//! Ratings of many engines at once, from everyone's results against everyone: the model of Bradley and Terry ("Rank
//! analysis of incomplete block designs", 1952) with a draw as half a win, by maximum likelihood.
//!
//! A finite maximum likelihood exists exactly if the engines cannot be divided into two groups of which one has scored
//! nothing against the other (L. R. Ford, "Solution of a ranking problem from binary comparisons", 1957). Where it does
//! not, as after a whitewash, every engine is given one drawn game against an opponent of the mean rating, and the
//! result says so. Ratings have the mean 0.
//!
//! Errors come from the curvature of the likelihood H and the spread of the results J as H^-1 J H^-1, where the unit
//! of J is a pair of games, because the two are not independent; the spread of each pairing is blended with that of the
//! model, as worth four pairs, so that few results are not taken for certain. With the drawn games they are those of
//! the model, H^-1.

use super::Tally;
use super::normal::{self, Z};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use serde::Serialize;

/// Elo per natural unit.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// What the model's spread counts against that of a pairing, in pairs.
const BLEND: f64 = 4.0;

/// An engine's rating, in Elo around the mean of all.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    pub elo: f64,
    /// Half of the interval of 95 %.
    pub error: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// By engine; `None` for one that has not played.
    pub ratings: Vec<Option<Rating>>,
    /// Whether drawn games had to be added to have a finite result.
    pub with_prior: bool,
    /// Covariances in natural units, by engine; 0 for engines without games.
    covariance: Matrix,
}

type Matrix = Vec<Vec<f64>>;

impl Ratings {
    /// How probable it is that one engine is stronger than another, by their ratings; a half if either has not played.
    pub fn superiority(&self, one: usize, two: usize) -> f64 {
        let (Some(Some(first)), Some(Some(second))) = (self.ratings.get(one), self.ratings.get(two)) else {
            return 0.5;
        };
        let c = &self.covariance;
        let spread = (c[one][one] + c[two][two] - 2.0 * c[one][two]).max(1e-12).sqrt();
        normal::cumulative((first.elo - second.elo) / ELO / spread)
    }
}

/// The ratings after these results of pairings, each for its first engine.
pub fn ratings(engines: usize, pairings: &[([usize; 2], Tally)]) -> Ratings {
    let mut playing: Vec<usize> =
        pairings.iter().filter(|(_, tally)| tally.games() > 0).flat_map(|(two, _)| *two).collect();
    playing.sort_unstable();
    playing.dedup();
    let place = |engine: usize| playing.binary_search(&engine).unwrap_or(0);
    let results: Vec<Pairing> = pairings
        .iter()
        .filter(|(_, tally)| tally.games() > 0)
        .map(|([one, two], tally)| Pairing { one: place(*one), two: place(*two), tally: *tally })
        .collect();
    let model = Model { count: playing.len(), with_prior: !is_connected(playing.len(), &results), results };
    let strengths = model.fitted();
    let inner = model.covariance(&strengths);
    let mut all = Ratings {
        ratings: vec![None; engines],
        with_prior: model.with_prior,
        covariance: vec![vec![0.0; engines]; engines],
    };
    for (a, &one) in playing.iter().enumerate() {
        let error = Z * ELO * inner[a][a].max(0.0).sqrt();
        all.ratings[one] = Some(Rating { elo: ELO * strengths[a], error });
        for (b, &two) in playing.iter().enumerate() {
            all.covariance[one][two] = inner[a][b];
        }
    }
    all
}

struct Pairing {
    one: usize,
    two: usize,
    tally: Tally,
}

/// Whether from every engine a way of points scored leads to every other.
fn is_connected(count: usize, results: &[Pairing]) -> bool {
    let mut graph = DiGraph::<(), ()>::new();
    let nodes: Vec<NodeIndex> = (0..count).map(|_| graph.add_node(())).collect();
    for Pairing { one, two, tally } in results {
        if tally.wins + tally.draws > 0 {
            graph.add_edge(nodes[*one], nodes[*two], ());
        }
        if tally.losses + tally.draws > 0 {
            graph.add_edge(nodes[*two], nodes[*one], ());
        }
    }
    kosaraju_scc(&graph).len() <= 1
}

struct Model {
    count: usize,
    results: Vec<Pairing>,
    with_prior: bool,
}

fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// `ln(expected(difference))`, finite for every difference.
fn log_expected(difference: f64) -> f64 {
    -((-difference.abs()).exp().ln_1p() + (-difference).max(0.0))
}

impl Model {
    fn log_likelihood(&self, strengths: &[f64]) -> f64 {
        let of = |points: f64, games: f64, difference: f64| {
            points * log_expected(difference) + (games - points) * log_expected(-difference)
        };
        let games = self.results.iter().map(|Pairing { one, two, tally }| {
            let games = tally.games() as f64;
            of(tally.score() * games, games, strengths[*one] - strengths[*two])
        });
        let prior = strengths.iter().filter(|_| self.with_prior).map(|&strength| of(0.5, 1.0, strength));
        games.chain(prior).sum()
    }

    /// The gradient of the likelihood, and its curvature with the sign changed.
    fn derivatives(&self, strengths: &[f64]) -> (Vec<f64>, Matrix) {
        let mut gradient = vec![0.0; self.count];
        let mut curvature = vec![vec![0.0; self.count]; self.count];
        for &Pairing { one, two, tally } in &self.results {
            let games = tally.games() as f64;
            let p = expected(strengths[one] - strengths[two]);
            let surplus = games * (tally.score() - p);
            gradient[one] += surplus;
            gradient[two] -= surplus;
            spread(&mut curvature, one, two, games * p * (1.0 - p));
        }
        for (index, &strength) in strengths.iter().enumerate() {
            if self.with_prior {
                let p = expected(strength);
                gradient[index] += 0.5 - p;
                curvature[index][index] += p * (1.0 - p);
            } else {
                // Nothing depends on the mean of all: this keeps it where it is, and the matrix regular.
                curvature[index].iter_mut().for_each(|cell| *cell += 1.0 / self.count as f64);
            }
        }
        (gradient, curvature)
    }

    /// The strengths of maximum likelihood, by Newton's method with steps that never lead down.
    fn fitted(&self) -> Vec<f64> {
        let mut strengths = vec![0.0; self.count];
        let mut best = self.log_likelihood(&strengths);
        for _ in 0..200 {
            let (gradient, curvature) = self.derivatives(&strengths);
            let inverse = inverse(curvature);
            let step: Vec<f64> =
                inverse.iter().map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum()).collect();
            let longest = step.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
            if !longest.is_finite() || longest < 1e-10 {
                break;
            }
            let mut scale = (2.0 / longest).min(1.0);
            let tried = loop {
                let next: Vec<f64> = strengths.iter().zip(&step).map(|(s, part)| s + scale * part).collect();
                let value = self.log_likelihood(&next);
                if value >= best || scale < 1e-6 {
                    break (next, value);
                }
                scale /= 2.0;
            };
            if tried.1 < best {
                break;
            }
            (strengths, best) = tried;
        }
        let mean = strengths.iter().sum::<f64>() / self.count.max(1) as f64;
        strengths.iter().map(|strength| strength - mean).collect()
    }

    fn covariance(&self, strengths: &[f64]) -> Matrix {
        let (_, curvature) = self.derivatives(strengths);
        let inverse = inverse(curvature);
        if self.with_prior {
            return around_mean(&inverse);
        }
        let mut results = vec![vec![0.0; self.count]; self.count];
        for Pairing { one, two, tally } in &self.results {
            let p = expected(strengths[*one] - strengths[*two]);
            spread(&mut results, *one, *two, variance(tally, p));
        }
        product(&product(&inverse, &results), &inverse)
    }
}

/// The covariance of differences from the mean of all: the added games leave that mean open, and nobody asks for it.
fn around_mean(covariance: &Matrix) -> Matrix {
    let count = covariance.len();
    let share = 1.0 / count.max(1) as f64;
    let cell = |row: usize, column: usize| f64::from(u8::from(row == column)) - share;
    let centring: Matrix =
        (0..count).map(|row| (0..count).map(|column| cell(row, column)).collect()).collect();
    product(&product(&centring, covariance), &centring)
}

/// The variance of all points of a pairing whose expected score is `p`.
fn variance(tally: &Tally, p: f64) -> f64 {
    let of_game = p * (1.0 - p);
    let pairs = tally.pairs.count() as f64;
    let values = || tally.pairs.pentanomial().into_iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
    let mean = values().map(|(count, value)| count as f64 * value).sum::<f64>() / pairs.max(1.0);
    let squares = values().map(|(count, value)| count as f64 * (value - mean).powi(2)).sum::<f64>();
    let of_pair = (squares + BLEND * of_game / 2.0) / (pairs + BLEND);
    let singles = tally.single.iter().sum::<u64>() as f64;
    4.0 * pairs * of_pair + singles * of_game
}

/// Adds what a pairing contributes to a matrix of differences.
fn spread(matrix: &mut Matrix, one: usize, two: usize, value: f64) {
    matrix[one][one] += value;
    matrix[two][two] += value;
    matrix[one][two] -= value;
    matrix[two][one] -= value;
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let cell = |row: &Vec<f64>, column: usize| row.iter().zip(b).map(|(x, other)| x * other[column]).sum();
    a.iter().map(|row| (0..b.len()).map(|column| cell(row, column)).collect()).collect()
}

/// The inverse of a positive definite matrix, by elimination; it needs no pivots.
fn inverse(mut matrix: Matrix) -> Matrix {
    let count = matrix.len();
    let mut result: Matrix =
        (0..count).map(|row| (0..count).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for pivot in 0..count {
        let scale = 1.0 / matrix[pivot][pivot].max(1e-12);
        matrix[pivot].iter_mut().chain(&mut result[pivot]).for_each(|cell| *cell *= scale);
        let (row, image) = (matrix[pivot].clone(), result[pivot].clone());
        for other in (0..count).filter(|&other| other != pivot) {
            let factor = matrix[other][pivot];
            matrix[other].iter_mut().zip(&row).for_each(|(cell, value)| *cell -= factor * value);
            result[other].iter_mut().zip(&image).for_each(|(cell, value)| *cell -= factor * value);
        }
    }
    result
}

#[cfg(test)]
#[path = "ratings_tests.rs"]
mod tests;
