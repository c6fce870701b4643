//! How the tables are made: slice by slice, and within a pair of slices backwards from the ends (retrograde analysis;
//! Thompson 1986), in the order of the distance, so that every value is final when it is written.
//!
//! A capture leads to fewer pieces and a crowned man to fewer men: those values are known before. As captures are forced,
//! a position with one depends on earlier slices alone.

use super::slice::Slice;
use super::{DRAW, Endgames, decode, encode};
use games::draughts::{Direction, Draughts, Move, Square};
use games::{Game, Side};

/// How far the work has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions done, of so many.
    pub done: u64,
    pub all: u64,
    /// Pieces on the board of the positions that are being done.
    pub pieces: usize,
}

/// Why there are no tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    Asked,
    /// A distance is longer than a byte tells.
    TooLong,
}

/// The longest distance that can be kept.
const LONGEST: usize = 254;

/// Makes the tables of all positions of at most so many pieces. `goes_on` is told of the progress now and then, and
/// answers whether to go on.
///
/// # Errors
/// If it was stopped.
pub fn build(pieces: usize, goes_on: &mut dyn FnMut(Progress) -> bool) -> Result<Endgames, Stopped> {
    let slices = Slice::all(pieces);
    let all = slices.iter().map(|slice| slice.len() as u64).sum();
    let mut builder =
        Builder { values: vec![Vec::new(); Slice::NUMBERS], moves: Vec::new(), done: 0, all, goes_on };
    for slice in slices {
        if builder.values[slice.number()].is_empty() {
            builder.solve(slice)?;
        }
    }
    Ok(Endgames::pack(pieces, &builder.values))
}

struct Builder<'a> {
    /// By the slices' numbers, then by rank: as [`encode`] has it.
    values: Vec<Vec<u8>>,
    moves: Vec<Move>,
    done: u64,
    all: u64,
    goes_on: &'a mut dyn FnMut(Progress) -> bool,
}

/// A position by its place: the slice's number and its rank.
type Place = (u16, u32);

impl Builder<'_> {
    /// Solves a slice and the one with sides changed, whose positions follow each other.
    fn solve(&mut self, slice: Slice) -> Result<(), Stopped> {
        let pair = [slice, slice.swapped()];
        let pair = if pair[0] == pair[1] { &pair[..1] } else { &pair[..] };
        for slice in pair {
            self.values[slice.number()] = vec![DRAW; slice.len()];
        }
        // What is decided at once, by distance.
        let mut layers: Vec<Vec<Place>> = vec![Vec::new(); LONGEST + 2];
        for slice in pair {
            for rank in 0..slice.len() {
                if let Some(plies) = slice.position(rank).and_then(|position| self.judge(&position)) {
                    layers.get_mut(plies).ok_or(Stopped::TooLong)?.push((slice.number() as u16, rank as u32));
                }
                self.count(slice.pieces(), rank)?;
            }
            self.done += slice.len() as u64;
        }
        for plies in 0..=LONGEST {
            for (number, rank) in std::mem::take(&mut layers[plies]) {
                let value = &mut self.values[usize::from(number)][rank as usize];
                if *value == DRAW {
                    *value = encode(plies);
                    let slice =
                        if usize::from(number) == pair[0].number() { pair[0] } else { pair[pair.len() - 1] };
                    self.spread(slice, rank, plies, &mut layers)?;
                }
            }
        }
        if layers[LONGEST + 1].is_empty() { Ok(()) } else { Err(Stopped::TooLong) }
    }

    /// The value of this position has become known: what does that decide before it?
    fn spread(
        &mut self,
        slice: Slice,
        rank: u32,
        plies: usize,
        layers: &mut [Vec<Place>],
    ) -> Result<(), Stopped> {
        let Some(position) = slice.position(rank as usize) else { return Ok(()) };
        let mut earlier = Vec::new();
        before(&position, &mut earlier);
        for position in earlier {
            let Some((slice, seen)) = Slice::of(&position) else { continue };
            let place = (slice.number() as u16, slice.rank(&seen) as u32);
            if self.values[slice.number()][place.1 as usize] != DRAW {
                continue;
            }
            // Before a loss there is a win. Before a win there is a loss if all other moves lose, too; the longest counts.
            let decided = if plies.is_multiple_of(2) { Some(plies + 1) } else { self.judge(&position) };
            if let Some(plies) = decided {
                layers.get_mut(plies).ok_or(Stopped::TooLong)?.push(place);
            }
        }
        Ok(())
    }

    /// After how many plies the position is won or lost by what is known of the positions after it: at the shortest if won,
    /// at the longest if lost. `None` if that does not decide it.
    fn judge(&mut self, position: &Draughts) -> Option<usize> {
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        let (mut win, mut loss) = (None, Some(0));
        for &m in &self.moves {
            let next = position.after(m);
            match Self::value(&self.values, &next) {
                Some(plies) if plies % 2 == 0 => win = Some(win.unwrap_or(usize::MAX).min(plies + 1)),
                Some(plies) => loss = loss.map(|longest: usize| longest.max(plies + 1)),
                None => loss = None,
            }
        }
        win.or(loss)
    }

    /// How many plies a position is from its end, as far as is known.
    fn value(values: &[Vec<u8>], position: &Draughts) -> Option<usize> {
        match Slice::of(position) {
            Some((slice, seen)) => decode(values[slice.number()][slice.rank(&seen)]),
            // The last piece has been taken.
            None => Some(0),
        }
    }

    fn count(&mut self, pieces: usize, rank: usize) -> Result<(), Stopped> {
        let progress = Progress { done: self.done + rank as u64, all: self.all, pieces };
        if rank.is_multiple_of(1 << 16) && !(self.goes_on)(progress) { Err(Stopped::Asked) } else { Ok(()) }
    }
}

/// Appends the positions from which a step that neither takes nor crowns leads to this one.
fn before(position: &Draughts, earlier: &mut Vec<Draughts>) {
    let mover = position.to_move().other();
    let (own, kings) = (position.pieces(mover), position.kings());
    let others = position.pieces(mover.other());
    for direction in Direction::ALL {
        let backwards = direction.back();
        let forwards_for = |side| match side {
            Side::First => matches!(direction, Direction::DownLeft | Direction::DownRight),
            Side::Second => matches!(direction, Direction::UpLeft | Direction::UpRight),
        };
        let movers = if forwards_for(mover) { own } else { own & kings };
        for square in Square::of_set(movers & direction.step(position.empty())) {
            let (to, from) = (square.bit(), backwards.step(square.bit()));
            let moved = |set: u32| if set & to == 0 { set } else { set & !to | from };
            let sides = if mover == Side::First { [moved(own), others] } else { [others, moved(own)] };
            // A side that could capture did not step.
            let position = Draughts::from_sets(sides[0], sides[1], moved(kings), mover);
            earlier.extend(position.ok().filter(|position| position.jumpers() == 0));
        }
    }
}
