//! Openings from records of games: the first plies of each. Read are the runner's own records, as text (and other texts
//! in the manner of chess's portable game notation, as far as their moves are written as the engines write them) and as
//! lines of JSON.

use super::Opening;
use crate::records::GameRecord;

/// The games of a text: tags in brackets, then moves, with numbers, remarks and variations among them.
pub(super) fn parse_text(text: &str) -> Vec<Opening> {
    let mut games = Vec::new();
    let mut game = Opening::default();
    let mut in_moves = false;
    let mut outside = Outside::default();
    for line in text.lines() {
        let is_tag = !outside.inside() && line.starts_with('[') && line.trim_end().ends_with(']');
        if is_tag {
            if in_moves {
                finish(&mut games, &mut game);
                in_moves = false;
            }
            if let Some(fen) =
                line.strip_prefix("[FEN \"").and_then(|rest| rest.trim_end().strip_suffix("\"]"))
            {
                game.fen = Some(fen.replace("\\\"", "\"").replace("\\\\", "\\"));
            }
            continue;
        }
        for word in outside.words(line) {
            in_moves = true;
            if matches!(word.as_str(), "1-0" | "0-1" | "1/2-1/2" | "*") {
                finish(&mut games, &mut game);
                in_moves = false;
            } else if let Some(m) = move_of(&word) {
                game.moves.push(m.to_owned());
            }
        }
    }
    if in_moves {
        finish(&mut games, &mut game);
    }
    games
}

fn finish(games: &mut Vec<Opening>, game: &mut Opening) {
    game.place = format!("game {}", games.len() + 1);
    games.push(std::mem::take(game));
}

/// What is left of a word without the number of the move before it.
fn move_of(word: &str) -> Option<&str> {
    let behind_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = behind_digits.len() < word.len() && behind_digits.starts_with('.');
    let m = if is_numbered { behind_digits.trim_start_matches('.') } else { word };
    (!m.is_empty() && !m.starts_with('$')).then_some(m)
}

/// Finds the words that are not in remarks or variations, which may go over several lines.
#[derive(Default)]
struct Outside {
    in_braces: bool,
    variations: usize,
}

impl Outside {
    const fn inside(&self) -> bool {
        self.in_braces || self.variations > 0
    }

    fn words(&mut self, line: &str) -> Vec<String> {
        let mut text = String::new();
        for c in line.chars() {
            match c {
                '}' if self.in_braces => {
                    self.in_braces = false;
                    text.push(' ');
                }
                _ if self.in_braces => {}
                '{' => self.in_braces = true,
                '(' => self.variations += 1,
                ')' => {
                    self.variations = self.variations.saturating_sub(1);
                    text.push(' ');
                }
                ';' => break,
                _ if self.variations == 0 => text.push(c),
                _ => {}
            }
        }
        text.split_whitespace().map(str::to_owned).collect()
    }
}

/// The game of a line of JSON.
pub(super) fn parse_json(line: &str, place: &str) -> Result<Opening, String> {
    let GameRecord { fen, opening: mut moves, moves: played, .. } =
        GameRecord::parse(line).map_err(|error| format!("{place}: {error}"))?;
    moves.extend(played.into_iter().map(|m| m.r#move));
    Ok(Opening { fen, moves, place: place.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{Recorded, readable, sample};
    use games::Player;

    #[test]
    fn the_runners_own_games_are_read() {
        let (settings, finished) = sample(&["111", "222"], Player::P1);
        let text = readable(&settings, &finished, None).repeat(2);
        let games = parse_text(&text);
        assert_eq!(games.len(), 2);
        assert_eq!(games[1].place, "game 2");
        assert_eq!(games[0].moves, ["111", "222", "333", "444"]);
        let game = parse_json(&Recorded::new(&settings, finished).unwrap().line, "line 1").unwrap();
        assert_eq!(game.moves, ["111", "222", "333", "444"]);
        assert!(parse_json("{}", "line 1").is_err());
    }

    #[test]
    fn other_texts_are_read_as_far_as_they_go() {
        let text = "[Event \"x\"]\n[FEN \"a b\"]\n\n1.e4 e5 {a remark\nover lines (with [brackets]} 2. Nf3 $1 (2. f4 \
                    exf4 (2... d5)) Nc6 ; and more\n3... 31-27 *\n\n[Event \"y\"]\n\n1. d4\n";
        let games = parse_text(text);
        assert_eq!(games.len(), 2);
        assert_eq!((games[0].fen.as_deref(), games[1].fen.as_deref()), (Some("a b"), None));
        assert_eq!(games[0].moves, ["e4", "e5", "Nf3", "Nc6", "31-27"]);
        assert_eq!(games[1].moves, ["d4"]);
        assert!(parse_text("").is_empty());
    }
}
