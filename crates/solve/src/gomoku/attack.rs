//! Complete searches of forced wins in Go-Moku: every attacker's move makes a four (VCF, victory by continuous fours),
//! or a four or a three (VCT, victory by continuous threats), and every reply that does not lose at once is tried.
//!
//! Deepening by the attacker's moves finds wins of few moves first. What is known of positions with the attacker to
//! move is kept for the length of a search, so that the whole win can be read out afterwards.

mod defences;
mod glance;
mod line;
pub mod proof_number;
mod weak;
pub mod win;

use super::board::ThreatBoard;
use super::class::Class;
use super::shape::Shape;
pub use defences::defences;
use defences::first_legal;
use games::Side;
use games::gomoku::Square;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// Which moves the attacker may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// Those after which he wins at once unless he is stopped.
    Fours,
    /// Those, and moves that threaten to make two winning squares.
    FoursAndThrees,
}

/// What a search may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Positions with the attacker to move, at most.
    pub nodes: u64,
    /// The attacker's moves, at most; the last two, a double four and the five, are not counted.
    pub(crate) moves: u8,
    /// Only chains of moves: see [`Effort::chained`].
    chained: bool,
}

impl Effort {
    /// So many nodes, and wins as long as they come.
    pub const fn of(nodes: u64) -> Self {
        Self { nodes, moves: 60, chained: false }
    }

    /// The same, but each move must be on a line with the one before, and must leave a second stone or more on another line with
    /// room for five: a fifth of the time, for nine wins of ten.
    pub const fn chained(nodes: u64) -> Self {
        Self { chained: true, ..Self::of(nodes) }
    }
}

/// How a search came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// If there is a win: the game is over after at most so many plies.
    pub plies: Option<u32>,
    /// Positions searched with the attacker to move.
    pub nodes: u64,
    /// Whether nothing was left out: without a win, there is none by these means.
    pub complete: bool,
}

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// Won in so many plies, with this move.
    Won(u32, Square),
    /// Not won with so many moves of the attacker.
    Open(u8),
}

/// Stands for any number of moves.
const ANY: u8 = u8::MAX;
/// Nodes between two looks at whether to stop.
const LOOK_EVERY: u64 = 1024;
/// A table that has grown beyond this is given back instead of cleared.
const KEPT: usize = 1 << 13;

/// What remains to be searched of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    /// It is won in so many plies.
    Won(u32),
    /// It is not, however many moves are allowed.
    Nothing,
    /// It is not with so many moves; more might help.
    Deeper,
}

/// The searches, with memory that is used again.
#[derive(Debug, Default)]
pub struct Attacks {
    known: HashMap<u64, Known, FxBuildHasher>,
    /// The moves of all positions on the way, each position's after those before it.
    moves: Vec<Square>,
    /// The attacker's moves on the way.
    trail: Vec<Square>,
    task: Task,
}

/// What is being searched.
#[derive(Clone, Copy, Debug)]
struct Task {
    attacker: Side,
    means: Means,
    limit: u64,
    nodes: u64,
    next_look: u64,
    stopped: bool,
    chained: bool,
}

impl Default for Task {
    fn default() -> Self {
        Self {
            attacker: Side::First,
            means: Means::Fours,
            limit: 0,
            nodes: 0,
            next_look: 0,
            stopped: false,
            chained: false,
        }
    }
}

/// Says whether the search must end; asked from time to time.
pub(crate) type Stop<'a> = dyn Fn() -> bool + 'a;

/// Empties what an earlier search has kept.
fn clear<K>(kept: &mut HashMap<u64, K, FxBuildHasher>) {
    if kept.capacity() > KEPT {
        *kept = HashMap::default();
    } else {
        kept.clear();
    }
}

impl Attacks {
    /// Searches for a win of `attacker`, who is to move, on a board on which nobody has won. The board is left as it
    /// was.
    pub fn search(
        &mut self,
        board: &mut ThreatBoard,
        attacker: Side,
        means: Means,
        effort: Effort,
        stop: &Stop<'_>,
    ) -> Found {
        clear(&mut self.known);
        self.moves.clear();
        self.trail.clear();
        let Effort { nodes: limit, chained, .. } = effort;
        self.task = Task { attacker, means, limit, nodes: 0, next_look: LOOK_EVERY, stopped: false, chained };
        let mut left = Left::Deeper;
        let mut moves = 0;
        while moves <= effort.moves && left == Left::Deeper && !self.task.stopped {
            left = self.attack(board, moves, stop);
            moves = if chained { 2 * moves + 2 } else { moves + 1 };
        }
        Found {
            plies: if let Left::Won(plies) = left { Some(plies) } else { None },
            nodes: self.task.nodes,
            complete: left != Left::Deeper && !self.task.stopped && !chained || matches!(left, Left::Won(_)),
        }
    }

    /// What can be said of a position with the attacker to move at a glance.
    fn glance(&self, board: &ThreatBoard) -> Option<(Left, Option<Square>)> {
        let Task { attacker, .. } = self.task;
        if let Some(five) = board.squares(attacker, Class::Five).first() {
            return Some((Left::Won(1), Some(five)));
        }
        match board.squares(attacker.other(), Class::Five).first_two() {
            (None, _) => {
                let double = first_legal(board, attacker, board.squares(attacker, Class::DoubleFour))?;
                Some((Left::Won(3), Some(double)))
            }
            (Some(block), None) if board.may_play(attacker, block) => None,
            _ => Some((Left::Nothing, None)),
        }
    }

    /// The attacker is to move and may make so many moves before the last two.
    fn attack(&mut self, board: &mut ThreatBoard, moves: u8, stop: &Stop<'_>) -> Left {
        self.task.nodes += 1;
        if let Some((left, _)) = self.glance(board) {
            return left;
        }
        match self.known.get(&board.key()) {
            Some(&Known::Won(plies, _)) => return Left::Won(plies),
            Some(Known::Open(ANY)) => return Left::Nothing,
            Some(&Known::Open(known)) if known >= moves => return Left::Deeper,
            _ => {}
        }
        if self.must_stop(stop) {
            return Left::Deeper;
        }
        let left = if moves == 0 {
            if self.has_candidates(board) { Left::Deeper } else { Left::Nothing }
        } else {
            let from = self.moves.len();
            self.candidates(board);
            let left = self.try_moves(board, from, moves, stop);
            self.moves.truncate(from);
            left
        };
        match left {
            Left::Won(_) => {}
            _ if self.task.stopped => return Left::Deeper,
            Left::Nothing => _ = self.known.insert(board.key(), Known::Open(ANY)),
            Left::Deeper => _ = self.known.insert(board.key(), Known::Open(moves)),
        }
        left
    }

    fn must_stop(&mut self, stop: &Stop<'_>) -> bool {
        let Task { nodes, limit, next_look, .. } = self.task;
        self.task.stopped |= nodes >= limit;
        if nodes >= next_look {
            self.task.next_look = nodes + LOOK_EVERY;
            self.task.stopped |= stop();
        }
        self.task.stopped
    }

    /// Plays the moves from `from` on, the most forcing first, until one wins.
    fn try_moves(&mut self, board: &mut ThreatBoard, from: usize, moves: u8, stop: &Stop<'_>) -> Left {
        let attacker = self.task.attacker;
        let mut all = Left::Nothing;
        for i in from..self.moves.len() {
            let m = self.moves[i];
            if !board.may_play(attacker, m) || self.task.chained && !self.continues(board, m) {
                continue;
            }
            board.put(attacker, m);
            self.trail.push(m);
            let left = self.withstand(board, moves - 1, stop);
            self.trail.pop();
            board.remove(attacker, m);
            match left {
                Left::Won(plies) => {
                    self.known.insert(board.key(), Known::Won(plies + 1, m));
                    return Left::Won(plies + 1);
                }
                Left::Deeper => all = Left::Deeper,
                Left::Nothing => {}
            }
            if self.task.stopped {
                return Left::Deeper;
            }
        }
        all
    }

    /// Whether this move can be part of a chain; one that stops a five always can.
    fn continues(&self, board: &ThreatBoard, m: Square) -> bool {
        let attacker = self.task.attacker;
        !board.squares(attacker.other(), Class::Five).is_empty()
            || board.makes(attacker, m, Shape::ClosedTwo..Shape::Four)
                && self.trail.last().is_none_or(|&last| on_a_line(last, m, 4))
    }

    /// Whether there are moves by these means.
    fn has_candidates(&self, board: &ThreatBoard) -> bool {
        let Task { attacker, means, .. } = self.task;
        let any =
            |classes: [Class; 3]| classes.iter().any(|&class| !board.squares(attacker, class).is_empty());
        !board.squares(attacker.other(), Class::Five).is_empty()
            || any(Class::FOURS)
            || (means == Means::FoursAndThrees && any(Class::THREES))
    }

    /// Appends the moves by these means; where the defender threatens a five, the one that stops it.
    fn candidates(&mut self, board: &ThreatBoard) {
        let Task { attacker, means, .. } = self.task;
        if let Some(block) = board.squares(attacker.other(), Class::Five).first() {
            self.moves.push(block);
            return;
        }
        for class in Class::FOURS {
            self.moves.extend(board.squares(attacker, class).squares());
        }
        if means == Means::FoursAndThrees {
            for class in Class::THREES {
                self.moves.extend(board.squares(attacker, class).squares());
            }
        }
    }

    /// The defender is to move; the attacker may still make so many moves before the last two.
    fn withstand(&mut self, board: &mut ThreatBoard, moves: u8, stop: &Stop<'_>) -> Left {
        let Task { attacker, means, .. } = self.task;
        let defender = attacker.other();
        if !board.squares(defender, Class::Five).is_empty() {
            return Left::Nothing;
        }
        match board.squares(attacker, Class::Five).first_two() {
            (Some(_), Some(_)) => Left::Won(2),
            (Some(block), None) => {
                if !board.may_play(defender, block) {
                    return Left::Won(2);
                }
                board.put(defender, block);
                let left = self.attack(board, moves, stop);
                board.remove(defender, block);
                if let Left::Won(plies) = left { Left::Won(plies + 1) } else { left }
            }
            (None, _) if means == Means::Fours => Left::Nothing,
            (None, _) => self.withstand_three(board, moves, stop),
        }
    }

    /// The same where the attacker threatens to make two winning squares at his next move.
    fn withstand_three(&mut self, board: &mut ThreatBoard, moves: u8, stop: &Stop<'_>) -> Left {
        let from = self.moves.len();
        if !defences(board, self.task.attacker, &mut self.moves) {
            return Left::Nothing;
        }
        let defender = self.task.attacker.other();
        // Whatever is not tried loses to the threat itself.
        let mut result = Left::Won(4);
        for i in from..self.moves.len() {
            let reply = self.moves[i];
            board.put(defender, reply);
            let left = self.attack(board, moves, stop);
            board.remove(defender, reply);
            match (left, result) {
                (Left::Won(plies), Left::Won(most)) => result = Left::Won(most.max(plies + 1)),
                _ => {
                    result = left;
                    break;
                }
            }
        }
        self.moves.truncate(from);
        result
    }
}

/// Whether two squares lie on a line, at most so many steps apart; one row of five holds both if it is four.
const fn on_a_line(one: Square, other: Square, steps: usize) -> bool {
    let columns = one.column().abs_diff(other.column());
    let rows = one.row().abs_diff(other.row());
    columns <= steps && rows <= steps && (columns == 0 || rows == 0 || columns == rows)
}

#[cfg(test)]
mod tests;
