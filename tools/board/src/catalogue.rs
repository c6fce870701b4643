//! What pages can choose from: engines with their games, strategies and options, asked of the engines themselves once, and
//! the games that come along.

use crate::config::Config;
use crate::rules::words;
use crate::samples::{self, Title};
use crate::thinker::PATIENT;
use match_runner::engine::{Client, Kind, Offered};
use match_runner::interrupt::Interrupt;
use match_runner::settings::EngineSettings;
use serde::Serialize;
use std::collections::BTreeMap;

/// What there is.
#[derive(Clone, Debug, Serialize)]
pub struct Catalogue {
    /// The version of this program.
    pub version: &'static str,
    /// The engines, the built-in one first.
    pub engines: Vec<EngineCard>,
    /// The games to step through.
    pub samples: Vec<Title>,
}

/// An engine.
#[derive(Clone, Debug, Serialize)]
pub struct EngineCard {
    /// Its name.
    pub name: String,
    /// The strategies that it has for each game; a game without strategies has an empty list.
    pub games: BTreeMap<String, Vec<String>>,
    /// Those of them that learn.
    pub learners: BTreeMap<String, Vec<String>>,
    /// Whether it can report several lines.
    pub many_lines: bool,
    /// The options that pages may set.
    pub options: Vec<OptionCard>,
    /// Why it cannot be used, if it does not start.
    pub trouble: String,
}

/// An option.
#[derive(Clone, Debug, Serialize)]
pub struct OptionCard {
    /// Its name.
    pub name: String,
    /// Its value at first.
    pub default: String,
    /// The values allowed, if they are few.
    pub choices: Vec<String>,
    /// The least and the greatest, if it is a number.
    pub bounds: Option<(i64, i64)>,
}

/// Whether pages may set an option: texts may be paths of files to be written, so they are the configuration's.
#[must_use]
pub fn is_free(option: &Offered) -> bool {
    !matches!(option.kind, Kind::Text | Kind::Button) && !is_taken(&option.name)
}

/// Options that have a place of their own on the page, or none.
fn is_taken(name: &str) -> bool {
    ["game", "strategy", "notation", "multipv", "learn", "uci_variant", "rules", "size"]
        .contains(&name.to_ascii_lowercase().as_str())
}

impl Catalogue {
    /// Asks all engines.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let engines = config.engines.iter().map(|engine| EngineCard::ask(engine, &config.builtin)).collect();
        Self { version: env!("CARGO_PKG_VERSION"), engines, samples: samples::titles() }
    }
}

impl EngineCard {
    fn ask(engine: &EngineSettings, builtin: &[String]) -> Self {
        let card = Self {
            name: engine.name.clone(),
            games: BTreeMap::new(),
            learners: BTreeMap::new(),
            many_lines: false,
            options: Vec::new(),
            trouble: String::new(),
        };
        match Self::asked(engine, builtin, card.clone()) {
            Ok(card) => card,
            Err(trouble) => Self { trouble, ..card },
        }
    }

    fn asked(engine: &EngineSettings, builtin: &[String], mut card: Self) -> Result<Self, String> {
        let interrupt = Interrupt::new().map_err(|error| error.to_string())?;
        let first = samples::GAMES[0];
        let mut client = Client::start(engine, first, builtin, PATIENT, &interrupt).map_err(words)?;
        let offered = client.offered().to_vec();
        let choices =
            |name: &str| match offered.iter().find(|option| option.is(name)).map(|option| &option.kind) {
                Some(Kind::Combo(choices)) => choices.clone(),
                _ => Vec::new(),
            };
        let games = choices("Game");
        let known =
            |game: &&str| games.is_empty() || games.iter().any(|known| known.eq_ignore_ascii_case(game));
        for game in samples::GAMES.into_iter().filter(known) {
            let (mut plays, mut learns) = (Vec::new(), Vec::new());
            let may_learn = offered.iter().any(|option| option.is("Learn"));
            for strategy in choices("Strategy") {
                // Which strategies play which game, and which of them learn, is nowhere announced: each is tried.
                let commands = format!(
                    "setoption name Game value {game}\nsetoption name Strategy value {strategy}\nsetoption name Learn value true"
                );
                let said = client.ask(&commands).map_err(words)?;
                let says = |words: &str| said.iter().any(|line| line.contains(words));
                if says(&format!("'{strategy}'")) || says("does not play") {
                    continue;
                }
                if may_learn && !says("does not learn") {
                    learns.push(strategy.clone());
                }
                plays.push(strategy);
            }
            card.games.insert(game.to_owned(), plays);
            card.learners.insert(game.to_owned(), learns);
        }
        card.many_lines = offered.iter().any(|option| option.is("MultiPV"));
        card.options = offered.iter().filter(|option| is_free(option)).map(OptionCard::new).collect();
        Ok(card)
    }
}

impl OptionCard {
    fn new(option: &Offered) -> Self {
        let (choices, bounds) = match &option.kind {
            Kind::Combo(choices) => (choices.clone(), None),
            Kind::Check => (vec!["false".to_owned(), "true".to_owned()], None),
            Kind::Spin { min, max } => (Vec::new(), Some((min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX)))),
            Kind::Button | Kind::Text => (Vec::new(), None),
        };
        Self { name: option.name.clone(), default: option.default.clone(), choices, bounds }
    }
}
