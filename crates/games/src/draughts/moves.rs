//! Moves, and how they are found.

use super::Draughts;
use super::square::{BLACKS_ROW, Direction, SQUARES, Square, WHITES_ROW};
use crate::Side;

/// The most jumps in one move that its path has room for; no position has so many.
const MOST_JUMPS: u8 = 16;

/// A step to a neighbouring square, or a capture by one jump or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    from: Square,
    /// 0 for a step.
    jumps: u8,
    /// Two bits for each direction, the first one lowest.
    path: u32,
}

impl Move {
    /// A step without a capture.
    pub(crate) const fn step(from: Square, direction: Direction) -> Self {
        Self { from, jumps: 0, path: direction as u32 }
    }

    /// A capture by these jumps; `None` if there is none, or there are more than a move has room for.
    pub(crate) fn capture(from: Square, jumps: &[Direction]) -> Option<Self> {
        if jumps.is_empty() || jumps.len() > MOST_JUMPS as usize {
            return None;
        }
        let none = Self { from, jumps: 0, path: 0 };
        Some(jumps.iter().fold(none, |m, &direction| m.then(direction)))
    }

    /// With one jump more.
    const fn then(self, direction: Direction) -> Self {
        Self {
            from: self.from,
            jumps: self.jumps + 1,
            path: self.path | (direction as u32) << (2 * self.jumps),
        }
    }

    /// Where it begins.
    pub const fn from(self) -> Square {
        self.from
    }

    /// Whether it takes anything.
    pub const fn is_capture(self) -> bool {
        self.jumps > 0
    }

    /// How many pieces it takes.
    pub const fn captures(self) -> usize {
        self.jumps as usize
    }

    /// One more than the greatest [`Move::number`].
    pub const NUMBERS: usize = Self::STEPS + (SQUARES << Self::PATH_BITS);
    /// The numbers of steps come first, close together.
    const STEPS: usize = SQUARES * Direction::ALL.len();
    /// So many bits of a capture's path go into its number: four jumps' worth.
    const PATH_BITS: u32 = 8;

    /// A number, different for all legal moves of a position but for captures that part only after four jumps.
    pub const fn number(self) -> usize {
        let (from, path) = (self.from.index(), self.path as usize);
        if self.is_capture() {
            return Self::STEPS + (from << Self::PATH_BITS | path & ((1 << Self::PATH_BITS) - 1));
        }
        from * Direction::ALL.len() + path
    }

    /// Its directions: one for a step, one for each jump.
    pub(crate) fn directions(self) -> impl Iterator<Item = Direction> {
        (0..self.jumps.max(1)).map(move |n| Direction::ALL[(self.path >> (2 * n) & 3) as usize])
    }

    /// The squares it lands on in their order, the last one where it ends. Empty if its path leaves the board.
    pub(crate) fn landings(self) -> Vec<Square> {
        let mut at = self.from;
        let mut landings = Vec::new();
        for direction in self.directions() {
            let Some(landing) = at.towards(direction, self.is_capture()) else { return Vec::new() };
            landings.push(landing);
            at = landing;
        }
        landings
    }

    /// The squares whose pieces it takes.
    pub fn taken(self) -> u32 {
        self.change().taken
    }

    /// What it changes on the board.
    #[inline]
    pub(crate) fn change(self) -> Change {
        let from = self.from.bit();
        if !self.is_capture() {
            return Change { from, to: Direction::ALL[(self.path & 3) as usize].step(from), taken: 0 };
        }
        self.directions().fold(Change { from, to: from, taken: 0 }, |change, direction| {
            let over = direction.step(change.to);
            Change { to: direction.step(over), taken: change.taken | over, ..change }
        })
    }

    /// The set of the square it ends on; empty if its path leaves the board.
    #[inline]
    pub fn to(self) -> u32 {
        self.change().to
    }
}

/// What a move changes on the board, as sets of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where it begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// What it takes.
    pub taken: u32,
}

/// The directions in which a side's men move: down for Black, up for White.
#[inline]
const fn forwards(side: Side) -> [Direction; 2] {
    match side {
        Side::First => [Direction::DownLeft, Direction::DownRight],
        Side::Second => [Direction::UpLeft, Direction::UpRight],
    }
}

/// The row where a side's men become kings.
#[inline]
pub(crate) const fn king_row(side: Side) -> u32 {
    match side {
        Side::First => WHITES_ROW,
        Side::Second => BLACKS_ROW,
    }
}

impl Draughts {
    /// The pieces of the side to move that can take something.
    #[inline]
    pub fn jumpers(&self) -> u32 {
        let (own, other) = self.own_and_other();
        let empty = self.empty();
        let forwards = forwards(self.side);
        Direction::ALL.into_iter().fold(0, |all, direction| {
            let movers = if forwards.contains(&direction) { own } else { own & self.kings };
            let back = direction.back();
            all | movers & back.step(back.step(empty) & other)
        })
    }

    /// The pieces of the side to move that could step in this direction if there were nothing to capture.
    #[inline]
    pub fn steppers(&self, direction: Direction) -> u32 {
        let (own, _) = self.own_and_other();
        let movers = if forwards(self.side).contains(&direction) { own } else { own & self.kings };
        movers & direction.back().step(self.empty())
    }

    /// Whether the side to move has a move at all.
    #[inline]
    pub(crate) fn can_move(&self) -> bool {
        Direction::ALL.into_iter().any(|direction| self.steppers(direction) != 0) || self.jumpers() != 0
    }

    /// Appends every legal move: the captures if there is one, by their first squares and directions; else the steps.
    pub(super) fn generate(&self, moves: &mut Vec<Move>) {
        if self.jumpers() != 0 {
            self.each_jump(&mut |m, _| moves.push(m));
            return;
        }
        for direction in Direction::ALL {
            moves.extend(Square::of_set(self.steppers(direction)).map(|from| Move::step(from, direction)));
        }
    }

    /// How many legal moves there are.
    pub(crate) fn count_moves(&self) -> usize {
        if self.jumpers() == 0 {
            let steps = Direction::ALL.into_iter().map(|direction| self.steppers(direction).count_ones());
            return steps.sum::<u32>() as usize;
        }
        let mut moves = Vec::new();
        self.generate(&mut moves);
        moves.len()
    }

    /// Tells of every legal capture, in the order in which moves are listed, as changes of the board: no list is made.
    #[inline]
    pub fn each_capture(&self, see: &mut impl FnMut(Change)) {
        self.each_jump(&mut |_, change| see(change));
    }

    #[inline]
    fn each_jump(&self, see: &mut impl FnMut(Move, Change)) {
        for from in Square::of_set(self.jumpers()) {
            let directions = match self.kings & from.bit() {
                0 => &forwards(self.side)[..],
                _ => &Direction::ALL,
            };
            let from_here = Change { from: from.bit(), to: from.bit(), taken: 0 };
            self.jump_on(directions, Move { from, jumps: 0, path: 0 }, from_here, see);
        }
    }

    /// Follows a capture that has come so far to all its ends.
    fn jump_on(
        &self,
        directions: &[Direction],
        so_far: Move,
        change: Change,
        see: &mut impl FnMut(Move, Change),
    ) {
        let (_, other) = self.own_and_other();
        let (targets, empty) = (other & !change.taken, self.empty() | change.from);
        let mut ends = true;
        // A man that has reached the king row ends its move there: it goes only forwards, where there is nothing more.
        for &direction in directions {
            let over = direction.step(change.to) & targets;
            let landing = direction.step(over) & empty;
            if landing != 0 && so_far.jumps < MOST_JUMPS {
                ends = false;
                let change = Change { to: landing, taken: change.taken | over, ..change };
                self.jump_on(directions, so_far.then(direction), change, see);
            }
        }
        if ends {
            see(so_far, change);
        }
    }
}
