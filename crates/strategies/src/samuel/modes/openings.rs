//! How the games of a series begin: by openings in turn, and by moves at random.

use crate::playing::{play_at_random, random_stream};
use crate::samuel::terms::Subject;
use games::Played;

/// A game (from 1) of a series after so many moves at random, drawn from the series' seed.
pub fn random_opening<G: Subject>(number: u64, plies: usize, seed: u64) -> Played<G> {
    beginning(&[], number, plies, seed)
}

/// The same, at random from the opening whose turn it is; without any, from the first position.
pub(crate) fn beginning<G: Subject>(
    openings: &[Played<G>],
    number: u64,
    plies: usize,
    seed: u64,
) -> Played<G> {
    let turn = number.saturating_sub(1) % openings.len().max(1) as u64;
    let mut game = openings.get(turn as usize).cloned().unwrap_or_else(|| Played::new(G::first_position()));
    let mut random = random_stream(seed, number);
    let mut accumulator = G::Accumulator::default();
    // Where there are too many moves, likely ones.
    play_at_random(&mut game, plies, &mut random, |position, moves| {
        position.candidates(&mut accumulator, moves);
    });
    game
}
