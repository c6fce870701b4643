//! A game as it has been played: a start, the moves since, and the keys along the way.
//!
//! The position alone cannot tell repetitions or how a game was reached; backtracking, book games and learning look
//! at this.

use super::{Game, GameResult, Notation, Outcome, Player, TextError, quoted};
use std::fmt::{self, Display};

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// Nothing can be played any more.
    GameOver,
    /// The rules forbid this move.
    NotLegal,
}

impl Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GameOver => "cannot be played: the game is over",
            Self::NotLegal => "is not a legal move here",
        })
    }
}

impl std::error::Error for Illegal {}

/// A starting position with the moves played from it.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    start: G,
    position: G,
    moves: Vec<(G::Move, G::Undo)>,
    keys: Vec<u64>,
}

impl<G: Game> Played<G> {
    /// A game of no moves from this position.
    pub fn new(start: G) -> Self {
        Self { position: start.clone(), keys: vec![start.key()], start, moves: Vec::new() }
    }

    /// The position that the game began with.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The moves from the start, in order.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = G::Move> + ExactSizeIterator + '_ {
        self.moves.iter().map(|&(m, _)| m)
    }

    /// The moves as text, each written in the position where it was played.
    pub fn move_texts(&self, notation: Notation) -> Vec<String> {
        let mut position = self.start.clone();
        self.moves()
            .map(|m| {
                let text = position.move_text(m, notation);
                position.play(m);
                text
            })
            .collect()
    }

    /// How many moves have been played from the start.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The last move, if there is one.
    pub fn last_move(&self) -> Option<G::Move> {
        self.moves.last().map(|&(m, _)| m)
    }

    /// The keys of all positions of the game, the start first, the present one last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How the game has ended, or `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        G::outcome_with_history(self)
    }

    /// The same by player.
    pub fn result(&self) -> Option<GameResult> {
        self.outcome().map(|outcome| match outcome {
            Outcome::Win(side) => GameResult::Win(self.position.player_of(side)),
            Outcome::Draw => GameResult::Draw,
        })
    }

    /// The player whose turn it is.
    pub fn player_to_move(&self) -> Player {
        self.position.player_of(self.position.to_move())
    }

    /// The legal moves, none when the game is over.
    pub fn legal_moves(&self) -> Vec<G::Move> {
        if self.outcome().is_none() { self.position.moves() } else { Vec::new() }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the game is over or the move is not legal; the game is unchanged then.
    pub fn play(&mut self, m: G::Move) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::GameOver);
        }
        if !self.position.is_legal(m) {
            return Err(Illegal::NotLegal);
        }
        let undo = self.position.play(m);
        self.moves.push((m, undo));
        self.keys.push(self.position.key());
        Ok(())
    }

    /// Plays a move that is written in the default notation.
    ///
    /// # Errors
    /// A sentence, if it is no move, or may not be played; the game is unchanged then.
    pub fn play_text(&mut self, text: &str) -> Result<(), TextError> {
        let m = self.position.parse_move(text, Notation::default())?;
        self.play(m).map_err(|illegal| TextError::new(format!("{} {illegal}", quoted(text))))
    }

    /// Takes back the last move and returns it; `None` at the start.
    pub fn take_back(&mut self) -> Option<G::Move> {
        let (m, undo) = self.moves.pop()?;
        self.position.undo(m, undo);
        self.keys.pop();
        Some(m)
    }

    /// Whether `self` is `earlier` with no move or some moves more.
    pub fn continues(&self, earlier: &Self) -> bool {
        self.start == earlier.start
            && self.plies() >= earlier.plies()
            && self.moves().zip(earlier.moves()).all(|(a, b)| a == b)
    }
}
