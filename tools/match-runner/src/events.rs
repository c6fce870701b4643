//! A match as events for scripts: lines of JSON on standard output, as `docs/guide/match-runner.md` describes them.

use crate::records::{Recorded, summary};
use crate::run::Summary;
use crate::settings::Settings;
use crate::standings::Standings;
use crate::stats::elo::elo;
use crate::stats::sprt::Decision;
use serde_json::{Value, json};
use std::io::Write;

/// What is written; readers may rely on it as long as the number stays.
const VERSION: u32 = 1;

/// Says an event. A reader that has gone away has had enough.
fn say(event: &Value) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{event}").and_then(|()| out.flush());
}

/// The match begins.
pub(crate) fn begin(settings: &Settings) {
    let engines: Vec<_> =
        settings.engines.iter().map(|it| json!({ "name": it.name, "limit": it.limit.to_string() })).collect();
    say(&json!({
        "event": "begin", "version": VERSION, "game": settings.game, "tournament": settings.tournament.name(),
        "pairs": settings.pairs, "engines": engines,
    }));
}

/// A game has been counted: its record, and where the match stands with it.
pub(crate) fn game(settings: &Settings, standings: &Standings, recorded: &Recorded) {
    let engines: Vec<_> = (0..settings.engines.len())
        .map(|engine| {
            let tally = standings.of_engine(engine);
            let elo = elo(&tally);
            json!({
                "won": tally.wins, "drawn": tally.draws, "lost": tally.losses, "elo": elo.estimate, "low": elo.low,
                "high": elo.high,
            })
        })
        .collect();
    say(&json!({
        "event": "game",
        "record": serde_json::from_str::<Value>(&recorded.line).unwrap_or_default(),
        "games": standings.games(),
        "repeated": standings.repeated(),
        "engines": engines,
        "llr": standings.sprt(settings).map(|state| state.llr),
    }));
}

/// The match has ended; the summary is that of `PATH.json`.
pub(crate) fn end(end: &Summary) {
    say(&json!({ "event": "end", "summary": summary(end) }));
}

/// The exit status that tells how a test of two engines has ended: 10 H1, 11 H0, 12 undecided, or there was none.
pub(crate) fn verdict(summary: &Summary) -> u8 {
    match summary.standings.sprt(&summary.settings).and_then(|state| state.decision()) {
        Some(Decision::H1) => 10,
        Some(Decision::H0) => 11,
        None => 12,
    }
}
