//! The modern baseline: principal-variation search with a transposition table over a hand-made evaluation.
//!
//! The search is [`search::alpha_beta`]; what it must know of a game is that game's file here. Each game has
//! a row in its own table.

pub mod draughts;
mod gomoku;
mod opening;
mod patterns;
mod qubic;

pub use draughts::DRAUGHTS;
pub(crate) use draughts::DRAUGHTS_BENCH;
pub use gomoku::GOMOKU;
pub(crate) use gomoku::{GOMOKU_BENCH, likely_moves};
pub(crate) use qubic::QUBIC_BENCH;
pub use qubic::{QUBIC, glance};

use super::settings::{Kind, OptionSpec, Settings};
use super::{Choice, Context, Report, Strategy};
use games::{Game, Played};
use search::alpha_beta;
use search::alpha_beta::{FORCING_PLIES_MAX, Found, Guide, Parameters};
use search::{Limits, Score, Table};

/// The option that bounds quiescence; it means plies of forcing moves and their replies.
const FORCING_PLIES: OptionSpec = OptionSpec {
    name: "AlphaBeta.ForcingPlies",
    kind: Kind::Integer { default: 12, min: 0, max: FORCING_PLIES_MAX as i64 },
    help: "how many plies of forcing moves and forced replies are followed beyond the depth",
};

/// The option for reduced depth of late moves.
const REDUCTIONS: OptionSpec = OptionSpec {
    name: "AlphaBeta.Reductions",
    kind: Kind::Flag { default: true },
    help: "whether moves late in the order are first tried with less depth; false: every depth is full-width",
};

/// The option for the guide's own search for forced wins. Games share it, and its default with it.
const FORCED_WINS: OptionSpec = OptionSpec {
    name: "AlphaBeta.ForcedWins",
    kind: Kind::Integer { default: 300, min: 0, max: 1_000_000 },
    help: "how many nodes a search for forced wins may take, at each leaf and each inner node; 0: none is made",
};

/// What the strategy needs of a game beside the guide: words.
trait Explain<G: Game>: Guide<G> {
    /// Whether quiescence follows forcing moves.
    const FORCING_PLIES: bool = true;

    /// Gets ready what a guide of this kind will read, while no clock runs.
    fn get_ready(_settings: &Settings) {}

    /// Reads what the options name.
    ///
    /// # Errors
    /// A sentence, if that cannot be done; the search goes on without.
    fn prepare(&mut self, _settings: &Settings) -> Result<(), String> {
        Ok(())
    }

    /// Why the first line's move was chosen.
    fn reason(&self, game: &Played<G>, found: &Found<G>) -> String;

    /// The evaluation of a position, in lines of text.
    fn describe(&self, game: &Played<G>) -> String;
}

/// The strategy for a game, by its guide.
#[derive(Default)]
struct AlphaBeta<U> {
    guide: U,
    /// Made at the first move, of the size that the options ask for.
    table: Option<Table>,
}

impl<U> AlphaBeta<U> {
    const fn new(guide: U) -> Self {
        Self { guide, table: None }
    }
}

impl<G: Game, U: Explain<G>> Strategy<G> for AlphaBeta<U> {
    fn prepare(&self, _setup: &G::Setup, settings: &Settings) {
        U::get_ready(settings);
    }

    fn choose(&mut self, game: &Played<G>, limits: &Limits<G>, context: &mut Context<'_, G>) -> Choice<G> {
        let bytes = context.hash_bytes();
        let table = self.table.get_or_insert_with(|| Table::new(bytes));
        table.start_search(bytes);
        if table.bytes() * 2 <= bytes {
            let words = format!("the table has {} MiB: there is no memory for more", table.bytes() >> 20);
            (context.report)(Report::Words(words));
        }
        if let Err(words) = self.guide.prepare(context.settings) {
            (context.report)(Report::Words(words));
        }
        let parameters = Parameters {
            threads: context.threads(),
            forcing_plies: if U::FORCING_PLIES {
                context.settings.integer("AlphaBeta.ForcingPlies").unsigned_abs() as u32
            } else {
                0
            },
            reductions: context.settings.flag("AlphaBeta.Reductions"),
            force_nodes: context.settings.integer("AlphaBeta.ForcedWins").unsigned_abs(),
        };
        let report = &mut *context.report;
        let mut listener = |rank, line: &super::Line<G>, progress| {
            report(Report::Line { rank, line: line.clone(), progress });
        };
        let found =
            alpha_beta::search(game, limits, parameters, &self.guide, table, context.control, &mut listener);
        match found {
            Some(found) => Choice {
                reason: self.guide.reason(game, &found),
                lines: found.lines,
                resigns: false,
                progress: found.progress,
            },
            // Not reached: `choose` is only called with at least one move.
            None => Choice::plain(game.legal_moves()[0], Score::Heuristic(0), "nothing to choose from"),
        }
    }

    fn evaluation(&self, game: &Played<G>, settings: &Settings) -> Option<String> {
        let mut guide = self.guide.clone();
        // What cannot be read is said when a move is asked for.
        let _ = guide.prepare(settings);
        guide.start(game);
        Some(guide.describe(game))
    }
}
