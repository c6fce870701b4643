//! Perfect play as far as it is known, here of Qubic and in `gomoku` of Go-Moku: the winning side's moves come from a
//! checked certificate, the losing side holds out as long as it can, and a mistake is turned into a win where a forced win
//! or a short proof shows it.
//!
//! That Qubic's first player wins was proven by Patashnik (1980) and by Allis & Schoo (1992); the certificates are this
//! project's own, in the form of `proof-format.md`. With two classes of first moves there are two of them.

mod certificates;
mod gomoku;
mod resistance;

use super::proving::{Kept, think};
use super::settings::{choice, options};
use super::{Abilities, Choice, Context, Row, Strategy};
use certificates::Certificates;
pub use certificates::committed;
use games::Played;
use games::qubic::Qubic;
pub use gomoku::GOMOKU;
use search::Limits;

pub(crate) const QUBIC: Row<Qubic> = Row {
    name: "perfect",
    summary: "plays the certificates of the first player's win, and holds out longest where it is lost",
    make: || Box::new(Perfect { certificates: committed(), kept: Kept::default() }),
    options: PerfectOptions::OPTIONS,
    abilities: Abilities::NONE,
};

options! {
    /// What perfect play is asked for.
    struct PerfectOptions {
        /// Which certificate is tried first: that of a first move on a cell with seven lines, or that of one with four.
        first_move: String = choice("Perfect.FirstMove", "rich", &["rich", "other"]),
    }
}

/// The strategy, with the proofs that it has found in this game beyond its certificates.
struct Perfect {
    certificates: &'static Certificates,
    kept: Kept,
}

impl Strategy<Qubic> for Perfect {
    fn choose(
        &mut self,
        game: &Played<Qubic>,
        limits: &Limits<Qubic>,
        context: &mut Context<'_, Qubic>,
    ) -> Choice<Qubic> {
        let rich = ("the certificate of a rich first move", &self.certificates.rich);
        let other = ("the certificate of the other first moves", &self.certificates.other);
        let PerfectOptions { first_move } = PerfectOptions::of(context.settings);
        let books = if first_move == "other" { [other, rich] } else { [rich, other] };
        think(game, limits, &books, &mut self.kept, context)
    }
}
