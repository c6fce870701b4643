//! The strategies that prove: every kind of answer, claims against an exhaustive search, and games that must be won.

use crate::assert_lines;
use crate::common::{Limited, choose, nodes, random, random_position, row, settings};
use games::qubic::{Cell, Qubic, is_strong};
use games::{Game, Outcome, Played, Side};
use search::{Limits, Score};
use solve::certificate::qubic::Dictionary;
use strategies::Choice;
use strategies::alpha_beta::glance;
use strategies::perfect::committed;
use strategies::settings::Value;

const PROVING: [&str; 2] = ["threat-space", "perfect"];

fn position(text: &str) -> Qubic {
    Qubic::from_text(&(), text).expect("a position")
}

fn answer(strategy: &str, position: &Qubic, limits: &Limits<Qubic>) -> Choice<Qubic> {
    let row = row::<Qubic>(strategy);
    choose(row, &Played::new(*position), limits, &settings(row.options))
}

#[test]
fn every_kind_of_answer() {
    let table = [
        // (position, score, reason)
        ("xxx13ooo", Some(Score::Win { in_plies: 1 }), "completes a line of four"),
        ("xx4o12xo14x4o21o", Some(Score::Win { in_plies: 3 }), "wins by force in 3 plies"),
        ("xxx13o3o", None, "blocks a line of three"),
        ("xxx1x3x7oo2o6o", Some(Score::Loss { in_plies: 2 }), "lost: the opponent's lines of three"),
        ("1xx2o", None, "the best-looking move"),
    ];
    for strategy in PROVING {
        for (text, score, reason) in table {
            let position = position(text);
            let choice = answer(strategy, &position, &nodes(3_000));
            assert!(choice.reason.contains(reason), "{strategy} {text}: {}", choice.reason);
            if let Some(score) = score {
                assert_eq!(choice.lines[0].score, score, "{strategy} {text}");
            }
            assert_lines(&position, &choice, false);
        }
    }
}

#[test]
fn limits_are_kept_and_answers_are_repeated() {
    let mut random = random(1);
    for round in 0..30 {
        let position = random_position(&mut random, 4 + round);
        for strategy in PROVING {
            for limit in [1, 2, 10, 100, 3_000] {
                let choice = answer(strategy, &position, &nodes(limit));
                assert!(choice.progress.nodes <= limit, "{} of {limit}", choice.progress.nodes);
                let again = answer(strategy, &position, &nodes(limit));
                assert_eq!((choice.lines, choice.progress), (again.lines, again.progress));
            }
            let only = vec![position.empty().trailing_zeros() as usize];
            let only: Vec<Cell> = only.into_iter().filter_map(Cell::new).collect();
            let choice = answer(strategy, &position, &Limits { only: only.clone(), ..nodes(1_000) });
            assert_eq!(choice.best(), only.first().copied());
        }
    }
}

#[test]
fn an_estimate_is_what_alpha_beta_sees_at_a_glance_and_favours_nobody_who_has_lost() {
    let (mut random, mut estimates) = (random(5), 0);
    for round in 0..40 {
        let position = random_position(&mut random, 1 + round);
        for (strategy, limit) in PROVING.into_iter().zip([50, 500]) {
            if let Score::Heuristic(estimate) = answer(strategy, &position, &nodes(limit)).lines[0].score {
                assert_eq!(estimate, glance(&position), "{strategy} {}", position.to_text());
                estimates += 1;
            }
        }
    }
    assert!(estimates > 10, "{estimates}");
    // Lost whatever is played; but where only some moves may be, their loss is no proof of it.
    let position = position("xxx1x3x7oo2o6o");
    for strategy in PROVING {
        for m in Cell::of_set(position.empty()) {
            let choice = answer(strategy, &position, &Limits { only: vec![m], ..nodes(1_000) });
            assert!(matches!(choice.lines[0].score, Score::Heuristic(..=0)), "{strategy} {m:?}: {choice:?}");
        }
    }
}

type Agent = Limited<Qubic>;

fn seeded(name: &str, nodes: u64, seed: i64) -> Agent {
    let mut agent = Agent::new(name, nodes);
    agent.player.settings.set("Seed", Value::Integer(seed));
    agent
}

fn perfect(nodes: u64, first_move: &str) -> Agent {
    let mut agent = Agent::new("perfect", nodes);
    agent.player.settings.set("Perfect.FirstMove", Value::Text(first_move.to_owned()));
    agent
}

/// Plays a game to its end; each side's proven claims must come true.
fn play(first: &mut Agent, second: &mut Agent, start: Qubic) -> Played<Qubic> {
    let mut game = Played::new(start);
    let mut claims: Vec<(Side, u32)> = Vec::new();
    while game.outcome().is_none() {
        let mover = game.position().to_move();
        let player = if mover == Side::First { &mut *first } else { &mut *second };
        let choice = player.choose(&game, &[]);
        match choice.lines[0].score {
            Score::Win { in_plies } => claims.push((mover, game.position().ply() + in_plies)),
            Score::Loss { .. } | Score::Draw | Score::Heuristic(_) => {}
        }
        game.play(choice.best().expect("a move")).expect("a legal move");
    }
    for (side, ply) in claims {
        assert_eq!(game.outcome(), Some(Outcome::Win(side)), "a claimed win was not won");
        assert!(game.position().ply() <= ply, "won at {}, claimed for {ply}", game.position().ply());
    }
    game
}

/// Plies within which a certificate wins from the start.
fn bound(certificate: &Dictionary) -> u32 {
    certificate.find(&Qubic::start(&())).expect("an entry").plies.into()
}

#[test]
fn perfect_wins_every_game_as_first_player() {
    for (first_move, bound) in [("rich", bound(&committed().rich)), ("other", bound(&committed().other))] {
        for round in 0..12 {
            let mut opponent = match round % 4 {
                0 => seeded("random", 1, round),
                1 => seeded("alpha-beta", 300 + 50 * round as u64, round),
                2 => seeded("general", 1, round),
                _ => seeded("threat-space", 500 * round as u64, round),
            };
            // A win once claimed is carried out whatever the limit.
            let mut winner = perfect([1, 1_000, 50_000][round as usize % 3], first_move);
            let game = play(&mut winner, &mut opponent, Qubic::start(&()));
            assert_eq!(game.outcome(), Some(Outcome::Win(Side::First)));
            assert!(game.position().ply() <= bound, "{first_move} {round}");
        }
    }
}

#[test]
fn the_first_answers_come_at_once_from_the_certificate_asked_for() {
    for (first_move, words, rich) in
        [("rich", "rich first move", true), ("other", "other first moves", false)]
    {
        let choice = perfect(1, first_move).choose(&Played::new(Qubic::start(&())), &[]);
        assert!(choice.reason.contains(words), "{}", choice.reason);
        assert_eq!(choice.best().map(is_strong), Some(rich));
        assert!(matches!(choice.lines[0].score, Score::Win { .. }));
        // Whatever is asked first, the class of the position decides.
        let mut game = Played::new(Qubic::start(&()));
        for m in [choice.best().expect("a move"), Cell::new(42).expect("a cell")] {
            game.play(m).expect("legal");
        }
        for either in ["rich", "other"] {
            let choice = perfect(1, either).choose(&game, &[]);
            assert!(choice.reason.contains(words), "{}", choice.reason);
        }
    }
}

#[test]
fn perfect_holds_out_against_itself_and_knows_that_it_loses() {
    for (first_move, certificate) in [("rich", &committed().rich), ("other", &committed().other)] {
        let (mut first, mut second) = (perfect(200_000, first_move), perfect(200_000, first_move));
        let game = play(&mut first, &mut second, Qubic::start(&()));
        assert_eq!(game.outcome(), Some(Outcome::Win(Side::First)));
        assert_eq!(game.position().ply(), bound(certificate), "the longest game is the one played");
        let mut after = Played::new(Qubic::start(&()));
        after.play(game.moves().next().expect("a move")).expect("legal");
        let choice = second.choose(&after, &[]);
        assert_eq!(choice.lines[0].score, Score::Loss { in_plies: bound(certificate) - 1 });
        assert!(choice.reason.contains("holds out longest"), "{}", choice.reason);
    }
}

#[test]
fn mistakes_are_turned_into_wins() {
    // The first player moves at random, the second as well as it can.
    for seed in 0..10 {
        for strategy in PROVING {
            let mut first = seeded("random", 1, seed);
            let mut second = seeded(strategy, 20_000, seed);
            let game = play(&mut first, &mut second, Qubic::start(&()));
            assert_eq!(game.outcome(), Some(Outcome::Win(Side::Second)), "{strategy} {seed}");
        }
    }
}

#[test]
fn proofs_are_found_kept_and_carried_out() {
    // Quiet positions of a certificate, some moves before the end: their proofs must be found again.
    let certificate = &committed().rich;
    let quiet = certificate.iter().filter(|(position, entry)| position.ply() >= 16 && entry.plies >= 9);
    for (position, _) in quiet.step_by(40).take(12) {
        let mut prover = seeded("threat-space", 2_000_000, 0);
        let game = Played::new(*position);
        let choice = prover.choose(&game, &[]);
        assert!(matches!(choice.lines[0].score, Score::Win { .. }), "{} {choice:?}", position.to_text());
        if !choice.reason.contains("by force") {
            assert!(choice.reason.contains("by a proof found in this game"), "{}", choice.reason);
        }
        prover.nodes = 20_000;
        play(&mut prover, &mut perfect(20_000, "rich"), *position);
    }
}

/// Every fiftieth position of Patashnik's dictionary, whose side to move wins, and what it is after the move given there.
#[test]
fn what_the_dictionary_holds_to_be_won_and_lost_is_proven() {
    let text = include_str!("../../data/qubic/patashnik-1977.dictionary");
    let (_, entries) = text.split_once("---\n").expect("entries after a line");
    let (mut asked, mut unproven) = (0, 0);
    for entry in entries.lines().step_by(50).skip(1) {
        let (before, m) = entry.split_once(' ').expect("a position and a cell");
        let won = position(before);
        let lost = won.after(m.parse().ok().and_then(Cell::new).expect("a cell"));
        for strategy in PROVING {
            let score = |position| answer(strategy, position, &nodes(4_000_000)).lines[0].score;
            let (attack, defence) = (score(&won), score(&lost));
            assert!(!matches!(attack, Score::Loss { .. }), "{strategy} {before}");
            assert!(!matches!(defence, Score::Win { .. }), "{strategy} {before} {m}");
            asked += 2;
            unproven += usize::from(!matches!(attack, Score::Win { .. }));
            unproven += usize::from(!matches!(defence, Score::Loss { .. }));
        }
    }
    // With the whole of the nodes spent on forced wins before the proof began it was one in twelve.
    assert!(asked > 200 && unproven * 100 <= asked, "{unproven} of {asked}");
}
