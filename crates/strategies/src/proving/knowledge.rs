//! Which positions are known to be won, in how many plies at the latest, and what follows for the replies to a move.
//!
//! A win is known if a line can be completed, if a book has a move, if a forced win by threes is found, or if a three must
//! be blocked and every reply to the block is known to lose.

use crate::budget::Budget;
use games::Game;
use games::qubic::lines::cells;
use games::qubic::{Cell, Qubic, threatened_cells};
use solve::certificate::qubic::{Dictionary, Entry};
use solve::qubic::forced_win::{ANY_LENGTH, Effort, Field, ForcedWins, Win};

/// Nodes before the first look at the clock; then four times as many before each next one.
const SLICE: u64 = 16_384;
/// Nodes for the search for a shorter win than the first one found.
const SHORTEN: u64 = 400_000;
/// So many blocks in a row are followed.
const BLOCKS: u32 = 12;

/// How a win is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// A line can be completed.
    Line,
    /// The book of this number has the move.
    Book(usize),
    /// A three must be blocked, and every reply to that loses.
    Block,
    Threes(Win),
}

/// A known win of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) m: Cell,
    /// The game is over after this many plies at the latest.
    pub(crate) plies: u32,
    pub(crate) how: How,
}

/// What the side to move can expect of each of its moves.
#[derive(Clone, Debug)]
pub(crate) struct Replies {
    /// For each cell: after this many plies, the move counted, the opponent has won at the latest; `None` if that is not
    /// known, or the cell is taken.
    pub(crate) lost_in: [Option<u32>; 64],
}

impl Replies {
    /// The greatest number of plies that any move holds out; `None` if a move is not known to lose, or if there is none: a full
    /// board is a draw.
    pub(crate) fn longest(&self, empty: u64) -> Option<u32> {
        let none_yet = (empty != 0).then_some(0)?;
        cells(empty).map(|cell| self.lost_in[cell]).try_fold(none_yet, |most, plies| Some(most.max(plies?)))
    }
}

/// What there is to know a win by: books, the first that has a position being asked, and a search for forced wins.
pub(crate) struct Knowledge<'a> {
    books: &'a [&'a Dictionary],
    wins: &'a mut ForcedWins,
    /// At so many nodes of the search it finds nothing more.
    last_node: u64,
}

impl<'a> Knowledge<'a> {
    /// The knowledge of these books and of this search.
    pub(crate) const fn new(books: &'a [&'a Dictionary], wins: &'a mut ForcedWins) -> Self {
        Self { books, wins, last_node: u64::MAX }
    }

    /// With this many nodes at most, for all the searches for forced wins together.
    pub(crate) const fn at_most(self, nodes: u64) -> Self {
        Self { last_node: self.wins.nodes().saturating_add(nodes), ..self }
    }

    /// The win of the side to move, if it is known.
    pub(crate) fn win(&mut self, position: &Qubic, budget: &Budget<'_>) -> Option<Known> {
        self.win_by_blocks(position, BLOCKS, budget)
    }

    /// What every move of the side to move, which cannot complete a line, leads to.
    pub(crate) fn replies(&mut self, position: &Qubic, budget: &Budget<'_>) -> Replies {
        self.replies_by_blocks(position, BLOCKS, budget)
    }

    fn win_by_blocks(&mut self, position: &Qubic, blocks: u32, budget: &Budget<'_>) -> Option<Known> {
        let field = Field::of(position);
        let completing = field.empty_cells(field.open_threes());
        if let Some(m) = Cell::of_set(completing).next() {
            return Some(Known { m, plies: 1, how: How::Line });
        }
        if let Some((number, Entry { m, plies })) = self.in_books(position) {
            return Some(Known { m, plies: plies.into(), how: How::Book(number) });
        }
        if budget.is_over() || self.wins.nodes() >= self.last_node {
            // Blocks behind blocks are many: without this they would be followed long after the limits.
            return None;
        }
        budget.spend(1);
        if let Some(win) = self.shortest(&field, budget) {
            return Some(Known { m: Cell::new(win.first())?, plies: win.plies(), how: How::Threes(win) });
        }
        let threatened = field.empty_cells(field.threats());
        if threatened.count_ones() != 1 || blocks == 0 {
            return None;
        }
        let m = Cell::of_set(threatened).next()?;
        let next = position.after(m);
        let longest = self.replies_by_blocks(&next, blocks - 1, budget).longest(next.empty())?;
        Some(Known { m, plies: longest + 1, how: How::Block })
    }

    fn in_books(&self, position: &Qubic) -> Option<(usize, Entry)> {
        self.books.iter().enumerate().find_map(|(number, book)| Some((number, book.find(position)?)))
    }

    fn replies_by_blocks(&mut self, position: &Qubic, blocks: u32, budget: &Budget<'_>) -> Replies {
        let mut replies = Replies { lost_in: [None; 64] };
        // As the opponent sees it.
        let field = Field::of(position).reversed();
        if !field.threats().is_empty() || position.outcome().is_some() {
            return replies;
        }
        let empty = position.empty();
        let completing = field.empty_cells(field.open_threes());
        let open;
        if completing != 0 {
            open = if completing.count_ones() > 1 { 0 } else { completing };
            cells(empty & !open).for_each(|cell| replies.lost_in[cell] = Some(2));
        } else if let Some(win) = self.shortest(&field, budget) {
            // Every stone outside the zone loses to the same moves, and a stone more never makes his win shorter.
            open = win.zone(&field) & empty;
            cells(empty & !open).for_each(|cell| replies.lost_in[cell] = Some(1 + win.plies()));
        } else {
            // Without a forced win if we pass there is none after any move: only books and blocks can know better.
            self.replies_without_threes(position, empty, blocks, budget, &mut replies);
            return replies;
        }
        for m in Cell::of_set(open) {
            let known = self.win_by_blocks(&position.after(m), blocks, budget);
            replies.lost_in[m.index()] = known.map(|known| known.plies + 1);
        }
        replies
    }

    fn replies_without_threes(
        &mut self,
        position: &Qubic,
        empty: u64,
        blocks: u32,
        budget: &Budget<'_>,
        replies: &mut Replies,
    ) {
        for m in Cell::of_set(empty) {
            let next = position.after(m);
            let threatens = threatened_cells(&next) != 0;
            let plies = match self.in_books(&next) {
                Some((_, entry)) => Some(entry.plies.into()),
                None if threatens => self.win_by_blocks(&next, blocks, budget).map(|known| known.plies),
                None => None,
            };
            replies.lost_in[m.index()] = plies.map(|plies| plies + 1);
        }
    }

    /// The shortest forced win of the side that `field` calls its own, which is to move; a longer one, or none, if the
    /// budget ends before.
    pub(crate) fn shortest(&mut self, field: &Field, budget: &Budget<'_>) -> Option<Win> {
        let win = self.any(field, budget)?;
        if win.plies() <= 3 {
            return Some(win);
        }
        let before = self.wins.nodes();
        let nodes = SHORTEN.min(budget.left()).min(self.last_node.saturating_sub(before));
        let mut shorter = None;
        let mut slice = SLICE;
        while shorter.is_none() && self.wins.nodes() - before < nodes {
            let effort = Effort { nodes: slice.min(nodes - (self.wins.nodes() - before)), complete: true };
            shorter = self.wins.shortest(field, effort, win.plies() - 2);
            if !self.wins.exhausted() || budget.is_over() {
                break;
            }
            // A slice begins again: only a larger one is sure to get further.
            slice *= 4;
        }
        budget.spend(self.wins.nodes() - before);
        shorter.or(Some(win))
    }

    /// A forced win, in slices, between which the clock is read.
    fn any(&mut self, field: &Field, budget: &Budget<'_>) -> Option<Win> {
        let mut slice = SLICE;
        loop {
            let before = self.wins.nodes();
            let left = budget.left().min(self.last_node.saturating_sub(before));
            let effort = Effort { nodes: slice.min(left), complete: true };
            let win = self.wins.find(field, effort, ANY_LENGTH);
            budget.spend(self.wins.nodes() - before);
            if win.is_some() || !self.wins.exhausted() || slice >= left || budget.is_over() {
                return win;
            }
            slice *= 4;
        }
    }
}
