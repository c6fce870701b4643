//! Alpha-beta against searches that are obviously right, and against `random`.

use crate::assert_lines;
use crate::common::naive::{exact, loses_within, win_by_threes, wins_within};
use crate::common::{
    Player, balanced_position, beats_random, below, choose, choose_reporting, depth, nodes, random,
    random_position, row, settings,
};
use games::qubic::{Cell, Qubic};
use games::{Game, Outcome, Played};
use search::alpha_beta;
use search::alpha_beta::{Guide, Parameters};
use search::{Control, Limits, Score, Table};
use std::collections::HashMap;
use strategies::settings::Value;
use strategies::{Choice, Report};

fn search(position: Qubic, limits: &Limits<Qubic>) -> Choice<Qubic> {
    let row = row::<Qubic>("alpha-beta");
    choose(row, &Played::new(position), limits, &settings(row.options))
}

/// Random positions of all ages: `count` with a win by at most four own moves that make threes, and as many without.
fn sharp_and_quiet(count: usize, seed: u64) -> Vec<(Qubic, Option<u32>)> {
    let mut random = random(seed);
    let mut found = [vec![], vec![]];
    while found.iter().any(|kind| kind.len() < count) {
        let stones = 4 + below(&mut random, 50);
        let position = random_position(&mut random, stones);
        let truth = win_by_threes(&position, 4);
        let kind = &mut found[usize::from(truth.is_some())];
        // Wins at once are no test.
        if kind.len() < count && truth != Some(1) {
            kind.push((position, truth));
        }
    }
    found.concat()
}

#[test]
fn finds_every_win_of_four_moves_by_threes_and_claims_no_false_one() {
    let mut claims = 0;
    for (position, truth) in sharp_and_quiet(500, 1) {
        let choice = search(position, &depth(2));
        let text = position.to_text();
        let best = choice.best().expect("a move");
        assert_lines(&position, &choice, true);
        match (choice.lines[0].score, truth) {
            (Score::Win { in_plies }, _) if in_plies > 9 => {}
            (Score::Win { in_plies }, truth) => {
                claims += u32::from(truth.is_none());
                assert!(truth.is_none_or(|plies| in_plies <= plies), "{text}: {in_plies}, not {truth:?}");
                assert!(loses_within(&position.after(best), in_plies - 1), "{text}: {in_plies}");
            }
            (score, Some(plies)) => panic!("{text}: {score:?}, but there is a win in {plies}"),
            (Score::Loss { in_plies }, None) if in_plies <= 6 => {
                claims += 1;
                assert!(loses_within(&position, in_plies), "{text}: lost in {in_plies}?");
            }
            (_, None) => assert!(!wins_within(&position, 3), "{text}: a win was overlooked"),
        }
    }
    assert!(claims > 0);
}

#[test]
fn agrees_with_exhaustive_search_when_few_cells_are_empty() {
    let mut random = random(2);
    let mut seen = [0; 3];
    for round in 0..120 {
        let stones = 54 + round % 4;
        let position = match round % 3 {
            0 => random_position(&mut random, stones),
            _ => balanced_position(&mut random, stones as u32),
        };
        let truth = match exact(&position, &mut HashMap::new()) {
            Some((true, in_plies)) => Score::Win { in_plies },
            Some((false, in_plies)) => Score::Loss { in_plies },
            None => Score::Draw,
        };
        seen[match truth {
            Score::Win { .. } => 0,
            Score::Loss { .. } => 1,
            _ => 2,
        }] += 1;
        let choice = search(position, &depth(64));
        assert_eq!(choice.lines[0].score, truth, "{}", position.to_text());
        assert_lines(&position, &choice, true);
        // What is said on the way must be true as well, if not yet exact.
        for limit in [1, 2, 5, 20, 100, 500] {
            let score = search(position, &nodes(limit)).lines[0].score;
            match (score, truth) {
                (Score::Win { in_plies }, Score::Win { in_plies: shortest }) => assert!(in_plies >= shortest),
                (Score::Loss { .. }, Score::Loss { .. }) | (Score::Draw, Score::Draw) => {}
                (Score::Heuristic(_), _) => {}
                (score, truth) => panic!("{}: {score:?}, not {truth:?}", position.to_text()),
            }
        }
        threads_and_ranks_agree(position, truth);
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

fn threads_and_ranks_agree(position: Qubic, truth: Score) {
    let row = row::<Qubic>("alpha-beta");
    let mut settings = settings(row.options);
    settings.set("Threads", Value::Integer(2));
    let game = Played::new(position);
    let choice = choose(row, &game, &depth(64), &settings);
    assert_eq!(choice.lines[0].score, truth, "{}", position.to_text());
    settings.set("Threads", Value::Integer(1));
    let limits = Limits { multi_pv: 64, ..depth(64) };
    let choice = choose(row, &game, &limits, &settings);
    assert_eq!(choice.lines.len(), game.legal_moves().len());
    for line in &choice.lines {
        let alone = Limits { only: vec![line.moves[0]], ..depth(64) };
        let alone = choose(row, &game, &alone, &settings);
        assert_eq!((line.score, line.moves[0]), (alone.lines[0].score, alone.lines[0].moves[0]));
    }
}

/// Estimates that are nothing but noise, and nothing else: the hardest case for windows, table and ordering.
#[derive(Clone)]
struct Noise;

fn noise(position: &Qubic) -> i32 {
    (position.key() >> 40) as i32 % 2_000 - 1_000
}

impl Guide<Qubic> for Noise {
    const MOVE_NUMBERS: usize = 64;

    fn start(&mut self, _game: &Played<Qubic>) {}

    fn evaluate(&self, position: &Qubic) -> i32 {
        noise(position)
    }

    fn move_number(&self, m: Cell) -> usize {
        m.index()
    }
}

/// Plain negamax: the value of a position at this depth, wins as 1,000,000 less the plies that they take.
fn negamax(position: &Qubic, depth: u32, ply: i32) -> i32 {
    match position.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(_)) => return ply - 1_000_000,
        None if depth == 0 => return noise(position),
        None => {}
    }
    position
        .moves()
        .into_iter()
        .map(|m| -negamax(&position.after(m), depth - 1, ply + 1))
        .max()
        .expect("a legal move")
}

fn number(score: Score) -> i32 {
    match score {
        Score::Win { in_plies } => 1_000_000 - in_plies as i32,
        Score::Loss { in_plies } => in_plies as i32 - 1_000_000,
        Score::Draw => 0,
        Score::Heuristic(value) => value,
    }
}

#[test]
fn scores_are_those_of_plain_negamax() {
    let mut random = random(3);
    for round in 0..60 {
        let (stones, depth) = [(54, 5), (52, 4), (48, 3), (30, 2), (8, 2), (58, 6)][round % 6];
        let position = random_position(&mut random, stones);
        let moves = position.moves();
        let mut truth: Vec<i32> = moves.iter().map(|&m| -negamax(&position.after(m), depth - 1, 1)).collect();
        truth.sort_unstable_by(|a, b| b.cmp(a));
        for (bytes, multi_pv, threads) in
            [(1, 1, 1), (1 << 20, 1, 1), (1 << 14, 3, 1), (1 << 20, 64, 1), (1 << 16, 2, 2)]
        {
            let parameters = Parameters { threads, forcing_plies: 0, reductions: false, force_nodes: 0 };
            let limits = Limits { depth: Some(depth), multi_pv, ..Limits::default() };
            let (game, table) = (Played::new(position), Table::new(bytes));
            let found = alpha_beta::search(
                &game,
                &limits,
                parameters,
                &Noise,
                &table,
                &Control::new(),
                &mut |_, _, _| {},
            )
            .expect("a result");
            let scores: Vec<i32> = found.lines.iter().map(|line| number(line.score)).collect();
            let wanted = multi_pv.min(moves.len());
            assert_eq!(scores, truth[..wanted], "{} depth {depth}, {threads} threads", position.to_text());
        }
    }
}

#[test]
fn one_thread_is_deterministic_and_stops_exactly_at_a_node_limit() {
    let mut random = random(4);
    for stones in [0, 5, 9, 16, 25] {
        let position = random_position(&mut random, stones);
        for limit in [1, 2, 3, 100, 511, 512, 513, 5_000, 20_000] {
            let [a, b] = [0; 2].map(|_| search(position, &nodes(limit)));
            assert_eq!((&a.lines, &a.reason, a.progress), (&b.lines, &b.reason, b.progress));
            let settled = !matches!(a.lines[0].score, Score::Heuristic(_));
            assert!(a.progress.nodes == limit || settled && a.progress.nodes < limit);
            assert_lines(&position, &a, true);
        }
    }
}

#[test]
fn a_strategy_that_has_searched_before_chooses_like_a_new_one() {
    let row = row::<Qubic>("alpha-beta");
    let settings = settings(row.options);
    let mut random = random(5);
    let mut old = Player::new(row);
    for stones in [3, 8, 12, 20] {
        let game = Played::new(random_position(&mut random, stones));
        let new = choose(row, &game, &nodes(3_000), &settings);
        let choice = old.choose(&game, &nodes(3_000));
        assert_eq!((choice.lines, choice.progress), (new.lines, new.progress));
    }
}

#[test]
fn a_stop_ends_the_search_with_a_legal_move() {
    let row = row::<Qubic>("alpha-beta");
    let settings = settings(row.options);
    let game = Played::new(Qubic::start(&()));
    // Before the search has begun: not a node is looked at.
    let control = Control::new();
    control.stop();
    let choice = choose_reporting(row, &game, &Limits::default(), &settings, &control, &mut |_| {});
    assert_eq!(choice.progress.nodes, 0);
    assert!(game.position().is_legal(choice.best().expect("a move")));
    // In the midst of it: within the nodes between two looks.
    let control = Control::new();
    let mut at = 0;
    let mut report = |report: Report<Qubic>| {
        if let Report::Line { progress, .. } = report
            && progress.depth == 4
            && at == 0
        {
            at = progress.nodes;
            control.stop();
        }
    };
    let choice = choose_reporting(row, &game, &Limits::default(), &settings, &control, &mut report);
    assert!(choice.progress.nodes <= at + 512, "stopped at {at}, ended at {}", choice.progress.nodes);
    assert_eq!(choice.lines.len(), 1);
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let mut random = random(6);
    let position = random_position(&mut random, 10);
    let only: Vec<Cell> = Cell::of_set(position.empty()).step_by(17).collect();
    let limits = Limits { only: only.clone(), multi_pv: 5, ..depth(2) };
    let choice = search(position, &limits);
    assert_eq!(choice.lines.len(), only.len().min(5));
    assert!(choice.lines.iter().all(|line| only.contains(&line.moves[0])));
}

#[test]
fn beats_random_with_both_colours() {
    beats_random(&(), &|| Player::new(row::<Qubic>("alpha-beta")), 500, 100);
}
