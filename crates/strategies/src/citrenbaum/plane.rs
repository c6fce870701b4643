//! One plane of sixteen cells by itself, and the terminal forcing sequences in it (chapters 5 and 6, figure 6.10).
//!
//! Cells 0 to 15 and the ten files are those of figure 6.2 (there from 1): files 0 to 3 are the rows, 4 to 7 the
//! columns, 8 holds cells 0, 5, 10, 15 and 9 holds cells 3, 6, 9, 12.

/// The ten files of a plane, each with its cells in order.
pub const LOCAL_FILES: [[u8; 4]; 10] = [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9, 10, 11],
    [12, 13, 14, 15],
    [0, 4, 8, 12],
    [1, 5, 9, 13],
    [2, 6, 10, 14],
    [3, 7, 11, 15],
    [0, 5, 10, 15],
    [3, 6, 9, 12],
];

/// The same as sets of cells.
pub(super) const LOCAL_SETS: [u16; 10] = make_sets();
const CORNERS: [u8; 4] = [0, 3, 12, 15];

const fn make_sets() -> [u16; 10] {
    let mut sets = [0; 10];
    let mut n = 0;
    while n < 10 {
        let mut i = 0;
        while i < 4 {
            sets[n] |= 1 << LOCAL_FILES[n][i];
            i += 1;
        }
        n += 1;
    }
    sets
}

/// What becomes of a sequence when a forced reply gives the opponent a 0-3 file in the plane. The flow chart can be
/// read both ways: the branch fails, or it goes on if the next own move, itself forcing, occupies the vacant cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The branch fails, as in the program of Appendix V.
    Strict,
    /// The 0-3 file may be met by the next force; chapter 6 (p. 51) allows it for files outside the plane.
    Lenient,
}

impl Rule {
    /// The names that options give the two readings.
    pub(crate) const NAMES: &'static [&'static str] = &["strict", "lenient"];

    pub(crate) fn from_name(name: &str) -> Self {
        if name == "lenient" { Self::Lenient } else { Self::Strict }
    }
}

/// In which order cells are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Figure 6.10: vacant corner cells first, at every level.
    Chart,
    /// Appendix V, label `M7`: only the first corner found, with its partner, is moved to the front, and only at the
    /// first level.
    Program,
}

/// A move that the search tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    pub cell: u8,
    /// The cell that the opponent must take.
    pub reply: u8,
    /// How many forces stand before it.
    pub depth: usize,
    pub fate: Fate,
}

/// What becomes of it, in the words of figures 6.11 and 6.12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// A file of two is left: the search goes on behind it.
    Forces,
    /// "No 2-0 file, erase."
    NoTwo,
    /// "O has a 0-3 file, erase."
    Three,
    /// "Related pair": it makes two files of three.
    Pair,
}

/// A plane with its stones, and what the rest of the cube says about its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plane {
    pub(crate) own: u16,
    pub(crate) other: u16,
    /// `XWATCH`: vacant cells on own 2-0 files outside the plane. Reaching one that is also on a 2-0 file of the plane
    /// makes two 3-0 files.
    pub(crate) own_watch: u16,
    /// `OWATCH`: vacant cells on opposing 0-2 files outside the plane. A reply there would make a 0-3 file.
    pub(crate) other_watch: u16,
}

/// The candidate moves of a level: vacant cells of 2-0 files, each with the other vacant cell of its file, two for each
/// file and in file order.
struct Candidates {
    pairs: [(u8, u8); 20],
    count: usize,
}

impl Candidates {
    fn of(plane: &Plane) -> Self {
        let mut found = Self { pairs: [(0, 0); 20], count: 0 };
        for set in LOCAL_SETS {
            if (plane.own & set).count_ones() == 2 && plane.other & set == 0 {
                let vacant = set & !plane.own;
                let (a, b) = (vacant.trailing_zeros() as u8, 15 - vacant.leading_zeros() as u8);
                found.pairs[found.count] = (a, b);
                found.pairs[found.count + 1] = (b, a);
                found.count += 2;
            }
        }
        found
    }

    fn list(&self) -> &[(u8, u8)] {
        &self.pairs[..self.count]
    }

    fn set(&self) -> u16 {
        self.list().iter().fold(0, |set, &(cell, _)| set | 1 << cell)
    }

    /// The cells that lie on two 2-0 files of the plane.
    fn doubles(&self) -> u16 {
        let seen =
            |(once, twice): (u16, u16), &(cell, _): &(u8, u8)| (once | 1 << cell, twice | once & 1 << cell);
        self.list().iter().fold((0, 0), seen).1
    }

    /// Corner cells first, each taken with the file it stands in.
    fn sort(&mut self, order: Order, top: bool) {
        let list = &mut self.pairs[..self.count];
        match order {
            Order::Chart => list.sort_by_key(|(cell, _)| CORNERS.iter().position(|c| c == cell).unwrap_or(4)),
            Order::Program if top => {
                let corner = CORNERS.iter().find_map(|c| list.iter().position(|(cell, _)| cell == c));
                if let Some(n) = corner {
                    let partner = n ^ 1;
                    let (first, second) = (list[0], list[1]);
                    (list[0], list[1]) = (list[n], list[partner]);
                    if n > 1 {
                        (list[n], list[partner]) = (first, second);
                    }
                }
            }
            Order::Program => {}
        }
    }
}

impl Plane {
    /// A plane cut out of the cube.
    pub const fn isolated(own: u16, other: u16) -> Self {
        Self { own, other, own_watch: 0, other_watch: 0 }
    }

    pub(crate) const fn empty(self) -> u16 {
        !(self.own | self.other)
    }

    /// How many files hold two own stones and nothing else.
    fn two_files(self) -> usize {
        Candidates::of(&self).count / 2
    }

    /// The first file with one own stone and nothing else.
    pub(crate) fn first_one_file(self) -> Option<usize> {
        LOCAL_SETS.iter().position(|set| (self.own & set).count_ones() == 1 && self.other & set == 0)
    }

    const fn play(self, m: u8, reply: u8) -> Self {
        Self { own: self.own | 1 << m, other: self.other | 1 << reply, ..self }
    }

    fn fourth_cells(stones: u16, free: u16) -> u16 {
        LOCAL_SETS.iter().fold(0, |found, &set| {
            let missing = set & !stones;
            if missing.count_ones() == 1 { found | (missing & free) } else { found }
        })
    }

    /// The vacant cells of 3-0 files.
    pub fn wins(self) -> u16 {
        Self::fourth_cells(self.own, self.empty())
    }

    /// The vacant cells of 0-3 files.
    pub fn dangers(self) -> u16 {
        Self::fourth_cells(self.other, self.empty())
    }

    /// What the flow chart of figure 6.10 tries, in order: one step for each of its pictures after the first.
    pub fn trace(self, rule: Rule, order: Order) -> Vec<Tried> {
        let mut tried = Vec::new();
        self.search(rule, order, &mut Vec::new(), &mut |step| tried.push(step));
        tried
    }

    /// The own moves of a terminal forcing sequence: each but the last makes a 3-0 file and leaves the opponent one
    /// reply; the last makes two (or four in line, if a 3-0 file stood at the start). `None` if there is none.
    pub fn sequence(self, rule: Rule, order: Order) -> Option<Vec<u8>> {
        if let Some(cell) = (0..16).find(|&cell| self.wins() >> cell & 1 != 0) {
            return Some(vec![cell]);
        }
        let mut moves = Vec::new();
        self.search(rule, order, &mut moves, &mut |_| {}).then_some(moves)
    }

    /// Whether there is a terminal forcing sequence.
    pub fn has_sequence(self, rule: Rule) -> bool {
        self.sequence(rule, Order::Chart).is_some()
    }

    /// Every cell with which a terminal forcing sequence can begin, as a set.
    pub fn openings(self, rule: Rule) -> u16 {
        if self.wins() != 0 {
            return self.wins();
        }
        let must = self.must();
        let candidates = Candidates::of(&self);
        let goals = candidates.doubles() | candidates.set() & self.own_watch;
        let opens = |&&(cell, reply): &&(u8, u8)| {
            (must & goals) >> cell & 1 != 0
                || must >> cell & 1 != 0
                    && self.step((cell, reply), rule, Order::Chart, &mut Vec::new(), &mut |_| {})
        };
        candidates.list().iter().filter(opens).fold(0, |found, &(cell, _)| found | 1 << cell)
    }

    /// The cells that an own move must choose from: all, unless the opponent has a 0-3 file; none if he has two.
    fn must(self) -> u16 {
        match self.dangers() {
            0 => u16::MAX,
            danger if danger.is_power_of_two() => danger,
            _ => 0,
        }
    }

    fn search(self, rule: Rule, order: Order, moves: &mut Vec<u8>, see: &mut impl FnMut(Tried)) -> bool {
        let must = self.must();
        let mut candidates = Candidates::of(&self);
        let goals = (candidates.doubles() | candidates.set() & self.own_watch) & must;
        if let Some(&(cell, reply)) = candidates.list().iter().find(|(cell, _)| goals >> cell & 1 != 0) {
            see(Tried { cell, reply, depth: moves.len(), fate: Fate::Pair });
            moves.push(cell);
            return true;
        }
        candidates.sort(order, moves.is_empty());
        candidates
            .list()
            .iter()
            .any(|&force| must >> force.0 & 1 != 0 && self.step(force, rule, order, moves, see))
    }

    /// Plays a force with its reply and searches on; `moves` gets the sequence if there is one.
    fn step(
        self,
        (cell, reply): (u8, u8),
        rule: Rule,
        order: Order,
        moves: &mut Vec<u8>,
        see: &mut impl FnMut(Tried),
    ) -> bool {
        let next = self.play(cell, reply);
        let fate = if self.other_watch >> reply & 1 != 0 || (rule == Rule::Strict && next.dangers() != 0) {
            Fate::Three
        } else if next.two_files() == 0 {
            Fate::NoTwo
        } else {
            Fate::Forces
        };
        see(Tried { cell, reply, depth: moves.len(), fate });
        if fate != Fate::Forces {
            return false;
        }
        moves.push(cell);
        if next.search(rule, order, moves, see) {
            return true;
        }
        moves.pop();
        false
    }

    /// The quiet moves that win although the opponent has a free move: moves that make no 3-0 file, after which every
    /// reply in the plane, and none at all, leaves a terminal forcing sequence (pp. 52-54). The lenient reading is used
    /// throughout, as any sequence will do; a reply that makes a 0-3 file outside the plane counts as a refutation.
    fn quiet_openings(self) -> u16 {
        if self.wins() | self.dangers() != 0 {
            return 0;
        }
        let forces = Candidates::of(&self).set();
        let wins = |cell: &u8| {
            let after = Self { own: self.own | 1 << cell, ..self };
            let refuted = |reply: u8| {
                after.other_watch >> reply & 1 != 0
                    || !Self { other: after.other | 1 << reply, ..after }.has_sequence(Rule::Lenient)
            };
            after.has_sequence(Rule::Lenient)
                && !(0..16).filter(|&reply| after.empty() >> reply & 1 != 0).any(refuted)
        };
        (0..16_u8)
            .filter(|&cell| (self.empty() & !forces) >> cell & 1 != 0)
            .filter(wins)
            .fold(0, |set, cell| set | 1 << cell)
    }

    /// The first moves of pseudo-terminal forcing sequences: strict forces, then one quiet move (figures 6.7 to 6.9).
    pub(crate) fn pseudo_openings(self) -> u16 {
        let mut found = self.quiet_openings();
        if self.dangers() != 0 || self.wins() != 0 {
            return found;
        }
        for &(cell, reply) in Candidates::of(&self).list() {
            let next = self.play(cell, reply);
            if self.other_watch >> reply & 1 == 0 && next.dangers() == 0 && next.pseudo_openings() != 0 {
                found |= 1 << cell;
            }
        }
        found
    }
}
