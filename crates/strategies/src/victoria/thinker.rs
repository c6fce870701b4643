//! One move: what is known first, then what is found out within the limits, then what looks best.

use super::attack::{Attempt, beats, holds, replies, win_of_reply};
use super::points::looks;
use super::walk::Walk;
use super::{Step, estimate};
use crate::budget::Budget;
use crate::solution::latest;
use crate::{Choice, Decision, Report};
use games::gomoku::{Gomoku, Opening, OpeningMove, Square};
use games::{Game, Side};
use search::score::Bound;
use search::{Line, Progress, Score};
use solve::threats::ThreatGame;
use solve::threats::gomoku::Field;
use std::collections::HashMap;

/// Nodes of the tree that looks for the opponent's win after a move.
const AFTER: usize = 300;
/// For each step against the opponent's win so many for one's own.
const OWN_STEPS: u32 = 2;
/// Of so many lost moves it is found out how long they hold out.
const HOLDING_OUT: usize = 20;
/// Rounds of steps between two reports.
const REPORT: u32 = 32;

/// What is kept from move to move: wins once claimed are carried out.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// The winning threat sequence under way, with its owner.
    sequence: Option<(Side, Vec<Step>)>,
    /// The moves of a proof, by the keys of stones.
    book: HashMap<u64, Square>,
    /// The key of the stones after the last move, if a win was claimed with it.
    won: Option<u64>,
}

/// The thinking about one position.
pub(crate) struct Thinker<'a, 'p> {
    position: &'a Gomoku,
    field: Field,
    /// The side to move.
    own: Side,
    /// The last stone, which is the opponent's.
    last: Option<Square>,
    /// The moves to consider; not empty.
    allowed: Vec<Square>,
    /// Whether these are fewer than the rules allow: then a failure of all proves nothing.
    restricted: bool,
    budget: &'p Budget<'p>,
    width: usize,
    bytes: usize,
    hashfull: u32,
    report: &'a mut dyn FnMut(Report<Opening>),
}

impl<'a, 'p> Thinker<'a, 'p> {
    /// The thinking about this position, restricted to these moves.
    pub(crate) fn new(
        position: &'a Gomoku,
        last: Option<Square>,
        allowed: Vec<Square>,
        budget: &'p Budget<'p>,
        width: usize,
        bytes: usize,
        report: &'a mut dyn FnMut(Report<Opening>),
    ) -> Self {
        let legal = position.moves();
        let restricted = legal.len() > allowed.len();
        let (field, own) = (position.field(), position.to_move());
        Self { position, field, own, last, allowed, restricted, budget, width, bytes, hashfull: 0, report }
    }

    pub(crate) fn choose(mut self, kept: &mut Kept) -> Choice<Opening> {
        let decision = self.decide(kept);
        let claims = matches!(decision.score, Score::Win { .. });
        let claimed = decision.line.first().filter(|_| claims);
        kept.won = claimed.map(|&m| Gomoku::with(&self.field, self.own, m).stones.key());
        let Decision { line, score, reason } = decision;
        let moves = line.into_iter().map(OpeningMove::Stone).collect();
        Choice::of_line(moves, score, reason, self.budget.used(), self.hashfull)
    }

    fn decide(&mut self, kept: &mut Kept) -> Decision<Square> {
        if let Some(decision) = self.known_win(kept) {
            return decision;
        }
        let five = Gomoku::winning_squares(&self.field, self.own);
        if let Some(&m) = five.iter().find(|m| self.allowed.contains(m)) {
            let reason = "completes five in a row".to_owned();
            return Decision { line: vec![m], score: Score::Win { in_plies: 1 }, reason };
        }
        if self.position.ply() == 0 {
            return self.open(&self.ordered(), "opens in the middle".to_owned());
        }
        if let Some(sequence) = self.budget.win_at_root(&self.field, self.own)
            && let Some(decision) = self.by_sequence(&sequence, "wins by threats")
        {
            kept.sequence = Some((self.own, sequence));
            return decision;
        }
        let threatened = Gomoku::winning_squares(&self.field, self.own.other());
        if !threatened.is_empty() {
            return self.block(&threatened);
        }
        match self.budget.win_at_root(&self.field, self.own.other()) {
            Some(sequence) => self.defend(&sequence, kept),
            None => {
                let open = self.ordered();
                let reason = "the best-looking move".to_owned();
                self.search(open, reason, kept)
            }
        }
    }

    /// The next move of a win that has been claimed.
    fn known_win(&mut self, kept: &mut Kept) -> Option<Decision<Square>> {
        if let Some((_, sequence)) = kept.sequence.as_ref().filter(|(side, _)| *side == self.own)
            && let Some(decision) = self.by_sequence(sequence, "goes on with its threats")
        {
            return Some(decision);
        }
        if let Some(m) = kept.book.get(&self.field.stones.key()).copied().filter(|m| self.allowed.contains(m))
        {
            return Some(self.proven(m, "goes on with a win by hidden threats, proven before"));
        }
        // The opponent's reply was one that does not refute what was threatened.
        let mut before = self.field.clone();
        before.stones.remove(self.own.other(), self.last?);
        if kept.won != Some(before.stones.key()) {
            return None;
        }
        self.budget.guarantee(u64::MAX);
        let threatened = win_of_reply(self.budget, &before, &self.field, self.own);
        self.budget.end_guarantee();
        let sequence = threatened?;
        let decision = self.by_sequence(&sequence, "carries out its hidden threat");
        kept.sequence = Some((self.own, sequence));
        decision
    }

    /// The move that a winning sequence begins with, if it may be played.
    fn by_sequence(&self, sequence: &[Step], words: &str) -> Option<Decision<Square>> {
        let mut walk = Walk::new(self.own, sequence);
        let gains: Vec<String> =
            sequence.iter().map(|threat| format!("{} {}", threat.kind, threat.gain)).collect();
        let reason = format!("{words}: {}", gains.join(", "));
        let Some(plies) = walk.plies(&self.field) else {
            // Too long to be walked in all its branches, but found to win by a shorter way of looking.
            let m = walk.next_move(&self.field).filter(|m| self.allowed.contains(m))?;
            return holds(&self.field, self.own, sequence).then(|| self.proven(m, &reason));
        };
        let line = walk.line(&self.field);
        line.first().filter(|m| self.allowed.contains(m))?;
        let reason = if plies == 1 { "completes five in a row".to_owned() } else { reason };
        Some(Decision { line, score: Score::Win { in_plies: plies }, reason })
    }

    /// A win that ends with the board at the latest.
    fn proven(&self, m: Square, reason: &str) -> Decision<Square> {
        let in_plies = latest(self.position.squares_left());
        Decision { line: vec![m], score: Score::Win { in_plies }, reason: reason.to_owned() }
    }

    /// The score where every move to consider loses: with the board full at the latest.
    fn loss(&self) -> Score {
        let empty = self.position.squares_left();
        if self.restricted { estimate(self.position) } else { Score::Loss { in_plies: empty - empty % 2 } }
    }

    fn block(&self, threatened: &[Square]) -> Decision<Square> {
        let blocks: Vec<Square> =
            threatened.iter().copied().filter(|square| self.allowed.contains(square)).collect();
        // With a row of its own that may not be completed here, nothing is lost.
        let five = !Gomoku::winning_squares(&self.field, self.own).is_empty();
        let lost = !five && (threatened.len() > 1 || (blocks.is_empty() && !self.restricted));
        let moves = if blocks.is_empty() { self.ordered() } else { blocks };
        if lost {
            let line = vec![moves[0]];
            return Decision {
                line,
                score: Score::Loss { in_plies: 2 },
                reason: "lost: the opponent's fours cannot all be blocked".to_owned(),
            };
        }
        self.open(&moves, "blocks a four".to_owned())
    }

    /// The opponent threatens to win by this sequence: only what refutes it, and whatever else he has, is worth a move.
    fn defend(&mut self, sequence: &[Step], kept: &mut Kept) -> Decision<Square> {
        let other = self.own.other();
        let candidates = replies(&self.field, other, sequence);
        let mut open = Vec::new();
        let all = candidates.len();
        for m in self.ordered().into_iter().filter(|m| candidates.contains(m)) {
            let after = Gomoku::with(&self.field, self.own, m);
            if self.budget.is_over() || !beats(self.budget, &after, other, sequence, AFTER) {
                open.push(m);
            }
        }
        if open.is_empty() {
            return self.lost(sequence, all);
        }
        let reason =
            format!("{} of {all} moves refute the opponent's threats: the best-looking one", open.len());
        self.search(open, reason, kept)
    }

    /// Every move loses (or all that may be made do).
    fn lost(&self, sequence: &[Step], all: usize) -> Decision<Square> {
        let other = self.own.other();
        let length = |m: &Square| {
            let after = Gomoku::with(&self.field, self.own, *m);
            Walk::new(other, sequence).plies(&after).unwrap_or(u32::MAX)
        };
        // Where the opponent's known sequence takes longest, or has to be another one.
        let ordered = self.ordered();
        let tried = ordered.iter().take(HOLDING_OUT).take_while(|_| !self.budget.is_over());
        let longest =
            tried.map(|m| (length(m), *m)).reduce(|best, next| if next.0 > best.0 { next } else { best });
        let m = longest.map_or(ordered[0], |(_, m)| m);
        let score = self.loss();
        let reason = format!("lost: none of {all} moves refutes the opponent's threats; holds out longest");
        Decision { line: vec![m], score, reason }
    }

    /// Proof-number search for a win of one's own, and against the opponent's after the moves that look best.
    fn search(&mut self, open: Vec<Square>, reason: String, kept: &mut Kept) -> Decision<Square> {
        let half = self.bytes / 2;
        let mut own = Attempt::new(self.budget, self.field.clone(), self.own, open.clone(), self.width, half);
        let (mut refuted, mut best) = (0, open.first().copied());
        let mut against = best.map(|m| self.against(m, half));
        let mut round = 0;
        while !self.budget.is_enough() {
            let decided = |attempt: &Attempt<'_>| attempt.is_over();
            if decided(&own) && against.as_ref().is_none_or(decided) {
                break;
            }
            for _ in 0..OWN_STEPS {
                if !own.is_over() && !self.budget.is_over() {
                    own.step();
                }
            }
            if own.is_proven() {
                break;
            }
            if let Some(attempt) = against.as_mut().filter(|attempt| !attempt.is_over()) {
                attempt.step();
            }
            if against.as_ref().is_some_and(Attempt::is_proven) {
                refuted += 1;
                best = open.get(refuted).copied();
                against = best.map(|m| self.against(m, half));
            }
            round += 1;
            if round % REPORT == 0 {
                self.hashfull = own.fullness();
                self.tell(best.unwrap_or(open[0]), &own);
            }
        }
        self.hashfull = own.fullness();
        if own.is_proven() {
            kept.book = own.moves();
            if let Some(&m) = kept.book.get(&self.field.stones.key()) {
                let words = format!("wins by hidden threats: proven in {} positions", own.expansions());
                return self.proven(m, &words);
            }
        }
        let Some(m) = best else {
            let reason = "lost: every move is proven to lose; the one that looks best".to_owned();
            return Decision { line: vec![open[0]], score: self.loss(), reason };
        };
        let reason = match refuted {
            0 => reason,
            _ => format!("{reason}; {refuted} that look better are proven to lose"),
        };
        self.open(&[m], reason)
    }

    /// The search whether the opponent wins after this move.
    fn against(&self, m: Square, bytes: usize) -> Attempt<'p> {
        let after = Gomoku::with(&self.field, self.own, m);
        let all = after.stones.squares().collect();
        Attempt::new(self.budget, after, self.own.other(), all, self.width, bytes)
    }

    fn open(&self, moves: &[Square], reason: String) -> Decision<Square> {
        let line = moves.first().or(self.allowed.first()).copied().into_iter().collect();
        Decision { line, score: estimate(self.position), reason }
    }

    /// The moves to consider, those that look best first.
    fn ordered(&self) -> Vec<Square> {
        let mut moves = self.allowed.clone();
        moves.sort_by_cached_key(|&m| (-looks(&self.field.stones, self.own, m), m));
        moves
    }

    fn tell(&mut self, m: Square, own: &Attempt<'_>) {
        let (proof, disproof) = own.numbers();
        let words = format!(
            "hidden threats: {} positions, proof number {proof}, disproof number {disproof}",
            own.expansions()
        );
        (self.report)(Report::Words(words));
        let progress = Progress { depth: 1, seldepth: 1, nodes: self.budget.used(), hashfull: self.hashfull };
        let line =
            Line { score: estimate(self.position), bound: Bound::Exact, moves: vec![OpeningMove::Stone(m)] };
        (self.report)(Report::Line { rank: 1, line, progress });
    }
}
