//! The state between two lines of the protocol: options, the game with its strategy, and what the searcher is doing.
//!
//! An [`Engine`] does what it is told by calls, and says what it has to say as [`Event`]s; it reads and writes nothing
//! itself, so that several protocols share it. While a search or another job runs, only [`Engine::stop`],
//! [`Engine::ponder_hit`] and [`Engine::is_ready`] act; everything else is refused in words.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod clock;
pub mod event;
mod go;
mod jobs;
#[cfg(not(target_family = "wasm"))]
pub mod logging;
mod options;
pub mod protocol;
mod registry;
pub mod searcher;
pub mod session;
mod views;
mod wishes;

pub use event::Event;
pub use go::GoRequest;
pub use registry::{BUILT_IN, GameRow, Games, Selection, StrategyInfo};
pub use session::Verdict;

use crossbeam_channel::Receiver;
use games::Board;
use search::Control;
use search::control::TimeBudget;
use searcher::{Job, JobId, Searcher};
use session::{SearchOrder, Session};
use std::sync::Arc;
use std::time::Duration;
use strategies::options::LEARN;
use strategies::settings::Settings;
use wishes::Wishes;

/// Something that was not done, in a sentence that says why.
pub type Refusal = String;

pub struct Engine {
    games: &'static Games,
    /// What is announced: all, or what the command line leaves.
    offered: Selection<'static>,
    settings: Arc<Settings>,
    wishes: Wishes,
    session: Box<dyn Session>,
    searcher: Searcher,
    busy: Option<Busy>,
    /// Jobs that have not finished, lessons among them.
    unfinished: usize,
    /// What `isready` waits for: lessons, and that the strategy is ready.
    lessons: Vec<JobId>,
    /// `isready` asked for meanwhile.
    ready_owed: usize,
    /// Whether `go infinite` keeps its answer until `stop`, even when there is nothing left to search.
    infinite_waits: bool,
}

/// A search, a count or a bench under way.
struct Busy {
    id: JobId,
    control: Arc<Control>,
    kind: Work,
}

enum Work {
    /// A search; its answer is kept back while `held` or while it ponders.
    Search { pondering: bool, held: bool, answer: Option<Event>, budget: Option<TimeBudget> },
    /// `perft` or `bench`.
    Count,
}

impl Engine {
    /// An engine for these games with all options at their defaults, at the starting position of the first of them.
    ///
    /// # Errors
    /// If there is no game, or the system refuses a thread.
    pub fn new(games: &'static Games) -> anyhow::Result<Self> {
        Self::with(games, Searcher::start()?)
    }

    /// The same in a program without threads: [`protocol::native::InTurn`] serves it.
    ///
    /// # Errors
    /// If there is no game.
    pub fn without_thread(games: &'static Games) -> anyhow::Result<Self> {
        Self::with(games, Searcher::without_thread())
    }

    fn with(games: &'static Games, searcher: Searcher) -> anyhow::Result<Self> {
        let default = games.rows().first().ok_or_else(|| anyhow::anyhow!("there is no game to play"))?;
        Ok(Self {
            games,
            offered: games.all(),
            settings: Arc::new(Settings::defaults(games.options())),
            wishes: Wishes::default(),
            session: (default.open)(games),
            searcher,
            busy: None,
            unfinished: 0,
            lessons: Vec::new(),
            ready_owed: 0,
            infinite_waits: false,
        })
    }

    /// The games that it can play.
    pub const fn games(&self) -> &'static Games {
        self.games
    }

    /// Whether `go infinite` keeps its answer back until `stop` (as UCI wants) though nothing is left to search.
    pub const fn set_infinite_waits(&mut self, waits: bool) {
        self.infinite_waits = waits;
    }

    /// The game, to look at.
    pub fn board(&self) -> &dyn Board {
        self.session.board()
    }

    /// The game, to play moves on one by one.
    pub fn board_mut(&mut self) -> Result<&mut dyn Board, Refusal> {
        self.refuse_if_busy("a change of the game")?;
        Ok(self.session.board_mut())
    }

    pub fn strategy(&self) -> StrategyInfo {
        self.session.strategy()
    }

    /// What plays on what, for those who look for a fault: strategy, position and the options that are not as at first.
    pub fn state(&self) -> String {
        self.session.state(&self.settings)
    }

    /// What jobs have to say; each must be given to [`Engine::pass_on`].
    pub const fn events(&self) -> &Receiver<(JobId, Event)> {
        self.searcher.events()
    }

    /// Waits for what jobs have to say next, and returns what must be written now; `None` if the searcher is gone.
    pub fn wait(&mut self) -> Option<Vec<Event>> {
        let event = self.events().recv().ok()?;
        Some(self.pass_on(event))
    }

    /// Takes an event of a job and returns what must be written now.
    pub fn pass_on(&mut self, (id, event): (JobId, Event)) -> Vec<Event> {
        match event {
            Event::BestMove(_) => match self.busy.as_mut().filter(|busy| busy.id == id) {
                Some(Busy { kind: Work::Search { pondering, held, answer, .. }, .. })
                    if *pondering || *held =>
                {
                    *answer = Some(event);
                    Vec::new()
                }
                Some(_) => {
                    self.busy = None;
                    vec![event]
                }
                None => Vec::new(),
            },
            Event::Last(event) => {
                self.busy = None;
                vec![*event]
            }
            Event::Finished => self.finished(id),
            other => vec![other],
        }
    }

    fn finished(&mut self, id: JobId) -> Vec<Event> {
        self.unfinished = self.unfinished.saturating_sub(1);
        // Usually it is over already, by its answer or last line; not if the job broke.
        if self.busy.as_ref().is_some_and(|busy| busy.id == id && matches!(busy.kind, Work::Count)) {
            self.busy = None;
        }
        self.lessons.retain(|&lesson| lesson != id);
        let owed = if self.lessons.is_empty() { std::mem::take(&mut self.ready_owed) } else { 0 };
        vec![Event::Ready; owed]
    }

    /// `isready`: answered at once during a search; otherwise when the strategy has what it needs for its first move, and after
    /// `gameover` when the lesson has been learned. What is to be said of the options comes first.
    pub fn is_ready(&mut self) -> Vec<Event> {
        let mut events: Vec<_> = self.remarks().into_iter().map(Event::Message).collect();
        if self.busy.is_none()
            && let Some(job) = self.session.prepare(self.settings())
        {
            // Here and now, so that answers keep the order of questions; behind a lesson in its turn.
            let lesson = self.has_unfinished_jobs();
            let id = if lesson { self.searcher.submit(job) } else { self.searcher.perform(job) };
            self.unfinished += 1;
            self.lessons.push(id);
        }
        if self.lessons.is_empty() {
            events.push(Event::Ready);
        } else {
            self.ready_owed += 1;
        }
        events
    }

    /// `uginewgame`: forgets everything about the last game, its position too, teaching nothing.
    pub fn new_game(&mut self) -> Result<(), Refusal> {
        self.refuse_if_busy("uginewgame")?;
        self.session.start_afresh();
        self.set_position(None, &[])
    }

    /// Sets up a position: from this start (`None`: the usual one), with these moves.
    ///
    /// # Errors
    /// While a job runs, or if a text is wrong; the old position is kept.
    pub fn set_position(&mut self, start: Option<&str>, moves: &[&str]) -> Result<(), Refusal> {
        self.refuse_if_busy("position")?;
        let notation = self.notation();
        let set_up = self.session.board_mut().set_up(start, moves, notation);
        set_up.map_err(|error| format!("position refused, the old one is kept: {error}"))
    }

    /// `go`. The answer comes as exactly one [`Event::BestMove`], unless this is refused.
    ///
    /// # Errors
    /// While a job runs, or if the moves to search are not legal.
    pub fn go(&mut self, request: &GoRequest) -> Result<Vec<Event>, Refusal> {
        self.refuse_if_busy("go")?;
        let board = self.session.board();
        let overhead = Duration::from_millis(self.settings.get(&options::MOVE_OVERHEAD));
        let budget = request.budget(board.player_to_move(), board.moves_left(), overhead);
        let control = Arc::new(match budget {
            Some(budget) if !request.ponder => Control::with_budget(budget),
            _ => Control::new(),
        });
        let settings = self.settings();
        let analysis = request.ponder || request.is_unbounded();
        let over = self.session.board().result();
        let job = self.session.search(SearchOrder {
            control: Arc::clone(&control),
            depth: request.plies(),
            win_within: request.win_within,
            nodes: request.nodes,
            only: request.search_moves.clone(),
            learn: settings.get(&LEARN) && !analysis,
            settings,
            notation: self.notation(),
        });
        let job = job.map_err(|error| format!("go refused: {error}"))?;
        let mut events = self.remarks();
        let held = self.infinite_waits && request.is_unbounded();
        let kind = Work::Search { pondering: request.ponder, held, answer: None, budget };
        log::debug!("go: {request:?}, {budget:?}");
        if self.session.strategy().abilities.instant && !self.has_unfinished_jobs() {
            let id = self.searcher.perform(job);
            self.unfinished += 1;
            self.busy = Some(Busy { id, control, kind });
        } else {
            self.start(job, control, kind);
        }
        events.extend(over.map(|result| format!("the game is over: {result}")));
        Ok(events.into_iter().map(Event::Message).collect())
    }

    fn start(&mut self, job: Job, control: Arc<Control>, kind: Work) {
        let id = self.searcher.submit(job);
        self.unfinished += 1;
        self.busy = Some(Busy { id, control, kind });
    }

    /// `stop`: ends the search under way (or the count); its answer follows. Without one, nothing happens.
    pub fn stop(&mut self) -> Option<Event> {
        let busy = self.busy.as_mut()?;
        log::debug!("job {}: told to stop", busy.id);
        busy.control.stop();
        let Work::Search { pondering, held, .. } = &mut busy.kind else { return None };
        (*pondering, *held) = (false, false);
        self.release()
    }

    /// `ponderhit`: the expected move has been played, so the clock starts. Nothing, unless a search ponders.
    pub fn ponder_hit(&mut self) -> Option<Event> {
        let Busy { id, control, kind: Work::Search { pondering, budget, .. } } = self.busy.as_mut()? else {
            return None;
        };
        if !std::mem::take(pondering) {
            return None;
        }
        log::debug!("job {id}: the move expected was played, the clock starts");
        if let Some(budget) = budget {
            control.start_clock(*budget);
        }
        self.release()
    }

    /// Gives out an answer that has been kept back, unless there is still a reason to.
    fn release(&mut self) -> Option<Event> {
        let Work::Search { pondering: false, held: false, answer, .. } = &mut self.busy.as_mut()?.kind else {
            return None;
        };
        let answer = answer.take();
        if answer.is_some() {
            self.busy = None;
        }
        answer
    }

    /// `gameover`: the game has ended so for the player that this engine chose moves for. With `Learn` true, the
    /// strategy learns from it before `isready` is answered again.
    ///
    /// # Errors
    /// While a job runs, or if nobody knows for whom this engine played.
    pub fn game_over(&mut self, verdict: Verdict) -> Result<(), Refusal> {
        self.refuse_if_busy("gameover")?;
        let settings = self.settings();
        if !settings.get(&LEARN) || !self.session.strategy().abilities.learns {
            return Ok(());
        }
        let job = self.session.learn(verdict, settings).ok_or_else(|| {
            "gameover teaches nothing: the position is not finished and no move of this game was asked for".to_owned()
        })?;
        let id = self.searcher.submit(job);
        self.unfinished += 1;
        self.lessons.push(id);
        Ok(())
    }

    /// `perft`.
    pub fn perft(&mut self, depth: u32) -> Result<(), Refusal> {
        self.refuse_if_busy("perft")?;
        let control = Arc::new(Control::new());
        let job = self.session.perft(depth, self.notation(), Arc::clone(&control));
        self.start(job, control, Work::Count);
        Ok(())
    }

    /// `bench`.
    pub fn bench(&mut self) -> Result<(), Refusal> {
        self.refuse_if_busy("bench")?;
        let control = Arc::new(Control::new());
        let job = self.session.bench(Arc::clone(&control));
        self.start(job, control, Work::Count);
        Ok(())
    }

    /// Whether commands other than `isready`, `stop`, `ponderhit` and `quit` are refused now.
    ///
    /// # Errors
    /// If so, with the sentence to answer.
    pub fn refuse_if_busy(&self, command: &str) -> Result<(), Refusal> {
        match &self.busy {
            None => Ok(()),
            Some(Busy { kind: Work::Search { .. }, .. }) => Err(format!(
                "{command} refused while searching: only isready, stop, ponderhit and quit act now"
            )),
            Some(Busy { kind: Work::Count, .. }) => {
                Err(format!("{command} refused while counting: only isready, stop and quit act now"))
            }
        }
    }

    /// Whether a search is under way (a count or a lesson is not one).
    pub fn is_searching(&self) -> bool {
        self.busy.as_ref().is_some_and(|busy| matches!(busy.kind, Work::Search { .. }))
    }

    /// Whether any job has not finished yet.
    pub const fn has_unfinished_jobs(&self) -> bool {
        self.unfinished > 0
    }
}

#[cfg(test)]
mod tests;
