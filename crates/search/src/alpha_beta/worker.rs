//! One thread of the search: its position, its memory of moves, and the recursion.

use super::ordering::{Ordering, bring_best};
use super::value::{INFINITE, Value, WIN, decided};
use super::{FORCING_PLIES_MAX, Guide, Prospect, Shared};
use crate::score::Bound;
use crate::table::{Entry, NO_MOVE};
use games::{Game, Outcome, Played};
use std::sync::atomic::Ordering::{AcqRel, Acquire};

/// No line is followed beyond this ply: forced replies cost no depth, so lines can be longer than the depth.
const PLIES_MAX: usize = 250;
/// What is added to the depth of full-width search in the table; below it are the plies that quiescence had left.
const FULL_WIDTH: u32 = FORCING_PLIES_MAX + 1;
/// Nodes between two looks at the clock and the stop flag: well below a millisecond's worth.
const LOOK_EVERY: u64 = 512;

/// A thread's own state. The position (and the guide with it) is that of the node being searched.
pub(super) struct Worker<'a, G: Game, U: Guide<G>> {
    pub(crate) position: G,
    pub(crate) guide: U,
    pub(crate) shared: &'a Shared<'a>,
    /// Set once the search must end; whatever is returned from then on means nothing.
    pub(crate) stopped: bool,
    pub(crate) seldepth: u32,
    /// The line expected from each ply on, where the window was open.
    pub(crate) lines: Vec<Vec<G::Move>>,
    pub(crate) ordering: Ordering<G>,
    /// By ply: whether the side to move is taken to have no forced win, because it had none before the other side's last move.
    pub(crate) without_win: Vec<bool>,
    /// Whether some of the root's moves have been left out.
    pub(crate) root_limited: bool,
    nodes: u64,
    published: u64,
    next_look: u64,
    /// At so many nodes the limit is reached, as far as was known at the last look.
    last_node: u64,
    /// Keys of the positions since the start of the game; kept only where positions can repeat.
    path: Vec<u64>,
    /// The moves of all nodes on the path, each node's after its parent's, with their merits.
    pub(crate) moves: Vec<G::Move>,
    pub(crate) merits: Vec<i32>,
}

/// A node's window and place.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub depth: u32,
    pub(crate) ply: usize,
}

impl Node {
    pub(crate) const fn open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The value that a table entry gives this node, if it looked far enough. Open windows are searched all the same,
    /// for the sake of their lines.
    fn answered(self, entry: &Entry, depth: u32) -> Option<Value> {
        let value = Value::from_entry(entry, self.ply);
        let fits = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value.score >= self.beta,
            Bound::Upper => value.score <= self.alpha,
        };
        (fits && !self.open() && u32::from(entry.depth) >= depth).then_some(value)
    }
}

impl<'a, G: Game, U: Guide<G>> Worker<'a, G, U> {
    pub(crate) fn new(game: &Played<G>, mut guide: U, shared: &'a Shared<'a>) -> Self {
        guide.start(game);
        Self {
            position: game.position().clone(),
            guide,
            shared,
            stopped: false,
            seldepth: 0,
            lines: vec![Vec::new(); PLIES_MAX + 2],
            ordering: Ordering::new(PLIES_MAX + 2, U::MOVE_NUMBERS),
            without_win: vec![false; PLIES_MAX + 2],
            root_limited: false,
            nodes: 0,
            published: 0,
            next_look: 0,
            last_node: 0,
            path: if U::REPETITIONS { game.keys().to_vec() } else { Vec::new() },
            moves: Vec::new(),
            merits: Vec::new(),
        }
    }

    /// Nodes of all threads, as far as they have said.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Acquire) + self.nodes - self.published
    }

    pub(crate) fn play(&mut self, m: G::Move) -> G::Undo {
        let undo = self.position.play(m);
        self.guide.played(&self.position, m);
        if U::REPETITIONS {
            self.path.push(self.position.key());
        }
        undo
    }

    pub(crate) fn undo(&mut self, m: G::Move, undo: G::Undo) {
        self.position.undo(m, undo);
        self.guide.undone(&self.position, m);
        if U::REPETITIONS {
            self.path.pop();
        }
    }

    /// How many plies quiescence follows from the last full-width ply on.
    pub(crate) fn forcing_plies(&self) -> u32 {
        self.shared.parameters.forcing_plies.min(FORCING_PLIES_MAX)
    }

    /// Counts a node, unless the search must end: once told so it enters none, whatever its callers still ask for.
    pub(crate) fn enter(&mut self, ply: usize) -> bool {
        if self.stopped || self.nodes >= self.next_look && self.look() {
            return false;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply as u32);
        self.lines[ply].clear();
        true
    }

    /// Counts nodes that were looked at otherwise.
    pub(crate) fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// How many nodes this thread may look at before it must look at the limit again.
    pub(crate) fn nodes_left(&self) -> u64 {
        self.last_node.saturating_sub(self.nodes)
    }

    /// Looks at limits, clock and flags; sets when to look next, so that one thread meets a node limit exactly.
    fn look(&mut self) -> bool {
        let new = self.nodes - self.published;
        self.published = self.nodes;
        let total = self.shared.nodes.fetch_add(new, AcqRel) + new;
        let left = self.shared.node_limit.saturating_sub(total);
        self.stopped = left == 0 || self.shared.finished.load(Acquire) || self.shared.control.must_stop();
        let share = (left / self.shared.parameters.threads as u64).max(1);
        self.next_look = self.nodes + share.min(LOOK_EVERY);
        self.last_node = self.nodes.saturating_add(share);
        self.stopped
    }

    /// The value of a position that needs no search: the game is over, or has come back to where it was.
    fn ended(&self, ply: usize) -> Option<Value> {
        match self.position.outcome() {
            Some(Outcome::Draw) => return Some(Value::DRAW),
            Some(Outcome::Win(side)) if side == self.position.to_move() => return Some(Value::win_at(ply)),
            Some(Outcome::Win(_)) => return Some(Value::loss_at(ply)),
            None => {}
        }
        if U::REPETITIONS && (self.repeated() || self.guide.plies_before_draw(&self.position) == 0) {
            return Some(Value::DRAW_HERE);
        }
        (ply >= PLIES_MAX).then(|| Value::estimate(self.guide.evaluate(&self.position)))
    }

    /// The key of this position; where positions can repeat it is at hand.
    pub(crate) fn key(&self) -> u64 {
        self.path.last().copied().unwrap_or_else(|| self.position.key())
    }

    /// Whether the position has been on the path since the last irreversible move. Once is enough: what a side could
    /// not improve the first time, it will not the second. A draw by it is never called proven.
    fn repeated(&self) -> bool {
        let Some((key, earlier)) = self.path.split_last() else { return false };
        let reach = self.guide.reversible_plies(&self.position).min(earlier.len());
        earlier[earlier.len() - reach..].iter().rev().skip(1).step_by(2).any(|other| other == key)
    }

    /// The value that a table entry gives this node. A win that was found on another way to this position counts here only
    /// if it comes before the game would be drawn for want of progress. (Repetitions cannot spoil it: those with the
    /// game's own positions are the same on every way, and a side that wins sooner with every ply never comes back to
    /// a position of the tree.)
    pub(crate) fn answered(&self, node: Node, entry: &Entry, depth: u32) -> Option<Value> {
        let value = node.answered(entry, depth)?;
        let in_time = !U::REPETITIONS
            || value
                .plies_to_end(node.ply)
                .is_none_or(|plies| plies <= self.guide.plies_before_draw(&self.position));
        in_time.then_some(value)
    }

    /// Enters a node: its window cut to what can still happen at this ply, or the value if there is nothing to search
    /// (which means nothing once the search is stopped).
    pub(crate) fn begin(&mut self, alpha: i32, beta: i32, depth: u32, ply: usize) -> Result<Node, Value> {
        if !self.enter(ply) {
            return Err(Value::DRAW_HERE);
        }
        if let Some(value) = self.ended(ply) {
            return Err(value);
        }
        self.without_win[ply + 1] = false;
        let (alpha, beta) = within_reach(alpha, beta, ply);
        if alpha >= beta { Err(Value::of(alpha, true)) } else { Ok(Node { alpha, beta, depth, ply }) }
    }

    /// The value of this position to the side to move, within the window or beyond it on the right side.
    pub(crate) fn search(&mut self, alpha: i32, beta: i32, depth: u32, ply: usize) -> Value {
        if depth == 0 {
            return self.quiesce(alpha, beta, self.forcing_plies(), ply);
        }
        let node = match self.begin(alpha, beta, depth, ply) {
            Ok(node) => node,
            Err(value) => return value,
        };
        let key = self.key();
        let entry = self.shared.table.probe(key);
        if let Some(value) = entry.and_then(|entry| self.answered(node, &entry, FULL_WIDTH + depth)) {
            return value;
        }
        let from = self.moves.len();
        let (value, best) = match self.guide.prospect(&self.position, &mut self.moves) {
            Prospect::Narrowed => {
                if let Some(win) = self.counter(from, ply) {
                    return win;
                }
                self.search_moves(node, from, true, entry.map_or(NO_MOVE, |e| e.move_number))
            }
            Prospect::Open => match self.probcut(node) {
                Some(value) => (value, None),
                None => self.search_open(node, from, entry.map_or(NO_MOVE, |e| e.move_number)),
            },
            known => return self.known(known, ply),
        };
        self.moves.truncate(from);
        self.merits.truncate(from);
        if !self.stopped {
            self.remember(key, node, value, FULL_WIDTH + depth, best);
        }
        value
    }

    pub(crate) fn remember(&self, key: u64, node: Node, value: Value, depth: u32, best: Option<G::Move>) {
        let bound = match value.score {
            score if score >= node.beta => Bound::Lower,
            score if score > node.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let number = best.map_or(NO_MOVE, |m| self.guide.move_number(m) as u16);
        self.shared.table.store(key, value.to_entry(bound, depth, number, node.ply));
    }

    /// The value of what the guide knows at a glance, its move the line.
    pub(crate) fn known(&mut self, prospect: Prospect<G::Move>, ply: usize) -> Value {
        let (m, value) = match prospect {
            Prospect::Win(m, plies) => (m, Value::win_at(ply + plies as usize)),
            Prospect::Loss(m, plies) => (m, Value::loss_at(ply + plies as usize)),
            Prospect::Draw(m) => (m, Value::DRAW),
            Prospect::Estimate(score) => return Value::estimate(score),
            Prospect::Narrowed | Prospect::Open => return Value::DRAW_HERE,
        };
        self.lines[ply].push(m);
        value
    }

    /// Searches the moves from `from` on in the order of their merits.
    pub(crate) fn search_moves(
        &mut self,
        node: Node,
        from: usize,
        narrowed: bool,
        table_move: u16,
    ) -> (Value, Option<G::Move>) {
        let Node { mut alpha, beta, depth, ply } = node;
        let to = self.moves.len();
        let single = narrowed && to == from + 1;
        self.ordering.rate(
            &self.guide,
            &self.position,
            ply,
            table_move,
            &self.moves[from..],
            &mut self.merits,
        );
        let next = if single { depth } else { depth - 1 };
        let mut best = Value { score: -INFINITE, proven: true };
        let mut best_move = None;
        let mut all_proven = true;
        for i in from..to {
            bring_best(&mut self.moves, &mut self.merits, i);
            let m = self.moves[i];
            let reduced = if narrowed { next } else { self.reduced(node, alpha, i - from) };
            let undo = self.play(m);
            let value = self.search_child(Node { alpha, beta, depth: next, ply }, i == from, reduced);
            self.undo(m, undo);
            if self.stopped {
                return (Value::DRAW_HERE, None);
            }
            all_proven &= value.proven;
            if value.score > best.score {
                best = value;
                if value.score > alpha {
                    alpha = value.score;
                    best_move = Some(m);
                    if node.open() {
                        self.take_line(m, ply);
                    }
                    if alpha >= beta {
                        let tried = &self.moves[from..i];
                        self.ordering.refuted(&self.guide, &self.position, ply, depth, m, tried);
                        return (value, best_move);
                    }
                }
            }
        }
        (Value::of(best.score, all_proven), best_move)
    }

    /// The value of the move just played from a node: `node.alpha` is its present best, `node.depth` the depth left
    /// below the move. The first move gets the whole window, others must first show that they are better.
    fn search_child(&mut self, node: Node, first: bool, reduced: u32) -> Value {
        let Node { alpha, beta, depth, ply } = node;
        if first {
            return -self.search(-beta, -alpha, depth, ply + 1);
        }
        let mut value = -self.search(-alpha - 1, -alpha, reduced, ply + 1);
        if reduced < depth && value.score > alpha && !self.stopped {
            value = -self.search(-alpha - 1, -alpha, depth, ply + 1);
        }
        if value.score > alpha && value.score < beta && !self.stopped {
            value = -self.search(-beta, -alpha, depth, ply + 1);
        }
        value
    }

    /// The depth with which the move of this rank (from 0) in a node's order is tried first. Where a win or a loss is
    /// in sight lengths count, and nothing is reduced.
    fn reduced(&self, node: Node, alpha: i32, rank: usize) -> u32 {
        let next = node.depth - 1;
        if !self.shared.parameters.reductions || decided(alpha) || decided(node.beta) {
            return next;
        }
        let by = U::LATE.iter().filter(|&&(from, depth)| rank >= from && next >= depth).count();
        next.saturating_sub(by as u32).max(next.min(1))
    }

    /// Makes `m` and the line after it the line from this ply on.
    pub(crate) fn take_line(&mut self, m: G::Move, ply: usize) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(m);
        before[ply].extend_from_slice(&after[0]);
    }
}

/// The window without what cannot be at this ply: nothing beats a win already found nearer to the root, and nothing
/// is worse than to have lost by now.
pub(super) fn within_reach(alpha: i32, beta: i32, ply: usize) -> (i32, i32) {
    (alpha.max(ply as i32 - WIN), beta.min(WIN - ply as i32 - 1))
}
