//! Alpha-beta on draughts against a search that is obviously right, on shots drawn by hand, and under the rules of draws.

use crate::common::{Player, beats_random, choose, depth, nodes, random, random_game, settings};
use games::draughts::{Draughts, Move, QUIET_PLIES};
use games::{Game, Notation, Played};
use rand::seq::IndexedRandom;
use search::{Limits, Score};
use strategies::Choice;
use strategies::alpha_beta::DRAUGHTS;
use strategies::alpha_beta::evaluate;
use strategies::settings::{Settings, Value};

fn at(text: &str) -> Played<Draughts> {
    Played::new(Draughts::from_text(&(), text).unwrap())
}

fn played(game: &Played<Draughts>, limits: &Limits<Draughts>) -> Choice<Draughts> {
    choose(&DRAUGHTS, game, limits, &settings(DRAUGHTS.options))
}

/// The options with nothing reduced and nothing cut by estimates.
fn full_width() -> Settings {
    let mut options = settings(DRAUGHTS.options);
    options.set("AlphaBeta.Reductions", Value::Flag(false));
    options
}

const MATE: i32 = 1_000_000;

/// The value by the definition: full width to this depth, a forced single capture free, all captures followed to their
/// end, then the evaluation.
fn naive(position: &Draughts, depth: u32, ply: i32, path: &mut Vec<u64>) -> i32 {
    let key = position.key();
    if position.outcome().is_some() {
        return ply - MATE;
    }
    if path.contains(&key) {
        return 0;
    }
    let captures = position.jumpers() != 0;
    if depth == 0 && !captures {
        return evaluate(position);
    }
    let moves = position.moves();
    let next = if captures && (depth == 0 || moves.len() == 1) { depth } else { depth - 1 };
    path.push(key);
    let values = moves.iter().map(|&m| -naive(&position.after(m), next, ply + 1, path));
    let best = values.max().unwrap();
    path.pop();
    best
}

#[test]
fn the_value_is_that_of_a_plain_full_width_search() {
    let mut random = random(11);
    let mut options = full_width();
    options.set("AlphaBeta.ForcingPlies", Value::Integer(0));
    for n in 0..120 {
        let game = Played::new(*random_game::<Draughts>(&mut random, 4 + n % 70).position());
        let plies = 1 + n as u32 % 5;
        let found = choose(&DRAUGHTS, &game, &depth(plies), &options);
        let mut path = vec![game.position().key()];
        let values = game
            .position()
            .moves()
            .into_iter()
            .map(|m| -naive(&game.position().after(m), plies - 1, 1, &mut path));
        let best = values.max().unwrap();
        let expected = match best {
            best if best > MATE / 2 => Score::Win { in_plies: (MATE - best) as u32 },
            best if best < -MATE / 2 => Score::Loss { in_plies: (MATE + best) as u32 },
            best => Score::Heuristic(best),
        };
        assert_eq!(found.lines[0].score, expected, "{} depth {plies}", game.position().to_text());
    }
}

/// Whether the side to move wins within so many plies against every defence.
fn wins_within(position: &Draughts, plies: u32) -> bool {
    plies > 0 && position.moves().into_iter().any(|m| loses_within(&position.after(m), plies - 1))
}

fn loses_within(position: &Draughts, plies: u32) -> bool {
    let moves = position.moves();
    moves.is_empty() || plies > 1 && moves.into_iter().all(|m| wins_within(&position.after(m), plies - 1))
}

#[test]
fn shots_are_seen() {
    for (position, best, least) in [
        // A man is offered, either capture runs into two jumps, and nothing is left; the same for Black.
        ("W:W19,23,26,27:B10,11", "19-15", Score::Win { in_plies: 3 }),
        ("B:W22,23:B14,10,7,6", "14-18", Score::Win { in_plies: 3 }),
        // With other men about it is two for one.
        ("W:W19,23,26,27:B10,11,5,13", "19-15", Score::Heuristic(100)),
        // A man walks through; the king comes too late.
        ("B:WK12:B21,22", "", Score::Heuristic(50)),
    ] {
        let game = at(position);
        let found = played(&game, &depth(7));
        let text = game.position().move_text(found.best().unwrap(), Notation::default());
        assert!(best.is_empty() || best == text, "{position}: {text}");
        let score = found.lines[0].score;
        let enough = match (score, least) {
            (Score::Heuristic(score), Score::Heuristic(least)) => score >= least,
            (Score::Win { .. }, Score::Heuristic(_)) => true,
            _ => score == least,
        };
        assert!(enough, "{position}: {score:?}");
    }
}

/// A deep ending with ProbCut on every path: what is told to stop there went on, in time exponential in the depth.
#[test]
fn a_node_limit_is_met_exactly() {
    let game = at("W:WK15,28,30:B8,9,19,21,27");
    for limit in [10_000, 100_000] {
        assert_eq!(played(&game, &nodes(limit)).progress.nodes, limit);
    }
}

#[test]
fn the_same_question_gets_the_same_answer() {
    for text in ["B:W21-32:B1-12", "W:W13,21,26,27,K3:B6,12,15,19,K29"] {
        let [one, other] = [0, 1].map(|_| played(&at(text), &nodes(30_000)));
        assert_eq!(one.lines, other.lines);
        assert_eq!(one.progress, other.progress);
        assert_eq!(one.progress.nodes, 30_000);
    }
}

/// What one strategy, or a new one for each move, finds in a game of random moves, and its nodes.
fn followed(mut game: Played<Draughts>, plies: usize, keep: bool) -> (Vec<(Draughts, Score)>, u64) {
    let mut random = random(5);
    let (mut found, mut nodes) = (Vec::new(), 0);
    let mut player = Player::new(&DRAUGHTS);
    while game.outcome().is_none() && game.plies() < plies {
        if !keep {
            player = Player::new(&DRAUGHTS);
        }
        let choice = player.choose(&game, &depth(9));
        found.push((*game.position(), choice.lines[0].score));
        nodes += choice.progress.nodes;
        let reply = game.legal_moves().choose(&mut random).copied().unwrap();
        game.play(if game.plies().is_multiple_of(3) { reply } else { choice.best().unwrap() }).unwrap();
    }
    (found, nodes)
}

#[test]
fn what_the_table_keeps_of_a_game_saves_work_and_stays_proven() {
    let mut random = random(14);
    let (mut kept, mut afresh, mut wins, mut losses) = (0, 0, 0, 0);
    for _ in 0..12 {
        let game = random_game(&mut random, 60);
        let (found, nodes) = followed(game.clone(), 90, true);
        assert_eq!((&found, nodes), (&followed(game.clone(), 90, true).0, nodes));
        kept += nodes;
        afresh += followed(game, 90, false).1;
        for (position, score) in found {
            match score {
                Score::Win { in_plies } if in_plies <= 9 => {
                    assert!(wins_within(&position, in_plies), "{} {in_plies}", position.to_text());
                    wins += 1;
                }
                Score::Loss { in_plies } if in_plies <= 8 => {
                    assert!(loses_within(&position, in_plies), "{} {in_plies}", position.to_text());
                    losses += 1;
                }
                _ => {}
            }
        }
    }
    assert!(wins > 8 && losses > 8, "{wins} wins, {losses} losses");
    assert!(kept < afresh, "{kept} nodes with the table kept, {afresh} without");
}

#[test]
fn random_play_is_beaten() {
    beats_random(&(), &|| Player::new(&DRAUGHTS), 1_000, 8);
}

/// Kings walk without a capture until so many plies have been quiet, always to what has come up least often.
pub(super) fn walk(start: &str, plies: usize) -> Played<Draughts> {
    let mut game = at(start);
    while game.plies() < plies {
        let seen = |m: Move| {
            let key = game.position().after(m).key();
            game.keys().iter().filter(|&&other| other == key).count()
        };
        let quiet = |&m: &Move| {
            let next = game.position().after(m);
            !game.position().is_irreversible(m)
                && next.jumpers() == 0
                && next.moves().iter().any(|&reply| next.after(reply).jumpers() == 0)
        };
        let m = game.legal_moves().into_iter().filter(quiet).min_by_key(|&m| seen(m)).expect("a quiet move");
        game.play(m).unwrap();
    }
    assert_eq!(game.outcome(), None);
    game
}

#[test]
fn no_win_is_claimed_that_the_forty_moves_would_forestall() {
    // Two kings win against one; but not once the game is drawn before.
    let start = "W:WK18,K15:BK1";
    let fresh = at(start);
    let win = |choice: Choice<Draughts>| match choice.lines[0].score {
        Score::Win { in_plies } => in_plies,
        _ => panic!("{:?}", choice.lines[0]),
    };
    assert_eq!(win(choose(&DRAUGHTS, &fresh, &depth(21), &full_width())), 19);
    // Late moves are reduced, so that a longer win may be found first.
    assert!((19..30).contains(&win(played(&fresh, &depth(40)))));
    for left in 1..12 {
        let game = walk("W:WK18,K15:BK4,K1", QUIET_PLIES - left);
        let score = played(&game, &depth(13)).lines[0].score;
        if left <= 2 {
            assert_eq!(score, Score::Heuristic(0), "{left} plies left");
        }
    }
}

#[test]
fn the_side_that_is_behind_repeats_a_position_and_what_follows_is_never_called_proven() {
    let text = |game: &Played<Draughts>, choice: &Choice<Draughts>| {
        game.position().move_text(choice.best().unwrap(), Notation::default())
    };
    let drawn = |choice: &Choice<Draughts>| choice.lines[0].score == Score::Heuristic(0);
    let mut game = at("B:WK32:BK1,K2,K3");
    ["1-6", "32-27"].into_iter().for_each(|text| game.play_text(text).unwrap());
    let only = vec![game.position().parse_move("6-1", Notation::default()).unwrap()];
    for plies in 2..10 {
        // Two plies on: back to the start, which White then repeats.
        let back = played(&game, &Limits { only: only.clone(), ..depth(plies) });
        assert!(drawn(&back), "{plies}: {:?}", back.lines);
        let found = played(&game, &depth(plies));
        assert!(!drawn(&found) && text(&game, &found) != "6-1", "Black, ahead, avoids it: {:?}", found.lines);
    }
    game.play(only[0]).unwrap();
    for plies in 1..10 {
        let found = played(&game, &depth(plies));
        assert!(drawn(&found) && text(&game, &found) == "27-32", "{plies}: {:?}", found.lines);
    }
}

#[test]
fn the_side_that_is_behind_goes_for_the_third_time() {
    // Black has gone to and fro in its double corner; the position after 6-1 has come up twice.
    let mut game = at("B:WK32,K31,K30:BK1");
    let round = ["1-6", "32-27", "6-1", "27-32"];
    for text in round.iter().cycle().take(4) {
        game.play_text(text).unwrap();
    }
    game.play_text("1-6").unwrap();
    let found = played(&game, &depth(5));
    let text = game.position().move_text(found.best().unwrap(), Notation::default());
    assert_ne!(text, "32-27", "White, ahead, does not repeat");
    assert!(matches!(found.lines[0].score, Score::Heuristic(100..) | Score::Win { .. }), "{:?}", found.lines);
}
