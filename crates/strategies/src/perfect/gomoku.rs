//! Perfect play of Go-Moku as far as it is known: black's moves come from the checked solution, white holds out as long as
//! he can find, and whatever is not known is alpha-beta's affair.

use super::super::alpha_beta::GOMOKU as FALLBACK;
use super::super::options::{HASH, SEED, THREADS};
use super::super::settings::Settings;
use super::super::solution::{self, Winner, committed};
use super::super::{Abilities, Choice, Context, Row, Strategy};
use super::resistance::{Held, Resistance};
use crate::budget::Budget;
use games::gomoku::{Gomoku, Opening, OpeningMove, Setup, Square};
use games::{Game as _, Played, Side};
use search::{Control, Limits, Score};

pub const GOMOKU: Row<Opening> = Row {
    name: "perfect",
    summary: "plays black's win by the checked solution, and holds out long as white; what is not known it leaves to alpha-beta",
    make: || Box::new(Perfect::default()),
    options: &[],
    abilities: Abilities { threads: true, ..Abilities::NONE },
};

/// Positions in which a win by threats is looked for before anything else, outside the solution; a limit in nodes gives
/// a twentieth of it.
const ATTACK: u64 = 20_000;
/// A depth stands for so many nodes a ply.
const NODES_OF_A_PLY: u64 = 2_000;

/// The strategy, with what it has found in this game.
#[derive(Default)]
struct Perfect {
    winner: Winner,
    resistance: Resistance,
    /// Made when it is first needed.
    fallback: Option<Box<dyn Strategy<Opening>>>,
}

impl Strategy<Opening> for Perfect {
    fn prepare(&self, setup: &Setup, _settings: &Settings) {
        solution::prepare(setup);
    }

    fn choose(
        &mut self,
        game: &Played<Opening>,
        limits: &Limits<Opening>,
        context: &mut Context<'_, Opening>,
    ) -> Choice<Opening> {
        let position = game.position();
        if !position.is_free() {
            return self.fall_back(game, limits, context);
        }
        let allowed: Vec<Square> =
            limits.root_moves(game).into_iter().filter_map(OpeningMove::square).collect();
        if let Some(choice) = self.winning(game, limits, &allowed, context.control) {
            return choice;
        }
        let (held, nodes) = self.hold_out(game, limits, &allowed, context);
        match held {
            Some(Held::Lost { m, plies }) => lost(position.game(), m, plies, nodes),
            Some(Held::Open(open)) => {
                let only = open.into_iter().map(OpeningMove::Stone).collect();
                let rest = limits.nodes.map(|limit| limit.saturating_sub(nodes).max(1));
                let mut choice =
                    self.fall_back(game, &Limits { only, nodes: rest, ..limits.clone() }, context);
                choice.progress.nodes += nodes;
                choice
            }
            None => self.fall_back(game, limits, context),
        }
    }
}

impl Perfect {
    /// A win of the side to move that is known or found at once.
    fn winning(
        &mut self,
        game: &Played<Opening>,
        limits: &Limits<Opening>,
        allowed: &[Square],
        control: &Control,
    ) -> Option<Choice<Opening>> {
        let position = game.position().game();
        let nodes = limits.nodes.map_or(ATTACK, |limit| ATTACK.min(limit / 20));
        let win = self
            .winner
            .follow(position, game.last_move().and_then(OpeningMove::square))
            .or_else(|| self.winner.attack(position, nodes, control));
        let nodes = self.winner.take_nodes();
        win.filter(|win| win.line.first().is_some_and(|m| allowed.contains(m))).map(|win| win.choice(nodes))
    }

    /// White's best resistance where black follows the solution; and the nodes that this took. Nothing elsewhere.
    fn hold_out(
        &mut self,
        game: &Played<Opening>,
        limits: &Limits<Opening>,
        allowed: &[Square],
        context: &Context<'_, Opening>,
    ) -> (Option<Held>, u64) {
        let position = game.position().game();
        let Some(solution) = committed(position.setup()).filter(|_| position.to_move() == Side::Second)
        else {
            return (None, 0);
        };
        let budget = Budget::new(limits, NODES_OF_A_PLY, context.control);
        let last = game.last_move().and_then(OpeningMove::square);
        let held = self.resistance.hold_out(solution, position, last, allowed, &budget);
        (held, budget.used())
    }

    fn fall_back(
        &mut self,
        game: &Played<Opening>,
        limits: &Limits<Opening>,
        context: &mut Context<'_, Opening>,
    ) -> Choice<Opening> {
        let mut settings = Settings::defaults(FALLBACK.options);
        settings.take_over(context.settings, &[HASH.name, SEED.name, THREADS.name]);
        let fallback = self.fallback.get_or_insert_with(FALLBACK.make);
        let mut context = Context { settings: &settings, report: &mut *context.report, ..*context };
        fallback.choose(game, limits, &mut context)
    }
}

/// `plies` is how long this move holds out at most; unknown, it is as long as there are squares.
fn lost(position: &Gomoku, m: Square, plies: Option<u32>, nodes: u64) -> Choice<Opening> {
    let empty = position.squares_left();
    let reason = match plies {
        Some(plies) => {
            format!("lost in {plies} plies, by the proof of black's win: no reply holds out longer")
        }
        None => "lost by the proof of black's win: this reply seems to hold out longest".to_owned(),
    };
    let in_plies = plies.unwrap_or(empty - empty % 2);
    Choice::of_line(vec![OpeningMove::Stone(m)], Score::Loss { in_plies }, reason, nodes, 0)
}
