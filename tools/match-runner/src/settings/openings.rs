//! Where games begin, from what was typed: a file or random moves, what is made of them, and the engine that may have
//! to say whether they are balanced.

use super::check::count;
use super::raw::Order;
use super::{EngineSettings, Limit, RawMatch, RefereeKind};
use crate::openings::{self, Candidates, Format, Opening, Selection, Symmetries};
use crate::rules;
use anyhow::{Error, Result, anyhow, bail};
use games::gomoku::Opening as Gomoku;
use games::{Game, Notation};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// As many random openings are made as a match can use, but not more than this.
const MOST_RANDOM: usize = 10_000;
/// How unbalanced an opening may be if nothing is said, in the engine's hundredths.
const DEFAULT_WINDOW: u64 = 50;

/// A check by an engine that openings must pass before the match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Balance {
    /// The engine, with a limit in nodes or depth.
    pub engine: EngineSettings,
    /// An opening is taken if the engine's score is no further from 0 than this, in its hundredths.
    pub window: u64,
    /// How many openings are wanted.
    pub wanted: usize,
    /// How many random moves they have; `None`: they are those of `list`.
    pub plies: Option<usize>,
    /// The openings that are checked, if they are not made at random.
    pub list: Vec<Opening>,
    /// What is done with those that pass.
    pub selection: Selection,
}

/// What the settings say about openings.
pub(super) struct Openings {
    /// Those of the match, never empty: the usual start as long as a check has to find them.
    pub list: Vec<Opening>,
    pub balance: Option<Balance>,
}

/// What a reader of openings has to know of the rest of the settings.
pub(super) struct Around<'a> {
    pub game: &'a str,
    /// The options that set its rules, by which the referee judges.
    pub rules: &'a [(String, String)],
    pub referee: &'a RefereeKind,
    pub seed: u64,
    /// How many openings the match uses at most.
    pub used: usize,
    /// Relative paths start here.
    pub base: &'a Path,
}

/// Reads what is said about openings; `engine` reads the engine of the check.
pub(super) fn openings(
    raw: &RawMatch,
    around: &Around<'_>,
    engine: impl FnOnce() -> Result<Option<EngineSettings>>,
) -> Result<Openings> {
    let selection = selection(raw, around)?;
    let engine = engine()?;
    if let Some(EngineSettings { limit: Limit::Clock(_) | Limit::MoveTime(_), .. }) = engine {
        bail!("balance: a check that is the same everywhere has a limit in nodes or depth");
    }
    if raw.balance_window.is_some() && engine.is_none() {
        bail!("balance-window: there is no engine to check with; [balance] names one");
    }
    if raw.random_count.is_some() && raw.random_openings.is_none() {
        bail!("random-count: random-openings says how many plies random openings have");
    }
    let wanted = match raw.random_count {
        Some(number) => count("random-count", number, 1, 1_000_000)?,
        None => around.used.min(MOST_RANDOM),
    };
    let plies = raw.random_openings.map(|plies| count("random-openings", plies, 1, 1000)).transpose()?;
    let list = match plies {
        Some(plies) => random(raw, around, plies, if engine.is_some() { 0 } else { wanted })?,
        None => listed(raw, around)?,
    };
    let balance = engine.map(|engine| Balance {
        engine,
        window: raw.balance_window.unwrap_or(DEFAULT_WINDOW),
        wanted: if plies.is_some() { wanted } else { list.len() },
        plies,
        list: list.clone(),
        selection,
    });
    let list = match balance {
        Some(_) => vec![Opening::default()],
        None => selection.of(list, around.game, around.rules),
    };
    Ok(Openings { list, balance })
}

fn selection(raw: &RawMatch, around: &Around<'_>) -> Result<Selection> {
    let symmetries = raw.symmetries.unwrap_or_default();
    if symmetries != Symmetries::None && *around.referee != RefereeKind::Rules {
        bail!(
            "symmetries: they need rules that are linked in ({}, with referee = \"rules\"), and here '{}' is judged by others",
            rules::names(),
            around.game
        );
    }
    Ok(Selection {
        symmetries,
        shuffled: raw.opening_order == Some(Order::Random),
        skipped: count("opening-start", raw.opening_start.unwrap_or(1), 1, 1_000_000_000)? - 1,
        seed: around.seed,
    })
}

/// Openings of random moves, as many as wanted or as there are.
fn random(raw: &RawMatch, around: &Around<'_>, plies: usize, wanted: usize) -> Result<Vec<Opening>> {
    if raw.openings.is_some() || raw.opening_plies.is_some() || raw.opening_format.is_some() {
        bail!("random-openings: openings are made at random or read from a file, not both");
    }
    let source = Candidates::new(around.game, around.rules, plies, around.seed);
    let Some(source) = source.filter(|_| *around.referee == RefereeKind::Rules) else {
        bail!(
            "random-openings: they need rules that are linked in ({}, with referee = \"rules\"); for '{}' give --openings FILE",
            rules::names(),
            around.game
        );
    };
    let list: Vec<Opening> = source.take(wanted).collect();
    if list.is_empty() && wanted > 0 {
        bail!("random-openings = {plies}: after so many plies the game is over");
    }
    Ok(list)
}

/// Openings of a file, or the usual start.
fn listed(raw: &RawMatch, around: &Around<'_>) -> Result<Vec<Opening>> {
    let Some(path) = raw.openings.as_ref().map(|path| around.base.join(path)) else {
        if raw.opening_plies.is_some() || raw.opening_format.is_some() {
            bail!("opening-plies and opening-format are for a file of openings");
        }
        return Ok(vec![Opening::default()]);
    };
    let format = raw.opening_format.unwrap_or_default().resolved(&path);
    let plies = raw.opening_plies.map(|plies| count("opening-plies", plies, 0, 1_000_000)).transpose()?;
    if format == Format::Offset && around.game != Gomoku::NAME {
        bail!("opening-format = \"offset\" is for {}, not for '{}'", Gomoku::NAME, around.game);
    }
    let size = rules::board_size(around.rules);
    let mut list = openings::load(&path, format, plies, size).map_err(Error::msg)?;
    if *around.referee == RefereeKind::Rules {
        list.iter_mut().try_for_each(|opening| check_opening(opening, around, &path, format))?;
    }
    Ok(list)
}

/// What a line may be that is taken for moves and has none.
fn meant(opening: &Opening, format: Format) -> &'static str {
    match opening.moves.first() {
        _ if format != Format::Lines || opening.fen.is_some() => "",
        Some(word) if word.contains(['/', ':']) || word.starts_with('x') => {
            "; before a position stands the word fen, or opening-format = \"epd\""
        }
        Some(word) if word.contains(',') => "; Gomocup's offsets are opening-format = \"offset\"",
        _ => "",
    }
}

/// Plays the opening by the rules, so that a mistake in the file stops the match before it begins; its moves are then those of engines.
fn check_opening(opening: &mut Opening, around: &Around<'_>, path: &Path, format: Format) -> Result<()> {
    let mut board = rules::board(around.game, around.rules).map_err(Error::msg)?;
    let place = format!("openings = '{}', for {}: {}", path.display(), around.game, opening.place);
    let hint = meant(opening, format);
    let named = |error: String| anyhow!("{place}: {error}{hint}");
    opening.set_up(board.as_mut()).map_err(|error| named(error.to_string()))?;
    if board.result().is_some() {
        return Err(named("the game is over already".to_owned()));
    }
    // Files may write moves in another way than engines do.
    opening.moves = board.moves(Notation::Coordinates);
    Ok(())
}
