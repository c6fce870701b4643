//! The program against itself (section "Other modes of play"): whole games from any position, ended after so many moves and
//! judged then by a neutral part, as the paper's were at 70.

use super::rote_tally::Tally;
use crate::playing::{self, Ending, Record, Turn};
use crate::samuel::look_ahead::plies::Plies;
use crate::samuel::look_ahead::think::{SearchOptions, SearchSettings, Thought, score, think_recalling};
use crate::samuel::rote::memory::Rote;
use crate::samuel::terms::polynomial::Polynomial;
use crate::samuel::terms::scoring::{Scoring, Zero};
use crate::samuel::terms::{Subject, named};
use crate::settings::Settings;
use games::{Played, Side};
use search::{Control, Limits};
use std::sync::{Arc, Mutex, PoisonError};

/// After so many moves (of both sides together) the paper's games were ended.
pub const MOVES: usize = 70;

/// One of the two that play, with its options.
#[derive(Clone, Debug)]
pub struct Contestant<G> {
    settings: Settings,
    scoring: Scoring<G>,
    /// The positions that it knows by rote.
    rote: Option<Arc<Rote<G>>>,
    /// What they have been worth.
    tally: Arc<Mutex<Tally>>,
}

impl<G: Subject> Contestant<G> {
    /// A player with these options, which looks up in the rote memory that they name.
    ///
    /// # Errors
    /// A sentence, if `Samuel.Terms` or the rote memory cannot be read.
    pub fn new(settings: Settings) -> Result<Self, String> {
        let scoring = named::scoring(&settings)?;
        let rote = Rote::open(&settings, &scoring, false)?.map(|(rote, _)| Arc::new(rote));
        Ok(Self { rote, ..Self::with(settings, scoring) })
    }

    /// A player with these options that scores in this way, without a rote memory.
    pub fn with(settings: Settings, scoring: Scoring<G>) -> Self {
        Self { settings, scoring, rote: None, tally: Arc::default() }
    }

    /// The same, looking positions up in this rote memory.
    pub fn remembering(self, rote: Arc<Rote<G>>) -> Self {
        Self { rote: Some(rote), ..self }
    }

    /// What was counted in its look-aheads so far.
    pub fn tally(&self) -> Tally {
        *self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it has a rote memory.
    pub const fn remembers(&self) -> bool {
        self.rote.is_some()
    }

    /// Thinks about the next move.
    pub(crate) fn think(&self, game: &Played<G>, limits: &Limits<G>, control: &Control) -> Thought<G> {
        let recall = self.rote.as_ref().map(|rote| rote.recall());
        let settings = SearchSettings::of(&self.settings, game);
        let thought = think_recalling(game, &self.scoring, settings, limits, control, recall, &mut |_| {});
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).take_in(game.position(), &thought);
        thought
    }
}

/// Plays on from where `game` stands; `sides` are the one that moves first in the game's positions and the other.
pub fn play<G: Subject>(
    game: Played<G>,
    sides: [&Contestant<G>; 2],
    limits: &Limits<G>,
    moves: usize,
    control: &Control,
) -> Record<G> {
    play_with(game, moves, sides[0].scoring.is_give_away(), &mut |game| {
        let player = sides[game.position().to_move().index()];
        // Without any limit it is the break points alone that bound the look-ahead.
        let depth = limits.depth.or_else(|| {
            let fixed = limits.nodes.is_none() && !control.is_timed();
            fixed.then(|| SearchSettings::of(&player.settings, game).plies.minimum as u32)
        });
        let limits = Limits { depth, ..limits.clone() };
        let thought = player.think(game, &limits, control);
        turn(&thought, SearchOptions::of(&player.settings).concedes, control)
    })
}

/// What a side makes of its turn by what it has thought: if it sees that it is lost, and may, it concedes.
pub fn turn<G: Subject>(thought: &Thought<G>, may_concede: bool, control: &Control) -> Turn<G> {
    let lost = G::EXHAUSTIVE
        && thought.complete
        && thought.end().is_some()
        && thought.score().is_some_and(|score| score < 0);
    match thought.candidates.first() {
        _ if control.is_stopped() => Turn::Stop,
        _ if lost && may_concede => Turn::Concede,
        Some(best) => Turn::Move(best.m),
        None => Turn::Stop,
    }
}

/// Plays on from where `game` stands, each side as `turn` says, until the game is over, conceded, or has had so many moves
/// and is judged.
pub fn play_with<G: Subject>(
    game: Played<G>,
    moves: usize,
    give_away: bool,
    turn: &mut dyn FnMut(&Played<G>) -> Turn<G>,
) -> Record<G> {
    let mut record = playing::play(game, moves, turn);
    match record.ending {
        Ending::Finished if give_away => record.winner = record.winner.map(Side::other),
        Ending::Judged => record.winner = judge(&record.game, give_away),
        _ => {}
    }
    record
}

/// Who is ahead where a game is broken off: by the piece advantage alone, looked ahead so that jumps to come are made; nobody
/// if neither side is.
pub fn judge<G: Subject>(game: &Played<G>, give_away: bool) -> Option<Side> {
    let scoring = Scoring::new(Polynomial::default(), Zero::Neither, give_away);
    let side = game.position().to_move();
    match score(game, &scoring, Plies::PAPER).unwrap_or(0).signum() {
        1 => Some(side),
        -1 => Some(side.other()),
        _ => None,
    }
}
