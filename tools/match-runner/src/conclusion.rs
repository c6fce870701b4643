//! The end of a match: the text that people read on standard output, and the summary for scripts beside the games.

use crate::records::{files, formats, summary};
use crate::run::Summary;
use crate::{sections, table};
use std::path::PathBuf;

/// The text: how many games in what time, the table, what stands below it, and where the files are.
pub fn text(summary: &Summary) -> String {
    let settings = &summary.settings;
    let games = summary.standings.games();
    let state = if summary.interrupted { "interrupted" } else { "complete" };
    let seconds = summary.elapsed.as_secs_f64();
    let now = if (1..games).contains(&summary.played) {
        format!(" ({} of them now)", summary.played)
    } else {
        String::new()
    };
    let mut text =
        format!("{}: {games} games{now} in {seconds:.1} s, {}; {state}\n\n", settings.game, summary.rate);
    text.push_str(&table::table(settings, &summary.standings));
    text.push_str(&sections::text(settings, &summary.standings));
    if !summary.files.is_empty() {
        let names: Vec<String> = summary.files.iter().map(|path| path.display().to_string()).collect();
        text.push_str(&format!("games: {}\n", names.join(", ")));
    }
    text
}

/// Writes the summary, as `PATH.json`, and the games in the formats of their game; returns where they are.
pub(crate) fn write(end: &Summary) -> anyhow::Result<Vec<PathBuf>> {
    let Some(path) = &end.settings.results else { return Ok(Vec::new()) };
    let summarised = files::with_suffix(path, ".json");
    let text = serde_json::to_string_pretty(&summary(end))? + "\n";
    files::replace(&summarised, text.as_bytes())?;
    let mut written = vec![summarised];
    written.extend(formats::write(&end.settings, path)?);
    Ok(written)
}
