//! Samuel's program: the look-ahead against a slow one that follows the paper's sentences, its claims against the rules, its
//! options, book games, games against itself, and learning by generalization and by rote.

mod book;
mod claims;
#[path = "../common/mod.rs"]
mod common;
mod learning;
mod look_ahead;
mod options;
mod rote;

use games::draughts::{Draughts, Move};
use games::{Game, Notation, Played};
use search::{Control, Limits};
use strategies::samuel::DRAUGHTS;
use strategies::samuel::look_ahead::plies::Plies;
use strategies::samuel::look_ahead::think::{SearchSettings, Thought, think};
use strategies::samuel::terms::named;
use strategies::samuel::terms::scoring::Scoring;
use strategies::settings::Settings;
use strategies::{Choice, Report};

/// The options at first, with these values.
fn settings(values: &[(&str, &str)]) -> Settings {
    let mut settings = Settings::defaults(DRAUGHTS.options);
    for (name, value) in values {
        let spec = DRAUGHTS.options.iter().find(|spec| spec.name == *name).unwrap();
        settings.set(spec.name, spec.parse(value).unwrap().unwrap());
    }
    settings
}

fn scoring(polynomial: &str) -> Scoring<Draughts> {
    named::scoring(&settings(&[("Samuel.Polynomial", polynomial)])).unwrap()
}

fn at(text: &str) -> Played<Draughts> {
    Played::new(Draughts::from_text(&(), text).unwrap())
}

fn text(game: &Played<Draughts>, m: Move) -> String {
    game.position().move_text(m, Notation::default())
}

fn with_moves(mut game: Played<Draughts>, moves: &[&str]) -> Played<Draughts> {
    for text in moves {
        game.play_text(text).unwrap();
    }
    game
}

/// Looks ahead with these break points; every move with its score if `all`.
fn ahead(
    game: &Played<Draughts>,
    scoring: &Scoring<Draughts>,
    plies: Plies,
    all: bool,
    pruning: bool,
) -> Thought<Draughts> {
    let limits = Limits { multi_pv: if all { usize::MAX } else { 1 }, ..Limits::default() };
    let settings = SearchSettings { plies, deepens: false, pruning };
    think(game, scoring, settings, &limits, &Control::new(), &mut |_| {})
}

fn choose(
    game: &Played<Draughts>,
    limits: &Limits<Draughts>,
    values: &[(&str, &str)],
) -> (Choice<Draughts>, Vec<String>) {
    let mut words = Vec::new();
    let mut report = |report| {
        if let Report::Words(text) = report {
            words.push(text);
        }
    };
    let choice =
        common::choose_reporting(&DRAUGHTS, game, limits, &settings(values), &Control::new(), &mut report);
    (choice, words)
}
