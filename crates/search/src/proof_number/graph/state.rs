//! A graph as bytes, so that a search can be left and taken up again.
//!
//! Positions and moves are written by the caller's functions; numbers are little endian. A state is only as good as its
//! reader's problem: what was left out of the graph is not searched again.

use super::{Edge, Graph, Node, hash};
use crate::proof_number::Problem;
use std::fmt;
use std::io::{self, Read, Write};

/// Why a state cannot be read.
#[derive(Debug)]
pub enum StateError {
    /// The bytes end early or cannot be read.
    Read(io::Error),
    /// They do not describe a graph.
    Damaged,
    /// They describe the search of another question.
    Other,
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "the saved search cannot be read: {error}"),
            Self::Other => f.write_str("the saved search is of another position, attacker or last ply"),
            Self::Damaged => {
                f.write_str("the saved search is damaged: it does not describe a graph of positions")
            }
        }
    }
}

impl std::error::Error for StateError {}

impl From<io::Error> for StateError {
    fn from(error: io::Error) -> Self {
        Self::Read(error)
    }
}

impl<P: Problem> Graph<P> {
    /// Writes the graph.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save<const N: usize>(
        &self,
        out: &mut impl Write,
        position: impl Fn(&P::Position) -> [u8; N],
        step: impl Fn(P::Move) -> u16,
    ) -> io::Result<()> {
        for count in [self.nodes.len() as u64, self.edges.len() as u64, self.expansions] {
            out.write_all(&count.to_le_bytes())?;
        }
        for node in &self.nodes {
            out.write_all(&position(&node.position))?;
            for number in [node.proof, node.disproof, node.first_edge] {
                out.write_all(&number.to_le_bytes())?;
            }
            out.write_all(&node.edges.to_le_bytes())?;
            out.write_all(&[u8::from(node.expanded)])?;
        }
        for edge in &self.edges {
            out.write_all(&edge.to.to_le_bytes())?;
            out.write_all(&step(edge.step).to_le_bytes())?;
        }
        Ok(())
    }

    /// Reads a graph back.
    ///
    /// # Errors
    /// If the bytes end early, or are not a graph.
    pub fn load<const N: usize>(
        problem: &P,
        input: &mut impl Read,
        position: impl Fn([u8; N]) -> Option<P::Position>,
        step: impl Fn(u16) -> Option<P::Move>,
    ) -> Result<Self, StateError> {
        let (nodes, edges) = (u64::from_le_bytes(bytes(input)?), u64::from_le_bytes(bytes(input)?));
        let mut graph = Self::empty();
        graph.expansions = u64::from_le_bytes(bytes(input)?);
        for id in 0..nodes {
            let position = position(bytes(input)?).ok_or(StateError::Damaged)?;
            let mut number = || bytes(input).map(u32::from_le_bytes);
            let (proof, disproof, first_edge) = (number()?, number()?, number()?);
            let count = u16::from_le_bytes(bytes(input)?);
            let expanded = u8::from_le_bytes(bytes(input)?) == 1;
            if graph.find(&position).is_some() || u64::from(first_edge) + u64::from(count) > edges {
                return Err(StateError::Damaged);
            }
            let (attacker, easiest_first) =
                (problem.attacker_moves(&position), problem.easiest_first(&position));
            let all = &graph.nodes;
            graph.index.insert_unique(hash(&position), id as u32, |&id| hash(&all[id as usize].position));
            graph.nodes.push(Node {
                position,
                proof,
                disproof,
                first_edge,
                edges: count,
                expanded,
                attacker,
                easiest_first,
                busy: false,
            });
        }
        for _ in 0..edges {
            let to = u32::from_le_bytes(bytes(input)?);
            let step = step(u16::from_le_bytes(bytes(input)?)).ok_or(StateError::Damaged)?;
            if u64::from(to) >= nodes {
                return Err(StateError::Damaged);
            }
            graph.edges.push(Edge { step, to });
        }
        if graph.nodes.is_empty() { Err(StateError::Damaged) } else { Ok(graph) }
    }
}

fn bytes<const N: usize>(input: &mut impl Read) -> Result<[u8; N], StateError> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}
