//! One move: the look-ahead at the paper's break points or, given time or nodes, at break points raised ply by ply for as long
//! as they last.

use super::plies::{PLY_MAX, Plies};
use super::{Candidate, LookAhead, candidates};
use crate::budget::Budget;
use crate::samuel::rote::{Recall, Recalled};
use crate::samuel::terms::Subject;
use crate::samuel::terms::scoring::{DECIDED, Scoring, end_of};
use crate::settings::{Settings, flag, options};
use games::Played;
use search::{Control, Limits};

options! {
    /// How Samuel looks ahead, and whether he gives up.
    pub(crate) struct SearchOptions {
        /// Given time or nodes, Samuel raises the break points ply by ply while they last; false: he stays at those set.
        deepens: bool = flag("Samuel.Deepen", true),
        /// Whether branches that cannot change the choice are cut off, as the paper's program did not; no score differs.
        pruning: bool = flag("Samuel.Pruning", true),
        /// Whether Samuel concedes a game that he sees is lost.
        concedes: bool = flag("Samuel.Concede", true),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    pub plies: Plies,
    /// Whether they are raised ply by ply while nodes and time last.
    pub deepens: bool,
    /// Whether branches that cannot change the choice are left out.
    pub pruning: bool,
}

impl SearchSettings {
    /// Those that the options ask for in the present position of a game.
    pub fn of<G: Subject>(settings: &Settings, game: &Played<G>) -> Self {
        let options = SearchOptions::of(settings);
        Self {
            plies: Plies::from_settings(settings, game.position()),
            deepens: options.deepens,
            pruning: options.pruning,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Thought<G: Subject> {
    /// The moves, the best first; those without a score, which are no better than the others, last.
    pub candidates: Vec<Candidate<G>>,
    /// The minimum ply of the look-ahead that found it; 0 if none was finished.
    pub(crate) ply: usize,
    pub deepest: usize,
    pub nodes: u64,
    /// Whether all moves that there are were looked at to the end.
    pub(crate) complete: bool,
    /// What was looked up in a rote memory; each position that was used stands there once.
    pub recalled: Recalled,
}

impl<G: Subject> Thought<G> {
    /// The score of the best move, if it is known.
    pub fn score(&self) -> Option<i64> {
        self.candidates.first()?.score
    }

    /// What a rote memory takes down: the score of the best move and its effective ply. `None` of a look-ahead that did not come
    /// to `least` plies, or found no score.
    pub fn found(&self, least: usize) -> Option<(i64, usize)> {
        let best = self.candidates.first().filter(|_| self.ply >= least)?;
        Some((best.score?, best.effective_ply()))
    }

    /// Whether the game is won or lost at the end of the best line, and after how many plies.
    pub fn end(&self) -> Option<u32> {
        self.score().and_then(end_of)
    }

    /// The game, which was thought about, with the best line played.
    pub(crate) fn expected(&self, game: &Played<G>) -> Played<G> {
        let mut game = game.clone();
        let line = self.candidates.first().map_or(&[][..], |best| &best.line);
        let _ = line.iter().try_for_each(|&m| game.play(m));
        game
    }
}

/// The score of a position with these break points, which nothing cuts short; `None` without moves.
pub(crate) fn score<G: Subject>(game: &Played<G>, scoring: &Scoring<G>, plies: Plies) -> Option<i64> {
    let settings = SearchSettings { plies, deepens: false, pruning: true };
    think(game, scoring, settings, &Limits::default(), &Control::new(), &mut |_| ()).score()
}

/// Thinks about the moves that the limits allow, the first `ranks` of them exactly. `tell` is called after every look-ahead.
pub fn think<G: Subject>(
    game: &Played<G>,
    scoring: &Scoring<G>,
    settings: SearchSettings,
    limits: &Limits<G>,
    control: &Control,
    tell: &mut dyn FnMut(&Thought<G>),
) -> Thought<G> {
    think_recalling(game, scoring, settings, limits, control, None, tell)
}

/// The same, looking positions up in a rote memory.
pub fn think_recalling<G: Subject>(
    game: &Played<G>,
    scoring: &Scoring<G>,
    settings: SearchSettings,
    limits: &Limits<G>,
    control: &Control,
    recall: Option<Recall<'_>>,
    tell: &mut dyn FnMut(&Thought<G>),
) -> Thought<G> {
    let budget = Budget::new(&Limits { depth: None, ..limits.clone() }, 0, control);
    let mut look_ahead = LookAhead::new(game, scoring, budget, settings.pruning, recall);
    // Who names the moves, or wants several of them, is told about all.
    let mut candidates: Vec<_> = match limits.only.is_empty() && limits.multi_pv <= 1 {
        true => candidates(game, scoring),
        false => limits.root_moves(game).into_iter().map(Candidate::new).collect(),
    };
    let single = candidates.len() == 1 && control.is_timed();
    let ranks = limits.multi_pv.clamp(1, candidates.len().max(1));
    let mut thought = Thought {
        candidates: candidates.clone(),
        ply: 0,
        deepest: 0,
        nodes: 0,
        complete: false,
        recalled: Recalled::default(),
    };
    for plies in stages(settings, limits, control) {
        let complete = look_ahead.examine(plies, &mut candidates, ranks);
        let best = candidates.first().and_then(|candidate| candidate.score);
        // What an unfinished look-ahead has found counts if the move that was best before has come through it.
        let usable = complete || best.is_some_and(|best| best > -DECIDED);
        if usable {
            thought = Thought { candidates: candidates.clone(), ply: plies.minimum, complete, ..thought };
        }
        thought.deepest = look_ahead.deepest;
        thought.nodes = look_ahead.budget.used();
        if !complete {
            break;
        }
        tell(&thought);
        let settled = thought.end().is_some_and(|end| end as usize <= plies.minimum);
        if settled || single || look_ahead.budget.is_enough() {
            break;
        }
    }
    thought.recalled = look_ahead.recalled;
    // A move is one reference, however often the look-ahead came across the position.
    thought.recalled.used.sort_unstable();
    thought.recalled.used.dedup();
    thought
}

/// The break points to try, one after the other.
fn stages<G: Subject>(settings: SearchSettings, limits: &Limits<G>, control: &Control) -> Vec<Plies> {
    let asked = limits.depth.map(|depth| depth as usize);
    let bounded = limits.nodes.is_some() || control.is_timed();
    let aim = asked.unwrap_or(settings.plies.minimum);
    if settings.deepens && (bounded || asked.is_none()) {
        return (1..=asked.unwrap_or(PLY_MAX).min(PLY_MAX))
            .map(|ply| settings.plies.with_minimum(ply))
            .collect();
    }
    // Where the one look-ahead may be cut short, a short one sees to it that there is something to go by.
    let first = bounded.then(|| settings.plies.with_minimum(1));
    first.into_iter().chain([settings.plies.with_minimum(aim)]).collect()
}
