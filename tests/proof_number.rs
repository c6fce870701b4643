//! Depth-first proof-number search against the definition: on games written down, on random graphs, and at the end of
//! Qubic games.

mod common;

use common::naive::exact;
use common::toy::{Node, Toy};
use common::{balanced_position, random, random_position};
use fourscore::game::qubic::{Cell, Qubic};
use fourscore::game::{Game, Outcome, Played, Side};
use fourscore::search::Control;
use fourscore::search::control::TimeBudget;
use fourscore::search::proof_number::depth_first::{
    Answer, Decision, Numbers, Parameters, Sum, Table, Verdict,
};
use fourscore::search::proof_number::plain::{Class, line_on_board};
use fourscore::search::proof_number::{DepthFirst, Plain, Problem};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// A table that forgets nearly everything at once.
const TINY: usize = 500;
/// One that holds all there is here.
const ROOMY: usize = 1 << 22;

/// One search on so many threads.
fn search<Q>(
    problem: &Q,
    root: &Q::Position,
    threads: usize,
    table: &Table<Q::Position>,
    parameters: Parameters,
) -> Answer<Q::Move>
where
    Q: Problem<Position: Send + Sync, Move: Send> + Send + Clone,
{
    let control = Control::new();
    let (mut problem, mut helpers) = (problem.clone(), vec![problem.clone(); threads - 1]);
    DepthFirst { problem: &mut problem, helpers: &mut helpers, table, control: &control, parameters }
        .search(root, &mut |_| {})
}

fn verdict(won: bool) -> Verdict {
    if won { Verdict::Proven } else { Verdict::Disproven }
}

fn ways_to_add() -> impl Iterator<Item = Parameters> {
    [(Sum::Every, 0.0), (Sum::Every, 0.25), (Sum::Weak, 0.25), (Sum::Weak, 3.0), (Sum::Every, f64::NAN)]
        .into_iter()
        .map(|(sum, widening)| Parameters { nodes: None, widening, sum })
}

/// Every way of searching a toy comes to its value, also bit by bit; every move named leads to where it should.
fn toy_is_solved(toy: &Toy) {
    let values = toy.values();
    let start = toy.start();
    let truth = verdict(values[start.node]);
    for (parameters, threads) in ways_to_add().flat_map(|parameters| [(parameters, 1), (parameters, 2)]) {
        for bytes in [TINY, ROOMY] {
            let table = Table::new(bytes);
            let answer = search(toy, &start, threads, &table, parameters);
            assert_eq!(answer.verdict, truth, "{parameters:?}, {threads} threads, {bytes} bytes");
            assert!(answer.line.iter().all(|&node| values[node] == values[start.node]), "{answer:?}");
            decisions_hold(toy, &values, &table, parameters);
        }
        let table = Table::new(ROOMY);
        let mut nodes = 1;
        loop {
            let answer =
                search(toy, &start, threads, &table, Parameters { nodes: Some(nodes), ..parameters });
            assert!(answer.nodes <= nodes);
            assert_eq!(answer.verdict, answer.numbers.verdict());
            if answer.verdict != Verdict::Unknown {
                assert_eq!(answer.verdict, truth);
                break;
            }
            nodes *= 2;
        }
    }
}

/// Wherever the side that gets its way has the choice, it is told a move that keeps it, and nothing elsewhere.
fn decisions_hold(
    toy: &Toy,
    values: &[bool],
    table: &Table<<Toy as Problem>::Position>,
    parameters: Parameters,
) {
    let (control, mut toy, expected) = (Control::new(), toy.clone(), values[toy.start().node]);
    let (mut open, mut seen) = (vec![toy.start()], HashSet::new());
    while let Some(spot) = open.pop() {
        if !seen.insert(spot.node) || toy.moves(spot.node).is_empty() {
            continue;
        }
        let ours = toy.attacker_moves(&spot) == expected;
        let mut problem = toy.clone();
        let mut search =
            DepthFirst { problem: &mut problem, helpers: &mut [], table, control: &control, parameters };
        let decision = search.decision(&spot);
        let fourscore::search::proof_number::Expansion::Children(children) = toy.expand(&spot) else {
            continue;
        };
        match decision {
            Decision::Move(step) => {
                assert!(ours && values[step] == expected);
                open.extend(
                    children.into_iter().find(|child| child.step == step).map(|child| child.position),
                );
            }
            Decision::None => {
                assert!(!ours);
                open.extend(children.into_iter().map(|child| child.position));
            }
            Decision::Evident => panic!("ends were left out"),
        }
    }
}

#[test]
fn toys_written_down() {
    let toys = [
        ("w", true),
        ("d", false),
        ("(l w)", true),
        ("(l d)", false),
        ("((w l) (w w))", true),
        ("((w l) (w d))", false),
        ("(((w l) (l d)) ((l w) (d w l)))", true),
        ("+(+(l +(l w)) -(w l))", true),
        ("-(w +(l d -(w w)))", true),
        // Shared positions: the same cheap-looking loss by many ways.
        ("((A=(B=+(w l) C=+(d l)) B) (B C) (A B C) (B B))", true),
        ("((A=(B=+(w l) C=+(d l)) C) (B C) (A B C))", false),
        ("(-(A=+(-(B=+(-(C=+(l w) C) l) B)) A) (A B C))", true),
    ];
    for (text, won) in toys {
        let toy = Toy::parse(text);
        assert_eq!(toy.values()[toy.start().node], won, "{text}");
        for (hashes, ahead, uneven) in
            [(usize::MAX, false, false), (usize::MAX, true, true), (1, false, true), (2, true, false)]
        {
            toy_is_solved(&Toy { hashes, ahead, uneven, ..toy.clone() });
        }
    }
}

#[test]
fn circles_end_the_search_and_make_no_claim_wrong() {
    let limits = Parameters { nodes: Some(100_000), ..Parameters::default() };
    for (text, truth) in [
        ("A=((A w) l)", Verdict::Unknown),
        ("A=(B=(A C=(B l w)) (C A))", Verdict::Unknown),
        ("A=((A w) (w B=+(l w)))", Verdict::Proven),
        ("A=((l A) l)", Verdict::Disproven),
        ("A=((A l) l)", Verdict::Disproven),
    ] {
        let toy = Toy::parse(text);
        for threads in [1, 2] {
            let answer = search(&toy, &toy.start(), threads, &Table::new(ROOMY), limits);
            assert!([truth, Verdict::Unknown].contains(&answer.verdict), "{text}: {answer:?}");
        }
    }
}

/// A tree as text.
fn tree() -> impl Strategy<Value = String> {
    let end = prop::sample::select(vec!["w", "l", "d"]).prop_map(str::to_owned);
    end.prop_recursive(6, 120, 4, |inner| {
        let moves = prop::collection::vec(inner, 1..=4);
        (prop::sample::select(vec!["", "", "", "+", "-"]), moves)
            .prop_map(|(sign, moves)| format!("{sign}({})", moves.join(" ")))
    })
}

/// A graph in which every position leads to later ones.
fn graph() -> impl Strategy<Value = Toy> {
    prop::collection::vec((0..5_u8, prop::collection::vec(any::<u16>(), 1..=5)), 1..=60).prop_map(|plan| {
        let count = plan.len();
        let node = |(i, (kind, picks)): (usize, (u8, Vec<u16>))| match kind {
            _ if i + 1 == count => Node::End(kind % 2 == 0),
            0 if i > count / 3 => Node::End(picks.len() % 2 == 0),
            _ => {
                let near = (count - i - 1).min(12);
                Node::Moves(kind % 2 == 0, picks.iter().map(|&p| i + 1 + p as usize % near).collect())
            }
        };
        Toy::new(plan.into_iter().enumerate().map(node).collect())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    #[test]
    fn random_trees(text in tree(), ahead: bool, uneven: bool) {
        toy_is_solved(&Toy { ahead, uneven, ..Toy::parse(&text) });
    }

    #[test]
    fn random_graphs(toy in graph(), ahead: bool, uneven: bool, hashes in 1..100_usize) {
        toy_is_solved(&Toy { ahead, uneven, hashes, ..toy });
    }
}

/// Positions with at most ten empty cells, from games at random and from games well defended.
fn late_positions(count: usize) -> Vec<Qubic> {
    let mut random = random(11);
    let make = |i: usize| match i % 2 {
        0 => random_position(&mut random, 54 + i % 7),
        _ => balanced_position(&mut random, 54 + i as u32 % 5),
    };
    (0..count).map(make).collect()
}

fn won(position: &Qubic, attacker: Side) -> bool {
    let value = exact(position, &mut HashMap::new());
    value.is_some_and(|(mover_wins, _)| mover_wins == (position.to_move() == attacker))
}

#[test]
fn the_end_of_qubic_games() {
    let mut seen = [0; 2];
    for position in late_positions(60) {
        let text = position.to_text();
        for attacker in [Side::First, Side::Second] {
            let truth = won(&position, attacker);
            seen[usize::from(truth)] += 1;
            let (problem, root) = (Plain::new(attacker), Class::of(&position));
            for (bytes, threads) in [(4_000, 1), (4_000, 2), (ROOMY, 1), (ROOMY, 2)] {
                for sum in [Sum::Every, Sum::Weak] {
                    let table = Table::new(bytes);
                    let parameters = Parameters { sum, ..Parameters::default() };
                    let answer = search(&problem, &root, threads, &table, parameters);
                    assert_eq!(answer.verdict, verdict(truth), "{text}: {attacker:?}, {bytes} bytes");
                    if bytes == ROOMY {
                        assert_eq!(table.forgotten(), 0);
                        line_shows_it(&position, &answer, attacker);
                    }
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
}

/// The line is played to the end of the game, and ends as the answer says.
fn line_shows_it(position: &Qubic, answer: &Answer<Cell>, attacker: Side) {
    let line = line_on_board(position, &answer.line);
    assert_eq!(line.len(), answer.line.len());
    let mut game = Played::new(*position);
    for m in line {
        game.play(m).expect("lines are legal");
    }
    let outcome = game.outcome().expect("the line goes to the end");
    assert_eq!(verdict(outcome == Outcome::Win(attacker)), answer.verdict);
}

/// Whether the attacker wins by the moves that he is told, against every defence.
fn wins_as_told(
    search: &mut DepthFirst<'_, Plain<Qubic>>,
    attacker: Side,
    position: &Qubic,
    won: &mut HashSet<Qubic>,
) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == Outcome::Win(attacker);
    }
    let class = Class::of(position);
    if !won.insert(*class.position()) {
        return true;
    }
    let mut moves = Vec::new();
    if position.to_move() == attacker {
        let Decision::Move(m) = search.decision(&class) else { return false };
        moves.push(m);
    } else {
        class.position().legal_moves(&mut moves);
    }
    moves.into_iter().all(|m| {
        let mut next = *class.position();
        next.play(m);
        wins_as_told(search, attacker, &next, won)
    })
}

#[test]
fn a_proof_can_be_played_when_most_of_it_has_been_forgotten() {
    let (mut proofs, mut forgotten) = (0, 0);
    for position in late_positions(60) {
        for attacker in [Side::First, Side::Second] {
            let (control, table, parameters) = (Control::new(), Table::new(TINY), Parameters::default());
            let mut problem = Plain::new(attacker);
            let mut search = DepthFirst {
                problem: &mut problem,
                helpers: &mut [],
                table: &table,
                control: &control,
                parameters,
            };
            if search.search(&Class::of(&position), &mut |_| {}).verdict == Verdict::Proven {
                proofs += 1;
                forgotten += table.forgotten();
                assert!(wins_as_told(&mut search, attacker, &position, &mut HashSet::new()));
            }
        }
    }
    assert!(proofs > 10 && forgotten > 100, "{proofs} proofs, {forgotten} forgotten");
}

#[test]
fn interrupted_searches_go_on_and_one_thread_repeats_itself() {
    for position in late_positions(12) {
        let (problem, root) = (Plain::new(Side::First), Class::of(&position));
        let truth = verdict(won(&position, Side::First));
        let whole = Table::new(20_000);
        let answer = search(&problem, &root, 1, &whole, Parameters::default());
        let again = Table::new(20_000);
        assert_eq!(search(&problem, &root, 1, &again, Parameters::default()), answer);
        assert_eq!((again.entries(), again.forgotten()), (whole.entries(), whole.forgotten()));
        for threads in [1, 2] {
            let table = Table::new(ROOMY);
            let parameters = Parameters { nodes: Some(40), ..Parameters::default() };
            let mut total = 0;
            let last = loop {
                let answer = search(&problem, &root, threads, &table, parameters);
                assert!(answer.nodes <= 40);
                total += answer.nodes;
                if answer.verdict != Verdict::Unknown {
                    break answer;
                }
                assert!(!answer.numbers.is_solved() && !answer.line.is_empty());
                assert!(total < 3_000_000, "no progress");
            };
            assert_eq!(last.verdict, truth);
            // Asked once more it knows at once.
            let known = search(&problem, &root, threads, &table, parameters);
            assert_eq!((known.verdict, known.nodes), (truth, 0));
        }
    }
}

#[test]
fn a_search_ends_when_told() {
    let root = Class::of(&Qubic::start(&()));
    let table = Table::new(1 << 20);
    for threads in 0..3 {
        let budget = TimeBudget { optimum: Duration::ZERO, maximum: Duration::from_millis(50) };
        let control = Control::with_budget(budget);
        let mut helpers = vec![Plain::new(Side::First); threads];
        let started = Instant::now();
        let mut seen = 0;
        let mut search = DepthFirst {
            problem: &mut Plain::new(Side::First),
            helpers: &mut helpers,
            table: &table,
            control: &control,
            parameters: Parameters::default(),
        };
        let answer = search.search(&root, &mut |snapshot| {
            assert!(snapshot.nodes > seen);
            seen = snapshot.nodes;
        });
        assert_eq!(answer.verdict, Verdict::Unknown);
        assert!(answer.nodes >= seen && !answer.line.is_empty());
        assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
        control.stop();
        let stopped = search.search(&root, &mut |_| {});
        assert_eq!((stopped.verdict, stopped.nodes), (Verdict::Unknown, 0));
        assert_eq!(stopped.numbers, table.known(&root).map_or(Numbers::new(1, 1), |known| known.numbers));
    }
}
