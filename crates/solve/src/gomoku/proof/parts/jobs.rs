//! The upper tree of a proof: job-level proof-number search (Wu, Lin, Lin, Chen, Chan & Chen, "Job-Level Proof-Number Search",
//! IEEE Transactions on Computational Intelligence and AI in Games 5, 2013), whose jobs are a small search for black's win and, where
//! that is in vain, a move for him: what an example has, what wins against other replies, or what an adviser names.
//!
//! Every reply to the move becomes a position of its own. How good the adviser thinks the move to be, and how deep it lies, is the first
//! proof number of these; so a move that was wrong, or leads far, is left in time for the next best one, which the adviser names
//! when the search comes to it and not before.

use super::super::small::{LARGE, proves};
use super::super::{Attack, Moves, Place, Tuning, find, walk};
use super::answers::answers;
use crate::gomoku::Class;
use games::gomoku::{Gomoku, Square, Stones};
use games::{Game, Side};
use rustc_hash::FxHashMap;
use search::proof_number::{Child, Expansion, Problem};
use search::{Control, Score};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Names a move for black in a position, other than these, and how good it is for him, after so many times the usual effort; the same
/// one whenever it is asked, unless it is told to stop. `None` if there is none.
pub type Adviser =
    Box<dyn FnMut(&Gomoku, &[Square], u64, &dyn Fn() -> bool) -> Option<(Square, Score)> + Send>;

/// What black plays in a position by another proof, if it says anything of it.
pub type Example = Arc<dyn Fn(&Place) -> Option<Square> + Send + Sync>;

/// A position of the upper tree, canonical; with black to move, with the moves that are set aside: tried before, each of them
/// tried beside what is left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub place: Place,
    pub aside: Vec<Square>,
}

/// What followed from each node that was expanded: the result of a job, so that it need not be done again.
pub type Expanded = FxHashMap<Node, Expansion<Node, Square>>;

/// What all threads know.
#[derive(Clone, Debug, Default)]
pub(super) struct Shared {
    pub(super) known: Arc<RwLock<Moves>>,
    pub(super) expanded: Arc<RwLock<Expanded>>,
    /// Nodes that were to be expanded, and were not read.
    pub(super) expansions: Arc<AtomicU64>,
}

/// A look at what threads have in common. What a thread that panicked has left of it is whole: it grows by single entries.
pub(super) fn read<T>(shared: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    shared.read().unwrap_or_else(PoisonError::into_inner)
}

/// The same, to change it.
pub(super) fn write<T>(shared: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    shared.write().unwrap_or_else(PoisonError::into_inner)
}

/// The search that a position gets before black's move is asked for; where an example has one, when that has turned out to be hard.
const SMALL: Tuning = Tuning { pass: 500, reply: 300, own: 30_000, moves: 16 };
/// Its expansions with [`WIDE`] stones of black's, and with more: so few that it takes as long as the advice.
const EXPANSIONS: (u64, u64) = (100, 30);
/// With so many stones of black's, or less, a position gets a [`LARGE`] search when the first advised move has turned out to be hard.
const FEW: u32 = 4;
/// That one has so many times the expansions. With two stones of black's nine of twelve such searches found a proof, within 42 to 310 expansions; with
/// three or four three of 28, within 72.
const LARGER: u64 = 4;
/// With so many stones of black's white has all the board to reply on, and most replies are won alike: the small search, which proves most of them,
/// is longer; what wins against others is tried before any advice, as it is as good and takes no time; and the replies that look
/// easiest come first. With more stones white's differ more.
const WIDE: u32 = 2;
/// A win that begins with a move that threatens nothing takes so many moves at least.
const QUIET: u32 = 3;
/// What is looked at to find white's replies.
const REPLIES: Tuning = Tuning { pass: 2_000, reply: 1_000, ..SMALL };

/// A move with this score, or a better one, is as good as any.
const GOOD: f64 = 400.0;
/// For each so much less a position looks twice as hard to prove.
const TWICE: f64 = 50.0;
/// And by so much harder with each stone of black's.
const DEEPER: f64 = 1.25;
/// But no first proof number is greater.
const HARDEST: f64 = 1e6;
/// By so much harder than the best the next best move looks, with one stone of black's, two, and so on: the more, the fewer there are, for
/// the more replies there are then to every move. An answer to white's second move is not left because one reply to it turns out to be hard.
const NEXT: [u32; 5] = [5_000, 100, 50, 25, 20];
/// With so many times the usual effort the adviser names a move where none is set aside, and where some are: a wrong move costs thousands of jobs
/// where few stones lie.
const EFFORT: [(u64, u64); 6] = [(1, 1), (30, 100), (10, 30), (3, 10), (1, 3), (1, 1)];

/// The entry for so many stones of black's; the last one is for more, too.
fn with_stones<T: Copy>(table: &[T], stones: u32) -> T {
    table[(stones as usize).clamp(1, table.len()) - 1]
}

/// Who does the jobs of one thread.
pub(super) struct Worker {
    pub(super) attack: Attack,
    pub(super) adviser: Option<Adviser>,
    pub(super) example: Option<Example>,
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").field("attack", &self.attack).finish_non_exhaustive()
    }
}

/// The problem of the upper tree, as one thread works at it.
pub(super) struct Job<'a> {
    pub(super) worker: &'a mut Worker,
    pub(super) shared: &'a Shared,
    pub(super) end: JobEnd<'a>,
}

/// When a job is to end before it is done.
#[derive(Clone, Copy)]
pub(super) struct JobEnd<'a> {
    pub(super) control: &'a Control,
    /// The part is decided, or its search was told to end: what threads are at is in vain.
    pub(super) done: &'a AtomicBool,
}

impl JobEnd<'_> {
    fn must_stop(self) -> bool {
        self.done.load(Ordering::Relaxed) || self.control.must_stop()
    }
}

impl Job<'_> {
    fn node(&self, place: &Place) -> Node {
        Node { place: place.class(self.worker.attack.size).0, aside: Vec::new() }
    }

    /// Black is to move.
    fn own(&mut self, node: &Node) -> Expansion<Node, Square> {
        let Node { place, aside } = node;
        if self.worker.attack.is_known(place) {
            return Expansion::Proven;
        }
        let Some(game) = walk::position(self.worker.attack.size, self.worker.attack.rules, place) else {
            return Expansion::Disproven;
        };
        let in_time = self.worker.attack.moves_left(place) >= QUIET;
        let example = if in_time && aside.len() < 2 { self.example(place, &game) } else { None };
        if self.is_searched(place, aside.len(), example.is_some()) {
            return Expansion::Proven;
        }
        if !in_time {
            return Expansion::Disproven;
        }
        let untried = || example.or_else(|| self.elsewhere(place, &game));
        let advice = match aside.is_empty().then(untried).flatten() {
            Some(m) => Some((m, Score::Heuristic(GOOD as i32))),
            None if self.end.must_stop() => None,
            None => self.advice(place, &game, aside),
        };
        // Once stopped, nothing is believed or kept of what comes out.
        let advice = advice.filter(|_| !self.end.must_stop());
        let Some((m, score)) = advice else { return Expansion::Disproven };
        let (hard, next) = numbers(score, place.black.count(), aside.len() as u32 + 1);
        let after = self.node(&place.after(m));
        let replies = self.replies(&after.place, hard);
        let mut children = Vec::new();
        let count = match &replies {
            Expansion::Proven => {
                write(&self.shared.known).insert(*place, m);
                return Expansion::Proven;
            }
            Expansion::Disproven => 0,
            Expansion::Children(replies) => replies.len() as u32,
        };
        if count > 0 {
            write(&self.shared.expanded).entry(after.clone()).or_insert(replies);
            children.push(Child { step: m, position: after, proof: hard + count, disproof: 1 });
        }
        let rest = Node { place: *place, aside: aside.iter().copied().chain([m]).collect() };
        children.push(Child { step: m, position: rest, proof: next + count, disproof: 1 });
        Expansion::Children(children)
    }

    /// Whether the search proves a position that it gets with so many moves set aside, an example having a move for it or
    /// not, if it gets one; what it proves is known then.
    fn is_searched(&mut self, place: &Place, aside: usize, example: bool) -> bool {
        let (tuning, times) = match (aside, place.black.count(), example) {
            (_, 1, _) | (0, _, true) => return false,
            (0, _, false) => (SMALL, 1),
            (1, ..=FEW, _) => (LARGE, LARGER),
            (1, _, true) => (SMALL, 1),
            _ => return false,
        };
        let expansions = times * if place.black.count() == WIDE { EXPANSIONS.0 } else { EXPANSIONS.1 };
        let end = self.end;
        proves(&mut self.worker.attack, place, tuning, expansions, end.control, &mut || !end.must_stop())
    }

    /// What black plays there by another proof.
    fn example(&self, place: &Place, game: &Gomoku) -> Option<Square> {
        self.worker.example.as_ref().and_then(|example| example(place)).filter(|&m| game.is_legal(m))
    }

    /// With [`WIDE`] stones of black's: the move that wins most often, as far as is known, where one of white's stones lies elsewhere.
    fn elsewhere(&self, place: &Place, game: &Gomoku) -> Option<Square> {
        if place.black.count() != WIDE {
            return None;
        }
        let size = self.worker.attack.size;
        let known = read(&self.shared.known);
        let mut votes: FxHashMap<Square, u32> = FxHashMap::default();
        for stone in place.white.squares() {
            for to in Stones::new(size).squares().filter(|&square| place.is_empty(square)) {
                let mut like = *place;
                like.white.flip(stone);
                like.white.insert(to);
                let m = find(&known, size, &like).filter(|&m| game.is_legal(m));
                m.into_iter().for_each(|m| *votes.entry(m).or_default() += 1);
            }
        }
        votes.into_iter().max_by_key(|&(m, votes)| (votes, Reverse(m))).map(|(m, _)| m)
    }

    /// The move to try next, and how good it is. With one stone of black's nothing threatens yet: the answers are tried in their order.
    fn advice(&mut self, place: &Place, game: &Gomoku, aside: &[Square]) -> Option<(Square, Score)> {
        let best = Score::Heuristic(GOOD as i32);
        if place.black.count() == 1 {
            return answers(game).into_iter().find(|m| !aside.contains(m)).map(|m| (m, best));
        }
        let end = self.end;
        let advice = match &mut self.worker.adviser {
            Some(adviser) => {
                let (first, next) = with_stones(&EFFORT, place.black.count());
                let times = if aside.is_empty() { first } else { next };
                adviser(game, aside, times, &|| end.must_stop())
            }
            None => {
                self.worker.attack.set_tuning(SMALL);
                self.worker.attack.go_to(place);
                let left = |m: &Square| !aside.contains(m) && game.is_legal(*m);
                self.worker.attack.candidates().into_iter().find(left).map(|m| (m, best))
            }
        };
        advice.filter(|(_, score)| !matches!(score, Score::Loss { .. }))
    }

    /// White's replies that are left where he is to move, each as hard as is said.
    fn replies(&mut self, place: &Place, hard: u32) -> Expansion<Node, Square> {
        self.worker.attack.go_to(place);
        self.worker.attack.set_tuning(REPLIES);
        let full = place.black.count() + place.white.count() == (self.worker.attack.size.pow(2)) as u32;
        if full || !self.worker.attack.board.squares(Side::Second, Class::Five).is_empty() {
            return Expansion::Disproven;
        }
        let threatens = place.black.count() > 2;
        let left = threatens.then(|| self.worker.attack.defences(place)).flatten();
        // Without a threat to narrow them these are all, but for those that lose at once.
        let left = left.unwrap_or_else(|| self.worker.attack.resisting(place, threatens));
        let mut children: Vec<Child<Node, Square>> = Vec::new();
        for m in left {
            let position = self.node(&place.after(m));
            if !children.iter().any(|child| child.position == position) {
                children.push(Child { step: m, position, proof: hard, disproof: 1 });
            }
        }
        if children.is_empty() { Expansion::Proven } else { Expansion::Children(children) }
    }
}

/// The first proof numbers of the replies to a move with this score, and of the rest, the `rank`-th one, of black's moves.
fn numbers(score: Score, stones: u32, rank: u32) -> (u32, u32) {
    let lacking = match score {
        Score::Heuristic(value) => (GOOD - f64::from(value)).max(0.0) / TWICE,
        Score::Win { .. } => 0.0,
        _ => GOOD / TWICE,
    };
    let deeper = DEEPER.powi(stones as i32);
    let hard = (lacking.exp2() * deeper).min(HARDEST);
    let penalty = with_stones(&NEXT, stones) * rank;
    (hard as u32, (hard + f64::from(penalty) * deeper).min(HARDEST) as u32)
}

impl Problem for Job<'_> {
    type Position = Node;
    type Move = Square;

    fn attacker_moves(&self, node: &Node) -> bool {
        node.place.black_moves
    }

    fn easiest_first(&self, node: &Node) -> bool {
        !node.place.black_moves && node.place.black.count() == WIDE
    }

    fn expand(&mut self, node: &Node) -> Expansion<Node, Square> {
        let before = read(&self.shared.expanded).get(node).cloned();
        if let Some(expansion) = before {
            return expansion;
        }
        self.shared.expansions.fetch_add(1, Ordering::Relaxed);
        let expansion = if node.place.black_moves { self.own(node) } else { self.replies(&node.place, 1) };
        // What was cut off says nothing.
        if !self.end.must_stop() {
            write(&self.shared.expanded).insert(node.clone(), expansion.clone());
        }
        expansion
    }
}
