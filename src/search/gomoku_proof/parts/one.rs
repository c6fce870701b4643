//! The search of one reply: small at first, larger and different each time it is tried again.

use super::super::{Attack, Moves, Tuning};
use super::division::Reply;
use crate::search::Control;
use crate::search::proof_number::graph::{Bounds, Graph, NodeId, Sum, Verdict, search};
use std::sync::{PoisonError, RwLock};

/// The searches that a part gets, one after the other; the last ones again and again, twice as large each time round. Most
/// parts are easy, and the first is for them. What makes the others succeed is how hard wins by threats are looked for, above all where black is to
/// move: j7 i9 g7 takes 3.1 million positions of threat searches with up to 100,000 each there, 5.5 with 10,000, and is
/// not proven within 12 million with 3,000; nor are 1,500 expansions enough with 500 after a reply.
///
/// The third and the fourth take 5 and 7 million for h10 g7 j8 (after h8), where the second takes 21; 20 and 4 for j10 g7 k9,
/// where it takes 39; but 29 and more than 40 for h9 g9 g7, where it takes 20: no one of them will do for all.
const TRIES: [Try; 6] = [
    Try { expansions: 400, moves: 16, pass: 500, reply: 300, own: 10_000, sum: Sum::Weak },
    Try { expansions: 1_500, moves: 24, pass: 2_000, reply: 1_000, own: 100_000, sum: Sum::Weak },
    Try { expansions: 2_000, moves: 24, pass: 2_000, reply: 2_000, own: 200_000, sum: Sum::Weak },
    Try { expansions: 2_000, moves: 24, pass: 4_000, reply: 4_000, own: 200_000, sum: Sum::Weak },
    Try { expansions: 2_000, moves: 40, pass: 5_000, reply: 1_000, own: 100_000, sum: Sum::Weak },
    Try { expansions: 3_000, moves: 24, pass: 2_000, reply: 1_000, own: 200_000, sum: Sum::Whole },
];

/// So many of them, the last ones, are made again.
const AGAIN: usize = 4;

/// What a search has proven is known to others, and can be saved, after so many expansions: a few seconds.
const SLICE: u64 = 200;

/// A search of a part: as many expansions as take about a minute at most.
#[derive(Clone, Copy, Debug)]
struct Try {
    expansions: u64,
    moves: usize,
    /// Positions of a threat search after a pass.
    pass: u64,
    /// The same after a reply.
    reply: u64,
    /// The same in a position that the proof comes to.
    own: u64,
    sum: Sum,
}

impl Try {
    fn number(tries: u32) -> Self {
        let (tries, again) = (tries as usize, TRIES.len() - AGAIN);
        let mut this = TRIES[if tries < TRIES.len() { tries } else { again + (tries - again) % AGAIN }];
        let round = tries.saturating_sub(again) / AGAIN;
        this.expansions = this.expansions.saturating_mul(1 << round.min(32));
        this
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
    let Try { expansions, moves, pass, reply: effort, own, sum } = Try::number(tries);
    let tuning = Tuning { moves, pass, reply: effort, own };
    worker.set_tuning(tuning);
    let mut graph = Graph::new(worker, reply.place).with_sum(sum);
    let most = expansions.min(bounds.expansions);
    let verdict = loop {
        let until = most.min(graph.expansions() + SLICE);
        let bounds = Bounds { expansions: until, ..bounds };
        let verdict = search(&mut graph, std::slice::from_mut(worker), &bounds, control, &mut |_| {});
        keep(&graph, size, known);
        if verdict != Verdict::Unknown || graph.expansions() < until || until == most {
            break verdict;
        }
    };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_tries_come_again_twice_as_large() {
        let expansions: Vec<u64> = (0..11).map(|tries| Try::number(tries).expansions).collect();
        assert_eq!(expansions, [400, 1_500, 2_000, 2_000, 2_000, 3_000, 4_000, 4_000, 4_000, 6_000, 8_000]);
        assert_eq!((Try::number(6).moves, Try::number(7).reply, Try::number(8).moves), (24, 4_000, 40));
        assert_eq!(Try::number(9).sum, Sum::Whole);
    }
}
