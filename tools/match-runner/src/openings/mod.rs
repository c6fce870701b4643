//! Openings: where games begin. Every one is played with both colours, so that an unbalanced one helps nobody. They come
//! from lists, position descriptions or records of games, or are made at random by the rules of the game.

mod epd;
mod games;
mod offsets;
pub(crate) mod random;
pub(crate) mod select;

pub(crate) use random::Candidates;
pub(crate) use select::{Selection, Symmetries};

use crate::random::SplitMix64;
use ::games::{Board, Notation, TextError};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::path::Path;

/// A starting position with moves: where a game begins, and where it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The position as text; `None`: the usual one.
    pub fen: Option<String>,
    pub moves: Vec<String>,
    /// Where it stands, such as `line 3`, for messages and records.
    pub place: String,
}

impl Opening {
    /// Reads `[startpos|fen F] [moves] M ...`.
    fn parse(line: &str, place: String) -> Result<Self, String> {
        let mut words = line.split_whitespace().peekable();
        let mut fen = None;
        if words.next_if(|word| *word == "fen").is_some() {
            // Positions of some games are several words long: everything up to `moves` belongs to it.
            let mut text = Vec::new();
            while let Some(word) = words.next_if(|word| *word != "moves") {
                text.push(word);
            }
            if text.is_empty() {
                return Err(format!("{place}: no position behind 'fen'"));
            }
            fen = Some(text.join(" "));
        } else {
            let _ = words.next_if(|word| *word == "startpos");
        }
        let _ = words.next_if(|word| *word == "moves");
        Ok(Self { fen, moves: words.map(str::to_owned).collect(), place })
    }

    /// The command that sends it to an engine, such as `position startpos moves 222`, without `moves` if there is
    /// none.
    pub fn command(&self) -> String {
        let mut text = String::new();
        self.write_command(&mut text);
        text
    }

    /// The same without its first word, for people.
    pub(crate) fn shown(&self) -> String {
        self.command().split_off("position ".len())
    }

    /// The same with the place where it stands.
    pub(crate) fn named(&self) -> String {
        if self.place.is_empty() { self.shown() } else { format!("{} ({})", self.place, self.shown()) }
    }

    pub(crate) fn write_command(&self, text: &mut String) {
        let _ = match &self.fen {
            Some(fen) => write!(text, "position fen {fen}"),
            None => write!(text, "position startpos"),
        };
        for (number, m) in self.moves.iter().enumerate() {
            let _ = write!(text, "{}{m}", if number == 0 { " moves " } else { " " });
        }
    }

    /// Sets a board up with it.
    ///
    /// # Errors
    /// If the position or a move is not one.
    pub fn set_up(&self, board: &mut dyn Board) -> Result<(), TextError> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        board.set_up(self.fen.as_deref(), &moves, Notation::Coordinates)
    }
}

/// How openings are written in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// By the end of the file's name: `.epd`, `.pgn`, `.jsonl`, and lines for any other.
    #[default]
    Auto,
    /// One on each line: `[startpos|fen F] [moves] M ...`.
    Lines,
    /// One on each line: a position, then operations with a semicolon behind each.
    Epd,
    /// Games as text.
    Pgn,
    /// Games as lines of JSON.
    Jsonl,
    /// Gomocup's, for Go-Moku: offsets from the centre.
    Offset,
}

impl Format {
    /// How this file is written.
    pub(crate) fn resolved(self, path: &Path) -> Self {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        match self {
            Self::Auto => Self::from_str(&extension, true).ok().filter(|it| *it != Self::Auto),
            other => Some(other),
        }
        .unwrap_or(Self::Lines)
    }

    /// Whether it holds whole games, of which an opening is the beginning only.
    pub(crate) const fn is_games(self) -> bool {
        matches!(self, Self::Pgn | Self::Jsonl)
    }

    /// Reads a text; blank lines and lines that begin with `#` are skipped.
    pub(crate) fn parse(self, text: &str, size: usize) -> Result<Vec<Opening>, String> {
        let lines = || {
            let numbered =
                text.lines().enumerate().map(|(number, line)| (format!("line {}", number + 1), line.trim()));
            numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        };
        match self {
            Self::Auto | Self::Lines => lines().map(|(place, line)| Opening::parse(line, place)).collect(),
            Self::Epd => lines().map(|(place, line)| epd::parse(line, &place)).collect(),
            Self::Pgn => Ok(games::parse_text(text)),
            Self::Jsonl => lines().map(|(place, line)| games::parse_json(line, &place)).collect(),
            Self::Offset => lines().map(|(place, line)| offsets::parse(line, &place, size)).collect(),
        }
    }
}

/// Reads a file of openings, for a board of this size; of each its first `plies` moves, if that is given. Of games those that are longer are used,
/// each opening once.
pub(crate) fn load(
    path: &Path,
    format: Format,
    plies: Option<usize>,
    size: usize,
) -> Result<Vec<Opening>, String> {
    let named = |error: String| format!("openings = '{}': {error}", path.display());
    let text = files::read_text(path).map_err(|error| named(format!("the file cannot be read: {error}")))?;
    let mut openings = format.parse(&text, size).map_err(named)?;
    if format.is_games() {
        let plies =
            plies.ok_or_else(|| named("of games opening-plies says how much is the opening".to_owned()))?;
        openings.retain(|opening| opening.moves.len() > plies);
    }
    if let Some(plies) = plies {
        openings.iter_mut().for_each(|opening| opening.moves.truncate(plies));
    }
    if format.is_games() {
        let mut seen = std::collections::HashSet::new();
        openings.retain(|opening| seen.insert((opening.fen.clone(), opening.moves.clone())));
    }
    if openings.is_empty() { Err(named("there is no opening in it".to_owned())) } else { Ok(openings) }
}

/// Brings openings into an order that depends on the seed alone.
pub(crate) fn shuffle(openings: &mut [Opening], seed: u64) {
    let mut random = SplitMix64::new(seed);
    for last in (1..openings.len()).rev() {
        let other = random.below(last as u64 + 1);
        openings.swap(last, usize::try_from(other).unwrap_or(last));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Vec<Opening>, String> {
        Format::Lines.parse(text, 0)
    }

    #[test]
    fn lines_are_openings() {
        let text = "# comment\n\n111 222\nstartpos moves 333\nfen xo62 moves 444\nstartpos\nfen a b c\n";
        let commands: Vec<String> = parse(text).unwrap().iter().map(Opening::command).collect();
        assert_eq!(
            commands,
            [
                "position startpos moves 111 222",
                "position startpos moves 333",
                "position fen xo62 moves 444",
                "position startpos",
                "position fen a b c",
            ]
        );
        assert_eq!(parse("# nothing\n"), Ok(Vec::new()));
        assert!(parse("111\nfen moves 222").unwrap_err().contains("line 2"));
    }

    #[test]
    fn shuffling_is_a_permutation_that_depends_on_the_seed() {
        let list: Vec<Opening> =
            (0..50).map(|n| Opening { place: n.to_string(), ..Opening::default() }).collect();
        let shuffled = |seed| {
            let mut copy = list.clone();
            shuffle(&mut copy, seed);
            copy
        };
        assert_eq!(shuffled(7), shuffled(7));
        assert_ne!(shuffled(7), shuffled(8));
        let mut sorted = shuffled(7);
        sorted.sort_by_key(|opening| opening.place.parse::<u32>().unwrap());
        assert_eq!(sorted, list);
    }
}
