//! Where a position has its place: slices of the same material, and within a slice a rank.
//!
//! The side to move is always seen as Black, with the board turned if it is White: one half of all positions is enough.
//! Within a slice men are ranked among the squares where they may stand, kings among those that men leave free
//! (combinatorial number system). Men of both sides on the same square have ranks that stand for nothing: some percent.

use games::draughts::Draughts;
use games::draughts::square::SQUARES;
use games::{Game, Side};

/// The most pieces for which there are slices.
pub const PIECES_MAX: usize = 5;
/// Squares where a man can stand: all but the row where it would be a king.
const MEN_SQUARES: usize = SQUARES - 4;
/// The first square where the other side's men can stand, seen by the side to move.
const OTHERS_FIRST: u32 = 4;

/// How many sets of `k` among `n`, as `CHOOSE[n][k]`.
const CHOOSE: [[usize; PIECES_MAX + 1]; SQUARES + 1] = {
    let mut choose = [[0; PIECES_MAX + 1]; SQUARES + 1];
    let mut n = 0;
    while n <= SQUARES {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= PIECES_MAX {
            choose[n][k] = if n == 0 { 0 } else { choose[n - 1][k - 1] + choose[n - 1][k] };
            k += 1;
        }
        n += 1;
    }
    choose
};

/// What material both sides have: `[men, kings]` of the side to move, then of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Slice {
    own: [u8; 2],
    others: [u8; 2],
}

impl Slice {
    /// The slice of a position, with how the position looks to its side to move. `None` if a side has no pieces, or there
    /// are too many.
    #[inline]
    pub(crate) fn of(position: &Draughts) -> Option<(Self, Seen)> {
        let seen = Seen::of(position);
        let count = |set: u32| set.count_ones() as u8;
        let own = [count(seen.own & !seen.kings), count(seen.own & seen.kings)];
        let others = [count(seen.others & !seen.kings), count(seen.others & seen.kings)];
        let slice = Self { own, others };
        (seen.own != 0 && seen.others != 0 && slice.pieces() <= PIECES_MAX).then_some((slice, seen))
    }

    /// All slices of at most so many pieces, both sides having some, in an order in which captures and crowned men lead only
    /// to earlier slices; a slice and the one with sides changed are neighbours.
    pub(crate) fn all(pieces: usize) -> Vec<Self> {
        let counts = || 0..=pieces as u8;
        let mut slices: Vec<Self> = counts()
            .flat_map(|a| counts().flat_map(move |b| counts().map(move |c| (a, b, c))))
            .flat_map(|(a, b, c)| counts().map(move |d| Self { own: [a, b], others: [c, d] }))
            .filter(|slice| slice.pieces() <= pieces && slice.own != [0, 0] && slice.others != [0, 0])
            .collect();
        slices.sort_by_key(|slice| {
            let (own, others) = (slice.own, slice.others);
            (slice.pieces(), own[0] + others[0], own.max(others), own.min(others), own)
        });
        slices
    }

    /// The slice with sides changed: that of the positions after a move that neither takes nor crowns.
    pub(crate) const fn swapped(self) -> Self {
        Self { own: self.others, others: self.own }
    }

    pub(crate) const fn pieces(self) -> usize {
        (self.own[0] + self.own[1] + self.others[0] + self.others[1]) as usize
    }

    /// A number below [`Slice::NUMBERS`].
    pub(crate) const fn number(self) -> usize {
        let [a, b, c, d] = [self.own[0], self.own[1], self.others[0], self.others[1]];
        ((a as usize * Self::BASE + b as usize) * Self::BASE + c as usize) * Self::BASE + d as usize
    }

    const BASE: usize = PIECES_MAX + 1;
    /// One more than the greatest [`Slice::number`].
    pub(crate) const NUMBERS: usize = Self::BASE * Self::BASE * Self::BASE * Self::BASE;

    /// How many ranks there are, in parts: of own men, others' men, own kings, others' kings.
    const fn parts(self) -> [usize; 4] {
        let ([own_men, own_kings], [others_men, others_kings]) = (self.own, self.others);
        let free = SQUARES - (own_men + others_men) as usize;
        [
            CHOOSE[MEN_SQUARES][own_men as usize],
            CHOOSE[MEN_SQUARES][others_men as usize],
            CHOOSE[free][own_kings as usize],
            CHOOSE[free - own_kings as usize][others_kings as usize],
        ]
    }

    /// How many ranks there are.
    pub(crate) fn len(self) -> usize {
        self.parts().iter().product()
    }

    /// The rank of a position of this slice.
    #[inline]
    pub(crate) fn rank(self, seen: &Seen) -> usize {
        let [_, others_men, own_kings, others_kings] = self.parts();
        let men = !seen.kings;
        let mut taken = (seen.own | seen.others) & men;
        let mut rank = rank_among(seen.own & men, 0) * others_men;
        rank += rank_among((seen.others & men) >> OTHERS_FIRST, 0);
        rank = rank * own_kings + rank_among(seen.own & seen.kings, taken);
        taken |= seen.own;
        rank * others_kings + rank_among(seen.others & seen.kings, taken)
    }

    /// The position of this rank, Black to move; `None` if it stands for nothing.
    pub(crate) fn position(self, rank: usize) -> Option<Draughts> {
        let [_, others_men, own_kings, others_kings] = self.parts();
        let ([own_m, own_k], [others_m, others_k]) = (self.own, self.others);
        let (rest, fourth) = (rank / others_kings, rank % others_kings);
        let (rest, third) = (rest / own_kings, rest % own_kings);
        let (first, second) = (rest / others_men, rest % others_men);
        let own = set_among(first, own_m, 0);
        let others = set_among(second, others_m, 0) << OTHERS_FIRST;
        if own & others != 0 {
            return None;
        }
        let own_crowned = set_among(third, own_k, own | others);
        let own = own | own_crowned;
        let others_crowned = set_among(fourth, others_k, own | others);
        Draughts::from_sets(own, others | others_crowned, own_crowned | others_crowned, Side::First).ok()
    }
}

/// A position as its side to move sees it: itself as Black.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    own: u32,
    others: u32,
    kings: u32,
}

impl Seen {
    #[inline]
    fn of(position: &Draughts) -> Self {
        let (own, others) = position.own_and_other();
        let kings = position.kings();
        match position.to_move() {
            Side::First => Self { own, others, kings },
            Side::Second => {
                Self { own: own.reverse_bits(), others: others.reverse_bits(), kings: kings.reverse_bits() }
            }
        }
    }
}

/// The rank of a set among those of its size on the squares that are not taken.
#[inline]
fn rank_among(mut set: u32, taken: u32) -> usize {
    let (mut rank, mut k) = (0, 1);
    while set != 0 {
        let square = set.trailing_zeros();
        let place = square - (taken & ((1 << square) - 1)).count_ones();
        rank += CHOOSE[place as usize][k];
        k += 1;
        set &= set - 1;
    }
    rank
}

fn set_among(mut rank: usize, size: u8, taken: u32) -> u32 {
    let mut set = 0;
    for k in (1..=usize::from(size)).rev() {
        let mut place = k - 1;
        while CHOOSE[place + 1][k] <= rank {
            place += 1;
        }
        rank -= CHOOSE[place][k];
        set |= free_square(place, taken);
    }
    set
}

/// The set of the free square of this number.
fn free_square(place: usize, taken: u32) -> u32 {
    let mut free = !taken;
    for _ in 0..place {
        free &= free.wrapping_sub(1);
    }
    free & free.wrapping_neg()
}
