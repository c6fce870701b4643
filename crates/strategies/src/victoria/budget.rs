//! What one search may spend, nodes and time, and threat-space search on these terms.

use super::Step;
use crate::budget::Budget;
use games::Side;
use games::gomoku::Gomoku;
use search::{Control, Limits};
use solve::threats::gomoku::Field;
use solve::threats::space;
use solve::threats::space::{Options, Tree};
use std::cell::RefCell;

/// A depth stands for so many nodes a ply: proofs do not know depths.
const NODES_OF_A_PLY: u64 = 2_000;
/// For each node that a tree may have, so many positions that the check of one potential winning sequence looks at, up to
/// [`CHECK`]. Small, so that a search ends soon when it is told to.
const CHECK_PER_NODE: u64 = 1;
/// Positions of a check at most.
const CHECK: u64 = 300;
/// Nodes of the trees with which the root's own win is looked for, one after the other.
const ROOT: [usize; 3] = [60, 250, 600];

/// Nodes and time, shared by everything that one move is thought about with. A node is a node of a threat-space tree, a
/// reply that a sequence is tried against, or a position that proof-number search expands.
#[derive(Debug)]
pub(crate) struct SearchBudget<'a> {
    budget: RefCell<Budget<'a>>,
}

impl<'a> SearchBudget<'a> {
    /// The budget of these limits, of which nothing has been spent.
    pub(crate) fn new<G: games::Game>(limits: &Limits<G>, control: &'a Control) -> Self {
        Self { budget: RefCell::new(Budget::new(limits, NODES_OF_A_PLY, control)) }
    }

    pub(crate) fn used(&self) -> u64 {
        self.budget.borrow().used()
    }

    /// Whether neither limits nor clock count from now on: to find the next move of a win that has been claimed.
    pub(crate) fn guarantee(&self, guaranteed: bool) {
        let mut budget = self.budget.borrow_mut();
        if guaranteed { budget.guarantee(u64::MAX) } else { budget.end_guarantee() }
    }

    pub(crate) fn spend(&self, nodes: u64) {
        self.budget.borrow_mut().spend(nodes);
    }

    /// Whether there is no node or no time left. Reads the clock.
    pub(crate) fn is_over(&self) -> bool {
        self.budget.borrow().is_over()
    }

    /// Whether something new is not worth starting. Reads the clock.
    pub(crate) fn is_enough(&self) -> bool {
        self.budget.borrow().is_enough()
    }

    /// A winning threat sequence of this side, as if it were to move, by a tree of so many nodes at most.
    pub(crate) fn win(&self, field: &Field, side: Side, nodes: usize) -> Option<Vec<Step>> {
        self.tree(field, side, nodes)?.win().map(<[_]>::to_vec)
    }

    /// The same with growing trees, for the position on the board.
    pub(crate) fn win_at_root(&self, field: &Field, side: Side) -> Option<Vec<Step>> {
        for nodes in ROOT {
            let tree = self.tree(field, side, nodes)?;
            if let Some(win) = tree.win() {
                return Some(win.to_vec());
            }
            if !tree.was_cut() {
                break;
            }
        }
        None
    }

    /// A threat-space tree; `None` if nothing may be spent any more.
    fn tree(&self, field: &Field, side: Side, nodes: usize) -> Option<Tree<Gomoku>> {
        if self.is_over() {
            return None;
        }
        let check = CHECK.min(CHECK_PER_NODE * nodes as u64);
        let nodes = nodes.min(usize::try_from(self.budget.borrow().left()).unwrap_or(usize::MAX));
        let options = Options::<Gomoku> { nodes, check, ..Options::default() };
        let tree = space::search(field, side, &options);
        self.spend((tree.len() as u64).max(1));
        Some(tree)
    }
}
