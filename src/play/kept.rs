//! Games that are saved to be gone on with: a head, the game, the options of its rules, the start, the moves.

use anyhow::{Context as _, bail};
use engine::Engine;
use games::Notation;
use std::path::Path;
use strategies::settings::OptionSpec;

const HEAD: &str = "fourscore game 1";

/// A game in a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Kept {
    pub(super) game: String,
    /// Name and value of each option of the rules.
    pub(super) rules: Vec<(String, String)>,
    /// A position's text.
    pub(super) start: String,
    /// In the usual notation.
    pub(super) moves: Vec<String>,
}

impl Kept {
    /// The game of this engine.
    pub(super) fn of(engine: &Engine) -> Self {
        let (board, settings) = (engine.board(), engine.settings());
        let rules =
            engine.games().rows().iter().filter(|row| row.name == board.game()).flat_map(|row| row.rules);
        let value = |spec: &OptionSpec| Some((String::from(spec.name), settings.value(spec)?.to_string()));
        Self {
            game: board.game().to_owned(),
            rules: rules.filter_map(value).collect(),
            start: board.start_text(),
            moves: board.moves(Notation::default()),
        }
    }

    /// Writes it; a file that is no saved game stays as it is.
    ///
    /// # Errors
    /// If the file is another's, or the system refuses.
    pub(super) fn save(&self, path: &Path) -> anyhow::Result<()> {
        if path.exists() {
            Self::load(path).context("it is left as it is")?;
        }
        let rules: String =
            self.rules.iter().map(|(name, value)| format!("option {name}={value}\n")).collect();
        let Self { game, start, moves, .. } = self;
        let text = format!("{HEAD}\ngame {game}\n{rules}start {start}\nmoves {}\n", moves.join(" "));
        files::write_atomically(path, text.as_bytes())
            .with_context(|| format!("{} cannot be written", path.display()))
    }

    /// Reads one.
    ///
    /// # Errors
    /// If the file cannot be read, or is no saved game.
    pub(super) fn load(path: &Path) -> anyhow::Result<Self> {
        let name = path.display();
        let text = files::read_text(path).with_context(|| format!("{name} cannot be read"))?;
        let Some(body) = text.strip_prefix(HEAD).filter(|body| body.starts_with('\n')) else {
            bail!("{name} is not a saved game: its first line is not '{HEAD}'");
        };
        let (mut kept, mut ended) =
            (Self { game: String::new(), rules: Vec::new(), start: String::new(), moves: Vec::new() }, false);
        for line in body.lines().filter(|line| !line.is_empty()) {
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            match (key, value.split_once('=')) {
                ("game", _) => value.clone_into(&mut kept.game),
                ("option", Some((option, value))) => kept.rules.push((option.to_owned(), value.to_owned())),
                ("start", _) => value.clone_into(&mut kept.start),
                ("moves", _) => {
                    kept.moves = value.split_whitespace().map(str::to_owned).collect();
                    ended = true;
                }
                _ => bail!("{name} is damaged: a line begins with neither game, option, start nor moves"),
            }
        }
        if !ended || kept.game.is_empty() || kept.start.is_empty() {
            bail!("{name} is damaged: it lacks its game, its start or its moves");
        }
        Ok(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_loaded_and_foreign_files_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my.game");
        let kept = Kept {
            game: "gomoku".into(),
            rules: vec![("Rules".into(), "swap2".into())],
            start: "15/15".into(),
            moves: vec!["h8".into(), "swap".into()],
        };
        kept.save(&path).unwrap();
        kept.save(&path).unwrap();
        assert_eq!(Kept::load(&path).unwrap(), kept);
        let whole = std::fs::read_to_string(&path).unwrap();
        let unended = &whole[..whole.find("moves").unwrap()];
        for (text, words) in [
            ("my thesis\n", "not a saved game"),
            ("fourscore game 12\n", "not a saved game"),
            (unended, "damaged"),
            ("fourscore game 1\nmoves h8\n", "damaged"),
            ("fourscore game 1\nfoo\n", "damaged"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = format!("{:#}", kept.save(&path).unwrap_err());
            assert!(error.contains(words) && error.contains("left as it is"), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
