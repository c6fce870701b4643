//! Wins by fours and threes found by depth-first proof-number search: for proofs, where most attacks asked for are deep or
//! do not exist.
//!
//! [`super::Attacks`] deepens move by move and finds the shortest win; here the search goes wherever the win looks
//! nearest, by proof numbers whose sums are weak (the greatest, and one for each other): the same moves answer many
//! replies, so that adding up would count the same work again and again. Within a thousand positions it finds what
//! deepening finds within ten thousand. What a limit of so many nodes finds, every larger limit finds with the same tree.

use super::super::board::ThreatBoard;
use super::super::class::Class;
use super::glance::{AtOnce, at_once, replies};
use super::weak::{INFINITE, Weak};
use super::win::Win;
use super::{LOOK_EVERY, Stop, clear, on_a_line};
use games::Side;
use games::gomoku::Square;
use games::gomoku::stones::stone_key;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use search::proof_number::graph::Verdict;

/// Tells positions with the defender to move from those with the attacker to move.
const DEFENDER: u64 = 0x9e37_79b9_7f4a_7c15;
/// A move is followed until its number exceeds the second best's by so much: fewer changes of mind, fewer moves made.
const PATIENCE: u32 = 2;

/// See [`ProofNumberAttacks::search_in_hope`].
const HOPE: u32 = 4;
/// A hopeful search's limit is multiplied by so much.
const GROWTH: u64 = 3;
/// See [`ProofNumberAttacks::near_first`]: a move more than so many steps away has a first number that is so much greater.
const NEAR: usize = 3;
const FAR: u32 = 4;

/// The attacker's moves as they are tried where their numbers are equal, with the first proof number of each class.
const TRIED: [(Class, u32); 6] = [
    (Class::FourAndThree, 1),
    (Class::TwoThrees, 1),
    (Class::FourAndTwo, 2),
    (Class::ThreeAndTwo, 2),
    (Class::Four, 3),
    (Class::Three, 3),
];

/// Proof and disproof number of a position, and a move.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
    best: Square,
}

impl Numbers {
    const fn new(proof: u32, disproof: u32, best: Square) -> Self {
        Self { proof, disproof, best }
    }
}

/// The searches, with memory that is used again.
#[derive(Debug)]
pub struct ProofNumberAttacks {
    table: HashMap<u64, Numbers, FxBuildHasher>,
    /// The moves of all positions on the way, each position's after those before it.
    moves: Vec<Square>,
    /// For each of them, at the same place, what the side to move and the other side still need.
    numbers: Vec<(u32, u32)>,
    attacker: Side,
    near_first: bool,
    /// The attacker's last move of the search.
    last: Option<Square>,
    nodes: u64,
    limit: u64,
    /// See [`Self::within`].
    most_stones: u32,
    /// So many moves the attacker has left at most.
    left: u32,
}

impl Default for ProofNumberAttacks {
    fn default() -> Self {
        let (table, moves, numbers) = (HashMap::default(), Vec::new(), Vec::new());
        Self {
            table,
            moves,
            numbers,
            attacker: Side::First,
            near_first: false,
            last: None,
            nodes: 0,
            limit: 0,
            most_stones: u32::MAX,
            left: u32::MAX,
        }
    }
}

impl ProofNumberAttacks {
    /// Searches that expect more of a move on a line with the one before it, at most three steps away: short wins are found sooner, long
    /// ones later.
    pub fn near_first() -> Self {
        Self { near_first: true, ..Self::default() }
    }

    /// The same searches, for wins with at most so many stones of the attacker's on the board when the game is over.
    #[must_use]
    pub fn within(self, most_stones: u32) -> Self {
        Self { most_stones, ..self }
    }

    /// Searches for a win of `attacker`, who is to move, on a board on which nobody has won, in at most so many positions
    /// with him to move. In Renju black makes no move that a white stone elsewhere could forbid. The board is left as it was.
    pub fn search(&mut self, board: &mut ThreatBoard, attacker: Side, limit: u64) -> Verdict {
        self.search_until(board, attacker, limit, &|| false)
    }

    /// The same; ends, too, when `stop` says so, which is asked from time to time.
    pub fn search_until(
        &mut self,
        board: &mut ThreatBoard,
        attacker: Side,
        limit: u64,
        stop: &Stop<'_>,
    ) -> Verdict {
        clear(&mut self.table);
        self.moves.clear();
        self.numbers.clear();
        (self.attacker, self.last, self.nodes, self.limit) = (attacker, None, 0, limit);
        self.left = self.most_stones.saturating_sub(board.stones_of(attacker));
        self.go_on(board, stop)
    }

    /// The same, with a limit that grows to `most` while the search is hopeful: as long as the disproof number is at least
    /// four times the proof number. Of 26 searches undecided after 10,000 positions in one tree, 14 found a win
    /// within 200,000: of the 14 with a ratio of seven or more 11, of the 6 with less than four none.
    pub(crate) fn search_in_hope(
        &mut self,
        board: &mut ThreatBoard,
        attacker: Side,
        limit: u64,
        most: u64,
    ) -> Verdict {
        let mut verdict = self.search(board, attacker, limit);
        while verdict == Verdict::Unknown && self.limit < most {
            let known = self.table.get(&board.key());
            if known.is_none_or(|known| known.disproof / HOPE < known.proof) {
                break;
            }
            // What is in the table is continued.
            self.limit = most.min(self.limit.saturating_mul(GROWTH));
            verdict = self.go_on(board, &|| false);
        }
        verdict
    }

    /// Searches likewise, and reads the win.
    pub fn win_within(
        &mut self,
        board: &mut ThreatBoard,
        attacker: Side,
        limit: u64,
        stop: &Stop<'_>,
    ) -> Option<Win> {
        let won = self.search_until(board, attacker, limit, stop) == Verdict::Proven;
        won.then(|| self.win(board)).flatten()
    }

    /// The same of a win that a proof leaves to be found: if it is not, the search is made once more in the other manner, see
    /// [`Self::near_first`], for each misses some in a million positions that the other finds in hundreds.
    pub fn win_left(
        &mut self,
        board: &mut ThreatBoard,
        attacker: Side,
        limit: u64,
        stop: &Stop<'_>,
    ) -> Option<Win> {
        let win = self.win_within(board, attacker, limit, stop);
        // One that has ended before its limit is complete, or stopped.
        if win.is_some() || self.nodes < limit {
            return win;
        }
        let before = self.nodes;
        self.near_first = !self.near_first;
        let win = self.win_within(board, attacker, limit, stop);
        self.near_first = !self.near_first;
        self.nodes += before;
        win
    }

    fn go_on(&mut self, board: &mut ThreatBoard, stop: &Stop<'_>) -> Verdict {
        match self.attack(board, INFINITE, INFINITE, stop) {
            Numbers { proof: 0, .. } => Verdict::Proven,
            Numbers { disproof: 0, .. } => Verdict::Disproven,
            _ => Verdict::Unknown,
        }
    }

    /// Positions with the attacker to move that the last search visited.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The win that has just been found on this board; `None` if none has been, or not on this board.
    pub fn win(&self, board: &mut ThreatBoard) -> Option<Win> {
        let choice = |board: &ThreatBoard| {
            let known = self.table.get(&board.key())?;
            (known.proof == 0).then_some(known.best)
        };
        Win::read(board, self.attacker, self.most_stones, &choice)
    }

    /// What the attacker, to move, plays in a position of the win that has just been found, and whether that ends the game.
    pub fn winning_move(&self, board: &ThreatBoard) -> Option<(bool, Square)> {
        match at_once(board, self.attacker) {
            AtOnce::Five(five) => Some((true, five)),
            AtOnce::DoubleFour(double) => Some((false, double)),
            AtOnce::Lost => None,
            AtOnce::Block(_) | AtOnce::Open => {
                let known = self.table.get(&board.key())?;
                (known.proof == 0).then_some((false, known.best))
            }
        }
    }

    /// What can be said of a position with the attacker to move at a glance.
    fn glance(&self, board: &ThreatBoard) -> Option<Numbers> {
        match at_once(board, self.attacker) {
            AtOnce::Five(m) if self.left > 0 => Some(Numbers::new(0, INFINITE, m)),
            AtOnce::DoubleFour(m) if self.left > 1 => Some(Numbers::new(0, INFINITE, m)),
            AtOnce::Block(_) | AtOnce::Open if self.left > 1 => None,
            _ => Some(Numbers::new(INFINITE, 0, Square::origin())),
        }
    }

    /// The attacker is to move: searches until a number reaches its threshold.
    fn attack(
        &mut self,
        board: &mut ThreatBoard,
        proof_end: u32,
        disproof_end: u32,
        stop: &Stop<'_>,
    ) -> Numbers {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK_EVERY) && stop() {
            self.limit = 0;
        }
        let key = board.key();
        if let Some(numbers) = self.glance(board) {
            self.table.insert(key, numbers);
            return numbers;
        }
        let attacker = self.attacker;
        let from = self.moves.len();
        if let Some(block) = board.squares(attacker.other(), Class::Five).first() {
            self.moves.push(block);
        } else {
            for (class, _) in TRIED {
                let squares = board.squares(attacker, class).squares();
                self.moves.extend(squares.filter(|&square| board.is_safe(attacker, square)));
            }
        }
        if self.moves.len() == from {
            let numbers = Numbers::new(INFINITE, 0, Square::origin());
            self.table.insert(key, numbers);
            return numbers;
        }
        // Once is enough: below a move no position is another move's.
        for &m in &self.moves[from..] {
            let known = self.table.get(&(key ^ stone_key(attacker, m) ^ DEFENDER));
            let known = known.map(|known| (known.proof, known.disproof));
            self.numbers.push(known.unwrap_or_else(|| (self.first_proof(board, m), 1)));
        }
        let numbers = loop {
            let sum = Weak::of(&self.numbers[from..]);
            let best = self.moves[from + sum.best];
            if sum.reaches(proof_end, disproof_end) || self.nodes >= self.limit {
                break Numbers::new(sum.least, sum.sum, best);
            }
            board.put(attacker, best);
            let (disproof, proof) = (sum.sum_end(disproof_end), sum.least_end(proof_end, PATIENCE));
            let before = self.last.replace(best);
            self.left -= 1;
            let numbers = self.withstand(board, disproof, proof, stop);
            self.left += 1;
            self.last = before;
            board.remove(attacker, best);
            self.numbers[from + sum.best] = (numbers.proof, numbers.disproof);
        };
        self.moves.truncate(from);
        self.numbers.truncate(from);
        self.table.insert(key, numbers);
        numbers
    }

    /// The first proof number of a threat.
    fn first_proof(&self, board: &ThreatBoard, m: Square) -> u32 {
        let class = board.class(self.attacker, m);
        let far = self.near_first && self.last.is_some_and(|last| !on_a_line(last, m, NEAR));
        TRIED.iter().find(|(tried, _)| *tried as u8 == class).map_or(3, |&(_, proof)| proof)
            + if far { FAR } else { 0 }
    }

    /// The defender is to move: searches until a number reaches its threshold.
    fn withstand(
        &mut self,
        board: &mut ThreatBoard,
        disproof_end: u32,
        proof_end: u32,
        stop: &Stop<'_>,
    ) -> Numbers {
        let key = board.key();
        let from = self.moves.len();
        let numbers = match self.replies(board) {
            Some(numbers) => numbers,
            None => self.defend(board, from, disproof_end, proof_end, stop),
        };
        self.moves.truncate(from);
        self.numbers.truncate(from);
        self.table.insert(key ^ DEFENDER, numbers);
        numbers
    }

    /// The same with the replies from `from` on.
    fn defend(
        &mut self,
        board: &mut ThreatBoard,
        from: usize,
        disproof_end: u32,
        proof_end: u32,
        stop: &Stop<'_>,
    ) -> Numbers {
        let (key, defender) = (board.key(), self.attacker.other());
        for &m in &self.moves[from..] {
            let known = self.table.get(&(key ^ stone_key(defender, m)));
            self.numbers.push(known.map_or((1, 1), |known| (known.disproof, known.proof)));
        }
        loop {
            let sum = Weak::of(&self.numbers[from..]);
            let best = self.moves[from + sum.best];
            if sum.reaches(disproof_end, proof_end) || self.nodes >= self.limit {
                return Numbers::new(sum.sum, sum.least, best);
            }
            board.put(defender, best);
            let (proof, disproof) = (sum.sum_end(proof_end), sum.least_end(disproof_end, 1));
            let numbers = self.attack(board, proof, disproof, stop);
            board.remove(defender, best);
            self.numbers[from + sum.best] = (numbers.disproof, numbers.proof);
        }
    }

    /// Appends the replies that do not lose at once; or says how it ends if there is no question.
    fn replies(&mut self, board: &ThreatBoard) -> Option<Numbers> {
        let from = self.moves.len();
        // A four that is not met wins with one more move, a three with two.
        let wins = if board.squares(self.attacker, Class::Five).is_empty() { 2 } else { 1 };
        if !replies(board, self.attacker, &mut self.moves) || self.left < wins {
            return Some(Numbers::new(INFINITE, 0, Square::origin()));
        }
        (self.moves.len() == from).then_some(Numbers::new(0, INFINITE, Square::origin()))
    }
}
