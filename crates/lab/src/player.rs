//! Players of the laboratory: a strategy with its options and its memory, asked for moves by calls.

use anyhow::{Context as _, anyhow};
use games::{Game, Played};
use search::{Control, Limits};
use strategies::agent::Agent;
use strategies::options::of_game;
use strategies::playing::Turn;
use strategies::settings::{OptionSpec, Settings, option_named};
use strategies::{Choice, Playable, Report, Row};

/// A strategy at the board. Limits are nodes or depth, so that the same question gets the same answer.
pub(crate) struct Player<G: Playable> {
    pub(crate) row: &'static Row<G>,
    pub(crate) agent: Agent<G>,
    pub(crate) settings: Settings,
    limits: Limits<G>,
}

/// What a player thinks of a position.
pub(crate) struct Thought<G: Game> {
    /// The move, with its value and its line.
    pub(crate) choice: Choice<G>,
    /// What was said meanwhile, and the reason for the move.
    pub(crate) words: Vec<String>,
}

impl<G: Playable> Player<G> {
    /// The strategy of this name; its options as given and fixed (see [`settings_of`]).
    pub(crate) fn new(
        strategy: &str,
        given: &[String],
        fixed: &[(&str, &str)],
        limits: Limits<G>,
    ) -> anyhow::Result<Self> {
        let row = G::strategy(strategy).map_err(|error| anyhow!(error))?;
        let settings = settings_of(&of_game::<G>(), given, fixed)?;
        Ok(Self { row, agent: Agent::new(row), settings, limits })
    }

    /// The rules by which it plays.
    pub(crate) fn setup(&self) -> anyhow::Result<G::Setup> {
        G::setup(&self.settings).map_err(|error| anyhow!(error))
    }

    /// Thinks about the next move of this game. With `Learn`, it may learn from it.
    pub(crate) fn think(&mut self, game: &Played<G>) -> Thought<G> {
        let mut words = Vec::new();
        let mut report = |report| {
            if let Report::Words(said) = report {
                words.push(said);
            }
        };
        let Self { agent, settings, limits, .. } = self;
        let choice = agent.choose(game, limits, &Control::new(), settings, &mut report);
        if settings.get(&strategies::options::LEARN) {
            agent.after_move(game);
        }
        words.extend(Some(choice.reason.clone()).filter(|reason| !reason.is_empty()));
        Thought { choice, words }
    }

    /// The move for a game under way; where there is none, the game stops.
    pub(crate) fn turn(&mut self, game: &Played<G>) -> Turn<G> {
        self.think(game).choice.best().map_or(Turn::Stop, Turn::Move)
    }
}

/// Values of these options: at first, then as `fixed` says, then as given as `NAME=VALUE`.
pub(crate) fn settings_of(
    options: &[OptionSpec],
    given: &[String],
    fixed: &[(&str, &str)],
) -> anyhow::Result<Settings> {
    let mut settings = Settings::defaults(options);
    let given = given
        .iter()
        .map(|text| text.split_once('=').with_context(|| format!("--option {text}: NAME=VALUE is needed")));
    for pair in fixed.iter().map(|&pair| Ok(pair)).chain(given) {
        let (name, value) = pair?;
        let spec = option_named(options, name).map_err(|error| anyhow!(error))?;
        if let Some(value) = spec.parse(value).map_err(|error| anyhow!(error))? {
            settings.set(spec.name, value);
        }
    }
    Ok(settings)
}
