//! A game played inside the process: the one loop that series of learning, matches and the papers' experiments share.

use games::{Game, Outcome, Played, Side};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Finished,
    Conceded(Side),
    /// After so many moves; whether somebody was ahead is for a judge to say.
    Judged,
    Stopped,
}

#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    pub game: Played<G>,
    pub ending: Ending,
    /// Who won or was ahead; `None` for a draw.
    pub winner: Option<Side>,
}

/// What a side makes of its turn.
pub enum Turn<G: Game> {
    Move(G::Move),
    Concede,
    Stop,
}

/// Plays on from where `game` stands, each side as `turn` says, until the game is over or has had so many moves.
pub fn play<G: Game>(
    mut game: Played<G>,
    moves: usize,
    turn: &mut dyn FnMut(&Played<G>) -> Turn<G>,
) -> Record<G> {
    let (ending, winner) = loop {
        if let Some(outcome) = game.outcome() {
            break (Ending::Finished, if let Outcome::Win(side) = outcome { Some(side) } else { None });
        }
        if game.plies() >= moves {
            break (Ending::Judged, None);
        }
        let side = game.position().to_move();
        match turn(&game) {
            Turn::Move(m) if game.play(m).is_ok() => {}
            Turn::Concede => break (Ending::Conceded(side), Some(side.other())),
            Turn::Move(_) | Turn::Stop => break (Ending::Stopped, None),
        }
    };
    Record { game, ending, winner }
}

/// The random numbers of game `number` of a seed, or of whatever else is counted: each has its own.
pub fn random_stream(seed: u64, number: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number);
    random
}

/// Plays so many moves at random, each one of those that `moves` puts into its buffer, as long as there are any.
pub fn play_at_random<G: Game>(
    game: &mut Played<G>,
    plies: usize,
    random: &mut impl Rng,
    mut moves: impl FnMut(&G, &mut Vec<G::Move>),
) {
    let mut choice = Vec::new();
    for _ in 0..plies {
        choice.clear();
        if game.outcome().is_none() {
            moves(game.position(), &mut choice);
        }
        let Some(&m) = choice.choose(random) else { break };
        if game.play(m).is_err() {
            break;
        }
    }
}
