//! A position on the way of a depth-first search: its successors, its numbers, and where the search goes next.

use super::super::{Child, INFINITE, Problem};
use super::numbers::{LARGEST, Numbers};
use super::table::{Known, Table};
use super::{Parameters, Sum};
use std::hash::Hash;

/// A successor with what is known of it.
#[derive(Debug)]
pub(super) struct Candidate<P, M> {
    pub step: M,
    pub position: P,
    /// What the search itself has seen last: kept here because a full table may forget it.
    pub known: Known,
}

/// An expanded position.
#[derive(Debug)]
pub(super) struct Node<P, M> {
    attacker_moves: bool,
    parameters: Parameters,
    pub children: Vec<Candidate<P, M>>,
}

/// What a node takes from its children.
struct Totals {
    easy: u32,
    /// Not yet limited to [`LARGEST`].
    hard: u64,
    /// How many children are not yet decided against the mover.
    open: u64,
}

impl<P: Clone + Eq + Hash, M: Copy + Eq> Node<P, M> {
    pub fn new<Q>(problem: &Q, position: &P, children: Vec<Child<P, M>>, parameters: Parameters) -> Self
    where
        Q: Problem<Position = P, Move = M>,
    {
        let children = children.into_iter().map(|Child { step, position, proof, disproof }| {
            let known = Known { numbers: Numbers::new(proof, disproof), work: 0 };
            Candidate { step, position, known }
        });
        Self { attacker_moves: problem.attacker_moves(position), parameters, children: children.collect() }
    }

    /// Takes over what the table knows better: what is solved, or what more work has gone into.
    pub fn refresh(&mut self, table: &Table<P>) {
        for child in self.children.iter_mut().filter(|child| !child.known.numbers.is_solved()) {
            if let Some(known) = table.known(&child.position)
                && (known.numbers.is_solved() || known.work >= child.known.work)
            {
                child.known = known;
            }
        }
    }

    pub fn numbers(&self) -> Numbers {
        let Totals { easy, hard, .. } = self.totals();
        let hard = match easy {
            0 => INFINITE,
            INFINITE => 0,
            _ => hard.min(u64::from(LARGEST)) as u32,
        };
        Numbers::of_mover(self.attacker_moves, easy, hard)
    }

    fn totals(&self) -> Totals {
        let mut totals = Totals { easy: INFINITE, hard: 0, open: 0 };
        let mut most = 0;
        for child in &self.children {
            let (easy, hard) = self.easy_and_hard(child);
            totals.easy = totals.easy.min(easy);
            totals.hard += u64::from(hard);
            totals.open += u64::from(hard > 0);
            most = most.max(hard);
        }
        if self.parameters.sum == Sum::Weak {
            totals.hard = u64::from(most) + totals.open.saturating_sub(1);
        }
        totals
    }

    /// A child's numbers from the point of view of this node's mover.
    pub fn easy_and_hard(&self, child: &Candidate<P, M>) -> (u32, u32) {
        child.known.numbers.easy_and_hard(self.attacker_moves)
    }

    /// The child to search next and how far: until it is no longer the best of its siblings by the margin of
    /// [`Parameters::widening`], or this node reaches its own limit. `crowd` says how many threads are at a position:
    /// each makes it look harder by one, so that threads spread where that costs little (virtual proof numbers,
    /// Kaneko 2010).
    ///
    /// The limits are above the child's numbers, so that every search of a child expands at least one node.
    pub fn choose(&self, limit: Numbers, crowd: impl Fn(&P) -> u32) -> (usize, Numbers) {
        let (mut best, mut index, mut second) = (INFINITE, 0, INFINITE);
        for (i, child) in self.children.iter().enumerate() {
            let easy = self.easy_and_hard(child).0;
            if easy == INFINITE {
                continue;
            }
            let easy = easy.saturating_add(crowd(&child.position)).min(LARGEST);
            if easy < best {
                (second, best, index) = (best, easy, i);
            } else {
                second = second.min(easy);
            }
        }
        let (easy, hard) = self.easy_and_hard(&self.children[index]);
        let (easy_limit, hard_limit) = limit.easy_and_hard(self.attacker_moves);
        let wide = (f64::from(second) * (1.0 + self.parameters.widening)) as u32;
        let easy_limit = easy_limit.min(wide.max(second.saturating_add(1))).max(easy + 1);
        let others = match (self.parameters.sum, self.totals()) {
            (Sum::Every, Totals { hard: all, .. }) => all - u64::from(hard),
            (Sum::Weak, Totals { open, .. }) => open.saturating_sub(1),
        };
        let hard_limit = match hard_limit {
            INFINITE => INFINITE,
            _ => u64::from(hard_limit).saturating_sub(others).max(u64::from(hard) + 1) as u32,
        };
        (index, Numbers::of_mover(self.attacker_moves, easy_limit, hard_limit))
    }

    /// The child for the line expected: if this node is solved, the quickest win or the longest resistance by the
    /// work that went into it, else the one that the search would look at first.
    pub fn principal(&self) -> Option<&Candidate<P, M>> {
        let numbers = self.numbers();
        let (easy, hard) = numbers.easy_and_hard(self.attacker_moves);
        if easy == 0 {
            let winning = self.children.iter().filter(|child| self.easy_and_hard(child).0 == 0);
            winning.min_by_key(|child| child.known.work)
        } else if hard == 0 {
            // The first of equals, as above.
            self.children.iter().rev().max_by_key(|child| child.known.work)
        } else {
            self.children.iter().min_by_key(|child| self.easy_and_hard(child).0)
        }
    }
}
