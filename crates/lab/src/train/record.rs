//! What is known of the generations so far, as it is kept, told and drawn.

use super::sprt::Pairs;
use crate::learn::chart::{Frame, Line, draw_all};
use anyhow::{Context as _, anyhow, bail};
use files::sealed::{from_json, sealed, to_json, unsealed_strictly};
use plotters::prelude::{BLUE, GREEN, RED, RGBColor, SeriesLabelPosition};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::{Path, PathBuf};

const FILE: &str = "fourscore-training 1\n";

/// A generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
        let name = path.display().to_string();
        let contents = match files::read_text(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Contents { said, rows: Vec::new() },
            text => {
                let text = text.with_context(|| name.clone())?;
                let refused =
                    |words: String| anyhow!("{name}: {words}; it is left as it is: name another --out");
                let body = text.strip_prefix(FILE).ok_or_else(|| refused("it is no training".to_owned()))?;
                let body = unsealed_strictly(body).map_err(|words| refused(words.to_owned()))?;
                let contents: Contents = from_json(body, 2).map_err(refused)?;
                if contents.said != said {
                    let was = contents.said;
                    bail!("{name} was begun with '{was}', not '{said}': say the same, or name another --out");
                }
                contents
            }
        };
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

    /// Loss, Elo and wins thrown away over the games, one above the other.
    pub(super) fn draw(&self, path: &Path, title: &str) -> anyhow::Result<()> {
        let rows = self.rows();
        let games = |row: &Row| row.games as f64;
        let last = rows.last().map_or(1.0, |row| games(row).max(1.0));
        let of = |value: fn(&Row) -> f64| move |row: &Row| (games(row), value(row));
        let fitted = || rows.iter().filter(|row| row.games > 0);
        let mut elo = 0.0;
        let strength = rows.iter().map(|row| {
            elo += if row.kept && row.games > 0 { Pairs(row.pairs).elo()[1] } else { 0.0 };
            (games(row), elo)
        });
        let thrown = |row: &Row| 100.0 * row.wins[1] as f64 / (row.wins[0] + row.wins[1]).max(1) as f64;
        let losses = [
            ("weights before", RED, fitted().map(of(|row| row.before)).collect()),
            ("weights fitted", BLUE, fitted().map(of(|row| row.after)).collect()),
        ];
        let asked = rows.iter().filter(|row| row.wins != [0; 3]);
        let panels = [
            panel(title, "loss", last, losses),
            panel("", "Elo, summed", last, [("", BLUE, strength.collect())]),
            panel("", "% of wins thrown away", last, [("", GREEN, asked.map(of(thrown)).collect())]),
        ];
        draw_all(path, panels.into()).with_context(|| path.display().to_string())
    }
}

type Points = Vec<(f64, f64)>;
type Panel<'a> = (Frame<'a, Range<f64>>, Vec<Line<'a>>);

/// Lines of values over so many games.
fn panel<'a, const N: usize>(
    title: &'a str,
    values: &'a str,
    games: f64,
    lines: [(&str, RGBColor, Points); N],
) -> Panel<'a> {
    let all = lines.iter().flat_map(|(.., points)| points).map(|point| point.1);
    let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)));
    let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
    let room = ((high - low) * 0.1).max(0.01);
    let frame = Frame {
        title,
        size: (800, 280),
        across: ("games", 0.0..games),
        values: (values, low - room..high + room),
        legend: SeriesLabelPosition::UpperRight,
    };
    let line = |(name, color, points): (&str, _, Points)| Line {
        name: name.to_owned(),
        color,
        points: Box::new(points.into_iter()),
    };
    (frame, lines.into_iter().map(line).collect())
}
