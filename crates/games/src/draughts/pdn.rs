//! Games in Portable Draughts Notation: tags, numbered moves, comments, a result.
//!
//! A file holds any number of games. Comments (`{...}`, `;` to the end of the line), variations in parentheses, move
//! numbers and marks (`$1`, `!`, `?`) are read over. Results are written as `1-0` for a win of White, `0-1` for one of Black,
//! as GameType 21 has them; collections that count for Black instead say so in a tag of theirs.

use super::{Draughts, Move};
use crate::{Game, Notation, Outcome, Side, TextError, quoted};
use std::fmt::Write;

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
    let mut tokens = Tokens { rest: text }.peekable();
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
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        writeln!(f, "[GameType \"21\"]\n[Result \"{result}\"]")?;
        let start = self.start;
        if start != Draughts::start(&()) {
            writeln!(f, "[SetUp \"1\"]\n[FEN \"{}\"]", start.to_text())?;
        }
        let mut line = String::new();
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
        for word in words {
            if line.len() + word.len() >= 80 {
                writeln!(f, "{line}")?;
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            let _ = write!(line, "{word}");
        }
        writeln!(f, "\n{line}\n")
    }
}

/// What a file is made of, comments and the like left out.
#[derive(Debug)]
enum Token<'a> {
    Tag(&'a str, String),
    /// A move or a result.
    Word(&'a str),
}

struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    /// Reads over a comment or a variation, which ends with `end`; inner ones of the same kind are counted.
    fn skip(&mut self, begin: char, end: char) -> Result<(), TextError> {
        let mut depth = 0;
        for (at, c) in self.rest.char_indices() {
            if c == begin && (depth == 0 || begin == '(') {
                depth += 1;
            } else if c == end {
                depth -= 1;
                if depth == 0 {
                    self.rest = &self.rest[at + c.len_utf8()..];
                    return Ok(());
                }
            }
        }
        self.rest = "";
        Err(TextError::new(format!("a '{begin}' is never closed with '{end}'")))
    }

    fn tag(&mut self) -> Result<Token<'a>, TextError> {
        let refused = || TextError::new("a tag looks like [Name \"value\"]");
        let rest = &self.rest[1..];
        let (name, behind) = rest.split_once('"').ok_or_else(refused)?;
        let mut value = String::new();
        let mut escaped = false;
        for (at, c) in behind.char_indices() {
            match c {
                '\\' if !escaped => escaped = true,
                '"' if !escaped => {
                    let tail = behind[at + 1..].trim_start();
                    self.rest = tail.strip_prefix(']').ok_or_else(refused)?;
                    return Ok(Token::Tag(name.trim(), value));
                }
                _ => {
                    value.push(c);
                    escaped = false;
                }
            }
        }
        Err(refused())
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<Token<'a>, TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.rest = self.rest.trim_start();
            let first = self.rest.chars().next()?;
            let skipped = match first {
                '{' => self.skip('{', '}'),
                '(' => self.skip('(', ')'),
                ';' | '%' => {
                    self.rest = self.rest.split_once('\n').map_or("", |(_, behind)| behind);
                    Ok(())
                }
                '[' => {
                    let tag = self.tag();
                    if tag.is_err() {
                        self.rest = "";
                    }
                    return Some(tag);
                }
                _ => {
                    let end = self.rest.find(|c: char| c.is_whitespace() || "{([;".contains(c));
                    let (word, rest) =
                        self.rest.split_at(end.unwrap_or(self.rest.len()).max(first.len_utf8()));
                    self.rest = rest;
                    // A number may stand before a move without a space: 12.11-15, 12...22-18.
                    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
                    let word = digits.strip_prefix('.').map_or(word, |behind| behind.trim_start_matches('.'));
                    if word.is_empty() || word.starts_with('$') || word.chars().all(|c| "!?".contains(c)) {
                        continue;
                    }
                    return Some(Ok(Token::Word(word)));
                }
            };
            if let Err(error) = skipped {
                return Some(Err(error));
            }
        }
    }
}
