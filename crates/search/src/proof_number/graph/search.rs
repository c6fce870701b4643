//! Running a best-first search until it is decided, stopped, or at its limits, on one thread or several.
//!
//! Several threads share the graph behind one lock: choosing a leaf takes far less time than expanding it. While a leaf
//! is being expanded it looks hard to everybody else, so that the threads spread over the graph. One thread is
//! deterministic, several are not.

use super::{Graph, NodeId, ROOT};
use crate::Control;
use crate::proof_number::Problem;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Whether a position is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker reaches his goal.
    Proven,
    /// He does not.
    Disproven,
    /// Not known.
    Unknown,
}

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Positions in the graph.
    pub nodes: usize,
    /// Memory of the graph, in bytes.
    pub bytes: usize,
    /// Positions expanded, over all searches of the graph.
    pub expansions: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { nodes: u32::MAX as usize, bytes: usize::MAX, expansions: u64::MAX }
    }
}

/// Where a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Proof number of the root.
    pub proof: u32,
    /// Disproof number of the root.
    pub disproof: u32,
    /// Positions in the graph.
    pub nodes: usize,
    /// Positions expanded.
    pub expansions: u64,
    /// Memory of the graph, in bytes.
    pub bytes: usize,
}

/// Hears of the graph after every step, from one of the threads while the others wait for the graph, and ends the search with `false`.
pub type Report<'r, P> = dyn FnMut(&Graph<P>) -> bool + Send + 'r;

/// Steps between two looks at the memory.
const STEPS: u64 = 64;
/// Expansions between two words of [`progress`].
const PROGRESS: u64 = 4096;

/// A [`Report`] that hears of the graph now and then, and does not end the search.
pub fn progress<P: Problem>(mut tell: impl FnMut(&Graph<P>) + Send) -> impl FnMut(&Graph<P>) -> bool + Send {
    move |graph| {
        if graph.expansions.is_multiple_of(PROGRESS) {
            tell(graph);
        }
        true
    }
}

impl<P: Problem> Graph<P> {
    /// Where the search stands.
    pub fn progress(&self) -> Progress {
        let (proof, disproof) = self.numbers(ROOT);
        let (nodes, expansions, bytes) = (self.nodes(), self.expansions(), self.bytes());
        Progress { proof, disproof, nodes, expansions, bytes }
    }

    fn may_go_on(&self, bounds: &Bounds) -> bool {
        self.verdict() == Verdict::Unknown
            && self.nodes.len() < bounds.nodes
            && self.expansions < bounds.expansions
            // Doubling a vector needs its old and its new place at once.
            && (!self.expansions.is_multiple_of(STEPS) || self.bytes() < bounds.bytes)
    }

    /// Takes the most-proving leaf that nobody is expanding and marks it; `None` if there is none at the moment.
    fn take(&mut self) -> Option<NodeId> {
        let leaf = self.select(ROOT);
        if let Some(leaf) = leaf {
            let node = &mut self.nodes[leaf as usize];
            // Somewhat harder than it looked, each time that somebody comes by: so the threads spread, but not far.
            (node.proof, node.disproof) = (harder(node.proof), harder(node.disproof));
            if std::mem::replace(&mut node.busy, true) {
                self.climb();
                return None;
            }
        }
        self.climb();
        leaf
    }

    /// Puts an expansion where it belongs. Its ancestors by the way of the moment are brought up to date by the next
    /// steps that pass them.
    fn put(
        &mut self,
        problem: &P,
        leaf: NodeId,
        expansion: super::Expansion<P::Position, P::Move>,
        way: &[NodeId],
    ) {
        self.nodes[leaf as usize].busy = false;
        if !self.nodes[leaf as usize].solved() {
            self.install(problem, leaf, expansion);
        }
        self.path.clear();
        self.path.extend_from_slice(way);
        self.climb();
    }
}

/// Searches until the root is decided, `control` or `report` says stop, or a bound is reached. There is one thread for each worker.
pub fn search<P>(
    graph: &mut Graph<P>,
    workers: &mut [P],
    bounds: &Bounds,
    control: &Control,
    report: &mut Report<'_, P>,
) -> Verdict
where
    P: Problem + Send,
    P::Position: Send,
    P::Move: Send,
{
    match workers {
        [] => {}
        [worker] => {
            while graph.may_go_on(bounds) {
                graph.step(worker);
                if !report(graph) || control.must_stop() {
                    break;
                }
            }
        }
        workers => together(graph, workers, bounds, control, report),
    }
    graph.verdict()
}

fn together<P>(
    graph: &mut Graph<P>,
    workers: &mut [P],
    bounds: &Bounds,
    control: &Control,
    report: &mut Report<'_, P>,
) where
    P: Problem + Send,
    P::Position: Send,
    P::Move: Send,
{
    let shared = Mutex::new((graph, report));
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for worker in workers {
            let (shared, done) = (&shared, &done);
            scope.spawn(move || work(shared, worker, bounds, control, done));
        }
    });
}

type Shared<'a, 'r, P> = Mutex<(&'a mut Graph<P>, &'a mut Report<'r, P>)>;

fn work<P: Problem>(
    shared: &Shared<'_, '_, P>,
    worker: &mut P,
    bounds: &Bounds,
    control: &Control,
    done: &AtomicBool,
) {
    let mut way = Vec::new();
    while !done.load(Ordering::Relaxed) {
        let taken = {
            let Ok(mut guard) = shared.lock() else { return };
            let graph = &mut *guard.0;
            if !graph.may_go_on(bounds) {
                break;
            }
            let leaf = graph.take();
            way.clone_from(&graph.path);
            leaf.map(|leaf| (leaf, graph.position(leaf).clone()))
        };
        let Some((leaf, position)) = taken else {
            // The others are at every leaf that matters: there are few, and they will be done in an instant.
            std::thread::sleep(Duration::from_micros(20));
            if control.must_stop() {
                break;
            }
            continue;
        };
        let expansion = worker.expand(&position);
        let Ok(mut guard) = shared.lock() else { return };
        let (graph, report) = &mut *guard;
        if done.load(Ordering::Relaxed) {
            // What was expanded after the end may have been cut off.
            graph.nodes[leaf as usize].busy = false;
            return;
        }
        graph.put(worker, leaf, expansion, &way);
        if !report(graph) || control.must_stop() {
            // Before anybody else comes to the graph.
            done.store(true, Ordering::Relaxed);
        }
    }
    done.store(true, Ordering::Relaxed);
}

const fn harder(number: u32) -> u32 {
    number.saturating_add(number / 4 + 1)
}
