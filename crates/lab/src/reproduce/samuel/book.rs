//! Book games: the correlation with the moves of masters, and what it is worth.

use super::super::item::{
    Block, Found, Run,
    Verdict::{Agrees, Answered},
    cells,
};
use super::super::said::{Makers, mean_and_deviation, percent, range};
use super::{judged, masters, scoring};
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use search::Control;
use strategies::samuel::modes::book::Tally;
use strategies::samuel::terms::draughts::TERMS;

pub(super) const MAKERS: Makers = &[("note 16", |_| polynomials()), ("worth of C", |run| worth(run))];

/// What is counted over games of masters with this polynomial.
pub(super) fn agreement(number: usize, polynomial: &str) -> anyhow::Result<Tally> {
    let (settings, scoring) = scoring(polynomial)?;
    let mut tally = Tally::default();
    for game in masters(number)? {
        game.followed(&settings, &scoring, &Control::new())?.iter().for_each(|m| tally.count(m));
    }
    Ok(tally)
}

fn polynomials() -> anyhow::Result<Found> {
    let mut rows = Vec::new();
    let mut four = 0.0;
    for name in ["piece", "four", "second", "second-active", "start"] {
        let tally = agreement(40, name)?;
        let c = tally.correlation().unwrap_or(0.0);
        four = if name == "four" { c } else { four };
        let share = |number: f64| format!("{:.1} %", 100.0 * tally.share(number));
        rows.push(cells![
            name,
            format!("{c:+.3}"),
            tally.poorer,
            tally.better,
            format!("{:.1} %", 100.0 * tally.ties()),
            percent(tally.first as usize, tally.choices as usize),
            share(tally.by_lot)
        ]);
    }
    let head = ["polynomial", "C", "L", "H", "ties", "first", "by lot"];
    Agrees.given((0.5..0.7).contains(&four)).with([Block::table(head, rows)])
}

/// Polynomials drawn by lot, with their C and their score.
fn worth(run: &Run) -> anyhow::Result<Found> {
    let mut random = ChaCha8Rng::seed_from_u64(run.seed);
    let mut points = Vec::new();
    let mut rows = Vec::new();
    for number in 1..=40 {
        let mut order: Vec<usize> = (0..TERMS.len()).collect();
        order.shuffle(&mut random);
        let text: Vec<String> = order
            .iter()
            .take(16)
            .map(|&term| {
                let sign = if random.random_bool(0.5) { '+' } else { '-' };
                format!("{}:{sign}2^{}", TERMS[term].name, random.random_range(0..=18))
            })
            .collect();
        let c = agreement(40, &text.join(" "))?.correlation().unwrap_or(0.0);
        let score = judged(run, &text.join(" "), "piece", 3)?;
        points.push((c, 100.0 * score.share()));
        let texts = [number.to_string(), format!("{c:+.3}"), score.to_string(), text[..4].join(" ")];
        rows.push((c, texts));
    }
    let (across, up): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let ((c, c_deviation), (score, score_deviation)) = (mean_and_deviation(&across), mean_and_deviation(&up));
    let product: f64 = points.iter().map(|point| (point.0 - c) * (point.1 - score)).sum();
    let r = product / (points.len() as f64 - 1.0) / (c_deviation * score_deviation);
    let (least, most) = range(&across);
    let words = format!(
        "C from {least:+.2} to {most:+.2}, mean {c:+.2}, and scores of {score:.1} % in the mean correlate by {r:+.2}"
    );
    let plot = Block::Plot {
        title: "polynomials drawn by lot".to_owned(),
        x: "C on 40 games of masters".to_owned(),
        y: "% against pieces alone, judged at 70".to_owned(),
        series: points.into_iter().enumerate().map(|(n, point)| ((n + 1).to_string(), vec![point])).collect(),
    };
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    let rows = rows.into_iter().map(|(_, texts)| texts);
    let head = ["number", "C", "against pieces alone, 116 games", "four of its terms"];
    Answered.with([Block::Text(words), plot, Block::table(head, rows)])
}
