//! A small search at one position, and what it proves on the way.

use super::{Attack, Moves, Place, Tuning};
use games::gomoku::Square;
use search::Control;
use search::proof_number::Problem;
use search::proof_number::graph::{Bounds, Graph, NodeId, Sum, Verdict, search};
use std::sync::{PoisonError, RwLock};

/// What is looked at where a position has turned out to be hard.
pub(super) const LARGE: Tuning = Tuning { pass: 2_000, reply: 1_000, own: 100_000, moves: 24 };

/// Whether a search with so many expansions proves a position with black to move; what it proves is known to `attack` then.
pub(super) fn proves(
    attack: &mut Attack,
    place: &Place,
    tuning: Tuning,
    expansions: u64,
    control: &Control,
    goes_on: &mut (dyn FnMut() -> bool + Send),
) -> bool {
    attack.set_tuning(tuning);
    let mut graph = Graph::new(attack, *place).with_sum(Sum::Weak);
    let bounds = Bounds { expansions, ..Bounds::default() };
    let verdict = search(&mut graph, std::slice::from_mut(attack), &bounds, control, &mut |_| goes_on());
    keep(&graph, attack.size, &attack.known, |place| place);
    verdict == Verdict::Proven
}

/// Makes known what a graph has proven, whether its root is or not: black's moves in proven positions.
pub(super) fn keep<P: Problem<Move = Square>>(
    graph: &Graph<P>,
    size: usize,
    known: &RwLock<Moves>,
    place: impl Fn(&P::Position) -> &Place,
) {
    let mut known = known.write().unwrap_or_else(PoisonError::into_inner);
    for node in 0..graph.nodes() as NodeId {
        if graph.numbers(node).0 != 0 || !graph.attacker_moves(node) || !graph.is_expanded(node) {
            continue;
        }
        // Of a node with moves set aside: the move, not the way to what is left.
        if let Some((m, _)) = graph.proving(node).find(|&(_, to)| !graph.attacker_moves(to)) {
            let (class, symmetry) = place(graph.position(node)).class(size);
            known.entry(class).or_insert_with(|| m.image(size, symmetry));
        }
    }
}
