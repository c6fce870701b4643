//! Go-Moku's opening protocols for `alpha-beta`: which colour to take, and how to place stones of which the other player
//! will take his pick. Beside them, a win by fours and threes is looked for before the search begins.

use super::gomoku::{Patterns, board_of};
use super::{AlphaBeta, AlphaBetaOptions, Choice, Context, Explain, Settings, Strategy};
use games::gomoku::{Opening, OpeningMove, Setup};
use games::{Game, Played};
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use search::alpha_beta;
use search::alpha_beta::{ESTIMATE_MAX, Parameters};
use search::score::Bound;
use search::{Control, Limits, Line, Score, Table};
use solve::gomoku::{Attacks, Effort, Means, ThreatBoard};

/// Nodes of the search for a win by fours and threes before anything else, and its share of the time, or of a limit in
/// nodes.
const ATTACK_NODES: u64 = 50_000;
const ATTACK_SHARE: u32 = 20;
/// How far from the centre stones are placed whose colour is not settled.
const PLACING: usize = 4;
/// How many places are compared for the last of them, with so many nodes each.
const PLACES: usize = 40;
const PLACE_NODES: u64 = 2_000;

/// The strategy: alpha-beta once the opening is over.
#[derive(Default)]
pub(super) struct Player {
    search: AlphaBeta<Patterns>,
}

impl Strategy<Opening> for Player {
    fn prepare(&self, setup: &Setup, _settings: &Settings) {
        ThreatBoard::prepare(setup.rules());
    }

    fn choose(
        &mut self,
        game: &Played<Opening>,
        limits: &Limits<Opening>,
        context: &mut Context<'_, Opening>,
    ) -> Choice<Opening> {
        if !game.position().is_free() {
            return self.open(game, limits, context);
        }
        match attack(game, limits, context) {
            Ok(choice) => choice,
            Err(nodes) => {
                let rest = limits.nodes.map(|limit| limit.saturating_sub(nodes).max(1));
                let limits = Limits { nodes: rest, ..limits.clone() };
                let mut choice = self.search.choose(game, &limits, context);
                choice.progress.nodes += nodes;
                choice
            }
        }
    }

    fn evaluation(&self, game: &Played<Opening>, settings: &Settings) -> Option<String> {
        self.search.evaluation(game, settings)
    }
}

/// A win by fours and threes, if one line is wanted and every move may be played; else the nodes that were spent.
fn attack(
    game: &Played<Opening>,
    limits: &Limits<Opening>,
    context: &mut Context<'_, Opening>,
) -> Result<Choice<Opening>, u64> {
    let asked = AlphaBetaOptions::of(context.settings).forced_wins > 0;
    if limits.multi_pv > 1 || !limits.only.is_empty() || !asked {
        return Err(0);
    }
    let nodes =
        limits.nodes.map_or(ATTACK_NODES, |nodes| (nodes / u64::from(ATTACK_SHARE)).min(ATTACK_NODES));
    let mut board = board_of(game.position());
    let mut attacks = Attacks::default();
    let side = game.position().to_move();
    let control = context.control;
    let until = control.time_left().map(|left| control.elapsed() + left / ATTACK_SHARE);
    let stop = || control.must_stop() || until.is_some_and(|until| control.elapsed() >= until);
    let found = attacks.search(&mut board, side, Means::FoursAndThrees, Effort::of(nodes), &stop);
    let line: Vec<OpeningMove> = match found.plies {
        // Shorter wins are seen by the search itself, which knows how to defend, too.
        Some(5..) => attacks.line(&mut board).into_iter().map(OpeningMove::Stone).collect(),
        _ => Vec::new(),
    };
    let Some(plies) = found.plies.filter(|_| !line.is_empty()) else { return Err(found.nodes) };
    let reason = format!("wins by fours and threes in {plies} plies");
    Ok(Choice::of_line(line, Score::Win { in_plies: plies }, reason, found.nodes, 0))
}

impl Player {
    /// A move of the opening.
    fn open(
        &mut self,
        game: &Played<Opening>,
        limits: &Limits<Opening>,
        context: &mut Context<'_, Opening>,
    ) -> Choice<Opening> {
        let moves = limits.root_moves(game);
        if moves.iter().any(|m| !matches!(m, OpeningMove::Stone(_))) {
            return self.decide(game, &moves, limits, context);
        }
        let mut random = ChaCha8Rng::seed_from_u64(context.seed() ^ game.position().key());
        let places = central(game.position(), &moves, &mut random);
        let position = game.position();
        let decided_next = |&m: &OpeningMove| position.after(m).is_legal(OpeningMove::Keep);
        if places.first().is_some_and(decided_next) {
            return balance(position, &places, limits, context);
        }
        let m = places.choose(&mut random).copied().unwrap_or(moves[0]);
        Choice::plain(m, Score::Heuristic(0), "the opening is to be even: somewhere near the centre")
    }

    /// Takes the colour that looks better.
    fn decide(
        &mut self,
        game: &Played<Opening>,
        moves: &[OpeningMove],
        limits: &Limits<Opening>,
        context: &mut Context<'_, Opening>,
    ) -> Choice<Opening> {
        let free = Played::new(game.position().freed());
        let searched = Limits { only: Vec::new(), multi_pv: 1, ..limits.clone() };
        let mut silent = Context { report: &mut |_| {}, ..*context };
        let mut choice = match attack(&free, &searched, &mut silent) {
            Ok(choice) => choice,
            Err(_) => self.search.choose(&free, &searched, &mut silent),
        };
        let value = choice.lines.first().map_or(0, |line| worth(line.score));
        let held = game.position().to_move();
        let own = if free.position().to_move() == held { value } else { -value };
        let wanted = if own >= 0 { OpeningMove::Keep } else { OpeningMove::Swap };
        let m = if moves.contains(&wanted) { wanted } else { moves[0] };
        let sure = own.abs().min(ESTIMATE_MAX);
        let kept = if m == OpeningMove::Keep { sure } else { -sure };
        let score = Score::Heuristic(if own >= 0 { kept } else { -kept });
        choice.lines = vec![Line { score, bound: Bound::Exact, moves: vec![m] }];
        choice.reason = format!("the colour held is worth {own:+}");
        choice
    }
}

fn worth(score: Score) -> i32 {
    match score {
        Score::Win { .. } => ESTIMATE_MAX,
        Score::Loss { .. } => -ESTIMATE_MAX,
        Score::Draw => 0,
        Score::Heuristic(value) => value,
    }
}

/// Some of these stones that lie near the centre; all of them if none does.
fn central(position: &Opening, moves: &[OpeningMove], random: &mut ChaCha8Rng) -> Vec<OpeningMove> {
    let middle = position.game().setup().size() / 2;
    let near = |m: &&OpeningMove| match m {
        OpeningMove::Stone(square) => {
            square.column().abs_diff(middle) <= PLACING && square.row().abs_diff(middle) <= PLACING
        }
        _ => false,
    };
    let mut places: Vec<OpeningMove> = moves.iter().filter(near).copied().collect();
    if places.is_empty() {
        places = moves.to_vec();
    }
    places.shuffle(random);
    places.truncate(PLACES);
    places
}

/// The last stone before the other player takes his pick: where neither side is better, by a short search of each.
fn balance(
    position: &Opening,
    places: &[OpeningMove],
    limits: &Limits<Opening>,
    context: &mut Context<'_, Opening>,
) -> Choice<Opening> {
    let share = limits.nodes.map_or(PLACE_NODES, |nodes| nodes / places.len() as u64);
    let nodes = share.clamp(1, PLACE_NODES);
    let mut table = Table::new(1 << 20);
    let mut guide = Patterns::default();
    // What cannot be read is said when a search of the game begins.
    let _ = guide.prepare(context.settings);
    let mut best = (i32::MAX, places[0]);
    let mut spent = 0;
    for &m in places {
        if context.control.must_stop() || limits.nodes.is_some_and(|limit| spent >= limit) {
            break;
        }
        table.start_search(1 << 20);
        let (value, nodes) = value_after(position, m, nodes, &guide, &table, context.control);
        spent += nodes;
        best = best.min((value.abs(), m));
    }
    let mut choice = Choice::plain(best.1, Score::Heuristic(0), "leaves neither side much better");
    choice.progress.nodes = spent.max(1);
    choice
}

/// What the side to move has after a stone of the opening, and the nodes that it took to find out.
fn value_after(
    position: &Opening,
    m: OpeningMove,
    nodes: u64,
    guide: &Patterns,
    table: &Table,
    control: &Control,
) -> (i32, u64) {
    let game = Played::new(position.after(m).freed());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let parameters = Parameters { forcing_plies: 0, force_nodes: 100, ..Parameters::default() };
    let found = alpha_beta::search(&game, &limits, parameters, guide, table, control, &mut |_, _, _| {});
    let value = found.as_ref().and_then(|found| found.lines.first()).map_or(0, |line| worth(line.score));
    (value, found.map_or(1, |found| found.progress.nodes))
}
