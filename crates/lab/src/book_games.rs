//! Reading games of draughts from files: PDN, or a game a line with its result first; either may be compressed.

use anyhow::{Context as _, anyhow};
use games::draughts::pdn;
use games::draughts::pdn::PdnGame;
use games::draughts::{Draughts, Move};
use std::io::Read;
use std::path::{Path, PathBuf};

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

/// The games of these files in their order.
pub(crate) fn read(paths: &[PathBuf]) -> anyhow::Result<Vec<BookGame>> {
    let mut games = Vec::new();
    for path in paths {
        let text = text_of(path).with_context(|| format!("{} cannot be read", path.display()))?;
        let found = parse(&text).map_err(|error| anyhow!("{}: {error}", path.display()))?;
        for game in found {
            let title = game.tags.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(", ");
            games.push(BookGame { number: games.len() + 1, title, start: game.start, moves: game.moves });
        }
    }
    Ok(games)
}

/// The text of a file, unpacked if it is compressed.
fn text_of(path: &Path) -> anyhow::Result<String> {
    let bytes = files::read(path)?;
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

/// The results that a line may begin with.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
