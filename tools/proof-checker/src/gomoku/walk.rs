//! Plays black's moves against white's replies, from the start to the end of every game (`proof-format.md`, "Go-Moku").

use super::board::{Board, Rules, Side};
use super::entries::Entries;
use super::position::Position;
use super::search::{Found, Search};
use super::square::{Square, Squares, square_name};
use super::win::Win;
use crate::{Progress, Refusal};
use std::collections::HashMap;

/// A search for a win by continuous threats gives up after so many positions.
pub(super) const LIMIT: u64 = 1_000_000;
/// The same where a failure only means that more is to be looked at: after a null move, or before a block.
pub(super) const SHORT_LIMIT: u64 = 20_000;

/// A check under way.
pub(super) struct Walk<'a> {
    rules: Rules,
    every_reply: bool,
    entries: Entries,
    board: Board,
    /// The position on the board.
    position: Position,
    search: Search,
    /// Black's wins by continuous threats after white's replies, or a pass, in the position with white to move that was looked at last: what
    /// wins against one of them often wins against another.
    wins: Vec<Win>,
    /// The moves from the start to the position looked at.
    line: Vec<Square>,
    /// For each class with white to move whose replies all lose, the moves of the longest game from there.
    lost: HashMap<Position, u32>,
    progress: Progress,
    watch: &'a mut dyn FnMut(Progress),
}

/// How a position with black to move is won.
struct Won {
    /// The moves of the longest game.
    plies: u32,
    /// If it is by continuous threats alone: the zone of that win.
    zone: Option<Squares>,
}

impl<'a> Walk<'a> {
    /// A check from this start.
    pub(super) fn new(
        start: &Position,
        rules: Rules,
        entries: Entries,
        every_reply: bool,
        watch: &'a mut dyn FnMut(Progress),
    ) -> Self {
        Self {
            rules,
            every_reply,
            board: Board::new(start, rules),
            position: *start,
            search: Search::default(),
            wins: Vec::new(),
            line: Vec::new(),
            lost: HashMap::new(),
            progress: Progress { entries: entries.by_class.len(), ..Progress::default() },
            entries,
            watch,
        }
    }

    /// The moves of the longest game, with the entries that know which of them have been reached.
    ///
    /// # Errors
    /// The line of play that breaks the proof.
    pub(super) fn check(mut self) -> Result<(u32, Entries), Refusal> {
        let longest =
            if self.position.black_moves { self.black_to_move()?.plies } else { self.white_to_move()? };
        Ok((longest, self.entries))
    }

    /// Black's move by the rule of the format, and whether every reply to it loses.
    fn black_to_move(&mut self) -> Result<Won, Refusal> {
        if self.board.is_full() {
            return Err(self.broken("the game is drawn"));
        }
        if let Some(&square) = self.board.completing(Side::Black).first() {
            return Ok(Won { plies: 1, zone: Some(Squares::from_iter([square])) });
        }
        if let Some(square) = self.entries.find(&self.position) {
            return self.black_plays(square);
        }
        let threats = self.board.completing(Side::White);
        if threats.len() > 1 {
            return Err(self.broken("white threatens to complete a row in two ways"));
        }
        let limit = if threats.is_empty() { LIMIT } else { SHORT_LIMIT };
        let found = if self.restricted() { Found::None } else { self.find_win(limit) };
        if found == Found::Win
            && let Some(win) = self.wins.last()
        {
            return Ok(Won { plies: win.plies, zone: Some(win.zone) });
        }
        if let Some(&block) = threats.first() {
            return self.black_plays(block);
        }
        let why = match found {
            Found::GaveUp => {
                format!(
                    "the search for a win by continuous threats gave up, in every manner, after {LIMIT} positions"
                )
            }
            _ => "there is no win by continuous threats".to_owned(),
        };
        Err(self.broken(&format!(
            "black can complete no row, his position is not in the certificate, he has nothing to block, and {why}"
        )))
    }

    /// Looks for a win by continuous threats, which is then the last of `wins`: among those first.
    fn find_win(&mut self, limit: u64) -> Found {
        let Self { wins, board, search, .. } = self;
        if let Some(win) = wins.iter().rev().find_map(|win| win.again(board)) {
            wins.push(win);
            return Found::Win;
        }
        match search.run(board, limit) {
            Found::Win => search.win(board).map_or(Found::None, |win| {
                wins.push(win);
                Found::Win
            }),
            other => other,
        }
    }

    /// Whether black's next stone is his second one, and the rules restrict it.
    fn restricted(&self) -> bool {
        self.rules == Rules::SecondMoveRestricted && self.board.count(Side::Black) == 1
    }

    fn black_plays(&mut self, square: Square) -> Result<Won, Refusal> {
        let first = self.position.black.iter().next();
        self.line.push(square);
        if self.board.at(square).is_some() {
            return Err(self.broken("black's move is on a taken square"));
        }
        if self.restricted() && first.is_some_and(|first| near(self.position.size, first, square)) {
            return Err(self.broken("black's second stone is in the 5 x 5 square around his first"));
        }
        let before = self.put(square, Side::Black);
        let rest = self.white_to_move()?;
        self.take_back(square, before);
        Ok(Won { plies: 1 + rest, zone: None })
    }

    /// The moves of the longest game from a position with white to move: every reply has to lose.
    fn white_to_move(&mut self) -> Result<u32, Refusal> {
        if self.board.is_full() {
            return Err(self.broken("the game is drawn"));
        }
        let class = self.entries.class(&self.position);
        if let Some(&longest) = self.lost.get(&class) {
            return Ok(longest);
        }
        if let Some(&square) = self.board.completing(Side::White).first() {
            let before = self.put(square, Side::White);
            self.line.push(square);
            let refusal = self.broken("white has completed a row");
            self.take_back(square, before);
            return Err(refusal);
        }
        let before = std::mem::take(&mut self.wins);
        self.look_for_threat();
        let mut longest = 0;
        let mut left: Squares = self.board.empty().collect();
        if let Some(win) = self.wins.last() {
            longest = 1 + win.plies;
            left = left.and(&win.zone);
        }
        while let Some(reply) = self.hardest(&left) {
            left.remove(reply);
            let won = self.white_plays(reply)?;
            longest = longest.max(1 + won.plies);
            // Where more than five win, too, a stone too many never hurts its owner: a side that wins although white has
            // stones on `reply` and on another square wins although white has only the second.
            if let Some(zone) = won.zone
                && self.rules != Rules::Standard
                && !self.every_reply
            {
                left = left.and(&zone);
            }
        }
        self.wins = before;
        self.lost.insert(class, longest);
        self.progress.positions += 1;
        self.progress.choices = self.entries.by_class.reached();
        (self.watch)(self.progress);
        Ok(longest)
    }

    /// Looks for black's win by continuous threats if white did nothing now.
    fn look_for_threat(&mut self) {
        if !self.every_reply && !self.restricted() {
            self.find_win(SHORT_LIMIT);
        }
    }

    /// Of these replies the one that takes a square from most of the wins found so far: what wins against it is most likely to be something
    /// else, and so to leave fewer replies in its zone, too.
    fn hardest(&self, replies: &Squares) -> Option<Square> {
        let spoilt = |&square: &Square| self.wins.iter().filter(|win| win.own.contains(square)).count();
        replies.iter().max_by_key(spoilt)
    }

    fn white_plays(&mut self, square: Square) -> Result<Won, Refusal> {
        self.line.push(square);
        let before = self.put(square, Side::White);
        let won = self.black_to_move()?;
        self.take_back(square, before);
        self.progress.replies += 1;
        Ok(won)
    }

    /// Puts a stone on the board; gives the position before.
    fn put(&mut self, square: Square, side: Side) -> Position {
        let before = self.position;
        self.board.place(square, side);
        match side {
            Side::Black => self.position.black.insert(square),
            Side::White => self.position.white.insert(square),
        }
        self.position.black_moves = side == Side::White;
        before
    }

    fn take_back(&mut self, square: Square, before: Position) {
        self.board.remove(square);
        self.position = before;
        self.line.pop();
    }

    /// A refusal that names the line of play to this position.
    fn broken(&self, why: &str) -> Refusal {
        let moves: Vec<String> =
            self.line.iter().map(|&square| square_name(self.position.size, square)).collect();
        let line =
            if moves.is_empty() { "at the start".into() } else { format!("after {}", moves.join(" ")) };
        Refusal::new(format!("{line} (position {}) {why}", self.position))
    }
}

/// Whether two squares are at most two rows and two columns apart.
fn near(size: usize, one: Square, other: Square) -> bool {
    let (one, other) = (usize::from(one), usize::from(other));
    (one / size).abs_diff(other / size) <= 2 && (one % size).abs_diff(other % size) <= 2
}
