//! A game as a record: tags, numbered moves with what was said about them in braces, and the result. Of draughts it is PDN as
//! GameType 21 has it, where Black moves first and `1-0` is a win of White; of the others it is as the match runner's records are,
//! which name the players by their order.

use crate::message::State;
use games::Game;
use games::draughts::Draughts;

/// The record of a game up to the position that is looked at, its moves being in whatever notation.
pub(super) fn record(state: &State, start: Option<&str>, moves: &[String]) -> String {
    let is_draughts = state.game == Draughts::NAME;
    let result = match (state.result.as_str(), is_draughts) {
        ("p1win", false) | ("p2win", true) => "1-0",
        ("p2win", false) | ("p1win", true) => "0-1",
        ("draw", _) => "1/2-1/2",
        _ => "*",
    };
    let mut text = String::new();
    for (name, value) in tags(state, start, is_draughts, result) {
        text.push_str(&games::portable::tag(name, value));
    }
    text.push('\n');
    let first = usize::from(state.line.first().map_or(1, |step| step.player)) - 1;
    let mut is_after_comment = false;
    for (number, m) in moves.iter().enumerate() {
        let ply = number + first;
        if ply % 2 == 0 {
            text.push_str(&format!("{}. ", ply / 2 + 1));
        } else if number == 0 || is_after_comment {
            text.push_str(&format!("{}... ", ply / 2 + 1));
        }
        text.push_str(m);
        text.push(' ');
        let comment = state.line.get(number).map_or("", |step| step.comment.as_str());
        is_after_comment = !comment.is_empty();
        if is_after_comment {
            let plain = comment.replace('{', "(").replace('}', ")").replace(char::is_control, " ");
            text.push_str(&format!("{{{plain}}} "));
        }
    }
    text.push_str(result);
    text
}

fn tags<'a>(
    state: &'a State,
    start: Option<&'a str>,
    is_draughts: bool,
    result: &'a str,
) -> Vec<(&'a str, &'a str)> {
    let player = |number: usize| match state.names[number].as_str() {
        "" => state.seats[number].name(),
        name => name,
    };
    let [one, two] = [0, 1].map(player);
    let mut tags = if is_draughts {
        vec![("Event", state.title.as_str()), ("Black", one), ("White", two), ("GameType", "21")]
    } else {
        let game = [("Event", state.title.as_str()), ("Game", state.game.as_str())];
        game.into_iter().chain([("Player1", one), ("Player2", two)]).collect()
    };
    tags.extend(state.rules.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    tags.push(("Result", result));
    if let Some(start) = start {
        tags.extend([("SetUp", "1"), ("FEN", start)]);
    }
    tags.retain(|(name, value)| *name != "Event" || !value.is_empty());
    tags
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Step;

    fn state(game: &str, result: &str, comments: &[&str]) -> State {
        let step = |(number, comment): (usize, &&str)| Step {
            node: number + 1,
            player: (number % 2 + 1) as u8,
            comment: (*comment).to_owned(),
            ..Step::default()
        };
        State {
            game: game.to_owned(),
            rules: [("Size".to_owned(), "9".to_owned())].into_iter().filter(|_| game == "gomoku").collect(),
            line: comments.iter().enumerate().map(step).collect(),
            ply: comments.len(),
            result: result.to_owned(),
            ..State::default()
        }
    }

    #[test]
    fn a_record_has_tags_numbers_comments_and_the_result() {
        let moves = ["e5", "d5", "e6"].map(str::to_owned);
        let text = record(&state("gomoku", "p1win", &["", "blocks {a} \"four\"\nof it", ""]), None, &moves);
        assert_eq!(
            text,
            "[Game \"gomoku\"]\n[Player1 \"?\"]\n[Player2 \"?\"]\n[Size \"9\"]\n[Result \"1-0\"]\n\n\
             1. e5 d5 {blocks (a) \"four\" of it} 2. e6 1-0"
        );
    }

    #[test]
    fn draughts_is_written_as_the_reader_of_pdn_has_it() {
        let moves = ["11-15".to_owned(), "23-19".to_owned()];
        for (result, outcome) in [
            ("p1win", Some(games::Outcome::Win(games::Side::First))),
            ("p2win", Some(games::Outcome::Win(games::Side::Second))),
            ("draw", Some(games::Outcome::Draw)),
            ("none", None),
        ] {
            let text = record(&state("draughts", result, &["a comment", ""]), None, &moves);
            let games = games::draughts::pdn::parse(&text).unwrap();
            assert_eq!((games.len(), games[0].moves.len(), games[0].result), (1, 2, outcome), "{text}");
        }
    }
}
