//! The schedule in words: what a match would play, without playing it.

use crate::settings::Settings;
use std::fmt::Write;

/// What would be played: a line about the match, and a line for each game.
pub(crate) fn text(settings: &Settings) -> String {
    let plan = settings.plan();
    let all = plan.schedule();
    let games: Vec<_> =
        all.iter().filter(|game| settings.shard.is_none_or(|shard| shard.plays(game))).collect();
    let mut out = format!("{}: {}, {} engines", settings.game, plan.tournament.name(), plan.engines);
    let _ = match settings.shard {
        Some(shard) => writeln!(out, ", {} of {} games (part {shard})", games.len(), all.len()),
        None => writeln!(out, ", {} games", games.len()),
    };
    for (index, engine) in settings.engines.iter().enumerate() {
        let _ = writeln!(out, "engine {}: {}, {}", index + 1, engine.name, engine.limit);
    }
    for game in &games {
        let [one, two] = game.engines.map(|engine| settings.engines[engine].name.as_str());
        let opening = &settings.openings[game.opening];
        let _ = writeln!(out, "game {}: {one} - {two}, {}", game.number + 1, opening.shown());
    }
    out
}
