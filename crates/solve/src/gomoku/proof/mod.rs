//! Whether black can force a win of Go-Moku: the problem that proof-number search is given, with the moves narrowed as in
//! section 6 of Allis, van den Herik & Huntjens (1994).
//!
//! Every position is first asked for a win by fours and threes ([`ProofNumberAttacks`]). Where black has none, each of his
//! best-looking moves is tried with white passing: if that wins by threats, the move is a hidden threat, and white can
//! only save himself inside the relevance zone of the win. Each square of the zone is tried in its turn; where black
//! wins again, the zone of that win narrows the others, too. What remains are the real defences: three to ten of them.
//!
//! A proof is a proof. A disproof is none: black's moves are chosen, and a quiet move without a hidden threat is not
//! tried. The first moves of a game, where nothing threatens yet, are [`parts`]' affair.

mod lessons;
pub mod parts;
mod place;
pub mod policy;
mod small;
pub mod walk;
mod wins;

use crate::gomoku::attack::proof_number::ProofNumberAttacks;
use crate::gomoku::attack::win::Win;
use crate::gomoku::{Attacks, Class, Effort, Means, Set, ThreatBoard};
use games::Side;
use games::gomoku::{Rules, Square, Stones};
pub use lessons::Lesson;
pub use place::{Place, inverse};
use rustc_hash::FxHashMap;
use search::proof_number::graph::Verdict;
use search::proof_number::{Child, Expansion, Problem};
use std::sync::{Arc, PoisonError, RwLock};
use wins::{Wins, one_stone_less_helps};

/// Black's moves in positions that are proven: canonical, black to move.
pub type Moves = FxHashMap<Place, Square>;

/// Black's move in a position, if its class has one.
pub fn find(moves: &Moves, size: usize, place: &Place) -> Option<Square> {
    let (class, symmetry) = place.class(size);
    Some(moves.get(&class)?.image(size, inverse(symmetry)))
}

/// How much is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tuning {
    /// Positions of the threat search after white has passed.
    pub(crate) pass: u64,
    /// The same after a reply.
    pub(crate) reply: u64,
    /// The same in a position that the proof has come to; beyond 10,000 only as long as there is hope.
    pub(crate) own: u64,
    /// So many of black's moves, the best-looking, are tried.
    pub(crate) moves: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { pass: 500, reply: 300, own: HOPELESS, moves: 16 }
    }
}

/// What a move of black's is worth trying, by the shape that his stone makes on a line: threes and fours now spend what
/// they threaten, so that they count little more than what builds up.
const OWN: [i32; 16] = [0, 1, 2, 3, 8, 10, 6, 10, 12, 8, 0, 0, 0, 0, 0, 0];
/// The same by the shape that white is kept from making.
const OTHER: [i32; 16] = [0, 0, 1, 1, 4, 5, 3, 8, 9, 8, 20, 0, 0, 0, 0, 0];

/// A threat search ends after so many positions unless a win looks near.
const HOPELESS: u64 = 10_000;
/// Positions of the search for white's win by fours.
const COUNTER: u64 = 100;

/// The problem, with the scratch memory of one thread.
#[derive(Debug)]
pub struct Attack {
    size: usize,
    rules: Rules,
    /// See [`Self::within`].
    most: u32,
    tuning: Tuning,
    /// What is proven elsewhere.
    known: Arc<RwLock<Moves>>,
    board: ThreatBoard,
    /// The stones on the board.
    at: Place,
    threats: ProofNumberAttacks,
    counter: Attacks,
    effort: Spent,
}

/// A move of black's after which he wins by threats if white passes.
struct HiddenThreat {
    m: Square,
    signs: policy::Signs,
}

/// What a search has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Calls of the threat search.
    pub calls: u64,
    /// Positions that it visited with the attacker to move.
    pub nodes: u64,
}

impl Attack {
    /// The problem on a board of this size.
    pub fn new(size: usize, rules: Rules, known: Arc<RwLock<Moves>>) -> Self {
        let at = Place { black: Set::default(), white: Set::default(), black_moves: true };
        Self {
            size,
            rules,
            most: u32::MAX,
            tuning: Tuning::default(),
            known,
            board: ThreatBoard::new(&Stones::new(size), rules),
            at,
            threats: ProofNumberAttacks::default(),
            counter: Attacks::default(),
            effort: Spent::default(),
        }
    }

    /// The same, for wins with at most so many of black's stones on the board when the game is over.
    #[must_use]
    pub fn within(mut self, most: u32) -> Self {
        self.most = most;
        self.threats = self.threats.within(most);
        self
    }

    /// So many moves black has left.
    pub(crate) fn moves_left(&self, place: &Place) -> u32 {
        self.most.saturating_sub(place.black.count())
    }

    /// Looks at so much from now on.
    pub(crate) const fn set_tuning(&mut self, tuning: Tuning) {
        self.tuning = tuning;
    }

    /// What it has cost so far.
    pub(crate) const fn spent(&self) -> Spent {
        self.effort
    }

    /// Puts the stones of this position on the board.
    fn go_to(&mut self, place: &Place) {
        let sides = [(Side::First, self.at.black, place.black), (Side::Second, self.at.white, place.white)];
        for (side, old, new) in sides {
            old.without(new).squares().for_each(|square| self.board.remove(side, square));
        }
        for (side, old, new) in sides {
            new.without(old).squares().for_each(|square| self.board.put(side, square));
        }
        self.at = *place;
    }

    /// Whether black, to move on the board, wins by threats that are found within so many positions, or fewer where there is
    /// no hope.
    fn wins(&mut self, limit: u64) -> bool {
        let first = limit.min(HOPELESS);
        let verdict = self.threats.search_in_hope(&mut self.board, Side::First, first, limit);
        self.effort.calls += 1;
        self.effort.nodes += self.threats.nodes();
        verdict == Verdict::Proven
    }

    /// The win, if there is one.
    fn win(&mut self, limit: u64) -> Option<Win> {
        self.wins(limit).then(|| self.threats.win(&mut self.board)).flatten()
    }

    /// A win that took long to find is a move of the proof like others.
    fn remember(&mut self, place: &Place) {
        if self.threats.nodes() > walk::QUICK
            && let Some((_, m)) = self.threats.winning_move(&self.board)
        {
            let (class, symmetry) = place.class(self.size);
            let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
            known.entry(class).or_insert_with(|| m.image(self.size, symmetry));
        }
    }

    /// The first move of black's win by threats, if one is found within so many positions.
    fn winning_move(&mut self, place: &Place, limit: u64) -> Option<Square> {
        self.go_to(place);
        self.wins(limit).then(|| self.threats.winning_move(&self.board)).flatten().map(|(_, m)| m)
    }

    fn is_known(&self, place: &Place) -> bool {
        let class = place.class(self.size).0;
        self.known.read().unwrap_or_else(PoisonError::into_inner).contains_key(&class)
    }

    /// Whether white, to move on the board, wins by fours.
    fn is_countered(&mut self) -> bool {
        let effort = Effort::of(COUNTER);
        let found = self.counter.search(&mut self.board, Side::Second, Means::Fours, effort, &|| false);
        self.effort.nodes += found.nodes;
        found.plies.is_some()
    }

    /// Black's moves that are tried, the best-looking first.
    fn candidates(&self) -> Vec<Square> {
        if let Some(block) = self.board.squares(Side::Second, Class::Five).first() {
            return if self.board.may_play(Side::First, block) { vec![block] } else { Vec::new() };
        }
        let worth = |square: Square| {
            let lines = self.board.lines(square)?;
            let worth = |pair: u8| OWN[usize::from(pair & 15)] + OTHER[usize::from(pair >> 4)];
            let worth = lines.into_iter().map(worth).sum::<i32>();
            (worth > 0 && self.board.may_play(Side::First, square)).then_some(worth)
        };
        let mut all: Vec<(i32, Square)> =
            self.board.all_squares().filter_map(|square| Some((-worth(square)?, square))).collect();
        all.sort_unstable();
        all.truncate(self.tuning.moves);
        all.into_iter().map(|(_, square)| square).collect()
    }

    /// What black can do on the board.
    fn own_moves(&mut self, place: &Place) -> Expansion<Place, Square> {
        if self.is_known(place) {
            return Expansion::Proven;
        }
        if self.wins(self.tuning.own) {
            self.remember(place);
            return Expansion::Proven;
        }
        let threats = self.hidden_threats();
        let most = threats.iter().map(|threat| policy::promise(&threat.signs)).max().unwrap_or(0);
        let child = |threat: HiddenThreat| {
            let proof = policy::first_number(most - policy::promise(&threat.signs));
            Child { step: threat.m, position: place.after(threat.m), proof, disproof: 1 }
        };
        let children: Vec<_> = threats.into_iter().map(child).collect();
        if children.is_empty() { Expansion::Disproven } else { Expansion::Children(children) }
    }

    /// Those of black's candidates, in their order, after which he wins by threats if white passes.
    fn hidden_threats(&mut self) -> Vec<HiddenThreat> {
        let mut threats = Vec::new();
        for (rank, m) in self.candidates().into_iter().enumerate() {
            let class = self.board.class(Side::First, m);
            self.board.put(Side::First, m);
            if let Some(zone) = self.hidden_threat().map(|win| win.zone().count())
                && !self.is_countered()
            {
                let signs = policy::signs(&self.board, rank, class, zone, self.threats.nodes());
                threats.push(HiddenThreat { m, signs });
            }
            self.board.remove(Side::First, m);
        }
        threats
    }

    /// White is to move on the board: black's win if he passes; `None` if there is none.
    fn hidden_threat(&mut self) -> Option<Win> {
        let calm = self.board.squares(Side::Second, Class::Five).is_empty();
        if calm { self.win(self.tuning.pass) } else { None }
    }

    /// White is to move on the board: the replies after which black has no win by threats that is found within the
    /// limit; `None` if he does not win even if white passes.
    fn defences(&mut self, place: &Place) -> Option<Vec<Square>> {
        let pass = self.hidden_threat()?;
        let mut wins = Wins::new(pass.zone());
        wins.add(pass, true);
        let mut defences = Set::default();
        let mut left = wins.zone;
        while let Some(reply) = wins.hardest(left) {
            left.flip(reply);
            if !self.board.is_empty(reply) || self.is_known(&place.after(reply)) {
                continue;
            }
            self.board.put(Side::Second, reply);
            if let Some(win) = wins.again(&mut self.board).or_else(|| self.win(self.tuning.reply)) {
                wins.add(win, one_stone_less_helps(self.rules));
                left = left & wins.zone;
            } else {
                defences.insert(reply);
            }
            self.board.remove(Side::Second, reply);
        }
        Some((defences & wins.zone).squares().collect())
    }

    /// White is to move on the board: all replies after which black's win is not known; if he `threatens` at all, but for those after which
    /// he has a win by threats that is found within the limit.
    fn resisting(&mut self, place: &Place, threatens: bool) -> Vec<Square> {
        let empty: Vec<Square> =
            self.board.all_squares().filter(|&square| self.board.is_empty(square)).collect();
        let mut wins = Wins::new(Set::default());
        let resists = |reply: &Square| {
            if self.is_known(&place.after(*reply)) {
                return false;
            }
            if !threatens {
                return true;
            }
            self.board.put(Side::Second, *reply);
            let win = wins.again(&mut self.board).or_else(|| self.win(self.tuning.reply));
            self.board.remove(Side::Second, *reply);
            let resists = win.is_none();
            win.into_iter().for_each(|win| wins.add(win, false));
            resists
        };
        empty.into_iter().filter(resists).collect()
    }
}

impl Problem for Attack {
    type Position = Place;
    type Move = Square;

    fn attacker_moves(&self, place: &Place) -> bool {
        place.black_moves
    }

    fn expand(&mut self, place: &Place) -> Expansion<Place, Square> {
        self.go_to(place);
        if place.black_moves {
            return self.own_moves(place);
        }
        match self.defences(place) {
            None => Expansion::Disproven,
            Some(left) if left.is_empty() => Expansion::Proven,
            Some(left) => {
                let child = |m| Child { step: m, position: place.after(m), proof: 1, disproof: 1 };
                Expansion::Children(left.into_iter().map(child).collect())
            }
        }
    }
}
