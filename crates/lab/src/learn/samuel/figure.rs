//! Figure 4: the coefficients of the more significant terms against the number of games.

use super::super::chart::{self, Frame, Line};
use plotters::prelude::{RGBColor, SeriesLabelPosition};
use std::path::Path;
use strategies::samuel::learning::record::Series;
use strategies::samuel::terms::Subject;
use strategies::samuel::terms::polynomial::{Coefficient, Polynomial};

/// So many terms are drawn.
const SIGNIFICANT: usize = 8;
const COLORS: [RGBColor; SIGNIFICANT] = [
    RGBColor(31, 119, 180),
    RGBColor(214, 39, 40),
    RGBColor(44, 160, 44),
    RGBColor(148, 103, 189),
    RGBColor(255, 127, 14),
    RGBColor(140, 86, 75),
    RGBColor(227, 119, 194),
    RGBColor(80, 80, 80),
];

/// Draws the coefficients of a series into an SVG file.
pub(super) fn draw<G: Subject>(path: &Path, title: &str, series: &Series) -> anyhow::Result<()> {
    let games = series.snapshots.last().map_or(1, |snapshot| snapshot.games).max(1) as f64;
    let powers = series.snapshots.iter().flat_map(|snapshot| snapshot.polynomial.active());
    let highest = powers.map(|&(_, coefficient)| power(coefficient).abs()).fold(1.0, f64::max);
    let lines = significant::<G>(series).into_iter().zip(COLORS).map(|(term, color)| {
        let of = |polynomial: &Polynomial| {
            let active = polynomial.active().iter().find(|(active, _)| *active == term);
            active.map_or(0.0, |&(_, coefficient)| power(coefficient))
        };
        let points =
            series.snapshots.iter().map(|snapshot| (snapshot.games as f64, of(&snapshot.polynomial)));
        Line { name: G::TERMS[term].name.to_owned(), color, points: points.collect() }
    });
    let frame = Frame {
        title,
        size: (900, 520),
        // Beyond the last game there is room for the legend.
        across: ("games", 0.0..games * 1.14),
        values: ("power of two, with the coefficient's sign", -highest..highest),
        legend: SeriesLabelPosition::MiddleRight,
    };
    chart::draw(path, vec![(frame, lines.collect())])
}

/// A coefficient as its power with the sign of the coefficient: what the figure's scale shows.
fn power(coefficient: Coefficient) -> f64 {
    let value = coefficient.value();
    if value == 0 { 0.0 } else { (value.signum() as f64) * (value.abs() as f64).log2().max(0.0) }
}

/// The terms whose powers were largest on the whole.
fn significant<G: Subject>(series: &Series) -> Vec<usize> {
    let mut weight: Vec<(f64, usize)> = (0..G::TERMS.len()).map(|term| (0.0, term)).collect();
    for snapshot in &series.snapshots {
        for &(term, coefficient) in snapshot.polynomial.active() {
            weight[term].0 += power(coefficient).abs();
        }
    }
    weight.sort_by(|a, b| b.0.total_cmp(&a.0));
    weight.into_iter().take(SIGNIFICANT).filter(|(weight, _)| *weight > 0.0).map(|(_, term)| term).collect()
}
