//! Reading games of draughts from files: PDN, or a game a line with its result first; either may be compressed.

use anyhow::{Context as _, anyhow};
use games::draughts::pdn;
use games::draughts::pdn::PdnGame;
use games::draughts::{Draughts, Move};
use search::Control;
use std::io::Read;
use std::path::PathBuf;
use strategies::samuel::look_ahead::think::SearchSettings;
use strategies::samuel::modes::book::{BookMove, follow};
use strategies::samuel::terms::scoring::Scoring;
use strategies::settings::Settings;

/// No file may unpack to more.
const LONGEST: u64 = 1 << 30;

#[derive(Clone, Debug)]
pub(crate) struct BookGame {
    /// Its place in all files, counted from 1.
    pub number: usize,
    pub title: String,
    pub start: Draughts,
    pub moves: Vec<Move>,
}

impl BookGame {
    /// Every move with what the program thinks of it.
    pub(crate) fn followed(
        &self,
        settings: &Settings,
        scoring: &Scoring<Draughts>,
        control: &Control,
    ) -> anyhow::Result<Vec<BookMove<Draughts>>> {
        let settings_of = |played: &_| SearchSettings::of(settings, played);
        let moves = follow(&self.start, &self.moves, scoring, settings_of, control);
        moves.map_err(|error| anyhow!("game {}: {error}", self.number))
    }
}

/// The games of these files in their order.
pub(crate) fn read(paths: &[PathBuf]) -> anyhow::Result<Vec<BookGame>> {
    let mut games = Vec::new();
    for path in paths {
        let bytes = files::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
        let found = games_of(bytes).with_context(|| path.display().to_string())?;
        let number = games.len();
        games.extend(found.into_iter().map(|game| BookGame { number: number + game.number, ..game }));
    }
    Ok(games)
}

/// The games of a file's bytes.
pub(crate) fn games_of(bytes: Vec<u8>) -> anyhow::Result<Vec<BookGame>> {
    let found = parse(&text_of(bytes)?).map_err(|error| anyhow!(error))?;
    let game = |(index, game): (usize, PdnGame)| {
        let title = game.tags.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(", ");
        BookGame { number: index + 1, title, start: game.start, moves: game.moves }
    };
    Ok(found.into_iter().enumerate().map(game).collect())
}

/// The text, unpacked if it is compressed.
fn text_of(bytes: Vec<u8>) -> anyhow::Result<String> {
    let mut text = String::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        flate2::read::MultiGzDecoder::new(&bytes[..]).take(LONGEST).read_to_string(&mut text)?;
    } else {
        text = String::from_utf8(bytes)?;
    }
    Ok(text)
}

fn parse(text: &str) -> Result<Vec<PdnGame>, String> {
    let lines =
        || text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let result_first =
        |line: &str| line.split_whitespace().next().is_some_and(|word| RESULTS.contains(&word));
    if lines().next().is_some_and(|(_, line)| line.starts_with('[') && !line.contains('"')) {
        return headed(lines().map(|(_, line)| line));
    }
    if !lines().next().is_some_and(|(_, line)| result_first(line)) {
        let kept: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
        return pdn::parse(&kept.join("\n")).map_err(|error| error.0);
    }
    let game_of = |(index, line): (usize, &str)| {
        let moves = line.split_once(char::is_whitespace).map_or("", |(_, moves)| moves);
        let games = pdn::parse(moves).map_err(|error| format!("line {}: {error}", index + 1))?;
        games.into_iter().next().ok_or_else(|| format!("line {}: there is no move", index + 1))
    };
    lines().map(game_of).collect()
}

/// Games under a heading each, such as `[game G-1] plies=46`: what stands in the brackets is their title.
fn headed<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Vec<PdnGame>, String> {
    let mut games: Vec<PdnGame> = Vec::new();
    let mut title = "";
    for line in lines {
        match line.strip_prefix('[').and_then(|line| line.split_once(']')) {
            Some((name, _)) => title = name,
            None => games.extend(
                pdn::parse(line)
                    .map_err(|error| format!("{title}: {error}"))?
                    .into_iter()
                    .map(|game| PdnGame { tags: vec![("Event".to_owned(), title.to_owned())], ..game }),
            ),
        }
    }
    Ok(games)
}

/// The results that a line may begin with.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
