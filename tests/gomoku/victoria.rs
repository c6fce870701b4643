//! The strategy Victoria: the paper's wins, whole games under all rules, limits, and claims that hold.

use crate::common::{Player, beats_random, below, choose, choose_reporting, nodes, random, row, settings};
use games::gomoku::{Opening, OpeningMove, Setup, Square};
use games::{Game, GameResult, Played};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use search::{Control, Limits, Score};
use serde_json::Value;
use strategies::Choice;
use strategies::settings::Value as Setting;

/// The position of a diagram before its moves, black to move.
fn diagram(name: &str) -> Opening {
    Opening::from_text(&Setup::default(), &lab::reproduce::diagram(name).unwrap().unwrap()).unwrap()
}

/// The program of 1994 alone.
fn victoria() -> Player<Opening> {
    let mut player = Player::new(row("victoria"));
    player.settings.set("Victoria.Solution", Setting::Flag(false));
    player
}

/// Plays on to the end: who is to move claims a win with every move and gets it, whatever the other replies.
pub(super) fn carries_out(
    mut game: Played<Opening>,
    mut wins: impl FnMut(&Played<Opening>) -> Choice<Opening>,
    mut replies: impl FnMut(&Played<Opening>) -> OpeningMove,
) -> Played<Opening> {
    let winner = game.player_to_move();
    while game.outcome().is_none() {
        let m = if game.player_to_move() == winner {
            let choice = wins(&game);
            let claims = matches!(choice.lines[0].score, Score::Win { .. });
            assert!(claims, "{}: {choice:?}", game.position().to_text());
            choice.best().unwrap()
        } else {
            replies(&game)
        };
        game.play(m).unwrap();
    }
    assert_eq!(game.result(), Some(GameResult::Win(winner)));
    game
}

/// A reply at random: blocks and fours among them, by chance.
fn at_random(game: &Played<Opening>, random: &mut ChaCha8Rng) -> OpeningMove {
    *game.legal_moves().choose(random).unwrap()
}

#[test]
fn the_wins_of_the_diagrams() {
    for name in ["2a", "2b", "3b", "4"] {
        let position = diagram(name);
        let row = row::<Opening>("victoria");
        let choice = choose(row, &Played::new(position.clone()), &nodes(5_000), &settings(row.options));
        let Score::Win { in_plies } = choice.lines[0].score else { panic!("{name}: {choice:?}") };
        for seed in 0..5 {
            let (mut player, mut random) = (victoria(), random(seed));
            let game = carries_out(
                Played::new(position.clone()),
                |game| player.choose(game, &nodes(1_000)),
                |game| at_random(game, &mut random),
            );
            assert!(game.plies() <= in_plies as usize, "{} plies, {in_plies} claimed", game.plies());
        }
    }
}

/// The position after so many moves of a diagram's game.
fn game_of(name: &str, rules: &str, plies: usize) -> Opening {
    let mut game = Played::new(Opening::start(&Setup::new(rules, 15).unwrap()));
    let data = include_str!("../../data/gomoku/allis-1994-diagrams.json");
    let data: Value = serde_json::from_str(data).unwrap();
    for text in data[name]["moves"].as_array().unwrap().iter().take(plies) {
        game.play(OpeningMove::Stone(Square::parse(text.as_str().unwrap(), 15).unwrap())).unwrap();
    }
    game.position().clone()
}

#[test]
fn wins_by_hidden_threats_are_carried_out_against_good_replies() {
    let mut proven = 0;
    for (name, rules, plies) in
        [("5a", "freestyle", 18), ("5b", "standard", 18), ("6a", "standard", 26), ("6b", "standard", 10)]
    {
        for defence in 0..4 {
            let (mut player, mut defender, mut random) = (victoria(), victoria(), random(defence));
            let mut limit = 60_000;
            carries_out(
                Played::new(game_of(name, rules, plies)),
                |game| {
                    let choice = player.choose(game, &nodes(std::mem::replace(&mut limit, 1)));
                    proven += usize::from(choice.reason.contains("proven in"));
                    choice
                },
                |game| match defence == 0 || below(&mut random, 3) > 0 {
                    true => defender.choose(game, &nodes(3_000)).best().unwrap(),
                    false => at_random(game, &mut random),
                },
            );
        }
    }
    assert!(proven > 0);
}

#[test]
fn whole_games_under_all_rules() {
    let sizes = [15, 7, 10];
    for (number, (name, ..)) in Setup::NAMES.iter().enumerate() {
        let setup = Setup::new(name, sizes[number % 3]).unwrap();
        let mut game = Played::new(Opening::start(&setup));
        let mut players = [victoria(), victoria()];
        while game.outcome().is_none() {
            let player = &mut players[usize::from(game.player_to_move() == games::Player::P2)];
            let choice = player.choose(&game, &nodes(400));
            assert!(choice.progress.nodes <= 400, "{}", choice.progress.nodes);
            assert!(!choice.reason.is_empty());
            let m = choice.best().unwrap();
            game.play(m).unwrap_or_else(|error| panic!("{name}: {m} {error}"));
        }
    }
}

#[test]
fn it_beats_random_play_with_either_colour() {
    let longest = beats_random(&Setup::default(), &victoria, 500, 2);
    assert!(longest < 20, "{longest} plies");
}

/// A position of so many stones in a part of the board, placed at random in turn, nobody having won.
fn crowded(setup: &Setup, stones: usize, area: usize, random: &mut ChaCha8Rng) -> Opening {
    loop {
        let mut game = Played::new(Opening::start(setup));
        while game.plies() < stones && game.outcome().is_none() {
            let square = Square::new(3 + below(random, area), 3 + below(random, area)).unwrap();
            let _ = game.play(OpeningMove::Stone(square));
        }
        if game.outcome().is_none() {
            return game.position().clone();
        }
    }
}

#[test]
fn the_same_limits_give_the_same_choice_and_are_kept() {
    let mut random = random(11);
    let row = row::<Opening>("victoria");
    for _ in 0..12 {
        let position = crowded(&Setup::default(), 12, 8, &mut random);
        let game = Played::new(position);
        for limit in [1, 37, 700] {
            let first = choose(row, &game, &nodes(limit), &settings(row.options));
            let second = choose(row, &game, &nodes(limit), &settings(row.options));
            assert_eq!(first.lines, second.lines);
            assert_eq!((first.progress, &first.reason), (second.progress, &second.reason));
            assert!(first.progress.nodes <= limit, "{} of {limit}", first.progress.nodes);
        }
    }
}

#[test]
fn it_ends_soon_when_it_is_told_to() {
    let row = row::<Opening>("victoria");
    let mut random = random(5);
    for stones in [4, 8, 12, 16, 20, 24] {
        let game = Played::new(crowded(&Setup::default(), stones, 9, &mut random));
        let control = Control::new();
        let (told, heard) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let control = &control;
            // When it has said something, or has ended without a word.
            scope.spawn(move || {
                let _ = heard.recv();
                control.stop();
            });
            let choice = choose_reporting(
                row,
                &game,
                &Limits::default(),
                &settings(row.options),
                control,
                &mut move |_| _ = told.send(()),
            );
            assert!(game.position().is_legal(choice.best().unwrap()));
        });
    }
}
