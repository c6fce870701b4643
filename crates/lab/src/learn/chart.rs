//! Lines over the games of a series, or over what was learned in them, as an SVG file: the frame that all drawings of learning share.

use anyhow::anyhow;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;
use std::ops::Range;
use std::path::Path;

/// A line with its name and colour.
pub(crate) struct Line {
    pub name: String,
    pub color: RGBColor,
    /// Its points: how far across, and how high.
    pub points: Vec<(f64, f64)>,
}

/// What stands around the lines.
pub(crate) struct Frame<'a, X> {
    pub title: &'a str,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// What the lines go over, and from where to where.
    pub across: (&'a str, X),
    /// What the values are, and from where to where they go.
    pub values: (&'a str, Range<f64>),
    pub legend: SeriesLabelPosition,
}

/// What a line can go over: numbers, on an even scale or one of logarithms.
pub(crate) trait Axis: AsRangedCoord<Value = f64, CoordDescType: ValueFormatter<f64>> {}

impl<X: AsRangedCoord<Value = f64, CoordDescType: ValueFormatter<f64>>> Axis for X {}

/// Lines in their frame.
pub(crate) type Panel<'a, X> = (Frame<'a, X>, Vec<Line>);

/// Draws panels into a file, one below the other, whole or not at all.
pub(crate) fn draw<X: Axis>(path: &Path, panels: Vec<Panel<'_, X>>) -> anyhow::Result<()> {
    Ok(files::write_atomically(path, drawn(panels)?.as_bytes())?)
}

/// The drawing as SVG.
pub(crate) fn drawn<X: Axis>(panels: Vec<Panel<'_, X>>) -> anyhow::Result<String> {
    let size = panels.iter().map(|(frame, _)| frame.size);
    let size = size.fold((0, 0), |(width, height), size| (size.0.max(width), size.1 + height));
    let mut image = String::new();
    let draw = || -> Result<(), Box<dyn std::error::Error>> {
        let mut rest = SVGBackend::with_string(&mut image, size).into_drawing_area();
        for (frame, lines) in panels {
            let (panel, below) = rest.split_vertically(frame.size.1);
            draw_on(&panel, frame, lines)?;
            rest = below;
        }
        Ok(rest.present()?)
    };
    draw().map_err(|error| anyhow!("{error}"))?;
    Ok(image)
}

fn draw_on<X: Axis>(
    root: &DrawingArea<SVGBackend<'_>, Shift>,
    frame: Frame<'_, X>,
    lines: Vec<Line>,
) -> Result<(), Box<dyn std::error::Error>> {
    let ((what, values), (over, games)) = (frame.values, frame.across);
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(root)
        .caption(frame.title, ("sans-serif", 18))
        .margin(12)
        // The last label is centred below the end of the axis.
        .margin_right(32)
        .x_label_area_size(36)
        .y_label_area_size(48)
        .build_cartesian_2d(games, values)?;
    chart
        .configure_mesh()
        .x_desc(over)
        .y_desc(what)
        // Rust's shortest form: 5, not 5.0, and 2.5 where halves are marked.
        .x_label_formatter(&|value| format!("{}", (value * 1e6).round() / 1e6))
        .y_label_formatter(&|value| format!("{}", (value * 1e6).round() / 1e6))
        .label_style(("sans-serif", 13))
        .draw()?;
    let mut named = false;
    for Line { name, color, points } in lines {
        let drawn = chart.draw_series(LineSeries::new(points, color.stroke_width(2)))?;
        if !name.is_empty() {
            named = true;
            drawn
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
        }
    }
    if named {
        let mut labels = chart.configure_series_labels();
        labels.position(frame.legend).border_style(BLACK).background_style(WHITE.mix(0.8)).draw()?;
    }
    Ok(())
}
