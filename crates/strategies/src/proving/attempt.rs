//! An attempt to prove by proof-number search that one side wins, step by step within a budget, and the book of its moves.

use super::book::book_of;
use crate::budget::Budget;
use games::qubic::{Cell, Qubic};
use games::{Game, Side};
use search::proof_number::graph::{Graph, Verdict};
use solve::certificate::qubic::Dictionary;
use solve::qubic::proof::{Attack, solution};

/// Steps between two looks at the memory.
const STEPS: u64 = 64;

/// A proof-number search for a win of one side.
pub(crate) struct Attempt {
    attack: Attack,
    graph: Graph<Attack>,
    steps: u64,
    full: bool,
}

impl Attempt {
    /// An attempt that has not begun.
    pub(crate) fn new(position: &Qubic, side: Side) -> Self {
        let attack = Attack::new(side);
        let graph = Graph::new(&attack, position.canonical());
        Self { attack, graph, steps: 0, full: false }
    }

    /// Expands one position, unless the attempt is at its end.
    pub(crate) fn step(&mut self, bytes: usize, budget: &Budget<'_>) {
        let before = self.cost();
        self.attack.set_nodes_left(budget.left().saturating_sub(1));
        self.graph.step(&mut self.attack);
        self.steps += 1;
        self.full = self.full || self.steps.is_multiple_of(STEPS) && self.graph.bytes() >= bytes;
        budget.spend(self.cost() - before);
    }

    fn cost(&self) -> u64 {
        self.graph.expansions() + self.attack.forced_win_calls().1
    }

    /// Whether there is nothing more to be found out, or no memory to do it in.
    pub(crate) fn is_over(&self) -> bool {
        self.full || self.graph.verdict() != Verdict::Unknown
    }

    /// Whether the win is proven.
    pub(crate) fn is_proven(&self) -> bool {
        self.graph.verdict() == Verdict::Proven
    }

    /// How full the memory is, in thousandths.
    pub(crate) fn fullness(&self, bytes: usize) -> u32 {
        (self.graph.bytes() as u64 * 1000 / bytes.max(1) as u64).min(1000) as u32
    }

    /// The proof number after this move: 0 where it is proven to lose; `None` if the move was not looked at.
    pub(crate) fn proof_number(&self, position: &Qubic, m: Cell) -> Option<u32> {
        let child = self.graph.find(&position.after(m).canonical());
        child.map(|child| self.graph.numbers(child).0)
    }

    /// Whether this move, of the side that does not attack, is proven to lose.
    pub(crate) fn refutes(&self, position: &Qubic, m: Cell) -> bool {
        self.proof_number(position, m) == Some(0)
    }

    /// The proof as a book; empty if there is no proof. See [`book_of`] for its lengths.
    pub(crate) fn book(&self, budget: &Budget<'_>) -> Dictionary {
        solution::moves(&self.graph).map_or_else(Dictionary::new, |moves| book_of(moves, budget))
    }
}
