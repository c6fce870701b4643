//! The winner's strategy, read off a graph in which he is proven to win.
//!
//! It holds a move for every position in which he has a choice. What is forced is left out: a line that can be
//! completed, a three of the defender that must be blocked, and positions that are won by threes at once.

use super::Attack;
use games::qubic::lines::fourth_cells;
use games::qubic::{Cell, Qubic};
use search::proof_number::graph::{Graph, NodeId, ROOT, Verdict};
use std::collections::HashMap;

/// The moves of a proof: canonical positions with the attacker to move, and his move in each.
pub type Moves = HashMap<Qubic, Cell>;

/// The attacker's moves in the graph's proof of its root, one for each position that they lead to. `None` if the root is
/// not proven.
///
/// Where several moves are proven it takes the one whose own proof looks smallest.
pub fn moves(graph: &Graph<Attack>) -> Option<Moves> {
    (graph.verdict() == Verdict::Proven).then(|| Extraction::new(graph).moves())
}

/// For every proven node of the attacker below the root, the proven node that [`moves`] goes to.
pub(crate) fn choices(graph: &Graph<Attack>) -> Vec<Option<NodeId>> {
    let mut extraction = Extraction::new(graph);
    extraction.size(ROOT);
    (0..graph.nodes() as NodeId)
        .map(|node| {
            if extraction.sizes[node as usize] == 0 || !graph.attacker_moves(node) {
                return None;
            }
            graph.proving(node).min_by_key(|&(_, to)| extraction.size(to)).map(|(_, to)| to)
        })
        .collect()
}

struct Extraction<'a> {
    graph: &'a Graph<Attack>,
    /// Positions with a choice under each proven node, were it a tree; 0 for 'not counted yet'.
    sizes: Vec<u32>,
}

impl<'a> Extraction<'a> {
    fn new(graph: &'a Graph<Attack>) -> Self {
        Self { graph, sizes: vec![0; graph.nodes()] }
    }

    /// Positions with a choice below a proven node, itself included, positions that are reached twice counted twice;
    /// one more than that, so that 0 is free.
    fn size(&mut self, node: NodeId) -> u32 {
        if self.sizes[node as usize] != 0 {
            return self.sizes[node as usize];
        }
        let graph = self.graph;
        let size = if graph.attacker_moves(node) {
            let best = graph.proving(node).map(|(_, to)| self.size(to)).min();
            best.unwrap_or(1).saturating_add(u32::from(has_choice(graph.position(node))))
        } else {
            graph.children(node).fold(1, |sum: u32, (_, to)| sum.saturating_add(self.size(to) - 1))
        };
        self.sizes[node as usize] = size;
        size
    }

    fn moves(mut self) -> Moves {
        let graph = self.graph;
        let mut moves = Moves::new();
        let mut seen = vec![false; graph.nodes()];
        let mut waiting = vec![ROOT];
        while let Some(node) = waiting.pop() {
            if std::mem::replace(&mut seen[node as usize], true) {
                continue;
            }
            if graph.attacker_moves(node) {
                if let Some((step, to)) = graph.proving(node).min_by_key(|&(_, to)| self.size(to)) {
                    if has_choice(graph.position(node)) {
                        moves.insert(*graph.position(node), step);
                    }
                    waiting.push(to);
                }
            } else {
                waiting.extend(graph.children(node).map(|(_, to)| to));
            }
        }
        moves
    }
}

/// Whether the side to move need not block a three, and has no line to complete.
pub(crate) fn has_choice(position: &Qubic) -> bool {
    let (own, other) = position.own_and_other();
    (fourth_cells(own) | fourth_cells(other)) & position.empty() == 0
}
