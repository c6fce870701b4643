//! What was found as a report: Markdown, which is also what a terminal shows, and JSON for programs.

use super::Paper;
use super::item::{Block, Item, Verdict};
use super::record::Record;
use serde_json::json;
use std::fmt::Write;

/// Stands for a verdict where there is none.
const NOT_RECORDED: &str = "not yet recorded";

/// An item with what was found, now or when it was recorded.
pub(super) struct Row {
    pub paper: Paper,
    pub item: &'static Item,
    pub record: Option<Record>,
}

impl Row {
    /// What was found; `None` of a long item that nobody has made and recorded yet: what is expected of it is no verdict.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        let told = Some(self.item.verdict).filter(|_| self.item.minutes.is_none());
        self.record.as_ref().map(|record| record.found.verdict).or(told)
    }

    pub(super) fn verdict_text(&self) -> String {
        self.verdict().map_or_else(|| NOT_RECORDED.to_owned(), |verdict| verdict.to_string())
    }

    /// The command that makes it.
    pub(super) fn command(&self) -> String {
        let (paper, label) = (format!("{:?}", self.paper).to_lowercase(), self.item.label);
        let quote = if label.contains('\'') { '"' } else { '\'' };
        format!("fourscore reproduce {paper} --item {quote}{label}{quote}")
    }

    /// Where what is shown comes from.
    pub(super) fn origin(&self) -> String {
        let takes =
            self.item.minutes.map_or_else(String::new, |minutes| format!("takes about {minutes} min; "));
        let Some(record) = &self.record else { return format!("{takes}not made") };
        let differs =
            if record.found.verdict == self.item.verdict { "" } else { "; not the verdict of before" };
        let commit = if record.commit.is_empty() { "" } else { " of " };
        let Record { version, commit: by, date, seed, .. } = record;
        format!("{takes}version {version}{commit}{by}, {date}, seed {seed}{differs}")
    }
}

/// What each verdict says, as `name` writes it.
pub(super) fn key(name: impl Fn(&str) -> String) -> String {
    let told = |verdict: Verdict| format!("{}: {}", name(&verdict.to_string()), verdict.meaning());
    format!("{}.", Verdict::ALL.map(told).join("; "))
}

/// How many items have each verdict, in words.
pub(super) fn counts<'a>(rows: impl IntoIterator<Item = &'a Row>) -> String {
    let verdicts: Vec<_> = rows.into_iter().map(Row::verdict).collect();
    let count = |verdict| verdicts.iter().filter(|&&other| other == verdict).count();
    let found = Verdict::ALL.into_iter().filter(|&verdict| count(Some(verdict)) > 0);
    let mut parts: Vec<_> = found.map(|verdict| format!("{} {verdict}", count(Some(verdict)))).collect();
    parts.extend(Some(count(None)).filter(|&none| none > 0).map(|none| format!("{none} {NOT_RECORDED}")));
    format!("{} items: {}", verdicts.len(), parts.join(", "))
}

/// The index of these items.
pub(super) fn index(rows: &[Row]) -> String {
    let line = |row: &Row| {
        let Item { label, place, claim, .. } = row.item;
        [*label, place, claim, &row.item.takes(), &row.verdict_text()].map(str::to_owned).to_vec()
    };
    let head = ["item", "where", "the paper", "takes", "verdict"].map(str::to_owned);
    format!("{}\n{}.\n", table(&head, &rows.iter().map(line).collect::<Vec<_>>()), counts(rows))
}

/// The indexes of the papers with their counts.
pub(super) fn list(rows: &[Row]) -> String {
    let mut out = String::new();
    for of_paper in rows.chunk_by(|a, b| a.paper == b.paper) {
        let key = key(|name| format!("*{name}*"));
        let key = if out.is_empty() { format!("{key}\n\n") } else { String::new() };
        let _ = write!(out, "# {}\n\n{key}{}\n", of_paper[0].paper.title(), index(of_paper));
    }
    format!("{}\n", out.trim_end())
}

/// The same for a terminal of any width.
pub(super) fn plain_list(rows: &[Row]) -> String {
    let mut out = String::new();
    for of_paper in rows.chunk_by(|a, b| a.paper == b.paper) {
        let _ = writeln!(out, "{}\n", of_paper[0].paper.title());
        for row in of_paper {
            let (Item { label, place, claim, .. }, takes) = (row.item, row.item.takes());
            let _ = writeln!(out, "{label} ({place}): {} [{takes}]\n    {claim}", row.verdict_text());
        }
        let _ = writeln!(out, "\n{}.\n", counts(of_paper));
    }
    format!("{}\n", out.trim_end())
}

pub(super) fn markdown(rows: &[Row], whole: bool) -> String {
    let mut out = String::new();
    for of_paper in rows.chunk_by(|a, b| a.paper == b.paper) {
        if whole {
            let _ = write!(out, "\n{}", list(of_paper));
        }
        for row in of_paper {
            let Item { label, place, claim, why, .. } = row.item;
            let why = if why.is_empty() { String::new() } else { format!("{why}\n\n") };
            let _ = write!(
                out,
                "\n## {} ({place})\n\n{claim}\n\n**{}** ({}): `{}`\n\n{why}",
                capital(label),
                row.verdict_text(),
                row.origin(),
                row.command()
            );
            let blocks = row.record.iter().flat_map(|record| &record.found.blocks);
            blocks.for_each(|block| out.push_str(&block_text(block)));
        }
    }
    format!("{}\n", out.trim())
}

pub(super) fn block_text(block: &Block) -> String {
    match block {
        Block::Text(text) if text.contains('\n') => format!("```text\n{}\n```\n\n", text.trim_end()),
        Block::Text(text) => format!("{text}\n\n"),
        Block::Table { head, rows } => format!("{}\n", table(head, rows)),
        Block::Board(board) => format!("```text\n{}```\n\n", board.to_text()),
        Block::Plot { title, x, series, .. } => {
            let mut across: Vec<f64> =
                series.iter().flat_map(|(_, points)| points.iter().map(|p| p.0)).collect();
            across.sort_by(f64::total_cmp);
            across.dedup();
            let head: Vec<_> =
                std::iter::once(x.clone()).chain(series.iter().map(|(name, _)| name.clone())).collect();
            let value = |points: &[(f64, f64)], at: f64| {
                points.iter().find(|point| point.0 == at).map_or_else(String::new, |point| short(point.1))
            };
            let row = |&at: &f64| {
                let values = series.iter().map(|(_, points)| value(points, at));
                std::iter::once(short(at)).chain(values).collect()
            };
            format!("{title}:\n\n{}\n", table(&head, &across.iter().map(row).collect::<Vec<_>>()))
        }
    }
}

/// At most two digits behind the point.
fn short(value: f64) -> String {
    ((value * 100.0).round() / 100.0).to_string()
}

/// A table with its columns aligned.
fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
    let all = || std::iter::once(head).chain(rows.iter().map(Vec::as_slice));
    let width = |column: usize| {
        all().filter_map(|row| Some(cell(row.get(column)?).chars().count())).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(|column| width(column).max(3)).collect();
    let mut out = String::new();
    for (n, row) in all().enumerate() {
        for (column, width) in widths.iter().enumerate() {
            let _ = write!(out, "| {:<width$} ", cell(row.get(column).map_or("", String::as_str)));
        }
        out.push_str("|\n");
        if n == 0 {
            widths.iter().for_each(|width| {
                let _ = write!(out, "| {} ", "-".repeat(*width));
            });
            out.push_str("|\n");
        }
    }
    out
}

pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

pub(super) fn json(rows: &[Row]) -> String {
    let rows: Vec<_> = rows
        .iter()
        .map(|row| {
            let Item { label, place, claim, why, .. } = row.item;
            json!({
                "paper": row.paper, "label": label, "place": place, "claim": claim, "takes": row.item.takes(),
                "verdict": row.verdict(), "why": why, "command": row.command(), "record": row.record,
            })
        })
        .collect();
    format!("{:#}\n", serde_json::Value::from(rows))
}
