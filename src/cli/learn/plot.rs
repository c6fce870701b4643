//! The course of a series as a drawing: games won in each block of ten, and how much has been learned.

use super::record::Record;
use anyhow::anyhow;
use plotters::prelude::*;
use std::path::Path;

/// Draws a series into an SVG file.
///
/// # Errors
/// If the file cannot be written.
pub fn draw(path: &Path, title: &str, record: &Record) -> anyhow::Result<()> {
    let mut image = String::new();
    draw_into(&mut image, title, record).map_err(|error| anyhow!("{error}"))?;
    crate::files::write_atomically(path, image.as_bytes())?;
    Ok(())
}

fn draw_into(image: &mut String, title: &str, record: &Record) -> Result<(), Box<dyn std::error::Error>> {
    let rows = record.games();
    let blocks: Vec<(f64, f64)> = rows
        .chunks(10)
        .enumerate()
        .map(|(index, block)| {
            let wins = block.iter().filter(|row| row.is_win()).count() as f64;
            ((index * 10) as f64 + block.len() as f64 / 2.0, wins * 10.0 / block.len() as f64)
        })
        .collect();
    let mut known = 0.0;
    let lessons: Vec<(f64, f64)> = rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            known += row.lessons as f64;
            (index as f64 + 1.0, known)
        })
        .collect();
    let top = known.max(10.0) * 1.05;
    let root = SVGBackend::with_string(image, (800, 480)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(44)
        .build_cartesian_2d(0.0..rows.len().max(1) as f64, 0.0..top)?;
    chart.configure_mesh().x_desc("games").y_desc("number").label_style(("sans-serif", 13)).draw()?;
    let lines = [(blocks, BLUE, "won of ten"), (lessons, RED, "things learned")];
    for (points, color, label) in lines {
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
    }
    chart.configure_series_labels().border_style(BLACK).background_style(WHITE.mix(0.8)).draw()?;
    root.present()?;
    Ok(())
}
