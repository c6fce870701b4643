//! Go-Moku played by what is proven of it: black's wins are carried out, white's resistance is one, and nothing is claimed
//! that does not come.

use crate::common::{Limited, random};
use crate::victoria;
use games::gomoku::{Gomoku, Opening, OpeningMove, Setup, Square};
use games::{Game, Played, Side};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use search::Score;
use solve::certificate::Certificate;
use solve::certificate::gomoku::Solution;
use solve::gomoku::proof::Place;
use solve::gomoku::proof::walk::{Visited, walk};
use strategies::settings::Value;
use strategies::solution::committed;

type Agent = Limited<Opening>;

fn square(text: &str) -> Square {
    Square::parse(text, 15).unwrap()
}

/// The game after these moves.
fn after(rules: &str, moves: &[&str]) -> Played<Opening> {
    let mut game = Played::new(Opening::start(&Setup::new(rules, 15).unwrap()));
    for text in moves {
        game.play(OpeningMove::Stone(square(text))).unwrap();
    }
    game
}

/// White's second moves after which black's win is proven.
fn lost(rules: &str) -> Vec<Square> {
    let known = committed(&Setup::new(rules, 15).unwrap()).unwrap();
    let all = after(rules, &["h8"]).legal_moves().into_iter().filter_map(OpeningMove::square);
    all.filter(|&second| {
        let mut position = after(rules, &["h8"]).position().game().clone();
        position.play(second);
        known.find(&position).is_some()
    })
    .collect()
}

/// Plays on; black claims a win at every move, never later than he said before, and gets it; how many plies that takes.
fn carries_out(
    game: Played<Opening>,
    black: &mut Agent,
    white: impl FnMut(&Played<Opening>) -> OpeningMove,
) -> usize {
    let mut latest = usize::MAX;
    let claims = |game: &Played<Opening>| {
        let choice = black.choose(game, &[]);
        if let Score::Win { in_plies } = choice.lines[0].score {
            let end = game.plies() + in_plies as usize;
            assert!(end <= latest, "by ply {end} after {latest}");
            latest = end;
        }
        choice
    };
    victoria::carries_out(game, claims, white).plies()
}

/// A move at random, near another stone.
fn near_move(game: &Played<Opening>, random: &mut ChaCha8Rng) -> OpeningMove {
    let stones = game.position().game().stones();
    let near = |m: &OpeningMove| {
        let m = m.square().unwrap();
        [Side::First, Side::Second]
            .into_iter()
            .any(|side| stones.of_side(side).any(|stone| stone.distance(m) <= 2))
    };
    let near: Vec<OpeningMove> = game.legal_moves().into_iter().filter(near).collect();
    *near.choose(random).unwrap()
}

#[test]
fn black_wins_by_the_proof_against_replies_at_random() {
    for rules in ["freestyle", "standard", "renju"] {
        let seconds = lost(rules);
        assert!(seconds.len() > 100, "{rules}: {}", seconds.len());
        for (name, step) in [("perfect", 7), ("victoria", 29)] {
            let mut black = Agent::new(name, 100);
            for (number, second) in seconds.iter().enumerate().step_by(step) {
                let mut random = random(number as u64);
                let game = after(rules, &["h8", &second.to_string()]);
                carries_out(game, &mut black, |game| near_move(game, &mut random));
            }
        }
    }
}

#[test]
fn white_holds_out_longer_than_at_random() {
    for (rules, second) in [("freestyle", "o15"), ("standard", "o15"), ("freestyle", "h12")] {
        let mut black = Agent::new("perfect", 2_000);
        let start = after(rules, &["h8", second]);
        let at_random: Vec<usize> = (0..9)
            .map(|seed| {
                let mut random = random(seed);
                carries_out(start.clone(), &mut black, |game| near_move(game, &mut random))
            })
            .collect();
        let mut white = Agent::new("perfect", 300_000);
        let plies = carries_out(start, &mut black, |game| {
            let choice = white.choose(game, &[]);
            assert!(matches!(choice.lines[0].score, Score::Loss { .. }), "{choice:?}");
            choice.best().unwrap()
        });
        assert!(at_random.iter().all(|&other| plies > other + 4), "{rules} {second}: {plies}, {at_random:?}");
    }
}

#[test]
fn both_win_against_the_longest_resistance() {
    for (name, seconds) in [("victoria", ["n15", "i14", "h12"]), ("perfect", ["m15", "j13", "h11"])] {
        for second in seconds {
            let (mut black, mut white) = (Agent::new(name, 2_000), Agent::new("perfect", 2_000));
            carries_out(after("freestyle", &["h8", second]), &mut black, |game| {
                white.choose(game, &[]).best().unwrap()
            });
        }
    }
}

#[test]
fn what_is_asked_for_and_what_is_not_known() {
    // Another move than the proof's may be asked for: no win is claimed by the proof then.
    let game = after("freestyle", &["h8", "o15"]);
    let mut black = Agent::new("perfect", 500);
    let best = black.choose(&game, &[]).best().unwrap();
    let other: Vec<OpeningMove> = game.legal_moves().into_iter().filter(|&m| m != best).take(3).collect();
    let choice = black.choose(&game, &other);
    assert!(other.contains(&choice.best().unwrap()) && matches!(choice.lines[0].score, Score::Heuristic(_)));
    // Other rules, other sizes, other openings: alpha-beta's affair.
    for (rules, size) in [("renju", 13), ("freestyle", 10), ("swap2", 15), ("second-move-restricted", 15)] {
        let game = Played::new(Opening::start(&Setup::new(rules, size).unwrap()));
        let choice = Agent::new("perfect", 500).choose(&game, &[]);
        assert!(game.legal_moves().contains(&choice.best().unwrap()), "{rules} {size}");
    }
    // Victoria without it plays as in 1994.
    let mut old = Agent::new("victoria", 500);
    old.player.settings.set("Victoria.Solution", Value::Flag(false));
    assert!(matches!(old.choose(&game, &[]).lines[0].score, Score::Heuristic(_)));
    let mut new = Agent::new("victoria", 500);
    assert!(matches!(new.choose(&game, &[]).lines[0].score, Score::Win { .. }));
}

/// Walks through what these moves say of a position, and has it checked.
fn is_accepted(rules: &str, start: Gomoku, moves: &dyn Fn(&Place) -> Option<Square>) {
    let text = start.to_text();
    let walked = walk(&start, u32::MAX, moves, false, &mut Visited::default(), &mut |_| true);
    let walked = walked.unwrap_or_else(|halt| panic!("{text}: {halt:?}"));
    let claim = format!("gomoku {rules} {text} p1").parse().unwrap();
    let bytes = Solution::new(start, &walked.moves).unwrap().to_certificate().to_bytes().unwrap();
    let verified =
        proof_checker::check(&bytes, Some(&claim), &mut |_| ()).map_err(|refusal| refusal.to_string());
    assert!(verified.is_ok_and(|verified| verified.to_string().starts_with("verified: ")), "{text}");
}

fn data(file: &str) -> String {
    format!("{}/data/gomoku/{file}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_checker_accepts_what_comes_along() {
    // The whole takes minutes and is checked when it is made; this is what it says of one second move of white's (under
    // Renju, where that takes longest, of one reply more).
    for (file, rules, size, moves) in [
        ("freestyle", "freestyle", 15, &["h8", "o15"][..]),
        ("standard", "standard", 15, &["h8", "o15"]),
        ("renju", "renju", 15, &["h8", "o15", "i7", "b1"]),
        ("freestyle-12", "freestyle", 12, &["g7", "l12"]),
        ("freestyle-13", "freestyle", 13, &["g7", "m13"]),
        ("freestyle-14", "freestyle", 14, &["h8", "n14"]),
        ("freestyle-16", "freestyle", 16, &["i9", "p16"]),
        ("freestyle-17", "freestyle", 17, &["i9", "q17"]),
        ("freestyle-18", "freestyle", 18, &["j10", "r18"]),
        ("freestyle-19", "freestyle", 19, &["j10", "s19"]),
        ("freestyle-20", "freestyle", 20, &["k11", "t20"]),
        ("standard-16", "standard", 16, &["i9", "p16"]),
        ("standard-17", "standard", 17, &["i9", "q17"]),
        ("standard-18", "standard", 18, &["j10", "r18"]),
        ("standard-19", "standard", 19, &["j10", "s19"]),
        ("standard-20", "standard", 20, &["k11", "t20"]),
    ] {
        let whole = Certificate::read(data(&format!("{file}.proof")).as_ref()).unwrap();
        let whole = Solution::from_certificate(&whole).unwrap();
        let mut start = whole.start.clone();
        moves.iter().for_each(|m| start.play(Square::parse(m, size).unwrap()));
        is_accepted(rules, start, &|place| whole.at(place));
    }
}
