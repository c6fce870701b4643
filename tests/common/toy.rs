//! Games small enough to be written down, for testing proofs: a tree, or a graph with shared positions, as text.
//!
//! `w`, `l` and `d` are ends: won by the attacker, lost, drawn. `(l (w d) w)` is a position with three moves. The
//! attacker moves in the first, then sides alternate unless a sign says otherwise: `+(..)` is the attacker's, `-(..)`
//! the defender's. A capital letter names a position, also one that has not ended yet, and stands for it afterwards:
//! `(A=(w l) -(A d))`.

use search::proof_number::{Child, Expansion, INFINITE, Problem};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// Whether the attacker has won.
    End(bool),
    /// Whether the attacker moves, and where to.
    Moves(bool, Vec<usize>),
}

/// The problem whether the attacker wins a toy.
#[derive(Clone, Debug)]
pub(crate) struct Toy {
    pub(crate) nodes: Arc<[Node]>,
    pub(crate) root: usize,
    /// So many different hashes do positions have.
    pub(crate) hashes: usize,
    /// Whether ends are known for what they are one move before.
    pub(crate) ahead: bool,
    /// Whether positions are guessed to be of different difficulty.
    pub(crate) uneven: bool,
}

/// A position: its number, and what it shows of it to a hasher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) node: usize,
    shown: usize,
}

impl Hash for Spot {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.shown);
    }
}

impl Toy {
    /// The first node is where the game starts.
    pub(crate) fn new(nodes: Vec<Node>) -> Self {
        Self { nodes: nodes.into(), root: 0, hashes: usize::MAX, ahead: false, uneven: false }
    }

    pub(crate) fn parse(text: &str) -> Self {
        let mut reader = Reader { rest: text.trim_start(), nodes: Vec::new(), names: HashMap::new() };
        let root = reader.node(true);
        assert!(reader.rest.is_empty(), "after the game: {}", reader.rest);
        Self { root, ..Self::new(reader.nodes) }
    }

    pub(crate) fn start(&self) -> Spot {
        self.spot(self.root)
    }

    fn spot(&self, node: usize) -> Spot {
        Spot { node, shown: node % self.hashes }
    }

    /// The moves of a position.
    pub(crate) fn moves(&self, node: usize) -> &[usize] {
        match &self.nodes[node] {
            Node::End(_) => &[],
            Node::Moves(_, next) => next,
        }
    }

    /// Whether the attacker wins from each position, by the definition; there must be no cycles.
    pub(crate) fn values(&self) -> Vec<bool> {
        let mut values = vec![None; self.nodes.len()];
        (0..self.nodes.len()).map(|node| self.value(node, &mut values)).collect()
    }

    fn value(&self, node: usize, values: &mut [Option<bool>]) -> bool {
        if let Some(value) = values[node] {
            return value;
        }
        let value = match &self.nodes[node] {
            Node::End(won) => *won,
            Node::Moves(true, next) => next.iter().any(|&child| self.value(child, values)),
            Node::Moves(false, next) => next.iter().all(|&child| self.value(child, values)),
        };
        values[node] = Some(value);
        value
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

struct Reader<'t> {
    rest: &'t str,
    nodes: Vec<Node>,
    names: HashMap<char, usize>,
}

impl Reader<'_> {
    fn take(&mut self) -> char {
        let next = self.rest.chars().next().expect("the text ends too early");
        self.rest = self.rest[next.len_utf8()..].trim_start();
        next
    }

    fn node(&mut self, attacker_moves: bool) -> usize {
        let index = self.nodes.len();
        let node = match self.take() {
            'w' => Node::End(true),
            'l' | 'd' => Node::End(false),
            '(' => return self.moves(attacker_moves),
            '+' | '-' if !self.rest.starts_with('(') => panic!("a sign without a position"),
            '+' => return self.signed(true),
            '-' => return self.signed(false),
            name @ 'A'..='Z' if self.rest.starts_with('=') => {
                self.take();
                self.names.insert(name, index);
                return self.node(attacker_moves);
            }
            name @ 'A'..='Z' => return self.names[&name],
            other => panic!("{other} means nothing"),
        };
        self.nodes.push(node);
        index
    }

    fn signed(&mut self, attacker_moves: bool) -> usize {
        self.take();
        self.moves(attacker_moves)
    }

    fn moves(&mut self, attacker_moves: bool) -> usize {
        let index = self.nodes.len();
        // The place is taken before what follows, so that a name reaches back.
        self.nodes.push(Node::End(false));
        let mut next = Vec::new();
        while !self.rest.starts_with(')') {
            next.push(self.node(!attacker_moves));
        }
        self.take();
        self.nodes[index] = Node::Moves(attacker_moves, next);
        index
    }
}
