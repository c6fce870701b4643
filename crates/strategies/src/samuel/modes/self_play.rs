//! The program against itself (section "Other modes of play"): whole games from any position, ended after so many moves and
//! judged then by a neutral part, as the paper's were at 70.

use super::rote_tally::Tally;
use crate::budget::Budget;
use crate::samuel::look_ahead::plies::Plies;
use crate::samuel::look_ahead::think::{SearchSettings, Thought, think_recalling};
use crate::samuel::look_ahead::{LookAhead, candidates};
use crate::samuel::rote::memory::Rote;
use crate::samuel::terms::polynomial::Polynomial;
use crate::samuel::terms::scoring::{Scoring, Zero};
use crate::samuel::terms::{Subject, named};
use crate::settings::Settings;
use games::{Outcome, Played, Side};
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

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Finished,
    Conceded(Side),
    /// After so many moves; somebody was ahead or not.
    Judged,
    /// Interrupted.
    Stopped,
}

#[derive(Clone, Debug)]
pub struct Record<G: Subject> {
    pub game: Played<G>,
    pub ending: Ending,
    /// Who won or was ahead; `None` for a draw.
    pub winner: Option<Side>,
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
    #[must_use]
    pub fn with(settings: Settings, scoring: Scoring<G>) -> Self {
        Self { settings, scoring, rote: None, tally: Arc::default() }
    }

    /// The same, looking positions up in this rote memory.
    #[must_use]
    pub fn remembering(self, rote: Arc<Rote<G>>) -> Self {
        Self { rote: Some(rote), ..self }
    }

    /// What was counted in its look-aheads so far.
    #[must_use]
    pub fn tally(&self) -> Tally {
        *self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it has a rote memory.
    #[must_use]
    pub const fn remembers(&self) -> bool {
        self.rote.is_some()
    }

    /// Thinks about the next move.
    #[must_use]
    pub(crate) fn think(&self, game: &Played<G>, limits: &Limits<G>, control: &Control) -> Thought<G> {
        let recall = self.rote.as_ref().map(|rote| rote.recall());
        let settings = SearchSettings::of(&self.settings, game);
        let thought = think_recalling(game, &self.scoring, settings, limits, control, recall, &mut |_| {});
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).take_in(game.position(), &thought);
        thought
    }
}

/// What a side makes of its turn.
pub struct Turn<G: Subject> {
    pub thought: Thought<G>,
    /// Whether it concedes if it sees that it is lost.
    pub may_concede: bool,
}

/// Plays on from where `game` stands; `sides` are the one that moves first in the game's positions and the other.
#[must_use]
pub fn play<G: Subject>(
    game: Played<G>,
    sides: [&Contestant<G>; 2],
    limits: &Limits<G>,
    moves: usize,
    control: &Control,
) -> Record<G> {
    play_with(game, moves, sides[0].scoring.is_give_away(), control, &mut |game| {
        let player = sides[usize::from(game.position().to_move() == Side::Second)];
        // Without any limit it is the break points alone that bound the look-ahead.
        let depth = limits.depth.or_else(|| {
            let fixed = limits.nodes.is_none() && !control.is_timed();
            fixed.then(|| SearchSettings::of(&player.settings, game).plies.minimum as u32)
        });
        let limits = Limits { depth, ..limits.clone() };
        let thought = player.think(game, &limits, control);
        Turn { thought, may_concede: player.settings.flag("Samuel.Concede") }
    })
}

/// Plays on from where `game` stands, each side as `think` says, until the game is over, conceded, or has had so many moves.
#[must_use]
pub fn play_with<G: Subject>(
    mut game: Played<G>,
    moves: usize,
    give_away: bool,
    control: &Control,
    think: &mut dyn FnMut(&Played<G>) -> Turn<G>,
) -> Record<G> {
    loop {
        if let Some(outcome) = game.outcome() {
            let winner = match outcome {
                Outcome::Draw => None,
                Outcome::Win(side) => Some(if give_away { side.other() } else { side }),
            };
            return Record { game, ending: Ending::Finished, winner };
        }
        if game.plies() >= moves {
            let winner = judge(&game, give_away);
            return Record { game, ending: Ending::Judged, winner };
        }
        let side = game.position().to_move();
        let Turn { thought, may_concede } = think(&game);
        if control.is_stopped() {
            return Record { game, ending: Ending::Stopped, winner: None };
        }
        let lost = G::EXHAUSTIVE
            && thought.complete
            && thought.end().is_some()
            && thought.score().is_some_and(|score| score < 0);
        if lost && may_concede {
            return Record { game, ending: Ending::Conceded(side), winner: Some(side.other()) };
        }
        if game.play(thought.candidates[0].m).is_err() {
            return Record { game, ending: Ending::Stopped, winner: None };
        }
    }
}

/// Who is ahead where a game is broken off: by the piece advantage alone, looked ahead so that jumps to come are made; nobody
/// if neither side is.
#[must_use]
pub fn judge<G: Subject>(game: &Played<G>, give_away: bool) -> Option<Side> {
    let scoring = Scoring::new(Polynomial::default(), Zero::Neither, give_away);
    let control = Control::new();
    let mut look_ahead =
        LookAhead::new(game, &scoring, Budget::new(&Limits::<G>::default(), 0, &control), true);
    let mut candidates = candidates(game, &scoring);
    look_ahead.examine(Plies::PAPER, &mut candidates, 1);
    let score = candidates.first().and_then(|candidate| candidate.score).unwrap_or(0);
    let side = game.position().to_move();
    match score.signum() {
        1 => Some(side),
        -1 => Some(side.other()),
        _ => None,
    }
}
