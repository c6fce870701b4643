//! What the engine says of a position without a search of its own thread: evaluation, drawing, threats.

use super::{Engine, Refusal};
use games::{GameResult, Mark, Player};
use solve::threats::report::Request;

impl Engine {
    /// `eval`: what the strategy thinks of the position without searching.
    pub fn evaluation(&self) -> Result<String, Refusal> {
        self.refuse_if_busy("eval")?;
        Ok(self.session.evaluation(&self.settings))
    }

    /// `d`: the position drawn, and whose turn it is.
    pub fn drawing(&self) -> Result<String, Refusal> {
        self.refuse_if_busy("d")?;
        let board = self.session.board();
        let state = match (board.result(), board.player_to_move()) {
            (Some(GameResult::Draw), _) => "drawn".to_owned(),
            (Some(result), _) => result.to_string(),
            (None, Player::P1) => "p1 to move".to_owned(),
            (None, Player::P2) => "p2 to move".to_owned(),
        };
        Ok(format!("{}\n  {state}", board.drawing(self.notation())))
    }

    /// The tree of threat-space search, in lines for people.
    ///
    /// # Errors
    /// While a job runs, or if the game has no such search.
    pub fn threats(&self, request: &Request) -> Result<Vec<String>, Refusal> {
        self.refuse_if_busy("threats")?;
        self.session.threats(request)
    }

    /// What stands out in the position: the winning row, threats, captures that must be made.
    pub fn marks(&self) -> Result<Vec<Mark>, Refusal> {
        self.refuse_if_busy("query")?;
        Ok(self.session.marks(self.notation()))
    }
}
