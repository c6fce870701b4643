//! How often a program throws away a win that is proven: in Go-Moku by the solver's proofs, in draughts by solved endings.

use super::play::player;
use crate::progress::at_once;
use crate::truth::prover::{Provable as _, Verdict, won_position};
use games::draughts::Draughts;
use games::gomoku::Opening;
use games::{Game, Played, Side};
use rand::RngExt as _;
use search::Control;
use solve::endgames::build::build;
use solve::endgames::{Endgames, Known};
use std::path::Path;
use std::sync::OnceLock;
use strategies::alpha_beta::trained::Trainable;
use strategies::playing::random_stream;
use strategies::samuel::terms::Subject;

/// Positions that a proof in Go-Moku may expand.
const EXPANSIONS: u64 = 20;
/// Pieces of the endings of draughts, and how many plies away their wins are at least.
const PIECES: usize = 4;
const PLIES: u32 = 9;

/// A game whose wins can be proven, by the usual rules.
pub(super) trait Judged: Trainable + Subject {
    /// Position number `number` of a seed, if it is proven to be won by the side to move.
    fn won(seed: u64, number: u64, control: &Control) -> Option<Played<Self>>;

    /// What a move does to the win of who makes it.
    fn judged(position: &Self, m: Self::Move, control: &Control) -> Verdict;
}

impl Judged for Opening {
    fn won(seed: u64, number: u64, control: &Control) -> Option<Played<Self>> {
        won_position(seed, number, false, EXPANSIONS, control)
    }

    fn judged(position: &Self, m: Self::Move, control: &Control) -> Verdict {
        position.verdict(m, EXPANSIONS, control)
    }
}

impl Judged for Draughts {
    fn won(seed: u64, number: u64, control: &Control) -> Option<Played<Self>> {
        let mut random = random_stream(seed, number);
        let mut sets = [0_u32; 3];
        for piece in 0..PIECES {
            let square = 1 << random.random_range(0..32);
            sets[piece % 2] |= square;
            sets[2] |= if random.random_range(0..2) == 0 { square } else { 0 };
        }
        let position = Self::from_sets(sets[0], sets[1], sets[2], Side::First).ok()?;
        let found = endings(control)?.probe(&position)?;
        let far = matches!(found, Known::Win(Some(plies)) if plies >= PLIES);
        (far && position.jumpers() == 0).then(|| Played::new(position))
    }

    fn judged(position: &Self, m: Self::Move, control: &Control) -> Verdict {
        let next = position.after(m);
        if next.outcome().is_some() {
            return Verdict::Kept;
        }
        match endings(control).and_then(|endings| endings.probe(&next)) {
            Some(Known::Loss(_)) => Verdict::Kept,
            Some(_) => Verdict::Thrown,
            None => Verdict::Unknown,
        }
    }
}

/// The solved endings, made when they are first asked for.
fn endings(control: &Control) -> Option<&'static Endgames> {
    static ENDINGS: OnceLock<Option<Endgames>> = OnceLock::new();
    ENDINGS.get_or_init(|| build(PIECES, &mut |_| !control.is_stopped()).ok()).as_ref()
}

/// Positions that are won, so many of a seed; none if that was interrupted, or if the game has other rules.
pub(super) fn positions<G: Judged>(
    start: &G,
    seed: u64,
    wanted: u64,
    threads: u64,
    control: &Control,
) -> Vec<Played<G>> {
    let mut found = Vec::new();
    let mut next = 0;
    while (found.len() as u64) < wanted && *start == G::start(&G::Setup::default()) && !control.is_stopped() {
        let numbers: Vec<u64> = (next..next + 8 * threads).collect();
        let won = at_once(&numbers, threads, "games looked at for wins", |&n| Some(G::won(seed, n, control)));
        found.extend(won.into_iter().flatten().flatten());
        next += 8 * threads;
    }
    found.truncate(wanted as usize);
    found
}

/// In how many of the positions a player with these weights keeps the win, throws it away, and does what is not decided; `None` if it
/// was interrupted.
pub(super) fn tally<G: Judged>(
    positions: &[Played<G>],
    weights: &Path,
    nodes: u64,
    threads: u64,
    control: &Control,
) -> anyhow::Result<Option<[u64; 3]>> {
    let judge = |game: &Played<G>| {
        let verdict = player::<G>(weights, nodes, &[]).map(|mut player| {
            let m = player.think(game).choice.best();
            m.map_or(Verdict::Unknown, |m| G::judged(game.position(), m, control))
        });
        (!control.is_stopped()).then_some(verdict)
    };
    let mut tally = [0; 3];
    for verdict in at_once(positions, threads, "won positions", judge) {
        let Some(verdict) = verdict else { return Ok(None) };
        let column = match verdict? {
            Verdict::Kept => 0,
            Verdict::Thrown => 1,
            Verdict::Unknown => 2,
        };
        tally[column] += 1;
    }
    Ok(Some(tally))
}
