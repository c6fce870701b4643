//! What one search may spend: nodes, counted over everything that it does, and time.

use games::Game;
use search::{Control, Limits};

/// The nodes and the time of one search that proves, and so does not know depths.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    control: &'a Control,
    limit: u64,
    used: u64,
    /// So many nodes are granted whatever the limits and the clock say.
    guaranteed: u64,
}

impl<'a> Budget<'a> {
    /// The budget of these limits, of which nothing has been spent. A depth stands for so many nodes a ply.
    pub(crate) fn new<G: Game>(limits: &Limits<G>, nodes_of_a_ply: u64, control: &'a Control) -> Self {
        let by_depth = limits.depth.map_or(u64::MAX, |depth| nodes_of_a_ply * u64::from(depth));
        Self { control, limit: limits.nodes.unwrap_or(u64::MAX).min(by_depth), used: 0, guaranteed: 0 }
    }

    /// The stop flag and the clock.
    pub(crate) const fn control(&self) -> &'a Control {
        self.control
    }

    /// Nodes that may still be spent.
    pub(crate) const fn left(&self) -> u64 {
        if self.limit > self.guaranteed { self.limit } else { self.guaranteed }.saturating_sub(self.used)
    }

    /// Allows this many nodes from now on, whatever the limits and the clock.
    pub(crate) const fn guarantee(&mut self, nodes: u64) {
        self.guaranteed = self.used.saturating_add(nodes);
    }

    /// Lets the limits count again.
    pub(crate) const fn end_guarantee(&mut self) {
        self.guaranteed = 0;
    }

    pub(crate) const fn used(&self) -> u64 {
        self.used
    }

    pub(crate) const fn spend(&mut self, nodes: u64) {
        self.used = self.used.saturating_add(nodes);
    }

    /// Whether there is no node or no time left. Reads the clock.
    pub(crate) fn is_over(&self) -> bool {
        self.left() == 0 || self.used >= self.guaranteed && self.control.must_stop()
    }

    /// Whether something new is not worth starting. Reads the clock.
    pub(crate) fn is_enough(&self) -> bool {
        self.left() == 0 || self.control.enough()
    }
}
