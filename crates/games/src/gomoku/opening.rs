//! Go-Moku with an opening protocol: a wrapper whose moves are stones and decisions. The players never change; the
//! colours do.
//!
//! Without a protocol it is [`Gomoku`] with other clothes. While a protocol runs, colours and players are apart: one
//! player may place stones of both colours, so the side to move says which colour is placed next (or which side the
//! player who decides holds so far), and [`Game::player_of`] who does it.

use super::setup::RuleOptions;
use super::{Gomoku, Protocol, Setup, Square};
use crate::settings::{OptionSpec, Settings};
use crate::{About, Game, Notation, Outcome, Player, Shape, Side, TextError, quoted};
use std::fmt::{self, Write as _};

/// A move: a stone, or a decision about colours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OpeningMove {
    /// A stone of the colour to move.
    Stone(Square),
    /// Take the other colour.
    Swap,
    /// Stay with one's colour.
    Keep,
    /// Place a white and a black stone more and let the other player decide.
    Add2,
}

impl OpeningMove {
    const WORDS: [(&'static str, Self); 3] =
        [("swap", Self::Swap), ("keep", Self::Keep), ("add2", Self::Add2)];

    /// Where a stone is placed; `None` of a decision.
    pub const fn square(self) -> Option<Square> {
        if let Self::Stone(square) = self { Some(square) } else { None }
    }
}

impl fmt::Display for OpeningMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stone(square) => fmt::Display::fmt(square, f),
            Self::Swap => f.pad("swap"),
            Self::Keep => f.pad("keep"),
            Self::Add2 => f.pad("add2"),
        }
    }
}

impl fmt::Debug for OpeningMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How far the opening has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    /// It is over, or there is none: stones until the end.
    Free,
    /// Choice rule: black's first stone, in the centre.
    Centre,
    /// Choice rule: white's first stone, beside black's.
    Neighbour,
    /// Choice rule: black's second stone, anywhere.
    Anywhere,
    /// Choice rule: white decides.
    Choice,
    /// Swap2: player one places this stone, 1 to 3.
    Place(u8),
    /// Swap2: player two decides after three stones.
    ChoiceOf3,
    /// Swap2: player two places this stone, 4 or 5.
    Add(u8),
    /// Swap2: player one decides after five stones.
    ChoiceOf5,
}

impl Stage {
    /// Each stage but the last of all with its word in a position's text, its protocol, and how many stones lie there.
    const WORDS: [(&'static str, Self, Protocol, usize); 11] = [
        ("centre", Self::Centre, Protocol::Choice, 0),
        ("neighbour", Self::Neighbour, Protocol::Choice, 1),
        ("anywhere", Self::Anywhere, Protocol::Choice, 2),
        ("choice", Self::Choice, Protocol::Choice, 3),
        ("place1", Self::Place(1), Protocol::Swap2, 0),
        ("place2", Self::Place(2), Protocol::Swap2, 1),
        ("place3", Self::Place(3), Protocol::Swap2, 2),
        ("choice3", Self::ChoiceOf3, Protocol::Swap2, 3),
        ("add4", Self::Add(4), Protocol::Swap2, 3),
        ("add5", Self::Add(5), Protocol::Swap2, 4),
        ("choice5", Self::ChoiceOf5, Protocol::Swap2, 5),
    ];

    const fn first(protocol: Protocol) -> Self {
        match protocol {
            Protocol::None => Self::Free,
            Protocol::Choice => Self::Centre,
            Protocol::Swap2 => Self::Place(1),
        }
    }

    /// The stage after a stone.
    const fn after_stone(self) -> Self {
        match self {
            Self::Centre => Self::Neighbour,
            Self::Neighbour => Self::Anywhere,
            Self::Anywhere => Self::Choice,
            Self::Place(n) if n < 3 => Self::Place(n + 1),
            Self::Place(_) => Self::ChoiceOf3,
            Self::Add(4) => Self::Add(5),
            Self::Add(_) => Self::ChoiceOf5,
            Self::Free | Self::Choice | Self::ChoiceOf3 | Self::ChoiceOf5 => Self::Free,
        }
    }

    /// The decisions that can be taken; none where stones are placed.
    const fn decisions(self) -> &'static [OpeningMove] {
        match self {
            Self::Choice | Self::ChoiceOf5 => &[OpeningMove::Swap, OpeningMove::Keep],
            Self::ChoiceOf3 => &[OpeningMove::Swap, OpeningMove::Keep, OpeningMove::Add2],
            _ => &[],
        }
    }
}

/// What stands before a square in [`Notation::Drops`], whatever the colour.
const DROP: &str = "P@";

/// The name of the stage in which colours are swapped and stones follow.
const SWAPPED: &str = "swapped";

/// A position of Go-Moku with the state of its opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    game: Gomoku,
    protocol: Protocol,
    stage: Stage,
    /// Whether player one holds white.
    swapped: bool,
}

impl Opening {
    /// The stones and what follows from them.
    pub const fn game(&self) -> &Gomoku {
        &self.game
    }

    /// Whether the rest of the game is stones.
    pub fn is_free(&self) -> bool {
        self.stage == Stage::Free
    }

    /// The same stones with the opening over, everyone keeping his colour.
    pub fn freed(&self) -> Self {
        Self { stage: Stage::Free, ..self.clone() }
    }

    /// The same stones with this side to move.
    ///
    /// # Errors
    /// If that side already has a winning row.
    pub fn with_turn(&self, side: Side) -> Result<Self, TextError> {
        Ok(Self { game: self.game.with_turn(side)?, ..self.clone() })
    }

    /// Whether the protocol allows a stone here that the rules allow.
    fn protocol_allows(&self, square: Square) -> bool {
        match self.stage {
            Stage::Centre => self.is_central(square),
            Stage::Neighbour => {
                self.game.stones().of_side(Side::First).any(|black| black.distance(square) == 1)
            }
            stage => stage.decisions().is_empty(),
        }
    }

    /// Whether this is the middle of the board; a board of even size has four such squares.
    fn is_central(&self, square: Square) -> bool {
        let size = self.game.setup().size();
        let central = |n: usize| n == (size - 1) / 2 || n == size / 2;
        central(square.column()) && central(square.row())
    }

    /// What the state of the opening adds to the key.
    fn stage_key(&self) -> u64 {
        let word = Stage::WORDS.iter().position(|&(_, stage, ..)| stage == self.stage);
        match (word, self.swapped) {
            (None, false) => 0,
            (word, swapped) => crate::hash::mix(!(2 * word.map_or(0, |n| n as u64 + 1) + u64::from(swapped))),
        }
    }
}

impl Game for Opening {
    const NAME: &'static str = Gomoku::NAME;
    const ABOUT: About = About {
        title: "Go-Moku",
        rules: "Black begins. In turn each side puts a stone on an empty crossing; stones stay.\n\
                Five in a straight line win: upright, level or diagonal. The option Rules says\n\
                if six do, and how a game begins: freestyle, standard, renju, choice, swap2 ...",
        words: &[
            ("swap", "take the other colour"),
            ("keep", "keep your colour"),
            ("add2", "put two more stones, and let the other side choose its colour"),
        ],
        sides: ["Black", "White"],
        notations: &[(Notation::Coordinates, "h8"), (Notation::Drops, "P@h8")],
        board: Some(Shape::Crossings),
        example: "15/15/15/15/15/15/6xo7/7x7/15/15/15/15/15/15/15",
        openings: include_str!("../../../../data/gomoku/second-moves.txt"),
    };
    const RULES: &'static [OptionSpec] = RuleOptions::OPTIONS;
    const SYMMETRIES: usize = Gomoku::SYMMETRIES;

    type Setup = Setup;
    type Move = OpeningMove;
    /// The stage and the colours before the move.
    type Undo = OpeningUndo;

    fn setup(settings: &Settings) -> Result<Setup, String> {
        let RuleOptions { rules, size } = RuleOptions::of(settings);
        Setup::new(&rules, size)
    }

    fn start(setup: &Setup) -> Self {
        let protocol = setup.protocol();
        Self { game: Gomoku::start(setup), protocol, stage: Stage::first(protocol), swapped: false }
    }

    fn legal_moves(&self, moves: &mut Vec<OpeningMove>) {
        let mut squares = self.game.moves();
        squares.retain(|&square| self.protocol_allows(square));
        moves.extend(squares.into_iter().map(OpeningMove::Stone));
        moves.extend(self.stage.decisions());
    }

    fn is_legal(&self, m: OpeningMove) -> bool {
        match m {
            OpeningMove::Stone(square) => self.game.is_legal(square) && self.protocol_allows(square),
            decision => self.stage.decisions().contains(&decision),
        }
    }

    fn play(&mut self, m: OpeningMove) -> OpeningUndo {
        let undo = OpeningUndo { stage: self.stage, swapped: self.swapped };
        match m {
            OpeningMove::Stone(square) => {
                self.game.play(square);
                self.stage = self.stage.after_stone();
            }
            OpeningMove::Add2 => self.stage = Stage::Add(4),
            decision => {
                self.stage = Stage::Free;
                self.swapped = decision == OpeningMove::Swap;
            }
        }
        undo
    }

    fn undo(&mut self, m: OpeningMove, undo: OpeningUndo) {
        if let OpeningMove::Stone(square) = m {
            self.game.undo(square, ());
        }
        (self.stage, self.swapped) = (undo.stage, undo.swapped);
    }

    fn to_move(&self) -> Side {
        // After five stones player one decides, who has black so far.
        if self.stage == Stage::ChoiceOf5 { Side::First } else { self.game.to_move() }
    }

    fn player_of(&self, side: Side) -> Player {
        match (self.stage, side, self.swapped) {
            (Stage::Place(_), ..) => Player::P1,
            (Stage::Add(_), ..) => Player::P2,
            (_, Side::First, false) | (_, Side::Second, true) => Player::P1,
            (_, Side::First, true) | (_, Side::Second, false) => Player::P2,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn key(&self) -> u64 {
        self.game.key() ^ self.stage_key()
    }

    fn canonical_key(&self) -> u64 {
        self.game.canonical_key() ^ self.stage_key()
    }

    fn image(&self, symmetry: usize) -> Self {
        Self { game: self.game.image(symmetry), ..self.clone() }
    }

    fn image_move(&self, m: OpeningMove, symmetry: usize) -> OpeningMove {
        match m {
            OpeningMove::Stone(square) => OpeningMove::Stone(self.game.image_move(square, symmetry)),
            decision => decision,
        }
    }

    fn to_text(&self) -> String {
        let stage = Stage::WORDS.iter().find(|&&(_, stage, ..)| stage == self.stage);
        let words = stage.map_or(if self.swapped { SWAPPED } else { "" }, |&(words, ..)| words);
        let game = self.game.to_text();
        if words.is_empty() { game } else { format!("{game};{words}") }
    }

    fn from_text(setup: &Setup, text: &str) -> Result<Self, TextError> {
        let protocol = setup.protocol();
        let (board, word) = text.split_once(';').map_or((text, None), |(board, word)| (board, Some(word)));
        let game = Gomoku::from_text(setup, board)?;
        let free = Self { game, protocol, stage: Stage::Free, swapped: false };
        let Some(word) = word else { return Ok(free) };
        if word == SWAPPED && protocol != Protocol::None {
            return Ok(Self { swapped: true, ..free });
        }
        let Some(&(_, stage, _, stones)) =
            Stage::WORDS.iter().find(|&&(known, _, of, _)| known == word && of == protocol)
        else {
            return Err(TextError::new(format!(
                "{} is not a stage of the opening under these rules",
                quoted(&format!(";{word}"))
            )));
        };
        let in_turn = super::text::turn_by_counts(free.game.stones()) == Some(free.game.to_move());
        if free.game.ply() != stones || !in_turn {
            return Err(TextError::new(format!(
                "at the stage {word} there are {stones} stones on the board"
            )));
        }
        Ok(Self { stage, ..free })
    }

    fn move_text(&self, m: OpeningMove, notation: Notation) -> String {
        match (m, notation) {
            (OpeningMove::Stone(_), Notation::Drops) => format!("{DROP}{m}"),
            _ => m.to_string(),
        }
    }

    fn parse_move(&self, text: &str, notation: Notation) -> Result<OpeningMove, TextError> {
        if let Some(&(_, decision)) = OpeningMove::WORDS.iter().find(|(word, _)| *word == text) {
            return Ok(decision);
        }
        let square = match notation {
            Notation::Drops => text.strip_prefix(DROP).ok_or_else(|| {
                TextError::new(format!("{} is not a move: a stone is dropped, such as P@h8", quoted(text)))
            })?,
            _ => text,
        };
        Square::parse(square, self.game.setup().size()).map(OpeningMove::Stone)
    }

    fn drawing(&self, last: Option<OpeningMove>, notation: Notation) -> String {
        let last = last.and_then(|m| if let OpeningMove::Stone(square) = m { Some(square) } else { None });
        let mut out = self.game.drawing(last, notation);
        let told = match self.stage {
            Stage::Free if !self.swapped => return out,
            Stage::Free => "colours are swapped: the first player has white",
            Stage::Centre => "the opening: the first stone goes to the centre",
            Stage::Neighbour => "the opening: the second stone goes beside the first",
            Stage::Anywhere => "the opening: the third stone goes anywhere, then white may swap colours",
            Stage::Place(_) => "the opening: one player places three stones, then the other chooses",
            Stage::Add(_) => "the opening: two more stones, then the other player chooses a colour",
            Stage::ChoiceOf3 => "the opening: swap, keep or add2",
            Stage::Choice | Stage::ChoiceOf5 => "the opening: swap or keep",
        };
        let _ = write!(out, "\n  {told}");
        out
    }

    fn moves_left(&self) -> u32 {
        self.game.moves_left()
    }
}

/// What taking back a move of [`Opening`] needs.
#[derive(Clone, Copy, Debug)]
pub struct OpeningUndo {
    stage: Stage,
    swapped: bool,
}
