//! What alpha-beta knows of draughts: captures that must be made, when a position is quiet, what pieces are worth, and
//! when a game is drawn by its history.

mod counts;
mod evaluation;
mod regions;
mod solved;

use super::super::Row;
use super::trained::Worth;
use super::{AlphaBetaOptions, Explain, FORCING_PLIES, REDUCTIONS, WEIGHTS, row, standing};
use crate::settings::{OptionSpec, Settings};
use evaluation::Weights;
pub use evaluation::evaluate;
use games::draughts::{Draughts, Move, QUIET_PLIES};
use games::{Game, Played, Side};
use search::Score;
use search::alpha_beta::{Found, Guide, Prospect};
use solved::{DraughtsOptions, Solved};

const OPTIONS: &[OptionSpec] = &[FORCING_PLIES, REDUCTIONS, DraughtsOptions::OPTIONS[0], WEIGHTS];

/// Its row in the table of draughts.
pub const DRAUGHTS: Row<Draughts> = row::<_, Board>(
    "principal-variation search with quiescence through jumps, tuned weights, and endgame databases",
    OPTIONS,
);

/// The positions of `bench`: the beginning, a sharp ballot, the middle, and endings with men and with kings.
pub(crate) const DRAUGHTS_BENCH: &[(&str, u32)] = &[
    ("B:W21-32:B1-12", 11),
    ("W:W18,21,22,24-32:B1-6,8-12,15", 11),
    ("B:W18,20,22,24,26,27,30,31:B2,3,5,7,9,11,12,14", 11),
    ("W:W13,21,26,27,K3:B6,12,15,19,K29", 13),
    ("B:WK14,K15,22:BK6,K23", 15),
];

/// What is known of a position beyond its pieces: how the game has come to it. Follows the moves.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The present position's, and below it those of all before.
    trail: Vec<Trace>,
    /// How long the trail was when the search began.
    start: usize,
    pieces: u32,
    /// Whether a position that could still come back had come up twice by then: one that leads there once more is drawn.
    twice: bool,
    solved: Solved,
    worth: Worth<Weights>,
}

impl Default for Board {
    fn default() -> Self {
        Self {
            trail: Vec::new(),
            start: 0,
            pieces: 0,
            twice: false,
            solved: Solved::default(),
            worth: Worth::new(&evaluation::WEIGHTS),
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Trace {
    /// Plies since a man was advanced or a piece taken.
    quiet: usize,
    kings: u32,
}

impl Board {
    fn follow(&mut self, position: &Draughts, m: Move) {
        let last = self.trail.last().copied().unwrap_or_default();
        let reversible = !m.is_capture() && last.kings & m.from().bit() != 0;
        self.trail
            .push(Trace { quiet: if reversible { last.quiet + 1 } else { 0 }, kings: position.kings() });
    }

    fn quiet(&self) -> usize {
        self.trail.last().map_or(0, |trace| trace.quiet)
    }

    /// For how many plies nothing in the game's history can end it, whatever is played. A win that comes nearer with every
    /// ply repeats no position of the search, and each of the game's at most once: that is the third time only if it had
    /// come up twice.
    fn plies_without_history(&self) -> u32 {
        let since = self.trail.len() - self.start;
        if self.twice && self.quiet() >= since { 0 } else { QUIET_PLIES.saturating_sub(self.quiet()) as u32 }
    }
}

impl Guide<Draughts> for Board {
    const REPETITIONS: bool = true;
    const PROBCUT: Option<i32> = Some(45);
    const LATE: [(usize, u32); 3] = [(2, 2), (4, 4), (8, 7)];
    const MOVE_NUMBERS: usize = Move::NUMBERS;

    fn start(&mut self, game: &Played<Draughts>) {
        let mut position = *game.start();
        self.trail.clear();
        self.trail.push(Trace { quiet: 0, kings: position.kings() });
        for m in game.moves() {
            position.play(m);
            self.follow(&position, m);
        }
        self.start = self.trail.len();
        self.pieces = (!position.empty()).count_ones();
        let keys = game.keys();
        let recent = &keys[keys.len() - 1 - self.quiet()..];
        self.twice = recent.iter().enumerate().any(|(n, key)| recent[..n].contains(key));
    }

    fn played(&mut self, position: &Draughts, m: Move) {
        self.follow(position, m);
    }

    fn undone(&mut self, _: &Draughts, _: Move) {
        self.trail.pop();
    }

    fn evaluate(&self, position: &Draughts) -> i32 {
        self.solved.evaluate(position).unwrap_or_else(|| self.worth.now().evaluate(position))
    }

    /// Captures are forced; rows of them end, for every one takes a piece.
    fn prospect(&self, position: &Draughts, moves: &mut Vec<Move>) -> Prospect<Move> {
        if let Some(known) = self.solved.prospect(position, self.plies_without_history(), self.pieces) {
            return known;
        }
        if position.jumpers() == 0 {
            return Prospect::Open;
        }
        position.legal_moves(moves);
        Prospect::Narrowed
    }

    /// The other side could take something if it were its turn.
    fn is_unsettled(&self, position: &Draughts) -> bool {
        position.passed().jumpers() != 0
    }

    fn move_number(&self, m: Move) -> usize {
        m.number()
    }

    /// Many pieces taken, a man crowned, a man near it.
    fn hint(&self, position: &Draughts, m: Move) -> i32 {
        let down = position.to_move() == Side::First;
        let row = m.to().trailing_zeros() as i32 / 4;
        let row = if down { row } else { 7 - row };
        let man = position.kings() & m.from().bit() == 0;
        let crowned = man && row == 7;
        2_000 * m.captures() as i32 + if crowned { 3_000 } else { 0 } + if man { 10 * row } else { 0 }
    }

    fn reversible_plies(&self, _: &Draughts) -> usize {
        self.quiet()
    }

    fn plies_before_draw(&self, _: &Draughts) -> usize {
        QUIET_PLIES.saturating_sub(self.quiet())
    }
}

impl Explain<Draughts> for Board {
    /// Where something hangs all moves are tried once, before captures alone are.
    const FORCING_PLIES: u32 = 2;
    const KEEPS_TABLE: bool = true;

    fn get_ready(settings: &Settings) {
        let path = DraughtsOptions::of(settings).endgames;
        if !path.is_empty() {
            // What cannot be read is said when a move is asked for.
            let _ = solved::tables(&path);
        }
    }

    fn prepare(&mut self, settings: &Settings) -> Result<(), String> {
        let weights = self.worth.read::<Draughts>(&AlphaBetaOptions::of(settings).weights, Weights::of);
        self.solved.read(&DraughtsOptions::of(settings).endgames).and(weights)
    }

    fn reason(&self, game: &Played<Draughts>, found: &Found<Draughts>) -> Option<String> {
        match found.lines.first()?.score {
            Score::Win { in_plies: 1 } => Some("takes or shuts in the last pieces".to_owned()),
            Score::Heuristic(_) if game.legal_moves().len() == 1 => Some("the only move".to_owned()),
            Score::Heuristic(score) if score.abs() >= solved::WON / 2 => {
                let state = if score > 0 { "won" } else { "lost" };
                Some(format!("{state} by the endgame tables, how soon is not proven"))
            }
            _ => None,
        }
    }

    fn describe(&self, game: &Played<Draughts>) -> String {
        let position = game.position();
        let weights = self.worth.now();
        let worth = || format!("{:+} hundredths of a man", weights.evaluate(position));
        let mut lines = vec![standing(game, Draughts::ABOUT.sides, worth)];
        if game.outcome().is_none() {
            lines.extend(evaluation::table(position, weights));
        }
        lines.join("\n")
    }
}
