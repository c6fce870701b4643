//! That a position of Go-Moku is a draw: each player can keep the other from five in a row.
//!
//! From the empty board, where white holds as the second to move, black holds as well: he begins, and a stone more does no
//! harm (what is known as strategy stealing, here with the strategy in hand, so that it needs no rule about longer rows).

use super::holds::{Cost, HoldLimits, Holds, REPLIES, Remembered, Watch};
use super::lines::{Lines, MAX_SIZE, Squares};
use games::gomoku::{Gomoku, Rules, Square};
use games::{Game, Side};

/// One player as the defender.
#[derive(Clone, Copy, Debug)]
struct Defence {
    side: Side,
    attacker: Squares,
    defender: Squares,
    attacker_moves: bool,
    /// With fewer stones he does not hold, as far as was seen.
    stones: u32,
    end: Option<bool>,
}

/// How such a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawVerdict {
    Draw,
    /// One of them does not, with the replies that are tried: nothing is proven, and nothing is left to be tried.
    NotFound,
    /// Stopped, or at a limit.
    Stopped,
}

/// A game until a pairing holds it.
#[derive(Clone, Debug)]
pub struct Example {
    /// The moves from the start, the attacker's first.
    pub moves: Vec<Square>,
    /// The pairs of the defender at its end.
    pub pairs: Vec<[Square; 2]>,
}

/// The search, which can be continued.
#[derive(Debug)]
pub struct DrawSearch {
    holds: Holds,
    size: usize,
    defences: [Defence; 2],
}

impl DrawSearch {
    /// The search from this position; `None` on boards of more than 8 x 8, and under rules that forbid some moves, as a
    /// reply may be one of them.
    pub fn new(start: &Gomoku) -> Option<Self> {
        let (size, rules) = (start.setup().size(), start.setup().rules());
        if size > MAX_SIZE || !matches!(rules, Rules::Freestyle | Rules::Standard) {
            return None;
        }
        let stones = |side| -> Squares {
            start.stones().of_side(side).map(|square| 1 << (square.row() * size + square.column())).sum()
        };
        let defence = |side: Side| Defence {
            side,
            attacker: stones(side.other()),
            defender: stones(side),
            attacker_moves: start.to_move() != side,
            stones: 0,
            end: None,
        };
        // He who does not move first: his defence is the harder one, and may hold for the other, too.
        let defences = [start.to_move().other(), start.to_move()].map(defence);
        Some(Self { holds: Holds::new(Lines::new(size, 5), REPLIES), size, defences })
    }

    /// Goes on until it is decided or something ends it. `watch` hears now and then who defends, with how many stones, and
    /// the cost; it says whether to stop.
    pub fn run(
        &mut self,
        limits: HoldLimits,
        watch: &mut dyn FnMut(Side, u32, &Cost) -> bool,
    ) -> DrawVerdict {
        self.holds.set_limits(limits);
        for number in 0..self.defences.len() {
            while self.defences[number].end.is_none() {
                let Defence { side, stones, .. } = self.defences[number];
                if !self.deepen(number, &mut |cost| watch(side, stones, cost)) {
                    return DrawVerdict::Stopped;
                }
            }
            if self.defences[number].end == Some(false) {
                return DrawVerdict::NotFound;
            }
        }
        DrawVerdict::Draw
    }

    /// One more stone for a defender. `false` if that was stopped.
    fn deepen(&mut self, number: usize, watch: &mut Watch<'_>) -> bool {
        let Defence { attacker, defender, attacker_moves, stones, .. } = self.defences[number];
        let mut held = self.holds.search((attacker, defender), stones, watch).map(|zone| zone.is_some());
        if !attacker_moves && stones > 0 && held == Ok(false) {
            held = self.holds.reply((attacker, defender), stones, watch).map(|reply| reply.is_some());
        }
        let Ok(held) = held else { return false };
        let free = (self.size * self.size) as u32 - (attacker | defender).count_ones();
        let defence = &mut self.defences[number];
        if held {
            defence.end = Some(true);
        } else if stones > free.div_ceil(2) {
            defence.end = Some(false);
        } else {
            defence.stones += 1;
        }
        true
    }

    /// With how many more stones of his own each player holds by a pairing, where that is proven.
    pub fn stones(&self, side: Side) -> Option<u32> {
        let mut proven = self.defences.iter().filter(|defence| defence.end == Some(true));
        proven.find(|defence| defence.side == side).map(|defence| defence.stones)
    }

    /// A game in which he who does not move first comes to his pairing, once that is proven.
    pub fn example(&mut self) -> Option<Example> {
        let Defence { attacker, defender, stones, .. } =
            self.defences.into_iter().find(|defence| defence.attacker_moves && defence.end == Some(true))?;
        self.holds.set_limits(HoldLimits::default());
        let (line, pairs) = self.holds.example((attacker, defender), stones, &mut |_| false).ok()?;
        let square = |number: u32| Square::new(number as usize % self.size, number as usize / self.size);
        let pair = |pair: Squares| Some([square(pair.trailing_zeros())?, square(63 - pair.leading_zeros())?]);
        Some(Example {
            moves: line.into_iter().map(square).collect::<Option<_>>()?,
            pairs: pairs.into_iter().map(pair).collect::<Option<_>>()?,
        })
    }

    /// What it knows: from it another search of the same position goes on.
    pub const fn remembered(&self) -> &Remembered {
        self.holds.remembered()
    }

    /// Takes up what an earlier search of the same position knew.
    pub fn remember(&mut self, known: Remembered) {
        self.holds.remember(known);
    }

    /// What it has cost so far.
    pub fn cost(&self) -> Cost {
        self.holds.cost()
    }
}
