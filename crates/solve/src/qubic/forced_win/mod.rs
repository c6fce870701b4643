//! Forced wins in Qubic: sequences in which every move of the attacker makes three in line, so that every answer is
//! forced, until one move makes two threes at once.
//!
//! This is the complete search beside threat-space search: depth first over the attacker's
//! threes (Citrenbaum 1965, chapters 5 to 7, calls such a sequence a terminal forcing sequence; Allis, van den Herik &
//! Huntjens 1994, section 3.1, a winning threat sequence). The defender's forced answer may itself make three; the
//! attacker must then meet it by a move that again makes three. What it returns is a win; what it does not find may
//! still be one unless [`Effort`] asks for everything. The defender's part in a win found is its *zone*
//! ([`Win::zone`]): the cells outside which no single extra stone of the defender changes anything, which is what
//! narrows the defender's moves in the proof of a game (section 6 of the paper, module 'moves with any defensive value').

pub mod field;
mod table;

pub use field::Field;
use field::{Lines, THROUGH, each, pairs};
use games::qubic::lines::cells;
pub(super) use table::Failures;

/// The most moves of the attacker that a forced win can need: each takes two cells of 64.
const LONGEST: usize = 32;
/// More moves than any forced win can need, however many of them have been made.
const UNBOUNDED: u8 = 2 * LONGEST as u8;

/// As many plies as it takes.
pub const ANY_LENGTH: u32 = u32::MAX;

/// How thoroughly to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Positions to look at before giving up.
    pub nodes: u64,
    /// Whether to follow moves that make a three but no new two, unless the next move stands on one of the same
    /// lines. Without them a few wins are missed, and a sixth of the positions is left.
    pub complete: bool,
}

impl Effort {
    /// Every forced win there is.
    pub const COMPLETE: Self = Self { nodes: u64::MAX, complete: true };

    /// Nearly every forced win, within so many positions.
    pub const fn quick(nodes: u64) -> Self {
        Self { nodes, complete: false }
    }
}

/// A forced win: the attacker's moves with the answers that they force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    steps: [(u8, u8); LONGEST],
    length: u8,
    /// The attacker's last move but one, which makes two threes at once; or the winning move itself.
    last: u8,
    /// Whether `last` fills a line.
    at_once: bool,
}

impl Win {
    /// The attacker's first move.
    pub fn first(&self) -> usize {
        self.steps().first().map_or(self.last, |step| step.0) as usize
    }

    /// The attacker's moves up to the one that makes two threes at once, each with the forced answer: gain and cost.
    pub(crate) fn steps(&self) -> &[(u8, u8)] {
        &self.steps[..self.length as usize]
    }

    /// The move after the steps: it makes two threes at once, or fills a line if there are no steps to make.
    pub const fn last(&self) -> usize {
        self.last as usize
    }

    /// Plies until the line is full, the attacker moving first.
    pub const fn plies(&self) -> u32 {
        2 * self.length as u32 + if self.at_once { 1 } else { 3 }
    }

    /// The moves of both sides from `field` on up to the line, the defender's last one standing for any of his.
    pub fn moves(&self, field: &Field) -> Vec<usize> {
        let mut moves = Vec::with_capacity(self.plies() as usize);
        let mut field = *field;
        for &(gain, cost) in self.steps() {
            moves.extend([usize::from(gain), usize::from(cost)]);
            field = field.with_own(gain.into()).with_other(cost.into());
        }
        moves.push(self.last());
        if !self.at_once {
            field = field.with_own(self.last());
            moves.extend(cells(field.empty_cells(field.open_threes())).take(2));
        }
        moves
    }

    /// The cells on one of which the defender must stand, by a stone added to `field` before the first step, to change
    /// anything: every stone elsewhere loses to the same moves.
    ///
    /// They are the cells of the sequence, the two cells that complete it, and the empty cells of lines in which the
    /// defender has two stones at a moment when the attacker's move does not block them: an extra stone there makes a
    /// three that must be met. The sequence must also win on `field` itself; a stone of the defender can be missing
    /// there that stood when it was found.
    pub fn zone(&self, field: &Field) -> u64 {
        let mut field = *field;
        let mut zone = 0;
        for &(gain, cost) in self.steps() {
            field = field.with_own(gain as usize);
            zone |= 1 << gain | 1 << cost | field.empty_cells(field.their_open_twos());
            field = field.with_other(cost as usize);
        }
        field = field.with_own(self.last());
        zone |= 1 << self.last;
        if self.at_once {
            return zone;
        }
        zone |= field.empty_cells(field.their_open_twos());
        let completing = field.empty_cells(field.open_threes());
        // Three completing cells: no single stone covers two of them.
        if completing.count_ones() > 2 { zone } else { zone | completing }
    }
}

/// The search, with its memory of positions that hold no forced win. One for each thread.
#[derive(Debug)]
pub struct ForcedWins {
    failures: Failures,
    path: [(u8, u8); LONGEST],
    found: Win,
    nodes: u64,
    limit: u64,
    exhausted: bool,
    complete: bool,
}

impl Default for ForcedWins {
    fn default() -> Self {
        Self::new(10)
    }
}

impl ForcedWins {
    /// A search whose table has `1 << bits` entries of 24 bytes. It serves other orders of the same threes within one call: 10 bits, which fit the first-level cache, lose next to nothing.
    pub fn new(bits: u32) -> Self {
        let nothing = Win { steps: [(0, 0); LONGEST], length: 0, last: 0, at_once: false };
        Self {
            failures: Failures::new(bits),
            path: [(0, 0); LONGEST],
            found: nothing,
            nodes: 0,
            limit: 0,
            exhausted: false,
            complete: false,
        }
    }

    /// Positions looked at since the beginning.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the last search ended at its limit, so that 'none found' means nothing.
    pub const fn exhausted(&self) -> bool {
        self.exhausted
    }

    /// The first forced win that comes up for the attacker, who is to move, of at most this many plies.
    pub fn find(&mut self, field: &Field, effort: Effort, plies: u32) -> Option<Win> {
        self.begin(effort);
        if let Some(win) = Self::at_once(field) {
            return (plies > 0).then_some(win);
        }
        let moves = (plies.saturating_sub(1) / 2).min(u32::from(UNBOUNDED)) as u8;
        (moves > 0 && self.attack(field, 0, Lines::NONE, moves)).then_some(self.found)
    }

    /// A shortest forced win for the attacker, who is to move, of at most this many plies.
    pub fn shortest(&mut self, field: &Field, effort: Effort, plies: u32) -> Option<Win> {
        self.begin(effort);
        if let Some(win) = Self::at_once(field) {
            return (plies > 0).then_some(win);
        }
        let most = (field.empty().count_ones() / 2).min(plies.saturating_sub(1) / 2) as u8;
        for moves in 1..=most {
            if self.attack(field, 0, Lines::NONE, moves) {
                return Some(self.found);
            }
            if self.exhausted {
                break;
            }
        }
        None
    }

    fn begin(&mut self, effort: Effort) {
        self.limit = self.nodes.saturating_add(effort.nodes);
        self.exhausted = false;
        if self.complete != effort.complete {
            // What the one effort has not found the other may find.
            self.failures.clear();
            self.complete = effort.complete;
        }
    }

    fn at_once(field: &Field) -> Option<Win> {
        let cells = field.empty_cells(field.open_threes());
        (cells != 0).then(|| Win {
            steps: [(0, 0); LONGEST],
            length: 0,
            last: cells.trailing_zeros() as u8,
            at_once: true,
        })
    }

    fn won(&mut self, depth: usize, last: usize) -> bool {
        self.found = Win { steps: self.path, length: depth as u8, last: last as u8, at_once: false };
        true
    }

    /// Whether the attacker, to move and without an open three, wins by at most `moves` threes, of which the last is
    /// two at once. If `bound` is not empty the next move must stand on one of those lines.
    fn attack(&mut self, field: &Field, depth: usize, bound: Lines, moves: u8) -> bool {
        if self.nodes >= self.limit {
            self.exhausted = true;
            return false;
        }
        self.nodes += 1;
        let threats = field.threats();
        if !threats.is_empty() {
            return self.meet(field, depth, threats, moves);
        }
        let twos = field.open_twos();
        let empty = field.empty();
        let (mut once, mut twice) = (0_u64, 0_u64);
        each(twos, |line| {
            let cells = games::qubic::lines::LINE_SETS[line] & empty;
            twice |= once & cells;
            once |= cells;
        });
        if twice != 0 {
            return self.won(depth, twice.trailing_zeros() as usize);
        }
        if moves <= 1
            || once == 0
            || (bound.is_empty() && self.failures.contains((field.own, field.other), moves))
        {
            return false;
        }
        for [a, b] in pairs(twos, empty) {
            for (gain, cost) in [(a, b), (b, a)] {
                if (bound.is_empty() || bound.meets(THROUGH[gain]))
                    && self.step(field, depth, gain, cost, moves)
                {
                    return true;
                }
            }
        }
        if bound.is_empty() && !self.exhausted {
            self.failures.insert((field.own, field.other), moves);
        }
        false
    }

    /// The defender has open threes: the attacker must stand on their one empty cell and make three himself.
    fn meet(&mut self, field: &Field, depth: usize, threats: Lines, moves: u8) -> bool {
        let cells = field.empty_cells(threats);
        let gain = cells.trailing_zeros() as usize;
        if cells & (cells - 1) != 0 || !field.open_twos().meets(THROUGH[gain]) {
            return false;
        }
        let after = field.with_own(gain);
        let costs = after.empty_cells(after.open_threes());
        if costs & (costs - 1) != 0 {
            return self.won(depth, gain);
        }
        moves > 1 && self.step(field, depth, gain, costs.trailing_zeros() as usize, moves)
    }

    /// Plays one move and its answer, and goes on.
    fn step(&mut self, field: &Field, depth: usize, gain: usize, cost: usize, moves: u8) -> bool {
        let mut bound = Lines::NONE;
        if !self.complete && !field.open_ones().meets(THROUGH[gain]) {
            let fresh = THROUGH[gain] & !(field.mine.one | field.theirs.one);
            if fresh.is_empty() && !field.their_open_twos().meets(THROUGH[cost]) {
                return false;
            }
            bound = fresh;
        }
        self.path[depth] = (gain as u8, cost as u8);
        self.attack(&field.with_own(gain).with_other(cost), depth + 1, bound, moves - 1)
    }
}

#[cfg(test)]
mod tests;
