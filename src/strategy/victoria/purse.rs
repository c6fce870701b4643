//! What one search may spend, nodes and time, and threat-space search on these terms.

use super::Step;
use crate::game::Side;
use crate::game::gomoku::Gomoku;
use crate::search::threats::gomoku::Field;
use crate::search::threats::space::{self, Options, Tree};
use crate::search::{Control, Limits};
use std::cell::Cell;

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
pub struct Purse<'a> {
    control: &'a Control,
    limit: u64,
    used: Cell<u64>,
    /// Whether a win that has been claimed is being carried out: then neither limits nor clock count.
    insists: Cell<bool>,
}

impl<'a> Purse<'a> {
    /// The purse of these limits, of which nothing has been spent.
    pub fn new<G: crate::game::Game>(limits: &Limits<G>, control: &'a Control) -> Self {
        let by_depth = limits.depth.map_or(u64::MAX, |depth| NODES_OF_A_PLY * u64::from(depth));
        Self {
            control,
            limit: limits.nodes.unwrap_or(u64::MAX).min(by_depth),
            used: Cell::new(0),
            insists: Cell::new(false),
        }
    }

    /// Nodes spent.
    pub fn used(&self) -> u64 {
        self.used.get()
    }

    /// Nodes left.
    fn left(&self) -> u64 {
        if self.insists.get() { u64::MAX } else { self.limit.saturating_sub(self.used.get()) }
    }

    /// Whether the limits do not count from now on: to find the next move of a win that has been claimed.
    pub fn insist(&self, insists: bool) {
        self.insists.set(insists);
    }

    /// Spends nodes.
    pub fn spend(&self, nodes: u64) {
        self.used.set(self.used.get().saturating_add(nodes));
    }

    /// Whether there is no node or no time left. Reads the clock.
    pub fn is_over(&self) -> bool {
        self.left() == 0 || (!self.insists.get() && self.control.must_stop())
    }

    /// Whether something new is not worth starting. Reads the clock.
    pub fn is_enough(&self) -> bool {
        self.left() == 0 || self.control.enough()
    }

    /// A winning threat sequence of this side, as if it were to move, by a tree of so many nodes at most.
    pub fn win(&self, field: &Field, side: Side, nodes: usize) -> Option<Vec<Step>> {
        self.tree(field, side, nodes)?.win().map(<[_]>::to_vec)
    }

    /// The same with growing trees, for the position on the board.
    pub fn win_at_root(&self, field: &Field, side: Side) -> Option<Vec<Step>> {
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
        let nodes = nodes.min(usize::try_from(self.left()).unwrap_or(usize::MAX));
        let options = Options::<Gomoku> { nodes, check, ..Options::default() };
        let tree = space::search(field, side, &options);
        self.spend((tree.len() as u64).max(1));
        Some(tree)
    }
}
