//! A map of the game: which of many positions a side wins, with what is proven of one known to all.
//!
//! A position in which the other side is to move is won if every reply is, and one reply that resists is enough to leave
//! it: so each reply has a graph of its own, what looks hardest is tried first, and what has resisted before all else.

use super::first_numbers;
use super::parts::{Parts, Report, Tried};
use super::solution::Moves;
use super::solver::SolverLimits;
use crate::qubic::forced_win::Field;
use games::qubic::{Cell, Qubic};
use games::{Game, Side};
use search::Control;
use std::cmp::Reverse;

/// What is proven is kept of positions with at most so many stones more than the classes: more of them saves hardly anything.
const DEEPER: u32 = 7;

/// Positions that one side may win.
pub struct Classes {
    parts: Parts,
    /// Of each class the parts that must be won, what looks hardest first.
    classes: Vec<Vec<usize>>,
}

impl Classes {
    /// Whether `winner` wins these positions, none of which is over, with what is proven already: positions with him to
    /// move, and his move.
    pub fn new(positions: &[Qubic], winner: Side, moves: Moves) -> Self {
        let most = positions.iter().map(|position| position.ply()).max().unwrap_or_default();
        let mut parts = Parts::none(winner, 64, moves).keeping(most + DEEPER);
        let looks = |position: &Qubic| {
            first_numbers::of_attacker(&Field::new(position.stones(winner), position.stones(winner.other())))
        };
        let mut class = |position: &Qubic| {
            if position.to_move() == winner {
                return vec![parts.add(position)];
            }
            let mut replies: Vec<_> =
                Cell::of_set(position.empty()).map(|m| parts.add(&position.after(m))).collect();
            replies.sort_unstable();
            replies.dedup();
            replies.sort_by_cached_key(|&part| Reverse(looks(&parts.position(part))));
            replies
        };
        let classes = positions.iter().map(&mut class).collect();
        Self { parts, classes }
    }

    /// With so many threads (at least one) in each graph.
    pub fn with_threads(self, threads: usize) -> Self {
        Self { parts: self.parts.with_threads(threads), ..self }
    }

    pub const fn expansions(&self) -> u64 {
        self.parts.expansions()
    }

    /// What is proven of positions with few stones.
    pub const fn moves(&self) -> &Moves {
        self.parts.moves()
    }

    /// Tries the next part of a class, by its number from 0, in a graph within these limits, and says whether the class is
    /// decided or has resisted; `None` if the part has been proven: ask again. What failed within such limits
    /// before is not tried again.
    pub fn try_class(
        &mut self,
        class: usize,
        limits: &SolverLimits,
        control: &Control,
        report: &mut Report<'_>,
    ) -> Option<Tried> {
        let parts = &mut self.parts;
        let tried = |&part: &usize| Reverse(parts.tried(part));
        self.classes[class].sort_by_key(tried);
        let Some(&part) = self.classes[class].iter().find(|&&part| !parts.look(part)) else {
            return Some(Tried::Proven);
        };
        if parts.tried(part) >= limits.expansions {
            return Some(Tried::Open);
        }
        Some(parts.try_part(part, limits, control, report)).filter(|&tried| tried != Tried::Proven)
    }
}
