//! What the guide claims at a glance, against playing it out.

use super::*;
use crate::learning::Memory;
use crate::settings::{Settings, Value};
use crate::{Choice, Context};
use games::gomoku::Setup;
use rand::SeedableRng;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use search::{Control, Limits};

/// A game of so many stones near the centre in which nobody has won.
fn random_game(random: &mut ChaCha8Rng, setup: &Setup, stones: usize) -> Played<Opening> {
    let middle = setup.size() / 2;
    'again: loop {
        let mut game = Played::new(Opening::start(setup));
        while game.plies() < stones {
            let mut moves = game.legal_moves();
            moves.retain(|m| match m {
                OpeningMove::Stone(s) => s.column().abs_diff(middle) <= 3 && s.row().abs_diff(middle) <= 3,
                _ => false,
            });
            let Some(&m) = moves.choose(random) else { continue 'again };
            game.play(m).unwrap();
            if game.outcome().is_some() {
                continue 'again;
            }
        }
        return game;
    }
}

fn guide(game: &Played<Opening>) -> Patterns {
    let mut guide = Patterns::default();
    guide.start(game);
    guide
}

#[test]
fn the_guide_follows_the_moves() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    for rules in ["freestyle", "standard", "renju"] {
        let mut game = Played::new(Opening::start(&Setup::new(rules, 15).unwrap()));
        let (mut followed, mut position) = (guide(&game), game.position().clone());
        let mut trail = Vec::new();
        while game.outcome().is_none() {
            let m = game.legal_moves().choose(&mut random).copied().unwrap();
            trail.push((m, position.play(m), followed.evaluate(game.position())));
            game.play(m).unwrap();
            followed.played(&position, m);
            assert_eq!(followed.board, guide(&game).board);
        }
        for (m, undo, value) in trail.into_iter().rev() {
            position.undo(m, undo);
            followed.undone(&position, m);
            assert_eq!(followed.evaluate(&position), value);
        }
    }
}

/// Whether the side to move wins within so many plies by fours or at once.
fn wins_within(position: &Opening, plies: u32) -> bool {
    let mut board = board_of(position);
    let mut attacks = Attacks::default();
    let side = position.to_move();
    let found = attacks.search(&mut board, side, Means::Fours, Effort::of(100_000), &|| false);
    found.plies.is_some_and(|found| found <= plies)
}

#[test]
fn what_is_left_out_loses() {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let mut checked = [0; 2];
    for round in 0..1_200 {
        let rules = ["freestyle", "standard", "renju"][round % 3];
        let (size, stones) = if round < 600 { (15, 8..=22) } else { (8, 16..=34) };
        let stones = random.random_range(stones);
        let game = random_game(&mut random, &Setup::new(rules, size).unwrap(), stones);
        let position = game.position();
        let mut guide = guide(&game);
        let mut moves = Vec::new();
        let (lost_in, kind) = match guide.prospect(position, &mut moves) {
            Prospect::Narrowed if moves.len() > 1 => (4, 0),
            Prospect::Loss(m, plies) => {
                assert!(position.is_legal(m));
                (plies, 0)
            }
            Prospect::Open => match guide.refuge(position, 1_000, &mut moves).lost_in {
                Some(plies) => (plies, 1),
                None => continue,
            },
            _ => continue,
        };
        checked[kind] += 1;
        for m in game.legal_moves().into_iter().filter(|m| !moves.contains(m)) {
            let won = wins_within(&position.after(m), lost_in - 1);
            assert!(won, "{rules}: {} {m:?} {lost_in}", position.to_text());
        }
    }
    assert!(checked[0] > 40 && checked[1] >= 8, "{checked:?}");
}

/// Black threatens on two squares, one of which is forbidden to him: to stop the other is enough, and no loss in four plies.
#[test]
fn a_forbidden_square_threatens_nothing() {
    let setup = Setup::new("renju", 8).unwrap();
    let position = Opening::from_text(&setup, "6xo/o5o1/x2xx3/o2xx3/5oo1/3x3x/4x1o1/oox5:o").unwrap();
    let game = Played::new(position);
    let mut moves = Vec::new();
    assert_eq!(guide(&game).prospect(game.position(), &mut moves), Prospect::Narrowed);
    assert!(!moves.is_empty());
}

fn chosen(game: &Played<Opening>, nodes: u64) -> Choice<Opening> {
    let mut settings = Settings::defaults(GOMOKU.options);
    settings.set("Hash", Value::Integer(4));
    let mut context = Context {
        control: &Control::new(),
        settings: &settings,
        memory: &Memory::default(),
        report: &mut |_| {},
    };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    (GOMOKU.make)().choose(game, &limits, &mut context)
}

#[test]
fn every_opening_is_played_to_its_end() {
    for (rules, size) in [("choice", 15), ("swap2", 9), ("swap2-freestyle", 6), ("second-move-restricted", 7)]
    {
        let mut game = Played::new(Opening::start(&Setup::new(rules, size).unwrap()));
        let mut plies = 0;
        while game.outcome().is_none() && plies < 14 {
            let m = chosen(&game, 400).best().unwrap();
            game.play(m).unwrap_or_else(|_| panic!("{rules}: {m:?} in {}", game.position().to_text()));
            plies += 1;
        }
        assert!(game.position().is_free());
    }
}

#[test]
fn the_better_colour_is_taken() {
    let setup = Setup::new("swap2", 15).unwrap();
    // Black has two stones in the middle, white's only one stands in the corner: black is to be had.
    let text = "15/15/15/15/15/15/15/7x7/6x8/15/15/15/15/15/o14;choice3";
    let game = Played::new(Opening::from_text(&setup, text).unwrap());
    assert_eq!(chosen(&game, 3_000).best(), Some(OpeningMove::Swap));
}

#[test]
fn wins_and_dangers_are_told_in_words() {
    let setup = Setup::default();
    let told = |text: &str| {
        let game = Played::new(Opening::from_text(&setup, text).unwrap());
        let choice = chosen(&game, 5_000);
        (choice.best().unwrap().to_string(), choice.reason, choice.lines[0].score)
    };
    let (m, reason, _) = told("15/15/15/15/15/15/15/4xxxxo6/4ooo8/15/15/15/15/15/15");
    assert_eq!((m.as_str(), reason.as_str()), ("d8", "completes a row of five"));
    let (m, reason, _) = told("15/15/15/15/15/15/15/5xxxxo5/5ooo7/15/15/15/15/15/15:o");
    assert_eq!((m.as_str(), reason.as_str()), ("e8", "blocks a four"));
    let (_, reason, score) = told("15/15/15/15/15/15/15/5xxx7/5oo8/15/15/15/15/15/15:x");
    assert_eq!((reason.as_str(), score), ("makes two winning squares at once", Score::Win { in_plies: 3 }));
    let (m, reason, score) = told("15/15/15/15/15/15/15/5xxx7/5oo8/15/15/15/15/15/15:o");
    assert!(["d8", "e8", "i8", "j8"].contains(&m.as_str()), "{m}");
    assert!(reason.starts_with("meets a three") || matches!(score, Score::Loss { .. }), "{reason}");
}
