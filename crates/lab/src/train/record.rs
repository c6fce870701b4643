//! What is known of the generations so far, as it is kept, told and drawn.

use super::sprt::Pairs;
use crate::learn::chart::{self, Frame, Line, Panel};
use anyhow::{Context as _, anyhow, bail};
use files::sealed::{from_json, sealed, to_json, unsealed_strictly};
use plotters::prelude::{BLACK, BLUE, CYAN, GREEN, MAGENTA, RED, RGBColor, SeriesLabelPosition};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::{Path, PathBuf};

const FILE: &str = "fourscore-training 1\n";

/// A generation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    /// Games so far, and positions in the fit.
    pub(super) games: u64,
    pub(super) positions: usize,
    /// The loss on positions held out, by the weights before and those fitted.
    pub(super) before: f64,
    pub(super) after: f64,
    /// The match against the weights before, and whether those fitted took their place.
    pub(super) pairs: [u64; 5],
    pub(super) kept: bool,
    /// Proven wins that the weights which play on keep, throw away, and of which that is not known.
    pub(super) wins: [u64; 3],
    /// How long it took.
    pub(super) seconds: f64,
}

#[derive(Debug, Serialize, Deserialize)]
struct Contents {
    /// What the generations hang on.
    said: String,
    rows: Vec<Row>,
}

/// The generations, with their file.
pub(super) struct Record {
    path: PathBuf,
    contents: Contents,
}

impl Record {
    pub(super) fn open(path: PathBuf, said: String) -> anyhow::Result<Self> {
        let contents = read(&path)?.unwrap_or_else(|| Contents { said: said.clone(), rows: Vec::new() });
        if contents.said != said {
            let (name, was) = (path.display(), contents.said);
            bail!("{name} was begun with '{was}', not '{said}': say the same, or name another --out");
        }
        Ok(Self { path, contents })
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.contents.rows
    }

    /// Adds a generation and saves.
    pub(super) fn add(&mut self, row: Row) -> anyhow::Result<()> {
        self.contents.rows.push(row);
        let text = to_json(&self.contents).map_err(|error| anyhow!(error))?;
        files::write_atomically(&self.path, format!("{FILE}{}", sealed(&text)).as_bytes())
            .with_context(|| self.path.display().to_string())
    }

    pub(super) fn hours(&self) -> f64 {
        self.rows().iter().map(|row| row.seconds).sum::<f64>() / 3600.0
    }
}

/// What a file holds; `None` if there is none.
fn read(path: &Path) -> anyhow::Result<Option<Contents>> {
    let refused =
        |words: String| anyhow!("{}: {words}; it is left as it is: name another --out", path.display());
    let read = files::if_there(files::read_text(path)).with_context(|| path.display().to_string())?;
    let Some(text) = read else { return Ok(None) };
    let body = text.strip_prefix(FILE).ok_or_else(|| refused("it is no training".to_owned()))?;
    let body = unsealed_strictly(body).map_err(|words| refused(words.to_owned()))?;
    from_json(body, 2).map_err(refused)
}

/// The generations of another training, by the file of its weights.
pub(super) fn of_training(weights: &Path) -> anyhow::Result<Vec<Row>> {
    let path = folder_of(weights).join("record");
    Ok(read(&path)?.with_context(|| format!("{}: there is no such training", path.display()))?.rows)
}

/// The folder of the training that makes these weights.
pub(super) fn folder_of(weights: &Path) -> PathBuf {
    files::with_suffix(weights, ".training")
}

const COLORS: [RGBColor; 6] = [BLUE, RED, GREEN, MAGENTA, CYAN, BLACK];

/// Draws loss, Elo and wins thrown away over the games of some trainings, one above the other.
pub(super) fn draw(path: &Path, title: &str, trainings: &[(String, &[Row])]) -> anyhow::Result<()> {
    let elo = |rows: &[Row]| -> Points {
        let mut elo = 0.0;
        let sum = rows.iter().map(|row| {
            elo += if row.kept && row.games > 0 { Pairs(row.pairs).elo()[1] } else { 0.0 };
            (row.games as f64, elo)
        });
        sum.collect()
    };
    let loss = |rows: &[Row]| -> Points {
        rows.iter().filter(|row| row.games > 0).map(|row| (row.games as f64, row.after)).collect()
    };
    let thrown = |rows: &[Row]| -> Points {
        let asked = rows.iter().filter(|row| row.wins != [0; 3]);
        let share = |row: &Row| 100.0 * row.wins[1] as f64 / (row.wins[0] + row.wins[1]).max(1) as f64;
        asked.map(|row| (row.games as f64, share(row))).collect()
    };
    let panel = |title, values, points: &dyn Fn(&[Row]) -> Points| {
        let lines = trainings.iter().zip(COLORS.into_iter().cycle());
        let line = |((name, rows), color): (&(String, &[Row]), _)| Line {
            name: name.clone(),
            color,
            points: points(rows),
        };
        panel(title, values, lines.map(line).collect())
    };
    let panels = vec![
        panel(title, "loss, held out", &loss),
        panel("", "Elo, summed", &elo),
        panel("", "% of wins thrown away", &thrown),
    ];
    chart::draw(path, panels).with_context(|| path.display().to_string())
}

type Points = Vec<(f64, f64)>;

/// Lines of values over games.
fn panel<'a>(title: &'a str, values: &'a str, lines: Vec<Line>) -> Panel<'a, Range<f64>> {
    let all = || lines.iter().flat_map(|line| &line.points);
    let bounds = all().fold((f64::MAX, f64::MIN), |(low, high), (_, y)| (low.min(*y), high.max(*y)));
    let (low, high) = if bounds.0 > bounds.1 { (0.0, 1.0) } else { bounds };
    let room = ((high - low) * 0.1).max(0.01);
    let frame = Frame {
        title,
        size: (800, 280),
        across: ("games", 0.0..all().fold(1.0, |last, (games, _)| games.max(last))),
        values: (values, low - room..high + room),
        legend: SeriesLabelPosition::UpperLeft,
    };
    (frame, lines)
}
