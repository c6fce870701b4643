//! The search of one reply: small at first, larger and different each time it is tried again.

use super::super::{Attack, Moves, Tuning};
use super::Reply;
use crate::search::Control;
use crate::search::proof_number::graph::{Bounds, Graph, NodeId, Sum, Verdict, search};
use std::sync::{PoisonError, RwLock};

/// The searches that a part gets, one after the other; the last ones again and again.
const TRIES: [Try; 6] = [
    Try { expansions: 400, moves: 16, reply: 300, sum: Sum::Weak },
    Try { expansions: 1_600, moves: 24, reply: 1_000, sum: Sum::Weak },
    Try { expansions: 3_200, moves: 20, reply: 2_000, sum: Sum::Weak },
    Try { expansions: 4_800, moves: 32, reply: 1_000, sum: Sum::Whole },
    Try { expansions: 4_800, moves: 16, reply: 1_000, sum: Sum::Whole },
    Try { expansions: 4_800, moves: 40, reply: 2_000, sum: Sum::Weak },
];

/// A search of a part: as many expansions as take less than a minute.
#[derive(Clone, Copy, Debug)]
struct Try {
    expansions: u64,
    moves: usize,
    /// Positions of a threat search after a reply.
    reply: u64,
    sum: Sum,
}

impl Try {
    fn number(tries: u32) -> Self {
        let tries = tries as usize;
        TRIES.get(tries).copied().unwrap_or(TRIES[2 + tries % (TRIES.len() - 2)])
    }
}

/// How the search of a reply came out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Searched {
    /// Black wins.
    pub proven: bool,
    /// Something ended it before its own limit.
    pub stopped: bool,
    /// Positions expanded.
    pub expansions: u64,
    /// Positions that came up.
    pub positions: u64,
}

/// Searches a reply once.
pub fn search_one(
    worker: &mut Attack,
    reply: &Reply,
    tries: u32,
    size: usize,
    known: &RwLock<Moves>,
    bounds: Bounds,
    control: &Control,
) -> Searched {
    let Try { expansions, moves, reply: effort, sum } = Try::number(tries);
    let tuning = Tuning { moves, reply: effort, ..Tuning::default() };
    worker.set_tuning(tuning);
    if worker.wins_at(&reply.place, tuning.own) {
        return Searched { proven: true, positions: 1, ..Searched::default() };
    }
    let mut graph = Graph::new(worker, reply.place).with_sum(sum);
    let bounds = Bounds { expansions: expansions.min(bounds.expansions), ..bounds };
    let verdict = search(&mut graph, std::slice::from_mut(worker), &bounds, control, &mut |_| {});
    keep(&graph, size, known);
    Searched {
        proven: verdict == Verdict::Proven,
        stopped: verdict == Verdict::Unknown && graph.expansions() < expansions,
        expansions: graph.expansions(),
        positions: graph.nodes() as u64,
    }
}

/// Keeps what a graph has proven, whether its root is or not.
fn keep(graph: &Graph<Attack>, size: usize, known: &RwLock<Moves>) {
    let mut known = known.write().unwrap_or_else(PoisonError::into_inner);
    for node in 0..graph.nodes() as NodeId {
        if graph.numbers(node).0 != 0 || !graph.attacker_moves(node) || !graph.is_expanded(node) {
            continue;
        }
        if let Some((m, _)) = graph.proving(node).next() {
            let (class, symmetry) = graph.position(node).class(size);
            known.entry(class).or_insert_with(|| m.image(size, symmetry));
        }
    }
}
