//! A strategy with its memory, as everything that plays with it uses it: which game it follows, when it starts again, when
//! its memory is opened and for what. The engine and the laboratory share it, so that a series teaches what play would.

use crate::learning::{Memory, NotLocked};
use crate::options::{LEARN, MEMORY};
use crate::settings::Settings;
use crate::{Choice, Context, Lesson, Playable, Report, Row, Strategy};
use games::{Game, Outcome, Played};
use search::{Control, Limits};

pub struct Agent<G: Game> {
    row: &'static Row<G>,
    strategy: Box<dyn Strategy<G>>,
    memory: Memory,
    /// Where the memory was opened, and whether to write in it.
    opened: (String, bool),
    /// Whether the strategy has not been asked for anything since it was made but to get ready.
    fresh: bool,
    /// The game that was searched last: one that does not continue it starts again.
    last: Option<Played<G>>,
    /// The keys of the game that was learned last, until a move is asked for again.
    learned: Vec<u64>,
}

/// Why nothing was learned from a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotLearned {
    Again,
    /// The strategy says why.
    Refused(String),
}

impl std::fmt::Display for NotLearned {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Again => "this game has been learned already",
            Self::Refused(words) => words,
        })
    }
}

impl std::error::Error for NotLearned {}

impl<G: Playable> Agent<G> {
    /// An agent for this strategy, which has seen no game.
    pub fn new(row: &'static Row<G>) -> Self {
        Self {
            row,
            strategy: (row.make)(),
            memory: Memory::none(),
            opened: (String::new(), false),
            fresh: true,
            last: None,
            learned: Vec::new(),
        }
    }

    /// Opens the memory that the options name, if it is not the one that is open: to write, and with its lock, only
    /// if there is something to learn. Without the lock it is only read; that is returned.
    pub fn open_memory(&mut self, settings: &Settings) -> Option<NotLocked> {
        let wanted = (settings.get(&MEMORY), settings.get(&LEARN));
        if !self.row.abilities.learns || self.opened == wanted {
            return None;
        }
        // The old lock goes first: it may be the same one.
        self.memory = Memory::none();
        let (memory, refused) = match &wanted {
            (path, true) => Memory::open(path, G::NAME, self.row.name),
            (path, false) => (Memory::read_only(path, G::NAME, self.row.name), None),
        };
        self.memory = memory;
        self.opened = wanted;
        refused
    }

    /// How many games the open memory has been taught by; `None` if the strategy does not count them.
    ///
    /// # Errors
    /// A sentence, if the memory cannot be read.
    pub fn games_learned(&self) -> Result<Option<u32>, String> {
        self.strategy.games_learned(&self.memory)
    }

    /// Opens the memory and has the strategy get ready for games under these rules; what there is to say about it.
    pub fn prepare(&mut self, setup: &G::Setup, settings: &Settings) -> Vec<String> {
        let mut words: Vec<_> = self.open_memory(settings).iter().map(NotLocked::warning).collect();
        if self.last.is_none() && !self.fresh {
            self.strategy = (self.row.make)();
            self.fresh = true;
        }
        self.strategy.prepare(setup, settings);
        words.extend(self.strategy.recall(settings, &self.memory));
        words
    }

    /// Makes the strategy again before its next move; if it `broke`, even if it has not been asked for one.
    pub fn start_again(&mut self, broke: bool) {
        self.fresh &= !broke;
        self.last = None;
    }

    /// Makes the strategy again unless this game continues the last one that it has seen.
    fn follow(&mut self, played: &Played<G>) {
        if !self.fresh && !self.last.as_ref().is_some_and(|last| played.continues(last)) {
            self.strategy = (self.row.make)();
        }
        self.fresh = false;
        self.last = Some(played.clone());
    }

    /// Has the strategy choose, its memory open.
    pub fn choose(
        &mut self,
        played: &Played<G>,
        limits: &Limits<G>,
        control: &Control,
        settings: &Settings,
        report: &mut dyn FnMut(Report<G>),
    ) -> Choice<G> {
        if let Some(refused) = self.open_memory(settings) {
            report(Report::Words(refused.warning()));
        }
        self.follow(played);
        self.learned.clear();
        self.strategy.choose(played, limits, &mut Context { control, settings, memory: &self.memory, report })
    }

    /// Lets the strategy learn from the move that it has chosen in this position.
    pub fn after_move(&mut self, played: &Played<G>) {
        self.strategy.after_move(played, &mut self.memory);
    }

    /// Learns from a game that has ended so.
    pub fn learn(
        &mut self,
        played: &Played<G>,
        outcome: Outcome,
        settings: &Settings,
    ) -> Result<Vec<Lesson>, NotLearned> {
        if self.learned == played.keys() {
            return Err(NotLearned::Again);
        }
        self.follow(played);
        let lessons = self.strategy.after_game(played, outcome, settings, &mut self.memory);
        let lessons = lessons.map_err(NotLearned::Refused)?;
        self.learned = played.keys().to_vec();
        Ok(lessons)
    }
}
