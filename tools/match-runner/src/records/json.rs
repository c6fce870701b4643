//! A game as one line of JSON: everything that is known about it, for scripts.

use crate::engine::Score;
use crate::play::{Finished, PlayedMove};
use crate::settings::Settings;
use games::Player;
use serde::Serialize;

/// The line of a game.
#[derive(Debug, Serialize)]
struct Line<'a> {
    /// Number in the schedule, from 1.
    game: usize,
    /// The pair that it belongs to, from 1.
    pair: usize,
    rules: &'a str,
    p1: &'a str,
    p2: &'a str,
    p1_limit: String,
    p2_limit: String,
    /// The starting position; null for the usual one.
    fen: Option<&'a str>,
    opening: &'a [String],
    moves: Vec<Move<'a>>,
    /// `p1win`, `p2win`, `draw`.
    result: String,
    reason: &'static str,
    detail: Option<&'a str>,
}

/// A move that an engine played.
#[derive(Debug, Serialize)]
struct Move<'a> {
    r#move: &'a str,
    player: &'static str,
    time_ms: f64,
    score: Option<Score>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl<'a> From<&'a PlayedMove> for Move<'a> {
    fn from(m: &'a PlayedMove) -> Self {
        Self {
            r#move: &m.text,
            player: if m.player == Player::P1 { "p1" } else { "p2" },
            // Microseconds are as much as a pipe can tell.
            time_ms: m.elapsed.as_micros() as f64 / 1000.0,
            score: m.info.score,
            depth: m.info.depth,
            nodes: m.info.nodes,
        }
    }
}

/// The line, with the newline.
///
/// # Errors
/// If it cannot be written as JSON, which no game can cause.
pub fn line(settings: &Settings, finished: &Finished) -> serde_json::Result<String> {
    let [one, two] = finished.game.engines.map(|engine| &settings.engines[engine]);
    let opening = &settings.openings[finished.game.opening];
    let line = Line {
        game: finished.game.number + 1,
        pair: finished.game.pair + 1,
        rules: &settings.game,
        p1: &one.name,
        p2: &two.name,
        p1_limit: one.limit.to_string(),
        p2_limit: two.limit.to_string(),
        fen: opening.fen.as_deref(),
        opening: &opening.moves,
        moves: finished.moves.iter().map(Move::from).collect(),
        result: finished.result.to_string(),
        reason: finished.ending.name(),
        detail: finished.ending.detail(),
    };
    serde_json::to_string(&line).map(|text| text + "\n")
}
