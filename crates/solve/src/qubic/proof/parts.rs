//! A proof in parts: each reply of the defender in a graph of its own, and what one of them proves is known to the others.
//!
//! A proof that takes millions of positions takes fewer so. In one graph the search strays: what is added up over all
//! replies makes a good move look worse than moves of which little is known yet. How long a part takes cannot be
//! foreseen, and some take a hundred times as long as others; so every part gets a small graph first, then larger ones,
//! and the positions that even a graph without success has proven are leaves of all later ones.

use super::solution::{Moves, has_choice};
use super::solver::{SolverLimits, forced_win};
use super::{Attack, Known};
use games::qubic::{Cell, Qubic};
use games::{Game, Side};
use search::Control;
use search::proof_number::graph::{Bounds, Graph, NodeId, Progress, Verdict, progress, search};
use std::collections::HashMap;
use std::sync::Arc;

/// Expansions of each part's first graph.
const FIRST: u64 = 5_000;
/// A later graph is so many times as large as the one before.
pub const GROWTH: u64 = 4;

/// The parts of a proof that a side wins.
pub struct Parts {
    winner: Side,
    last_ply: u32,
    parts: Vec<Part>,
    numbers: HashMap<Qubic, usize>,
    known: Arc<Known>,
    /// Positions with more stones are not kept.
    deepest: u32,
    moves: Moves,
    threads: usize,
    expansions: u64,
}

#[derive(Clone, Debug)]
struct Part {
    /// Canonical, the winner to move.
    position: Qubic,
    /// The game ends with the reply: the winner does not win it.
    over: bool,
    proven: bool,
    /// Expansions of the largest graph so far.
    tried: u64,
}

/// How a try ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    Proven,
    /// It is not proven, at the end of its graph.
    Open,
    /// It cannot be won.
    Disproven,
    /// `control` said stop, or a limit was reached.
    Stopped,
}

/// Where the graph of a part stands.
pub struct Standing<'a> {
    pub part: usize,
    parts: &'a Parts,
    graph: &'a Graph<Attack>,
}

impl Standing<'_> {
    pub fn progress(&self) -> Progress {
        self.graph.progress()
    }

    /// Every move that has been proven so far, in this graph, too.
    pub fn moves(&self) -> Moves {
        let mut moves = self.parts.moves.clone();
        let unknown =
            |(position, _): &(Qubic, Cell)| !self.parts.known.contains(position) && has_choice(position);
        moves.extend(self.parts.proven(self.graph).filter(unknown));
        moves
    }
}

/// What hears now and then where a graph stands.
pub type Report<'a> = dyn FnMut(&Standing<'_>) + Send + 'a;

impl Parts {
    /// The replies to a position that is not over, in which `winner` is not to move, and is to have won when `last_ply` stones are on the
    /// board (64: at all), with moves of his that are proven already: canonical positions and what he plays there.
    pub fn new(position: &Qubic, winner: Side, last_ply: u32, moves: Moves) -> Self {
        let mut parts = Self::none(winner, last_ply, moves);
        for m in Cell::of_set(position.empty()) {
            parts.add(&position.after(m));
        }
        for number in 0..parts.len() {
            parts.look(number);
        }
        parts
    }

    /// No part yet.
    pub(super) fn none(winner: Side, last_ply: u32, moves: Moves) -> Self {
        let known = Arc::new(moves.keys().copied().collect());
        let (parts, numbers) = (Vec::new(), HashMap::new());
        Self { winner, last_ply, parts, numbers, known, deepest: 64, moves, threads: 1, expansions: 0 }
    }

    /// Keeps only positions with at most so many stones.
    pub(super) fn keeping(self, deepest: u32) -> Self {
        Self { deepest, ..self }
    }

    /// With so many threads (at least one) in each graph.
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The number of the part for this position, which is added if it is none yet.
    pub(super) fn add(&mut self, position: &Qubic) -> usize {
        let over = position.outcome().is_some();
        let position = position.canonical();
        *self.numbers.entry(position).or_insert_with(|| {
            self.parts.push(Part { position, over, proven: false, tried: 0 });
            self.parts.len() - 1
        })
    }

    /// Whether a part is proven, if need be by what is known by now or by a forced win.
    pub(super) fn look(&mut self, number: usize) -> bool {
        let part = &mut self.parts[number];
        if !part.over && !part.proven {
            part.proven = self.known.contains(&part.position)
                || part.tried == 0 && forced_win(&part.position, self.last_ply).is_some();
        }
        part.proven
    }

    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether there is none: the board is full.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// How many are not proven.
    pub fn open(&self) -> usize {
        self.parts.iter().filter(|part| !part.proven).count()
    }

    pub fn position(&self, part: usize) -> Qubic {
        self.parts[part].position
    }

    pub const fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Every move that has been proven, more than one strategy needs.
    pub const fn moves(&self) -> &Moves {
        &self.moves
    }

    pub fn into_moves(self) -> Moves {
        self.moves
    }

    /// Expansions of the largest graph in which a part was tried.
    pub(super) fn tried(&self, part: usize) -> u64 {
        self.parts[part].tried
    }

    /// Tries the part that has been tried least, once, in a graph within these limits: its number from 0, and how it ended. `None` if all
    /// are proven.
    pub fn try_next(
        &mut self,
        limits: &SolverLimits,
        control: &Control,
        report: &mut Report<'_>,
    ) -> Option<(usize, Tried)> {
        let open = self.parts.iter().enumerate().filter(|(_, part)| !part.proven);
        let (number, part) = open.min_by_key(|(_, part)| (!part.over, part.tried))?;
        let wanted = part.tried.saturating_mul(GROWTH).max(FIRST);
        let graph = SolverLimits { expansions: wanted.min(limits.expansions), ..*limits };
        let tried = match self.try_part(number, &graph, control, report) {
            Tried::Open if limits.expansions < wanted => Tried::Stopped,
            tried => tried,
        };
        Some((number, tried))
    }

    /// Tries a part that is not proven in a graph within these limits.
    pub(super) fn try_part(
        &mut self,
        number: usize,
        limits: &SolverLimits,
        control: &Control,
        report: &mut Report<'_>,
    ) -> Tried {
        let part = &self.parts[number];
        if part.over {
            return Tried::Disproven;
        }
        let worker = || Attack::within(self.winner, self.last_ply).with_known(Arc::clone(&self.known));
        let mut workers: Vec<_> = (0..self.threads).map(|_| worker()).collect();
        let mut graph = Graph::new(&workers[0], part.position);
        let bounds = Bounds { bytes: limits.bytes, expansions: limits.expansions, ..Bounds::default() };
        let mut tell = progress(|graph| report(&Standing { part: number, parts: self, graph }));
        let verdict = search(&mut graph, &mut workers, &bounds, control, &mut tell);
        drop(tell);
        // The workers' shares of what is known must be gone before more is added to it.
        drop(workers);
        self.expansions += graph.expansions();
        self.keep(&graph);
        let part = &mut self.parts[number];
        match verdict {
            Verdict::Proven => {
                part.proven = true;
                Tried::Proven
            }
            Verdict::Disproven => Tried::Disproven,
            Verdict::Unknown if graph.expansions() < limits.expansions => Tried::Stopped,
            Verdict::Unknown => {
                part.tried = part.tried.max(limits.expansions);
                Tried::Open
            }
        }
    }

    /// Keeps what a graph has proven, whether its root is or not.
    fn keep(&mut self, graph: &Graph<Attack>) {
        for (position, m) in self.proven(graph) {
            if Arc::make_mut(&mut self.known).insert(position) && has_choice(&position) {
                self.moves.insert(position, m);
            }
        }
    }

    /// The positions that a graph has proven, of those to be kept, and the winner's moves.
    fn proven<'a>(&self, graph: &'a Graph<Attack>) -> impl Iterator<Item = (Qubic, Cell)> + use<'a> {
        let deepest = self.deepest;
        let proven = move |&node: &NodeId| {
            graph.numbers(node).0 == 0
                && graph.attacker_moves(node)
                && graph.is_expanded(node)
                && graph.position(node).ply() <= deepest
        };
        let step = move |node| graph.proving(node).next().map(|(m, _)| (*graph.position(node), m));
        (0..graph.nodes() as NodeId).filter(proven).filter_map(step)
    }
}
