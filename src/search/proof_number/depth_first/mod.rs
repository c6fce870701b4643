//! Depth-first proof-number search (df-pn: Nagai 2002): the order of best-first search with no tree in memory but the
//! way to the present position, for proofs that do not fit there.
//!
//! Every position on the way is searched within two limits: as soon as one of its numbers reaches them, another branch
//! looks cheaper, and the search goes back up to where the ways part. What was found stays in the [`Table`], in as
//! many bytes as it is given. When that is full, the smallest subtrees are forgotten (Nagai 1999); the search goes on,
//! as each position on the way keeps what it has seen of its successors: any table will do, a small one costs time.
//! By the margin [`Parameters::widening`] a branch may go beyond its rival before the search turns to that (the 1+ε
//! trick, Pawlewicz & Lew 2007), so that less is searched again.
//!
//! **What is claimed is proven.** The table compares whole positions, never only their hashes; and it marks one as
//! proven or disproven only when its successors were before.
//!
//! **Transpositions.** The number that is a sum over moves counts a leaf once for every way to it. Where many moves
//! lead to the same few positions it then grows far beyond what there is to prove. [`Sum::Weak`] takes the largest
//! part and one for each further move (Ueda, Hashimoto, Hashimoto & Iida 2008); it counts too little instead. Neither
//! can make a claim wrong.
//!
//! **Cycles.** No line of the problem should come back to an earlier position: a game in which positions recur has to
//! make what decides repetition part of [`Problem::Position`]. If one recurs all the same, the claims stay
//! true for an attacker who has to reach his goal in the end, as each of them rests on earlier ones. But the search may
//! follow a circle down to its limit of 1,000 plies, where it ends with [`Verdict::Unknown`]; where the
//! defender holds a position only by going in circles, it always does.
//!
//! **Threads** each search from the root with a problem of their own and share the table. The same search on one
//! thread from the same table finds the same, node for node, unless time ends it.

mod hash;
mod node;
mod numbers;
mod table;
mod worker;

pub use numbers::Numbers;
pub use table::{Known, Table};

use super::{Expansion, Problem};
use crate::search::Control;
use node::{Candidate, Node};
use std::panic::resume_unwind;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;
use worker::{Shared, Worker};

/// The longest line followed, in plies: the threads' stacks must hold it.
const DEEPEST: usize = 1_000;

/// How the number that needs every move is made from those of the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sum {
    /// By adding them (Allis, van der Meulen & van den Herik 1994): exact for trees.
    #[default]
    Every,
    /// The largest, and one more for each other move not yet decided: for many transpositions.
    Weak,
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Positions to expand at most, by all threads together.
    pub nodes: Option<u64>,
    /// How far a branch may go beyond its rival, as a part of the rival's number.
    pub widening: f64,
    /// How numbers are added.
    pub sum: Sum,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { nodes: None, widening: 0.25, sum: Sum::default() }
    }
}

/// What is known of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker reaches his goal, whatever the defender does.
    Proven,
    /// He does not, if the defender plays well.
    Disproven,
    /// The search has not found out.
    Unknown,
}

/// What a search has found, finished or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The value of the position.
    pub verdict: Verdict,
    /// Its proof and disproof numbers.
    pub numbers: Numbers,
    /// Positions expanded by this search.
    pub nodes: u64,
    /// The line expected, as far as the table remembers it: the moves that decide against those that resist longest
    /// by the work they took; before the position is solved, those that the search looks at first.
    pub line: Vec<M>,
}

/// What a running search knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The root's numbers when the watching thread was there last.
    pub numbers: Numbers,
    /// Positions expanded by all threads.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub elapsed: Duration,
}

/// What brings the side to move its end of the claim (the attacker the proof, the defender the disproof).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision<M> {
    /// This move.
    Move(M),
    /// Nothing needs to be played: the problem itself decides the position, and knows why.
    Evident,
    /// No move does, or none was found within the limits.
    None,
}

/// A search: what works on it and what it remembers. One with the same table and problem goes on where the last ended.
#[derive(Debug)]
pub struct DepthFirst<'a, Q: Problem> {
    /// The problem, for the calling thread.
    pub problem: &'a mut Q,
    /// The same problem for each further thread: none for a search that repeats itself.
    pub helpers: &'a mut [Q],
    /// What is remembered.
    pub table: &'a Table<Q::Position>,
    /// What ends the search from outside. One that has ended starts no further search.
    pub control: &'a Control,
    /// How to search.
    pub parameters: Parameters,
}

impl<Q> DepthFirst<'_, Q>
where
    Q: Problem<Position: Send + Sync, Move: Send> + Send,
{
    /// Searches until the claim about this position is proven or disproven, or a limit is reached. `watch` is told
    /// every few hundred nodes of the calling thread how it stands.
    pub fn search(&mut self, root: &Q::Position, watch: &mut dyn FnMut(&Snapshot)) -> Answer<Q::Move> {
        match self.table.known(root) {
            Some(known) if known.numbers.is_solved() => {
                let line = self.line(root, known.numbers, None);
                Answer { verdict: known.numbers.verdict(), numbers: known.numbers, nodes: 0, line }
            }
            known => {
                let known = known.map_or(Numbers::new(1, 1), |known| known.numbers);
                self.search_afresh(root, known, watch)
            }
        }
    }

    /// What the side to move has to do at a position of a proof (or disproof) found before. What the table has
    /// forgotten is searched again, within the same limits.
    pub fn decision(&mut self, position: &Q::Position) -> Decision<Q::Move> {
        let children = match self.problem.expand(position) {
            Expansion::Children(children) => children,
            Expansion::Proven | Expansion::Disproven => return Decision::Evident,
        };
        let mut node = Node::new(self.problem, position, children, self.parameters);
        node.refresh(self.table);
        let attacker_moves = self.problem.attacker_moves(position);
        let decided = |numbers: Numbers| numbers.easy_and_hard(attacker_moves).0 == 0;
        if decided(node.numbers()) {
            return node.principal().map_or(Decision::None, |child| Decision::Move(child.step));
        }
        if self
            .table
            .known(position)
            .is_some_and(|known| known.numbers.is_solved() && !decided(known.numbers))
        {
            return Decision::None;
        }
        let again = self.search_afresh(position, node.numbers(), &mut |_| {});
        match again.line.first() {
            Some(&step) if decided(again.numbers) => Decision::Move(step),
            _ => Decision::None,
        }
    }

    /// Searches whatever the table says of the root itself; `known` are its numbers if not a node may be expanded.
    fn search_afresh(
        &mut self,
        root: &Q::Position,
        known: Numbers,
        watch: &mut dyn FnMut(&Snapshot),
    ) -> Answer<Q::Move> {
        let shared = Shared::new(self.table, self.control, self.parameters, 1 + self.helpers.len());
        let mut found = thread::scope(|scope| {
            let shared = &shared;
            let threads: Vec<_> = self
                .helpers
                .iter_mut()
                // Without the memory for a thread there is one less.
                .filter_map(|problem| {
                    let work = move || Worker::new(problem, shared).run(root);
                    thread::Builder::new().spawn_scoped(scope, work).ok()
                })
                .collect();
            let mut own = Worker::new(self.problem, shared);
            own.watch = Some(watch);
            let mut found = vec![own.run(root)];
            found.extend(threads.into_iter().map(|t| t.join().unwrap_or_else(|panic| resume_unwind(panic))));
            found
        });
        let solved = |(numbers, _): &(Option<Numbers>, _)| numbers.is_some_and(Numbers::is_solved);
        let best = found.iter().position(solved).unwrap_or(0);
        let (numbers, first) = found.swap_remove(best);
        let numbers = numbers.unwrap_or(known);
        let nodes = shared.nodes.load(Ordering::Relaxed);
        Answer { verdict: numbers.verdict(), numbers, nodes, line: self.line(root, numbers, first) }
    }

    /// The line expected from the root, whose numbers and best move (if known) are given.
    fn line(&mut self, root: &Q::Position, numbers: Numbers, mut first: Option<Q::Move>) -> Vec<Q::Move> {
        let mut line = Vec::new();
        let mut position = root.clone();
        while line.len() < DEEPEST {
            let Expansion::Children(children) = self.problem.expand(&position) else { break };
            let mut node = Node::new(self.problem, &position, children, self.parameters);
            node.refresh(self.table);
            let given = first.take().and_then(|step| node.children.iter().find(|child| child.step == step));
            let agrees = node.numbers().verdict() == numbers.verdict();
            let seen = |child: &&Candidate<_, _>| {
                agrees && (child.known.work > 0 || child.known.numbers.is_solved())
            };
            let Some(child) = given.or_else(|| node.principal().filter(seen)) else { break };
            line.push(child.step);
            position = child.position.clone();
        }
        line
    }
}

impl Numbers {
    /// What these numbers say.
    #[must_use]
    pub const fn verdict(self) -> Verdict {
        match self {
            Self { proof: 0, .. } => Verdict::Proven,
            Self { disproof: 0, .. } => Verdict::Disproven,
            _ => Verdict::Unknown,
        }
    }
}
