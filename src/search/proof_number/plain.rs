//! The plainest problem there is: whether a side can win a game, with every legal move and nothing known beforehand.
//!
//! It is the definition that cleverer problems are tested against, and good enough for small boards.

use super::{Child, Expansion, INFINITE, Problem};
use crate::game::{Game, Outcome, Side};
use std::hash::{Hash, Hasher};

/// Whether a side can force a win, by the position alone; a draw is none. Not for games in which the history decides.
#[derive(Clone, Debug)]
pub struct Plain<G: Game> {
    attacker: Side,
    moves: Vec<G::Move>,
}

/// A position that stands for its class under the symmetries of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class<G>(G);

impl<G: Game> Class<G> {
    /// The class of a position.
    #[must_use]
    pub fn of(position: &G) -> Self {
        Self(position.canonical())
    }

    /// The position that stands for it.
    #[must_use]
    pub const fn position(&self) -> &G {
        &self.0
    }
}

impl<G: Game> Hash for Class<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.key());
    }
}

impl<G: Game> Plain<G> {
    /// The problem whether this side can win.
    #[must_use]
    pub const fn new(attacker: Side) -> Self {
        Self { attacker, moves: Vec::new() }
    }

    fn solved(&self, outcome: Outcome) -> bool {
        outcome == Outcome::Win(self.attacker)
    }
}

impl<G: Game> Problem for Plain<G> {
    type Position = Class<G>;
    /// A move on the board of the class's position; see [`line_on_board`].
    type Move = G::Move;

    fn attacker_moves(&self, position: &Class<G>) -> bool {
        position.0.to_move() == self.attacker
    }

    fn expand(&mut self, position: &Class<G>) -> Expansion<Class<G>, G::Move> {
        match position.0.outcome() {
            Some(outcome) if self.solved(outcome) => return Expansion::Proven,
            Some(_) => return Expansion::Disproven,
            None => {}
        }
        self.moves.clear();
        position.0.legal_moves(&mut self.moves);
        let mut children: Vec<Child<_, _>> = Vec::with_capacity(self.moves.len());
        for &step in &self.moves {
            let mut next = position.0.clone();
            next.play(step);
            let (proof, disproof) = match next.outcome() {
                None => (1, 1),
                Some(outcome) if self.solved(outcome) => (0, INFINITE),
                Some(_) => (INFINITE, 0),
            };
            let next = Class::of(&next);
            // Symmetric moves are one: counted twice, they would look like twice the work.
            if children.iter().all(|child| child.position != next) {
                children.push(Child { step, position: next, proof, disproof });
            }
        }
        Expansion::Children(children)
    }
}

/// The moves of a game from `start` that a line of [`Plain`] means: each of its moves is on the board of a class, turned
/// or reflected against the one of the game. Ends early if the line does not fit.
pub fn line_on_board<G: Game>(start: &G, line: &[G::Move]) -> Vec<G::Move> {
    let mut position = start.clone();
    let mut found = Vec::with_capacity(line.len());
    for &step in line {
        let class = position.canonical();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let symmetry = (0..G::SYMMETRIES).find(|&symmetry| position.image(symmetry) == class);
        let meant = |symmetry| moves.into_iter().find(|&m| position.image_move(m, symmetry) == step);
        let Some(m) = symmetry.and_then(meant) else { break };
        position.play(m);
        found.push(m);
    }
    found
}
