//! A proof in parts: each second move of white's, and each of his replies to black's answer, in a search of its own, as in
//! section 7 of Allis, van den Herik & Huntjens (1994); what one of them proves is known to all.
//!
//! With two stones on the board nothing threatens yet, so that black's answer is chosen beforehand and **every** reply to it
//! is a part. So it is in the few later positions in which black's answer is given (`parts/answers.rs`), or advised because a search was in
//! vain: every reply to that is a part in place of the position. How long a part takes cannot be foreseen, and some take a thousand times as long as others, or succeed only
//! with other settings; so each gets a small search first, and a larger and different one later. Where an answer leaves
//! many parts open, the next one is tried.

mod advice;
mod answers;
mod division;
mod found;
mod one;
mod under_way;

use super::{Attack, Moves, Place, Spent};
pub use advice::Adviser;
use advice::{ADVISED, ALONE, Advice, DIVISIONS, Persistence};
use division::{Answer, Part, Reply};
pub use found::{Findings, Found, Tried};
use found::{Tries, read, write};
use games::gomoku::{Gomoku, Rules, Square};
use games::{Game, Outcome, Side};
use one::{SearchOne, Searched, Shared, search_one};
use search::Control;
use search::proof_number::graph::Bounds;
use std::sync::{Arc, RwLock};
pub use under_way::Search;
pub(crate) use under_way::Searches;

/// So many tries a part gets before the next one has its turn.
const ROUNDS: u32 = 5;

/// What is to be proven: that black wins from a position.
#[derive(Debug)]
pub struct Parts {
    size: usize,
    rules: Rules,
    start: Place,
    /// Black's first move on the empty board.
    first: Option<Square>,
    parts: Vec<Part>,
    known: Arc<RwLock<Moves>>,
    tried: Arc<RwLock<Tries>>,
    searches: Arc<RwLock<Searches>>,
    workers: Vec<Attack>,
    adviser: Advice,
    search: SearchOne,
    /// What is to be said of a search that panicked.
    broken: Option<String>,
    expansions: u64,
    positions: u64,
}

/// Where a proof stands.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The number of the part that has just been searched, from 0.
    pub part: usize,
    /// The answer that is being tried, if the part is an opening.
    pub answer: Option<Square>,
    /// How many replies of this answer are proven, and how many there are.
    pub replies: (usize, usize),
    /// Positions that are proven.
    pub known: usize,
    /// Positions expanded so far.
    pub expansions: u64,
}

/// How a proof ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All parts are proven.
    Proven,
    /// The game is over, or ends with a reply, without a win of black's.
    Refuted,
    /// Stopped, or at a limit.
    Stopped,
}

/// Limits of a proof.
#[derive(Clone, Copy, Debug)]
pub struct PartsLimits {
    pub expansions: u64,
    /// Memory of one search, in bytes.
    pub bytes: usize,
    /// Only parts whose number leaves the first when divided by the second.
    pub shard: (usize, usize),
}

impl Default for PartsLimits {
    fn default() -> Self {
        Self { expansions: u64::MAX, bytes: usize::MAX, shard: (0, 1) }
    }
}

impl Parts {
    /// The proof that black wins from a position that is not over, with what an earlier search has found.
    pub fn new(position: &Gomoku, found: Found, threads: usize) -> Self {
        let (size, rules) = (position.setup().size(), position.setup().rules());
        let start = Place::of(position);
        let known = Arc::new(RwLock::new(found.moves));
        let workers = (0..threads.max(1)).map(|_| Attack::new(size, rules, Arc::clone(&known))).collect();
        let centre = Square::new(size / 2, size / 2);
        let first = centre.filter(|_| position.ply() == 0 && start.black_moves);
        let mut parts = Self {
            size,
            rules,
            start,
            first,
            parts: Vec::new(),
            known,
            tried: Arc::new(RwLock::new(Tries { before: found.tried, now: Tried::default() })),
            searches: Arc::new(RwLock::new(found.searches)),
            workers,
            adviser: Advice(None),
            search: search_one,
            broken: None,
            expansions: 0,
            positions: 0,
        };
        let from = first.map_or(start, |first| start.after(first));
        let mut places = if from.black_moves { vec![start.class(size).0] } else { parts.replies(&from) };
        // Far stones first: they are easily dealt with, and what is proven then helps against the near ones.
        places.reverse();
        parts.parts = places.into_iter().map(|place| parts.part(place)).collect();
        parts
    }

    /// How many parts of a shard are not proven.
    pub fn open(&self, (index, count): (usize, usize)) -> usize {
        let own = self.parts.iter().enumerate().filter(|(number, _)| number % count.max(1) == index);
        own.filter(|(_, part)| !part.proven()).count()
    }

    /// Positions expanded so far, and positions that came up in the searches.
    pub const fn expanded(&self) -> (u64, u64) {
        (self.expansions, self.positions)
    }

    /// What the threat searches have cost.
    pub fn spent(&self) -> Spent {
        self.workers.iter().map(Attack::spent).fold(Spent::default(), |all, spent| Spent {
            calls: all.calls + spent.calls,
            nodes: all.nodes + spent.nodes,
        })
    }

    /// A copy of every move that has been proven, more than one strategy needs.
    pub fn moves(&self) -> Moves {
        read(&self.known).clone()
    }

    /// What the search finds, to be looked at while it goes on.
    pub fn findings(&self) -> Findings {
        Findings {
            known: Arc::clone(&self.known),
            tried: Arc::clone(&self.tried),
            searches: Arc::clone(&self.searches),
        }
    }

    fn learn(&self, place: &Place, m: Square) {
        let (class, symmetry) = place.class(self.size);
        let mut known = write(&self.known);
        known.insert(class, m.image(self.size, symmetry));
    }

    fn knows(&self, class: &Place) -> bool {
        read(&self.known).contains_key(class)
    }

    /// The position as the rules know it.
    fn game(&self, place: &Place) -> Option<Gomoku> {
        super::walk::position(self.size, self.rules, place)
    }

    /// Searches until everything is proven or something ends it. `report` hears where the proof stands after every part,
    /// and may end it with `false`.
    ///
    /// # Errors
    /// A sentence, if the search of a reply panicked; what was found up to then stays.
    pub fn run(
        &mut self,
        limits: &PartsLimits,
        control: &Control,
        report: &mut dyn FnMut(&Self, &Standing) -> bool,
    ) -> Result<End, String> {
        let end = self.prove_all(limits, control, report);
        self.broken.take().map_or(Ok(end), Err)
    }

    fn prove_all(
        &mut self,
        limits: &PartsLimits,
        control: &Control,
        report: &mut dyn FnMut(&Self, &Standing) -> bool,
    ) -> End {
        if self.game(&self.start).is_none_or(|position| position.outcome().is_some()) {
            return End::Refuted;
        }
        write(&self.tried).begin();
        let (index, count) = limits.shard;
        while self.open(limits.shard) > 0 {
            for number in (0..self.parts.len()).filter(|number| number % count.max(1) == index) {
                let end = match self.parts[number].clone() {
                    part if part.proven() => None,
                    Part::Middle(reply) => self.prove_middle(number, reply, limits, control, report),
                    Part::Opening { place, answers, .. } => {
                        self.prove_opening(number, &place, answers, limits, control, report)
                    }
                };
                if let Some(end) = end {
                    return end;
                }
            }
        }
        if let Some(first) = self.first {
            self.learn(&self.start.clone(), first);
        }
        End::Proven
    }

    /// Searches a part with some stones. Says how the proof has ended, if it has.
    fn prove_middle(
        &mut self,
        number: usize,
        reply: Reply,
        limits: &PartsLimits,
        control: &Control,
        report: &mut dyn FnMut(&Self, &Standing) -> bool,
    ) -> Option<End> {
        let over = |game: Gomoku| matches!(game.outcome(), Some(end) if end != Outcome::Win(Side::First));
        if self.game(&reply.place).is_none_or(over) {
            return Some(End::Refuted);
        }
        if let Some(m) = (reply.tries > 0).then(|| self.advised(&reply.place)).flatten() {
            let answers = vec![Answer::new(m)];
            self.parts[number] = Part::Opening { place: reply.place, answers, proven: false };
            return None;
        }
        let mut answer =
            Answer { replies: vec![reply], rounds: reply.tries, ..Answer::new(Square::origin()) };
        let go_on = self.round(number, (None, usize::MAX), &mut answer, limits, control, report);
        self.parts[number] = Part::Middle(answer.replies[0]);
        (!go_on).then_some(End::Stopped)
    }

    /// Searches an opening for some rounds. Says how the proof has ended, if it has.
    fn prove_opening(
        &mut self,
        number: usize,
        place: &Place,
        mut answers: Vec<Answer>,
        limits: &PartsLimits,
        control: &Control,
        report: &mut dyn FnMut(&Self, &Standing) -> bool,
    ) -> Option<End> {
        let Persistence { give_up, untried } = if self.adviser.0.is_some() { ADVISED } else { ALONE };
        for _ in 0..ROUNDS {
            // How much each answer still seems to take.
            let cost = |rank: usize| match answers[rank].rounds {
                0 if rank == 0 => 0,
                0 => untried.0 + untried.1 * rank as u64,
                rounds => answers[rank].failed().saturating_mul(3_u64.saturating_pow(rounds - 1)),
            };
            let Some(best) = (0..answers.len()).min_by_key(|&rank| cost(rank)) else {
                return Some(End::Refuted);
            };
            // Where there is no other answer, nothing is gained by giving one up.
            let give_up = if answers.len() > 1 { give_up } else { usize::MAX };
            let answer = &mut answers[best];
            let m = answer.m;
            if answer.replies.is_empty() {
                self.fill(place.after(m), answer, 0);
            }
            let go_on = self.round(number, (Some(m), give_up), answer, limits, control, report);
            if answer.open() == 0 {
                self.learn(place, m);
                answer.given.iter().for_each(|(place, m)| self.learn(place, *m));
                self.parts[number] = Part::Opening { place: *place, answers: Vec::new(), proven: true };
                return (!go_on).then_some(End::Stopped);
            }
            if !go_on {
                return Some(End::Stopped);
            }
        }
        self.parts[number] = Part::Opening { place: *place, answers, proven: false };
        None
    }

    /// Tries the open replies of an answer once each, until as many as to give it up are left open. `false` if something ended it.
    fn round(
        &mut self,
        part: usize,
        (shown, give_up): (Option<Square>, usize),
        answer: &mut Answer,
        limits: &PartsLimits,
        control: &Control,
        report: &mut dyn FnMut(&Self, &Standing) -> bool,
    ) -> bool {
        let least = answer.rounds;
        answer.rounds += 1;
        let mut open: Vec<usize> =
            (0..answer.replies.len()).rev().filter(|&n| !answer.replies[n].proven).collect();
        let (mut failed, mut divisions) = (0, DIVISIONS.saturating_mul(3_u32.saturating_pow(least)));
        while !open.is_empty() && failed < give_up {
            let taken: Vec<usize> = (0..self.workers.len()).map_while(|_| open.pop()).collect();
            let jobs: Vec<Reply> = taken.iter().map(|&n| answer.replies[n]).collect();
            let results = self.search_together(&jobs, least, limits, control);
            let mut lost = Vec::new();
            for (n, result) in taken.into_iter().zip(results) {
                if self.note(&mut answer.replies[n], least, &result) {
                    lost.push(n);
                }
            }
            for n in lost {
                let first = shown.filter(|_| divisions > 0).and_then(|_| self.divide(answer, n, least));
                let Some(first) = first else {
                    failed += 1;
                    continue;
                };
                divisions -= 1;
                open.extend((first..answer.replies.len()).rev().filter(|&n| !answer.replies[n].proven));
            }
            let total = answer.replies.len();
            let standing = Standing {
                part,
                answer: shown,
                replies: (total - answer.open(), total),
                known: read(&self.known).len(),
                expansions: self.expansions,
            };
            // Tried again, a search that panicked would panic again.
            let go_on = self.broken.is_none() && report(self, &standing);
            if !go_on || control.must_stop() || self.expansions >= limits.expansions {
                return false;
            }
        }
        true
    }

    /// Searches replies, each on a thread of its own.
    fn search_together(
        &mut self,
        jobs: &[Reply],
        least: u32,
        limits: &PartsLimits,
        control: &Control,
    ) -> Vec<Searched> {
        let shared = Shared { size: self.size, known: &self.known, searches: &self.searches };
        let left = limits.expansions.saturating_sub(self.expansions);
        let vain: Vec<bool> = jobs.iter().map(|reply| self.tried_in_vain(reply, least)).collect();
        let search = self.search;
        let one = &|worker: &mut Attack, (reply, &vain): (&Reply, &bool)| {
            if vain {
                return Searched::default();
            }
            let bounds = Bounds { bytes: limits.bytes, expansions: left, ..Bounds::default() };
            search(worker, reply, reply.turn(least), shared, bounds, control)
        };
        let results: Vec<Option<Searched>> = std::thread::scope(|scope| {
            let running: Vec<_> = self
                .workers
                .iter_mut()
                .zip(jobs.iter().zip(&vain))
                .map(|(worker, job)| scope.spawn(move || one(worker, job)))
                .collect();
            running.into_iter().map(|thread| thread.join().ok()).collect()
        });
        for (reply, _) in jobs.iter().zip(&results).filter(|(_, result)| result.is_none()) {
            let place = reply.place.text(self.size);
            self.broken = Some(format!("a bug: the search of the reply {place} panicked; please report it"));
        }
        let stopped = Searched { stopped: true, ..Searched::default() };
        results.into_iter().map(|result| result.unwrap_or(stopped)).collect()
    }
}
