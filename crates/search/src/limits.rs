//! How far a search may go, apart from the clock, which is in [`super::Control`].

use games::Game;

/// Limits of one search. Whatever is `None` does not bound it; with nothing set it runs until it is stopped.
#[derive(Clone, Debug)]
pub struct Limits<G: Game> {
    /// Plies of full-width search.
    pub depth: Option<u32>,
    /// Nodes, over all threads; searches with one thread stop exactly here.
    pub nodes: Option<u64>,
    /// If not empty, only these moves are considered at the root; all of them are legal.
    pub only: Vec<G::Move>,
    /// How many of the best moves are wanted, at least 1.
    pub multi_pv: usize,
}

impl<G: Game> Default for Limits<G> {
    fn default() -> Self {
        Self { depth: None, nodes: None, only: Vec::new(), multi_pv: 1 }
    }
}

impl<G: Game> Limits<G> {
    /// The moves to consider at the root, in the game's order: the legal ones, or those of them that were asked for.
    pub fn root_moves(&self, game: &games::Played<G>) -> Vec<G::Move> {
        let mut moves = game.legal_moves();
        if !self.only.is_empty() {
            moves.retain(|m| self.only.contains(m));
        }
        moves
    }
}
