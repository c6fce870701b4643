//! The rules of games, and nothing else: what a position is, which moves are legal, when it ends.
//!
//! Everything above (searches, strategies, the protocol, the match runner's referee) is written against the
//! trait [`Game`]; a new game is one folder beside `qubic/` that passes the laws in `tests/laws.rs`.
// A game is added from outside by what stands here.
#![warn(missing_docs)]

mod about;
pub mod board;
pub mod draughts;
pub mod gomoku;
mod hash;
#[cfg(feature = "laws")]
pub mod laws;
mod played;
pub mod portable;
pub mod qubic;
pub mod random;
mod runs;
pub mod settings;

pub use about::{About, Mark, MarkKind, Shape};
pub use board::Board;
pub use hash::mix;
pub use played::{Illegal, Played};

use settings::{OptionSpec, Settings};
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// A colour: the one that moves first from the starting position, or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The side that moves first from the starting position (`x` in Qubic).
    First,
    /// The other side (`o` in Qubic).
    Second,
}

impl Side {
    /// Its place in lists of two: 0 or 1.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent's colour.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A participant of a game: owner of a clock and of a result. Colours can change hands (opening protocols with a
/// swap), players never do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Player one, who makes the first move of a game from the starting position.
    P1,
    /// Player two.
    P2,
}

impl Player {
    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::P1 => Self::P2,
            Self::P2 => Self::P1,
        }
    }
}

/// How a game ended, by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Nobody has won, and nobody will.
    Draw,
}

/// How a game ended, by player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// This player has won.
    Win(Player),
    /// Drawn.
    Draw,
}

impl Display for GameResult {
    /// The word that `query result` answers: `p1win`, `p2win`, `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win(Player::P1) => "p1win",
            Self::Win(Player::P2) => "p2win",
            Self::Draw => "draw",
        })
    }
}

impl FromStr for GameResult {
    type Err = String;

    /// Reads such a word.
    fn from_str(word: &str) -> Result<Self, String> {
        let all = [Self::Win(Player::P1), Self::Win(Player::P2), Self::Draw];
        let known = all.into_iter().find(|result| result.to_string() == word);
        known.ok_or_else(|| format!("result {}: a result is one of p1win, p2win, draw", quoted(word)))
    }
}

/// How moves are written. A game that has only its own notation uses it whatever the value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Notation {
    /// The game's usual notation; in Qubic level, row, column as in Citrenbaum 1965, figure 3.2: `111`..`444`.
    #[default]
    Coordinates,
    /// Doake 1972, figure 3: `1`..`64`.
    Doake,
    /// Patashnik's dictionary of 1977: `0`..`63`.
    Index,
    /// Stones dropped from a reserve, as chess programs write them: `P@h8` in Go-Moku.
    Drops,
}

impl Notation {
    /// Every notation, with the name that the option `Notation` gives it.
    pub const ALL: [(&'static str, Self); 4] = [
        ("coordinates", Self::Coordinates),
        ("doake", Self::Doake),
        ("index", Self::Index),
        ("drops", Self::Drops),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|&&(_, notation)| notation == self).map_or("", |(name, _)| name)
    }

    /// The notation of this name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|&(_, notation)| notation)
    }
}

/// Why a text is not a position or a move: one sentence that says what was wrong and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError(pub String);

impl TextError {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TextError {}

/// Cuts a foreign text down to something that fits in an error message: at most 40 printable characters.
pub fn quoted(text: &str) -> String {
    let mut short: String =
        text.chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    format!("'{short}'")
}

/// The rules of a two-player, perfect-information game. A value is a position without its history.
///
/// Laws, checked for every game by `tests/laws.rs`: the accepted moves are exactly the generated ones; `undo`
/// restores the position; equal positions have equal keys however they were reached; symmetric positions have equal
/// canonical keys and outcomes; texts round-trip; a finished position has no legal moves.
pub trait Game: Clone + PartialEq + Eq + Debug + Send + Sync + 'static {
    /// The name that the option `Game` gives it, in lower case.
    const NAME: &'static str;
    /// How many symmetries of the board [`Game::image`] knows, the identity (number 0) among them.
    const SYMMETRIES: usize = 1;
    /// What people and drawings are told of it.
    const ABOUT: About = About::only(Self::NAME);
    /// The options that say by which rules it is played. Their names are distinct among games.
    const RULES: &'static [OptionSpec] = &[];

    /// What is fixed before the first move: rules, board size.
    type Setup: Clone + Default + PartialEq + Debug + Send + Sync;
    /// A move.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync;
    /// What [`Game::undo`] must be given back beside the move.
    type Undo: Copy + Debug + Send + Sync;

    /// What these values of [`Game::RULES`] fix before the first move.
    ///
    /// # Errors
    /// A sentence, if they do not go together.
    fn setup(_settings: &Settings) -> Result<Self::Setup, String> {
        Ok(Self::Setup::default())
    }

    /// The starting position.
    fn start(setup: &Self::Setup) -> Self;

    /// Appends every legal move to `moves`, in a fixed order; none when the game is over.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// The same in a list of their own.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves
    }

    /// Whether this move may be played here.
    fn is_legal(&self, m: Self::Move) -> bool {
        self.moves().contains(&m)
    }

    /// Plays a legal move.
    fn play(&mut self, m: Self::Move) -> Self::Undo;

    /// The position after a legal move.
    fn after(&self, m: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(m);
        next
    }

    /// Takes back the move just played.
    fn undo(&mut self, m: Self::Move, undo: Self::Undo);

    /// The colour to move (also when the game is over: the one that would be next).
    fn to_move(&self) -> Side;

    /// The player who holds this colour.
    fn player_of(&self, side: Side) -> Player {
        match side {
            Side::First => Player::P1,
            Side::Second => Player::P2,
        }
    }

    /// How the game has ended by the position alone, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// How the game has ended, its history considered: games with repetition or move-count draws decide here.
    fn outcome_with_history(played: &Played<Self>) -> Option<Outcome> {
        played.position().outcome()
    }

    /// A hash of the position (stones and colour to move) without its history.
    fn key(&self) -> u64;

    /// A hash that is equal for positions that a symmetry of the board carries into each other.
    fn canonical_key(&self) -> u64;

    /// The position that stands for all those that a symmetry of the board carries into each other: one of them, the
    /// same for each. By default the image whose key is the canonical key.
    fn canonical(&self) -> Self {
        let key = self.canonical_key();
        let mut images = (0..Self::SYMMETRIES).map(|symmetry| self.image(symmetry));
        images.find(|image| image.key() == key).unwrap_or_else(|| self.clone())
    }

    /// The image of this position under symmetry number `symmetry` (below [`Game::SYMMETRIES`]).
    fn image(&self, symmetry: usize) -> Self;

    /// The image of a move under the same symmetry.
    fn image_move(&self, m: Self::Move, symmetry: usize) -> Self::Move;

    /// The position as one token of text, which [`Game::from_text`] reads back.
    fn to_text(&self) -> String;

    /// Reads a position.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the text.
    fn from_text(setup: &Self::Setup, text: &str) -> Result<Self, TextError>;

    /// The move as text.
    fn move_text(&self, m: Self::Move, notation: Notation) -> String;

    /// Reads a move; it need not be legal.
    ///
    /// # Errors
    /// A sentence that says what a move looks like in this notation.
    fn parse_move(&self, text: &str, notation: Notation) -> Result<Self::Move, TextError>;

    /// The board drawn in lines of text for people, with the last move (if any) marked.
    fn drawing(&self, last: Option<Self::Move>, notation: Notation) -> String;

    /// A guess at how many moves the player to move will still make: for sharing out time, nothing else.
    fn moves_left(&self) -> u32 {
        20
    }

    /// Counts the leaves of the tree of legal moves at this depth; games that are over earlier have none.
    fn perft(&mut self, depth: u32) -> u64 {
        let moves = self.moves();
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves
                .into_iter()
                .map(|m| {
                    let undo = self.play(m);
                    let leaves = self.perft(depth - 1);
                    self.undo(m, undo);
                    leaves
                })
                .sum(),
        }
    }
}
