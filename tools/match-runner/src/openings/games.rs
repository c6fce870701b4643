//! Openings from records of games: the first plies of each. Read are the runner's own records, as text (and other texts
//! in the manner of chess's portable game notation, as far as their moves are written as the engines write them) and as
//! lines of JSON.

use super::Opening;
use crate::records::GameRecord;
use games::portable::{Token, Tokens};

/// The games of a text: tags in brackets, then moves, with numbers, remarks and variations among them. What is none of these is
/// read over.
pub(super) fn parse_text(text: &str) -> Vec<Opening> {
    let (mut games, mut game, mut in_moves) = (Vec::new(), Opening::default(), false);
    for token in Tokens::of(text).flatten() {
        match token {
            Token::Tag(name, value) => {
                if std::mem::take(&mut in_moves) {
                    finish(&mut games, &mut game);
                }
                if name == "FEN" {
                    game.fen = Some(value);
                }
            }
            Token::Word("1-0" | "0-1" | "1/2-1/2" | "*") => {
                finish(&mut games, &mut game);
                in_moves = false;
            }
            Token::Word(m) => {
                game.moves.push(m.to_owned());
                in_moves = true;
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
        let text = "[Event \"x\"]\n[Odd \"a\"b\"]\n[FEN \"a b\"]\n\n1.e4 e5 {a remark\nover lines (with [brackets]} 2. Nf3 $1 (2. f4 \
                    exf4 (2... d5)) Nc6 ; and more\n3... 31-27 *\n\n[Event \"y\"]\n\n1. d4\n";
        let games = parse_text(text);
        assert_eq!(games.len(), 2);
        assert_eq!((games[0].fen.as_deref(), games[1].fen.as_deref()), (Some("a b"), None));
        assert_eq!(games[0].moves, ["e4", "e5", "Nf3", "Nc6", "31-27"]);
        assert_eq!(games[1].moves, ["d4"]);
        assert!(parse_text("").is_empty());
    }
}
