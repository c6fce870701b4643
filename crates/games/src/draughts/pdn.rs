//! Games in Portable Draughts Notation: tags, numbered moves, comments, a result.
//!
//! A file holds any number of games. Comments (`{...}`, `;` to the end of the line), variations in parentheses, move
//! numbers and marks (`$1`, `!`, `?`) are read over. Results are written as `1-0` for a win of White, `0-1` for one of Black,
//! as GameType 21 has them; collections that count for Black instead say so in a tag of theirs.

use super::{Draughts, Move};
use crate::portable::{Token, Tokens, tag, wrapped};
use crate::{Game, Notation, Outcome, Side, TextError, quoted};

/// A game with what is said about it.
#[derive(Clone, Debug)]
pub struct PdnGame {
    /// Names and values in their order, without `Result`, `FEN`, `SetUp` and `GameType`.
    pub tags: Vec<(String, String)>,
    /// The position it begins with.
    pub start: Draughts,
    /// Its moves. Players may have gone on where the rules of [`crate::Game`] see a draw.
    pub moves: Vec<Move>,
    /// The result that is given: it need not be one of the board. `None` for a game that is not over, or not known.
    pub result: Option<Outcome>,
}

/// Reads all games of a file.
///
/// # Errors
/// A sentence that names the game, counted from 1, and what is wrong with it.
pub fn parse(text: &str) -> Result<Vec<PdnGame>, TextError> {
    let mut games = Vec::new();
    let mut tokens = Tokens::of(text).peekable();
    while tokens.peek().is_some() {
        let number = games.len() + 1;
        let game = parse_game(&mut tokens);
        games.push(game.map_err(|error| TextError::new(format!("game {number}: {error}")))?);
    }
    Ok(games)
}

fn parse_game<'a>(
    tokens: &mut std::iter::Peekable<impl Iterator<Item = Result<Token<'a>, TextError>>>,
) -> Result<PdnGame, TextError> {
    let mut tags = Vec::new();
    let mut start = Draughts::start(&());
    while let Some(token) = tokens.next_if(|token| !matches!(token, Ok(Token::Word(_)))) {
        let Token::Tag(name, value) = token? else { continue };
        match name {
            "FEN" => start = Draughts::from_text(&(), &value)?,
            "Result" | "SetUp" | "GameType" => {}
            _ => tags.push((name.to_owned(), value)),
        }
    }
    let (mut position, mut moves) = (start, Vec::new());
    let mut result = None;
    while let Some(token) = tokens.next_if(|token| !matches!(token, Ok(Token::Tag(..)))) {
        let Token::Word(word) = token? else { continue };
        match word {
            "1-0" | "2-0" => result = Some(Outcome::Win(Side::Second)),
            "0-1" | "0-2" => result = Some(Outcome::Win(Side::First)),
            "1/2-1/2" | "1-1" => result = Some(Outcome::Draw),
            "*" => {}
            _ => {
                let m = position.parse_move(word.trim_end_matches(['!', '?']), Notation::default())?;
                if !position.is_legal(m) {
                    let plies = moves.len();
                    return Err(TextError::new(format!("{} is not legal after {plies} plies", quoted(word))));
                }
                position.play(m);
                moves.push(m);
                continue;
            }
        }
        break;
    }
    Ok(PdnGame { tags, start, moves, result })
}

impl std::fmt::Display for PdnGame {
    /// The game as PDN, an empty line behind it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let result = match self.result {
            Some(Outcome::Win(Side::First)) => "0-1",
            Some(Outcome::Win(Side::Second)) => "1-0",
            Some(Outcome::Draw) => "1/2-1/2",
            None => "*",
        };
        for (name, value) in &self.tags {
            f.write_str(&tag(name, value))?;
        }
        writeln!(f, "[GameType \"21\"]\n[Result \"{result}\"]")?;
        let start = self.start;
        if start != Draughts::start(&()) {
            writeln!(f, "[SetUp \"1\"]\n[FEN \"{}\"]", start.to_text())?;
        }
        let mut position = start;
        let white_begins = usize::from(position.to_move() == Side::Second);
        let mut words = Vec::new();
        for (ply, &m) in self.moves.iter().enumerate() {
            if (ply + white_begins).is_multiple_of(2) || ply == 0 {
                let dots = if ply == 0 && white_begins == 1 { "..." } else { "." };
                words.push(format!("{}{dots}", (ply + white_begins) / 2 + 1));
            }
            words.push(position.move_text(m, Notation::default()));
            position.play(m);
        }
        words.push(result.to_owned());
        writeln!(f, "\n{}", wrapped(words, 80))
    }
}
