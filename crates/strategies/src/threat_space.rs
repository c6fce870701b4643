//! Forced wins first, then proof-number search, then the best-looking move: the tournament form of the program of Allis,
//! van den Herik & Huntjens, "Go-Moku and threat-space search" (1994), for Qubic.
//!
//! The order is that of the paper's section 6: a winning sequence of threats is played; otherwise the opponent's is
//! prevented, and a tree of quiet moves is searched with the sequences at its leaves; otherwise a move is made by the
//! features that the search begins with.

use super::proving::{Kept, think};
use super::settings::Settings;
use super::{Abilities, Choice, Context, Row, Strategy};
use games::Played;
use games::qubic::{Qubic, symmetry};
use search::Limits;

pub(crate) const QUBIC: Row<Qubic> = Row {
    name: "threat-space",
    summary: "forced wins by threes, then proof-number search for both sides, then the best-looking move",
    make: || Box::new(ThreatSpace::default()),
    options: &[],
    abilities: Abilities::NONE,
};

/// The strategy, with the proofs that it has found in this game.
#[derive(Debug, Default)]
struct ThreatSpace {
    kept: Kept,
}

impl Strategy<Qubic> for ThreatSpace {
    fn prepare(&self, _setup: &(), _settings: &Settings) {
        symmetry::permutations();
    }

    fn choose(
        &mut self,
        game: &Played<Qubic>,
        limits: &Limits<Qubic>,
        context: &mut Context<'_, Qubic>,
    ) -> Choice<Qubic> {
        think(game, limits, &[], &mut self.kept, context)
    }
}
