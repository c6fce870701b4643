//! How long white can hold out against the solution: his replies are followed through the certificate, deeper and deeper
//! as far as the limits go, and the one after which black needs longest is the resistance.

use crate::budget::Budget;
use games::Side;
use games::gomoku::{Gomoku, Rules, Square};
use rustc_hash::FxHashMap;
use solve::certificate::gomoku::Solution;
use solve::gomoku::attack::proof_number::ProofNumberAttacks;
use solve::gomoku::attack::win::Win;
use solve::gomoku::proof::Place;
use solve::gomoku::{Class, Set, ThreatBoard};

/// Positions of a threat search where black may have a win by threats.
const THREATS: u64 = 20_000;
/// What a position of the certificate that is not followed counts as: longer than most wins by threats.
const BEYOND: u32 = 24;
/// So many moves of the certificate are followed at most.
const DEEPEST: u32 = 40;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// Every reply loses; this one seems to hold out longest, and so many plies if all of them were followed to the end.
    Lost {
        m: Square,
        /// Plies to the end of the game, at most.
        plies: Option<u32>,
    },
    /// These replies are not known to lose.
    Open(Vec<Square>),
}

/// Plies to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Length {
    plies: u32,
    /// Nothing was left out: there is no longer game.
    sure: bool,
}

impl Length {
    const fn longer_by(self, plies: u32) -> Self {
        Self { plies: self.plies + plies, ..self }
    }

    /// The longer of two, sure if both are.
    fn or(self, other: Self) -> Self {
        Self { plies: self.plies.max(other.plies), sure: self.sure && other.sure }
    }
}

/// What has been found out in this game.
#[derive(Debug, Default)]
pub(crate) struct Resistance {
    /// The rules and size that the rest is about.
    about: Option<(Rules, usize)>,
    threats: ProofNumberAttacks,
    /// Plies of black's wins by threats, he being to move; `None` where none was found.
    leaves: FxHashMap<Place, Option<u32>>,
    /// Sure lengths of other positions with black to move.
    sure: FxHashMap<Place, Length>,
    /// The stones after the last reply that was lost by the certificate.
    lost: Option<Place>,
}

/// Following the certificate for one move.
struct Follow<'a, 'b, 'c> {
    solution: &'a Solution,
    memory: &'b mut Resistance,
    board: ThreatBoard,
    budget: &'b Budget<'c>,
}

impl Resistance {
    /// The resistance in a position with white to move, if black's last stone was by the solution, or all replies were lost
    /// at white's last move.
    pub(crate) fn hold_out(
        &mut self,
        solution: &Solution,
        position: &Gomoku,
        last: Option<Square>,
        allowed: &[Square],
        budget: &Budget<'_>,
    ) -> Option<Held> {
        let (rules, size) = (position.setup().rules(), position.setup().size());
        if self.about != Some((rules, size)) {
            *self = Self { about: Some((rules, size)), ..Self::default() };
        }
        let (last, place) = (last?, Place::of(position));
        let mut before = place;
        before.black = before.black.without([last].into_iter().collect());
        before.black_moves = true;
        if solution.at(&before) != Some(last) && self.lost != Some(before) {
            return None;
        }
        let board = ThreatBoard::new(position.stones(), rules);
        let held = Follow { solution, memory: &mut *self, board, budget }.root(&place, allowed);
        self.lost = if let Held::Lost { m, .. } = held { Some(place.after(m)) } else { None };
        Some(held)
    }
}

impl Follow<'_, '_, '_> {
    /// White is to move: deeper and deeper until every length is sure or the budget is spent.
    fn root(&mut self, place: &Place, allowed: &[Square]) -> Held {
        let middle = place.black.first();
        let mut replies: Vec<(Square, Length)> = Vec::new();
        let mut open = Vec::new();
        let passed = self.passed(place);
        for &m in allowed {
            let length = match passed {
                Some((plies, zone)) if !zone.contains(m) => Some(Length { plies: 1 + plies, sure: true }),
                _ => self.reply(place, m, 0),
            };
            match length {
                Some(length) => replies.push((m, length)),
                None => open.push(m),
            }
        }
        if !open.is_empty() {
            return Held::Open(open);
        }
        for depth in 1..=DEEPEST {
            if replies.iter().all(|(_, length)| length.sure) || self.budget.is_enough() {
                break;
            }
            let deeper: Option<Vec<(Square, Length)>> =
                replies.iter().map(|&(m, known)| Some((m, self.deeper(place, m, known, depth)?))).collect();
            match deeper {
                // What was cut short says less than what was not.
                Some(deeper) if !self.budget.is_over() => replies = deeper,
                _ => break,
            }
        }
        // Equal ones: near black's stones, where his proofs are longest.
        let near = |m: Square| middle.map_or(0, |middle| m.distance(middle));
        let best = replies.iter().max_by_key(|(m, length)| (length.plies, std::cmp::Reverse(near(*m))));
        let all_sure = replies.iter().all(|(_, length)| length.sure);
        best.map_or(Held::Open(Vec::new()), |&(m, length)| Held::Lost {
            m,
            plies: all_sure.then_some(length.plies),
        })
    }

    fn deeper(&mut self, place: &Place, m: Square, known: Length, depth: u32) -> Option<Length> {
        if known.sure { Some(known) } else { self.reply(place, m, depth) }
    }

    /// White is to move: plies of black's win by threats if he passes, and its zone. Whatever lies outside loses to the same
    /// moves.
    fn passed(&mut self, place: &Place) -> Option<(u32, Set)> {
        let calm = self.board.squares(Side::Second, Class::Five).is_empty() && place.black.count() > 1;
        let win = calm.then(|| self.search(false)).flatten()?;
        Some((win.plies(), win.zone()))
    }

    /// The length of the game with this reply; `None` if it is not known to lose.
    fn reply(&mut self, place: &Place, m: Square, depth: u32) -> Option<Length> {
        self.board.put(Side::Second, m);
        let length = self.black(&place.after(m), depth);
        self.board.remove(Side::Second, m);
        length.map(|length| length.longer_by(1))
    }

    /// Black is to move: the length of his win; `None` if it is not known.
    fn black(&mut self, place: &Place, depth: u32) -> Option<Length> {
        if !self.board.squares(Side::First, Class::Five).is_empty() {
            return Some(Length { plies: 1, sure: true });
        }
        let class = place.class(self.solution.size()).0;
        if let Some(&length) = self.memory.sure.get(&class) {
            return Some(length);
        }
        let m = match self.solution.at(place) {
            Some(_) if depth == 0 || self.budget.is_over() => {
                return Some(Length { plies: BEYOND, sure: false });
            }
            Some(m) => m,
            None => match self.leaf(class) {
                Some(plies) => return Some(Length { plies, sure: true }),
                None => self.board.squares(Side::Second, Class::Five).first()?,
            },
        };
        self.board.put(Side::First, m);
        let length = self.white(&place.after(m), depth.saturating_sub(1));
        self.board.remove(Side::First, m);
        let length = length?.longer_by(1);
        if length.sure {
            self.memory.sure.insert(class, length);
        }
        Some(length)
    }

    /// Plies of black's win by threats on the board, if there is one.
    fn leaf(&mut self, class: Place) -> Option<u32> {
        if let Some(&known) = self.memory.leaves.get(&class) {
            return known;
        }
        let plies = self.search(true).map(|win| win.plies());
        // A search that was stopped has found nothing out.
        if plies.is_some() || !self.budget.control().must_stop() {
            self.memory.leaves.insert(class, plies);
        }
        plies
    }

    /// Black's win by threats on the board, sought in both manners where a proof `leaves` one to be found.
    fn search(&mut self, leaves: bool) -> Option<Win> {
        let Self { memory: Resistance { threats, .. }, board, budget, .. } = self;
        let control = budget.control();
        let stop = || control.must_stop();
        let win = match leaves {
            true => threats.win_left(board, Side::First, THREATS, &stop),
            false => threats.win_within(board, Side::First, THREATS, &stop),
        };
        budget.spend(threats.nodes());
        win
    }

    /// White is to move: the length of the longest game; `None` if a reply is not known to lose.
    fn white(&mut self, place: &Place, depth: u32) -> Option<Length> {
        if !self.board.squares(Side::Second, Class::Five).is_empty() {
            return None;
        }
        let mut longest = Length { plies: 0, sure: true };
        let mut zone: Set = self.board.all_squares().filter(|&square| place.is_empty(square)).collect();
        if let Some((plies, needed)) = self.passed(place) {
            longest.plies = 1 + plies;
            zone = zone & needed;
        }
        for m in zone.squares() {
            longest = longest.or(self.reply(place, m, depth)?);
        }
        Some(longest)
    }
}
