//! Whether the defender can place a few stones so that a pairing holds the rest.
//!
//! Depth-first, deepened by the number of the defender's stones. Every proof has a zone: the squares that the defender
//! may ever take by it. A stone of the attacker's outside the zone changes nothing. So he is first thought to pass; only
//! his moves into the zone of what then holds need replies of their own, and each of these answers all moves outside its
//! own zone, too.

use super::lines::{Both, Lines, Squares, bits};
use super::pairs::Pairings;
use crate::gomoku::proof::inverse;
use rustc_hash::FxHashMap;

/// So many of the defender's replies are tried, the best-looking first, where nothing is forced.
pub const REPLIES: usize = 8;

/// What a square counts for each row through it that the defender has no stone in, by the attacker's stones there: more
/// than a handful of rows with one stone less.
const WORTH: [u32; 5] = [1, 3, 10, 40, 200];
/// What a remembered position takes, in bytes, with its place in the table.
const REMEMBERED: usize = 60;
/// The watch is asked after so many positions.
const ASK: u64 = 16;

/// What bounds a search.
#[derive(Clone, Copy, Debug)]
pub struct HoldLimits {
    /// Positions of which nothing was known, counted from the first search on.
    pub positions: u64,
    /// Memory, in bytes.
    pub bytes: usize,
}

impl Default for HoldLimits {
    fn default() -> Self {
        Self { positions: u64::MAX, bytes: usize::MAX }
    }
}

/// The search was stopped, or is at a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended;

/// What a search has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub positions: u64,
    /// Classes of positions that are proven to be held.
    pub held: u64,
    /// Positions searched for a pairing.
    pub searches: u64,
    /// Choices in these searches.
    pub choices: u64,
}

/// Hears now and then what a search has cost, and says whether it is to stop.
pub(crate) type Watch<'a> = dyn FnMut(&Cost) -> bool + 'a;

/// A reply of the defender's, and the zone of what holds from then on, the reply with it.
type Reply = (u32, Squares);

/// A position as a class, and the symmetry that leads there.
type Class = (Both, usize);

/// What is known of classes of positions, the attacker to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remembered {
    /// The zones of those that are held, and with how many stones.
    pub held: FxHashMap<Both, (Squares, u32)>,
    /// With how many stones others are not, by the replies that are tried.
    pub failed: FxHashMap<Both, u32>,
}

/// The search, with all that it has proven. Positions are the attacker's and the defender's stones, the attacker to move.
#[derive(Debug)]
pub struct Holds {
    pairings: Pairings,
    windows: Vec<Squares>,
    replies: usize,
    known: Remembered,
    positions: u64,
    /// Those of which nothing was known.
    new: u64,
    limits: HoldLimits,
}

impl Holds {
    /// On a board of these lines; `replies`, such as [`REPLIES`], says how many of the defender's are tried.
    pub fn new(lines: Lines, replies: usize) -> Self {
        Self {
            windows: lines.windows().collect(),
            pairings: Pairings::new(lines),
            replies,
            known: Remembered::default(),
            positions: 0,
            new: 0,
            limits: HoldLimits::default(),
        }
    }

    pub(crate) const fn remembered(&self) -> &Remembered {
        &self.known
    }

    /// Takes up what a search on the same lines, with as many replies, knew.
    pub(crate) fn remember(&mut self, known: Remembered) {
        self.known = known;
    }

    pub const fn set_limits(&mut self, limits: HoldLimits) {
        self.limits = limits;
    }

    /// What it has cost so far.
    pub(crate) fn cost(&self) -> Cost {
        let (searches, choices) = self.pairings.cost();
        Cost { positions: self.positions, held: self.known.held.len() as u64, searches, choices }
    }

    pub const fn pairings(&mut self) -> &mut Pairings {
        &mut self.pairings
    }

    /// The zone by which the defender holds this position, the attacker to move, with at most `stones` more of his stones
    /// before a pairing; `None` if no such way was found.
    ///
    /// # Errors
    /// If it was stopped, or is at a limit: what is proven by then is remembered.
    pub fn search(&mut self, at: Both, stones: u32, watch: &mut Watch<'_>) -> Result<Option<Squares>, Ended> {
        self.count(watch)?;
        if self.last_squares(at) != 0 {
            return Ok(None);
        }
        let (class, symmetry) = self.class(at);
        if let Some(&(zone, _)) = self.known.held.get(&class).filter(|(_, needed)| *needed <= stones) {
            return Ok(Some(self.lines().image(zone, inverse(symmetry))));
        }
        let failed = self.known.failed.get(&class).copied();
        if failed.is_some_and(|failed| failed >= stones) {
            return Ok(None);
        }
        self.new += u64::from(failed.is_none());
        let (mut zone, mut needed) = (None, 0);
        if failed.is_none() {
            let pairs = self.pairings.find(at);
            zone = pairs.map(|pairs| pairs.iter().fold(0, |all, pair| all | pair));
        }
        if zone.is_none() && stones > 0 {
            (zone, needed) = (self.replies_to_all(at, stones, watch)?, stones);
        }
        match zone {
            Some(zone) => {
                self.known.held.insert(class, (self.lines().image(zone, symmetry), needed));
            }
            None => {
                self.known.failed.insert(class, stones);
            }
        }
        Ok(zone)
    }

    /// The same with the defender to move, at least one stone: his reply as well.
    ///
    /// # Errors
    /// As [`Holds::search`].
    pub fn reply(&mut self, at: Both, stones: u32, watch: &mut Watch<'_>) -> Result<Option<Reply>, Ended> {
        let forced = self.last_squares(at);
        let replies = match forced.count_ones() {
            0 => self.best_first(at),
            1 => vec![forced.trailing_zeros()],
            _ => return Ok(None),
        };
        // A reply that needs fewer stones is proven sooner, and its zone is no larger for it.
        for fewer in 0..stones {
            for &reply in &replies {
                let stone = 1 << reply;
                if let Some(zone) = self.search((at.0, at.1 | stone), fewer, watch)? {
                    return Ok(Some((reply, zone | stone)));
                }
            }
        }
        Ok(None)
    }

    /// A game from a position that is held with so many stones: the attacker's best-looking moves that need a reply, and the
    /// replies, until a pairing holds; then the pairs.
    ///
    /// # Errors
    /// As [`Holds::search`].
    pub(crate) fn example(
        &mut self,
        at: Both,
        stones: u32,
        watch: &mut Watch<'_>,
    ) -> Result<(Vec<u32>, Vec<Squares>), Ended> {
        let (mut at, mut line) = (at, Vec::new());
        for left in (1..=stones).rev() {
            if self.pairings.find(at).is_some() {
                break;
            }
            let Some(&m) = self.best_first(at).first() else { break };
            at.0 |= 1 << m;
            let Some((reply, _)) = self.reply(at, left, watch)? else { break };
            at.1 |= 1 << reply;
            line.extend([m, reply]);
        }
        Ok((line, self.pairings.find(at).unwrap_or_default()))
    }

    /// Replies to all moves of the attacker's; see the module.
    fn replies_to_all(
        &mut self,
        at: Both,
        stones: u32,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Squares>, Ended> {
        let Some((_, mut zone)) = self.reply(at, stones, watch)? else { return Ok(None) };
        let mut left = zone;
        for m in self.in_order(at) {
            let stone = 1 << m;
            if left & stone == 0 {
                continue;
            }
            let Some((_, more)) = self.reply((at.0 | stone, at.1), stones, watch)? else {
                return Ok(None);
            };
            zone |= more;
            left &= more;
        }
        Ok(Some(zone))
    }

    const fn lines(&self) -> &Lines {
        self.pairings.lines()
    }

    fn count(&mut self, watch: &mut Watch<'_>) -> Result<(), Ended> {
        let bytes = REMEMBERED.saturating_mul(self.known.held.len() + self.known.failed.len());
        let full = self.new >= self.limits.positions || bytes > self.limits.bytes;
        if full || (self.positions.is_multiple_of(ASK) && watch(&self.cost())) {
            return Err(Ended);
        }
        self.positions += 1;
        Ok(())
    }

    /// The squares at which the attacker would complete a row; all squares if he has one.
    fn last_squares(&self, (attacker, defender): Both) -> Squares {
        let open = self.windows.iter().filter(|&&window| window & defender == 0);
        open.map(|&window| window & !attacker).fold(0, |last, left| match left.count_ones() {
            0 => Squares::MAX,
            1 => last | left,
            _ => last,
        })
    }

    fn best_first(&self, at: Both) -> Vec<u32> {
        let mut squares = self.in_order(at);
        squares.truncate(self.replies);
        squares
    }

    /// The free squares by what they are worth to either side, the most first.
    fn in_order(&self, (attacker, defender): Both) -> Vec<u32> {
        let mut worth = [0; 64];
        for window in self.windows.iter().filter(|&&window| window & defender == 0) {
            let stones = (window & attacker).count_ones() as usize;
            let each = WORTH[stones.min(WORTH.len() - 1)];
            bits(window & !attacker).for_each(|square| worth[square as usize] += each);
        }
        let mut order: Vec<u32> = bits(self.lines().board() & !(attacker | defender)).collect();
        order.sort_by_key(|&square| std::cmp::Reverse(worth[square as usize]));
        order
    }

    /// The image that stands for the class of a position, the least.
    fn class(&self, (attacker, defender): Both) -> Class {
        let image = |symmetry| {
            ((self.lines().image(attacker, symmetry), self.lines().image(defender, symmetry)), symmetry)
        };
        (1..8).map(image).fold(image(0), Ord::min)
    }
}
