//! Best-first proof-number search against the definition: on games written down, on random graphs, and at the end of
//! Qubic games.

use crate::common::naive::exact;
use crate::common::toy::{Node, Toy};
use crate::common::{balanced_position, random, random_position};
use games::qubic::{Cell, Qubic};
use games::{Game, Outcome, Side};
use proptest::prelude::*;
use search::Control;
use search::control::TimeBudget;
use search::proof_number::graph::{Bounds, Graph, Sum, Verdict, search};
use search::proof_number::{Child, Expansion, Problem};
use std::collections::HashMap;
use std::time::Duration;

fn verdict(won: bool) -> Verdict {
    if won { Verdict::Proven } else { Verdict::Disproven }
}

/// Searches on so many threads, with so many more expansions at a time, until the root is decided.
fn decide<P>(graph: &mut Graph<P>, problem: &P, threads: usize, expansions: u64)
where
    P: Problem<Position: Send, Move: Send> + Send + Clone,
{
    let mut workers = vec![problem.clone(); threads];
    while graph.verdict() == Verdict::Unknown {
        let before = graph.expansions();
        let bounds = Bounds { expansions: before.saturating_add(expansions), ..Bounds::default() };
        let found = search(graph, &mut workers, &bounds, &Control::new(), &mut |_| true);
        assert_eq!(found, graph.verdict());
        // What is known decides a root, too, without another expansion.
        assert!(graph.expansions() > before || found != Verdict::Unknown);
        assert!(graph.expansions() < bounds.expansions.saturating_add(threads as u64));
    }
}

/// Every way of searching a toy comes to its value, also bit by bit, and every position on the way that is decided has its own.
fn toy_is_solved(toy: &Toy) {
    let values = toy.values();
    for sum in [Sum::Whole, Sum::Weak] {
        for (threads, expansions) in [(1, u64::MAX), (1, 1), (2, u64::MAX), (2, 3)] {
            let mut graph = Graph::new(toy, toy.start()).with_sum(sum);
            decide(&mut graph, toy, threads, expansions);
            assert_eq!(graph.verdict(), verdict(values[toy.root]), "{sum:?}, {threads} threads");
            for node in 0..graph.nodes() as u32 {
                let value = values[graph.position(node).node];
                match graph.numbers(node) {
                    (0, _) => assert!(value),
                    (_, 0) => assert!(!value),
                    _ => {}
                }
                assert!(graph.proving(node).all(|(step, _)| values[step]));
                if graph.numbers(node).0 == 0 && graph.attacker_moves(node) && graph.is_expanded(node) {
                    assert!(graph.proving(node).next().is_some());
                }
            }
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

/// The problem whether this side wins a game of Qubic, told by the rules alone.
#[derive(Clone)]
struct Plain(Side);

impl Problem for Plain {
    type Position = Qubic;
    type Move = Cell;

    fn attacker_moves(&self, position: &Qubic) -> bool {
        position.to_move() == self.0
    }

    fn expand(&mut self, position: &Qubic) -> Expansion<Qubic, Cell> {
        match position.outcome() {
            Some(outcome) if outcome == Outcome::Win(self.0) => return Expansion::Proven,
            Some(_) => return Expansion::Disproven,
            None => {}
        }
        let moves = position.moves();
        let child = |step| Child { step, position: position.after(step).canonical(), proof: 1, disproof: 1 };
        Expansion::Children(moves.into_iter().map(child).collect())
    }
}

#[test]
fn the_end_of_qubic_games() {
    let mut seen = [0; 2];
    for position in late_positions(60) {
        for attacker in [Side::First, Side::Second] {
            let truth = won(&position, attacker);
            seen[usize::from(truth)] += 1;
            for (threads, sum) in [(1, Sum::Whole), (1, Sum::Weak), (2, Sum::Whole), (2, Sum::Weak)] {
                let problem = Plain(attacker);
                let mut graph = Graph::new(&problem, position.canonical()).with_sum(sum);
                decide(&mut graph, &problem, threads, 1000);
                assert_eq!(graph.verdict(), verdict(truth), "{}: {attacker:?}", position.to_text());
                if threads == 1 {
                    let mut again = Graph::new(&problem, position.canonical()).with_sum(sum);
                    decide(&mut again, &problem, 1, u64::MAX);
                    assert_eq!(again.progress(), graph.progress(), "one thread repeats itself");
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
}

#[test]
fn a_search_ends_when_told() {
    let problem = Plain(Side::First);
    for (threads, by_clock) in [(1, false), (1, true), (2, false), (2, true)] {
        let control = Control::new();
        let mut workers = vec![problem.clone(); threads];
        let mut graph = Graph::new(&problem, Qubic::start(&()));
        let mut seen = 0;
        let found = search(&mut graph, &mut workers, &Bounds::default(), &control, &mut |graph| {
            assert!(graph.expansions() >= seen);
            seen = graph.expansions();
            let ends = seen >= 300;
            if ends && by_clock {
                control.start_clock(TimeBudget { optimum: Duration::ZERO, maximum: Duration::ZERO });
            }
            by_clock || !ends
        });
        assert_eq!(found, Verdict::Unknown);
        // What came after the end does not count.
        assert_eq!((seen, graph.expansions()), (300, 300));
    }
}
