//! Series of learning played again: from the alphabetical start, or from an order of the terms drawn by lot.

use super::super::item::Run;
use super::settings;
use anyhow::{Context as _, anyhow};
use games::draughts::Draughts;
use rand::seq::SliceRandom as _;
use search::Control;
use std::collections::BTreeSet;
use strategies::playing::random_stream;
use strategies::samuel::generalization::rules::{FIRST, MODIFICATIONS, SECOND};
use strategies::samuel::learning::learner::{Learner, LearnerSettings};
use strategies::samuel::learning::record::{Change, Series, Snapshot};
use strategies::samuel::learning::series::{Conditions, play_next};
use strategies::samuel::learning::tables::{Appendix, appendix};
use strategies::samuel::modes::self_play::MOVES;
use strategies::samuel::terms::draughts::TERMS;
use strategies::samuel::terms::named;

/// How a series is played.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub(super) modifications: &'static str,
    pub(super) powers: &'static str,
    pub(super) games: usize,
    /// Whether it begins with the terms that a first series of 28 games has come to.
    pub(super) goes_on: bool,
}

pub(super) const FIRST_SERIES: Kind =
    Kind { modifications: FIRST, powers: "appendix", games: 28, goes_on: false };
pub(super) const SECOND_SERIES: Kind = Kind { modifications: SECOND, ..FIRST_SERIES };

pub(super) struct Came {
    pub(super) series: Series,
    pub(super) tables: Appendix,
}

impl Came {
    /// Games won, lost and drawn of those from and before these.
    pub(super) fn tally(&self, from: usize, to: usize) -> [usize; 3] {
        Series::tally(&self.series.games[from..to.min(self.series.games.len())])
    }

    /// Changes of the leading term, at every move.
    pub(super) fn changes(&self, from: usize, to: usize) -> u32 {
        self.series.games[from..to.min(self.series.games.len())].iter().map(|game| game.changes).sum()
    }

    pub(super) fn count(&self, change: Change) -> usize {
        self.series.games.iter().filter(|game| game.change == change).count()
    }

    pub(super) fn discards(&self) -> u32 {
        self.tables.discarded.iter().map(|&(_, times, _)| times).sum()
    }

    /// The terms that led when a game was over, one after the other.
    pub(super) fn leaders(&self) -> Vec<usize> {
        self.series.snapshots.iter().filter_map(leader).collect()
    }

    /// How many different terms led when a game was over.
    pub(super) fn different_leaders(&self) -> usize {
        self.leaders().into_iter().collect::<BTreeSet<_>>().len()
    }

    /// The polynomial at the end, as text.
    pub(super) fn polynomial(&self) -> String {
        self.series.snapshots.last().map_or_else(String::new, |last| last.polynomial.to_text(&TERMS))
    }
}

fn leader(snapshot: &Snapshot) -> Option<usize> {
    let active = snapshot.polynomial.active().iter();
    active.rev().max_by_key(|(_, coefficient)| coefficient.value().abs()).map(|&(term, _)| term)
}

/// Sixteen terms with equal weights, the others in reserve, in this order.
fn beginning(order: &[usize]) -> String {
    let name = |&term: &usize| TERMS[term].name;
    let active: Vec<String> = order.iter().take(16).map(|term| format!("{}:+2^0", name(term))).collect();
    let reserve: Vec<&str> = order.iter().skip(16).map(name).collect();
    format!("{} | {}", active.join(" "), reserve.join(" "))
}

/// A series from the alphabetical start.
pub(super) fn alphabetical(kind: &Kind) -> anyhow::Result<Came> {
    series(kind, &(0..TERMS.len()).collect::<Vec<_>>())
}

/// Series from so many orders of the terms, drawn from the run's seed.
pub(super) fn orders(run: &Run, kind: &Kind, number: u64) -> anyhow::Result<Vec<Came>> {
    let numbers: Vec<u64> = (0..number).collect();
    run.each(&numbers, "series", |&number| {
        let mut random = random_stream(run.seed, number);
        let mut order: Vec<usize> = (0..TERMS.len()).collect();
        order.shuffle(&mut random);
        series(kind, &order)
    })
}

fn series(kind: &Kind, order: &[usize]) -> anyhow::Result<Came> {
    let mut text = beginning(order);
    if kind.goes_on {
        let first = series(&FIRST_SERIES, order)?;
        let last = first.series.snapshots.last().context("the series is empty")?;
        let active = last.polynomial.active().iter().map(|&(term, _)| term);
        text = beginning(&active.chain(last.polynomial.reserve().iter().copied()).collect::<Vec<_>>());
    }
    let given = [
        (MODIFICATIONS.name, kind.modifications),
        ("Samuel.Powers", kind.powers),
        (named::TERMS.name, &text),
    ];
    let settings = settings(&given)?;
    let learning = LearnerSettings::from_settings::<Draughts>(&settings).map_err(|error| anyhow!(error))?;
    let powers = learning.scaling.powers;
    let mut learner = Learner::beginner::<Draughts>(&settings).map_err(|error| anyhow!(error))?;
    let beta = learner.polynomial::<Draughts>(powers);
    learner.series = Some(Series::new(Vec::new(), beta));
    let control = Control::new();
    let conditions = Conditions {
        settings: &settings,
        learning,
        moves: MOVES,
        openings: &[],
        random_plies: 0,
        seed: 1,
        control: &control,
    };
    for _ in 0..kind.games {
        play_next::<Draughts>(&mut learner, &conditions).context("interrupted")?;
    }
    let tables = appendix(&TERMS, &learner, powers).context("not Samuel's procedure")?;
    Ok(Came { series: learner.series.take().context("the series is gone")?, tables })
}
