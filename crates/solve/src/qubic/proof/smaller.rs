//! Making a proof smaller: fewer positions in which the winner has to know a move.
//!
//! Counting distinct positions, the smallest proof is not made of the smallest trees: a move that leads where another
//! branch leads too costs nothing. So this goes by trial: a position of the strategy is chosen at random, another of its
//! moves is proven if that takes little, and if with it the whole strategy has no more positions than before, it stays.

use super::Attack;
use super::solution::{Moves, has_choice};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::proof_number::graph::{Graph, NodeId, ROOT, Verdict};

/// A strategy being made smaller, in the graph that proves it.
pub struct Shrinking<'a> {
    graph: &'a mut Graph<Attack>,
    worker: &'a mut Attack,
    /// The node that the attacker moves to, for every proven node of his that has been looked at.
    chosen: Vec<Option<NodeId>>,
    /// The attacker's positions with a choice in the present strategy.
    strategy: Vec<NodeId>,
    /// When each node was last reached by a count.
    stamps: Vec<u32>,
    stamp: u32,
    random: ChaCha8Rng,
}

/// Expansions spent on proving one alternative.
const TRIAL: u32 = 400;

impl<'a> Shrinking<'a> {
    /// Begins with the strategy that [`super::solution::moves`] finds. `None` if the graph proves nothing.
    pub fn new(graph: &'a mut Graph<Attack>, worker: &'a mut Attack, seed: u64) -> Option<Self> {
        if graph.verdict() != Verdict::Proven {
            return None;
        }
        let chosen = super::solution::choices(graph);
        let random = ChaCha8Rng::seed_from_u64(seed);
        let mut shrinking =
            Self { graph, worker, chosen, strategy: Vec::new(), stamps: Vec::new(), stamp: 0, random };
        shrinking.strategy = shrinking.reached();
        Some(shrinking)
    }

    /// How many positions with a choice the strategy has.
    pub fn positions(&self) -> usize {
        self.strategy.len()
    }

    pub fn moves(&self) -> Moves {
        let step = |&node: &NodeId| {
            let to = self.chosen[node as usize]?;
            let (step, _) = self.graph.proving(node).find(|&(_, child)| child == to)?;
            Some((*self.graph.position(node), step))
        };
        self.strategy.iter().filter_map(step).collect()
    }

    /// Tries one change; whether the strategy has become smaller.
    pub fn attempt(&mut self) -> bool {
        if self.strategy.is_empty() {
            return false;
        }
        let node = self.strategy[self.random.random_range(0..self.strategy.len())];
        let present = self.chosen[node as usize];
        let others: Vec<_> =
            self.graph.children(node).map(|(_, to)| to).filter(|&to| Some(to) != present).collect();
        // Of a few at random the one that looks easiest.
        let Some(&other) = (0..3)
            .filter_map(|_| others.get(self.random.random_range(0..others.len().max(1))))
            .min_by_key(|&&to| self.graph.numbers(to).0)
        else {
            return false;
        };
        for _ in 0..TRIAL {
            let (proof, disproof) = self.graph.numbers(other);
            if proof == 0 || disproof == 0 {
                break;
            }
            self.graph.step_from(self.worker, other);
        }
        if self.graph.numbers(other).0 != 0 {
            return false;
        }
        self.chosen[node as usize] = Some(other);
        let before = self.strategy.len();
        let strategy = self.reached();
        if strategy.len() > before {
            self.chosen[node as usize] = present;
            return false;
        }
        self.strategy = strategy;
        self.strategy.len() < before
    }

    /// The attacker's positions with a choice that the present choices lead to.
    fn reached(&mut self) -> Vec<NodeId> {
        let nodes = self.graph.nodes();
        self.stamps.resize(nodes, 0);
        self.chosen.resize(nodes, None);
        self.stamp += 1;
        let mut found = Vec::new();
        let mut waiting = vec![ROOT];
        while let Some(node) = waiting.pop() {
            if std::mem::replace(&mut self.stamps[node as usize], self.stamp) == self.stamp {
                continue;
            }
            if !self.graph.attacker_moves(node) {
                waiting.extend(self.graph.children(node).map(|(_, to)| to));
                continue;
            }
            if has_choice(self.graph.position(node)) && self.graph.is_expanded(node) {
                found.push(node);
            }
            let graph = &*self.graph;
            // A move that leads to what is reached already costs nothing.
            let choice = *self.chosen[node as usize].get_or_insert_with(|| {
                let known = |to: NodeId| self.stamps[to as usize] == self.stamp;
                let by_cost = |&(_, to): &(_, NodeId)| (!known(to), graph.children(to).count());
                graph.proving(node).min_by_key(by_cost).map_or(node, |(_, to)| to)
            });
            waiting.push(choice);
        }
        found
    }
}
