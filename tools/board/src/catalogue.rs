//! What pages can choose from: engines with their games, strategies and options, asked of the engines themselves once, and
//! the games that come along.

use crate::engines::{Asked, BUILTIN, Engines, Known};
use crate::samples::{self, Title};
use engine::protocol::heard::{Kind, Offered};
use engine::protocol::native::InTurn;
use engine::{BUILT_IN, Engine, GameRow};
use games::gomoku::Opening;
use games::qubic::Qubic;
use games::{Game, Shape};
use serde::Serialize;
use std::cell::RefCell;
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
    fn new(row: &GameRow, offered: &[Offered]) -> Self {
        let about = row.about;
        let rules = row.rules.iter().filter_map(|rule| offered.iter().find(|option| option.is(rule.name)));
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
            rules: rules.map(OptionCard::new).collect(),
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
    // A worker of a browser is one thread.
    let has_effect = !(cfg!(target_family = "wasm") && option.is("Threads"));
    has_effect && !matches!(option.kind, Kind::Text | Kind::Button) && !is_taken(&option.name)
}

/// Options that have a place of their own on the page, or none.
fn is_taken(name: &str) -> bool {
    let own = ["game", "strategy", "notation", "multipv", "learn", "uci_variant"].into_iter();
    let rules = games().flat_map(|row| row.rules).map(|rule| rule.name);
    own.chain(rules).any(|taken| taken.eq_ignore_ascii_case(name))
}

impl Catalogue {
    pub fn new(engines: &dyn Engines, report: bool) -> Self {
        let engines = engines.known().iter().map(|engine| EngineCard::of(engine, engines)).collect();
        let offered = built_in_offers();
        let games = games().map(|row| GameCard::new(row, &offered)).collect();
        Self { version: env!("CARGO_PKG_VERSION"), games, engines, samples: samples::titles(), report }
    }
}

impl EngineCard {
    fn of(engine: &Known, engines: &dyn Engines) -> Self {
        if engine.name == BUILTIN {
            return Self::built_in();
        }
        match engines.asked(engine, first_game()).and_then(|asked| Self::asked(engine, asked)) {
            Ok(card) => card,
            Err(trouble) => Self { trouble, ..Self::offering(&engine.name, &[]) },
        }
    }

    fn offering(name: &str, offered: &[Offered]) -> Self {
        Self {
            name: name.to_owned(),
            games: BTreeMap::new(),
            learners: BTreeMap::new(),
            many_lines: offered.iter().any(|option| option.is("MultiPV")),
            options: offered.iter().filter(|option| is_free(option)).map(OptionCard::new).collect(),
            trouble: String::new(),
        }
    }

    /// That of the engine that is built in, of which everything is known.
    fn built_in() -> Self {
        let offered = built_in_offers();
        let mut card = Self::offering(BUILTIN, &offered);
        let order = choices(&offered, "Strategy");
        for row in games() {
            let known = |name: &String| row.strategies.iter().find(|info| info.name == name);
            let plays: Vec<_> = order.iter().filter(|name| known(name).is_some()).cloned().collect();
            let learns = |name: &&String| known(name).is_some_and(|info| info.abilities.learns);
            card.learners.insert(row.name.to_owned(), plays.iter().filter(learns).cloned().collect());
            card.games.insert(row.name.to_owned(), plays);
        }
        card
    }

    /// That of an engine that has to be asked.
    pub(crate) fn asked(engine: &Known, mut client: Box<dyn Asked>) -> Result<Self, String> {
        let offered = client.offered().to_vec();
        let mut card = Self::offering(&engine.name, &offered);
        let games = choices(&offered, "Game");
        let known =
            |game: &&str| games.is_empty() || games.iter().any(|known| known.eq_ignore_ascii_case(game));
        for game in self::games().map(|row| row.name).filter(known) {
            let (mut plays, mut learns) = (Vec::new(), Vec::new());
            let may_learn = offered.iter().any(|option| option.is("Learn"));
            for strategy in choices(&offered, "Strategy") {
                // Which strategies play which game, and which of them learn, is nowhere announced: each is tried.
                let commands = format!(
                    "setoption name Game value {game}\nsetoption name Strategy value {strategy}\nsetoption name Learn value true"
                );
                let said = client.ask(&commands)?;
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
        Ok(card)
    }
}

/// The values of an option that is a choice.
fn choices(offered: &[Offered], name: &str) -> Vec<String> {
    match offered.iter().find(|option| option.is(name)).map(|option| &option.kind) {
        Some(Kind::Combo(choices)) => choices.clone(),
        _ => Vec::new(),
    }
}

/// The options that the built-in engine announces.
pub fn built_in_offers() -> Vec<Offered> {
    let Ok(engine) = Engine::without_thread(&BUILT_IN) else { return Vec::new() };
    let said = RefCell::new(String::new());
    InTurn::new(engine).act("ugi", &|text| said.borrow_mut().push_str(text));
    said.into_inner().lines().filter_map(Offered::parse).collect()
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
