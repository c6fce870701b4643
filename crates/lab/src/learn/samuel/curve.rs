//! How what was learned plays, against how many games it was learned from: matches of polynomials along the way with fixed ones.

use super::super::LearnArguments;
use super::super::chart::{self, Frame, Line};
use super::matches::{LONGEST, Score, Terms, openings, play_match};
use anyhow::{Context as _, anyhow};
use plotters::prelude::{BLUE, GREEN, IntoLogRange as _, RED, SeriesLabelPosition};
use search::Limits;
use std::io::Write;
use std::path::Path;
use strategies::samuel::learning::learner::Learner;
use strategies::samuel::learning::series::Conditions;
use strategies::samuel::modes::self_play::Contestant;
use strategies::samuel::terms::Subject;
use strategies::samuel::terms::named;
use strategies::samuel::terms::polynomial::Polynomial;
use strategies::settings::Value;

/// The opponents, by the names of their polynomials.
const OPPONENTS: [&str; 3] = ["start", "piece", "four"];

/// A point of the curve: after so many games, the matches against the opponents in their order.
type Point = (u64, Vec<Score>);

/// Plays the matches, prints them and draws the curve.
pub(super) fn play<G: Subject>(
    path: &Path,
    arguments: &LearnArguments,
    learner: &Learner,
    conditions: &Conditions<'_, G>,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let series = learner.series.as_ref().context("there is no series")?;
    let all: Vec<(u64, &Polynomial)> =
        series.snapshots.iter().map(|snapshot| (snapshot.games, &snapshot.polynomial)).collect();
    let openings = openings::<G>(arguments.samuel.pairs)?;
    let terms = Terms {
        // Ended, if they are, as the games that were learned from.
        moves: if conditions.learning.td_leaf.judged { conditions.moves } else { LONGEST },
        limits: Limits::default(),
        threads: arguments.samuel.at_once.unwrap_or(1),
        control: conditions.control,
    };
    let contestant = |polynomial: &Polynomial| {
        Contestant::with(conditions.settings.clone(), conditions.learning.scaling.scoring(polynomial.clone()))
    };
    let opponent = |name: &&str| {
        let mut settings = conditions.settings.clone();
        settings.set(named::TERMS.name, Value::Text(String::new()));
        settings.set(named::POLYNOMIAL.name, Value::Text((*name).to_owned()));
        Contestant::<G>::new(settings).map_err(|error| anyhow!(error))
    };
    let opponents: Vec<_> = OPPONENTS.iter().map(opponent).collect::<Result<_, _>>()?;
    writeln!(
        output,
        "matches of {} openings, both colours, against {}",
        openings.len(),
        OPPONENTS.join(", ")
    )?;
    let mut points: Vec<Point> = Vec::new();
    let chosen = chosen(&all);
    let last = arguments.samuel.points.and_then(|points| usize::try_from(points).ok()).unwrap_or(usize::MAX);
    for &(games, polynomial) in chosen.iter().skip(chosen.len().saturating_sub(last)) {
        let one = contestant(polynomial);
        let mut scores = Vec::new();
        for other in &opponents {
            let Some(score) = play_match(&one, other, &openings, &terms) else {
                writeln!(output, "interrupted: the curve is not drawn")?;
                return Ok(());
            };
            scores.push(score);
        }
        let words: Vec<String> =
            OPPONENTS.iter().zip(&scores).map(|(name, score)| format!("{name} {score}")).collect();
        writeln!(output, "after {games:>6} games: {}", words.join("; "))?;
        output.flush()?;
        points.push((games, scores));
    }
    let title = format!("{} on {}", learner.method(), G::NAME);
    draw(path, &title, &points).with_context(|| path.display().to_string())?;
    writeln!(output, "drawn in {}", path.display())?;
    Ok(())
}

/// The polynomials to play with: after 1, 2, 4, 7, 14, 28 games and so on, each time twice as many, and the last.
fn chosen<'a>(all: &[(u64, &'a Polynomial)]) -> Vec<(u64, &'a Polynomial)> {
    let most = all.last().map_or(0, |(games, _)| *games);
    let doubled =
        std::iter::successors(Some(14), |&last: &u64| (last < most).then(|| last.saturating_mul(2)));
    let at = |wanted| all.iter().rev().find(|(games, _)| *games <= wanted).copied();
    let mut chosen: Vec<_> = [1, 3, 7].into_iter().chain(doubled).filter_map(at).collect();
    chosen.dedup_by_key(|point| point.0);
    chosen
}

fn draw(path: &Path, title: &str, points: &[Point]) -> anyhow::Result<()> {
    let first = points.first().map_or(1, |point| point.0).max(1) as f64;
    let last = points.last().map_or(1, |point| point.0) as f64;
    let lines = OPPONENTS.iter().zip([GREEN, BLUE, RED]).enumerate().map(|(index, (name, color))| {
        let shares = points.iter().map(|(games, scores)| (*games as f64, 100.0 * scores[index].share()));
        Line { name: format!("against {name}"), color, points: shares.collect() }
    });
    let frame = Frame {
        title,
        size: (800, 480),
        across: ("games", (first..last.max(first + 1.0)).log_scale()),
        values: ("score in %", 0.0..100.0),
        legend: SeriesLabelPosition::LowerRight,
    };
    chart::draw(path, vec![(frame, lines.collect())])
}
