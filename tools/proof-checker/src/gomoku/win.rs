//! Reads a win that the search has found, move by move: how long it lasts, and which squares it depends on.
//!
//! # The zone of a win
//!
//! A win begins in a position P with black to move. If P has come about by white doing nothing (a null move), the win
//! is a threat, and white may reply to it with a stone on some square r of P. The **zone** is a set of squares such
//! that after every reply **outside** it, black wins by the very same moves. Why it is one:
//!
//! Let black play his moves of the tree found, with the additional white stone on r, r outside the zone. Whatever
//! belongs to black is as it is in the tree: r is no move of his (they are in the zone), and no square that completes
//! a row of his or makes his double fours (in the zone). In Renju r forbids him none of them: see
//! [`super::renju::is_safe`]. A window of his that r does touch is none that the tree uses; a window of white's that r
//! is just beyond of, under `standard`, only becomes useless to white. So only what white gains by r has to be looked
//! at, in the positions with white to move:
//!
//! - After a four of black's, white must not be able to complete a row. He could not in the tree, so the window of
//!   that row would hold r, three stones of his, and the square that completes it. In the tree r is empty, and the
//!   empty squares of all windows that are open to white and hold three of his stones are in the zone. So he must take
//!   the completing square, as in the tree.
//! - After a three of black's (or a block with a three standing), white must not be able to complete a row, as before.
//!   His replies that make a four are those of the tree: one more would need r and two stones of his in an open
//!   window, and the empty squares of all open windows with two stones of his or more are in the zone. All other
//!   replies lose to a double four that the tree knows: he has no four then, neither before it nor after it.
//! - With black to move after white's reply, white threatens to complete a row where he does so in the tree (where
//!   black's move is the block), or by r. In the second case the window holds r, three stones of his, and one empty
//!   square. Either black's move of the tree takes it, or he completes a row, or the window is still open after his
//!   move: then r is in the zone by what has been said of fours and threes.
//!
//! The argument counts the stones beside r exactly, so it holds for **one** additional stone only.

use super::board::{Board, ByKey, Side};
use super::search::Search;
use super::square::{Square, Squares};
use super::threats::{
    Attack, Defence, attack, defence, double_fours, fours_of_white, stays_allowed, threats,
};

/// A win by continuous threats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// The moves of the longest game that it allows, both sides' counted, black's first one included.
    pub plies: u32,
    /// White replies elsewhere, instead of the null move before it, do not disturb it.
    pub zone: Squares,
    /// Black's squares in it.
    pub(super) own: Squares,
    /// The key of the position that it begins in.
    key: u128,
    /// Black's threats by the keys of their positions.
    moves: ByKey<Square>,
}

/// What black threatens in a position in which he is free to.
type Choice<'a> = dyn Fn(&Board, &[(Square, Square)]) -> Option<Square> + 'a;

struct Reader<'a> {
    choice: &'a Choice<'a>,
    board: &'a mut Board,
    zone: Squares,
    own: Squares,
    /// The positions read, with black to move: each once.
    read: ByKey<u32>,
    moves: ByKey<Square>,
}

impl Search {
    /// The win that the last search has found in this position. `None` if there is none, or if the search's table
    /// should have mixed up two positions: every move of a win is looked at again.
    pub fn win(&self, board: &mut Board) -> Option<Win> {
        let choice = |board: &Board, fours: &[(Square, Square)]| {
            let moves = threats(board, fours);
            let mut squares = moves.iter().map(|(square, _)| square);
            squares.find(|&square| self.is_won(board.key_after(square, Side::Black)))
        };
        read(board, &choice)
    }
}

impl Win {
    /// The same moves in a position that differs from the one that this win begins in by stones that are still there at its end: a
    /// win like any other, if one it is.
    pub(super) fn again(&self, board: &mut Board) -> Option<Self> {
        let change = self.key ^ board.key();
        read(board, &|board, _| self.moves.get(&(board.key() ^ change)).copied())
    }
}

/// Reads a win, move by move.
fn read(board: &mut Board, choice: &Choice<'_>) -> Option<Win> {
    let key = board.key();
    let (zone, own) = (Squares::default(), Squares::default());
    let mut reader = Reader { choice, board, zone, own, read: ByKey::default(), moves: ByKey::default() };
    let plies = reader.black_to_move()?;
    let Reader { zone, own, moves, .. } = reader;
    Some(Win { plies, zone: zone.or(&own), own, key, moves })
}

impl Reader<'_> {
    /// The moves of the longest game from here.
    fn black_to_move(&mut self) -> Option<u32> {
        if let Some(&plies) = self.read.get(&self.board.key()) {
            return Some(plies);
        }
        let plies = match attack(self.board) {
            Attack::Completes(square) => {
                self.own.insert(square);
                1
            }
            Attack::Double(square) => self.play(square)?,
            Attack::Blocks(square) => self.play(square)?,
            Attack::Nothing => return None,
            Attack::Free(fours) => {
                let square = (self.choice)(self.board, &fours)
                    .filter(|&square| self.board.at(square).is_none() && stays_allowed(self.board, square))?;
                self.moves.insert(self.board.key(), square);
                self.play(square)?
            }
        };
        self.read.insert(self.board.key(), plies);
        Some(plies)
    }

    fn play(&mut self, square: Square) -> Option<u32> {
        self.own.insert(square);
        self.board.place(square, Side::Black);
        let rest = self.white_to_move();
        self.board.undo();
        Some(1 + rest?)
    }

    fn white_to_move(&mut self) -> Option<u32> {
        match defence(self.board) {
            Defence::Escapes => None,
            Defence::Fours(completing) => {
                self.add(completing.iter());
                self.add(fours_of_white(self.board).iter());
                Some(2)
            }
            Defence::Four(square) => {
                self.add([square]);
                self.add(fours_of_white(self.board).iter());
                self.reply(square)
            }
            Defence::Three(fours, replies) => {
                let doubles = double_fours(&fours).flatten();
                self.add(doubles.flat_map(|&(square, completing)| [square, completing]));
                self.add(replies.iter());
                self.add(fours_of_white(self.board).iter());
                self.add(self.board.gaps(Side::White, 2).iter());
                // After any other reply: the double four, a reply, and the row.
                let mut longest = 4;
                for square in replies.iter() {
                    longest = longest.max(self.reply(square)?);
                }
                Some(longest)
            }
        }
    }

    fn reply(&mut self, square: Square) -> Option<u32> {
        self.board.place(square, Side::White);
        let rest = self.black_to_move();
        self.board.undo();
        Some(1 + rest?)
    }

    fn add(&mut self, squares: impl IntoIterator<Item = Square>) {
        squares.into_iter().for_each(|square| self.zone.insert(square));
    }
}
