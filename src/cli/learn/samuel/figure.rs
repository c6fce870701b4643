//! Figure 4: the coefficients of the more significant terms against the number of games.

use crate::strategy::samuel::known::Named;
use crate::strategy::samuel::learning::contest::Contest;
use crate::strategy::samuel::polynomial::{Coefficient, Polynomial};
use anyhow::anyhow;
use plotters::prelude::*;
use std::path::Path;

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
///
/// # Errors
/// If the file cannot be written.
pub fn draw<G: Named>(path: &Path, title: &str, contest: &Contest) -> anyhow::Result<()> {
    let mut image = String::new();
    draw_into::<G>(&mut image, title, contest).map_err(|error| anyhow!("{error}"))?;
    crate::files::write_atomically(path, image.as_bytes())?;
    Ok(())
}

/// A coefficient as its power with the sign of the coefficient: what the figure's scale shows.
fn power(coefficient: Coefficient) -> f64 {
    let value = coefficient.value();
    if value == 0 { 0.0 } else { (value.signum() as f64) * (value.abs() as f64).log2().max(0.0) }
}

/// The terms whose powers were largest on the whole.
fn significant<G: Named>(contest: &Contest) -> Vec<usize> {
    let mut weight: Vec<(f64, usize)> = (0..G::TERMS.len()).map(|term| (0.0, term)).collect();
    for snapshot in &contest.snapshots {
        for &(term, coefficient) in snapshot.polynomial.active() {
            weight[term].0 += power(coefficient).abs();
        }
    }
    weight.sort_by(|a, b| b.0.total_cmp(&a.0));
    weight.into_iter().take(SIGNIFICANT).filter(|(weight, _)| *weight > 0.0).map(|(_, term)| term).collect()
}

fn draw_into<G: Named>(
    image: &mut String,
    title: &str,
    contest: &Contest,
) -> Result<(), Box<dyn std::error::Error>> {
    let games = contest.snapshots.last().map_or(1, |snapshot| snapshot.games).max(1) as f64;
    let of = |polynomial: &Polynomial, term: usize| {
        polynomial
            .active()
            .iter()
            .find(|(active, _)| *active == term)
            .map_or(0.0, |&(_, coefficient)| power(coefficient))
    };
    let highest = contest
        .snapshots
        .iter()
        .flat_map(|snapshot| snapshot.polynomial.active())
        .map(|&(_, coefficient)| power(coefficient).abs())
        .fold(1.0, f64::max);
    let root = SVGBackend::with_string(image, (900, 520)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(48)
        .build_cartesian_2d(0.0..games, -highest..highest)?;
    chart
        .configure_mesh()
        .x_desc("games")
        .y_desc("power of two, with the coefficient's sign")
        .label_style(("sans-serif", 13))
        .draw()?;
    for (&term, color) in significant::<G>(contest).iter().zip(COLORS) {
        let line =
            contest.snapshots.iter().map(|snapshot| (snapshot.games as f64, of(&snapshot.polynomial, term)));
        chart
            .draw_series(LineSeries::new(line, color.stroke_width(2)))?
            .label(G::TERMS[term].name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerLeft)
        .border_style(BLACK)
        .background_style(WHITE.mix(0.8))
        .draw()?;
    root.present()?;
    Ok(())
}
