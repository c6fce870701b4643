//! A graph as bytes, so that a search can be left and taken up again.
//!
//! Positions and moves are written by the caller's functions; numbers are little endian. A state is only as good as its
//! reader's problem: what was left out of the graph is not searched again.

use super::{Edge, Graph};
use crate::proof_number::Problem;
use std::io::{self, ErrorKind, Read, Write};

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
    /// If the bytes end early, cannot be read, or are not a graph ([`damaged`]).
    pub fn load<const N: usize>(
        problem: &P,
        input: &mut impl Read,
        position: impl Fn([u8; N]) -> Option<P::Position>,
        step: impl Fn(u16) -> Option<P::Move>,
    ) -> io::Result<Self> {
        let (nodes, edges) = (u64::from_le_bytes(bytes(input)?), u64::from_le_bytes(bytes(input)?));
        let mut graph = Self::empty();
        graph.expansions = u64::from_le_bytes(bytes(input)?);
        for _ in 0..nodes {
            let position = position(bytes(input)?).ok_or_else(damaged)?;
            let mut number = || bytes(input).map(u32::from_le_bytes);
            let (proof, disproof, first_edge) = (number()?, number()?, number()?);
            let count = u16::from_le_bytes(bytes(input)?);
            let expanded = u8::from_le_bytes(bytes(input)?) == 1;
            if graph.find(&position).is_some() || u64::from(first_edge) + u64::from(count) > edges {
                return Err(damaged());
            }
            let id = graph.add(problem, position, proof, disproof);
            let node = &mut graph.nodes[id as usize];
            (node.first_edge, node.edges, node.expanded) = (first_edge, count, expanded);
        }
        for _ in 0..edges {
            let to = u32::from_le_bytes(bytes(input)?);
            let step = step(u16::from_le_bytes(bytes(input)?)).ok_or_else(damaged)?;
            if u64::from(to) >= nodes {
                return Err(damaged());
            }
            graph.edges.push(Edge { step, to });
        }
        if graph.nodes.is_empty() { Err(damaged()) } else { Ok(graph) }
    }
}

/// What is said of bytes that do not describe a graph.
pub fn damaged() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "it is damaged and does not describe a graph of positions")
}

fn bytes<const N: usize>(input: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}
