//! What people and drawings are told of a game, and marks on its board.

use super::{Notation, Side};
use std::fmt::{self, Display};

/// A game in words.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name for people.
    pub title: &'static str,
    /// The goal and the rules for people, in three lines or so.
    pub rules: &'static str,
    /// Moves that are words, and what each does.
    pub words: &'static [(&'static str, &'static str)],
    /// What the sides are called, the one that moves first first.
    pub sides: [&'static str; 2],
    /// The notations that differ, and what a move looks like in each.
    pub notations: &'static [(Notation, &'static str)],
    /// How its board is drawn; `None`: only by [`super::Game::drawing`].
    pub board: Option<Shape>,
    /// A position as text, for instance.
    pub example: &'static str,
    /// Lines of moves with which games of a series or a match may begin; see [`About::beginnings`].
    pub openings: &'static str,
}

impl About {
    /// A game of which no more than its name is told.
    pub const fn only(title: &'static str) -> Self {
        Self {
            title,
            rules: "",
            words: &[],
            sides: ["first", "second"],
            notations: &[],
            board: None,
            example: "",
            openings: "",
        }
    }

    /// The moves of each beginning, in the usual notation; one without moves if there is no other.
    pub fn beginnings(&self) -> Vec<&'static str> {
        let lines = self.openings.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let all: Vec<_> = lines.map(|line| line.strip_prefix("moves ").unwrap_or(line)).collect();
        if all.is_empty() { vec![""] } else { all }
    }
}

/// The shape of a board, and with it how positions and moves name its squares: the page sets positions up in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Layers of cells `111` to `444`: level, row, column.
    Layers,
    /// Crossings of lines, from `a1` at the lower left; a position is its rows from the top, `x`, `o` and numbers of blanks, then `:x` or
    /// `:o` for the side to move.
    Crossings,
    /// The dark squares of a chessboard, numbered from the top.
    Checkers,
}

impl Shape {
    /// Its name in the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Layers => "layers",
            Self::Crossings => "crossings",
            Self::Checkers => "checkers",
        }
    }
}

/// Why squares stand out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// The row that has won the game.
    Row,
    /// A row that lacks one stone; the empty square comes first.
    Lacks,
    /// Stones that a further one makes a row of which both ends are open, so that it wins whatever the reply: an open three.
    Three,
    /// Squares on which a stone makes such a row, so that it must be answered.
    Force,
    /// Squares on which a stone threatens to win on two squares at once.
    Key,
    /// Pieces that must capture.
    Take,
}

/// Squares that stand out together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Why.
    pub kind: MarkKind,
    /// For whom.
    pub side: Side,
    /// The squares, as texts.
    pub squares: Vec<String>,
}

impl Display for Mark {
    /// One word: `KIND:SIDE:SQUARE,SQUARE,...`, the side being 1 or 2.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            MarkKind::Row => "row",
            MarkKind::Lacks => "lacks",
            MarkKind::Three => "three",
            MarkKind::Force => "force",
            MarkKind::Key => "key",
            MarkKind::Take => "take",
        };
        let side = match self.side {
            Side::First => 1,
            Side::Second => 2,
        };
        write!(f, "{kind}:{side}:{}", self.squares.join(","))
    }
}
