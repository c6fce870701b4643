//! Best-first proof-number search against the definition: on random graphs, and at the end of Qubic games.

use crate::common::naive::exact;
use crate::common::{balanced_position, random, random_position};
use games::qubic::{Cell, Qubic};
use games::{Game, Outcome, Side};
use proptest::prelude::*;
use search::Control;
use search::control::TimeBudget;
use search::proof_number::graph::{Bounds, Graph, Sum, Verdict, search};
use search::proof_number::{Child, Expansion, INFINITE, Problem};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

#[derive(Clone, Debug)]
enum Node {
    /// Whether the attacker has won.
    End(bool),
    /// Whether the attacker moves, and where to: to later nodes.
    Moves(bool, Vec<usize>),
}

/// The problem whether the attacker wins a toy, which begins at its first node.
#[derive(Clone, Debug)]
struct Toy {
    nodes: Arc<[Node]>,
    /// So many different hashes do positions have.
    hashes: usize,
    /// Whether ends are known for what they are one move before.
    ahead: bool,
    /// Whether positions are guessed to be of different difficulty.
    uneven: bool,
}

/// A position: its number, and what it shows of it to a hasher.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Spot {
    node: usize,
    shown: usize,
}

impl Hash for Spot {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.shown);
    }
}

impl Toy {
    fn spot(&self, node: usize) -> Spot {
        Spot { node, shown: node % self.hashes }
    }

    /// Whether the attacker wins from each position, by the definition.
    fn values(&self) -> Vec<bool> {
        let mut values = vec![false; self.nodes.len()];
        for (place, node) in self.nodes.iter().enumerate().rev() {
            values[place] = match node {
                Node::End(won) => *won,
                Node::Moves(true, next) => next.iter().any(|&child| values[child]),
                Node::Moves(false, next) => next.iter().all(|&child| values[child]),
            };
        }
        values
    }
}

impl Problem for Toy {
    type Position = Spot;
    /// The number of the position it leads to.
    type Move = usize;

    fn attacker_moves(&self, position: &Spot) -> bool {
        matches!(self.nodes[position.node], Node::Moves(true, _))
    }

    fn expand(&mut self, position: &Spot) -> Expansion<Spot, usize> {
        match &self.nodes[position.node] {
            Node::End(true) => Expansion::Proven,
            Node::End(false) => Expansion::Disproven,
            Node::Moves(_, next) => Expansion::Children(
                next.iter()
                    .map(|&step| {
                        let (proof, disproof) = match &self.nodes[step] {
                            Node::End(true) if self.ahead => (0, INFINITE),
                            Node::End(false) if self.ahead => (INFINITE, 0),
                            _ if self.uneven => (1 + step as u32 * 7 % 5, 1 + step as u32 * 5 % 7),
                            _ => (1, 1),
                        };
                        Child { step, position: self.spot(step), proof, disproof }
                    })
                    .collect(),
            ),
        }
    }
}

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
            let mut graph = Graph::new(toy, toy.spot(0)).with_sum(sum);
            decide(&mut graph, toy, threads, expansions);
            assert_eq!(graph.verdict(), verdict(values[0]), "{sum:?}, {threads} threads");
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

/// A graph in which every position leads to later ones.
fn graph() -> impl Strategy<Value = Arc<[Node]>> {
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
        plan.into_iter().enumerate().map(node).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn random_graphs(nodes in graph(), ahead: bool, uneven: bool, hashes in 1..100_usize) {
        toy_is_solved(&Toy { nodes, hashes, ahead, uneven });
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
