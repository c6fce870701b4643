//! What items of all papers are put together from: rows that compare a figure with ours, tables, shares and spreads.

use super::item::{Block, Found, Item, Run, Takes, Verdict};
use serde::Deserialize;

/// What makes items, by their labels.
pub(super) type Makers = &'static [(&'static str, fn(&mut Run) -> anyhow::Result<Found>)];

/// An item as the file of its paper has it.
#[derive(Deserialize)]
struct Words {
    label: &'static str,
    place: &'static str,
    claim: &'static str,
    verdict: Verdict,
    /// None if it is quick.
    minutes: Option<u32>,
    #[serde(default)]
    why: &'static str,
    #[serde(default)]
    also: &'static str,
}

/// The items of a file, in its order. Those that nothing makes are told by their words alone.
///
/// # Panics
/// If the file cannot be read, or lacks an item that is made; a test reads them all.
pub(super) fn items(file: &'static str, makers: &[Makers]) -> Vec<Item> {
    let words: Vec<Words> = serde_json::from_str(file).expect("a list of items");
    let named = |label: &str| words.iter().any(|words| words.label == label);
    assert!(
        makers.iter().copied().flatten().all(|(label, _)| named(label)),
        "an item that is made has no words"
    );
    let item = |Words { label, place, claim, verdict, minutes, why, also }| {
        let maker = makers.iter().copied().flatten().find(|maker| maker.0 == label);
        let takes = minutes.map_or(Takes::Quick, Takes::Minutes);
        Item { label, place, claim, takes, verdict, why, also, make: maker.map(|maker| maker.1) }
    };
    words.into_iter().map(item).collect()
}

/// What the paper says of some things beside what we find; equal if all are.
pub(super) fn compare(rows: &[(&str, &str, String)]) -> anyhow::Result<Found> {
    let cells = rows.iter().map(|(what, paper, ours)| [*what, paper, ours]);
    let same = rows.iter().all(|(_, paper, ours)| paper == ours);
    Verdict::Equal.given(same).with([Block::table(["", "the paper", "here"], cells)])
}

/// What was checked by the text beside a lost picture: at best it agrees.
pub(super) fn by_the_text(found: Found) -> Found {
    Found { verdict: Verdict::Agrees.given(found.verdict == Verdict::Equal), ..found }
}

pub(super) fn percent(part: usize, all: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / all.max(1) as f64)
}

/// The least and the greatest.
pub(super) fn range(values: &[f64]) -> (f64, f64) {
    values.iter().fold((f64::MAX, f64::MIN), |(least, most), value| (least.min(*value), most.max(*value)))
}

/// Mean and standard deviation.
pub(super) fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let number = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / number;
    let square: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (square / (number - 1.0).max(1.0)).sqrt())
}
