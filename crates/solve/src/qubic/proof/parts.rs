//! A proof in parts: each reply of the defender in a graph of its own, and what one of them proves is known to the others.
//!
//! A proof that takes millions of positions takes fewer so. In one graph the search strays: what is added up over all
//! replies makes a good move look worse than moves of which little is known yet. How long a part takes cannot be
//! foreseen, and some take a hundred times as long as others; so every part gets a small graph first, then larger ones,
//! and the positions that even a graph without success has proven are leaves of all later ones.

use super::solution::{Moves, has_choice};
use super::solver::forced_win;
use super::{Attack, Known};
use games::qubic::{Cell, Qubic};
use games::{Game, Side};
use search::Control;
use search::proof_number::graph::{Bounds, Graph, NodeId, Progress, Verdict, progress, search};
use std::sync::Arc;

/// Expansions of each part's first graph.
const FIRST: u64 = 5_000;
/// A later graph is so many times as large as the one before.
const GROWTH: u64 = 4;

/// The parts of a proof that a side wins.
pub struct Parts {
    winner: Side,
    last_ply: u32,
    parts: Vec<Part>,
    known: Arc<Known>,
    moves: Moves,
    expansions: u64,
}

#[derive(Clone, Debug)]
struct Part {
    /// Canonical, the winner to move.
    position: Qubic,
    /// The game ends with the reply: the winner does not win it.
    over: bool,
    proven: bool,
    /// Graphs begun so far.
    tries: u32,
}

/// How a try ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// The part, by its number from 0, is proven.
    Proven(usize),
    /// It is not proven, at the end of its graph.
    Open(usize),
    /// This part cannot be won.
    Disproven(usize),
    /// `control` said stop, or a limit was reached.
    Stopped,
}

impl Parts {
    /// The replies to a position that is not over, in which `winner` is not to move, and is to have won when `last_ply` stones are on the
    /// board (64: at all), with moves of his that are proven already: canonical positions and what he plays there.
    pub fn new(position: &Qubic, winner: Side, last_ply: u32, moves: Moves) -> Self {
        let mut parts: Vec<Part> = Vec::new();
        for m in Cell::of_set(position.empty()) {
            let next = position.after(m);
            let position = next.canonical();
            if parts.iter().all(|part| part.position != position) {
                parts.push(Part { position, over: next.outcome().is_some(), proven: false, tries: 0 });
            }
        }
        let known = Arc::new(moves.keys().copied().collect());
        let mut parts = Self { winner, last_ply, parts, known, moves, expansions: 0 };
        for part in parts.parts.iter_mut().filter(|part| !part.over) {
            part.proven =
                parts.known.contains(&part.position) || forced_win(&part.position, last_ply).is_some();
        }
        parts
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

    /// Tries the part that has been tried least, once, in a graph of at most so many bytes and expansions. `None` if all
    /// are proven. `report` hears the part and where its graph stands.
    pub fn try_next(
        &mut self,
        bytes: usize,
        expansions: u64,
        control: &Control,
        report: &mut (dyn FnMut(usize, &Progress) + Send),
    ) -> Option<Tried> {
        let open = self.parts.iter().enumerate().filter(|(_, part)| !part.proven);
        let (number, part) = open.min_by_key(|(_, part)| (!part.over, part.tries))?;
        if part.over {
            return Some(Tried::Disproven(number));
        }
        let wanted = FIRST.saturating_mul(GROWTH.saturating_pow(part.tries));
        let attack = Attack::within(self.winner, self.last_ply);
        let mut worker = [attack.with_known(Arc::clone(&self.known))];
        let mut graph = Graph::new(&worker[0], part.position);
        let bounds = Bounds { bytes, expansions: wanted.min(expansions), ..Bounds::default() };
        let mut tell = progress(|progress| report(number, progress));
        let verdict = search(&mut graph, &mut worker, &bounds, control, &mut tell);
        // The worker's share of what is known must be gone before more is added to it.
        drop(worker);
        self.expansions += graph.expansions();
        self.keep(&graph);
        let part = &mut self.parts[number];
        part.tries += 1;
        Some(match verdict {
            Verdict::Proven => {
                part.proven = true;
                Tried::Proven(number)
            }
            Verdict::Disproven => Tried::Disproven(number),
            Verdict::Unknown if graph.expansions() < wanted => Tried::Stopped,
            Verdict::Unknown => Tried::Open(number),
        })
    }

    /// Keeps what a graph has proven, whether its root is or not.
    fn keep(&mut self, graph: &Graph<Attack>) {
        let known = Arc::make_mut(&mut self.known);
        for node in 0..graph.nodes() as NodeId {
            let proven = graph.numbers(node).0 == 0 && graph.attacker_moves(node) && graph.is_expanded(node);
            let Some((m, _)) = graph.proving(node).next().filter(|_| proven) else { continue };
            let position = *graph.position(node);
            if known.insert(position) && has_choice(&position) {
                self.moves.insert(position, m);
            }
        }
    }
}
