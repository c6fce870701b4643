//! Saved memories, looked into: what the strategy makes of one, and the memory itself where it is plain text.

use super::{Done, Session};
use crate::catalogue::games;
use crate::memories;
use crate::message::{Chosen, ToPage};
use crate::rules::Rules;
use engine::protocol::heard::EngineOption;

/// What an engine says of a memory that is damaged or not its own.
const LEFT: &str = "; it is left as it is";

impl Session {
    pub(super) fn list_memories(&self) -> Done {
        let folder = self.means.memories.as_deref();
        let files = folder.map_or(Ok(Vec::new()), memories::list)?;
        Ok(self.tell(ToPage::Memories { offered: folder.is_some(), files })?)
    }

    pub(super) fn look_into(&self, name: &str, text: Option<&str>) -> Result<ToPage, String> {
        let (folder, own) = (self.means.scratch.folder()?, self.means.scratch.folder()?);
        let (mut kept, path) = match (text, self.means.memories.as_deref()) {
            (Some(text), _) => {
                memories::write(&own, text)?;
                memories::copy(own.path(), memories::FILE, &folder)?
            }
            (None, Some(place)) => memories::copy(place, name, &folder)?,
            (None, None) => {
                return Err("no directory of memories is named: start with --memories DIR".to_owned());
            }
        };
        name.clone_into(&mut kept.name);
        // Positions by rote do not say of which game they are before they are read.
        let games: Vec<&str> =
            games().map(|row| row.name).filter(|game| kept.game.is_empty() || kept.game == *game).collect();
        let mut refusal = format!("no game here matches the memory {name}");
        for game in games {
            let option = if kept.rote { "Samuel.Rote" } else { "Memory" };
            let chosen = self.builtin(&kept.strategy);
            let view = self.view_with(game, &chosen, (option, &path))?;
            // A memory that cannot be used is left alone, and the strategy plays without it: that is not what was asked for.
            if let Some(words) = view.lines().find(|line| line.starts_with("memory ") && line.contains(LEFT))
            {
                refusal = words.split(LEFT).next().unwrap_or_default().replace(&path, name);
                continue;
            }
            let (view, text) =
                (view.replace(&path, name), if kept.rote { String::new() } else { memories::read(&folder) });
            game.clone_into(&mut kept.game);
            return Ok(ToPage::Memory { kept, view, text });
        }
        Err(refusal)
    }

    /// What a strategy says of the start with this option, of a game that need not be the one on the board.
    pub(super) fn view_with(
        &self,
        game: &str,
        chosen: &Chosen,
        option: (&str, &str),
    ) -> Result<String, String> {
        let mut engine = self.settings(&Chosen { strategy: None, ..chosen.clone() }, &[])?;
        // Rules of another game are not its own.
        engine.options.clear();
        let own = chosen.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        for (name, value) in
            chosen.strategy.iter().map(|name| ("Strategy", name.as_str())).chain(own).chain([option])
        {
            engine.options.push(EngineOption::new(name, value));
        }
        Rules::with(&*self.means.engines, &engine, game)?.view()
    }
}
