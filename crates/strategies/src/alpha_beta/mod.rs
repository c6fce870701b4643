//! The modern baseline: principal-variation search with a transposition table over a hand-made evaluation.
//!
//! The search is [`search::alpha_beta`]; what it must know of a game is that game's file here. Each game has
//! a row in its own table.

mod draughts;
mod gomoku;
mod opening;
mod patterns;
mod qubic;
pub mod trained;

pub(crate) use draughts::DRAUGHTS_BENCH;
pub use draughts::{DRAUGHTS, evaluate};
pub use gomoku::GOMOKU;
pub(crate) use gomoku::{GOMOKU_BENCH, likely_moves};
pub(crate) use qubic::QUBIC_BENCH;
pub use qubic::{QUBIC, glance};

use super::settings::{OptionSpec, Settings, flag, integer, options, text};
use super::{Abilities, Choice, Context, Report, Row, Strategy};
use games::{Game, Outcome, Played, Side};
use search::alpha_beta;
use search::alpha_beta::{FORCING_PLIES_MAX, Found, Guide, Parameters};
use search::{Limits, Score, Table};

/// The options of every game's row.
pub const OPTIONS: &[OptionSpec] = &[FORCING_PLIES, REDUCTIONS];

options! {
    /// What alpha-beta is asked for, whatever the game.
    struct AlphaBetaOptions {
        /// How many plies of forcing moves and forced replies are followed beyond the depth; at most 2 in draughts.
        forcing_plies: u32 = integer("AlphaBeta.ForcingPlies", 12, 0, FORCING_PLIES_MAX as i64),
        /// Whether moves late in the order are first tried with less depth, and quiet positions of Go-Moku and draughts far
        /// outside the window are cut; false: every depth is full-width.
        reductions: bool = flag("AlphaBeta.Reductions", true),
        /// How many nodes a search for forced wins may take, at each leaf and each inner node; 0: none is made.
        forced_wins: u64 = integer("AlphaBeta.ForcedWins", 300, 0, 1_000_000),
        /// File of weights of the evaluation, made by the command train, in Go-Moku and draughts; empty for the built-in ones.
        weights: String = text("AlphaBeta.Weights", ""),
    }
}

/// The rows of quiescence and of reductions, and that of the guide's own search for forced wins; where games share one, they share
/// its default.
const FORCING_PLIES: OptionSpec = AlphaBetaOptions::OPTIONS[0];
const REDUCTIONS: OptionSpec = AlphaBetaOptions::OPTIONS[1];
const FORCED_WINS: OptionSpec = AlphaBetaOptions::OPTIONS[2];
/// The row of trained evaluations, in games that have one.
const WEIGHTS: OptionSpec = AlphaBetaOptions::OPTIONS[3];

/// The row of a game that this guide knows, with [`OPTIONS`] or more.
pub const fn row<G: Game, U: Explain<G>>(summary: &'static str, options: &'static [OptionSpec]) -> Row<G> {
    Row {
        name: "alpha-beta",
        summary,
        make: || Box::new(AlphaBeta::<U>::default()),
        options,
        abilities: ABILITIES,
    }
}

const ABILITIES: Abilities = Abilities { multi_pv: true, threads: true, ..Abilities::NONE };

/// What the strategy needs of a game beside the guide: words.
pub trait Explain<G: Game>: Guide<G> + Default + 'static {
    /// The most plies of forcing moves that quiescence follows, whatever the option asks for.
    const FORCING_PLIES: u32 = FORCING_PLIES_MAX;
    /// Whether a search finds what those before it in the same game have left in the table.
    const KEEPS_TABLE: bool = false;

    /// Gets ready what a guide of this kind will read, while no clock runs.
    fn get_ready(_settings: &Settings) {}

    /// Reads what the options name.
    ///
    /// # Errors
    /// A sentence, if that cannot be done; the search goes on without.
    fn prepare(&mut self, _settings: &Settings) -> Result<(), String> {
        Ok(())
    }

    /// What is to be said of the first line's move in words of this game; `None`: what is said in all games.
    fn reason(&self, _game: &Played<G>, _found: &Found<G>) -> Option<String> {
        None
    }

    /// The evaluation of a position, in lines of text. The guide has been started there.
    fn describe(&self, game: &Played<G>) -> String {
        standing(game, G::ABOUT.sides, || format!("{:+}", self.evaluate(game.position())))
    }
}

/// What a guide's own search has in hand; every copy of a guide makes its own.
#[derive(Debug, Default)]
struct Scratch<T>(T);

impl<T: Default> Clone for Scratch<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// How the game has ended, or else what it is worth to the side to move.
fn standing<G: Game>(game: &Played<G>, sides: [&str; 2], worth: impl FnOnce() -> String) -> String {
    let name = |side: Side| sides[side.index()];
    match game.outcome() {
        Some(Outcome::Win(side)) => format!("the game is over: {} has won", name(side)),
        Some(Outcome::Draw) => "the game is over: a draw".to_owned(),
        None => format!("evaluation {} for {}, who moves next", worth(), name(game.position().to_move())),
    }
}

/// Why the first line's move was chosen, in words that suit all games.
fn plain_reason<G: Game>(found: &Found<G>) -> String {
    match found.lines.first().map(|best| best.score) {
        None => String::new(),
        Some(Score::Win { in_plies }) => format!("wins by force in {in_plies} plies"),
        Some(Score::Loss { in_plies }) => {
            format!("lost in {in_plies} plies against best play: holds out longest")
        }
        Some(Score::Draw) => "a proven draw is the best there is".to_owned(),
        Some(Score::Heuristic(_)) if found.progress.depth == 0 => "the best-looking move".to_owned(),
        Some(Score::Heuristic(_)) => format!("best of depth {}", found.progress.depth),
    }
}

/// The strategy for a game, by its guide.
#[derive(Default)]
struct AlphaBeta<U> {
    guide: U,
    /// Made at the first move, of the size that the options ask for.
    table: Option<Table>,
    /// The keys of the game that was searched last, and the options then.
    searched: (Vec<u64>, Settings),
}

impl<U> AlphaBeta<U> {
    /// Whether this game is that of the last search, moves later, the options are the same, and none of its positions has come up twice: what that search
    /// has proven was proven with the positions up to its root in mind, and only a third visit to a later one could spoil it.
    fn continues<G: Game>(&mut self, game: &Played<G>, settings: &Settings) -> bool {
        let keys = game.keys();
        let (before, then) = std::mem::replace(&mut self.searched, (keys.to_vec(), settings.clone()));
        let more = !before.is_empty() && before.len() < keys.len() && keys.starts_with(&before);
        more && then == *settings && (1..keys.len()).all(|n| !keys[..n].contains(&keys[n]))
    }
}

impl<G: Game, U: Explain<G>> Strategy<G> for AlphaBeta<U> {
    fn prepare(&self, _setup: &G::Setup, settings: &Settings) {
        U::get_ready(settings);
    }

    fn choose(&mut self, game: &Played<G>, limits: &Limits<G>, context: &mut Context<'_, G>) -> Choice<G> {
        let bytes = context.hash_bytes();
        let keep = U::KEEPS_TABLE && self.continues(game, context.settings);
        let table = self.table.get_or_insert_with(|| Table::new(bytes));
        if keep {
            table.continue_search(bytes)
        } else {
            table.start_search(bytes)
        }
        if table.bytes() * 2 <= bytes {
            let words = format!("the table has {} MiB: there is no memory for more", table.bytes() >> 20);
            (context.report)(Report::Words(words));
        }
        if let Err(words) = self.guide.prepare(context.settings) {
            (context.report)(Report::Words(words));
        }
        let options = AlphaBetaOptions::of(context.settings);
        let parameters = Parameters {
            threads: context.threads(),
            forcing_plies: options.forcing_plies.min(U::FORCING_PLIES),
            reductions: options.reductions,
            force_nodes: options.forced_wins,
        };
        let report = &mut *context.report;
        let mut listener = |rank, line: &super::Line<G>, progress| {
            report(Report::Line { rank, line: line.clone(), progress });
        };
        let found =
            alpha_beta::search(game, limits, parameters, &self.guide, table, context.control, &mut listener);
        match found {
            Some(found) => Choice {
                reason: self.guide.reason(game, &found).unwrap_or_else(|| plain_reason(&found)),
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
