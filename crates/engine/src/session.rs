//! The game being played with its strategy, behind one object-safe face.

use super::event::Event;
use super::jobs::{Reporter, announce, bench, ending, lock, perft, state};
use super::registry::{Games, StrategyInfo};
use super::searcher::Job;
use games::board::Table;
use games::{Board, GameResult, Mark, Notation, Outcome, Player, Side, quoted};
use search::{Control, Limits};
use solve::threats::report::Request;
use std::sync::{Arc, Mutex};
use strategies::agent::Agent;
use strategies::options::MULTI_PV;
use strategies::settings::Settings;
use strategies::{Playable, Row};

/// A search that is wanted. The texts of moves are in `notation`.
pub struct SearchOrder {
    pub control: Arc<Control>,
    /// Plies at most.
    pub depth: Option<u32>,
    /// Nodes at most.
    pub nodes: Option<u64>,
    /// If no win within so many plies is found, that is said.
    pub win_within: Option<u32>,
    /// If not empty, only these moves.
    pub only: Vec<String>,
    pub settings: Arc<Settings>,
    pub notation: Notation,
    /// Whether the strategy may learn from this move: `Learn` is true and this is play, not analysis.
    pub learn: bool,
}

/// How a game ended for the player that a session has been choosing moves for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Win,
    Lose,
    Draw,
}

/// A game under way with the strategy that plays it.
pub trait Session: Send {
    fn board(&self) -> &dyn Board;

    /// The game, to change it.
    fn board_mut(&mut self) -> &mut dyn Board;

    /// Starts the game again under the rules that these settings say, unless they are in force already.
    ///
    /// # Errors
    /// A sentence, if they do not go together; nothing has changed then.
    fn set_rules(&mut self, settings: &Settings) -> Result<(), String>;

    fn strategy(&self) -> StrategyInfo;

    /// Chooses the strategy of this name.
    ///
    /// # Errors
    /// A sentence that names the strategies for this game.
    fn select_strategy(&mut self, name: &str) -> Result<(), String>;

    /// Forgets what the strategy kept of the game so far, and its tables. Its memory on disk stays.
    fn start_afresh(&mut self);

    /// Frees the strategy's tables before its next move.
    fn clear_tables(&mut self);

    /// Gets ready what the strategy needs for its first move under the rules and options in force; `None` if it has been done.
    fn prepare(&mut self, settings: Arc<Settings>) -> Option<Job>;

    /// Prepares a search of the position; it sends its lines, then exactly one [`Event::BestMove`].
    ///
    /// # Errors
    /// A sentence, if the moves to consider are not legal ones.
    fn search(&mut self, order: SearchOrder) -> Result<Job, String>;

    /// What plays on what, in words for those who look for a fault.
    fn state(&self, settings: &Settings) -> String;

    /// What the strategy thinks of the position without searching.
    fn evaluation(&self, settings: &Settings) -> String;

    /// Threat-space search of the position, in lines for people.
    ///
    /// # Errors
    /// A sentence, if this game has none.
    fn threats(&self, request: &Request) -> Result<Vec<String>, String>;

    /// What stands out in the position, for drawing.
    fn marks(&self, notation: Notation) -> Vec<Mark>;

    /// Counts leaves, move by move, ending with the line `nodes C`.
    fn perft(&self, depth: u32, notation: Notation, control: Arc<Control>) -> Job;

    /// Searches the game's bench positions with its default strategy and options at their defaults, ending with the
    /// line `N nodes M nps`.
    fn bench(&self, control: Arc<Control>) -> Job;

    /// Lets the strategy learn from the end of the game; `None` if nobody knows how it ended.
    fn learn(&mut self, verdict: Verdict, settings: Arc<Settings>) -> Option<Job>;
}

/// A game of `G`: the one implementation of [`Session`].
pub(crate) struct GameSession<G: Playable> {
    games: &'static Games,
    table: Table<G>,
    row: &'static Row<G>,
    agent: Arc<Mutex<Agent<G>>>,
    /// For whom the last move of this game was chosen.
    player: Option<Player>,
    /// Whether the strategy must be made again before its next move.
    afresh: bool,
    /// The options under which the strategy has been told to get ready.
    prepared: Option<Arc<Settings>>,
}

impl<G: Playable> GameSession<G> {
    /// The game at its starting position with this strategy.
    pub(crate) fn new(games: &'static Games, row: &'static Row<G>) -> Self {
        Self {
            games,
            table: Table::new(G::Setup::default()),
            row,
            agent: Arc::new(Mutex::new(Agent::new(row))),
            player: None,
            afresh: false,
            prepared: None,
        }
    }

    fn limits(&self, order: &SearchOrder) -> Result<Limits<G>, String> {
        let position = self.table.played().position();
        let mut only = Vec::new();
        for text in &order.only {
            let m = position.parse_move(text, order.notation).map_err(|error| error.to_string())?;
            if !position.is_legal(m) {
                return Err(format!("searchmoves: {} is not a legal move here", quoted(text)));
            }
            only.push(m);
        }
        let multi_pv = if self.row.abilities.multi_pv { order.settings.get(&MULTI_PV) } else { 1 };
        Ok(Limits { depth: order.depth, nodes: order.nodes, only, multi_pv })
    }
}

impl<G: Playable> Session for GameSession<G> {
    fn board(&self) -> &dyn Board {
        &self.table
    }

    fn board_mut(&mut self) -> &mut dyn Board {
        &mut self.table
    }

    fn set_rules(&mut self, settings: &Settings) -> Result<(), String> {
        let setup = G::setup(settings)?;
        if setup != *self.table.setup() {
            self.table = Table::new(setup);
            self.start_afresh();
        }
        Ok(())
    }

    fn strategy(&self) -> StrategyInfo {
        StrategyInfo::of(self.row)
    }

    fn select_strategy(&mut self, name: &str) -> Result<(), String> {
        self.row = G::strategy(name)?;
        // A new agent: a lesson under way keeps the one it has.
        self.agent = Arc::new(Mutex::new(Agent::new(self.row)));
        self.start_afresh();
        Ok(())
    }

    fn start_afresh(&mut self) {
        self.clear_tables();
        self.player = None;
    }

    fn clear_tables(&mut self) {
        // Done by the next job: the searcher may still be at the last lesson.
        self.afresh = true;
        self.prepared = None;
    }

    fn prepare(&mut self, settings: Arc<Settings>) -> Option<Job> {
        // Rules and strategies are options, too: whatever has been set since, these are other settings.
        if self.prepared.as_ref().is_some_and(|prepared| Arc::ptr_eq(prepared, &settings)) {
            return None;
        }
        self.prepared = Some(Arc::clone(&settings));
        let (agent, setup) = (Arc::clone(&self.agent), self.table.setup().clone());
        let afresh = std::mem::take(&mut self.afresh);
        Some(Job::new("preparation", move |sink| {
            let words = lock(&agent, afresh).prepare(&setup, &settings);
            words.into_iter().for_each(|words| sink.send(Event::Message(words)));
        }))
    }

    fn search(&mut self, order: SearchOrder) -> Result<Job, String> {
        let limits = self.limits(&order)?;
        let played = Arc::new(self.table.played().clone());
        let Some(&first) = limits.root_moves(&played).first() else {
            return Ok(Job::new("search", |sink| sink.send(Event::BestMove(None))));
        };
        self.player = Some(played.player_to_move());
        let rescue = Event::BestMove(Some(played.position().move_text(first, order.notation)));
        let (games, row, agent) = (self.games, self.row, Arc::clone(&self.agent));
        let afresh = std::mem::take(&mut self.afresh);
        let about = (Arc::clone(&played), Arc::clone(&order.settings));
        let job = Job::new("search", move |sink| {
            let mut agent = lock(&agent, afresh);
            let mut reporter = Reporter::new(&order, &played, sink);
            let report = &mut |report| reporter.tell(report);
            let choice = agent.choose(&played, &limits, &order.control, &order.settings, report);
            log::debug!("the search ended {}", ending(&order, &choice.progress));
            announce(&choice, &order, &played, sink);
            if order.learn {
                agent.after_move(&played);
            }
        });
        Ok(job.or_else(rescue).about(move || state(games, row, &about.0, &about.1)))
    }

    fn state(&self, settings: &Settings) -> String {
        state(self.games, self.row, self.table.played(), settings)
    }

    fn evaluation(&self, settings: &Settings) -> String {
        let view = (self.row.make)().evaluation(self.table.played(), settings);
        view.unwrap_or_else(|| format!("strategy {} has no evaluation apart from its search", self.row.name))
    }

    fn threats(&self, request: &Request) -> Result<Vec<String>, String> {
        self.table.played().position().threat_report(request)
    }

    fn marks(&self, notation: Notation) -> Vec<Mark> {
        self.table.played().position().marks(notation)
    }

    fn perft(&self, depth: u32, notation: Notation, control: Arc<Control>) -> Job {
        let played = self.table.played().clone();
        Job::new("perft", move |sink| perft(&played, depth, notation, &control, sink))
    }

    fn bench(&self, control: Arc<Control>) -> Job {
        let games = self.games;
        Job::new("bench", move |sink| bench(games, G::default_strategy(), &control, sink))
    }

    fn learn(&mut self, verdict: Verdict, settings: Arc<Settings>) -> Option<Job> {
        let played = self.table.played().clone();
        let result = played.result().or_else(|| match verdict {
            Verdict::Draw => Some(GameResult::Draw),
            Verdict::Win => self.player.map(GameResult::Win),
            Verdict::Lose => self.player.map(|player| GameResult::Win(player.other())),
        })?;
        let outcome = match result {
            GameResult::Draw => Outcome::Draw,
            GameResult::Win(winner) if played.position().player_of(Side::First) == winner => {
                Outcome::Win(Side::First)
            }
            GameResult::Win(_) => Outcome::Win(Side::Second),
        };
        let (games, row, agent) = (self.games, self.row, Arc::clone(&self.agent));
        // What it has learned is read again before the next game.
        self.prepared = None;
        let afresh = std::mem::take(&mut self.afresh);
        let about = (played.clone(), Arc::clone(&settings));
        let job = Job::new("lesson", move |sink| {
            let mut agent = lock(&agent, afresh);
            if let Some(refused) = agent.open_memory(&settings) {
                sink.send(Event::Message(refused.warning()));
            }
            match agent.learn(&played, outcome, &settings) {
                Ok(lessons) => {
                    lessons.iter().for_each(|lesson| sink.send(Event::Message(lesson.to_string())));
                }
                Err(error) => sink.send(Event::Message(format!("not learned: {error}"))),
            }
        });
        Some(job.about(move || state(games, row, &about.0, &about.1)))
    }
}
