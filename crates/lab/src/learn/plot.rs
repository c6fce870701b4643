//! The course of a series as a drawing: games won in each block of ten, and how much has been learned.

use super::chart::{self, Frame, Line};
use super::record::Record;
use plotters::prelude::{BLUE, RED, SeriesLabelPosition};
use std::path::Path;

/// Draws a series into an SVG file.
pub(super) fn draw(path: &Path, title: &str, record: &Record) -> anyhow::Result<()> {
    let rows = record.games();
    let blocks = rows
        .chunks(10)
        .enumerate()
        .map(|(index, block)| {
            let wins = block.iter().filter(|row| row.is_win()).count() as f64;
            ((index * 10) as f64 + block.len() as f64 / 2.0, wins * 10.0 / block.len() as f64)
        })
        .collect();
    let mut known = 0.0;
    let lessons = rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            known += row.lessons as f64;
            (index as f64 + 1.0, known)
        })
        .collect();
    let top = known.max(10.0) * 1.05;
    let lines = vec![
        Line { name: "won of ten".to_owned(), color: BLUE, points: blocks },
        Line { name: "things learned".to_owned(), color: RED, points: lessons },
    ];
    let frame = Frame {
        title,
        size: (800, 480),
        across: ("games", 0.0..rows.len().max(1) as f64),
        values: ("number", 0.0..top),
        legend: SeriesLabelPosition::MiddleRight,
    };
    chart::draw(path, vec![(frame, lines)])
}
