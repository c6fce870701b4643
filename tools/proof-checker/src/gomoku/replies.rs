//! White's replies in one position: each is won for black by threats alone, or black plays on.

use super::board::{Board, Rules, Side};
use super::entries::Entries;
use super::position::Position;
use super::renju::is_forbidden;
use super::search::{Found, Search};
use super::square::{Square, Squares};
use super::win::Win;
use crate::Options;

/// A search for a win by continuous threats gives up after so many positions.
pub(super) const LIMIT: u64 = 1_000_000;
/// The same where a failure only means that more is to be looked at: after a null move, or before a block.
pub(super) const SHORT_LIMIT: u64 = 20_000;

/// Looks at one position after the other.
pub(super) struct Replies<'a> {
    rules: Rules,
    every_reply: bool,
    entries: &'a Entries,
    board: Board,
    /// The position on the board.
    position: Position,
    search: Search,
    /// Black's wins by continuous threats after white's replies, or a pass, in the position with white to move: what wins against one of
    /// them often wins against another.
    wins: Vec<Win>,
}

/// What comes of white's replies in a position if none breaks the proof.
pub(super) struct Outcome {
    /// The moves of the longest game that ends by black's threats alone.
    pub longest: u32,
    /// The other replies that have to be played, each with black's move after it.
    pub playing: Vec<[Square; 2]>,
    /// How many replies were looked at.
    pub replies: u64,
}

/// How black goes on with him to move.
pub(super) enum Won {
    /// By continuous threats alone: the moves of the longest game, and the zone of that win.
    ByThreats { plies: u32, zone: Squares },
    /// With this legal move.
    Playing(Square),
}

/// What breaks the proof.
pub(super) struct Broken {
    /// The legal moves from the position looked at.
    pub line: Vec<Square>,
    /// Black's move after them if it may not be played.
    pub illegal: Option<Square>,
    pub why: String,
}

impl<'a> Replies<'a> {
    /// For positions that follow from this one.
    pub(super) fn new(position: &Position, rules: Rules, entries: &'a Entries, options: Options) -> Self {
        let moves = |plies: u32| if position.black_moves { plies.div_ceil(2) } else { plies / 2 };
        let most = options.longest.map(|plies| position.black.count() + moves(plies) as usize);
        Self {
            rules,
            every_reply: options.every_reply,
            entries,
            board: Board::new(position, rules),
            position: *position,
            search: Search::within(most),
            wins: Vec::new(),
        }
    }

    /// Looks at every reply that has to be looked at in a position with white to move.
    ///
    /// # Errors
    /// The first one that breaks the proof.
    pub(super) fn to(&mut self, position: &Position) -> Result<Outcome, Broken> {
        self.board.set(position);
        self.position = *position;
        self.wins.clear();
        if self.board.is_full() {
            return Err(broken("the game is drawn"));
        }
        if let Some(square) = self.board.completing(Side::White).iter().next() {
            return Err(broken("white has completed a row").after(square));
        }
        if !self.every_reply && !self.restricted() {
            self.find_win(SHORT_LIMIT);
        }
        let mut outcome = Outcome { longest: 0, playing: Vec::new(), replies: 0 };
        let mut left: Squares = self.board.empty().collect();
        if let Some(win) = self.wins.last() {
            outcome.longest = 1 + win.plies;
            left = left.and(&win.zone);
        }
        while let Some(reply) = self.hardest(&left) {
            left.remove(reply);
            outcome.replies += 1;
            self.board.place(reply, Side::White);
            self.position.put(reply);
            let won = self.black_to_move().map_err(|broken| broken.after(reply))?;
            self.board.undo();
            self.position = *position;
            match won {
                Won::Playing(square) => outcome.playing.push([reply, square]),
                Won::ByThreats { plies, zone } => {
                    outcome.longest = outcome.longest.max(1 + plies);
                    // Where more than five win, too, a stone too many never hurts its owner: a side that wins although white has
                    // stones on `reply` and on another square wins although white has only the second.
                    if matches!(self.rules, Rules::Freestyle | Rules::SecondMoveRestricted)
                        && !self.every_reply
                    {
                        left = left.and(&zone);
                    }
                }
            }
        }
        Ok(outcome)
    }

    /// Black's move by the rule of the format.
    ///
    /// # Errors
    /// Why he has none.
    pub(super) fn black_to_move(&mut self) -> Result<Won, Broken> {
        if self.board.is_full() {
            return Err(broken("the game is drawn"));
        }
        if let Some(square) = self.board.completing(Side::Black).iter().next() {
            return Ok(Won::ByThreats { plies: 1, zone: Squares::from_iter([square]) });
        }
        if let Some(square) = self.entries.find(&self.position) {
            return self.legal(square);
        }
        let threats = self.board.completing(Side::White);
        if threats.count() > 1 {
            return Err(broken("white threatens to complete a row in two ways"));
        }
        let limit = if threats.is_empty() { LIMIT } else { SHORT_LIMIT };
        let found = if self.restricted() { Found::None } else { self.find_win(limit) };
        if found == Found::Win
            && let Some(win) = self.wins.last()
        {
            return Ok(Won::ByThreats { plies: win.plies, zone: win.zone });
        }
        if let Some(block) = threats.iter().next() {
            return self.legal(block);
        }
        let why = match found {
            Found::GaveUp => {
                format!(
                    "the search for a win by continuous threats gave up, in every manner, after {LIMIT} positions"
                )
            }
            _ if self.search.is_bounded() => "there is no win by continuous threats in time".to_owned(),
            _ => "there is no win by continuous threats".to_owned(),
        };
        Err(broken(format!(
            "black can complete no row, his position is not in the certificate, he has nothing to block, and {why}"
        )))
    }

    /// This move, the certificate's or a block, if it may be played.
    fn legal(&self, square: Square) -> Result<Won, Broken> {
        let illegal = |why| Broken { illegal: Some(square), ..broken(why) };
        if self.board.at(square).is_some() {
            return Err(illegal("black's move is on a taken square"));
        }
        let first = self.position.black.iter().next().filter(|_| self.restricted());
        if first.is_some_and(|first| near(self.position.size, first, square)) {
            return Err(illegal("black's second stone is in the 5 x 5 square around his first"));
        }
        if self.rules == Rules::Renju && is_forbidden(&self.position, square) {
            return Err(illegal("black's move is forbidden"));
        }
        Ok(Won::Playing(square))
    }

    /// Looks for a win by continuous threats, which is then the last of `wins`: first among those, of which it takes the place, unless
    /// white has a stone where it plays.
    fn find_win(&mut self, limit: u64) -> Found {
        let Self { wins, board, search, position, .. } = self;
        let free = |&number: &usize| wins[number].own.and(&position.white).is_empty();
        let again = |number: usize| {
            let win = wins[number].again(board)?;
            search.in_time(board, win.plies.div_ceil(2) as usize).then_some((number, win))
        };
        if let Some((number, win)) = (0..wins.len()).rev().filter(free).find_map(again) {
            wins.remove(number);
            wins.push(win);
            return Found::Win;
        }
        let likely = wins.iter().fold(Squares::default(), |all, win| all.or(&win.own));
        match search.run(board, limit, likely) {
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

    /// Of these replies the one that takes a square from most of the wins found so far: what wins against it is most likely to be something
    /// else, and so to leave fewer replies in its zone, too.
    fn hardest(&self, replies: &Squares) -> Option<Square> {
        let spoilt = |&square: &Square| self.wins.iter().filter(|win| win.own.contains(square)).count();
        replies.iter().max_by_key(spoilt)
    }
}

impl Broken {
    /// The same, this legal move before it.
    pub(super) fn after(mut self, square: Square) -> Self {
        self.line.insert(0, square);
        self
    }
}

fn broken(why: impl Into<String>) -> Broken {
    Broken { line: Vec::new(), illegal: None, why: why.into() }
}

/// Whether two squares are at most two rows and two columns apart.
fn near(size: usize, one: Square, other: Square) -> bool {
    let (one, other) = (usize::from(one), usize::from(other));
    (one / size).abs_diff(other / size) <= 2 && (one % size).abs_diff(other % size) <= 2
}
