//! The parameters that depend on what the active side can do with its next step: for the exchange, the threat and the denied
//! squares each step is tried.

use super::view::{CENTER, View, count, squares};
use games::draughts::Direction;
use games::draughts::Direction::{DownLeft, DownRight, UpLeft, UpRight};
use games::draughts::{Change, Draughts, Square};

const DOUBLE_CORNERS: u32 = squares([1, 5, 28, 32]);

/// Where the active side can step, and what comes of it: sets of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moving {
    /// Squares that a piece can step to, whether or not there is something to jump.
    to: u32,
    /// Squares that a king can step to.
    to_by_king: u32,
    /// Of `to`, those where no piece could stand without being captured for nothing.
    denied: u32,
    /// Of `to`, those where a step forces an exchange.
    exchanges: u32,
    /// Of `to`, those where a step threatens a capture.
    threats: u32,
}

impl Moving {
    pub(crate) const NONE: Self = Self { to: 0, to_by_king: 0, denied: 0, exchanges: 0, threats: 0 };

    /// What the active side can do; with `trial`, what comes of each step, too.
    pub(crate) fn of(view: &View, trial: bool) -> Self {
        let mut moving = Self::NONE;
        let mut safe = 0;
        // A jump that is there must be taken: nothing is forced or threatened by a step then.
        let may_step = view.position.jumpers() == 0;
        for direction in Direction::ALL {
            let steppers = view.position.steppers(direction);
            moving.to |= direction.step(steppers);
            moving.to_by_king |= direction.step(steppers & view.kings);
            if !trial {
                continue;
            }
            for from in Square::of_set(steppers) {
                let next = after_step(&view.position, from, direction);
                let to = direction.step(from.bit());
                let replies = Replies::to(&next, to);
                safe |= if replies.takes_for_nothing { 0 } else { to };
                if may_step {
                    moving.exchanges |= if replies.forced_exchange { to } else { 0 };
                    moving.threats |= if next.passed().jumpers() != 0 { to } else { 0 };
                }
            }
        }
        moving.denied = if trial { moving.to & !safe } else { 0 };
        moving
    }

    /// MOB.
    pub(crate) const fn mobility(&self) -> i16 {
        count(self.to)
    }

    /// DENY. A square is denied when whatever piece steps there could be captured without an exchange.
    pub(crate) const fn denied(&self) -> i16 {
        count(self.denied)
    }

    /// EXCH, RECAP.
    pub(crate) const fn exchanges(&self) -> i16 {
        count(self.exchanges)
    }

    pub(crate) const fn threats(&self) -> i16 {
        count(self.threats)
    }
}

/// What the other side can capture after a step.
struct Replies {
    /// It can capture the piece that has stepped, and nothing can be captured back.
    takes_for_nothing: bool,
    /// It must capture, and whatever it captures, something can be captured back.
    forced_exchange: bool,
}

impl Replies {
    fn to(next: &Draughts, stepped: u32) -> Self {
        let mut replies = Self { takes_for_nothing: false, forced_exchange: false };
        if next.jumpers() == 0 {
            return replies;
        }
        replies.forced_exchange = true;
        next.each_capture(&mut |capture| {
            if next.changed(capture).jumpers() == 0 {
                replies.forced_exchange = false;
                replies.takes_for_nothing |= capture.taken & stepped != 0;
            }
        });
        replies
    }
}

fn after_step(position: &Draughts, from: Square, direction: Direction) -> Draughts {
    let from = from.bit();
    position.changed(Change { from, to: direction.step(from), taken: 0 })
}

/// The third condition of the look-ahead: the side to move can force an exchange with a step.
pub(crate) fn can_offer_exchange(position: &Draughts) -> bool {
    position.jumpers() == 0
        && Direction::ALL.into_iter().any(|direction| {
            Square::of_set(position.steppers(direction))
                .any(|from| Replies::to(&after_step(position, from, direction), 0).forced_exchange)
        })
}

/// CNTR.
pub(crate) const fn center_control(view: &View, moving: &Moving) -> i16 {
    count(CENTER & (view.active | moving.to))
}

pub(crate) fn double_corner(view: &View, moving: &Moving) -> i16 {
    let credit = |pieces| super::view::credit(pieces, view.kings);
    let behind = credit(view.active) <= 6 && credit(view.active) < credit(view.passive);
    i16::from(behind && moving.to & DOUBLE_CORNERS != 0)
}

/// FORK: empty squares that the active side can step to, from where it could jump either of two pieces side by side, the squares
/// behind them being empty.
pub(crate) const fn fork(view: &View, moving: &Moving) -> i16 {
    count(moving.to & between(view, UpLeft, UpRight))
        + count(moving.to_by_king & between(view, DownLeft, DownRight))
}

/// The squares from which a jump would be possible in both directions.
const fn between(view: &View, left: Direction, right: Direction) -> u32 {
    jumpable(view, left) & jumpable(view, right)
}

const fn jumpable(view: &View, direction: Direction) -> u32 {
    let back = direction.back();
    back.step(view.passive & back.step(view.empty))
}
