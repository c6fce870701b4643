//! The root of the search: iterations, aspiration windows, the best lines, and when to end.

use super::pace::Pace;
use super::value::{INFINITE, Value, WIN, decided};
use super::worker::Worker;
use super::{DEPTH_MAX, ESTIMATE_MAX, Found, Guide, Listener, Prospect};
use crate::score::Bound;
use crate::{Limits, Line, Progress, Score};
use games::{Game, Played};

/// Half the first aspiration window, and the depth from which there is one.
const WINDOW: i32 = 60;
const WINDOW_DEPTH: u32 = 3;
/// With one sensible move and a clock running, the depth that is enough for a score.
const SINGLE_MOVE_DEPTH: u32 = 4;

/// A move at the root.
struct Candidate<G: Game> {
    m: G::Move,
    /// Its value in this iteration, if it was the best when it was searched.
    value: Option<Value>,
    /// The line that begins with it.
    line: Vec<G::Move>,
}

/// A line that stands, with the depth at which it was found.
type Known<G> = (Value, Vec<<G as Game>::Move>, u32);

/// Is told of each new best at the root: its value and its line.
type Improved<'a, W, G> = dyn FnMut(&mut W, Value, &[<G as Game>::Move]) + 'a;

impl<G: Game, U: Guide<G>> Worker<'_, G, U> {
    /// Searches as the thread that decides.
    pub(crate) fn lead(
        mut self,
        game: &Played<G>,
        limits: &Limits<G>,
        listener: &mut Listener<'_, G>,
    ) -> Option<Found<G>> {
        let mut candidates = self.candidates(game, limits);
        let mut left_out = self.leave_out(limits, &mut candidates);
        self.root_limited = !left_out.is_empty();
        let first = candidates.first()?.m;
        let fallback = (self.at_first_sight(first), vec![first], 0);
        let ranks = limits.multi_pv.clamp(1, candidates.len());
        let single = ranks == 1 && (candidates.len() == 1 || self.one_move_will_do());
        let mut known: Vec<Known<G>> = Vec::new();
        let mut pace = Pace::default();
        for depth in 1..=limits.depth.unwrap_or(DEPTH_MAX).clamp(1, DEPTH_MAX) {
            if !self.iterate(depth, ranks, &mut candidates, &mut known, listener) {
                break;
            }
            if !left_out.is_empty() && known.iter().any(|(value, ..)| lost(*value)) {
                // No loss is claimed before everything has been tried.
                candidates.append(&mut left_out);
                self.root_limited = false;
                known.iter_mut().for_each(|(value, ..)| *value = unclaimed(*value));
                if !self.iterate(depth, ranks, &mut candidates, &mut known, listener) {
                    break;
                }
            }
            for (rank, line) in self.finished_lines(&known).into_iter().enumerate() {
                listener(rank + 1, &line, self.progress(depth));
            }
            let control = self.shared.control;
            let obvious = single && depth >= SINGLE_MOVE_DEPTH && control.is_timed();
            let share = known.first().map_or(100, |(value, line, _)| pace.share(line[0], value.score));
            if obvious || control.enough_at(share) || known.iter().all(|(value, ..)| settled(*value, depth)) {
                break;
            }
        }
        if known.is_empty() {
            known.push(fallback);
        }
        let depth = known.iter().map(|&(_, _, depth)| depth).max().unwrap_or(0);
        Some(Found { lines: self.finished_lines(&known), progress: self.progress(depth) })
    }

    /// Searches to fill the table for the others, until the leading thread has finished.
    pub(crate) fn help(mut self, game: &Played<G>, limits: &Limits<G>, number: u32) {
        let mut candidates = self.candidates(game, limits);
        let ranks = limits.multi_pv.clamp(1, candidates.len().max(1));
        let mut known = Vec::new();
        // Every other helper is an iteration ahead, so that they do not all do the same.
        for depth in 1 + number % 2..=DEPTH_MAX {
            if candidates.is_empty()
                || !self.iterate(depth, ranks, &mut candidates, &mut known, &mut |_, _, _| {})
            {
                return;
            }
        }
    }

    /// The moves to consider, the most promising first.
    fn candidates(&mut self, game: &Played<G>, limits: &Limits<G>) -> Vec<Candidate<G>> {
        let mut moves = limits.root_moves(game);
        let mut narrowed = Vec::new();
        let first = match self.guide.prospect(&self.position, &mut narrowed) {
            Prospect::Win(m, _) | Prospect::Loss(m, _) | Prospect::Draw(m) => vec![m],
            Prospect::Narrowed => narrowed,
            Prospect::Estimate(_) | Prospect::Open => Vec::new(),
        };
        moves.sort_by_key(|&m| (!first.contains(&m), -self.guide.hint(&self.position, m)));
        moves.into_iter().map(|m| Candidate { m, value: None, line: vec![m] }).collect()
    }

    /// Takes out of the candidates those that the guide would not search, and returns them; none if that would leave too
    /// few.
    fn leave_out(&self, limits: &Limits<G>, candidates: &mut Vec<Candidate<G>>) -> Vec<Candidate<G>> {
        let mut wanted = Vec::new();
        let open = self.guide.prospect(&self.position, &mut wanted) == Prospect::Open;
        if !open || !self.guide.moves(&self.position, DEPTH_MAX, &mut wanted) {
            return Vec::new();
        }
        let (kept, left_out): (Vec<_>, Vec<_>) =
            std::mem::take(candidates).into_iter().partition(|candidate| wanted.contains(&candidate.m));
        *candidates = kept;
        if candidates.len() < limits.multi_pv.max(1) {
            candidates.extend(left_out);
            return Vec::new();
        }
        left_out
    }

    fn one_move_will_do(&self) -> bool {
        let mut narrowed = Vec::new();
        self.guide.prospect(&self.position, &mut narrowed) == Prospect::Narrowed && narrowed.len() == 1
    }

    /// What can be said of the first candidate before anything has been searched.
    fn at_first_sight(&self, first: G::Move) -> Value {
        match self.guide.prospect(&self.position, &mut Vec::new()) {
            Prospect::Win(m, plies) if m == first => Value::win_at(plies as usize),
            Prospect::Loss(_, plies) => Value::loss_at(plies as usize),
            _ => Value::estimate(self.guide.evaluate(&self.position)),
        }
    }

    /// Searches the root to this depth, a rank at a time; `false` if it was stopped. `known` holds the best lines of
    /// the last complete iteration, or better: with one rank, a new best counts as soon as it is found.
    fn iterate(
        &mut self,
        depth: u32,
        ranks: usize,
        candidates: &mut [Candidate<G>],
        known: &mut Vec<Known<G>>,
        listener: &mut Listener<'_, G>,
    ) -> bool {
        let mut lines = Vec::with_capacity(ranks);
        for rank in 0..ranks {
            let expected = known.get(rank).map(|(value, ..)| value.score);
            let rest = &mut candidates[rank..];
            let mut improved = |worker: &mut Self, value, line: &[G::Move]| {
                // A loss holds for the whole position only once every move has been tried.
                if ranks == 1 && !lost(value) {
                    *known = vec![(value, line.to_vec(), depth)];
                    for line in worker.finished_lines(known) {
                        listener(1, &line, worker.progress(depth));
                    }
                }
            };
            let Some(value) = self.aspire(depth, expected, rest, &mut improved) else { return false };
            rest.sort_by_key(|c| c.value.map_or(INFINITE, |value| -value.score));
            lines.push((value, rest[0].line.clone(), depth));
        }
        // Exact values come in order; where estimates of several depths mix in the table, almost.
        lines.sort_by_key(|(value, ..)| -value.score);
        *known = lines;
        true
    }

    /// Searches these moves with a window around what is expected, wider until the value lies inside.
    fn aspire(
        &mut self,
        depth: u32,
        expected: Option<i32>,
        candidates: &mut [Candidate<G>],
        improved: &mut Improved<'_, Self, G>,
    ) -> Option<Value> {
        let mut width = WINDOW;
        let (mut alpha, mut beta) = match expected {
            Some(score) if depth >= WINDOW_DEPTH && !decided(score) => (score - width, score + width),
            _ => (-INFINITE, INFINITE),
        };
        loop {
            let value = self.search_root(depth, alpha, beta, candidates, improved)?;
            width *= 4;
            let all = width > WIN / 100 || decided(value.score);
            if value.score <= alpha {
                alpha = if all { -INFINITE } else { value.score - width };
            } else if value.score >= beta {
                beta = if all { INFINITE } else { value.score + width };
            } else {
                return Some(value);
            }
        }
    }

    /// One pass over the moves of the root; `None` if stopped.
    fn search_root(
        &mut self,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        candidates: &mut [Candidate<G>],
        improved: &mut Improved<'_, Self, G>,
    ) -> Option<Value> {
        if !self.enter(0) {
            return None;
        }
        candidates.iter_mut().for_each(|c| c.value = None);
        let mut best = Value { score: -INFINITE, proven: true };
        let mut all_proven = true;
        for (i, candidate) in candidates.iter_mut().enumerate() {
            let undo = self.play(candidate.m);
            let mut value = best;
            if i > 0 {
                value = -self.search(-alpha - 1, -alpha, depth - 1, 1);
            }
            if i == 0 || value.score > alpha && !self.stopped {
                value = -self.search(-beta, -alpha, depth - 1, 1);
            }
            self.undo(candidate.m, undo);
            if self.stopped {
                return None;
            }
            all_proven &= value.proven;
            if value.score > best.score {
                best = value;
            }
            if value.score > alpha {
                alpha = value.score;
                self.take_line(candidate.m, 0);
                candidate.value = Some(value);
                candidate.line.clone_from(&self.lines[0]);
                if value.score >= beta {
                    return Some(value);
                }
                // Of a draw it is not yet known that there is nothing better.
                let so_far = Value { proven: value.proven && decided(value.score), ..value };
                improved(self, so_far, &candidate.line);
            }
        }
        Some(Value::of(best.score, all_proven && !self.root_limited))
    }

    /// The lines as they are handed on, each followed as far as it is certain or the table knows.
    fn finished_lines(&mut self, known: &[Known<G>]) -> Vec<Line<G>> {
        known
            .iter()
            .map(|(value, line, _)| {
                let score = value.to_score();
                let plies = match score {
                    Score::Win { in_plies } | Score::Loss { in_plies } => in_plies as usize,
                    _ => DEPTH_MAX as usize,
                };
                Line { score, bound: Bound::Exact, moves: self.followed(line, plies) }
            })
            .collect()
    }

    /// This line, continued by what the guide sees at a glance and by exact entries of the table.
    fn followed(&mut self, line: &[G::Move], plies: usize) -> Vec<G::Move> {
        let mut moves = line.to_vec();
        let mut undos: Vec<_> = moves.iter().map(|&m| self.play(m)).collect();
        while moves.len() < plies && self.position.outcome().is_none() {
            let Some(m) = self.expected() else { break };
            undos.push(self.play(m));
            moves.push(m);
        }
        for (&m, undo) in moves.iter().zip(undos).rev() {
            self.undo(m, undo);
        }
        moves
    }

    /// The move expected in the present position, if that is known without search.
    fn expected(&self) -> Option<G::Move> {
        let mut moves = Vec::new();
        match self.guide.prospect(&self.position, &mut moves) {
            Prospect::Win(m, _) | Prospect::Loss(m, _) | Prospect::Draw(m) => return Some(m),
            Prospect::Narrowed if moves.len() == 1 => return moves.pop(),
            Prospect::Narrowed => {}
            Prospect::Estimate(_) | Prospect::Open => self.position.legal_moves(&mut moves),
        }
        let entry = self.shared.table.probe(self.position.key()).filter(|e| e.bound == Bound::Exact)?;
        moves.into_iter().find(|&m| self.guide.move_number(m) == usize::from(entry.move_number))
    }

    fn progress(&self, depth: u32) -> Progress {
        Progress {
            depth,
            seldepth: self.seldepth,
            nodes: self.total_nodes(),
            hashfull: self.shared.table.hashfull(),
        }
    }
}

/// Whether this is a proven loss.
fn lost(value: Value) -> bool {
    decided(value.score) && value.score < 0
}

/// The value of a loss as long as not every move has been tried.
fn unclaimed(value: Value) -> Value {
    if lost(value) { Value::estimate(-ESTIMATE_MAX) } else { value }
}

/// Whether deeper iterations cannot change the value: a proven draw, or a win or loss of which no shorter (longer)
/// one can have been overlooked at this depth.
fn settled(value: Value, depth: u32) -> bool {
    match value.to_score() {
        Score::Win { in_plies } => depth + 2 >= in_plies,
        Score::Loss { in_plies } => depth >= in_plies,
        Score::Draw => true,
        Score::Heuristic(_) => false,
    }
}
