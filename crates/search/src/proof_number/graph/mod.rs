//! Best-first proof-number search on an explicit graph: every position is one node, however many moves lead to it.
//!
//! A step goes from the root to the most-proving leaf, expands it, and brings the numbers up to date on the way back.
//! Numbers of nodes that the way did not touch are brought up to date when a step next passes them; a node once proven
//! or disproven stays so. Positions must not repeat along a line of play (stones are only added in Qubic and
//! Go-Moku): the graph has no cycles.

mod search;
mod state;

pub use search::{Bounds, Progress, Report, Verdict, progress, search};
pub use state::damaged;

use super::{Child, Expansion, INFINITE, Problem};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// The number of a node in its graph; the root is node 0.
pub type NodeId = u32;

/// The position that the search began with.
pub const ROOT: NodeId = 0;

#[derive(Clone, Debug)]
struct Node<P> {
    position: P,
    proof: u32,
    disproof: u32,
    first_edge: u32,
    edges: u16,
    expanded: bool,
    attacker: bool,
    /// See [`Problem::easiest_first`].
    easiest_first: bool,
    /// A thread is expanding it.
    busy: bool,
}

impl<P> Node<P> {
    const fn solved(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

#[derive(Clone, Copy, Debug)]
struct Edge<M> {
    step: M,
    to: NodeId,
}

/// The graph of a search.
#[derive(Debug)]
pub struct Graph<P: Problem> {
    nodes: Vec<Node<P::Position>>,
    edges: Vec<Edge<P::Move>>,
    /// Node numbers, found by the hash of their position.
    index: HashTable<NodeId>,
    path: Vec<NodeId>,
    expansions: u64,
    /// How the numbers of replies add up.
    sum: Sum,
}

/// Disproof numbers that differ by less than so many powers of two count as the same: a factor of sixteen has done best.
const TOLERANCE: u32 = 4;

/// A proof number grows by one part in so many with every move of the defender that lies above it: first numbers are too
/// small, the more so the further a proof still has to go. With its earlier first numbers Qubic's proof took a quarter fewer
/// expansions for it, with the present ones one part in fifty.
const DEEPER: u32 = 8;

/// How the proof numbers of the defender's replies, and the disproof numbers of the attacker's moves, add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sum {
    /// As their sum: every one of them is work of its own.
    Whole,
    /// As the greatest of them and one for each other: most of the work serves several of them at once, for the same moves
    /// answer many replies and the same positions come up again.
    Weak,
}

fn hash<T: std::hash::Hash>(position: &T) -> u64 {
    FxBuildHasher.hash_one(position)
}

impl<P: Problem> Graph<P> {
    /// The graph of one node.
    pub fn new(problem: &P, root: P::Position) -> Self {
        let mut graph = Self::empty();
        graph.node_of(problem, root, 1, 1);
        graph
    }

    fn empty() -> Self {
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            index: HashTable::new(),
            path: Vec::new(),
            expansions: 0,
            sum: Sum::Whole,
        }
    }

    /// With numbers that add up in another way.
    pub fn with_sum(self, sum: Sum) -> Self {
        Self { sum, ..self }
    }

    /// How many positions it holds.
    pub const fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// How many positions have been expanded.
    pub const fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Roughly the memory it takes, in bytes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<P::Position>>()
            + self.edges.capacity() * size_of::<Edge<P::Move>>()
            + self.index.capacity() * (size_of::<NodeId>() + 1)
    }

    /// Proof and disproof number of a node.
    pub fn numbers(&self, node: NodeId) -> (u32, u32) {
        let node = &self.nodes[node as usize];
        (node.proof, node.disproof)
    }

    /// Whether the root is decided, and how.
    pub fn verdict(&self) -> Verdict {
        match self.numbers(ROOT) {
            (0, _) => Verdict::Proven,
            (_, 0) => Verdict::Disproven,
            _ => Verdict::Unknown,
        }
    }

    /// The position of a node.
    pub fn position(&self, node: NodeId) -> &P::Position {
        &self.nodes[node as usize].position
    }

    /// Whether the attacker moves there.
    pub fn attacker_moves(&self, node: NodeId) -> bool {
        self.nodes[node as usize].attacker
    }

    /// Whether it is known what follows from a node.
    pub fn is_expanded(&self, node: NodeId) -> bool {
        self.nodes[node as usize].expanded
    }

    /// The node of a position, if the graph has it.
    pub fn find(&self, position: &P::Position) -> Option<NodeId> {
        self.index.find(hash(position), |&id| self.nodes[id as usize].position == *position).copied()
    }

    /// The moves of an expanded node and where they lead; none of a leaf.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = (P::Move, NodeId)> + '_ {
        self.edges_of(node).iter().map(|edge| (edge.step, edge.to))
    }

    /// The moves that lead from a proven node of the attacker to proven nodes.
    pub fn proving(&self, node: NodeId) -> impl Iterator<Item = (P::Move, NodeId)> + '_ {
        self.children(node).filter(|&(_, to)| self.nodes[to as usize].proof == 0)
    }

    fn edges_of(&self, node: NodeId) -> &[Edge<P::Move>] {
        let node = &self.nodes[node as usize];
        &self.edges[node.first_edge as usize..][..node.edges as usize]
    }

    fn node_of(&mut self, problem: &P, position: P::Position, proof: u32, disproof: u32) -> NodeId {
        if let Some(id) = self.find(&position) {
            let node = &mut self.nodes[id as usize];
            if (proof == 0 || disproof == 0) && !node.solved() {
                // Found out by the way, while its parent was expanded.
                (node.proof, node.disproof) = (proof, disproof);
                node.edges = 0;
                node.expanded = false;
            }
            return id;
        }
        self.add(problem, position, proof, disproof)
    }

    /// Puts in a leaf that the graph has not got.
    fn add(&mut self, problem: &P, position: P::Position, proof: u32, disproof: u32) -> NodeId {
        let id = self.nodes.len() as NodeId;
        let (attacker, easiest_first) = (problem.attacker_moves(&position), problem.easiest_first(&position));
        let nodes = &self.nodes;
        self.index.insert_unique(hash(&position), id, |&id| hash(&nodes[id as usize].position));
        self.nodes.push(Node {
            position,
            proof,
            disproof,
            first_edge: 0,
            edges: 0,
            expanded: false,
            attacker,
            easiest_first,
            busy: false,
        });
        id
    }

    /// One step: the most-proving leaf is expanded, and the numbers on the way are brought up to date.
    pub fn step(&mut self, problem: &mut P) {
        self.step_from(problem, ROOT);
    }

    /// One step of the search below this node, for its own sake: its parents' numbers stay as they are.
    pub fn step_from(&mut self, problem: &mut P, start: NodeId) {
        if let Some(leaf) = self.select(start) {
            let expansion = problem.expand(&self.nodes[leaf as usize].position);
            self.install(problem, leaf, expansion);
        }
        self.climb();
    }

    /// Goes down to the most-proving leaf below `start`, remembering the way. `None` if a node on it turned out to be
    /// solved.
    fn select(&mut self, start: NodeId) -> Option<NodeId> {
        let mut node = start;
        self.path.clear();
        loop {
            self.path.push(node);
            if !self.nodes[node as usize].expanded {
                return (!self.nodes[node as usize].solved()).then_some(node);
            }
            self.update(node);
            if self.nodes[node as usize].solved() {
                return None;
            }
            node = self.most_proving(node);
        }
    }

    /// Among the attacker's moves the one easiest to prove. Among the defender's, unless [`Problem::easiest_first`], one of those
    /// roughly easiest to disprove, and of these the hardest to prove: it shows soonest that the attack fails. (With disproof
    /// numbers compared exactly the search would go from one reply to the next all the time.)
    fn most_proving(&self, node: NodeId) -> NodeId {
        let Node { attacker, easiest_first, .. } = self.nodes[node as usize];
        let of_child = |edge: &&Edge<P::Move>| {
            let child = &self.nodes[edge.to as usize];
            match (attacker, child.proof) {
                (true, proof) => (proof, child.disproof),
                // Proven replies are done with.
                (false, 0) => (INFINITE, 0),
                (false, proof) if easiest_first => (proof.min(INFINITE - 1), child.disproof),
                (false, proof) => (child.disproof.checked_ilog2().unwrap_or(0) / TOLERANCE, INFINITE - proof),
            }
        };
        self.edges_of(node).iter().min_by_key(of_child).map_or(node, |edge| edge.to)
    }

    /// Puts what follows from a leaf into the graph.
    fn install(&mut self, problem: &P, leaf: NodeId, expansion: Expansion<P::Position, P::Move>) {
        self.expansions += 1;
        let numbers = match expansion {
            Expansion::Proven => (0, INFINITE),
            Expansion::Disproven => (INFINITE, 0),
            Expansion::Children(children) => {
                let first_edge = self.edges.len();
                for Child { step, position, proof, disproof } in children {
                    let to = self.node_of(problem, position, proof, disproof);
                    // Symmetric moves lead to one node.
                    if !self.edges[first_edge..].iter().any(|edge| edge.to == to) {
                        self.edges.push(Edge { step, to });
                    }
                }
                let edges = (self.edges.len() - first_edge) as u16;
                let node = &mut self.nodes[leaf as usize];
                (node.first_edge, node.edges, node.expanded) = (first_edge as u32, edges, true);
                return self.update(leaf);
            }
        };
        let node = &mut self.nodes[leaf as usize];
        (node.proof, node.disproof) = numbers;
    }

    /// Brings the numbers on the last way up to date, from its end.
    fn climb(&mut self) {
        for i in (0..self.path.len()).rev() {
            self.update(self.path[i]);
        }
    }

    fn update(&mut self, id: NodeId) {
        let node = &self.nodes[id as usize];
        if !node.expanded || node.solved() {
            return;
        }
        let attacker = node.attacker;
        let (mut least, mut sum, mut greatest, mut count) = (INFINITE, 0_u32, 0, 0_u32);
        for edge in self.edges_of(id) {
            let child = &self.nodes[edge.to as usize];
            let (one, all) =
                if attacker { (child.proof, child.disproof) } else { (child.disproof, child.proof) };
            least = least.min(one);
            sum = sum.saturating_add(all);
            greatest = greatest.max(all);
            count += u32::from(all > 0);
        }
        match self.sum {
            Sum::Whole if !attacker && sum < INFINITE => sum = sum.saturating_add(sum / DEEPER),
            Sum::Whole => {}
            Sum::Weak => sum = greatest.saturating_add(count.saturating_sub(1)),
        }
        // What is impossible for the one is certain for the other; a sum of large numbers stays possible.
        let (least, sum) = match (least, sum) {
            (0, _) => (0, INFINITE),
            (_, 0) => (INFINITE, 0),
            (least, sum) => (least.min(INFINITE - 1), sum.min(INFINITE - 1)),
        };
        let node = &mut self.nodes[id as usize];
        (node.proof, node.disproof) = if attacker { (least, sum) } else { (sum, least) };
    }
}
