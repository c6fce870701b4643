//! Proofs of Qubic positions against a search that tries everything.

use super::super::slow::{random_positions, wins_by};
use super::refutation::Refutation;
use super::solver::{Answer, Question, Solver, SolverLimits};
use super::*;
use crate::qubic::forced_win::ANY_LENGTH;
use games::Outcome;
use search::Control;
use std::collections::HashMap;

mod classes;

/// The value for the side to move: 1 won, 0 drawn, -1 lost; every move is tried.
fn value(position: &Qubic, known: &mut HashMap<Qubic, i8>) -> i8 {
    match position.outcome() {
        Some(Outcome::Win(side)) => return if side == position.to_move() { 1 } else { -1 },
        Some(Outcome::Draw) => return 0,
        None => {}
    }
    if let Some(&value) = known.get(position) {
        return value;
    }
    let mut best = -1;
    for m in Cell::of_set(position.empty()) {
        let next = position.after(m);
        best = best.max(-value(&next, known));
        if best == 1 {
            break;
        }
    }
    known.insert(*position, best);
    best
}

fn run(solver: &mut Solver, expansions: u64) -> Answer {
    let limits = SolverLimits { expansions, ..SolverLimits::default() };
    solver.run(&limits, &Control::new(), &mut |_, _| {}, &mut |_| {})
}

fn solve(position: Qubic, threads: usize) -> Answer {
    run(&mut Solver::new(&Question::value_of(position), threads), u64::MAX)
}

#[test]
fn late_positions_have_the_value_that_an_exhaustive_search_finds() {
    let mut seen = [0; 3];
    for position in random_positions(1, 52..61, 300, true) {
        let value = value(&position, &mut HashMap::new());
        seen[(value + 1) as usize] += 1;
        let expected = match value {
            0 => Outcome::Draw,
            1 => Outcome::Win(position.to_move()),
            _ => Outcome::Win(position.to_move().other()),
        };
        assert_eq!(solve(position, 1), Answer::Value(expected), "{}", position.to_text());
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
}

#[test]
fn shortest_wins_of_late_positions_are_those_that_an_exhaustive_search_finds() {
    let (mut yes, mut no) = (0, 0);
    for position in random_positions(2, 51..57, 150, true) {
        for attacker in [Side::First, Side::Second] {
            for plies in 1..=6 {
                let last_ply = position.ply() + plies;
                let expected = wins_by(&position, attacker, last_ply);
                let question = Question { position, attacker: Some(attacker), last_ply };
                let found = match run(&mut Solver::new(&question, 1), u64::MAX) {
                    Answer::Value(outcome) => outcome == Outcome::Win(attacker),
                    Answer::NoWin(_) => false,
                    Answer::Unknown => panic!("{}: undecided", position.to_text()),
                };
                assert_eq!(found, expected, "{} {attacker:?} in {plies}", position.to_text());
                *(if expected { &mut yes } else { &mut no }) += 1;
            }
        }
    }
    assert!(yes > 50 && no > 50, "{yes} {no}");
}

/// Like [`wins_by`], but a forced win is looked up and fewer than five plies hold no other: for positions with more empty cells.
fn wins_within(field: &Field, left: u32, forced: &mut ForcedWins) -> bool {
    forced.find(field, Effort::COMPLETE, left).is_some()
        || left >= 5
            && cells(field.empty()).any(|cell| {
                let after = field.with_own(cell);
                after.threats().is_empty()
                    && cells(after.empty())
                        .all(|reply| wins_within(&after.with_other(reply), left - 2, forced))
            })
}

#[test]
fn wins_in_time_are_those_that_an_exhaustive_search_finds() {
    let (mut in_time, mut forced) = (InTime::default(), ForcedWins::default());
    let mut wins = |position: &Qubic, left| match left {
        5 => wins_by(position, position.to_move(), position.ply() + 5),
        left => wins_within(&Field::of(position), left, &mut forced),
    };
    for (seed, stones, count, left, most) in
        [(4, 12..30, 3_000, 5, 30), (5, 12..30, 3_000, 7, 20), (6, 20..34, 9_000, 9, 5)]
    {
        let (mut yes, mut no) = (0, 0);
        for position in random_positions(seed, stones, count, true) {
            let field = Field::of(&position);
            if ForcedWins::default().find(&field, Effort::COMPLETE, left).is_some() {
                continue;
            }
            let found = in_time.win(&field, left).and_then(Cell::new);
            let seen = if found.is_some() { &mut yes } else { &mut no };
            *seen += 1;
            if *seen <= most {
                assert_eq!(found.is_some(), wins(&position, left), "{} in {left}", position.to_text());
            }
            if let Some(after) = found.filter(|_| *seen <= most).map(|first| position.after(first)) {
                let mut replies = Cell::of_set(after.empty()).map(|reply| after.after(reply));
                assert!(replies.all(|next| wins(&next, left - 2)), "{}", position.to_text());
            }
        }
        assert!(yes > 2 && no >= most, "{left}: {yes} {no}");
    }
}

#[test]
fn wins_in_time_under_a_threat_are_those_that_an_exhaustive_search_finds() {
    let (mut in_time, mut forced) = (InTime::default(), ForcedWins::default());
    for (seed, left, count) in [(8, 5, 300), (9, 7, 30)] {
        let (mut yes, mut no) = (0, 0);
        for position in random_positions(seed, 12..30, count, true) {
            let field = Field::of(&position);
            if !field.threats().is_empty() {
                continue;
            }
            // With one stone more each the attacker may have two threes to make, and the defender has one to be met.
            for (extra, cell) in cells(field.empty()).flat_map(|extra| {
                let twos = field.with_own(extra).their_open_twos();
                cells(field.empty_cells(twos) & !(1 << extra)).map(move |cell| (extra, cell))
            }) {
                let field = field.with_own(extra).with_other(cell);
                let over = !field.open_threes().is_empty() || field.moves() == 0;
                if over || forced.find(&field, Effort::COMPLETE, left).is_some() {
                    continue;
                }
                let found = in_time.win(&field, left).is_some();
                let expected = wins_within(&field, left, &mut forced);
                assert_eq!(found, expected, "{} with {extra} and {cell} in {left}", position.to_text());
                *(if found { &mut yes } else { &mut no }) += 1;
            }
        }
        assert!(yes > 0 && no > 100, "{left}: {yes} {no}");
    }
}

#[test]
fn hidden_threats_are_those_of_a_search_after_every_quiet_move() {
    let (mut in_time, mut forced) = (InTime::default(), ForcedWins::default());
    let (mut threats, mut all, mut quiet) = (0, 0, 0);
    for position in random_positions(10, 6..34, 6_000, true) {
        let field = Field::of(&position);
        if !field.threats().is_empty() || forced.find(&field, Effort::COMPLETE, 7).is_some() {
            continue;
        }
        let found = in_time.hidden_threats(&field);
        let moves = field.empty() & !field.empty_cells(field.open_twos());
        for cell in cells(moves) {
            let is_threat = forced.find(&field.with_own(cell), Effort::COMPLETE, 5).is_some();
            let listed = found >> cell & 1 == 1;
            assert!(listed || !is_threat, "{} {cell}", position.to_text());
            (threats, all, quiet) = (threats + u32::from(is_threat), all + u32::from(listed), quiet + 1);
        }
    }
    assert!(threats > 5_000 && all * 10 < threats * 11 && quiet > 2 * all, "{threats} of {all} of {quiet}");
}

#[test]
fn a_search_of_too_few_nodes_leaves_nothing_false_behind() {
    let (mut often, mut ended) = (InTime::default(), 0);
    for position in random_positions(11, 12..30, 200, true) {
        let field = Field::of(&position);
        let expected = InTime::default().win(&field, 9).is_some();
        let mut nodes = 50;
        loop {
            often.set_nodes_left(nodes);
            let found = often.win(&field, 9).is_some();
            if found || !often.exhausted() {
                assert_eq!(found, expected, "{} after {nodes}", position.to_text());
                break;
            }
            (nodes, ended) = (nodes * 2, ended + 1);
        }
    }
    assert!(ended > 100, "{ended}");
}

#[test]
fn the_block_of_a_three_wins_where_two_crossings_wait() {
    let position = Qubic::from_text(&(), "1ox6x4ox1o4x1x1oo10x7xo1oox5x2o").expect("a position");
    assert_eq!(InTime::default().win(&Field::of(&position), 5), Some(33));
}

/// What this many threads find.
fn refutes(position: Qubic, attacker: Side, last_ply: u32, threads: usize) -> Option<bool> {
    let question = Question { attacker: Some(attacker), last_ply, ..Question::value_of(position) };
    Refutation::new(&question, attacker).run(threads, &Control::new(), &mut |_| {}).map(|won| !won)
}

#[test]
fn a_refutation_says_the_same_as_the_search_for_a_win() {
    let (mut yes, mut no) = (0, 0);
    for position in random_positions(7, 20..34, 30, true) {
        for (attacker, plies) in
            [Side::First, Side::Second].into_iter().flat_map(|s| [5, 7, 9, 11].map(|p| (s, p)))
        {
            let last_ply = position.ply() + plies;
            let question = Question { position, attacker: Some(attacker), last_ply };
            let won = run(&mut Solver::new(&question, 1), 20_000);
            let refuted = refutes(position, attacker, last_ply, 1);
            assert_eq!(refuted, refutes(position, attacker, last_ply, 2));
            assert!(
                won == Answer::Unknown || refuted == Some(matches!(won, Answer::NoWin(_))),
                "{} {attacker:?} {plies}: {won:?} {refuted:?}",
                position.to_text()
            );
            *(if refuted == Some(true) { &mut no } else { &mut yes }) += 1;
        }
    }
    assert!(yes > 20 && no > 20, "{yes} {no}");
}

#[test]
fn the_first_player_cannot_win_by_ply_15() {
    assert_eq!(refutes(Qubic::start(&()), Side::First, 15, 1), Some(true));
    // The next ply is not his.
    assert_eq!(refutes(Qubic::start(&()), Side::First, 16, 2), Some(true));
}

#[test]
fn a_game_that_is_won_is_not_refuted() {
    let over = Qubic::from_text(&(), "xxxxooo").expect("a position");
    assert_eq!(refutes(over, Side::First, 20, 1), Some(false));
    assert_eq!(refutes(over, Side::Second, 20, 1), Some(true));
}

#[test]
fn a_refutation_taken_up_ends_sooner_and_says_the_same() {
    let position = Qubic::from_text(&(), "x62o").expect("a position");
    let question = Question { attacker: Some(Side::First), last_ply: 19, ..Question::value_of(position) };
    let nodes_with = |known: &[(Qubic, u8)]| {
        let refutation = Refutation::new(&question, Side::First);
        refutation.take_up(known.iter().copied());
        assert_eq!(refutation.run(1, &Control::new(), &mut |_| {}), Some(false));
        (refutation.standing().nodes, refutation.kept())
    };
    let (whole, kept) = nodes_with(&[]);
    assert!(kept.len() > 3, "{}", kept.len());
    // Half of it says the same, too; whether sooner is chance.
    nodes_with(&kept[..kept.len() / 2]);
    assert!(nodes_with(&kept).0 < whole / 4);
    let stopped = Control::new();
    stopped.stop();
    assert_eq!(Refutation::new(&question, Side::First).run(2, &stopped, &mut |_| {}), None);
}

#[test]
fn two_threads_find_the_same_values_as_one() {
    for position in random_positions(3, 41..51, 40, true) {
        assert_eq!(solve(position, 2), solve(position, 1), "{}", position.to_text());
    }
}

#[test]
fn a_walk_measures_the_strategy_and_notices_when_it_fails() {
    let position = Qubic::from_text(&(), "x19o").expect("a position");
    let mut solver =
        Solver::new(&Question { attacker: Some(Side::First), ..Question::value_of(position) }, 1);
    assert_eq!(run(&mut solver, u64::MAX), Answer::Value(Outcome::Win(Side::First)));
    let moves = solver.moves().expect("proven");
    let lengths = walk::lengths(&position, Side::First, &moves).expect("it wins every game");
    assert_eq!(lengths.entries.len(), moves.len(), "no move that cannot be reached");
    assert_eq!(lengths.longest, lengths.entries[&position.canonical()].1);
    assert_eq!(lengths.longest % 2, 1);
    let mut missing: Vec<_> = moves.keys().copied().collect();
    missing.sort_by_key(Qubic::own_and_other);
    missing.truncate(30);
    let mut needed = 0;
    for missing in missing {
        let mut fewer = moves.clone();
        fewer.remove(&missing);
        // The proof has looked for forced wins quickly, the walk looks thoroughly: it may do without a move.
        let forced = ForcedWins::default().find(&Field::of(&missing), Effort::COMPLETE, ANY_LENGTH).is_some();
        assert_eq!(walk::lengths(&position, Side::First, &fewer).is_err(), !forced, "{}", missing.to_text());
        needed += usize::from(!forced);
    }
    assert!(needed >= 20, "{needed}");
    assert!(walk::lengths(&position, Side::Second, &moves).is_err());
}

#[test]
fn a_forced_win_that_is_hard_to_find_is_written_down() {
    // Its shortest sequence of threes takes more than the walk looks for.
    let position = Qubic::from_text(&(), "o2x6x1x3x4xo2oo4x2x2oo1x1o").unwrap();
    let lengths = walk::lengths(&position, Side::Second, &HashMap::new()).expect("a forced win");
    let (m, plies) = lengths.entries[&position.canonical()];
    assert!(position.canonical().is_legal(m) && plies == lengths.longest, "{lengths:?}");
}
