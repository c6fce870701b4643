//! The position as the programs of the thesis look at it: counts of own and opposing stones in the files, related
//! pairs, and whether a sequence of forces really wins.
//!
//! An x-y file holds x own and y opposing stones (p. 34). Everything here is relative to one side.

use super::files::{FILE_SETS, FILES, PLANE_SETS, local};
use super::plane::Plane;
use games::qubic::Qubic;
use games::qubic::lines::{bit, cells, fourth_cells};

/// The stones of the side whose thoughts are followed, and of its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    pub own: u64,
    pub(crate) other: u64,
}

impl View {
    /// The position as the side to move sees it.
    pub(crate) fn of(position: &Qubic) -> Self {
        let (own, other) = position.own_and_other();
        Self { own, other }
    }

    /// The same position with the roles exchanged, as if the opponent were to move.
    pub(crate) const fn swapped(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    pub(crate) const fn empty(self) -> u64 {
        !(self.own | self.other)
    }

    /// The position after an own stone on this cell.
    pub(crate) const fn with_own(self, cell: u8) -> Self {
        Self { own: self.own | bit(cell as usize), ..self }
    }

    /// The position after an opposing stone on this cell.
    pub(crate) const fn with_other(self, cell: u8) -> Self {
        Self { other: self.other | bit(cell as usize), ..self }
    }

    /// The vacant cells of own 3-0 files: a stone there wins.
    pub(crate) fn wins(self) -> u64 {
        fourth_cells(self.own) & self.empty()
    }

    /// The vacant cells of opposing 0-3 files.
    pub(crate) fn dangers(self) -> u64 {
        fourth_cells(self.other) & self.empty()
    }

    /// The numbers (from 0) of the files with this many own and opposing stones, in file order.
    pub(crate) fn files(self, own: u32, other: u32) -> impl Iterator<Item = usize> {
        (0..FILE_SETS.len()).filter(move |&n| {
            let count = |stones: u64| (stones & FILE_SETS[n]).count_ones();
            (count(self.own), count(self.other)) == (own, other)
        })
    }

    /// The vacant cells of the own 2-0 files, in file order and two for each file (`QTABLE`, `OQCELLS`).
    pub(crate) fn two_cells(self) -> Vec<u8> {
        let cells = self.files(2, 0).flat_map(|n| FILES[n]);
        cells.filter(|&cell| self.empty() & bit(cell.into()) != 0).collect()
    }

    /// The own 2-0 files' vacant cells that lie in one such file at least, and those that lie in two.
    pub(crate) fn two_sets(self) -> (u64, u64) {
        self.files(2, 0).fold((0, 0), |(once, twice), n| {
            let vacant = FILE_SETS[n] & self.empty();
            (once | vacant, twice | (once & vacant))
        })
    }

    /// The major cell of an own related pair: two 2-0 files that share a vacant cell. Procedure 3 of Appendix I
    /// (p. 78): the first cell in the list of vacant cells that occurs in it once more.
    pub(crate) fn major_cell(self) -> Option<u8> {
        let (_, majors) = self.two_sets();
        if majors == 0 {
            return None;
        }
        self.two_cells().into_iter().find(|&cell| majors & bit(cell.into()) != 0)
    }

    /// Whether the opponent, to move next, could not meet all own related pairs with one stone: at least two of them
    /// are independent (box 5b of figure 4.1).
    pub(crate) fn has_independent_pairs(self) -> bool {
        let (once, majors) = self.two_sets();
        majors != 0 && cells(once).all(|cell| self.with_other(cell as u8).two_sets().1 != 0)
    }

    /// How many stones more than the opponent the side has in this plane.
    pub(crate) fn excess(self, plane: u64) -> i32 {
        (self.own & plane).count_ones() as i32 - (self.other & plane).count_ones() as i32
    }

    /// The plane of this number, with the watch cells of both sides.
    pub(super) fn plane(self, number: usize) -> Plane {
        let watch = |view| local(outside_twos(view, PLANE_SETS[number]), number);
        Plane {
            own: local(self.own, number),
            other: local(self.other, number),
            own_watch: watch(self),
            other_watch: watch(self.swapped()),
        }
    }

    /// Plays own moves, each answered by the forced block, and says after how many plies the game is won at the
    /// latest: `None` if some move leaves the opponent a choice or lets him win. This is what turns a sequence that
    /// was found inside a plane into a proof for the whole board.
    pub(crate) fn proven_win(mut self, moves: &[u8]) -> Option<u32> {
        for (n, &m) in moves.iter().enumerate() {
            let plies = 2 * n as u32;
            if self.wins() & bit(m.into()) != 0 {
                return Some(plies + 1);
            }
            self = self.with_own(m);
            let threats = self.wins();
            if self.dangers() != 0 || threats == 0 {
                return None;
            }
            if threats.count_ones() >= 2 {
                return Some(plies + 3);
            }
            self = self.with_other(threats.trailing_zeros() as u8);
        }
        None
    }
}

/// The first cell of a set, if there is one.
pub(crate) fn first(set: u64) -> Option<u8> {
    (set != 0).then_some(set.trailing_zeros() as u8)
}

/// The vacant cells, anywhere, of the own 2-0 files that do not lie in this plane.
pub(crate) fn outside_twos(view: View, plane: u64) -> u64 {
    let outside = view.files(2, 0).filter(|&n| FILE_SETS[n] & !plane != 0);
    outside.fold(0, |found, n| found | FILE_SETS[n] & view.empty())
}
