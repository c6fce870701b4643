//! What one search may spend: nodes, counted over everything that it does, and time.

use games::Game;
use search::{Control, Limits};
use std::cell::Cell;

/// The nodes and the time of one search that proves, and so does not know depths: shared by everything that one move is thought
/// about with.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    control: &'a Control,
    limit: u64,
    used: Cell<u64>,
    /// So many nodes are granted whatever the limits and the clock say.
    guaranteed: Cell<u64>,
}

impl<'a> Budget<'a> {
    /// The budget of these limits, of which nothing has been spent. A depth stands for so many nodes a ply.
    pub(crate) fn new<G: Game>(limits: &Limits<G>, nodes_of_a_ply: u64, control: &'a Control) -> Self {
        let by_depth = limits.depth.map_or(u64::MAX, |depth| nodes_of_a_ply * u64::from(depth));
        let limit = limits.nodes.unwrap_or(u64::MAX).min(by_depth);
        Self { control, limit, used: Cell::new(0), guaranteed: Cell::new(0) }
    }

    /// The stop flag and the clock.
    pub(crate) const fn control(&self) -> &'a Control {
        self.control
    }

    /// Nodes that may still be spent.
    pub(crate) fn left(&self) -> u64 {
        self.limit.max(self.guaranteed.get()).saturating_sub(self.used())
    }

    /// Allows this many nodes from now on, whatever the limits and the clock.
    pub(crate) fn guarantee(&self, nodes: u64) {
        self.guaranteed.set(self.used().saturating_add(nodes));
    }

    /// Lets the limits count again.
    pub(crate) fn end_guarantee(&self) {
        self.guaranteed.set(0);
    }

    pub(crate) const fn used(&self) -> u64 {
        self.used.get()
    }

    pub(crate) fn spend(&self, nodes: u64) {
        self.used.set(self.used().saturating_add(nodes));
    }

    /// Whether there is no node or no time left. Reads the clock.
    pub(crate) fn is_over(&self) -> bool {
        self.left() == 0 || self.used() >= self.guaranteed.get() && self.control.must_stop()
    }

    /// Whether something new is not worth starting. Reads the clock.
    pub(crate) fn is_enough(&self) -> bool {
        self.left() == 0 || self.control.enough()
    }
}
