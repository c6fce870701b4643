//! Threat-space search on what one search may spend.

use super::Step;
use crate::budget::Budget;
use games::Side;
use games::gomoku::Gomoku;
use solve::threats::gomoku::Field;
use solve::threats::space;
use solve::threats::space::{Options, Tree};

/// A depth stands for so many nodes a ply: proofs do not know depths. A node is a node of a threat-space tree, a reply that a
/// sequence is tried against, or a position that proof-number search expands.
pub(crate) const NODES_OF_A_PLY: u64 = 2_000;
/// For each node that a tree may have, so many positions that the check of one potential winning sequence looks at, up to
/// [`CHECK`]. Small, so that a search ends soon when it is told to.
const CHECK_PER_NODE: u64 = 1;
/// Positions of a check at most.
const CHECK: u64 = 300;
/// Nodes of the trees with which the root's own win is looked for, one after the other.
const ROOT: [usize; 3] = [60, 250, 600];

impl Budget<'_> {
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
        let nodes = nodes.min(usize::try_from(self.left()).unwrap_or(usize::MAX));
        let options = Options::<Gomoku> { nodes, check, ..Options::default() };
        let tree = space::search(field, side, &options);
        self.spend((tree.len() as u64).max(1));
        Some(tree)
    }
}
