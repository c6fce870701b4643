//! The defender's replies: which to try first, those that have held before, and how long.

use super::{InTime, PUT_OFF, SHARED, own_moves};
use crate::qubic::forced_win::field::{self, Field};
use games::qubic::lines::{CELLS, LINE_CELLS, cells};
use games::qubic::symmetry;
use std::cmp::Reverse;

/// The most promising is put off after so many times the nodes that replies have taken with so many plies left.
const PATIENCE: u64 = 30;
/// What each move of the attacker counts for a reply's promise that is known not to suffice after it.
const KNOWN: u64 = 200_000;

/// What is known of the attacker's moves that have been tried in a position.
#[derive(Debug)]
pub(super) struct Tried {
    /// For each reply the moves that it has refuted.
    pub(super) refuted: [u64; CELLS],
    /// Moves that are in vain by a reply which is not known.
    pub(super) otherwise: u64,
    /// Where each cell goes by the automorphisms that leave the position as it is, where many plies are left.
    same: Vec<&'static [u8; CELLS]>,
}

impl Default for Tried {
    fn default() -> Self {
        Self { refuted: [0; CELLS], otherwise: 0, same: Vec::new() }
    }
}

impl Tried {
    /// None yet, in this position with so many plies left.
    pub(super) fn new(field: &Field, left: u32) -> Self {
        let stays = |set, number| symmetry::image(set, number) == set;
        let all = if left >= SHARED { &symmetry::permutations()[..] } else { &[] };
        let same = all.iter().enumerate().filter(|&(n, _)| stays(field.own, n) && stays(field.other, n));
        Self { same: same.map(|(_, image)| image).collect(), ..Self::default() }
    }

    /// The moves that this reply has refuted, and those that it must refute as well by symmetry.
    fn refuted_by(&self, reply: usize) -> u64 {
        self.same.iter().fold(self.refuted[reply], |refuted, image| {
            let before = (0..CELLS).find(|&cell| image[cell] as usize == reply);
            let moves = before.map_or(0, |before| self.refuted[before]);
            cells(moves).fold(refuted, |refuted, cell| refuted | 1 << image[cell])
        })
    }
}

/// Which replies have held.
#[derive(Debug)]
pub(super) struct Replies {
    /// On each cell, and how far from the end.
    held: [u32; CELLS],
    /// On each cell as the reply to each.
    held_after: Box<[[u32; CELLS]; CELLS]>,
    /// Nodes that a reply which held has taken of late, for each number of plies left.
    nodes: [u64; CELLS + 1],
}

impl Default for Replies {
    fn default() -> Self {
        Self { held: [0; CELLS], held_after: Box::new([[0; CELLS]; CELLS]), nodes: [0; CELLS + 1] }
    }
}

impl Replies {
    /// How promising a reply to `last` is on each cell: where it has refuted many moves here, has held often elsewhere, and stands in
    /// many lines. The weights are found by trial.
    fn promise(&self, field: &Field, last: Option<usize>, refuted: &[u64; CELLS]) -> [u64; CELLS] {
        let mut promise = [0; CELLS];
        for (cell, promise) in promise.iter_mut().enumerate() {
            let after = last.map_or(0, |last| self.held_after[last][cell]);
            *promise = 16 * u64::from(after) + u64::from(self.held[cell]);
            if refuted[cell] != 0 {
                *promise += 1_000_000 * u64::from(refuted[cell].count_ones());
            }
        }
        let defender = field.reversed();
        for (lines, weight) in [
            (field.open_ones(), 200),
            (field.open_twos(), 600),
            (defender.open_ones(), 100),
            (defender.open_twos(), 400),
        ] {
            field::each(lines, |line| {
                for cell in LINE_CELLS[line] {
                    promise[cell as usize] += weight;
                }
            });
        }
        promise
    }

    fn remember(&mut self, last: Option<usize>, reply: usize, left: u32, nodes: u64) {
        let count = |held: &mut [u32; CELLS], most| {
            held[reply] += left * left;
            if held[reply] > most {
                held.iter_mut().for_each(|held| *held /= 2);
            }
        };
        count(&mut self.held, 1 << 24);
        if let Some(last) = last {
            count(&mut self.held_after[last], 1 << 20);
        }
        let usual = &mut self.nodes[left as usize];
        *usual = *usual - *usual / 16 + nodes / 16;
    }

    /// Nodes that a reply takes to hold with so many plies left, to judge by those before.
    fn usual_nodes(&self, left: u32) -> u64 {
        let left = left as usize;
        100 + self.nodes[left].max(4 * self.nodes[left - 2])
    }
}

impl InTime {
    /// The reply among `zone` to `last` after which the attacker does not win within `left` plies; any, if the search is exhausted.
    pub(super) fn holding(
        &mut self,
        field: &Field,
        last: Option<usize>,
        zone: u64,
        left: u32,
        tried: &Tried,
    ) -> Option<usize> {
        let mut promise = self.replies.promise(field, last, &tried.refuted);
        if left >= SHARED {
            for cell in cells(zone) {
                let (stones, _) = symmetry::canonical(field.own, field.other | 1 << cell);
                let known = self.shared.refuted(stones);
                if known >= own_moves(left) {
                    return Some(cell);
                }
                promise[cell] += KNOWN * u64::from(known);
            }
        }
        let (mut open, mut asked) = (zone, 0_u64);
        let usual = (left >= PUT_OFF).then(|| self.replies.usual_nodes(left));
        let (least, mut most) = usual.map_or((0, u64::MAX), |usual| (usual, PATIENCE * usual));
        while open != 0 {
            let (mut untried, mut rank) = (open, 1);
            while let Some(cell) = cells(untried & open).min_by_key(|&cell| Reverse(promise[cell])) {
                // All the others together do not take as much as the first.
                let nodes = most / (rank * rank);
                if nodes < least {
                    break;
                }
                untried &= !(1 << cell);
                let after = field.with_other(cell);
                if asked >> cell & 1 == 0 {
                    asked |= 1 << cell;
                    if let Some(win) = self.forced(&after, left) {
                        // The sequence was found with one stone more against it: it wins against every stone outside its zone.
                        open &= win.zone(field) & !(1 << cell);
                        continue;
                    }
                }
                rank += 1;
                let before = self.forced.nodes();
                let in_vain = self.in_vain(&after, last, left, tried, cell);
                match self.quietly_in(&after, left, in_vain, nodes) {
                    Some(true) => open &= !(1 << cell),
                    Some(false) => {
                        self.replies.remember(last, cell, left, self.forced.nodes() - before);
                        return Some(cell);
                    }
                    None if self.exhausted() => return Some(cell),
                    None => {}
                }
            }
            most = most.saturating_mul(3);
        }
        None
    }

    /// The attacker's moves that are known not to win after `last` and `reply`: those that `reply` would refute before `last`.
    fn in_vain(&self, after: &Field, last: Option<usize>, left: u32, tried: &Tried, reply: usize) -> u64 {
        let refuted = tried.refuted_by(reply);
        let Some(last) = last else { return refuted };
        cells(tried.otherwise & after.empty() & !refuted)
            .filter(|&cell| self.is_refuted_instead(after, cell, last, left))
            .fold(refuted, |in_vain, cell| in_vain | 1 << cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::qubic::slow::random_positions;
    use games::Game;
    use games::qubic::symmetry::{canonical, image, permutations};

    #[test]
    fn a_reply_refutes_by_symmetry_what_leads_to_the_same_position() {
        let mut more = 0;
        for turn in 0..permutations().len() {
            let orbit = |cell| (0..12).fold(1_u64 << cell, |orbit, _| orbit | image(orbit, turn));
            let (own, other) = (orbit(1), orbit(22) & !orbit(1));
            let field = Field::new(own, other);
            let [cell, reply] = [0, 1].map(|n| cells(field.empty()).nth(n * 9).expect("an empty cell"));
            let mut tried = Tried::new(&field, SHARED);
            tried.refuted[reply] = 1 << cell;
            let after = |cell: usize, reply: usize| canonical(own | 1 << cell, other | 1 << reply).0;
            let pairs =
                (0..CELLS).flat_map(|reply| cells(tried.refuted_by(reply)).map(move |cell| (cell, reply)));
            let found: Vec<_> = pairs.collect();
            assert!(found.contains(&(cell, reply)), "{turn}");
            assert!(found.iter().all(|&(m, r)| after(m, r) == after(cell, reply)), "{turn}: {found:?}");
            more += usize::from(found.len() > 2);
        }
        assert!(more > 50, "{more}");
    }

    #[test]
    fn a_move_is_in_vain_within_as_many_plies_as_are_refuted_with_it_instead_of_another() {
        for position in random_positions(12, 12..30, 20, true) {
            let (own, other) = position.own_and_other();
            let field = Field::new(own, other);
            let [cell, last, reply] = [0, 1, 2].map(|n| cells(field.empty()).nth(n).expect("an empty cell"));
            let stone = own.trailing_zeros();
            let mut in_time = InTime::with_tables(8, 8);
            in_time.failures[1].insert(canonical(own & !(1 << stone) | 1 << cell, other).0, own_moves(15));
            let skipped = [13, 15, 17].map(|left| in_time.is_refuted_without_one(&field, cell, left));
            assert_eq!(skipped, [true, true, false], "{}", position.to_text());
            let after = field.with_own(last).with_other(reply);
            let tried = Tried { otherwise: 1 << cell, ..Tried::default() };
            in_time.failures[1].insert(canonical(own | 1 << cell, other | 1 << reply).0, own_moves(15));
            let in_vain = [13, 15, 17].map(|left| in_time.in_vain(&after, Some(last), left, &tried, reply));
            assert_eq!(in_vain, [1 << cell, 1 << cell, 0], "{}", position.to_text());
        }
    }
}
