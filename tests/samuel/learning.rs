//! Learning by generalization and by `td-leaf`, as far as it can be seen from outside: in play through the engine, and what a
//! short series is worth.

use crate::common::refused_or_the_same;
use crate::settings;
use engine::event::Event;
use engine::{BUILT_IN, Engine, GoRequest, Verdict};
use games::draughts::Draughts;
use games::{Game, Notation, Played, Side};
use search::{Control, Limits};
use std::path::Path;
use strategies::learning::Memory;
use strategies::samuel::learning::learner::{Learner, LearnerSettings, METHOD};
use strategies::samuel::learning::memory::{load, save};
use strategies::samuel::learning::record::Series;
use strategies::samuel::learning::series::{Conditions, play_next};
use strategies::samuel::modes::self_play::{Contestant, play};
use strategies::samuel::terms::named;
use strategies::settings::Settings;

/// An engine that plays Samuel's draughts with a file in this option, and with these.
pub(crate) fn engine(file: (&str, &Path), learn: &str, more: &[(&str, &str)]) -> Engine {
    let mut engine = Engine::new(&BUILT_IN).unwrap();
    let file = (file.0, file.1.to_str().unwrap());
    for &(name, value) in
        [("Game", "draughts"), ("Strategy", "samuel"), file, ("Learn", learn)].iter().chain(more)
    {
        engine.set_option(name, Some(value)).unwrap();
    }
    engine
}

pub(crate) fn game_over(engine: &mut Engine) {
    engine.game_over(Verdict::Draw).unwrap();
    while engine.has_unfinished_jobs() {
        engine.wait().unwrap();
    }
}

/// Asks for a move, waits until the job has ended, lessons and all, and plays it.
pub(crate) fn go(engine: &mut Engine, request: &GoRequest) -> Vec<String> {
    let (mut words, mut best) = (Vec::new(), None);
    engine.go(request).unwrap();
    while engine.has_unfinished_jobs() {
        for event in engine.wait().unwrap() {
            match event {
                Event::BestMove(m) => best = m,
                Event::Message(message) => words.push(message),
                _ => {}
            }
        }
        if request.infinite {
            engine.stop();
        }
    }
    let m = best.unwrap();
    engine.board_mut().unwrap().play(&m, Notation::default()).unwrap();
    words
}

fn read(path: &Path) -> Learner {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.starts_with("fourscore-memory draughts samuel 2\n"));
    kept(path).unwrap()
}

/// What a memory holds.
fn kept(path: &Path) -> Result<Learner, String> {
    let memory = Memory::read_only(path.to_str().unwrap(), "draughts", "samuel");
    load::<Draughts>(&memory).map_err(|error| error.to_string())?.ok_or_else(|| "there is none".to_owned())
}

#[test]
fn damaged_memories_are_refused_or_mean_the_same() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("memory");
    for method in ["samuel", "td-leaf"] {
        let (learner, _) = learned(&settings(&[(METHOD.name, method)]), 3);
        let _ = std::fs::remove_file(&path);
        let (mut memory, _) = Memory::open(path.to_str().unwrap(), "draughts", "samuel");
        save::<Draughts>(&mut memory, &learner).unwrap();
        refused_or_the_same(&path, || kept(&path));
    }
}

#[test]
fn it_learns_in_play_and_never_in_analysis() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("memory");
    let engine = |learn| engine(("Memory", &path), learn, &[]);
    let fixed = GoRequest { depth: Some(3), ..GoRequest::default() };
    let mut without = engine("false");
    (0..8).for_each(|_| drop(go(&mut without, &fixed)));
    assert!(!path.exists());
    let mut learner = engine("true");
    (0..6).for_each(|_| drop(go(&mut learner, &GoRequest { infinite: true, ..GoRequest::default() })));
    assert!(!path.exists());
    learner.set_position(None, &[]).unwrap();
    (0..16).for_each(|_| drop(go(&mut learner, &fixed)));
    let known = read(&path);
    assert_eq!((known.games, known.method()), (0, "samuel"));
    game_over(&mut learner);
    assert_eq!(read(&path).games, 1);
    // What has been learned is what plays.
    let reader = engine("false");
    let asked = reader.evaluation().unwrap();
    assert!(asked.contains("2^18"), "{asked}");
    // A damaged memory is told about and left.
    std::fs::write(&path, "fourscore-memory draughts samuel 2\n{\"method\": \"samuel\"\n").unwrap();
    let words = go(&mut engine("true"), &fixed);
    assert!(words.iter().any(|words| words.contains("left as it is")), "{words:?}");
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        "fourscore-memory draughts samuel 2\n{\"method\": \"samuel\"\n"
    );
}

/// A student after so many games with random beginnings.
fn learned(settings: &Settings, games: usize) -> (Learner, LearnerSettings) {
    let learning = LearnerSettings::from_settings::<Draughts>(settings).unwrap();
    let control = Control::new();
    let conditions = Conditions {
        settings,
        learning,
        moves: 70,
        openings: &[],
        random_plies: 5,
        seed: 1,
        control: &control,
    };
    let mut learner = Learner::beginner::<Draughts>(settings).unwrap();
    learner.series = Some(Series::new(Vec::new(), learner.polynomial::<Draughts>(learning.scaling.powers)));
    (0..games).for_each(|_| drop(play_next::<Draughts>(&mut learner, &conditions).unwrap()));
    (learner, learning)
}

/// The share of the points against a named polynomial over every so manieth ballot, both colours.
fn share(learner: &Learner, learning: &LearnerSettings, other: &str, step: usize) -> f64 {
    let plain = settings(&[(named::POLYNOMIAL.name, other)]);
    let one = Contestant::with(
        plain.clone(),
        learning.scaling.scoring(learner.polynomial::<Draughts>(learning.scaling.powers)),
    );
    let other = Contestant::<Draughts>::new(plain).unwrap();
    let (mut points, mut games) = (0.0, 0.0);
    let ballots = include_str!("../../data/draughts/ballots.txt");
    for line in ballots.lines().filter_map(|line| line.strip_prefix("moves ")).step_by(step) {
        let mut opening = Played::new(Draughts::start(&()));
        for text in line.split(' ') {
            opening.play_text(text).unwrap();
        }
        for side in [Side::First, Side::Second] {
            let sides = if side == Side::First { [&one, &other] } else { [&other, &one] };
            let record = play(opening.clone(), sides, &Limits::default(), 140, &Control::new());
            points += record.winner.map_or(0.5, |winner| f64::from(winner == side));
            games += 1.0;
        }
    }
    points / games
}

#[test]
fn a_short_series_of_td_leaf_beats_the_piece_advantage() {
    let (learner, learning) =
        learned(&settings(&[(named::POLYNOMIAL.name, "start"), (METHOD.name, "td-leaf")]), 120);
    let share = share(&learner, &learning, "piece", 20);
    assert!(share >= 0.6, "{share}");
}
