//! One move of a strategy that proves: the order in which things are tried, and what is said of the result.

use super::attempt::Attempt;
use super::knowledge::{How, Knowledge, Known, Replies};
use super::looks;
use super::words::{self, Standing};
use crate::alpha_beta::glance;
use crate::budget::Budget;
use crate::solution::latest;
use crate::{Choice, Context, Decision, Line, Progress, Report};
use games::qubic::lines::cells;
use games::qubic::{Cell, Qubic, threatened_cells, winning_cells};
use games::{Game, Played};
use search::score::Bound;
use search::{Limits, Score};
use solve::certificate::qubic::Dictionary;
use solve::qubic::forced_win::{Field, ForcedWins};
use std::cmp::Reverse;

/// A depth stands for so many nodes a ply. A node is a position that the forced-win search looks at or that a proof-number
/// search expands.
const NODES_OF_A_PLY: u64 = 10_000;
/// Nodes for following the line of a known win or loss beyond its first moves.
const LINE_NODES: u64 = 30_000;
/// For each step of the opponent's proof so many of one's own.
const OWN_STEPS: u32 = 3;
/// Rounds of steps between two reports.
const REPORT: u32 = 128;

/// Nodes for forced wins before the proof begins, at least and at most: with fewer in all a proof hardly begins.
const GLANCE: (u64, u64) = (2_048, 262_144);
/// Nodes for finding the next move of a win that has been claimed, whatever the limits: some tens are usual.
const GUARANTEED: u64 = 4_000_000;

/// What a strategy keeps of its proofs in a game: a win once claimed is carried out.
#[derive(Debug, Default)]
pub struct Kept {
    book: Dictionary,
    /// The key of the position after the last move, if a win was claimed with it.
    won: Option<u64>,
}

impl Kept {
    /// Whether the opponent's move is the answer to one that a win was claimed with.
    fn is_claimed(&self, game: &Played<Qubic>) -> bool {
        self.won.is_some() && game.keys().iter().rev().nth(1) == self.won.as_ref()
    }

    /// These books, then its own.
    fn with<'a>(&'a self, books: &[(&str, &'a Dictionary)]) -> Vec<&'a Dictionary> {
        books.iter().map(|&(_, book)| book).chain([&self.book]).collect()
    }
}

/// The table of the forced-win search, which here looks for all there is: 1.5 MB.
const TABLE_BITS: u32 = 16;

/// Chooses a move by these books (each with its name), what was kept, and what can be found out within the limits.
pub fn think(
    game: &Played<Qubic>,
    limits: &Limits<Qubic>,
    books: &[(&str, &Dictionary)],
    kept: &mut Kept,
    context: &mut Context<'_, Qubic>,
) -> Choice<Qubic> {
    let allowed = limits.root_moves(game).iter().fold(0, |set, m| set | m.set());
    let mut thinker = Thinker {
        position: *game.position(),
        allowed,
        bytes: context.hash_bytes(),
        budget: Budget::new(limits, NODES_OF_A_PLY, context.control),
        wins: ForcedWins::new(TABLE_BITS),
        hashfull: 0,
        hardness: [0; 64],
        report: &mut *context.report,
    };
    let claimed = kept.is_claimed(game);
    if claimed {
        thinker.budget.guarantee(GUARANTEED);
    }
    let names: Vec<&str> =
        books.iter().map(|(name, _)| *name).chain(["a proof found in this game"]).collect();
    let decision = thinker.by_knowledge(&kept.with(books), &names, claimed).unwrap_or_else(|replies| {
        let (found, refuted, attempt) = thinker.search(&replies);
        kept.book.extend(found);
        thinker.by_search(&kept.with(books), &names, refuted, attempt)
    });
    let blocks = threatened_cells(game.position());
    let claims = matches!(decision.score, Score::Win { .. });
    let carried = decision.line.first().filter(|m| claims || claimed && m.set() == blocks);
    kept.won = carried.map(|&m| game.position().after(m).key());
    let Decision { line, score, reason } = decision;
    Choice::of_line(line, score, reason, thinker.budget.used(), thinker.hashfull)
}

/// What a proof-number search has shown of the root.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// The side to move wins.
    Won,
    Lost,
    Nothing,
}

struct Thinker<'a> {
    position: Qubic,
    /// The moves to consider; not empty.
    allowed: u64,
    bytes: usize,
    budget: Budget<'a>,
    wins: ForcedWins,
    hashfull: u32,
    /// How hard it seems to prove that a move loses: its proof number.
    hardness: [u32; 64],
    report: &'a mut dyn FnMut(Report<Qubic>),
}

impl Thinker<'_> {
    /// The decision, if no search is needed for it; otherwise what is known of the moves.
    fn by_knowledge(
        &mut self,
        books: &[&Dictionary],
        names: &[&str],
        claimed: bool,
    ) -> Result<Decision<Cell>, Box<Replies>> {
        // A win that was claimed is found whatever it takes; any other is the proof's business, once the glance is over.
        let most = if claimed { u64::MAX } else { (self.budget.left() / 16).clamp(GLANCE.0, GLANCE.1) };
        let mut knowledge = Knowledge::new(books, &mut self.wins).at_most(most);
        let known = knowledge.win(&self.position, &self.budget);
        self.budget.end_guarantee();
        if let Some(known) = known.filter(|known| self.allowed & known.m.set() != 0) {
            return Ok(self.won(&known, books, names));
        }
        if winning_cells(&self.position) != 0 {
            // It is not allowed to: then nothing is known of the rest.
            return Err(Box::new(Replies { lost_in: [None; 64] }));
        }
        let mut knowledge = Knowledge::new(books, &mut self.wins).at_most(most);
        let replies = knowledge.replies(&self.position, &self.budget);
        let open = self.open_moves(&replies);
        match open.count_ones() {
            0 if self.is_restricted() => Ok(self.open(self.allowed, Standing::All)),
            0 => Ok(self.lost(&replies, books)),
            1 if threatened_cells(&self.position) == open => Ok(self.open(open, Standing::Block)),
            _ => Err(Box::new(replies)),
        }
    }

    /// The moves that are not known to lose.
    fn open_moves(&self, replies: &Replies) -> u64 {
        cells(self.allowed)
            .filter(|&cell| replies.lost_in[cell].is_none())
            .fold(0, |set, cell| set | 1 << cell)
    }

    /// Tries to prove a win of either side. Returns a book of the proof, the moves that are refuted, and what is shown.
    fn search(&mut self, replies: &Replies) -> (Dictionary, u64, Shown) {
        let mover = self.position.to_move();
        let open = self.open_moves(replies);
        let mut own = Attempt::new(&self.position, mover);
        let mut opponents = Attempt::new(&self.position, mover.other());
        // A proof that begins with a move that may not be played is of no use.
        let restricted = self.is_restricted();
        let half = self.bytes / 2;
        let mut round = 0;
        while !self.budget.is_enough() && !(opponents.is_over() && (restricted || own.is_over())) {
            for step in 0..=OWN_STEPS {
                let attempt = if step == OWN_STEPS { &mut opponents } else { &mut own };
                if !attempt.is_over() && !self.budget.is_over() && (step == OWN_STEPS || !restricted) {
                    attempt.step(half, &self.budget);
                }
            }
            if own.is_proven() && !restricted || opponents.is_proven() {
                break;
            }
            round += 1;
            if round % REPORT == 0 {
                self.hashfull = (own.fullness(half) + opponents.fullness(half)) / 2;
                self.tell(self.refuted(&opponents, open), open);
            }
        }
        self.hashfull = (own.fullness(half) + opponents.fullness(half)) / 2;
        if own.is_proven() && !restricted {
            return (own.book(&self.budget), 0, Shown::Won);
        }
        if opponents.is_proven() {
            return (opponents.book(&self.budget), self.allowed, Shown::Lost);
        }
        let refuted = self.refuted(&opponents, open) | self.allowed & !open;
        for m in Cell::of_set(open) {
            self.hardness[m.index()] = opponents.proof_number(&self.position, m).unwrap_or(0);
        }
        let shown = if refuted == self.allowed && !restricted { Shown::Lost } else { Shown::Nothing };
        (Dictionary::new(), refuted, shown)
    }

    /// Whether fewer moves may be played than there are: then it proves no loss that all of them lose.
    fn is_restricted(&self) -> bool {
        self.allowed != self.position.empty()
    }

    fn refuted(&self, opponents: &Attempt, open: u64) -> u64 {
        let refuted = Cell::of_set(open).filter(|&m| opponents.refutes(&self.position, m));
        refuted.fold(0, |set, m| set | m.set())
    }

    fn tell(&mut self, refuted: u64, open: u64) {
        // Where every move is refuted there is no estimate any more.
        let Some(m) = self.best_looking(open & !refuted) else { return };
        let score = Score::Heuristic(glance(&self.position));
        let line = Line { score, bound: Bound::Exact, moves: vec![m] };
        let progress = Progress { depth: 1, seldepth: 1, nodes: self.budget.used(), hashfull: self.hashfull };
        (self.report)(Report::Line { rank: 1, line, progress });
    }

    /// The decision after a search.
    fn by_search(
        &mut self,
        books: &[&Dictionary],
        names: &[&str],
        refuted: u64,
        shown: Shown,
    ) -> Decision<Cell> {
        match shown {
            Shown::Won => {
                let known = Knowledge::new(books, &mut self.wins).win(&self.position, &self.budget);
                match known {
                    Some(known) if self.allowed & known.m.set() != 0 => self.won(&known, books, names),
                    // Not reached: the position has an entry in the book just made.
                    _ => self.open(self.allowed, Standing::Refuted(0, 0)),
                }
            }
            Shown::Lost => {
                let mut replies = Knowledge::new(books, &mut self.wins).replies(&self.position, &self.budget);
                // Proven, but with no budget left for the length: it ends with the board at the latest.
                for m in Cell::of_set(self.allowed) {
                    let plies = &mut replies.lost_in[m.index()];
                    *plies = plies.or(Some(1 + latest(self.position.after(m).empty().count_ones())));
                }
                self.lost(&replies, books)
            }
            Shown::Nothing => {
                let left = self.allowed & !refuted;
                let (lost, all) = (self.allowed.count_ones() - left.count_ones(), self.allowed.count_ones());
                match left.count_ones() {
                    0 => self.open(self.allowed, Standing::All),
                    1 if all > 1 => self.open(left, Standing::Only),
                    _ => self.open(left, Standing::Refuted(lost as usize, all as usize)),
                }
            }
        }
    }

    fn won(&mut self, known: &Known, books: &[&Dictionary], names: &[&str]) -> Decision<Cell> {
        let line = self.line(Some(*known), known.m, books);
        let score = Score::Win { in_plies: known.plies };
        Decision { line, score, reason: words::of_win(known, names) }
    }

    fn lost(&mut self, replies: &Replies, books: &[&Dictionary]) -> Decision<Cell> {
        let longest = cells(self.allowed).filter_map(|cell| replies.lost_in[cell]).max().unwrap_or(2);
        let moves = cells(self.allowed)
            .filter(|&cell| replies.lost_in[cell] == Some(longest))
            .fold(0, |set, cell| set | 1 << cell);
        // Where blocks do not help, one is made all the same.
        let blocks = moves & threatened_cells(&self.position);
        let moves = if blocks == 0 { moves } else { blocks };
        let line = match self.best_looking(moves) {
            Some(m) => self.line(None, m, books),
            None => Cell::of_set(self.allowed).take(1).collect(),
        };
        Decision { line, score: Score::Loss { in_plies: longest }, reason: words::of_loss(longest) }
    }

    fn open(&mut self, moves: u64, standing: Standing) -> Decision<Cell> {
        let line: Vec<Cell> = self.best_looking(moves).into_iter().collect();
        let glance = glance(&self.position);
        let value = if standing == Standing::All { glance.min(0) } else { glance };
        Decision { line, score: Score::Heuristic(value), reason: words::of_open(standing) }
    }

    /// The first of these moves that are hardest to refute and look best.
    fn best_looking(&self, moves: u64) -> Option<Cell> {
        Cell::of_set(moves)
            .min_by_key(|&m| Reverse((self.hardness[m.index()], looks(&self.position.after(m)))))
    }

    /// The moves expected from `first` on: the winner's known ones and the replies that hold out longest, as far as they
    /// are found cheaply. `known` is the win that begins with `first`, if it is one.
    fn line(&mut self, known: Option<Known>, first: Cell, books: &[&Dictionary]) -> Vec<Cell> {
        let mut position = self.position;
        let mut line = Vec::new();
        let mut next = Some((first, known));
        let end = self.budget.used().saturating_add(LINE_NODES);
        let mut winners = known.is_some();
        while let Some((m, known)) = next.take() {
            if let Some(Known { how: How::Threes(win), .. }) = known {
                line.extend(win.moves(&Field::of(&position)).into_iter().filter_map(Cell::new));
                break;
            }
            line.push(m);
            position = position.after(m);
            if position.outcome().is_some() || self.budget.is_enough() || self.budget.used() > end {
                break;
            }
            winners = !winners;
            let mut knowledge = Knowledge::new(books, &mut self.wins);
            next = if winners {
                knowledge.win(&position, &self.budget).map(|known| (known.m, Some(known)))
            } else {
                let replies = knowledge.replies(&position, &self.budget);
                let longest = replies.longest(position.empty());
                longest.and_then(|longest| {
                    let reply = Cell::of_set(position.empty())
                        .find(|m| replies.lost_in[m.index()] == Some(longest))?;
                    Some((reply, None))
                })
            };
        }
        line
    }
}
