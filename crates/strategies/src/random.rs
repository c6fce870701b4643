//! Plays any legal move with equal chance: the yardstick at the bottom, and the example to copy for a new strategy.

use super::{Abilities, Choice, Context, Row, Strategy};
use games::{Game, Played};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use search::{Limits, Score};

pub const fn row<G: Game>() -> Row<G> {
    Row {
        name: "random",
        summary: "any legal move with equal chance; depends on Seed",
        make: || Box::new(Random),
        options: &[],
        abilities: Abilities { instant: true, ..Abilities::NONE },
    }
}

/// The strategy. The choice is a function of the seed and the position.
struct Random;

impl<G: Game> Strategy<G> for Random {
    fn choose(&mut self, game: &Played<G>, limits: &Limits<G>, context: &mut Context<'_, G>) -> Choice<G> {
        let moves = limits.root_moves(game);
        let mut random = ChaCha8Rng::seed_from_u64(context.seed() ^ game.position().key());
        // `choose` is only called with at least one move.
        let m = moves.choose(&mut random).copied().unwrap_or(moves[0]);
        Choice::plain(m, Score::Heuristic(0), "any move is as good as another")
    }
}
