//! That a side does not win a Qubic position by a ply: depth first (`in_time`), on several threads, and so that it can be
//! left and taken up again.
//!
//! The threads share the positions whose refutation took long, and each begins with other moves. What is kept is these positions:
//! 'so many moves of the attacker do not suffice here' is true whatever was asked.

use super::in_time::InTime;
use super::solver::Question;
use crate::qubic::forced_win::Field;
use games::qubic::lines::CELLS;
use games::qubic::{Qubic, symmetry};
use games::{Game, Outcome, Side};
use rustc_hash::FxHashMap;
use search::Control;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How often the caller hears where the search stands, and the clock is read.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// A search for what refutes an attacker.
#[derive(Debug)]
pub struct Refutation {
    question: Question,
    attacker: Side,
    shared: Arc<Shared>,
}

/// Where such a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Positions that the forced-win search has looked at.
    pub nodes: u64,
    /// So many of the attacker's first moves (after the reply that is being tried) are refuted within `plies`.
    pub refuted: usize,
    pub moves: usize,
    pub plies: u32,
    /// Positions that would be kept.
    pub kept: usize,
}

impl Refutation {
    /// Whether `attacker` wins the question's position by its last ply; one that is over is won by whoever has won it.
    pub fn new(question: &Question, attacker: Side) -> Self {
        let last_ply = question.last_ply.min(CELLS as u32);
        Self { question: Question { last_ply, ..*question }, attacker, shared: Arc::default() }
    }

    /// Whether the attacker wins; `None` if `control` says stop before that is known. `report` hears where the search stands ten
    /// times a second.
    pub fn run(&self, threads: usize, control: &Control, report: &mut dyn FnMut(&Self)) -> Option<bool> {
        let threads = threads.max(1);
        let (sender, answers) = channel();
        self.shared.stop.store(false, Ordering::Relaxed);
        let answer = thread::scope(|scope| {
            for turn in 0..threads {
                let sender = sender.clone();
                scope.spawn(move || sender.send(self.search(turn, threads)));
            }
            drop(sender);
            let answer = loop {
                match answers.recv_timeout(REPORT_EVERY) {
                    Ok(answer) => break answer,
                    Err(RecvTimeoutError::Timeout) if !control.must_stop() => report(self),
                    Err(_) => break None,
                }
            };
            // The first to know ends the others.
            self.shared.stop.store(true, Ordering::Relaxed);
            answer
        });
        report(self);
        answer
    }

    /// What one thread finds, if it is not stopped.
    fn search(&self, turn: usize, threads: usize) -> Option<bool> {
        let position = &self.question.position;
        let field = Field::new(position.stones(self.attacker), position.stones(self.attacker.other()));
        let mut search = InTime::shared(&self.shared, turn, threads);
        let attacks = position.to_move() == self.attacker;
        let left = self.question.last_ply.saturating_sub(position.ply() + u32::from(!attacks));
        // The last ply is the attacker's own.
        let left = if left.is_multiple_of(2) { left.saturating_sub(1) } else { left };
        let won = if let Some(outcome) = position.outcome() {
            outcome == Outcome::Win(self.attacker)
        } else if left == 0 {
            false
        } else if attacks {
            search.win(&field, left).is_some()
        } else {
            field.threats().is_empty() && search.wins_anyway(&field, field.empty(), left)
        };
        search.tell();
        (!search.exhausted()).then_some(won)
    }

    pub fn standing(&self) -> Standing {
        let shared = &*self.shared;
        Standing {
            nodes: shared.nodes.load(Ordering::Relaxed),
            refuted: shared.first_refuted.load(Ordering::Relaxed),
            moves: shared.first_moves.load(Ordering::Relaxed),
            plies: shared.plies.load(Ordering::Relaxed) as u32,
            kept: shared.known().len(),
        }
    }

    /// What is worth keeping: canonical positions, and how many moves of the player to move do not suffice there.
    pub fn kept(&self) -> Vec<(Qubic, u8)> {
        let position = |(own, other): (u64, u64)| {
            let (first, second) =
                if own.count_ones() == other.count_ones() { (own, other) } else { (other, own) };
            Qubic::without_line(first, second)
        };
        self.shared.known().iter().map(|(&stones, &moves)| (position(stones), moves)).collect()
    }

    /// Takes up what was kept.
    pub fn take_up(&self, kept: impl IntoIterator<Item = (Qubic, u8)>) {
        for (position, moves) in kept {
            let (own, other) = position.own_and_other();
            self.shared.keep(symmetry::canonical(own, other).0, moves);
        }
    }
}

/// What the threads of a search share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Canonical positions (the attacker's stones, the defender's) in which so many moves of the attacker do not suffice.
    known: Mutex<FxHashMap<(u64, u64), u8>>,
    /// Ends the search.
    stop: AtomicBool,
    nodes: AtomicU64,
    first_refuted: AtomicUsize,
    first_moves: AtomicUsize,
    plies: AtomicUsize,
}

impl Shared {
    pub(super) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// So many moves of the attacker are known not to suffice in this canonical position.
    pub(super) fn refuted(&self, stones: (u64, u64)) -> u8 {
        self.known().get(&stones).copied().unwrap_or(0)
    }

    pub(super) fn keep(&self, stones: (u64, u64), moves: u8) {
        let mut known = self.known();
        let most = known.entry(stones).or_default();
        *most = moves.max(*most);
    }

    pub(super) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// So many of the first moves are refuted within `plies`.
    pub(super) fn show(&self, plies: u32, refuted: usize, moves: usize) {
        self.plies.store(plies as usize, Ordering::Relaxed);
        self.first_refuted.store(refuted, Ordering::Relaxed);
        self.first_moves.store(moves, Ordering::Relaxed);
    }

    fn known(&self) -> MutexGuard<'_, FxHashMap<(u64, u64), u8>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
