//! One thread of a depth-first proof-number search, and what it shares with the others.

use super::super::{Expansion, Problem};
use super::hash::hash_of;
use super::node::Node;
use super::numbers::Numbers;
use super::table::{Known, Table};
use super::{DEEPEST, Parameters, Snapshot};
use crate::search::Control;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Counters of the threads at a position, by its hash. Two positions may share one: they then look a little harder
/// than they are.
const CROWD: usize = 1 << 12;
/// So many expansions of one thread between two looks at the clock (a power of two: the cheapest problems expand a
/// million positions a second).
const CLOCK: u64 = 16;
/// Between two looks whether another thread has solved a position on the way.
const PATH: u64 = 64;
/// Between two reports to the watcher.
const WATCH: u64 = 512;

/// What the threads of one search share.
#[derive(Debug)]
pub(super) struct Shared<'a, P> {
    pub table: &'a Table<P>,
    pub control: &'a Control,
    pub parameters: Parameters,
    /// Positions expanded, and claimed for that.
    pub nodes: AtomicU64,
    /// Set when a thread ends for whatever reason: then all do.
    pub ended: AtomicBool,
    /// Empty if one thread works alone.
    crowd: Box<[AtomicU32]>,
}

impl<'a, P: Hash> Shared<'a, P> {
    pub fn new(table: &'a Table<P>, control: &'a Control, parameters: Parameters, threads: usize) -> Self {
        let counters = if threads > 1 { CROWD } else { 0 };
        Self {
            table,
            control,
            parameters,
            nodes: AtomicU64::new(0),
            ended: AtomicBool::new(false),
            crowd: (0..counters).map(|_| AtomicU32::new(0)).collect(),
        }
    }

    fn is_alone(&self) -> bool {
        self.crowd.is_empty()
    }

    fn counter(&self, position: &P) -> Option<&AtomicU32> {
        if self.is_alone() { None } else { self.crowd.get(hash_of(position) as usize % CROWD) }
    }

    fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }
}

/// Ends the search of all threads when one leaves it, be it by a panic of the problem.
struct Leaving<'s, 'a, P: Hash>(&'s Shared<'a, P>);

impl<P: Hash> Drop for Leaving<'_, '_, P> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// One thread.
pub(super) struct Worker<'w, 'a, Q: Problem> {
    pub problem: &'w mut Q,
    pub shared: &'w Shared<'a, Q::Position>,
    pub watch: Option<&'w mut dyn FnMut(&Snapshot)>,
    /// Positions that this thread has claimed.
    claimed: u64,
    /// The way from the root, kept if other threads may solve a position on it.
    path: Vec<Q::Position>,
    /// The length of the way down to a position that has been solved meanwhile: what is below is not needed any more.
    abandon: Option<usize>,
    /// The root's numbers, and its best move.
    root: (Numbers, Option<Q::Move>),
}

impl<'w, 'a, Q: Problem> Worker<'w, 'a, Q> {
    pub fn new(problem: &'w mut Q, shared: &'w Shared<'a, Q::Position>) -> Self {
        let root = (Numbers::new(1, 1), None);
        Self { problem, shared, watch: None, claimed: 0, path: Vec::new(), abandon: None, root }
    }

    /// Searches until the root is solved or the search ended. The numbers are `None` if not even the root could be
    /// expanded.
    pub fn run(&mut self, root: &Q::Position) -> (Option<Numbers>, Option<Q::Move>) {
        let _leaving = Leaving(self.shared);
        if !self.may_expand() {
            return (None, None);
        }
        self.visit(root, Numbers::UNLIMITED, 0, 0);
        (Some(self.root.0), self.root.1)
    }

    /// Expands a position for which a node has been claimed, and searches below it until its numbers reach the limit
    /// or the search ends. `prior` is the work known to have gone into it before.
    fn visit(&mut self, position: &Q::Position, limit: Numbers, prior: u32, depth: usize) -> Known {
        let before = self.claimed - 1;
        let table = self.shared.table;
        let children = match self.problem.expand(position) {
            Expansion::Proven => return self.leaf(position, Numbers::PROVEN, prior, depth),
            Expansion::Disproven => return self.leaf(position, Numbers::DISPROVEN, prior, depth),
            Expansion::Children(children) => children,
        };
        let mut node = Node::new(self.problem, position, children, self.shared.parameters);
        loop {
            node.refresh(table);
            let numbers = node.numbers();
            if depth == 0 {
                self.root = (numbers, node.principal().map(|child| child.step));
            }
            if numbers.reaches(limit) || self.abandons(depth) || !self.may_go_below(depth) {
                let spent = u32::try_from(self.claimed - before).unwrap_or(u32::MAX);
                return table.store(position, numbers, prior, spent);
            }
            let (index, child_limit) = node.choose(limit, |child| {
                self.shared.counter(child).map_or(0, |counter| counter.load(Ordering::Relaxed))
            });
            let child = &mut node.children[index];
            self.arrive(&child.position);
            child.known = self.visit(&child.position, child_limit, child.known.work, depth + 1);
            self.leave(&child.position);
        }
    }

    fn leaf(&mut self, position: &Q::Position, numbers: Numbers, prior: u32, depth: usize) -> Known {
        if depth == 0 {
            self.root = (numbers, None);
        }
        self.shared.table.store(position, numbers, prior, 1)
    }

    fn arrive(&mut self, position: &Q::Position) {
        if let Some(counter) = self.shared.counter(position) {
            counter.fetch_add(1, Ordering::Relaxed);
            self.path.push(position.clone());
        }
    }

    fn leave(&mut self, position: &Q::Position) {
        if let Some(counter) = self.shared.counter(position) {
            counter.fetch_sub(1, Ordering::Relaxed);
            self.path.pop();
        }
    }

    /// Whether to go up because of [`Worker::abandon`]; the position that was solved is the last to do so.
    fn abandons(&mut self, depth: usize) -> bool {
        let Some(solved) = self.abandon else { return false };
        if depth <= solved {
            self.abandon = None;
        }
        depth >= solved
    }

    fn may_go_below(&mut self, depth: usize) -> bool {
        if depth >= DEEPEST {
            self.shared.end();
            return false;
        }
        self.may_expand()
    }

    /// Claims a node, if the search may go on.
    fn may_expand(&mut self) -> bool {
        let shared = self.shared;
        let out_of_time = || match self.claimed % CLOCK {
            0 => shared.control.must_stop(),
            _ => shared.control.is_stopped(),
        };
        if shared.ended.load(Ordering::Relaxed) || out_of_time() {
            shared.end();
            return false;
        }
        let nodes = shared.nodes.fetch_add(1, Ordering::Relaxed);
        if shared.parameters.nodes.is_some_and(|most| nodes >= most) {
            shared.nodes.fetch_sub(1, Ordering::Relaxed);
            shared.end();
            return false;
        }
        self.claimed += 1;
        if !shared.is_alone() && self.claimed.is_multiple_of(PATH) && self.abandon.is_none() {
            let solved =
                |p: &Q::Position| shared.table.known(p).is_some_and(|known| known.numbers.is_solved());
            self.abandon = self.path.iter().position(solved).map(|index| index + 1);
        }
        if self.claimed.is_multiple_of(WATCH)
            && let Some(watch) = &mut self.watch
        {
            watch(&Snapshot { numbers: self.root.0, nodes: nodes + 1, elapsed: shared.control.elapsed() });
        }
        true
    }
}
