//! What a figure, table or claim of a paper is here, and what is found when it is made again.

use crate::progress::at_once;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) use super::board::Board;

/// A figure, table, example or claim.
pub(super) struct Item {
    /// What `--item` takes: `figure 20`, `table III`; case and spaces do not matter.
    pub label: &'static str,
    /// Where it stands in the paper: `IV (iii), p. 41`.
    pub place: &'static str,
    /// What the paper says there, restated in a line.
    pub claim: &'static str,
    pub takes: Takes,
    /// What was found; a test makes the quick ones again and compares.
    pub verdict: Verdict,
    /// What is known of a difference, or what is lost; empty if there is nothing to say.
    pub why: &'static str,
    /// Words of the paper by which it is looked for, too.
    pub also: &'static str,
    /// What makes it; without it its row cites what holds it, or says why there is nothing to compute.
    pub make: Option<fn(&mut Run) -> anyhow::Result<Found>>,
}

impl Item {
    pub(super) fn found(&self, run: &mut Run) -> anyhow::Result<Found> {
        self.make.map_or(self.verdict.with(Vec::new()), |make| make(run))
    }
}

/// How long an item takes, on one core.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// All of these together stay below two minutes.
    Quick,
    Minutes(u32),
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

    /// What it says.
    pub(super) const fn meaning(self) -> &'static str {
        match self {
            Self::Equal => "the same figures",
            Self::Agrees => {
                "within the paper's precision or its error; of a lost picture, with the text beside it"
            }
            Self::Differs => "with what is known of why",
            Self::Refuted => "the claim is shown to be wrong",
            Self::CannotBeHad => "lost in the source, and no text beside it can be checked",
            Self::Answered => "the paper left it open or gives no figure, the program settles it",
            Self::NotBuilt => "the program has nothing like it",
        }
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
        f.pad(match self {
            Self::Equal => "equal",
            Self::Agrees => "agrees",
            Self::Differs => "differs",
            Self::Refuted => "refuted",
            Self::CannotBeHad => "cannot be had",
            Self::Answered => "answered",
            Self::NotBuilt => "not built",
        })
    }
}

impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quick => f.write_str("quick"),
            Self::Minutes(minutes) => write!(f, "{minutes} min"),
        }
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
    pub stop: Arc<AtomicBool>,
}

impl Run {
    #[cfg(test)]
    pub(super) fn quiet() -> Self {
        Self { seed: 1, threads: 2, stop: Arc::default() }
    }

    /// To be called now and then in long work.
    ///
    /// # Errors
    /// [`Interrupted`], if an end was asked for.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        if self.stop.load(Ordering::Acquire) { Err(Interrupted.into()) } else { Ok(()) }
    }

    /// What `work` makes of each part, in their order, with a bar; an interrupt ends it.
    pub(super) fn each<T: Sync, R: Send>(
        &self,
        parts: &[T],
        what: &str,
        work: impl Fn(&T) -> anyhow::Result<R> + Sync,
    ) -> anyhow::Result<Vec<R>> {
        let made = at_once(parts, self.threads, what, |part| self.check().ok().map(|()| work(part)));
        made.into_iter().map(|result| result.unwrap_or_else(|| Err(Interrupted.into()))).collect()
    }
}

/// Why an item was not finished: somebody asked for an end.
#[derive(Debug)]
pub(super) struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}
