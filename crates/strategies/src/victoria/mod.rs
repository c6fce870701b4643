//! Victoria, the Go-Moku program of Allis, van den Herik & Huntjens, "Go-Moku and threat-space search" (1994), section 6.
//!
//! A winning threat sequence is played; otherwise one of the opponent's is prevented by a move that really refutes it;
//! otherwise proof-number search looks for a win by hidden threats (`attack`), and for the opponent's answer in kind to
//! the moves that look best; and beyond these limits the best-looking move is made. Openings with a choice of colours are
//! played for balance (`opening`).

mod attack;
mod budget;
mod defences;
pub(crate) mod opening;
mod points;
mod thinker;
mod walk;

#[cfg(test)]
mod tests;

use super::settings::{Settings, flag, integer, options};
use super::solution::{self, Winner};
use super::{Abilities, Choice, Context, Row, Strategy};
use crate::budget::Budget;
pub use defences::{Defences, defences};
use games::gomoku::{Gomoku, Opening, OpeningMove, Setup, Square};
use games::{Game, Played};
use search::{Limits, Score};
use solve::threats::ThreatOf;
use thinker::{Kept, Thinker};

/// A threat of a sequence.
type Step = ThreatOf<Gomoku>;

pub(crate) const ROW: Row<Opening> = Row {
    name: "victoria",
    summary: "threat-space search, then proof-number search by hidden threats, then the best-looking move",
    make: || Box::new(Victoria::default()),
    options: VictoriaOptions::OPTIONS,
    abilities: Abilities::NONE,
};

options! {
    /// What Victoria is asked for.
    struct VictoriaOptions {
        /// How many moves, those with the most points, are examined as hidden threats in a position.
        moves: usize = integer("Victoria.Moves", 10, 1, 400),
        /// Whether black plays the checked solution of the game where it is known; false: the program of 1994 alone.
        solution: bool = flag("Victoria.Solution", true),
    }
}

/// The strategy, with what it has proven in this game.
#[derive(Debug, Default)]
struct Victoria {
    kept: Kept,
    solved: Winner,
}

impl Strategy<Opening> for Victoria {
    fn prepare(&self, setup: &Setup, settings: &Settings) {
        if VictoriaOptions::of(settings).solution {
            solution::prepare(setup);
        }
    }

    fn choose(
        &mut self,
        game: &Played<Opening>,
        limits: &Limits<Opening>,
        context: &mut Context<'_, Opening>,
    ) -> Choice<Opening> {
        let moves = limits.root_moves(game);
        let position = game.position();
        if !position.is_free() {
            return opening::choose(position, &moves);
        }
        let allowed: Vec<Square> = moves.iter().filter_map(|&m| OpeningMove::square(m)).collect();
        let last = game.last_move().and_then(OpeningMove::square);
        let options = VictoriaOptions::of(context.settings);
        if options.solution
            && let Some(win) = self.solved.follow(position.game(), last)
            && win.line.first().is_some_and(|m| allowed.contains(m))
        {
            return win.choice(self.solved.take_nodes());
        }
        let bytes = context.hash_bytes();
        let budget = Budget::new(limits, budget::NODES_OF_A_PLY, context.control);
        let thinker =
            Thinker::new(position.game(), last, allowed, &budget, options.moves, bytes, &mut *context.report);
        thinker.choose(&mut self.kept)
    }

    fn evaluation(&self, game: &Played<Opening>, _settings: &Settings) -> Option<String> {
        let position = game.position().game();
        let mut moves = position.moves();
        let (stones, side) = (position.stones(), position.to_move());
        moves.sort_by_key(|&square| (-points::looks(stones, side, square), square));
        let lines = moves.iter().take(10).map(|&square| {
            let (looks, making) = (points::looks(stones, side, square), points::making(stones, side, square));
            format!("{square:<4} looks {looks:>6}  points for patterns of two and three {making:>3}")
        });
        Some(lines.collect::<Vec<_>>().join("\n"))
    }
}

/// The score of a position in hundredths of a three, roughly.
fn estimate(position: &Gomoku) -> Score {
    let balance = points::balance(position.stones(), position.to_move());
    let own = if position.to_move() == games::Side::First { balance } else { -balance };
    Score::Heuristic(own / 4)
}
