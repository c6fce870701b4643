//! Learning by generalization: the first and the second series of tests, each from the alphabetical start and from sixty orders of
//! the terms, and what follows from them.

use super::super::item::{
    Block, Found, Run,
    Verdict::{Agrees, Answered},
    cells,
};
use super::super::said::{Makers, mean_and_deviation, range};
use super::judged;
use super::series::{Came, FIRST_SERIES, Kind, SECOND_SERIES, alphabetical, orders};
use strategies::samuel::generalization::correlation::Powers;
use strategies::samuel::learning::record::Change;
use strategies::samuel::terms::draughts::TERMS;

/// Series that a distribution is made of.
const ORDERS: u64 = 60;

pub(super) const MAKERS: Makers = &[
    ("powers", |_| powers()),
    ("first series", |_| blocks(&FIRST_SERIES, &FIRST_PRINTED)),
    ("first series, sixty orders", |run| {
        distribution(run, &FIRST_SERIES, &[16.0, 12.0, 0.0, 34.0, 20.0, 29.0])
    }),
    ("second series", |_| blocks(&SECOND_SERIES, &SECOND_PRINTED)),
    ("second series, sixty orders", |run| distribution(run, &SECOND_SERIES, &[18.0, 4.0, 6.0])),
    ("second series, powers of the text, sixty orders", |run| {
        distribution(run, &Kind { powers: "text", ..SECOND_SERIES }, &[18.0, 4.0, 6.0])
    }),
    ("second series from the first's terms, sixty orders", |run| {
        distribution(run, &Kind { goes_on: true, ..SECOND_SERIES }, &[18.0, 4.0, 6.0])
    }),
    ("stability", |run| stability(run)),
    ("note 19", |_| note_19()),
    ("figure 4", |_| figure_4()),
    ("second series against its start", |run| better(run)),
];

/// What the paper prints of a series by seven games and of all 28: won, lost, drawn, changes of the lead.
type Printed = [[&'static str; 4]; 5];
const FIRST_PRINTED: Printed = [
    ["3", "4", "0", "14"],
    ["6", "1", "0", "8"],
    ["5", "2", "0", "8"],
    ["2", "5", "0", "4"],
    ["16", "12", "0", "34"],
];
const NOT_PRINTED: [&str; 4] = ["not given"; 4];
const SECOND_PRINTED: Printed =
    [NOT_PRINTED, NOT_PRINTED, NOT_PRINTED, NOT_PRINTED, ["18", "4", "6", "not given"]];

fn powers() -> anyhow::Result<Found> {
    let printed = super::appendices::POLYNOMIAL;
    let correlations: Vec<f64> = printed.iter().map(|row| row.1).collect();
    let (appendix, text) = (Powers::Appendix.of(&correlations), Powers::Text.of(&correlations));
    let agree = |powers: &[u8]| printed.iter().zip(powers).filter(|(row, power)| row.3 == **power).count();
    let rows = printed
        .iter()
        .zip(appendix.iter().zip(&text))
        .map(|(row, (appendix, text))| cells![row.0, format!("{:.2}", row.1), row.3, appendix, text]);
    let blocks = vec![
        Block::table(["term", "correlation", "printed", "18 C / Cmax", "rule of the text"], rows),
        Block::Text(format!("{} and {} of {} agree", agree(&appendix), agree(&text), printed.len())),
    ];
    Answered.with(blocks)
}

/// A series by seven games and as a whole.
fn blocks(kind: &Kind, printed: &Printed) -> anyhow::Result<Found> {
    let came = alphabetical(kind)?;
    let leaders = came.leaders();
    let (mut rows, mut fits) = (Vec::new(), true);
    for ((from, to), paper) in [(0, 7), (7, 14), (14, 21), (21, 28), (0, 28)].into_iter().zip(printed) {
        let tally = came.tally(from, to).map(|number| number.to_string());
        let sampled = leaders[from..to].windows(2).filter(|pair| pair[0] != pair[1]).count();
        let mut row = vec![format!("{} to {to}", from + 1)];
        row.extend(paper.iter().map(|&text| text.to_owned()));
        fits &= to - from < 28 || tally[..] == paper[..3];
        row.extend(tally);
        row.push(format!("{sampled} ({})", came.changes(from, to)));
        rows.push(row);
    }
    let words = format!(
        "all 28 here: {} leaders, {} different terms discarded {} times, adopted {}, drastic changes {}, {} sets of adjustments",
        came.different_leaders(),
        came.tables.discarded.len(),
        came.discards(),
        came.count(Change::Adopted),
        came.count(Change::Upset),
        came.tables.adjustments
    );
    let head = ["games", "won (paper)", "lost", "drawn", "changes", "won (here)", "lost", "drawn", "changes"];
    Agrees.given(fits).with([Block::table(head, rows), Block::Text(words)])
}

/// What is counted of each series of a distribution.
const COUNTED: [&str; 8] = [
    "won",
    "lost",
    "drawn",
    "changes of the lead, at ends of games",
    "leaders",
    "different terms discarded",
    "changes of the lead, at every move",
    "terms discarded",
];

fn counted(came: &Came) -> [f64; COUNTED.len()] {
    let [won, lost, drawn] = came.tally(0, 28);
    let changes = came.leaders().windows(2).filter(|pair| pair[0] != pair[1]).count();
    let (leaders, discarded) = (came.different_leaders(), came.tables.discarded.len());
    let [every, discards] = [came.changes(0, 28), came.discards()].map(|number| number as usize);
    [won, lost, drawn, changes, leaders, discarded, every, discards].map(|number| number as f64)
}

/// The paper's figures in the distribution of sixty series; it agrees if the results of the games lie within it.
fn distribution(run: &Run, kind: &Kind, paper: &[f64]) -> anyhow::Result<Found> {
    let all = orders(run, kind, ORDERS)?;
    let mut rows = Vec::new();
    let mut within = true;
    for (index, what) in COUNTED.iter().enumerate() {
        let values: Vec<f64> = all.iter().map(|came| counted(came)[index]).collect();
        let (mean, deviation) = mean_and_deviation(&values);
        let (least, most) = range(&values);
        let told = [format!("{mean:.1}"), format!("{deviation:.1}"), format!("{least} to {most}")];
        let [mean, deviation, between] = told;
        let mut row = [(*what).to_owned(), String::new(), mean, deviation, between, String::new()];
        if let Some(&figure) = paper.get(index) {
            row[1] = figure.to_string();
            row[5] = format!("{} of {ORDERS}", values.iter().filter(|&&value| value <= figure).count());
            within &= (least..=most).contains(&figure);
        }
        rows.push(row);
    }
    let better = all.iter().map(counted).filter(|[won, lost, ..]| won > lost).count();
    let blocks = vec![
        Block::table(["", "the paper", "mean", "deviation", "range", "as many or fewer"], rows),
        Block::Text(format!("Alpha wins more than it loses in {better} of {ORDERS}")),
    ];
    Agrees.given(within).with(blocks)
}

/// Changes of the lead of thirty series of both kinds.
fn stability(run: &Run) -> anyhow::Result<Found> {
    let mut rows = Vec::new();
    let mut means = Vec::new();
    for (name, kind) in [("first", &FIRST_SERIES), ("second", &SECOND_SERIES)] {
        let changes: Vec<f64> = orders(run, kind, ORDERS / 2)?.iter().map(|came| counted(came)[6]).collect();
        let (mean, deviation) = mean_and_deviation(&changes);
        means.push(mean);
        rows.push([name.to_owned(), format!("{mean:.1}"), format!("{deviation:.1}")]);
    }
    Agrees
        .given(means[1] < means[0] / 2.0)
        .with([Block::table(["series", "changes of the lead, at every move", "deviation"], rows)])
}

fn note_19() -> anyhow::Result<Found> {
    let came = alphabetical(&FIRST_SERIES)?;
    let games = came.series.games.len() as f64;
    let moves = came.series.games.iter().map(|game| game.plies).sum::<usize>() as f64 / games;
    let changes = came.tables.adjustments as f64 / games;
    let row = |what: &str, paper: &str, ours: f64| [what.to_owned(), paper.to_owned(), format!("{ours:.1}")];
    let rows = [row("moves a game", "68", moves), row("of them changed the polynomial", "20", changes)];
    let near = (moves - 68.0).abs() < 5.0 && (10.0..40.0).contains(&changes);
    Agrees.given(near).with([Block::table(["", "the paper", "here"], rows)])
}

fn figure_4() -> anyhow::Result<Found> {
    let came = alphabetical(&Kind { games: 42, ..SECOND_SERIES })?;
    let snapshots = &came.series.snapshots;
    let value = |snapshot: usize, term: usize| {
        let active = snapshots[snapshot].polynomial.active().iter();
        active.clone().find(|(active, _)| *active == term).map(|(_, coefficient)| coefficient.value())
    };
    let power =
        |value: i64| if value == 0 { 0.0 } else { value.signum() as f64 * (value.abs() as f64).log2() };
    let leading = came.tables.active.iter().take(8);
    let series = leading.map(|row| {
        let term = super::number_of(row.term);
        let points = (0..snapshots.len()).filter_map(|n| Some(((n + 1) as f64, power(value(n, term)?))));
        (row.term.to_owned(), points.collect())
    });
    let plot = Block::Plot {
        title: "the second series' leading terms after 42 games".to_owned(),
        x: "games".to_owned(),
        y: "power of 2, with the sign".to_owned(),
        series: series.collect(),
    };
    let turned = |n: usize| {
        let turns =
            |term: &usize| matches!((value(n - 1, *term), value(n, *term)), (Some(a), Some(b)) if a * b < 0);
        (0..TERMS.len()).filter(turns).count()
    };
    let turns = |from: usize, to: usize| (from.max(1)..to).map(turned).sum::<usize>();
    let rows = (0..6).map(|block| {
        let turns = turns(7 * block, 7 * block + 7);
        let changes = came.changes(7 * block, 7 * block + 7);
        vec![format!("{} to {}", 7 * block + 1, 7 * block + 7), turns.to_string(), changes.to_string()]
    });
    let head = ["games", "signs turned round", "changes of the lead"];
    // His regions: signs put right at games 13 and 14, and nothing of the kind from game 32 on.
    let regions = 2 * turns(12, 14) > turns(0, 31) && turns(31, 42) + came.changes(31, 42) as usize == 0;
    Agrees.given(regions).with([plot, Block::table(head, rows)])
}

fn better(run: &Run) -> anyhow::Result<Found> {
    let mut rows = Vec::new();
    let opponents = ["start", "piece", "four"];
    let mut shares = vec![Vec::new(); opponents.len()];
    for (number, came) in orders(run, &SECOND_SERIES, 12)?.iter().enumerate() {
        let mut row = vec![(number + 1).to_string()];
        for (opponent, shares) in opponents.iter().zip(&mut shares) {
            let score = judged(run, &came.polynomial(), opponent, 3)?;
            shares.push(100.0 * score.share());
            row.push(score.to_string());
        }
        rows.push(row);
    }
    let mean = |shares: &Vec<f64>| {
        let (mean, deviation) = mean_and_deviation(shares);
        format!("{mean:.1} % (deviation {deviation:.1})")
    };
    rows.push([vec!["mean".to_owned()], shares.iter().map(mean).collect()].concat());
    let head = ["series", "against the start", "against pieces alone", "against the four terms"];
    // Better than each, beyond twice the error of the mean.
    let surely = |shares: &Vec<f64>| {
        let (mean, deviation) = mean_and_deviation(shares);
        mean - 2.0 * deviation / (shares.len() as f64).sqrt() > 50.0
    };
    Agrees.given(shares.iter().all(surely)).with([Block::table(head, rows)])
}
