//! Saved memories, looked into: what the strategy makes of one, and the memory itself where it is plain text.

use super::{Gone, Session};
use crate::catalogue::games;
use crate::memories;
use crate::message::{Kept, ToPage};
use crate::rules::Rules;

/// What an engine says of a memory that is damaged or not its own.
const LEFT: &str = "; it is left as it is";

impl Session {
    pub(super) fn list_memories(&self) -> Result<Result<(), String>, Gone> {
        let folder = self.config.memories.as_deref();
        match folder.map_or(Ok(Vec::new()), memories::list) {
            Ok(files) => self.tell(ToPage::Memories { offered: folder.is_some(), files }).map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }

    pub(super) fn open_memory(&self, name: &str) -> Result<Result<(), String>, Gone> {
        match self.look_into(name) {
            Ok(message) => self.tell(message).map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }

    fn look_into(&self, name: &str) -> Result<ToPage, String> {
        let place = self.config.memories.as_deref();
        let place = place.ok_or("no directory of memories is named: start with --memories DIR")?;
        let folder = self.scratch.folder()?;
        let (mut kept, path) = memories::copy(place, name, &folder)?;
        // Positions by rote do not say of which game they are before they are read.
        let games: Vec<&str> =
            games().map(|row| row.name).filter(|game| kept.game.is_empty() || kept.game == *game).collect();
        let mut refusal = format!("no game here matches the memory {name}");
        for game in games {
            let option = if kept.rote { "Samuel.Rote" } else { "Memory" };
            let view = self.view_with(game, &kept, (option, &path))?;
            // A memory that cannot be used is left alone, and the strategy plays without it: that is not what was asked for.
            if let Some(words) = view.lines().find(|line| line.starts_with("memory ") && line.contains(LEFT))
            {
                refusal = words.split(LEFT).next().unwrap_or_default().replace(&path, name);
                continue;
            }
            let (view, text) = (view.replace(&path, name), memories::text_of(&kept, &path));
            game.clone_into(&mut kept.game);
            return Ok(ToPage::Memory { kept, view, text });
        }
        Err(refusal)
    }

    /// What the strategy says of the start with this option.
    fn view_with(&self, game: &str, kept: &Kept, option: (&str, &str)) -> Result<String, String> {
        let mut chosen = self.builtin(&kept.strategy);
        chosen.strategy = None;
        let mut engine = self.settings(&chosen, &[])?;
        engine.options.clear();
        for (name, value) in [("Strategy", kept.strategy.as_str()), option] {
            engine.options.push(super::choosing::option(name, value));
        }
        Rules::with(engine, &self.config.builtin, game)?.view(None, &[])
    }
}
