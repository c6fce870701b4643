//! Endings of draughts solved beforehand: who wins every position of few pieces, and up to `DISTANCES` pieces how soon.
//!
//! The values are those of the position alone, without its history: a win holds in a game only if it comes before the
//! game is drawn for want of progress, which the caller must look at. The tables are this project's own
//! ([`build`]), and kept in a file ([`file`]).

pub mod build;
mod file;
mod slice;

pub use file::FileError;
pub use slice::PIECES_MAX;

use games::draughts::Draughts;
use slice::Slice;

/// Up to so many pieces the distance to the end is kept, a byte for a position; beyond, who wins, five positions to a byte.
const DISTANCES: usize = 4;

/// The value of a position to its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It wins, after so many plies at the soonest (if that is kept).
    Win(Option<u32>),
    /// It loses, after so many plies at the latest (if that is kept).
    Loss(Option<u32>),
    Draw,
}

/// How many positions of so many pieces are won, lost and drawn for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Pieces on the board.
    pub pieces: usize,
    /// Positions won.
    pub won: u64,
    pub lost: u64,
    pub drawn: u64,
    /// The plies of the longest win, if distances are kept.
    pub longest: Option<u32>,
}

#[derive(Debug)]
pub struct Endgames {
    pieces: usize,
    /// The slices' tables one after the other, in the order of [`Slice::all`].
    bytes: Box<[u8]>,
    /// Where each slice's begins, by its number.
    starts: Box<[usize]>,
}

impl Endgames {
    /// The most pieces of which positions are known.
    pub const fn pieces(&self) -> usize {
        self.pieces
    }

    /// How many bytes the tables take.
    pub const fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// What is known of a position; `None` if it has too many pieces, or a side has none.
    #[inline]
    pub fn probe(&self, position: &Draughts) -> Option<Known> {
        let pieces = (!position.empty()).count_ones() as usize;
        if pieces > self.pieces {
            return None;
        }
        let (slice, seen) = Slice::of(position)?;
        let (start, rank) = (*self.starts.get(slice.number())?, slice.rank(&seen));
        if pieces <= DISTANCES {
            return Some(match decode(*self.bytes.get(start + rank)?) {
                None => Known::Draw,
                Some(plies) if plies % 2 == 1 => Known::Win(Some(plies as u32)),
                Some(plies) => Known::Loss(Some(plies as u32)),
            });
        }
        let packed = usize::from(*self.bytes.get(start + rank / PACKED)?);
        Some(match packed / POWERS[rank % PACKED] % 3 {
            0 => Known::Draw,
            1 => Known::Win(None),
            _ => Known::Loss(None),
        })
    }

    /// What the tables hold, by the number of pieces.
    pub fn counts(&self) -> Vec<Counts> {
        let of = |pieces| Counts { pieces, won: 0, lost: 0, drawn: 0, longest: None };
        let mut all: Vec<Counts> = (2..=self.pieces).map(of).collect();
        for slice in Slice::all(self.pieces) {
            let Some(counts) = all.get_mut(slice.pieces() - 2) else { continue };
            for position in (0..slice.len()).filter_map(|rank| slice.position(rank)) {
                match self.probe(&position) {
                    Some(Known::Win(plies)) => {
                        counts.won += 1;
                        counts.longest = counts.longest.max(plies);
                    }
                    Some(Known::Loss(_)) => counts.lost += 1,
                    Some(Known::Draw) => counts.drawn += 1,
                    None => {}
                }
            }
        }
        all
    }

    /// The tables of these values, by the slices' numbers and ranks.
    fn pack(pieces: usize, values: &[Vec<u8>]) -> Self {
        let mut bytes = Vec::with_capacity(size(pieces));
        for slice in Slice::all(pieces) {
            let values = &values[slice.number()];
            if slice.pieces() <= DISTANCES {
                bytes.extend(values);
                continue;
            }
            bytes.extend(values.chunks(PACKED).map(|values| {
                let digits = values.iter().zip(POWERS);
                digits.map(|(&value, power)| usize::from(outcome(value)) * power).sum::<usize>() as u8
            }));
        }
        Self::of_bytes(pieces, bytes.into())
    }

    /// These bytes, which must be as many as [`size`] says, as tables.
    fn of_bytes(pieces: usize, bytes: Box<[u8]>) -> Self {
        let mut starts = vec![0; Slice::NUMBERS];
        let mut end = 0;
        for slice in Slice::all(pieces) {
            starts[slice.number()] = end;
            end += slice_bytes(slice);
        }
        Self { pieces, bytes, starts: starts.into() }
    }
}

/// How many bytes the tables of so many pieces take.
fn size(pieces: usize) -> usize {
    Slice::all(pieces).into_iter().map(slice_bytes).sum()
}

fn slice_bytes(slice: Slice) -> usize {
    if slice.pieces() <= DISTANCES { slice.len() } else { slice.len().div_ceil(PACKED) }
}

/// Outcomes in a byte: digits to the base 3, the first lowest.
const PACKED: usize = 5;
const POWERS: [usize; PACKED] = [1, 3, 9, 27, 81];

/// The byte of a draw, and of what is not known yet.
const DRAW: u8 = 0;

/// The byte of an end so many plies away; an odd number is a win, an even one a loss. At most 254.
const fn encode(plies: usize) -> u8 {
    plies as u8 + 1
}

/// How many plies an end is away; `None` for a draw.
#[inline]
const fn decode(value: u8) -> Option<usize> {
    if value == DRAW { None } else { Some(value as usize - 1) }
}

/// The digit of a byte: 0 for a draw, 1 for a win, 2 for a loss.
const fn outcome(value: u8) -> u8 {
    match decode(value) {
        None => 0,
        Some(plies) if plies % 2 == 1 => 1,
        Some(_) => 2,
    }
}
