//! Asking an engine for a move and waiting for what it says: what every subcommand that plays has in common.

use anyhow::{Context as _, anyhow, bail};
use clap::ValueEnum;
use crossbeam_channel::RecvTimeoutError;
use engine::event::Event;
use engine::{Engine, GoRequest, Verdict};
use games::Side;
use search::Score;
use std::time::Duration;

/// Between two looks at whether to stop.
const LOOK_EVERY: Duration = Duration::from_millis(100);
const GONE: &str = "the searcher is gone";

/// A side, as it is typed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SideName {
    First,
    Second,
}

impl SideName {
    /// The side that is meant.
    pub(crate) const fn side(self) -> Side {
        match self {
            Self::First => Side::First,
            Self::Second => Side::Second,
        }
    }
}

/// What the program thinks of a position.
pub(crate) struct Thought {
    /// The move it would play, in the engine's notation.
    pub m: String,
    /// Its reasons and warnings.
    pub reasons: Vec<String>,
    /// The value of the move for the side to move.
    pub score: Option<Score>,
}

impl Thought {
    /// For people.
    pub(crate) fn in_words(&self) -> String {
        let reasons =
            if self.reasons.is_empty() { String::new() } else { format!(": {}", self.reasons.join("; ")) };
        let score = match self.score {
            Some(Score::Win { in_plies }) => format!(" (a won game in {in_plies} plies at most)"),
            Some(Score::Loss { in_plies }) => format!(" (lost within {in_plies} plies against best play)"),
            Some(Score::Draw) => " (a drawn game)".to_owned(),
            Some(Score::Heuristic(_)) | None => String::new(),
        };
        format!("{}{reasons}{score}", self.m)
    }
}

/// Lets the strategy choose a move for the side to move.
pub(crate) fn think(engine: &mut Engine, request: &GoRequest) -> anyhow::Result<Thought> {
    think_until(engine, request, &|| false)
}

/// The same, until it is told to stop: then it names what it has.
pub(crate) fn think_until(
    engine: &mut Engine,
    request: &GoRequest,
    stop: &dyn Fn() -> bool,
) -> anyhow::Result<Thought> {
    let events = engine.go(request).map_err(|refusal| anyhow!(refusal))?;
    let words = |event| if let Event::Message(words) = event { Some(words) } else { None };
    let (mut reasons, mut score): (Vec<_>, _) = (events.into_iter().filter_map(words).collect(), None);
    loop {
        if stop() {
            engine.stop();
        }
        let event = match engine.events().recv_timeout(LOOK_EVERY) {
            Err(RecvTimeoutError::Timeout) => continue,
            event => event.context(GONE)?,
        };
        for event in engine.pass_on(event) {
            match event {
                Event::Message(words) => reasons.push(words),
                Event::Info(info) if info.rank == 1 => score = Some(info.score),
                Event::BestMove(Some(m)) => return Ok(Thought { m, reasons, score }),
                Event::BestMove(None) => bail!("there is no move to play"),
                _ => {}
            }
        }
    }
}

/// Lets the strategy learn from the game that is over; what it says of it.
pub(crate) fn lesson(engine: &mut Engine, verdict: Verdict) -> anyhow::Result<Vec<String>> {
    engine.game_over(verdict).map_err(|refusal| anyhow!(refusal))?;
    let (mut words, mut events) = (Vec::new(), engine.is_ready());
    loop {
        for event in events {
            match event {
                Event::Message(said) => words.push(said),
                Event::Ready => return Ok(words),
                _ => {}
            }
        }
        events = engine.wait().context(GONE)?;
    }
}

/// Sets options given as `NAME=VALUE`.
pub(crate) fn set_options(engine: &mut Engine, options: &[String]) -> anyhow::Result<()> {
    for text in options {
        let (name, value) =
            text.split_once('=').with_context(|| format!("--option {text}: NAME=VALUE is needed"))?;
        set_option(engine, name, value)?;
    }
    Ok(())
}

/// Sets one option.
pub(crate) fn set_option(engine: &mut Engine, name: &str, value: &str) -> anyhow::Result<()> {
    engine.set_option(name, Some(value)).map_err(|refusal| anyhow!(refusal))
}

/// What is to be said about the options when all have been set.
///
/// # Errors
/// If what was asked for does not go together.
pub(crate) fn remarks(engine: &mut Engine) -> anyhow::Result<Vec<String>> {
    match engine.unserved() {
        Some(words) => bail!(words),
        None => Ok(engine.remarks()),
    }
}
