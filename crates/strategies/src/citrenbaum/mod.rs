//! The Qubic programs of R. L. Citrenbaum, "The Concept of Strategy and its Application to Three Dimensional
//! Tic-Tac-Toe" (M.S. thesis, Case Institute of Technology, SRC 72-A-65-26, 1965), rebuilt as three strategies.
//!
//! * [`related_pair`]: what the PDP-4 played (chapter 4);
//! * [`planar`]: what the UNIVAC 1107 played against itself (chapter 6 as Appendix V does it);
//! * [`general`]: what chapter 8 describes and its author did not get to program.
//!
//! The terms are his. A *file* is a line of four, an *x-y file* one with x own and y opposing stones. A *related pair*
//! is two 2-0 files that share a vacant cell, the *major cell*. The *excess* of a plane is the number of own stones in
//! it less the number of opposing ones. A *terminal forcing sequence* (TFS) is a series of 3-0 files, each to be
//! blocked, that ends with two at once. An *XWATCH cell* of a plane is a vacant cell on an own 2-0 file that leaves the
//! plane, an *OWATCH cell* one on an opposing 0-2 file that leaves it.
//!
//! What was built, where it departs from the thesis and why is told in `docs/papers/citrenbaum-1965.md`.

pub mod appendix;
pub mod chapter9;
mod describe;
pub(crate) mod files;
pub mod general;
pub mod planar;
pub mod plane;
pub(crate) mod preset;
pub(crate) mod reason;
pub mod related_pair;
mod sequence;
pub mod view;

use crate::settings::Settings;
use crate::{Choice, Context, Line, Progress, Strategy};
use games::qubic::{Cell, Qubic};
use games::{Game, Played};
use preset::{Preset, first_vacant};
use reason::Reason;
use search::score::Bound;
use search::{Limits, Score};
use view::View;

/// What a program wants to play, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Decision {
    cell: u8,
    reason: Reason,
    /// The own moves of the sequence that this one starts or goes on with, itself among them; empty if it stands alone.
    line: Vec<u8>,
    /// Whether the game is proven to be lost, within this many plies.
    loss: Option<u32>,
    resigns: bool,
}

impl Decision {
    const fn plain(cell: u8, reason: Reason) -> Self {
        Self { cell, reason, line: Vec::new(), loss: None, resigns: false }
    }

    /// The first vacant cell of the list from this place on, when nothing asks for attention.
    fn preset(list: &Preset, from: usize, view: View) -> Self {
        Self::plain(first_vacant(list, from, view.empty()).unwrap_or_default(), Reason::Preset)
    }

    /// A move that starts these own moves; at least one.
    fn line(line: Vec<u8>, reason: Reason) -> Self {
        Self { cell: line.first().copied().unwrap_or_default(), line, ..Self::plain(0, reason) }
    }
}

/// One of the three as a strategy. It keeps nothing between moves.
struct Program {
    /// What it decides, and the list that it would play from otherwise. The seed stays the same throughout a game, and `random` lists
    /// differ between starting positions.
    decide: fn(game: &Played<Qubic>, view: View, settings: &Settings, seed: u64) -> (Preset, Decision),
    /// Whether it looks at planes.
    planes: bool,
}

impl Strategy<Qubic> for Program {
    /// Turns a decision into a choice: a move that is allowed, with a score that claims only what has been proven.
    fn choose(
        &mut self,
        game: &Played<Qubic>,
        limits: &Limits<Qubic>,
        context: &mut Context<'_, Qubic>,
    ) -> Choice<Qubic> {
        let view = View::of(game.position());
        let seed = context.seed() ^ game.start().key();
        let (list, mut decision) = (self.decide)(game, view, context.settings, seed);
        let allowed = limits.root_moves(game).iter().fold(0, |set, cell| set | cell.set());
        if allowed >> decision.cell & 1 == 0 {
            let cell = first_vacant(&list, 0, allowed).unwrap_or_default();
            decision = Decision { loss: decision.loss, ..Decision::plain(cell, Reason::OtherMove) };
        }
        let score = match (view.proven_win(&decision.line), decision.loss) {
            (Some(in_plies), _) => Score::Win { in_plies },
            (None, Some(in_plies)) => Score::Loss { in_plies },
            (None, None) => Score::Heuristic(0),
        };
        let moves = expected(view, &decision);
        Choice {
            lines: vec![Line { score, bound: Bound::Exact, moves }],
            reason: decision.reason.to_string(),
            resigns: decision.resigns,
            progress: Progress { depth: 1, seldepth: 1, nodes: 1, hashfull: 0 },
        }
    }

    fn evaluation(&self, game: &Played<Qubic>, _settings: &Settings) -> Option<String> {
        Some(describe::describe(game, self.planes))
    }
}

/// The decision's own moves with the blocks that they force.
fn expected(mut view: View, decision: &Decision) -> Vec<Cell> {
    let own = if decision.line.is_empty() { std::slice::from_ref(&decision.cell) } else { &decision.line };
    let mut moves = Vec::new();
    for &cell in own {
        moves.extend(Cell::new(cell.into()));
        view = view.with_own(cell);
        let Some(reply) = view::first(view.wins()).filter(|_| moves.len() < 2 * own.len() - 1) else { break };
        moves.extend(Cell::new(reply.into()));
        view = view.with_other(reply);
    }
    moves
}
