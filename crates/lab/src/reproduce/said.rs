//! What items of all papers are put together from: rows that compare a figure with ours, tables, shares and spreads.

use super::item::{Block, Found, Item, Run, Verdict};

/// What makes items, by their labels.
pub(super) type Makers = &'static [(&'static str, fn(&mut Run) -> anyhow::Result<Found>)];

/// The items of a file, in its order. Those that nothing makes are told by their words alone.
///
/// # Panics
/// If the file cannot be read, or lacks an item that is made; a test reads them all.
pub(super) fn items(file: &'static str, makers: &[Makers]) -> Vec<Item> {
    let mut items: Vec<Item> = serde_json::from_str(file).expect("a list of items");
    for &(label, make) in makers.iter().copied().flatten() {
        let item = items.iter_mut().find(|item| item.label == label);
        item.expect("an item that is made has words").make = Some(make);
    }
    items
}

/// What the paper says of some things beside what we find; equal if all are.
pub(super) fn compare(rows: &[(impl AsRef<str>, &str, String)]) -> anyhow::Result<Found> {
    let cells = rows.iter().map(|(what, paper, ours)| [what.as_ref(), paper, ours]);
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
