//! One page's affairs: its game, its engines, what they are asked for, and what the page is told. A session takes one event after
//! the other, so that nothing in it is ever shared: as a thread of the server, or as a worker of the page itself.

mod analysis;
mod answers;
mod choosing;
mod kept;
mod lesson;
mod pace;
mod playing;
mod puzzle;
mod record;
mod series;
mod view;
mod why;
mod work;

use crate::catalogue::{Catalogue, first_game, games};
use crate::clock::Clocks;
use crate::engines::{Engines, Known, Order, Said, Thinker};
use crate::message::{FromPage, NewGame, Played, Seat, Step, ToPage};
use crate::rules::{Rules, Verdict};
use crate::scratch::Scratch;
use crate::tree::Tree;
use analysis::Analysis;
use answers::Hearing;
use games::quoted;
use lesson::Pupil;
use pace::Pace;
use puzzle::Posed;
use search::host::Instant;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use work::Work;

/// No clock and no limit of time is longer.
const LONGEST_TIME: Duration = Duration::from_secs(86_400);

/// Something that happens to a session.
pub enum Event {
    Page(Box<FromPage>),
    Engine(Said),
    Closed,
}

/// What an engine is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It plays for player one (0) or two (1).
    Player(usize),
    Hint,
    /// It is one of those that look at the position.
    Analyst(usize),
    Worker,
}

impl Role {
    fn name(self) -> String {
        match self {
            Self::Player(player) => format!("p{}", player + 1),
            Self::Hint => "hint".to_owned(),
            Self::Analyst(number) => format!("a{number}"),
            Self::Worker => "work".to_owned(),
        }
    }
}

struct Employed {
    number: u64,
    engine: Known,
    thinker: Box<dyn Thinker>,
    searches: u64,
    role: Role,
    hearing: Hearing,
    pace: Pace,
}

impl Employed {
    /// Has it search, when it has ended the search before; returns the search's number.
    fn search(&mut self, commands: String, patience: Option<Duration>) -> u64 {
        self.searches += 1;
        self.thinker.order(Order::Search { number: self.searches, commands, patience });
        self.searches
    }

    /// Has it end its search; the move comes as ever.
    fn stop(&mut self) {
        self.thinker.order(Order::Stop);
    }
}

/// How a game ended other than by the rules.
struct Ended {
    node: usize,
    result: String,
    reason: String,
}

/// Where messages for the page go; `false` if it has gone.
pub type Page = Box<dyn Fn(ToPage) -> bool + Send>;

/// What a session works with.
pub struct Means {
    pub engines: Box<dyn Engines>,
    pub catalogue: Arc<Catalogue>,
    pub scratch: Arc<Scratch>,
    /// The directory of the memories that can be looked into.
    pub memories: Option<PathBuf>,
    pub page: Page,
}

pub struct Session {
    means: Means,
    rules: Rules,
    options: BTreeMap<String, String>,
    start: Option<String>,
    tree: Tree,
    verdict: Verdict,
    seats: [Seat; 2],
    clocks: Option<Clocks>,
    paused: bool,
    ended: Option<Ended>,
    title: String,
    names: [String; 2],
    employed: Vec<Employed>,
    engines_started: u64,
    games_begun: u64,
    analysis: Analysis,
    work: Option<Box<dyn Work>>,
    puzzle: Option<Posed>,
    /// Whether one is being made: nobody moves meanwhile.
    posing: bool,
    /// The player who learns from the game on the board.
    pupil: Option<Pupil>,
}

/// Why a session goes on no further: the page has gone.
pub struct Gone;

/// Why something that was asked for is not done.
enum Trouble {
    Gone,
    /// The sentence that the page is told.
    Refused(String),
}

type Done<T = ()> = Result<T, Trouble>;

impl From<Gone> for Trouble {
    fn from(Gone: Gone) -> Self {
        Self::Gone
    }
}

impl From<String> for Trouble {
    fn from(text: String) -> Self {
        Self::Refused(text)
    }
}

impl From<&str> for Trouble {
    fn from(text: &str) -> Self {
        Self::Refused(text.to_owned())
    }
}

impl Session {
    /// A session that has told its page nothing yet.
    ///
    /// # Errors
    /// A sentence, if the engine that knows the rules does not start.
    pub fn new(means: Means) -> Result<Self, String> {
        let rules = Rules::start(&*means.engines, first_game(), &BTreeMap::new())?;
        let mut session = Self {
            means,
            rules,
            options: BTreeMap::new(),
            start: None,
            tree: Tree::default(),
            verdict: Verdict::default(),
            seats: [Seat::Human, Seat::Human],
            clocks: None,
            paused: false,
            ended: None,
            title: String::new(),
            names: Default::default(),
            employed: Vec::new(),
            engines_started: 0,
            games_begun: 0,
            analysis: Analysis::default(),
            work: None,
            puzzle: None,
            posing: false,
            pupil: None,
        };
        session.verdict = session.rules.look(None, &[])?;
        Ok(session)
    }

    /// Tells the page what there is to choose from, and shows it a game.
    ///
    /// # Errors
    /// If the page has gone.
    pub fn greet(&self) -> Result<(), Gone> {
        self.tell(ToPage::Welcome((*self.means.catalogue).clone()))?;
        self.show()
    }

    /// When the clock that runs will be at zero; [`Self::flag_falls`] is to be called then.
    pub fn falls(&self) -> Option<Instant> {
        self.clocks.as_ref().and_then(Clocks::falls)
    }

    /// Takes what happens.
    ///
    /// # Errors
    /// If the page has gone.
    pub fn happens(&mut self, event: Event) -> Result<(), Gone> {
        match event {
            Event::Page(message) => {
                let done = self.take(*message);
                self.or_refused(done)?;
            }
            Event::Engine(said) => self.hear(said)?,
            Event::Closed => return Err(Gone),
        }
        self.teach()
    }

    /// Does what the page wants.
    fn take(&mut self, message: FromPage) -> Done {
        match message {
            FromPage::New(new) => self.begin(*new)?,
            FromPage::Seats { seats } => self.set_seats(seats)?,
            FromPage::Play { m } => self.play(&m)?,
            FromPage::TakeBack => self.take_back()?,
            FromPage::Go { node } => self.go(node)?,
            FromPage::Resume => self.set_paused(false),
            FromPage::Pause => self.set_paused(true),
            FromPage::Resign => self.resign()?,
            FromPage::OfferDraw => self.offer_draw()?,
            FromPage::MoveNow => {
                self.move_now();
                return Ok(());
            }
            FromPage::Hint { asked } => return self.hint(&asked),
            FromPage::Paste { text, notation } => self.paste(&text, &notation)?,
            FromPage::Copy { notation } => return self.copy(&notation),
            FromPage::Analyse { engines, lines } => return self.analyse(engines, lines),
            FromPage::StopAnalysis => {
                self.stop_analysis();
                return Ok(());
            }
            FromPage::Annotate { engine } => return self.annotate(engine),
            FromPage::Values { millis } => return self.values(millis),
            FromPage::Replies { engine } => return self.replies(&engine),
            FromPage::Why { engine, memory } => return self.why(&engine, &memory),
            FromPage::StopWork => return Ok(self.end_work()?),
            FromPage::Sample { id } => self.sample(id)?,
            FromPage::Puzzle { game, seed, plies } => return self.make_puzzle(&game, seed, plies),
            FromPage::Series { engine, games, random_plies, rote, memory } => {
                return self.series(&engine, games, random_plies, rote, &memory);
            }
            FromPage::Memories => return self.list_memories(),
            FromPage::Memory { name, text } => {
                return Ok(self.tell(self.look_into(&name, text.as_deref())?)?);
            }
        }
        Ok(self.show()?)
    }

    /// What was done; what was refused is told, and counts as nothing.
    fn or_refused<T: Default>(&self, done: Done<T>) -> Result<T, Gone> {
        match done {
            Ok(value) => Ok(value),
            Err(Trouble::Gone) => Err(Gone),
            Err(Trouble::Refused(text)) => self.tell(ToPage::Refused { text }).map(|()| T::default()),
        }
    }

    fn begin(&mut self, new: NewGame) -> Result<(), String> {
        let row = games().find(|row| row.name == new.game).ok_or_else(|| {
            let names: Vec<_> = games().map(|row| row.name).collect();
            format!("there is no board for '{}'; there are {}", new.game, names.join(", "))
        })?;
        let is_rule = |name: &str| row.rules.iter().any(|rule| rule.name == name);
        if let Some(name) = new.rules.keys().find(|name| !is_rule(name)) {
            return Err(format!("'{name}' is not a rule of {}", row.about.title));
        }
        new.rules.iter().try_for_each(|(name, value)| choosing::plain(name, value))?;
        new.seats.iter().try_for_each(|seat| self.check_seat(seat))?;
        let Played { line, ply, title, names, left, ended } = new.played;
        let mut clocks = new.clock.map(clocks).transpose()?;
        if let (Some(clocks), Some(left)) = (&mut clocks, left) {
            clocks.set(left.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, 86_400.0))));
        }
        let position = new.position.filter(|text| !text.trim().is_empty());
        let position = position.map(|text| one_word(&text, row.about.example)).transpose()?;
        let mut rules = Rules::start(&*self.means.engines, &new.game, &new.rules)?;
        let tree = replay(&mut rules, position.as_deref(), &line, ply)?;
        let verdict = rules.look(position.as_deref(), &tree.moves(tree.here()))?;
        let pupil = self.pupil(&new.game, &new.seats, &new.memory)?;
        self.stop_analysis();
        self.dismiss(|_| true);
        self.work = None;
        (self.rules, self.verdict, self.options, self.start) = (rules, verdict, new.rules, position);
        self.paused = ply.is_some_and(|ply| ply < line.len()) && new.seats != [Seat::Human, Seat::Human];
        let last = tree.line().last().copied().unwrap_or(0);
        self.ended = ended.map(|(result, reason)| Ended { node: last, result, reason });
        (self.tree, self.seats, self.clocks, self.puzzle) = (tree, new.seats, clocks, None);
        (self.title, self.names) = (title, names);
        (self.pupil, self.posing) = (pupil, false);
        self.games_begun += 1;
        // What has been learned from is not learned from again.
        if self.is_over() || self.ended.is_some() {
            self.pupil = None;
        }
        self.proceed();
        Ok(())
    }

    /// Looks at the position of the node that is looked at.
    fn look(&mut self) -> Result<(), String> {
        let moves = self.tree.moves(self.tree.here());
        self.verdict = self.rules.look(self.start.as_deref(), &moves)?;
        Ok(())
    }

    fn tell(&self, message: ToPage) -> Result<(), Gone> {
        if (self.means.page)(message) { Ok(()) } else { Err(Gone) }
    }

    /// Ends all engines of these roles.
    fn dismiss(&mut self, which: impl Fn(Role) -> bool) {
        self.employed.retain(|employed| !which(employed.role));
    }
}

/// The tree of a game that has been played, looked at after so many plies.
fn replay(rules: &mut Rules, start: Option<&str>, line: &[Step], ply: Option<usize>) -> Result<Tree, String> {
    let (mut tree, mut moves) = (Tree::default(), Vec::new());
    for step in line {
        let before = rules.look(start, &moves)?;
        if !before.legal.contains(&step.m) {
            return Err(format!("{} is not a legal move here", quoted(&step.m)));
        }
        moves.push(step.m.clone());
        let node = tree.play(&step.m, before.turn)?;
        tree.remark(node, &step.comment);
        if let Some(known) = tree.step_mut(node) {
            (known.score, known.by) = (step.score, step.by.clone());
        }
    }
    let nodes = tree.line();
    let here = ply.map_or(nodes.last(), |ply| nodes[..ply.min(nodes.len())].last());
    tree.go(here.copied().unwrap_or(0));
    Ok(tree)
}

fn clocks((base, increment): (f64, f64)) -> Result<Clocks, String> {
    let time = |name: &str, seconds: f64, least: f64| {
        if (least..=LONGEST_TIME.as_secs_f64()).contains(&seconds) {
            return Ok(Duration::from_secs_f64(seconds));
        }
        Err(format!(
            "{name} = {seconds}: it is a number of seconds from {least} to {}",
            LONGEST_TIME.as_secs()
        ))
    };
    Ok(Clocks::new(time("time", base, 1.0)?, time("increment", increment, 0.0)?))
}

/// A position is one word: nothing else gets into a command.
fn one_word(text: &str, example: &str) -> Result<String, String> {
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        [word] => Ok(word.to_owned()),
        _ => Err(format!("a position is one word, such as {example}")),
    }
}
