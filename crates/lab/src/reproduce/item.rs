//! What a figure, table or claim of a paper is here, and what is found when it is made again.

use crate::progress::at_once;
use anyhow::Context as _;
use search::Control;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

pub(super) use super::board::Board;

/// A figure, table, example or claim, as the file of its paper has it.
#[derive(Deserialize)]
pub(super) struct Item {
    /// What `--item` takes: `figure 20`, `table III`; case and spaces do not matter.
    pub label: &'static str,
    /// Where it stands in the paper: `IV (iii), p. 41`.
    pub place: &'static str,
    /// What the paper says there, restated in a line.
    pub claim: &'static str,
    /// How many minutes it takes on one core; none if it is quick: all of those together stay below two.
    pub minutes: Option<u32>,
    /// What was found; a test makes the quick ones again and compares.
    pub verdict: Verdict,
    /// What is known of a difference, or what is lost; empty if there is nothing to say.
    #[serde(default)]
    pub why: &'static str,
    /// Words of the paper by which it is looked for, too.
    #[serde(default)]
    pub also: &'static str,
    /// What makes it; without it its row cites what holds it, or says why there is nothing to compute.
    #[serde(skip)]
    pub make: Option<fn(&mut Run) -> anyhow::Result<Found>>,
}

impl Item {
    pub(super) fn found(&self, run: &mut Run) -> anyhow::Result<Found> {
        self.make.map_or(self.verdict.with(Vec::new()), |make| make(run))
    }

    /// How long it takes, in words.
    pub(super) fn takes(&self) -> String {
        self.minutes.map_or_else(|| "quick".to_owned(), |minutes| format!("{minutes} min"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Verdict {
    Equal,
    Agrees,
    Differs,
    Refuted,
    CannotBeHad,
    Answered,
    NotBuilt,
}

impl Verdict {
    pub(super) const ALL: [Self; 7] = [
        Self::Equal,
        Self::Agrees,
        Self::Differs,
        Self::Refuted,
        Self::CannotBeHad,
        Self::Answered,
        Self::NotBuilt,
    ];

    /// Its name, and what it says.
    const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Equal => ["equal", "the same figures"],
            Self::Agrees => [
                "agrees",
                "within the paper's precision or its error; of a lost picture, with the text beside it",
            ],
            Self::Differs => ["differs", "with what is known of why"],
            Self::Refuted => ["refuted", "the claim is shown to be wrong"],
            Self::CannotBeHad => {
                ["cannot be had", "lost in the source, and no text beside it can be checked"]
            }
            Self::Answered => {
                ["answered", "the paper left it open or gives no figure, the program settles it"]
            }
            Self::NotBuilt => ["not built", "the program has nothing like it"],
        }
    }

    pub(super) const fn meaning(self) -> &'static str {
        self.words()[1]
    }

    /// This verdict if what it rests on holds, otherwise [`Verdict::Differs`].
    pub(super) const fn given(self, holds: bool) -> Self {
        if holds { self } else { Self::Differs }
    }

    /// What was found, with this verdict on it.
    pub(super) fn with(self, blocks: impl IntoIterator<Item = Block>) -> anyhow::Result<Found> {
        Ok(Found { verdict: self, blocks: blocks.into_iter().collect() })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words()[0])
    }
}

/// What was found. The verdict is computed from what was made wherever that can be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Found {
    pub verdict: Verdict,
    pub blocks: Vec<Block>,
}

/// A piece of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Block {
    /// A paragraph; with line breaks in it, lines as they stand.
    Text(String),
    Table {
        head: Vec<String>,
        rows: Vec<Vec<String>>,
    },
    Board(Board),
    Plot {
        title: String,
        /// What is across and what is upwards.
        x: String,
        y: String,
        series: Vec<(String, Vec<(f64, f64)>)>,
    },
}

impl Block {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn table<R: IntoIterator<Item: ToString>>(
        head: impl IntoIterator<Item: ToString>,
        rows: impl IntoIterator<Item = R>,
    ) -> Self {
        let rows = rows.into_iter().map(texts).collect();
        Self::Table { head: texts(head), rows }
    }
}

/// The cells of a row as texts.
macro_rules! cells {
    ($($cell:expr),+ $(,)?) => {
        [$($cell.to_string()),+]
    };
}
pub(super) use cells;

fn texts(cells: impl IntoIterator<Item: ToString>) -> Vec<String> {
    cells.into_iter().map(|cell| cell.to_string()).collect()
}

/// What an item is made with: its seed, its threads, its progress, and whether an end has been asked for.
pub(super) struct Run {
    pub seed: u64,
    pub threads: u64,
    pub control: Arc<Control>,
}

/// What is said, behind the word, of an item that an interrupt has ended.
const INTERRUPTED: &str = "with --out the same command continues";

impl Run {
    #[cfg(test)]
    pub(super) fn quiet() -> Self {
        Self { seed: 1, threads: 2, control: Arc::default() }
    }

    /// To be called now and then in long work.
    ///
    /// # Errors
    /// If an end was asked for.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        anyhow::ensure!(!self.control.is_stopped(), INTERRUPTED);
        Ok(())
    }

    /// What `work` makes of each part, in their order, with a bar; an interrupt ends it.
    pub(super) fn each<T: Sync, R: Send>(
        &self,
        parts: &[T],
        what: &str,
        work: impl Fn(&T) -> anyhow::Result<R> + Sync,
    ) -> anyhow::Result<Vec<R>> {
        let made = at_once(parts, self.threads, what, |part| self.check().ok().map(|()| work(part)));
        made.into_iter().map(|result| result.context(INTERRUPTED)?).collect()
    }
}
