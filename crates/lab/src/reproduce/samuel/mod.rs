//! The items of Samuel 1959: what his paper says of the program, of rote learning, of learning by generalization and in its
//! appendices, beside what the rebuilt program does.

mod appendices;
mod book;
mod generalization;
mod program;
mod rote;
mod rote_series;
mod series;
mod signs;

use super::item::{Item, Run};
use super::said::items;
use crate::book_games::{BookGame, games_of};
use crate::learn::samuel::matches::{self, Score, Terms, play_match};
use crate::player::settings_of;
use anyhow::anyhow;
use games::Played;
use games::draughts::Draughts;
use search::{Control, Limits};
use std::sync::LazyLock;
use strategies::samuel::DRAUGHTS;
use strategies::samuel::modes::self_play::{Contestant, MOVES};
use strategies::samuel::terms::draughts::TERMS;
use strategies::samuel::terms::named;
use strategies::samuel::terms::scoring::Scoring;
use strategies::settings::Settings;

pub(super) static ITEMS: LazyLock<Vec<Item>> = LazyLock::new(|| {
    let learning = [rote::MAKERS, rote_series::MAKERS, generalization::MAKERS];
    let others = [program::MAKERS, book::MAKERS, appendices::MAKERS, signs::MAKERS];
    items(include_str!("items.json"), &[&learning[..], &others].concat())
});

/// Options of the strategy: those given beside the defaults.
fn settings(given: &[(&str, &str)]) -> anyhow::Result<Settings> {
    settings_of(DRAUGHTS.options, &[], given)
}

/// Scoring by a polynomial: one that has a name, or one that is written out.
fn scoring(polynomial: &str) -> anyhow::Result<(Settings, Scoring<Draughts>)> {
    let written = polynomial.contains(':');
    let option = if written { named::TERMS.name } else { named::POLYNOMIAL.name };
    let settings = settings(&[(option, polynomial)])?;
    let scoring = named::scoring(&settings).map_err(|error| anyhow!(error))?;
    Ok((settings, scoring))
}

/// A match from the ballots with both colours at the paper's break points, judged at 70 moves; every `step`-th ballot.
fn judged(run: &Run, one: &str, other: &str, step: usize) -> anyhow::Result<Score> {
    let player = |polynomial| scoring(polynomial).map(|(settings, how)| Contestant::with(settings, how));
    contest(run, &player(one)?, &player(other)?, step)
}

/// The same between players.
fn contest(
    run: &Run,
    one: &Contestant<Draughts>,
    other: &Contestant<Draughts>,
    step: usize,
) -> anyhow::Result<Score> {
    let openings: Vec<Played<Draughts>> = matches::openings(None)?.into_iter().step_by(step).collect();
    let terms =
        Terms { moves: MOVES, limits: Limits::default(), threads: run.threads, control: &Control::new() };
    run.check()?;
    play_match(one, other, &openings, &terms).ok_or_else(|| anyhow!("interrupted"))
}

/// So many of the 6,000 games of masters, spread evenly.
fn masters(number: usize) -> anyhow::Result<Vec<BookGame>> {
    let bytes = include_bytes!("../../../../../data/draughts/acf-games.txt.gz");
    let all = games_of(bytes.to_vec())?;
    Ok((0..number).map(|n| all[n * all.len() / number].clone()).collect())
}

/// The openings and games of Appendix B, as the file has them.
fn appendix_b() -> anyhow::Result<Vec<BookGame>> {
    games_of(include_bytes!("../../../../../data/draughts/samuel-1959-appendix-b.txt").to_vec())
}

fn number_of(name: &str) -> usize {
    TERMS.iter().position(|term| term.name == name).unwrap_or(0)
}
