//! What pages can choose from: engines with their games, strategies and options, asked of the engines themselves once, and
//! the games that come along.

use crate::config::Config;
use crate::rules::words;
use crate::samples::{self, Title};
use crate::thinker::PATIENT;
use engine::{BUILT_IN, GameRow};
use games::gomoku::Opening;
use games::qubic::Qubic;
use games::settings::{Kind as OptionKind, OptionSpec, Settings};
use games::{Game, Shape};
use match_runner::engine::{Client, Kind, Offered};
use match_runner::interrupt::Interrupt;
use match_runner::settings::EngineSettings;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Serialize)]
pub struct Catalogue {
    pub version: &'static str,
    pub games: Vec<GameCard>,
    /// The engines, the built-in one first.
    pub engines: Vec<EngineCard>,
    pub samples: Vec<Title>,
    /// Whether the page of the papers is here.
    pub report: bool,
}

/// A game, as it describes itself, and what can be done with it here.
#[derive(Clone, Debug, Serialize)]
pub struct GameCard {
    name: &'static str,
    title: &'static str,
    sides: [&'static str; 2],
    /// What a move looks like in each notation.
    notations: BTreeMap<&'static str, &'static str>,
    board: &'static str,
    /// The options that set its rules.
    rules: Vec<OptionCard>,
    /// Who tells the values of all moves, in words.
    solver: String,
    puzzles: bool,
}

pub const PUZZLES: [&str; 2] = [Qubic::NAME, Opening::NAME];

/// Who tells the values of moves of a game, and whether what is not proven is said to be open.
pub fn solver_of(game: &str) -> (&'static str, bool) {
    if game == Qubic::NAME { ("perfect", true) } else { ("alpha-beta", false) }
}

/// The games that can be drawn, the default first.
pub fn games() -> impl Iterator<Item = &'static GameRow> {
    BUILT_IN.rows().iter().filter(|row| row.about.board.is_some())
}

/// The name of the first of them.
pub fn first_game() -> &'static str {
    games().next().map_or("", |row| row.name)
}

impl GameCard {
    fn new(row: &GameRow) -> Self {
        let about = row.about;
        let (solver, proven) = solver_of(row.name);
        Self {
            name: row.name,
            title: about.title,
            sides: about.sides,
            notations: about
                .notations
                .iter()
                .map(|&(notation, example)| (notation.name(), example))
                .collect(),
            board: about.board.map_or("", Shape::name),
            rules: row.rules.iter().map(OptionCard::of_rule).collect(),
            solver: format!("{}values by {solver}", if proven { "proven " } else { "" }),
            puzzles: PUZZLES.contains(&row.name),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct EngineCard {
    pub name: String,
    /// The strategies that it has for each game; a game without strategies has an empty list.
    pub games: BTreeMap<String, Vec<String>>,
    pub learners: BTreeMap<String, Vec<String>>,
    /// Whether it can report several lines.
    pub many_lines: bool,
    /// The options that pages may set.
    pub options: Vec<OptionCard>,
    /// Why it cannot be used, if it does not start.
    pub trouble: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct OptionCard {
    pub name: String,
    pub default: String,
    /// The values allowed, if they are few.
    pub choices: Vec<String>,
    /// The least and the greatest, if it is a number.
    pub bounds: Option<(i64, i64)>,
}

/// Whether pages may set an option: texts may be paths of files to be written, so they are the configuration's.
pub fn is_free(option: &Offered) -> bool {
    !matches!(option.kind, Kind::Text | Kind::Button) && !is_taken(&option.name)
}

/// Options that have a place of their own on the page, or none.
fn is_taken(name: &str) -> bool {
    let own = ["game", "strategy", "notation", "multipv", "learn", "uci_variant"].into_iter();
    let rules = games().flat_map(|row| row.rules).map(|rule| rule.name);
    own.chain(rules).any(|taken| taken.eq_ignore_ascii_case(name))
}

impl Catalogue {
    pub fn new(config: &Config) -> Self {
        let engines = config.engines.iter().map(|engine| EngineCard::ask(engine, &config.builtin)).collect();
        let games = games().map(GameCard::new).collect();
        Self {
            version: env!("CARGO_PKG_VERSION"),
            games,
            engines,
            samples: samples::titles(),
            report: config.report.is_some(),
        }
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
        let mut client = Client::start(engine, first_game(), builtin, PATIENT, &interrupt).map_err(words)?;
        let offered = client.offered().to_vec();
        let choices =
            |name: &str| match offered.iter().find(|option| option.is(name)).map(|option| &option.kind) {
                Some(Kind::Combo(choices)) => choices.clone(),
                _ => Vec::new(),
            };
        let games = choices("Game");
        let known =
            |game: &&str| games.is_empty() || games.iter().any(|known| known.eq_ignore_ascii_case(game));
        for game in self::games().map(|row| row.name).filter(known) {
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
    fn of_rule(rule: &OptionSpec) -> Self {
        let (choices, bounds) = match rule.kind {
            OptionKind::Choice { allowed, .. } => (allowed.iter().map(ToString::to_string).collect(), None),
            OptionKind::Integer { min, max, .. } => (Vec::new(), Some((min, max))),
            OptionKind::Flag { .. } | OptionKind::Text { .. } | OptionKind::Button => (Vec::new(), None),
        };
        let default = Settings::default().value(rule).map_or_else(String::new, |value| value.to_string());
        Self { name: rule.name.to_owned(), default, choices, bounds }
    }

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
