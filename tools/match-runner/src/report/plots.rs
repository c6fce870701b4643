//! The plots of a report, each as an SVG text to be set into a page.

use super::data::{Counted, EngineRow, GameRecord};
use crate::stats::Points;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::collections::BTreeMap;
use std::error::Error;

type Drawn = Result<String, Box<dyn Error>>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const SIZE: (u32, u32) = (760, 360);
/// A line has no more points than this; a browser would not show more.
const POINTS: usize = 400;
/// Lines, or bars with errors, of no more engines than this.
const ENGINES: usize = 12;
const FONT: &str = "sans-serif";
/// Colours that stand out on white, each line its own as far as they go.
const COLORS: [RGBColor; 8] = [
    RGBColor(31, 90, 180),
    RGBColor(200, 60, 40),
    RGBColor(30, 130, 70),
    RGBColor(140, 80, 170),
    RGBColor(190, 120, 0),
    RGBColor(20, 140, 150),
    RGBColor(120, 120, 120),
    RGBColor(190, 50, 130),
];

const fn color(place: usize) -> RGBColor {
    COLORS[place % COLORS.len()]
}

/// Labels of axes that count things: nothing between whole numbers.
fn whole(value: &f64) -> String {
    if (value - value.round()).abs() < 1e-6 { format!("{value:.0}") } else { String::new() }
}

fn drawn(paint: impl Fn(&Area<'_>) -> Result<(), Box<dyn Error>>) -> Drawn {
    let mut image = String::new();
    {
        let root = SVGBackend::with_string(&mut image, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        paint(&root)?;
        root.present()?;
    }
    Ok(image)
}

/// The rating of each engine with its interval of 95 %.
pub(super) fn ratings(counted: &Counted) -> Drawn {
    let rows = &counted.engines[..counted.engines.len().min(ENGINES)];
    let known =
        rows.iter().filter_map(|row| row.rating).flat_map(|it| [it.elo - it.error, it.elo + it.error]);
    let (low, high) = known.fold((-50.0_f64, 50.0_f64), |(low, high), elo| (low.min(elo), high.max(elo)));
    let (low, high) = (low - 30.0, high + 30.0);
    drawn(|root| {
        let mut chart = ChartBuilder::on(root)
            .margin(10)
            .x_label_area_size(34)
            .y_label_area_size(54)
            .build_cartesian_2d(-0.5..rows.len() as f64 - 0.5, low..high)?;
        let name = |x: &f64| {
            let place = x.round();
            let row = if (x - place).abs() < 0.01 && place >= 0.0 { rows.get(place as usize) } else { None };
            row.map(|row| shortened(&row.name)).unwrap_or_default()
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .y_label_formatter(&whole)
            .x_labels(2 * rows.len() + 1)
            .x_label_formatter(&name)
            .y_desc("Elo")
            .label_style((FONT, 12))
            .draw()?;
        for (place, row) in rows.iter().enumerate() {
            let (x, color) = (place as f64, color(place));
            let Some(rating) = row.rating else { continue };
            let ends = [rating.elo - rating.error, rating.elo + rating.error];
            chart.draw_series([PathElement::new([(x, ends[0]), (x, ends[1])], color.stroke_width(2))])?;
            for end in ends {
                chart.draw_series([PathElement::new(
                    [(x - 0.06, end), (x + 0.06, end)],
                    color.stroke_width(2),
                )])?;
            }
            chart.draw_series([Circle::new((x, rating.elo), 5, color.filled())])?;
        }
        Ok(())
    })
}

/// The score of each engine so far, in percent, over the games in their order.
pub(super) fn scores(games: &[GameRecord], counted: &Counted) -> Drawn {
    let lines: Vec<Vec<(f64, f64)>> =
        named(counted).iter().map(|row| thinned(&score_line(games, &row.name))).collect();
    lines_of(counted, &lines, "game", "score in percent", Some((0.0, 100.0)))
}

fn score_line(games: &[GameRecord], name: &str) -> Vec<(f64, f64)> {
    let (mut points, mut played, mut line) = (0.0, 0.0, Vec::new());
    for (number, game) in games.iter().enumerate() {
        let own = match (game.p1 == name, game.p2 == name) {
            (true, _) => game.points(),
            (false, true) => game.points().flipped(),
            _ => continue,
        };
        points += match own {
            Points::Win => 1.0,
            Points::Draw => 0.5,
            Points::Loss => 0.0,
        };
        played += 1.0;
        line.push((number as f64 + 1.0, 100.0 * points / played));
    }
    line
}

/// The mean time of each engine's first, second, ... move, in milliseconds.
pub(super) fn times(games: &[GameRecord], counted: &Counted) -> Drawn {
    let lines: Vec<Vec<(f64, f64)>> =
        named(counted).iter().map(|row| thinned(&time_line(games, &row.name))).collect();
    lines_of(counted, &lines, "move of the engine", "mean time in ms", None)
}

fn time_line(games: &[GameRecord], name: &str) -> Vec<(f64, f64)> {
    let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for game in games {
        for (player, word) in [(&game.p1, "p1"), (&game.p2, "p2")] {
            let own =
                game.moves.iter().filter(|m| player == name && m.player == word && m.time_ms.is_finite());
            for (number, m) in own.enumerate() {
                let sum = sums.entry(number + 1).or_default();
                *sum = (sum.0 + m.time_ms, sum.1 + 1.0);
            }
        }
    }
    sums.into_iter().map(|(number, (sum, count))| (number as f64, sum / count)).collect()
}

/// How many games have which length in plies.
pub(super) fn lengths(games: &[GameRecord]) -> Drawn {
    let longest = games.iter().map(GameRecord::plies).max().unwrap_or(0);
    let width = longest / 40 + 1;
    let mut bars: BTreeMap<usize, u64> = BTreeMap::new();
    for game in games {
        *bars.entry(game.plies() / width).or_default() += 1;
    }
    let top = bars.values().copied().max().unwrap_or(1) as f64 * 1.05;
    let right = ((longest / width + 1) * width) as f64;
    drawn(|root| {
        let mut chart = ChartBuilder::on(root)
            .margin(10)
            .x_label_area_size(34)
            .y_label_area_size(54)
            .build_cartesian_2d(0.0..right, 0.0..top)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .x_label_formatter(&whole)
            .y_label_formatter(&whole)
            .x_desc("plies")
            .y_desc("games")
            .label_style((FONT, 12))
            .draw()?;
        chart.draw_series(bars.iter().map(|(&bar, &count)| {
            let (left, right) = ((bar * width) as f64, ((bar + 1) * width) as f64);
            let mut bar = Rectangle::new([(left, 0.0), (right, count as f64)], BLUE.mix(0.5).filled());
            bar.set_margin(0, 0, 1, 0);
            bar
        }))?;
        Ok(())
    })
}

fn named(counted: &Counted) -> &[EngineRow] {
    &counted.engines[..counted.engines.len().min(ENGINES)]
}

fn lines_of(
    counted: &Counted,
    lines: &[Vec<(f64, f64)>],
    x: &str,
    y: &str,
    range: Option<(f64, f64)>,
) -> Drawn {
    let all = || lines.iter().flatten();
    let right = all().map(|point| point.0).fold(1.0, f64::max);
    let (low, high) = range.unwrap_or_else(|| (0.0, 1.05 * all().map(|point| point.1).fold(0.001, f64::max)));
    drawn(|root| {
        let mut chart = ChartBuilder::on(root)
            .margin(10)
            .x_label_area_size(34)
            .y_label_area_size(54)
            .build_cartesian_2d(0.0..right * 1.01, low..high)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .x_label_formatter(&whole)
            .x_desc(x)
            .y_desc(y)
            .label_style((FONT, 12))
            .draw()?;
        for (place, (line, row)) in lines.iter().zip(named(counted)).enumerate() {
            let color = color(place);
            chart
                .draw_series(LineSeries::new(line.iter().copied(), color.stroke_width(2)))?
                .label(shortened(&row.name))
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .border_style(BLACK.mix(0.3))
            .background_style(WHITE.mix(0.8))
            .label_font((FONT, 12))
            .draw()?;
        Ok(())
    })
}

/// As many points of a line as can be seen, the last one always.
fn thinned(line: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let step = line.len() / POINTS + 1;
    let last = line.len().saturating_sub(1);
    let kept = line.iter().enumerate().filter(|(place, _)| place % step == 0 || *place == last);
    kept.map(|(_, &point)| point).collect()
}

/// A name that fits into a plot.
fn shortened(name: &str) -> String {
    const MOST: usize = 24;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    name.chars().take(MOST - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_thinned_and_keep_their_end() {
        let line: Vec<(f64, f64)> = (0..10_001).map(|n| (f64::from(n), 0.0)).collect();
        let thin = thinned(&line);
        assert!(thin.len() <= POINTS + 1 && thin.last() == line.last());
        assert!(thinned(&[]).is_empty());
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shortened(&"x".repeat(60)).chars().count(), 24);
        assert_eq!(shortened("short"), "short");
    }
}
