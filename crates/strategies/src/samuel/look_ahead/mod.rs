//! The look-ahead: minimax to a distance that depends on what goes on in the position (section "Ply limitations"), scores
//! brought back with the sense of direction.
//!
//! The record of positions from the root to the one under investigation is kept whole, as the paper's program did: nothing is
//! taken back, and each position finds the parameters of the one before it. Positions that the history of the game makes
//! a draw count as drawn, so that a win that is announced is one by the rules.

pub mod plies;
pub mod think;

use super::rote::{Recall, Recalled};
use super::terms::scoring::{Scoring, backed_up};
use super::terms::{Ratings, Subject, position_before};
use crate::budget::Budget;
use games::{Outcome, Played};
use plies::Plies;

const INFINITE: i64 = i64::MAX / 4;
/// The clock is read when so many nodes have been seen.
const CLOCK: u64 = 1 << 10;

/// A move at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate<G: Subject> {
    pub m: G::Move,
    /// Its score for the side that makes it; `None` while it is not known, or known to be no better than what was wanted.
    pub score: Option<i64>,
    /// The move and the play expected after it.
    pub line: Vec<G::Move>,
    /// The plies of the stored score that the line ends with; `None` if it ends with a score of its own.
    pub behind: Option<u32>,
}

impl<G: Subject> Candidate<G> {
    /// A move of which nothing is known.
    fn new(m: G::Move) -> Self {
        Self { m, score: None, line: vec![m], behind: None }
    }

    /// The plies that the score has behind it: those of its line, and those behind a stored score at the line's end.
    pub fn effective_ply(&self) -> usize {
        self.line.len() + self.behind.unwrap_or(0) as usize
    }
}

/// A position on the way from the root to the one under investigation.
struct Entry<G> {
    position: G,
    /// Its parameters, once they have been asked for.
    ratings: Option<Ratings>,
    by_jump: bool,
    /// Plies since the last irreversible one.
    quiet: usize,
}

/// A look-ahead from the present position of a game.
struct LookAhead<'a, G: Subject> {
    scoring: &'a Scoring<G>,
    accumulator: G::Accumulator,
    budget: Budget<'a>,
    plies: Plies,
    /// Whether branches that cannot change the choice are left out (alpha-beta), which changes no score.
    pruning: bool,
    /// The position before the root, the root, and so on.
    record: Vec<Entry<G>>,
    /// The keys of the game, up to the position under investigation.
    keys: Vec<u64>,
    /// By ply, the play expected from the position that was there last.
    lines: Vec<Vec<G::Move>>,
    /// By ply, the plies of the stored score that this play ends with, if it does.
    behind: Vec<Option<u32>>,
    /// Positions remembered, and what has been looked up there so far.
    recall: Option<Recall<'a>>,
    recalled: Recalled,
    /// By ply, the moves that last refuted another: tried first.
    killers: Vec<[Option<G::Move>; 2]>,
    moves: Vec<G::Move>,
    /// The deepest ply seen so far.
    deepest: usize,
}

impl<'a, G: Subject> LookAhead<'a, G> {
    /// A look-ahead from here that has seen nothing; it looks positions up in a rote memory, if there is one.
    fn new(
        game: &Played<G>,
        scoring: &'a Scoring<G>,
        budget: Budget<'a>,
        pruning: bool,
        recall: Option<Recall<'a>>,
    ) -> Self {
        let mut position = game.start().clone();
        let (mut quiet, mut by_jump) = (0, false);
        for m in game.moves() {
            quiet = if position.is_irreversible(m) { 0 } else { quiet + 1 };
            by_jump = G::is_jump(m);
            position.play(m);
        }
        let earlier = Entry { position: position_before(game), ratings: None, by_jump: false, quiet: 0 };
        Self {
            scoring,
            accumulator: G::Accumulator::default(),
            budget,
            plies: Plies::PAPER,
            pruning,
            record: vec![earlier, Entry { position, ratings: None, by_jump, quiet }],
            keys: game.keys().to_vec(),
            lines: Vec::new(),
            behind: Vec::new(),
            recall,
            recalled: Recalled::default(),
            killers: Vec::new(),
            moves: Vec::new(),
            deepest: 0,
        }
    }

    /// Scores the moves with these break points: exactly the best `ranks` of them, in the order in which they stand; the first of
    /// equals is the better one. `false` if the budget ended it: the moves without a score come last then.
    fn examine(&mut self, plies: Plies, candidates: &mut [Candidate<G>], ranks: usize) -> bool {
        self.plies = plies;
        self.lines.resize_with(plies.last + 2, Vec::new);
        self.behind.resize(plies.last + 2, None);
        self.killers.resize(plies.last + 2, [None; 2]);
        candidates.iter_mut().for_each(|candidate| candidate.score = None);
        let mut best: Vec<i64> = Vec::new();
        let mut complete = true;
        for candidate in candidates.iter_mut() {
            let least = if best.len() < ranks { -INFINITE } else { best[ranks - 1] };
            let Some(score) = self.value_of(1, candidate.m, least, INFINITE) else {
                complete = false;
                break;
            };
            if score <= least && best.len() >= ranks {
                continue;
            }
            candidate.score = Some(score);
            candidate.line = [&[candidate.m], &self.lines[1][..]].concat();
            candidate.behind = self.behind[1];
            let place = best.partition_point(|&other| other >= score);
            best.insert(place, score);
        }
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        complete
    }

    /// The score of a move that leads to this ply, for who makes it: exact within the window, else a bound of it on the
    /// same side. `None` if the budget is spent.
    fn value_of(&mut self, ply: usize, m: G::Move, alpha: i64, beta: i64) -> Option<i64> {
        let here = &self.record[ply];
        let quiet = if here.position.is_irreversible(m) { 0 } else { here.quiet + 1 };
        let position = here.position.after(m);
        self.keys.push(position.key());
        self.record.push(Entry { position, ratings: None, by_jump: G::is_jump(m), quiet });
        // Being backed up can bring a score from just outside the window into it.
        let score = self.score(ply, -beta - 1, -alpha + 1);
        self.record.truncate(ply + 1);
        self.keys.pop();
        Some(backed_up(-score?))
    }

    /// The score of the position at this ply, the last one of the record, for the side to move.
    fn score(&mut self, ply: usize, alpha: i64, beta: i64) -> Option<i64> {
        self.lines[ply].clear();
        self.behind[ply] = None;
        if self.budget.left() == 0 || self.budget.used() % CLOCK == CLOCK - 1 && self.budget.is_over() {
            return None;
        }
        self.budget.spend(1);
        self.deepest = self.deepest.max(ply);
        let entry = &self.record[ply + 1];
        if let Some(score) = self.finished(&entry.position) {
            return Some(score);
        }
        if self.is_drawn(entry.quiet) {
            return Some(0);
        }
        let mut ends = || self.plies.end_at(ply, &entry.position, &mut self.accumulator, entry.by_jump);
        if let Some(recall) = self.recall {
            let left = self.plies.minimum.saturating_sub(ply);
            if let Some(known) = recall.look_up(&entry.position, left, &mut ends, &mut self.recalled) {
                self.behind[ply] = Some(known.ply);
                return Some(known.score);
            }
        }
        if ends() {
            return Some(self.evaluate(ply));
        }
        let first = self.moves.len();
        moves_of(&entry.position, self.scoring, &mut self.accumulator, &mut self.moves);
        self.put_killers_first(ply, first);
        let score = self.best_of(ply, first, alpha, beta);
        self.moves.truncate(first);
        score
    }

    /// The score of the best of the moves from `first` on in the buffer.
    fn best_of(&mut self, ply: usize, first: usize, mut alpha: i64, beta: i64) -> Option<i64> {
        let mut best = -INFINITE;
        for place in first..self.moves.len() {
            let m = self.moves[place];
            let (low, high) = if self.pruning { (alpha, beta) } else { (-INFINITE, INFINITE) };
            let score = self.value_of(ply + 1, m, low, high)?;
            if score > best {
                best = score;
                let (here, next) = self.lines.split_at_mut(ply + 1);
                here[ply].clear();
                here[ply].push(m);
                here[ply].extend_from_slice(&next[0]);
                self.behind[ply] = self.behind[ply + 1];
            }
            alpha = alpha.max(score);
            if self.pruning && score >= beta {
                let killers = &mut self.killers[ply];
                if killers[0] != Some(m) {
                    *killers = [Some(m), killers[0]];
                }
                break;
            }
        }
        Some(best)
    }

    fn put_killers_first(&mut self, ply: usize, first: usize) {
        let moves = &mut self.moves[first..];
        for killer in self.killers[ply].into_iter().rev().flatten() {
            if let Some(place) = moves.iter().position(|&m| m == killer) {
                moves[..=place].rotate_right(1);
            }
        }
    }

    /// The score of a position that is over by itself.
    fn finished(&self, position: &G) -> Option<i64> {
        position.outcome().map(|outcome| match outcome {
            Outcome::Draw => 0,
            Outcome::Win(side) if side == position.to_move() => -self.scoring.without_moves(),
            Outcome::Win(_) => self.scoring.without_moves(),
        })
    }

    /// Whether the position at the end of the keys is drawn by its history.
    fn is_drawn(&self, quiet: usize) -> bool {
        let Some((last, earlier)) = self.keys.split_last() else { return false };
        quiet >= G::QUIET_PLIES
            || quiet >= 8 && earlier.iter().rev().take(quiet).filter(|key| *key == last).count() >= 2
    }

    /// The score of the position at this ply by the polynomial; a jump to come is allowed for.
    fn evaluate(&mut self, ply: usize) -> i64 {
        let (before, accumulator) = (&mut self.record[ply], &mut self.accumulator);
        let before = *before.ratings.get_or_insert_with(|| self.scoring.rate(&before.position, accumulator));
        let position = &self.record[ply + 1].position;
        let score = self.scoring.evaluate(position, &before, accumulator);
        if ply < self.plies.last || !position.next_is_jump(accumulator) {
            return score;
        }
        let moves = position.moves();
        let after = moves.into_iter().map(|m| self.scoring.pieces(-position.after(m).advantage()));
        let now = self.scoring.pieces(position.advantage());
        score - now + after.max().unwrap_or(now)
    }
}

/// The moves to look at in a position.
fn moves_of<G: Subject>(
    position: &G,
    scoring: &Scoring<G>,
    accumulator: &mut G::Accumulator,
    moves: &mut Vec<G::Move>,
) {
    // Who plays to lose need neither complete a row nor prevent one.
    if scoring.is_give_away() { position.legal_moves(moves) } else { position.candidates(accumulator, moves) }
}

/// The moves to look at in the present position of a game.
fn candidates<G: Subject>(game: &Played<G>, scoring: &Scoring<G>) -> Vec<Candidate<G>> {
    let mut moves = Vec::new();
    if game.outcome().is_none() {
        moves_of(game.position(), scoring, &mut G::Accumulator::default(), &mut moves);
    }
    moves.into_iter().map(Candidate::new).collect()
}
