//! The list of games as a value: what each is, which programs play it, and the options that follow from that. An engine
//! is made with one; the games that Fourscore brings along are [`BUILT_IN`].

use crate::options::engine_options;
use crate::session::{GameSession, Session};
use games::board::Table;
use games::draughts::Draughts;
use games::gomoku::Opening;
use games::qubic::Qubic;
use games::{About, Board, Game, quoted};
use std::sync::LazyLock;
use strategies::settings::{OptionSpec, Settings, option_named};
use strategies::{Abilities, Playable, Row};

/// The games that Fourscore brings along, the default first.
pub static BUILT_IN: LazyLock<Games> = LazyLock::new(|| {
    Games::new([GameRow::of::<Qubic>(), GameRow::of::<Opening>(), GameRow::of::<Draughts>()])
});

pub struct GameRow {
    /// The name that the option `Game` gives it.
    pub name: &'static str,
    /// What people and drawings are told of it.
    pub about: About,
    /// The options that say by which rules it is played.
    pub rules: &'static [OptionSpec],
    /// The programs that play it, the default first.
    pub strategies: Vec<StrategyInfo>,
    pub(crate) open: fn(&'static Games) -> Box<dyn Session>,
    open_board: fn(&Settings) -> Result<Box<dyn Board>, String>,
}

impl GameRow {
    pub fn of<G: Playable>() -> Self {
        Self {
            name: G::NAME,
            about: G::ABOUT,
            rules: G::RULES,
            strategies: G::STRATEGIES.iter().map(StrategyInfo::of).collect(),
            open: |games| Box::new(GameSession::<G>::new(games, G::default_strategy())),
            open_board: |settings| Ok(Box::new(Table::<G>::new(G::setup(settings)?))),
        }
    }
}

/// What the registry says of a strategy.
#[derive(Clone, Copy, Debug)]
pub struct StrategyInfo {
    pub name: &'static str,
    pub summary: &'static str,
    pub options: &'static [OptionSpec],
    pub abilities: Abilities,
}

impl StrategyInfo {
    pub(crate) const fn of<G: Game>(row: &Row<G>) -> Self {
        Self { name: row.name, summary: row.summary, options: row.options, abilities: row.abilities }
    }
}

/// A list of games, the default first, with all options that there are. It lives as long as the program.
pub struct Games {
    rows: Vec<GameRow>,
    /// The engine's own options, then those of rules, then those of strategies; one that several games have stands once.
    options: Vec<OptionSpec>,
    /// How many options are the engine's own.
    own: usize,
}

impl Games {
    pub fn new(rows: impl Into<Vec<GameRow>>) -> Self {
        let rows = rows.into();
        let mut options = engine_options(&rows);
        let own = options.len();
        let rules = rows.iter().flat_map(|row| row.rules);
        let strategies = rows.iter().flat_map(|row| &row.strategies).flat_map(|info| info.options);
        for spec in rules.chain(strategies) {
            if !options.contains(spec) {
                options.push(*spec);
            }
        }
        Self { rows, options, own }
    }

    pub fn rows(&self) -> &[GameRow] {
        &self.rows
    }

    pub fn names(&self) -> Vec<&'static str> {
        self.rows.iter().map(|row| row.name).collect()
    }

    /// The game of this name.
    ///
    /// # Errors
    /// A sentence that names the games there are.
    pub fn game(&self, name: &str) -> Result<&GameRow, String> {
        let row = self.rows.iter().find(|row| row.name.eq_ignore_ascii_case(name));
        row.ok_or_else(|| format!("there is no game {}; there are {}", quoted(name), self.names().join(", ")))
    }

    /// The rules alone of a game, at its starting position, as these options set them, by name and value; others than
    /// its [`GameRow::rules`] do not matter.
    ///
    /// # Errors
    /// A sentence, if there is no such game, or the values are not allowed.
    pub fn open_board(&self, game: &str, options: &[(String, String)]) -> Result<Box<dyn Board>, String> {
        let row = self.game(game)?;
        let mut settings = Settings::defaults(row.rules);
        for spec in row.rules {
            for (_, text) in options.iter().filter(|(name, _)| name.eq_ignore_ascii_case(spec.name)) {
                if let Some(value) = spec.parse(text)? {
                    settings.set(spec.name, value);
                }
            }
        }
        (row.open_board)(&settings)
    }

    /// Every option there is, the engine's own first.
    pub fn options(&self) -> &[OptionSpec] {
        &self.options
    }

    /// The options that belong to no rules and no strategy.
    pub fn own_options(&self) -> &[OptionSpec] {
        self.options.split_at(self.own).0
    }

    /// The option of this name.
    ///
    /// # Errors
    /// A sentence that names the options there are.
    pub fn option(&self, name: &str) -> Result<&OptionSpec, String> {
        option_named(&self.options, name)
    }

    pub fn all(&self) -> Selection<'_> {
        Selection { games: self.rows.iter().collect(), strategy: None }
    }

    /// What these names leave of the list; `None` leaves all.
    ///
    /// # Errors
    /// A sentence, if there is no such game, or none of them is played by such a strategy.
    pub fn select(&self, game: Option<&str>, strategy: Option<&str>) -> Result<Selection<'_>, String> {
        let mut all = self.all();
        if let Some(name) = game {
            all.games = vec![self.game(name)?];
        }
        let Some(typed) = strategy else { return Ok(all) };
        let known = all.strategies().find(|info| info.name.eq_ignore_ascii_case(typed));
        if let Some(info) = known {
            return Ok(Selection { strategy: Some(info.name), ..all });
        }
        let games: Vec<_> = all.games.iter().map(|row| row.name).collect();
        let mut names: Vec<_> = all.strategies().map(|info| info.name).collect();
        names.sort_unstable();
        names.dedup();
        let (typed, games, names) = (quoted(typed), games.join(" or "), names.join(", "));
        Err(format!("no strategy {typed} plays {games}; there are {names}"))
    }
}

/// Some games of a list, and all their strategies or one.
#[derive(Clone)]
pub struct Selection<'a> {
    pub games: Vec<&'a GameRow>,
    pub strategy: Option<&'static str>,
}

impl<'a> Selection<'a> {
    /// The strategies, game by game.
    pub fn strategies(&self) -> impl Iterator<Item = &'a StrategyInfo> {
        let all = self.games.iter().flat_map(|row| &row.strategies);
        all.filter(|info| self.strategy.is_none_or(|only| only == info.name))
    }

    /// Whether this is an option of these games' rules or of these strategies.
    pub fn has(&self, spec: &OptionSpec) -> bool {
        self.games.iter().any(|row| row.rules.contains(spec))
            || self.strategies().any(|info| info.options.contains(spec))
    }
}
