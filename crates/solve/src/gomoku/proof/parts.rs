//! A proof in parts: each second move of white's in a search of its own, as in section 7 of Allis, van den Herik & Huntjens (1994); what
//! one of them has proven is known to those after it.

mod answers;
mod jobs;
#[cfg(test)]
mod tests;

use super::small::keep;
use super::{Attack, Moves, Place, Spent, walk};
use games::gomoku::{Gomoku, Rules, Square, Stones};
use games::{Game, Outcome, Side};
pub use jobs::{Adviser, Example, Expanded, Node};
use jobs::{Job, JobEnd, Shared, Worker, read, write};
use search::Control;
use search::proof_number::graph::{Bounds, Graph, NodeId, ROOT, Sum, Verdict, search};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, RwLock};

/// What is to be proven: that black wins from a position.
#[derive(Debug)]
pub struct Parts {
    size: usize,
    rules: Rules,
    start: Place,
    /// Black's first move on the empty board.
    first: Option<Square>,
    parts: Vec<Part>,
    shared: Shared,
    workers: Vec<Worker>,
    /// Positions in the graphs of earlier parts.
    positions: u64,
}

/// A position with black to move, canonical.
#[derive(Clone, Copy, Debug)]
struct Part {
    place: Place,
    proven: bool,
}

impl Part {
    const fn root(&self) -> Node {
        Node { place: self.place, aside: Vec::new() }
    }
}

/// What a search has found: from it another one goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Every move that has been proven, by canonical positions.
    pub moves: Moves,
    /// What the search of the part that is not proven has expanded.
    pub expanded: Expanded,
}

/// What a search has found so far; it may be asked while the search goes on.
#[derive(Clone, Debug)]
pub struct Findings(Shared);

impl Findings {
    /// A copy of it all.
    pub fn found(&self) -> Found {
        // In this order no move is missing that stands for something expanded.
        let expanded = read(&self.0.expanded).clone();
        Found { moves: read(&self.0.known).clone(), expanded }
    }
}

/// Where a proof stands.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The number of the part that is searched, from 0.
    pub part: usize,
    /// How many parts of the shard are not proven.
    pub open: usize,
    /// Black's answer there that looks easiest to prove, with the replies to it that are proven, and all that were to be.
    pub answer: Option<(Square, usize, usize)>,
    /// The proof number of the part.
    pub proof: u32,
    /// Moves that are proven.
    pub known: usize,
    /// Nodes expanded so far.
    pub expansions: u64,
}

/// How a proof ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All parts are proven.
    Proven,
    /// The game is over, or no move is left that might win.
    Refuted,
    /// Stopped, or at a limit.
    Stopped,
}

/// Limits of a proof.
#[derive(Clone, Copy, Debug)]
pub struct PartsLimits {
    /// Nodes expanded in all, over all runs of these [`Parts`].
    pub expansions: u64,
    /// Memory of the upper tree, in bytes.
    pub bytes: usize,
    /// Only parts whose number leaves the first when divided by the second.
    pub shard: (usize, usize),
}

impl Default for PartsLimits {
    fn default() -> Self {
        Self { expansions: u64::MAX, bytes: usize::MAX, shard: (0, 1) }
    }
}

/// What the tree has proven is made known after so many expansions, or one for so many nodes if these are more: to go through them all
/// costs little then.
const KEPT: u64 = 16;
const NODES: u64 = 1_000;

impl Parts {
    /// The proof that black wins from a position that is not over, with what an earlier search has found.
    pub fn new(position: &Gomoku, found: Found, threads: usize) -> Self {
        let (size, rules) = (position.setup().size(), position.setup().rules());
        let start = Place::of(position);
        let Found { moves, expanded } = found;
        let shared = Shared {
            known: Arc::new(RwLock::new(moves)),
            expanded: Arc::new(RwLock::new(expanded)),
            ..Shared::default()
        };
        let worker = |_| Worker {
            attack: Attack::new(size, rules, shared.known.clone()),
            adviser: None,
            example: None,
        };
        let workers = (0..threads.max(1)).map(worker).collect();
        let centre = Square::new(size / 2, size / 2);
        let first = centre.filter(|_| position.ply() == 0 && start.black_moves);
        let from = first.map_or(start, |first| start.after(first));
        let mut places = if from.black_moves { vec![start.class(size).0] } else { replies(size, &from) };
        // Far stones first: they are easily dealt with, and what is proven then helps against the near ones.
        places.reverse();
        let known = read(&shared.known);
        let part = |place| Part { place, proven: known.contains_key(&place) };
        let parts = places.into_iter().map(part).collect();
        drop(known);
        Self { size, rules, start, first, parts, shared, workers, positions: 0 }
    }

    /// The same, for wins with at most so many of black's stones on the board when the game is over.
    #[must_use]
    pub fn within(mut self, most: u32) -> Self {
        let within = |worker: Worker| Worker { attack: worker.attack.within(most), ..worker };
        self.workers = self.workers.into_iter().map(within).collect();
        self
    }

    /// The same with an adviser for each thread; without one, black's best-looking move is advised.
    #[must_use]
    pub fn advised_by(mut self, advisers: Vec<Adviser>) -> Self {
        for (worker, adviser) in self.workers.iter_mut().zip(advisers) {
            worker.adviser = Some(adviser);
        }
        self
    }

    /// The same with an example, whose moves are tried before any advice.
    #[must_use]
    pub fn with_example(mut self, example: Option<Example>) -> Self {
        for worker in &mut self.workers {
            worker.example.clone_from(&example);
        }
        self
    }

    /// How many parts of a shard are not proven.
    pub fn open(&self, (index, count): (usize, usize)) -> usize {
        let own = self.parts.iter().enumerate().filter(|(number, _)| number % count.max(1) == index);
        own.filter(|(_, part)| !part.proven).count()
    }

    /// Nodes expanded so far, and nodes that came up.
    pub fn expanded(&self) -> (u64, u64) {
        (self.shared.expansions.load(Ordering::Relaxed), self.positions)
    }

    /// What the threat searches have cost.
    pub fn spent(&self) -> Spent {
        self.workers.iter().map(|worker| worker.attack.spent()).fold(Spent::default(), |all, spent| Spent {
            calls: all.calls + spent.calls,
            nodes: all.nodes + spent.nodes,
        })
    }

    /// A copy of every move that has been proven, more than one strategy needs.
    pub fn moves(&self) -> Moves {
        read(&self.shared.known).clone()
    }

    /// What the search finds, to be looked at while it goes on.
    pub fn findings(&self) -> Findings {
        Findings(self.shared.clone())
    }

    /// Searches until everything is proven or something ends it. `report` hears after every step where the proof stands, and may end it with
    /// `false`.
    pub fn run(
        &mut self,
        limits: &PartsLimits,
        control: &Control,
        report: &mut (dyn FnMut(&Standing) -> bool + Send),
    ) -> End {
        let over = |place: &Place| {
            let outcome = walk::position(self.size, self.rules, place).map(|position| position.outcome());
            outcome.is_none_or(|outcome| matches!(outcome, Some(end) if end != Outcome::Win(Side::First)))
        };
        let start = walk::position(self.size, self.rules, &self.start);
        if start.is_none_or(|start| start.outcome().is_some())
            || self.parts.iter().any(|part| over(&part.place))
        {
            return End::Refuted;
        }
        let (index, count) = limits.shard;
        let mut numbers: Vec<usize> = (0..self.parts.len())
            .filter(|&number| number % count.max(1) == index && !self.parts[number].proven)
            .collect();
        // The one that was cut off goes first.
        let under_way =
            |number: &usize| read(&self.shared.expanded).contains_key(&self.parts[*number].root());
        numbers.sort_by_key(|number| !under_way(number));
        for number in numbers {
            match self.part(number, limits, control, report) {
                Verdict::Proven => self.parts[number].proven = true,
                Verdict::Disproven if !control.must_stop() => return End::Refuted,
                _ => return End::Stopped,
            }
            // The next one has a tree of its own, and what is proven is known.
            write(&self.shared.expanded).clear();
        }
        if let Some(first) = self.first.filter(|_| self.open((0, 1)) == 0) {
            write(&self.shared.known).insert(self.start, first);
        }
        End::Proven
    }

    /// Searches a part.
    fn part(
        &mut self,
        number: usize,
        limits: &PartsLimits,
        control: &Control,
        report: &mut (dyn FnMut(&Standing) -> bool + Send),
    ) -> Verdict {
        let open = self.open(limits.shard);
        if self.expanded().0 >= limits.expansions {
            return Verdict::Unknown;
        }
        let Self { size, parts, shared, workers, positions, .. } = self;
        let (root, done) = (parts[number].root(), AtomicBool::new(false));
        let end = JobEnd { control, done: &done };
        let mut jobs: Vec<Job<'_>> = workers.iter_mut().map(|worker| Job { worker, shared, end }).collect();
        let mut graph = Graph::new(&jobs[0], root).with_sum(Sum::Weak);
        let before = *positions;
        let bounds = Bounds { bytes: limits.bytes, ..Bounds::default() };
        let mut next = KEPT;
        let make_known = |graph: &Graph<Job<'_>>| keep(graph, *size, &shared.known, |node| &node.place);
        let verdict = search(&mut graph, &mut jobs, &bounds, control, &mut |graph| {
            *positions = before + graph.nodes() as u64;
            if graph.expansions() >= next {
                make_known(graph);
                next = graph.expansions() + KEPT.max(graph.nodes() as u64 / NODES);
            }
            let expansions = shared.expansions.load(Ordering::Relaxed);
            let standing = Standing {
                part: number,
                open,
                answer: answer(graph),
                proof: graph.numbers(ROOT).0,
                known: read(&shared.known).len(),
                expansions,
            };
            let goes_on = report(&standing) && graph.verdict() == Verdict::Unknown;
            done.fetch_or(!goes_on, Ordering::Relaxed);
            // At the limit what others are at is done to its end, and kept.
            goes_on && expansions < limits.expansions
        });
        make_known(&graph);
        verdict
    }
}

/// Black's answer that looks easiest to prove, with the replies to it that are proven, and all.
fn answer(graph: &Graph<Job<'_>>) -> Option<(Square, usize, usize)> {
    let is_move = |(_, to): &(Square, NodeId)| !graph.attacker_moves(*to);
    let proof = |(_, to): &(Square, NodeId)| graph.numbers(*to).0;
    // A move's rivals are behind the node where it is set aside.
    let rest = |node: &NodeId| graph.children(*node).find(|child| !is_move(child)).map(|(_, rest)| rest);
    let nodes = std::iter::successors(Some(ROOT), rest);
    let (m, after) = nodes.filter_map(|node| graph.children(node).find(is_move)).min_by_key(proof)?;
    let replies: Vec<_> = graph.children(after).collect();
    Some((m, replies.iter().filter(|reply| proof(reply) == 0).count(), replies.len()))
}

/// The classes of positions after a reply of white's, those near black's stones first.
fn replies(size: usize, place: &Place) -> Vec<Place> {
    let near = |square: Square| -> usize { place.black.squares().map(|black| black.distance(square)).sum() };
    let board = Stones::new(size);
    let mut squares: Vec<Square> = board.squares().filter(|&square| place.is_empty(square)).collect();
    squares.sort_by_key(|&square| near(square));
    let mut classes = Vec::new();
    for square in squares {
        let class = place.after(square).class(size).0;
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    classes
}
