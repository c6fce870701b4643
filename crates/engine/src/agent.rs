//! The strategy with its memory, as the searcher's thread uses them: whose game it follows, when it starts afresh, when
//! its memory is opened and for what.

use super::event::Event;
use super::jobs::Reporter;
use super::searcher::Sink;
use super::session::SearchOrder;
use games::{Game, Outcome, Played};
use search::Limits;
use std::sync::{Mutex, MutexGuard, PoisonError};
use strategies::learning::Memory;
use strategies::settings::Settings;
use strategies::{Choice, Context, Playable, Row, Strategy};

/// The strategy with its memory, in the hands of the searcher's thread.
pub struct Agent<G: Game> {
    strategy: Box<dyn Strategy<G>>,
    memory: Memory,
    /// Where the memory was opened, and whether to write in it.
    opened: (String, bool),
    /// Whether the strategy has not been asked for anything since it was made but to get ready.
    fresh: bool,
    /// The game that was searched last: one that does not continue it starts afresh.
    last: Option<Played<G>>,
    /// The keys of the game that was learned last, until a move is asked for again.
    learned: Vec<u64>,
}

impl<G: Playable> Agent<G> {
    /// An agent for this strategy, which has seen no game.
    pub fn new(row: &Row<G>) -> Self {
        Self {
            strategy: (row.make)(),
            memory: Memory::none(),
            opened: (String::new(), false),
            fresh: true,
            last: None,
            learned: Vec::new(),
        }
    }

    /// Opens the memory that the options name, if it is not the one that is open: to write, and with its lock, only
    /// if there is something to learn.
    pub fn open_memory(&mut self, row: &Row<G>, settings: &Settings) -> Option<String> {
        let wanted = (settings.text("Memory").to_owned(), settings.flag("Learn"));
        if !row.abilities.learns || self.opened == wanted {
            return None;
        }
        // The old lock goes first: it may be the same one.
        self.memory = Memory::none();
        let (memory, warning) = match &wanted {
            (path, true) => Memory::open(path, G::NAME, row.name),
            (path, false) => (Memory::read_only(path, G::NAME, row.name), None),
        };
        self.memory = memory;
        self.opened = wanted;
        warning
    }

    /// Opens the memory and has the strategy get ready for games under these rules; what there is to say about it.
    pub fn prepare(&mut self, row: &Row<G>, setup: &G::Setup, settings: &Settings) -> Vec<String> {
        let mut words: Vec<_> = self.open_memory(row, settings).into_iter().collect();
        if self.last.is_none() && !self.fresh {
            self.strategy = (row.make)();
            self.fresh = true;
        }
        self.strategy.prepare(setup, settings);
        words.extend(self.strategy.recall(settings, &self.memory));
        words
    }

    /// Makes the strategy anew unless this game continues the last one that it has seen.
    fn follow(&mut self, row: &Row<G>, played: &Played<G>) {
        if !self.fresh && !self.last.as_ref().is_some_and(|last| played.continues(last)) {
            self.strategy = (row.make)();
        }
        self.fresh = false;
        self.last = Some(played.clone());
    }

    /// Learns from a game that has ended so; what there is to say about it, or why nothing was learned.
    pub fn learn(
        &mut self,
        row: &Row<G>,
        played: &Played<G>,
        outcome: Outcome,
        settings: &Settings,
    ) -> Result<Vec<String>, String> {
        if self.learned == played.keys() {
            return Err("this game has been learned already".to_owned());
        }
        self.follow(row, played);
        let words = self.strategy.after_game(played, outcome, settings, &mut self.memory)?;
        self.learned = played.keys().to_vec();
        Ok(words)
    }

    /// Has the strategy choose, its memory open.
    pub fn choose(
        &mut self,
        row: &Row<G>,
        order: &SearchOrder,
        played: &Played<G>,
        limits: &Limits<G>,
        sink: &Sink,
    ) -> Choice<G> {
        if let Some(warning) = self.open_memory(row, &order.settings) {
            sink.send(Event::Message(warning));
        }
        self.follow(row, played);
        self.learned.clear();
        let mut reporter = Reporter::new(order, played, sink);
        self.strategy.choose(
            played,
            limits,
            &mut Context {
                control: &order.control,
                settings: &order.settings,
                memory: &self.memory,
                report: &mut |report| reporter.tell(report),
            },
        )
    }

    /// Lets the strategy learn from the move that it has chosen in this position.
    pub fn after_move(&mut self, played: &Played<G>) {
        self.strategy.after_move(played, &mut self.memory);
    }
}

/// Takes the agent. Without a last game its strategy is made anew: when that is wanted (`afresh`), and when it broke.
pub fn lock<G: Game>(agent: &Mutex<Agent<G>>, afresh: bool) -> MutexGuard<'_, Agent<G>> {
    let broken = agent.is_poisoned();
    agent.clear_poison();
    let mut guard = agent.lock().unwrap_or_else(PoisonError::into_inner);
    if afresh || broken {
        guard.fresh &= !broken;
        guard.last = None;
    }
    guard
}
