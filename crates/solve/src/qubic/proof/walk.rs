//! Walking through every game that a strategy allows: how long the longest is, and whether it wins them all.
//!
//! The winner follows the rule of `proof-format.md`: he completes a line if he can; else plays the strategy's move; else
//! blocks; else wins by the shortest sequence of threes. Where that is hard to find, a longer one's first move is added to the
//! strategy.

use super::QUICK;
use super::solution::Moves;
use crate::qubic::forced_win::{ANY_LENGTH, Effort, Field, ForcedWins};
use games::qubic::lines::fourth_cells;
use games::qubic::{Cell, Qubic};
use games::{Game, Outcome, Side};
use std::collections::HashMap;

/// What a walk through a strategy finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// Plies of the longest game from the start.
    pub longest: u32,
    /// For each of the strategy's positions that some game reaches, the move there and the plies of the longest game.
    pub entries: HashMap<Qubic, (Cell, u32)>,
}

/// The effort for the shortest forced win.
const EFFORT: Effort = Effort { nodes: 4_000_000, complete: true };

struct Walk<'a> {
    winner: Side,
    moves: &'a Moves,
    wins: ForcedWins,
    /// Plies of the longest game from canonical positions with the winner to move.
    known: HashMap<Qubic, u32>,
    entries: HashMap<Qubic, (Cell, u32)>,
}

/// Walks through all games from `start` in which `winner` follows these moves.
///
/// # Errors
/// A position that can be reached in which the strategy fails: it has no move, or the other side wins or draws.
pub fn lengths(start: &Qubic, winner: Side, moves: &Moves) -> Result<Lengths, Qubic> {
    let mut walk =
        Walk { winner, moves, wins: ForcedWins::new(14), known: HashMap::new(), entries: HashMap::new() };
    let longest = walk.plies(start)?;
    Ok(Lengths { longest, entries: walk.entries })
}

impl Walk<'_> {
    fn plies(&mut self, position: &Qubic) -> Result<u32, Qubic> {
        match position.outcome() {
            Some(Outcome::Win(side)) if side == self.winner => Ok(0),
            Some(_) => Err(*position),
            None if position.to_move() == self.winner => self.own(&position.canonical()),
            None => self.replies(position),
        }
    }

    /// Plies of the longest game from a position with the other side to move.
    fn replies(&mut self, position: &Qubic) -> Result<u32, Qubic> {
        let (own, other) = position.own_and_other();
        if fourth_cells(own) & position.empty() != 0 {
            return Err(*position);
        }
        let threats = fourth_cells(other) & position.empty();
        // Against a threat, every reply but the block loses at once.
        let replies = match threats.count_ones() {
            0 => position.empty(),
            1 => threats,
            _ => return Ok(2),
        };
        let mut longest = if threats == 0 { 0 } else { 2 };
        for reply in Cell::of_set(replies) {
            longest = longest.max(1 + self.plies(&position.after(reply))?);
        }
        if replies == 0 { Err(*position) } else { Ok(longest) }
    }

    /// Plies of the longest game from a canonical position with the winner to move.
    fn own(&mut self, position: &Qubic) -> Result<u32, Qubic> {
        if let Some(&plies) = self.known.get(position) {
            return Ok(plies);
        }
        let (own, other) = position.own_and_other();
        let empty = position.empty();
        let mut entry = self.moves.get(position).copied();
        let threats = fourth_cells(other) & empty;
        let plies = if fourth_cells(own) & empty != 0 {
            1
        } else if let Some(m) = entry {
            1 + self.after(position, m)?
        } else if threats != 0 {
            1 + self.after(position, Cell::of_set(threats).next().ok_or(*position)?)?
        } else {
            let field = Field::new(own, other);
            if let Some(win) = self.wins.shortest(&field, EFFORT, ANY_LENGTH) {
                win.plies()
            } else {
                let mut find = |effort| self.wins.find(&field, effort, ANY_LENGTH);
                let win = find(QUICK).or_else(|| find(EFFORT));
                let m = win.and_then(|win| Cell::new(win.first())).ok_or(*position)?;
                entry = Some(m);
                1 + self.after(position, m)?
            }
        };
        if let Some(m) = entry {
            self.entries.insert(*position, (m, plies));
        }
        self.known.insert(*position, plies);
        Ok(plies)
    }

    fn after(&mut self, position: &Qubic, m: Cell) -> Result<u32, Qubic> {
        if !position.is_legal(m) {
            return Err(*position);
        }
        self.plies(&position.after(m))
    }
}
