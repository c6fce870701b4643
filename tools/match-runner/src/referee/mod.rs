//! The judge of a game: which player is to move, whether a move is legal, whether the game is over. For a game whose
//! rules are linked in it needs no engine; for any other it asks a referee program, or both engines, as UGI intends.

mod asked;
pub(crate) mod confirm;
mod program;

pub(crate) use asked::{Asked, Knows, QUESTIONS};
pub(crate) use program::Program;

use crate::engine::{Client, Fault, FaultKind, Trouble};
use crate::openings::Opening;
use crate::rules;
use crate::settings::{RefereeKind, Settings};
use games::{Board, GameResult, Notation, Player};

/// The two engines of a game, player one first.
pub(crate) type Players<'a> = [&'a mut Client; 2];

/// Why a referee stops a game.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The match is to end.
    Interrupted,
    Fault(Player, Fault),
    /// The engines do not agree on the rules.
    Disputed(String),
    /// The referee program does not judge: the match cannot go on.
    Unjudged(String),
}

impl Stop {
    /// A move that is not legal; `why` continues the sentence.
    fn illegal(player: Player, m: &str, why: &str) -> Self {
        let detail = format!("it played {}{why}", games::quoted(m));
        Self::Fault(player, Fault::new(FaultKind::IllegalMove, detail))
    }

    /// What trouble with an engine means for its game.
    pub(crate) fn from_trouble(player: Player, trouble: Trouble) -> Self {
        match trouble.or_stall("asked") {
            Trouble::Fault(fault) => Self::Fault(player, fault),
            _ => Self::Interrupted,
        }
    }
}

/// The place of a player in arrays of two.
pub(crate) const fn index(player: Player) -> usize {
    player as usize
}

pub(crate) enum Referee<'a> {
    Rules(Box<dyn Board>),
    Engines(Asked),
    Program(&'a mut Program),
}

impl<'a> Referee<'a> {
    /// A referee for this game at this opening.
    pub(crate) fn begin(
        settings: &Settings,
        opening: &Opening,
        players: &mut Players<'_>,
        program: Option<&'a mut Program>,
    ) -> Result<Self, Stop> {
        if let Some(program) = program {
            program.begin(&settings.game, opening)?;
            return Ok(Self::Program(program));
        }
        if settings.referee == RefereeKind::Engines {
            return Asked::begin(opening, players).map(Self::Engines);
        }
        let mut board = rules::board(&settings.game, &settings.rules)
            .map_err(|error| Stop::Disputed(format!("nobody knows the rules: {error}")))?;
        opening.set_up(board.as_mut()).map_err(|error| Stop::Disputed(format!("opening: {error}")))?;
        Ok(Self::Rules(board))
    }

    pub(crate) fn to_move(&self) -> Player {
        match self {
            Self::Rules(board) => board.player_to_move(),
            Self::Engines(asked) => asked.to_move,
            Self::Program(program) => program.to_move,
        }
    }

    pub(crate) fn result(&self) -> Option<GameResult> {
        match self {
            Self::Rules(board) => board.result(),
            Self::Engines(asked) => asked.result,
            Self::Program(program) => program.result,
        }
    }

    /// Plays a move of the player to move, and adds it to the position.
    pub(crate) fn play(
        &mut self,
        m: &str,
        position: &mut Opening,
        players: &mut Players<'_>,
    ) -> Result<(), Stop> {
        let mover = self.to_move();
        match self {
            Self::Rules(board) => {
                let played = board.play(m, Notation::Coordinates);
                // As the rules write it: the opponent need not read every way in which this move can be written.
                position.moves.push(played.map_err(|error| Stop::illegal(mover, m, &format!(": {error}")))?);
                Ok(())
            }
            Self::Engines(asked) => asked.play(m, position, players),
            Self::Program(program) => {
                let played = program.play(m)?;
                position.moves.push(played.map_err(|why| Stop::illegal(mover, m, &format!(": {why}")))?);
                Ok(())
            }
        }
    }

    /// Whether this player is proven to win from here, within a number of positions looked at. Only who knows the rules
    /// can say so.
    pub(crate) fn confirms(&mut self, winner: Player, nodes: u64) -> bool {
        match self {
            Self::Rules(board) => confirm::wins(board.as_mut(), winner, nodes),
            Self::Engines(_) | Self::Program(_) => false,
        }
    }

    /// Whether there is a game to think about behind this move of the player to move; a program knows only whether it is
    /// legal, and of engines one may expect whatever it likes.
    pub(crate) fn goes_on_behind(&mut self, m: &str) -> Result<bool, Stop> {
        let board = match self {
            Self::Rules(board) => board,
            Self::Engines(_) => return Ok(true),
            Self::Program(program) => return program.is_legal(m),
        };
        if board.play(m, Notation::Coordinates).is_err() {
            return Ok(false);
        }
        let goes_on = board.result().is_none();
        board.take_back();
        Ok(goes_on)
    }
}
