//! Alpha-beta: placeholder while the search is written.

use super::{Abilities, Choice, Context, Row, Strategy};
use crate::game::qubic::Qubic;
use crate::game::{Game, Played};
use crate::search::{Limits, Score};

/// Its row in Qubic's table.
pub const QUBIC: Row<Qubic> = Row {
    name: "alpha-beta",
    summary: "principal-variation search with a transposition table and line counting",
    make: || Box::new(AlphaBeta),
    options: &[],
    abilities: Abilities { multi_pv: true, threads: true, learns: false },
};

/// The positions of `bench`.
pub const QUBIC_BENCH: &[(&str, u32)] = &[("64", 4)];

struct AlphaBeta;

impl<G: Game> Strategy<G> for AlphaBeta {
    fn choose(&mut self, game: &Played<G>, limits: &Limits<G>, _context: &mut Context<'_, G>) -> Choice<G> {
        Choice::plain(limits.root_moves(game)[0], Score::Heuristic(0), "")
    }
}
