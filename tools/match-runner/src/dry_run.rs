//! The schedule in words: what a match would play, without playing it.

use crate::settings::{Settings, Tournament};
use std::fmt::Write;

/// What would be played: a line about the match, a line for each game that is known, and for formats whose rounds
/// depend on results a sentence on the rest.
pub(crate) fn text(settings: &Settings) -> String {
    let plan = settings.plan();
    let all = plan.schedule(&[]);
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
    if let Some(rest) = rest(settings) {
        let _ = writeln!(out, "{rest}");
    }
    out
}

/// What follows on the first round.
fn rest(settings: &Settings) -> Option<String> {
    (settings.tournament == Tournament::Knockout).then(|| {
        format!(
            "This is the first round. The winners meet in the next one over {} openings with both colours, until one \
             is left; an even encounter is prolonged by up to {} openings, and then the engine that stands first in \
             the settings goes on.",
            settings.pairs, settings.tie_breaks
        )
    })
}
