//! Whether a pairing strategy holds a position: the squares that are left, some of them in pairs, so that every row that the attacker
//! could still fill holds a whole pair. Whenever he takes one square of a pair, the defender takes the other.

use super::lines::{Both, Lines, Squares, bits};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// One way to hold a straight line across the board.
#[derive(Clone, Debug)]
struct Way {
    /// The squares of its pairs.
    squares: Squares,
    pairs: Vec<Squares>,
}

/// The search for pairings, with what it has worked out.
///
/// A pair lies on one straight line across the board, and all windows that it guards lie there, too. So each line has its own
/// ways to be held, few of them minimal, and a pairing takes one way for each line so that no two share a square.
#[derive(Debug)]
pub struct Pairings {
    lines: Lines,
    /// For each straight line the union of its windows.
    unions: Vec<Squares>,
    /// The minimal ways by line, attacker's and defender's stones on it.
    ways: FxHashMap<(usize, Squares, Squares), Rc<Vec<Way>>>,
    searches: u64,
    nodes: u64,
}

impl Pairings {
    /// For a board of these lines.
    pub fn new(lines: Lines) -> Self {
        let unions = lines.groups().iter().map(|windows| windows.iter().fold(0, |all, w| all | w)).collect();
        Self { lines, unions, ways: FxHashMap::default(), searches: 0, nodes: 0 }
    }

    pub const fn lines(&self) -> &Lines {
        &self.lines
    }

    /// How many positions were searched for a pairing, and how many choices of a way that took.
    pub(crate) const fn cost(&self) -> (u64, u64) {
        (self.searches, self.nodes)
    }

    /// A pairing that holds the position with the attacker to move: sets of two squares each; `None` if there is none. The search is
    /// complete.
    pub fn find(&mut self, (attacker, defender): Both) -> Option<Vec<Squares>> {
        self.searches += 1;
        let mut open = Vec::new();
        for group in 0..self.unions.len() {
            let ways = self.ways_of(group, attacker, defender);
            match ways.as_slice() {
                [] => return None,
                [way] if way.squares == 0 => {}
                _ => open.push(ways),
            }
        }
        let free = self.lines.board() & !(attacker | defender);
        let mut pairs = Vec::new();
        self.choose(&mut open, free, &mut pairs).then_some(pairs)
    }

    /// Takes a way for each of the lines left out of the squares left.
    fn choose(&mut self, open: &mut Vec<Rc<Vec<Way>>>, free: Squares, pairs: &mut Vec<Squares>) -> bool {
        self.nodes += 1;
        let (mut fewest, mut next, mut least) = (usize::MAX, None, 0);
        for (number, ways) in open.iter().enumerate() {
            let (mut count, mut size) = (0, u32::MAX);
            for way in ways.iter().filter(|way| way.squares & !free == 0) {
                count += 1;
                size = size.min(way.squares.count_ones());
            }
            if count == 0 {
                return false;
            }
            least += size;
            if count < fewest {
                (fewest, next) = (count, Some(number));
            }
        }
        let Some(number) = next else { return true };
        if least > free.count_ones() {
            return false;
        }
        let ways = open.swap_remove(number);
        for way in ways.iter().filter(|way| way.squares & !free == 0) {
            let before = pairs.len();
            pairs.extend_from_slice(&way.pairs);
            if self.choose(open, free & !way.squares, pairs) {
                return true;
            }
            pairs.truncate(before);
        }
        let last = open.len();
        open.push(ways);
        open.swap(number, last);
        false
    }

    /// The ways to hold a straight line, the smallest first; one of no square if no window is left to be held, none if it cannot be
    /// held.
    fn ways_of(&mut self, group: usize, attacker: Squares, defender: Squares) -> Rc<Vec<Way>> {
        let (attacker, defender) = (attacker & self.unions[group], defender & self.unions[group]);
        if let Some(known) = self.ways.get(&(group, attacker, defender)) {
            return known.clone();
        }
        let windows: Vec<Squares> =
            self.lines.groups()[group].iter().filter(|&w| w & defender == 0).map(|w| w & !attacker).collect();
        let mut ways = Vec::new();
        collect_ways(&windows, 0, &mut Vec::new(), &mut ways);
        ways.sort_by_key(|way: &Way| (way.squares.count_ones(), way.squares));
        let mut minimal: Vec<Way> = Vec::new();
        for way in ways {
            if !minimal.iter().any(|less| less.squares & !way.squares == 0) {
                minimal.push(way);
            }
        }
        let ways = Rc::new(minimal);
        self.ways.insert((group, attacker, defender), ways.clone());
        ways
    }
}

/// All ways to put pairs into these sets of squares, each pair into the first set that has none.
fn collect_ways(windows: &[Squares], used: Squares, pairs: &mut Vec<Squares>, ways: &mut Vec<Way>) {
    let Some(window) = windows.iter().find(|&&window| !pairs.iter().any(|pair| pair & !window == 0)) else {
        ways.push(Way { squares: used, pairs: pairs.clone() });
        return;
    };
    let free = window & !used;
    for first in bits(free) {
        for second in bits(free).filter(|&second| second > first) {
            let pair = 1 << first | 1 << second;
            pairs.push(pair);
            collect_ways(windows, used | pair, pairs, ways);
            pairs.pop();
        }
    }
}
