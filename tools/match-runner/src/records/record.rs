//! A game as one line of JSON: everything that is known about it, for scripts; and read back from it, which is what
//! resuming, merging and reports begin with. The line itself is kept as it was, so that a game that is written again is
//! the same to the last byte.

use crate::engine::{Info, Score};
use crate::openings::Opening;
use crate::play::{Ending, Finished, PlayedMove};
use crate::schedule::Game;
use crate::settings::Settings;
use games::Player;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// The line of a game. Fields that it does not know are left alone, so that newer records can be read, too.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GameRecord {
    /// Number in the schedule, from 1.
    pub game: usize,
    /// The day on which it ended (UTC), as PGN writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The pair that it belongs to, from 1.
    pub pair: usize,
    #[serde(default)]
    pub rules: String,
    /// The options that set the rules, as far as they were given.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    pub p1: String,
    pub p2: String,
    #[serde(default)]
    pub p1_limit: String,
    #[serde(default)]
    pub p2_limit: String,
    /// The starting position; null for the usual one.
    pub fen: Option<String>,
    pub opening: Vec<String>,
    pub moves: Vec<MoveRecord>,
    /// `p1win`, `p2win`, `draw`.
    pub result: String,
    pub reason: String,
    pub detail: Option<String>,
}

/// A move that an engine played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct MoveRecord {
    pub r#move: String,
    /// `p1` or `p2`.
    pub player: String,
    pub time_ms: f64,
    pub score: Option<Score>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

impl GameRecord {
    fn new(settings: &Settings, finished: &Finished) -> Self {
        let [one, two] = finished.game.engines.map(|engine| &settings.engines[engine]);
        let opening = &settings.openings[finished.game.opening];
        let played = |m: &PlayedMove| MoveRecord {
            r#move: m.text.clone(),
            player: if m.player == Player::P1 { "p1" } else { "p2" }.to_owned(),
            // Microseconds are as much as a pipe can tell.
            time_ms: m.elapsed.as_micros() as f64 / 1000.0,
            score: m.info.score,
            depth: m.info.depth,
            nodes: m.info.nodes,
        };
        Self {
            game: finished.game.number + 1,
            date: Some(Timestamp::now().strftime("%Y.%m.%d").to_string()),
            pair: finished.game.pair + 1,
            rules: settings.game.clone(),
            options: settings.rules.iter().cloned().collect(),
            p1: one.name.clone(),
            p2: two.name.clone(),
            p1_limit: one.limit.to_string(),
            p2_limit: two.limit.to_string(),
            fen: opening.fen.clone(),
            opening: opening.moves.clone(),
            moves: finished.moves.iter().map(played).collect(),
            result: finished.result.to_string(),
            reason: finished.ending.name().to_owned(),
            detail: finished.ending.detail().map(str::to_owned),
        }
    }

    pub(crate) fn parse(line: &str) -> Result<Self, String> {
        serde_json::from_str(line).map_err(|error| format!("not a record of a game: {error}"))
    }

    /// The game and where it began; `engine` knows the numbers of names. The index of the opening is left at 0: the
    /// schedule knows it.
    pub(crate) fn read(self, engine: impl Fn(&str) -> Option<usize>) -> Result<(Finished, Opening), String> {
        let engine =
            |name: &str| engine(name).ok_or_else(|| format!("'{name}' is not an engine of this match"));
        let number = |from_one: usize| from_one.checked_sub(1).ok_or("games and pairs count from 1");
        let game = Game {
            number: number(self.game)?,
            pair: number(self.pair)?,
            opening: 0,
            engines: [engine(&self.p1)?, engine(&self.p2)?],
        };
        let result = self.result.parse()?;
        let ending = Ending::read(&self.reason, self.detail.as_deref().unwrap_or_default(), result)
            .ok_or_else(|| format!("'{}' is not a reason for a game to end with '{result}'", self.reason))?;
        let moves = self.moves.into_iter().map(played).collect::<Result<_, _>>()?;
        let opening = Opening { fen: self.fen, moves: self.opening, place: String::new() };
        Ok((Finished { game, moves, result, ending }, opening))
    }
}

fn played(m: MoveRecord) -> Result<PlayedMove, String> {
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

/// A game with its line, the newline included.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub finished: Finished,
    /// Its line of JSON.
    pub line: String,
    /// The day on which it ended, if that was written down.
    pub(crate) date: Option<String>,
    /// Where it began, as it was written down.
    pub(super) opening: Opening,
}

impl Recorded {
    /// A game that has just been played.
    pub(crate) fn new(settings: &Settings, finished: Finished) -> serde_json::Result<Self> {
        let record = GameRecord::new(settings, &finished);
        let line = serde_json::to_string(&record)? + "\n";
        let opening = settings.openings[finished.game.opening].clone();
        Ok(Self { finished, line, date: record.date, opening })
    }

    /// Reads a line, with or without its newline.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn read(settings: &Settings, text: &str) -> Result<Self, String> {
        let text = text.trim_end();
        let engine = |name: &str| settings.engines.iter().position(|engine| engine.name == name);
        let mut record = GameRecord::parse(text)?;
        let date = record.date.take();
        let (finished, opening) = record.read(engine)?;
        Ok(Self { finished, line: format!("{text}\n"), date, opening })
    }

    /// Takes its place in the schedule, or says which other game it is.
    pub(crate) fn placed(mut self, settings: &Settings, game: Game) -> Result<Self, String> {
        let expected = &settings.openings[game.opening];
        let name = |engine: usize| settings.engines[engine].name.as_str();
        if self.finished.game.engines != game.engines {
            let [[one, two], [p1, p2]] = [self.finished.game.engines, game.engines].map(|two| two.map(name));
            return Err(format!(
                "game {} is recorded between '{one}' and '{two}', but the schedule has '{p1}' and '{p2}'",
                game.number + 1
            ));
        }
        if self.opening.fen != expected.fen || self.opening.moves != expected.moves {
            return Err(format!("game {} is recorded with another opening than it has now", game.number + 1));
        }
        self.finished.game = game;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjudicate::Grounds;
    use crate::engine::{Fault, FaultKind};
    use crate::records::text::tests::sample;
    use games::GameResult;

    #[test]
    fn what_was_written_is_read_back() {
        let (settings, mut finished) = sample(&["111", "222"], Player::P1);
        let fault = |kind| Ending::Fault(Player::P2, Fault::new(kind, "because"));
        let mut endings = vec![Ending::Rules, Ending::Resignation, Ending::MaxPlies];
        endings.push(Ending::Disputed("so".into()));
        endings.extend(Grounds::ALL.map(|grounds| Ending::Adjudicated(grounds, "behind ply 9".into())));
        endings.extend(FaultKind::ALL.map(|(kind, _)| fault(kind)));
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
            ("{", "[", "not a record of a game"),
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
