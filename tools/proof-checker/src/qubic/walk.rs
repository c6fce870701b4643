//! Plays the winner's moves against every reply, from the start to the end of every game.
//!
//! The winner's move, as `proof-format.md` states it: he completes a line if he can; otherwise he plays the move of the
//! certificate if the position's class is in it; otherwise he blocks if the opponent threatens to complete a line;
//! otherwise he plays the shortest forced win by threes.

use super::board::{Board, Position, cell_name, cells, is_single};
use super::entries::Entries;
use super::forced::{Forced, Replies};
use crate::{Progress, Refusal};
use std::collections::HashMap;

/// A check under way.
struct Walk<'a> {
    board: &'a Board,
    entries: Entries<'a>,
    forced: Forced<'a>,
    /// The moves from the start to the position looked at.
    line: Vec<u8>,
    /// For each class with the opponent to move whose replies all lose, the moves of the longest game from there.
    lost: HashMap<Position, u32>,
    progress: Progress,
    watch: &'a mut dyn FnMut(Progress),
}

/// The moves of the longest game from this start, with the entries that know which of them have been reached.
///
/// # Errors
/// The line of play that breaks the proof.
pub(super) fn check<'a>(
    board: &'a Board,
    entries: Entries<'a>,
    start: Position,
    x_wins: bool,
    watch: &'a mut dyn FnMut(Progress),
) -> Result<(u32, Entries<'a>), Refusal> {
    let progress = Progress { entries: entries.by_class.len(), ..Progress::default() };
    let (forced, lost) = (Forced::new(board), HashMap::new());
    let mut walk = Walk { board, entries, forced, line: Vec::new(), lost, progress, watch };
    let longest = if start.x_moves() == x_wins {
        walk.winner_to_move(start, None)
    } else {
        walk.opponent_to_move(start)
    }?;
    Ok((longest, walk.entries))
}

impl Walk<'_> {
    /// The moves of the longest game from a position with the winner to move, after a reply if there was one.
    fn winner_to_move(
        &mut self,
        position: Position,
        after: Option<(u8, &mut Replies)>,
    ) -> Result<u32, Refusal> {
        let (own, other) = position.own_and_other();
        if position.is_full() {
            return Err(self.broken(position, "the game is drawn"));
        }
        if self.board.completing(own, other) != 0 {
            return Ok(1);
        }
        if let Some((cell, plies)) = self.entries.find(position) {
            let longest = self.winner_plays(position, cell)?;
            if longest > u32::from(plies) {
                let words =
                    format!("is said to be won within {plies} plies, and a game of {longest} follows");
                return Err(self.broken(position, &words));
            }
            return Ok(longest);
        }
        let threats = self.board.completing(other, own);
        if is_single(threats) {
            return self.winner_plays(position, threats.trailing_zeros() as u8);
        }
        if threats != 0 {
            return Err(self.broken(position, "the opponent threatens to complete a line in two ways"));
        }
        let win = match after {
            Some((reply, replies)) => self.forced.shortest_after(reply, replies),
            None => self.forced.shortest(own, other),
        };
        match win {
            Some(moves) => Ok(2 * moves - 1),
            None => Err(self.broken(
                position,
                "the winner can complete no line, his position is not in the certificate, he has nothing to block, \
                 and there is no forced win by threes",
            )),
        }
    }

    fn winner_plays(&mut self, position: Position, cell: u8) -> Result<u32, Refusal> {
        self.line.push(cell);
        let rest = self.opponent_to_move(position.after(cell))?;
        self.line.pop();
        Ok(1 + rest)
    }

    /// The moves of the longest game from a position with the opponent to move: every reply is played.
    fn opponent_to_move(&mut self, position: Position) -> Result<u32, Refusal> {
        if position.is_full() {
            return Err(self.broken(position, "the game is drawn"));
        }
        let class = self.entries.class(position);
        if let Some(&longest) = self.lost.get(&class) {
            return Ok(longest);
        }
        let (own, other) = position.own_and_other();
        let mut replies = Replies::new(other, own);
        let mut longest = 0;
        for reply in cells(!(own | other)) {
            self.line.push(reply);
            let next = position.after(reply);
            if self.board.has_line(own | 1 << reply) {
                return Err(self.broken(next, "the opponent has completed a line"));
            }
            longest = longest.max(1 + self.winner_to_move(next, Some((reply, &mut replies)))?);
            self.line.pop();
            self.progress.replies += 1;
        }
        self.lost.insert(class, longest);
        self.progress.positions += 1;
        if self.progress.positions.is_multiple_of(64) {
            self.progress.choices = self.entries.by_class.reached();
            (self.watch)(self.progress);
        }
        Ok(longest)
    }

    /// A refusal that names the line of play to this position.
    fn broken(&self, position: Position, why: &str) -> Refusal {
        let moves: Vec<String> = self.line.iter().map(|&cell| cell_name(cell)).collect();
        Refusal::in_play(&moves, position, why)
    }
}
