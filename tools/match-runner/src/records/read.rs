//! Games read back from their lines of JSON: what resuming and merging begin with. The line itself is kept as it was,
//! so that a game that is written again is the same to the last byte.

use crate::engine::{Info, Score};
use crate::openings::Opening;
use crate::play::{Ending, Finished, PlayedMove};
use crate::schedule::Game;
use crate::settings::Settings;
use games::{GameResult, Player};
use serde::Deserialize;
use std::time::Duration;

/// A game with its line, the newline included.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub finished: Finished,
    /// Its line of JSON.
    pub line: String,
    /// Where it began, as it was written down; `None` for a game that has just been played.
    pub opening: Option<Opening>,
}

#[derive(Deserialize)]
struct Line {
    game: usize,
    pair: usize,
    p1: String,
    p2: String,
    fen: Option<String>,
    opening: Vec<String>,
    moves: Vec<Move>,
    result: String,
    reason: String,
    detail: Option<String>,
}

#[derive(Deserialize)]
struct Move {
    r#move: String,
    player: String,
    time_ms: f64,
    score: Option<Score>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Recorded {
    /// A game that has just been played.
    ///
    /// # Errors
    /// If it cannot be written as JSON, which no game can cause.
    pub fn new(settings: &Settings, finished: Finished) -> serde_json::Result<Self> {
        let line = super::json_line(settings, &finished)?;
        Ok(Self { finished, line, opening: None })
    }

    /// Reads a line, with or without its newline. The index of the opening is left at 0: the schedule knows it.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn read(settings: &Settings, text: &str) -> Result<Self, String> {
        let text = text.trim_end();
        let line: Line =
            serde_json::from_str(text).map_err(|error| format!("no record of a game: {error}"))?;
        let engine = |name: &str| {
            let index = settings.engines.iter().position(|engine| engine.name == name);
            index.ok_or_else(|| format!("'{name}' is not an engine of this match"))
        };
        let number = |from_one: usize| from_one.checked_sub(1).ok_or("games and pairs count from 1");
        let game = Game {
            number: number(line.game)?,
            pair: number(line.pair)?,
            opening: 0,
            engines: [engine(&line.p1)?, engine(&line.p2)?],
        };
        let result = result(&line.result)?;
        let ending = Ending::read(&line.reason, line.detail.as_deref().unwrap_or_default(), result)
            .ok_or_else(|| format!("'{}' is not a reason for a game to end with '{result}'", line.reason))?;
        let moves = line.moves.into_iter().map(played).collect::<Result<_, _>>()?;
        Ok(Self {
            finished: Finished { game, moves, result, ending },
            line: format!("{text}\n"),
            opening: Some(Opening { fen: line.fen, moves: line.opening, place: String::new() }),
        })
    }

    /// Takes its place in the schedule.
    ///
    /// # Errors
    /// If it is another game than the one of the schedule: a sentence that says which.
    pub fn placed(mut self, settings: &Settings, game: Game) -> Result<Self, String> {
        let expected = &settings.openings[game.opening];
        let name = |engine: usize| settings.engines[engine].name.as_str();
        if self.finished.game.engines != game.engines {
            let [[one, two], [p1, p2]] = [self.finished.game.engines, game.engines].map(|two| two.map(name));
            return Err(format!(
                "game {} is recorded between '{one}' and '{two}', but the schedule has '{p1}' and '{p2}'",
                game.number + 1
            ));
        }
        if self.opening.as_ref().is_some_and(|it| it.fen != expected.fen || it.moves != expected.moves) {
            return Err(format!("game {} is recorded with another opening than it has now", game.number + 1));
        }
        self.finished.game = game;
        Ok(self)
    }
}

fn result(word: &str) -> Result<GameResult, String> {
    let all = [GameResult::Win(Player::P1), GameResult::Win(Player::P2), GameResult::Draw];
    all.into_iter()
        .find(|result| result.to_string() == word)
        .ok_or_else(|| format!("result '{word}': a result is one of p1win, p2win, draw"))
}

fn played(m: Move) -> Result<PlayedMove, String> {
    let player = match m.player.as_str() {
        "p1" => Player::P1,
        "p2" => Player::P2,
        other => return Err(format!("player '{other}': a player is p1 or p2")),
    };
    let micros = (m.time_ms * 1000.0).round();
    if !(0.0..1e15).contains(&micros) {
        return Err(format!("time_ms = {}: no time", m.time_ms));
    }
    Ok(PlayedMove {
        text: m.r#move,
        player,
        elapsed: Duration::from_micros(micros as u64),
        info: Info { depth: m.depth, nodes: m.nodes, score: m.score },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjudicate::Grounds;
    use crate::engine::{Fault, FaultKind};
    use crate::records::text::tests::sample;

    #[test]
    fn what_was_written_is_read_back() {
        let (settings, mut finished) = sample(&["111", "222"], Player::P1);
        let fault = |kind| Ending::Fault(Player::P2, Fault::new(kind, "because"));
        let mut endings = vec![Ending::Rules, Ending::Resignation, Ending::MaxPlies];
        endings.push(Ending::Disputed("so".into()));
        endings.extend(Grounds::ALL.map(|grounds| Ending::Adjudicated(grounds, "behind ply 9".into())));
        endings.extend(FaultKind::ALL.map(fault));
        for ending in endings {
            let is_draw = matches!(
                ending,
                Ending::MaxPlies | Ending::Disputed(_) | Ending::Adjudicated(Grounds::DrawByScore, _)
            );
            finished.result = if is_draw { GameResult::Draw } else { GameResult::Win(Player::P1) };
            finished.ending = ending;
            let written = Recorded::new(&settings, finished.clone()).unwrap();
            let read = Recorded::read(&settings, &written.line).unwrap();
            assert_eq!(read.line, written.line);
            let read = read.placed(&settings, finished.game).unwrap().finished;
            assert_eq!((read.game, &read.moves), (finished.game, &finished.moves));
            assert_eq!((read.result, read.ending), (finished.result, finished.ending.clone()));
        }
    }

    #[test]
    fn other_games_and_other_texts_are_refused() {
        let (mut settings, finished) = sample(&["111"], Player::P2);
        let line = Recorded::new(&settings, finished.clone()).unwrap().line;
        let read = || Recorded::read(&settings, &line).unwrap();
        let other = Game { engines: [0, 1], ..finished.game };
        assert!(read().placed(&settings, other).unwrap_err().contains("between 'B' and 'A \"x\"'"));
        for (from, to, part) in [
            ("\"p1\":\"B\"", "\"p1\":\"C\"", "'C' is not an engine"),
            ("\"game\":4", "\"game\":0", "count from 1"),
            ("\"result\":\"draw\"", "\"result\":\"won\"", "p1win, p2win, draw"),
            ("max-plies", "bored", "'bored' is not a reason"),
            ("max-plies", "proven-win", "'proven-win' is not a reason for a game to end with 'draw'"),
            ("1.5", "-1", "no time"),
            ("\"player\":\"p2\"", "\"player\":\"p3\"", "p1 or p2"),
            ("{", "[", "no record of a game"),
        ] {
            assert!(line.contains(from), "{from} in {line}");
            let error = Recorded::read(&settings, &line.replacen(from, to, 1)).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
        let recorded = read();
        settings.openings[0].moves.push("222".into());
        assert!(recorded.placed(&settings, finished.game).unwrap_err().contains("another opening"));
    }
}
