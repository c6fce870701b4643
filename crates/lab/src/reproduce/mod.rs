//! `fourscore reproduce`: every figure, table, example and claim of a paper beside what the rebuilt program gives, made on
//! the spot or, where that takes long, as it was recorded. A file or folder a paper.

mod allis;
mod board;
mod citrenbaum;
mod doake;
mod html;
mod item;
mod record;
mod report;
mod said;
mod samuel;

use crate::interrupt;
use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use item::{Item, Run};
use record::{Record, Records};
use report::Row;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct ReproduceArguments {
    #[arg(value_enum)]
    paper: Papers,
    /// List the items: where they stand, what the paper says there, how long they take, the verdict
    #[arg(long)]
    list: bool,
    /// Only this item, by its label (`figure 20`), else all that have these words in what they are of, or stand there (`two kings`,
    /// `p. 52`, `chapter 9`); may be given several times
    #[arg(long = "item", value_name = "WORDS")]
    items: Vec<String>,
    /// Run the long items, too, instead of showing their recorded results; those that are named by their labels are run in any case
    #[arg(long, conflicts_with = "list")]
    long: bool,
    /// Write the report there: .html, .md or .json, a new file or a report; the same command continues an interrupted one
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Keep what is found in this file of records, too (the repository's is data/papers/recorded.json)
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Seed of every random choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads, for items that can use several
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=64))]
    threads: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Papers {
    /// M. J. Doake's thesis of 1972: Score 4, which learns patterns of Qubic from its games
    Doake,
    /// R. L. Citrenbaum's thesis of 1965: forcing sequences in Qubic
    Citrenbaum,
    /// Allis, van den Herik and Huntjens 1994: Go-Moku and threat-space search
    Allis,
    /// A. L. Samuel 1959: machine learning of checkers
    Samuel,
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Paper {
    Doake,
    Citrenbaum,
    Allis,
    Samuel,
}

impl Paper {
    const ALL: [Self; 4] = [Self::Doake, Self::Citrenbaum, Self::Allis, Self::Samuel];

    const fn title(self) -> &'static str {
        match self {
            Self::Doake => "Doake 1972: An Experiment in Machine Learning",
            Self::Citrenbaum => "Citrenbaum 1965: The Concept of Strategy",
            Self::Allis => "Allis, van den Herik and Huntjens 1994: Go-Moku and Threat-Space Search",
            Self::Samuel => "Samuel 1959: Some Studies in Machine Learning Using the Game of Checkers",
        }
    }

    /// In the order of the paper.
    fn items(self) -> &'static [Item] {
        match self {
            Self::Doake => &doake::ITEMS,
            Self::Citrenbaum => &citrenbaum::ITEMS,
            Self::Allis => &allis::ITEMS,
            Self::Samuel => &samuel::ITEMS,
        }
    }
}

impl Papers {
    fn items(self) -> Vec<(Paper, &'static Item)> {
        let papers = match self {
            Self::Doake => &[Paper::Doake],
            Self::Citrenbaum => &[Paper::Citrenbaum],
            Self::Allis => &[Paper::Allis],
            Self::Samuel => &[Paper::Samuel],
            Self::All => &Paper::ALL[..],
        };
        papers.iter().flat_map(|&paper| paper.items().iter().map(move |item| (paper, item))).collect()
    }
}

/// The position that a diagram of Allis 1994 begins with, black to move; `None` for the empty board.
///
/// # Errors
/// If there is no such diagram.
pub fn diagram(name: &str) -> anyhow::Result<Option<String>> {
    allis::start(&allis::data()?[name])
}

/// Makes the items asked for and reports them.
pub fn run(arguments: &ReproduceArguments) -> anyhow::Result<()> {
    let (items, named) = chosen(&arguments.paper.items(), &arguments.items)?;
    // Before any work is done.
    if let Some(path) = &arguments.out {
        check_out(path)?;
    }
    let recorded = Records::recorded()?;
    if arguments.list {
        let rows: Vec<_> = items
            .into_iter()
            .map(|(paper, item)| Row { paper, item, record: recorded.find(paper, item.label).cloned() })
            .collect();
        let text = if arguments.out.is_some() { report::list(&rows) } else { report::plain_list(&rows) };
        return write_out(arguments, &rows, &text);
    }
    let part = arguments.out.as_ref().map(|out| files::with_suffix(out, ".part"));
    let mut state = Records::open(part)?;
    let mut kept = Records::open(arguments.record.clone())?;
    let mut run = Run { seed: arguments.seed, threads: arguments.threads, control: interrupt::control()? };
    let commit = arguments.record.as_deref().map_or_else(String::new, record::commit);
    let mut rows = Vec::new();
    for (paper, item) in items {
        let wanted = named || arguments.long || item.minutes.is_none();
        let record = match state.made(paper, item.label, run.seed) {
            Some(record) => Some(record.clone()),
            None if wanted => Some(make(&mut run, paper, item, &commit, &mut state)?),
            None => recorded.find(paper, item.label).cloned(),
        };
        if let Some(record) = record.as_ref().filter(|_| wanted && arguments.record.is_some()) {
            kept.keep(record)?;
        }
        rows.push(Row { paper, item, record });
    }
    write_out(arguments, &rows, &report::markdown(&rows, arguments.items.is_empty()))?;
    state.remove();
    Ok(())
}

/// Makes an item and keeps what it gave.
fn make(
    run: &mut Run,
    paper: Paper,
    item: &Item,
    commit: &str,
    state: &mut Records,
) -> anyhow::Result<Record> {
    let made = run.check().and_then(|()| item.found(run));
    // An error that an interrupt has not made is still told.
    let found = made.with_context(|| if run.control.is_stopped() { "interrupted" } else { item.label })?;
    let record = Record::new(paper, item.label, commit, run.seed, found);
    state.keep(&record)?;
    Ok(record)
}

/// The items with these labels or words, all if none is asked for; and whether they are named by labels, so that long ones are made.
fn chosen(
    items: &[(Paper, &'static Item)],
    labels: &[String],
) -> anyhow::Result<(Vec<(Paper, &'static Item)>, bool)> {
    let (mut found, mut named) = (Vec::new(), !labels.is_empty());
    for label in labels {
        let before = found.len();
        for (by_label, fits) in [(true, is_meant as fn(&Item, &str) -> bool), (false, has_words)] {
            // A figure that is not there is no other text with its number in it.
            if found.len() == before && (by_label || !is_numbered(label)) {
                found.extend(items.iter().filter(|(_, item)| fits(item, label)));
                named &= by_label || found.len() == before;
            }
        }
        if found.len() == before {
            let like = |item: &Item| {
                let words = if is_numbered(label) { 0 } else { words_in(item, label) };
                words as f64 + strsim::jaro_winkler(&plain(item.label), &in_full(label))
            };
            let mut all: Vec<_> = items.iter().map(|(_, item)| (like(item), item.label)).collect();
            all.sort_by(|a, b| b.0.total_cmp(&a.0));
            let nearest: Vec<_> = all.iter().take(8).map(|(_, label)| *label).collect();
            bail!("there is no item '{label}'; the nearest are: {} (--list has all)", nearest.join(", "));
        }
    }
    found.dedup_by_key(|(paper, item)| (*paper, item.label));
    Ok((if labels.is_empty() { items.to_vec() } else { found }, named))
}

/// Whether this item is meant, by its whole label or by one of several figures in it: `fig. 14` of `figures 13 to 16`.
fn is_meant(item: &Item, label: &str) -> bool {
    let label = in_full(label);
    let number = |text: &str| text.rsplit(' ').next().and_then(|word| word.parse::<f64>().ok());
    // `figures 13 to 16` in the label, or behind the chapter.
    let within = |text: &str| {
        let (what, numbers) = text.split_once("s ")?;
        let (first, last) = numbers.split_once(' ')?;
        let wanted = label.strip_prefix(what).and_then(number)?;
        Some((number(first)?..=number(last)?).contains(&wanted))
    };
    let place = item.place.rsplit("; ").next().unwrap_or_default();
    plain(item.label) == label || [item.label, place].into_iter().any(|text| within(text) == Some(true))
}

/// The label without spaces, its `fig.` in full.
fn in_full(label: &str) -> String {
    let label = plain(label);
    match label.strip_prefix("fig") {
        Some(rest) if !rest.starts_with("ure") => format!("figure{}", rest.trim_start_matches(['s', '.'])),
        _ => label,
    }
}

/// Whether the label says what it names and its number, as `table 2` does.
fn is_numbered(label: &str) -> bool {
    let kinds = ["figures", "figure", "tables", "table", "diagrams", "diagram"];
    let label = in_full(label);
    let rest = kinds.iter().find_map(|kind| label.strip_prefix(kind));
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether this item stands on this page (`p. 52`), or has all these words (or their beginnings) in its label, place or claim.
fn has_words(item: &Item, words: &str) -> bool {
    let words = words.to_lowercase();
    let page =
        ["page", "pp.", "p."].iter().find_map(|name| words.strip_prefix(name)?.trim().parse::<u32>().ok());
    if let Some(page) = page {
        let mut pages = item.place.split("p. ").skip(1).filter_map(|rest| {
            let mut numbers = rest.split(|c: char| !c.is_ascii_digit());
            let first: u32 = numbers.next()?.parse().ok()?;
            Some(first..=numbers.next().and_then(|last| last.parse().ok()).unwrap_or(first))
        });
        return pages.any(|pages| pages.contains(&page));
    }
    words_in(item, &words) == split(&words).len()
}

/// How many of these words are in its label, place, claim or reason, or among those it is looked for by.
fn words_in(item: &Item, words: &str) -> usize {
    let there = split(&[item.label, item.place, item.claim, item.why, item.also].join(" "));
    let any = |word: &str| {
        matches!(
            word,
            "chapter" | "section" | "fig" | "figure" | "figures" | "a" | "the" | "of" | "out" | "per"
        )
    };
    let stands = |word: &&String| {
        any(word) || there.iter().any(|other| other == *word || word.len() > 3 && other.starts_with(&***word))
    };
    split(words).iter().filter(stands).count()
}

/// The words of a text; `53,000` is one, and so is 53000.
fn split(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace(',', "");
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '.').map(|word| word.trim_matches('.'));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn plain(label: &str) -> String {
    label.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// How the name of a report ends.
fn ending(path: &Path) -> anyhow::Result<&str> {
    let end = path.extension().and_then(|end| end.to_str());
    end.filter(|end| matches!(*end, "html" | "md" | "json"))
        .with_context(|| format!("{}: a report is .html, .md or .json", path.display()))
}

/// Refuses to write over what is no report.
fn check_out(path: &Path) -> anyhow::Result<()> {
    let end = ending(path)?;
    let read = files::if_there(files::read_text(path)).with_context(|| path.display().to_string())?;
    let Some(text) = read else { return Ok(()) };
    let first = text.lines().next().unwrap_or_default();
    let is_heading = |(paper, item): (Paper, &Item)| {
        first == format!("# {}", paper.title())
            || first.starts_with(&format!("## {} (", report::capital(item.label)))
    };
    let is_report = match end {
        "html" => text.contains(html::TITLE),
        "md" => Papers::All.items().into_iter().any(is_heading),
        _ => text.starts_with("[\n  {\n    \"claim\": "),
    };
    if !is_report {
        bail!("--out {}: what is there is no such report, and is left as it is", path.display());
    }
    Ok(())
}

/// Writes the report where it is wanted; without a file this text, to the terminal.
fn write_out(arguments: &ReproduceArguments, rows: &[Row], text: &str) -> anyhow::Result<()> {
    let Some(path) = &arguments.out else {
        io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(());
    };
    let report = match ending(path)? {
        "html" => html::page(rows)?,
        "md" => text.to_owned(),
        _ => report::json(rows),
    };
    files::write_atomically(path, report.as_bytes()).with_context(|| Path::display(path).to_string())
}

#[cfg(test)]
mod tests;
