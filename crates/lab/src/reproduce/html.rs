//! The report as one page that needs nothing else: readable at a telephone's width, in light and in dark.

use super::item::{Block, Item};
use super::report::{Row, capital, counts, key};
use super::said::range;
use crate::learn::chart::{self, Frame, Line};
use plotters::prelude::{BLUE, CYAN, GREEN, MAGENTA, RED, RGBColor, SeriesLabelPosition};
use std::fmt::Write;

pub(super) const TITLE: &str = "<title>Fourscore: the papers made again</title>";
const STYLE: &str = include_str!("report.css");

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text with what stands between backquotes as code.
fn words(text: &str) -> String {
    let code =
        |(n, part): (usize, &str)| if n % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() };
    escaped(text).split('`').enumerate().map(code).collect()
}

pub(super) fn page(rows: &[Row]) -> anyhow::Result<String> {
    let papers = || rows.chunk_by(|a, b| a.paper == b.paper);
    let link = |(number, of_paper): (usize, &[Row])| {
        format!("<li><a href=\"#p{number}\">{}</a>", escaped(of_paper[0].paper.title()))
    };
    let links: String = papers().enumerate().map(link).collect();
    let mut body = format!("<nav><ul>{links}</ul></nav>\n<p>{}</p>\n", key(badge));
    for (number, of_paper) in papers().enumerate() {
        let title = escaped(of_paper[0].paper.title());
        let _ = write!(body, "<h1 id=\"p{number}\">{title}</h1>\n<p>{}</p>\n", counts(of_paper));
        body.push_str(
            "<div class=\"wide\" tabindex=\"0\"><table class=\"index\"><tr><th>item<th>where<th>the paper<th>verdict</tr>\n",
        );
        for (n, row) in of_paper.iter().enumerate() {
            let Item { label, place, claim, .. } = row.item;
            let [label, place, claim] = [*label, *place, *claim].map(escaped);
            let _ = writeln!(
                body,
                "<tr><td><a href=\"#i{number}-{n}\">{label}</a><td>{place}<td>{claim}<td>{}</tr>",
                badge(&row.verdict_text())
            );
        }
        body.push_str("</table></div>\n");
        for (n, row) in of_paper.iter().enumerate() {
            section(&mut body, &format!("i{number}-{n}"), row)?;
        }
    }
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n{TITLE}\n\
         <style>{STYLE}</style></head>\n<body><main>\n{body}</main></body></html>\n"
    ))
}

fn badge(verdict: &str) -> String {
    format!("<span class=\"verdict {}\">{verdict}</span>", verdict.replace(' ', "-"))
}

fn section(body: &mut String, id: &str, row: &Row) -> anyhow::Result<()> {
    let Item { label, place, claim, why, .. } = row.item;
    let [label, place, claim, why, origin, command] =
        [&*capital(label), place, claim, why, &row.origin(), &row.command()].map(escaped);
    let why = if why.is_empty() { why } else { format!("<p>{why}</p>\n") };
    let _ = write!(
        body,
        "<section id=\"{id}\"><h2>{label} <small>{place}</small></h2>\n<p>{claim}</p>\n<p>{} \
         <small>{origin}: <code>{command}</code></small></p>\n{why}<div class=\"blocks\">\n",
        badge(&row.verdict_text())
    );
    for block in row.record.iter().flat_map(|record| &record.found.blocks) {
        body.push_str(&block_html(block)?);
    }
    body.push_str("</div></section>\n");
    Ok(())
}

fn block_html(block: &Block) -> anyhow::Result<String> {
    Ok(match block {
        Block::Text(text) if text.contains('\n') => {
            format!("<pre class=\"wide\" tabindex=\"0\">{}</pre>\n", escaped(text.trim_end()))
        }
        Block::Text(text) => format!("<p class=\"whole\">{}</p>\n", words(text)),
        Block::Table { head, rows } => {
            let cells = |tag: &str, row: &[String]| {
                // A heading without words is none.
                let cell =
                    |cell: &String| format!("<{}>{}", if cell.is_empty() { "td" } else { tag }, words(cell));
                format!("<tr>{}", row.iter().map(cell).collect::<String>())
            };
            let lines: Vec<_> = rows.iter().map(|row| cells("td", row)).collect();
            format!(
                "<div class=\"wide\" tabindex=\"0\"><table>{}\n{}</table></div>\n",
                cells("th", head),
                lines.join("\n")
            )
        }
        Block::Board(board) => {
            let (width, title) = (board.width(), escaped(board.title()));
            format!(
                "<figure style=\"width:{width}px\">{}<figcaption>{title}</figcaption></figure>\n",
                board.to_svg()
            )
        }
        Block::Plot { title, x, y, series } => {
            let drawn = plot(title, [x, y], series)?;
            format!(
                "<figure class=\"wide\" tabindex=\"0\" style=\"width:760px\">{drawn}</figure>\n{}",
                legend(series)
            )
        }
    })
}

const COLORS: [RGBColor; 12] = [
    BLUE,
    RED,
    GREEN,
    MAGENTA,
    CYAN,
    RGBColor(230, 120, 0),
    RGBColor(110, 60, 20),
    RGBColor(0, 110, 110),
    RGBColor(140, 140, 140),
    RGBColor(110, 0, 150),
    RGBColor(240, 130, 170),
    RGBColor(200, 180, 0),
];

/// What each colour stands for; single points have no names.
fn legend(series: &[(String, Vec<(f64, f64)>)]) -> String {
    if series.iter().all(|(_, points)| points.len() == 1) {
        return String::new();
    }
    let entry = |((name, _), RGBColor(r, g, b)): (&(String, _), &RGBColor)| {
        format!("<span><i style=\"background:rgb({r},{g},{b})\"></i>{}</span>", escaped(name))
    };
    let entries: String = series.iter().zip(COLORS.iter().cycle()).map(entry).collect();
    format!("<p class=\"whole legend\">{entries}</p>\n")
}

fn plot(title: &str, [x, y]: [&str; 2], series: &[(String, Vec<(f64, f64)>)]) -> anyhow::Result<String> {
    let points = || series.iter().flat_map(|(_, points)| points);
    let most = |values: &mut dyn Iterator<Item = f64>| values.fold(1.0, f64::max);
    let least = points().map(|point| point.1).fold(0.0, f64::min);
    // Single points are short strokes without names.
    let single = series.iter().all(|(_, points)| points.len() == 1);
    let mut across = 0.0..most(&mut points().map(|point| point.0));
    if single {
        let (least, most) = range(&points().map(|point| point.0).collect::<Vec<_>>());
        across = 1.1 * least - 0.1 * most..1.1 * most - 0.1 * least;
    }
    let half = if single { (across.end - across.start) / 200.0 } else { 0.0 };
    let frame = Frame {
        title,
        size: (760, 420),
        across: (x, across),
        values: (y, least..1.05 * most(&mut points().map(|point| point.1))),
        legend: SeriesLabelPosition::LowerRight,
    };
    let lines = series.iter().zip(COLORS.into_iter().cycle()).map(|((_, points), color)| Line {
        name: String::new(),
        color: if single { BLUE } else { color },
        points: points
            .iter()
            .flat_map(|&(x, y)| [(x - half, y), (x + half, y)].into_iter().take(if single { 2 } else { 1 }))
            .collect(),
    });
    let drawn = chart::drawn(vec![(frame, lines.collect())])?;
    // Without a size of its own, it is as wide as there is room.
    Ok(drawn.replacen("width=\"760\" height=\"420\"", "class=\"plot\"", 1))
}
