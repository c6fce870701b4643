//! A game as text that people can read, in the manner of chess's portable game notation: tags, then numbered moves
//! with what the engine thought in braces.

use crate::engine::{Info, Score};
use crate::openings::Opening;
use crate::play::Finished;
use crate::rules::{CHESS960, Chess};
use crate::settings::Settings;
use games::{GameResult, Player, portable};
use std::fmt::Write;

/// Lines of moves are not longer than this.
const WIDTH: usize = 100;

/// The text of a game, with a blank line behind it.
pub(crate) fn text(settings: &Settings, finished: &Finished, date: Option<&str>) -> String {
    let [one, two] = finished.game.engines.map(|engine| &settings.engines[engine]);
    let opening = &settings.openings[finished.game.opening];
    let result = match finished.result {
        GameResult::Win(Player::P1) => "1-0",
        GameResult::Win(Player::P2) => "0-1",
        GameResult::Draw => "1/2-1/2",
    };
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| out.push_str(&portable::tag(name, value));
    tag("Event", &format!("{} {}", settings.game, settings.tournament.name()));
    tag("Site", "?");
    tag("Date", date.unwrap_or("????.??.??"));
    tag("Round", &format!("{}.{}", finished.game.pair + 1, finished.game.number % 2 + 1));
    tag("White", &one.name);
    tag("Black", &two.name);
    tag("Result", result);
    tag("Game", &settings.game);
    tag("Player1", &one.name);
    tag("Player2", &two.name);
    tag("Limit1", &one.limit.to_string());
    tag("Limit2", &two.limit.to_string());
    if settings.game == CHESS960 {
        tag("Variant", "Chess960");
    }
    if let Some(fen) = &opening.fen {
        tag("SetUp", "1");
        tag("FEN", fen);
    }
    tag("PlyCount", &(opening.moves.len() + finished.moves.len()).to_string());
    tag("Termination", finished.ending.name());
    if let Some(detail) = finished.ending.detail() {
        tag("Detail", &detail.replace(char::is_control, " "));
    }
    out.push('\n');
    write_moves(&mut out, &settings.game, opening, finished, result);
    out.push('\n');
    out
}

/// Player one's moves are numbered `3.`, and player two's `3...` where no move of player one stands before them.
pub(super) fn write_moves(
    out: &mut String,
    game: &str,
    opening: &Opening,
    finished: &Finished,
    result: &str,
) {
    let played: Vec<&str> =
        opening.moves.iter().chain(finished.moves.iter().map(|m| &m.text)).map(String::as_str).collect();
    // Chess has a notation that other programs read.
    let mut words = Chess::san(game, opening.fen.as_deref(), &played)
        .unwrap_or_else(|| played.iter().map(ToString::to_string).collect());
    let opening = &opening.moves;
    let thoughts = words.split_off(opening.len().min(words.len()));
    words.extend(finished.moves.iter().zip(thoughts).map(|(m, mut text)| {
        let _ = write!(text, " {{{}{:.3}s}}", thought(&m.info), m.elapsed.as_secs_f64());
        text
    }));
    // Without rules nobody knows who plays the opening's moves: it is then numbered as if from player one.
    let first = finished.moves.first().map_or(Player::P1, |m| m.player);
    let shift = usize::from((first == Player::P2) != (opening.len() % 2 == 1));
    let numbered = words.into_iter().enumerate().map(|(ply, word)| {
        let number = (ply + shift) / 2 + 1;
        match ((ply + shift) % 2, ply) {
            (0, _) => format!("{number}. {word}"),
            (_, 0) => format!("{number}... {word}"),
            _ => word,
        }
    });
    out.push_str(&portable::wrapped(numbered.chain([result.to_owned()]), WIDTH));
}

/// Score and depth, such as `+0.35/12 `, as far as they are known.
fn thought(info: &Info) -> String {
    let score = match info.score {
        Some(Score::Cp(cp)) => format!("{:+.2}", cp as f64 / 100.0),
        Some(Score::Mate(distance)) if distance < 0 => format!("-M{}", distance.unsigned_abs()),
        Some(Score::Mate(distance)) => format!("+M{distance}"),
        None => return String::new(),
    };
    info.depth.map_or_else(|| format!("{score} "), |depth| format!("{score}/{depth} "))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::play::{Ending, PlayedMove};
    use crate::records::Recorded;
    use crate::schedule::Game;
    use crate::settings::{RawEngine, RawMatch};
    use std::path::Path;
    use std::time::Duration;

    pub(crate) fn sample(opening: &[&str], first: Player) -> (Settings, Finished) {
        let engine = |name: &str| RawEngine {
            name: Some(name.into()),
            command: Some("fourscore".into()),
            nodes: Some(10),
            ..RawEngine::default()
        };
        let raw = RawMatch { engine: vec![engine("A \"x\""), engine("B")], ..RawMatch::default() };
        let mut settings = Settings::from_raw(&raw, Path::new("")).unwrap();
        settings.openings =
            vec![Opening { moves: opening.iter().map(ToString::to_string).collect(), ..Opening::default() }];
        let played = |text: &str, player, score| PlayedMove {
            text: text.into(),
            player,
            elapsed: Duration::from_micros(1500),
            info: Info { depth: Some(3), nodes: Some(9), score: Some(score) },
        };
        let game = Game { number: 3, pair: 1, opening: 0, engines: [1, 0] };
        let moves = vec![played("333", first, Score::Cp(-35)), played("444", first.other(), Score::Mate(-2))];
        (settings, Finished { game, moves, result: GameResult::Draw, ending: Ending::MaxPlies })
    }

    #[test]
    fn games_are_readable() {
        let (settings, finished) = sample(&["111", "222"], Player::P1);
        let text = text(&settings, &finished, Some("2026.11.23"));
        assert!(text.contains("[Date \"2026.11.23\"]"), "{text}");
        assert!(text.contains("[PlyCount \"4\"]\n[Termination \"max-plies\"]\n"), "{text}");
        assert!(text.contains("[Round \"2.2\"]") && text.contains("[Player2 \"A \\\"x\\\"\"]"), "{text}");
        assert!(
            text.ends_with("\n\n1. 111 222 2. 333 {-0.35/3 0.002s} 444 {-M2/3 0.002s} 1/2-1/2\n\n"),
            "{text}"
        );
    }

    #[test]
    fn player_two_may_begin() {
        let (settings, finished) = sample(&[], Player::P2);
        assert!(text(&settings, &finished, None).contains("\n1... 333 {-0.35/3 0.002s} 2. 444"));
        let (settings, finished) = sample(&["111"], Player::P2);
        assert!(text(&settings, &finished, None).contains("\n1. 111 333 {-0.35/3 0.002s} 2. 444"));
    }

    #[test]
    fn a_game_is_one_line_of_json() {
        let (settings, finished) = sample(&["111", "222"], Player::P1);
        let line = Recorded::new(&settings, finished).unwrap().line;
        assert_eq!(line.matches('\n').count(), 1);
        let value: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(value["game"], 4);
        assert_eq!(value["p1"], "B");
        assert_eq!(value["moves"][0]["move"], "333");
        assert_eq!(value["moves"][0]["score"]["cp"], -35);
        assert_eq!(value["moves"][1]["score"]["mate"], -2);
        assert_eq!(value["moves"][1]["time_ms"], 1.5);
        assert_eq!((value["result"].as_str(), value["reason"].as_str()), (Some("draw"), Some("max-plies")));
    }
}
