//! The Gomoku AI protocol of Petr Laštovička's Piskvork, in which the engines of Gomocup are spoken to: lines of the
//! manager become calls of the same [`Engine`] that the native protocol drives, its events become replies.

mod answers;
mod collecting;
mod command;
mod limits;
mod record;
mod swap2;

use super::lines::{LONGEST, Line};
use super::serve::{self, Server as _};
use crate::Engine;
use crate::registry::BUILT_IN;
use collecting::Collecting;
use command::{Command, Point, parse};
use games::Game;
use games::gomoku::Opening;
use limits::Limits;
use record::Record;
use search::host::Instant;
use std::io::{self, Read, Write};
use swap2::Swap2;

/// Serves standard input and output until `END` or the end of input, with an engine whose strategy and options are set.
///
/// # Errors
/// If Go-Moku cannot be chosen, a thread cannot be started, or standard output cannot be written.
pub fn run_stdio(engine: Engine, suggest: bool) -> anyhow::Result<()> {
    serve(engine, suggest, io::stdin(), io::stdout())
}

/// The engine as it stands when the manager has said nothing: Go-Moku with its default strategy.
///
/// # Errors
/// If a thread cannot be started.
pub fn engine() -> anyhow::Result<Engine> {
    let mut engine = Engine::new(&BUILT_IN)?;
    engine.set_option("Game", Some(Opening::NAME)).map_err(|refusal| anyhow::anyhow!(refusal))?;
    Ok(engine)
}

/// Serves any reader and writer until `END` or the end of input. With `suggest` moves are suggested to the manager,
/// who answers with `PLAY`.
///
/// # Errors
/// If a thread cannot be started or the output cannot be written.
pub fn serve(
    engine: Engine,
    suggest: bool,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> anyhow::Result<()> {
    let server = Server {
        engine,
        pending: String::new(),
        suggest,
        limits: Limits::default(),
        record: None,
        asked_size: None,
        started: false,
        collecting: None,
        task: Task::Nothing,
        since: Instant::now(),
        said: String::new(),
    };
    serve::serve(server, input, output)
}

/// What a search under way is for.
enum Task {
    Nothing,
    Move,
    /// A decision or stones of a swap2 opening.
    Swap2(Swap2),
}

struct Server {
    engine: Engine,
    pending: String,
    suggest: bool,
    limits: Limits,
    /// The game, once a board has been asked for.
    record: Option<Record>,
    /// The size last asked for, also if it was refused for its rules.
    asked_size: Option<usize>,
    /// Whether `START` is answered when the engine is ready.
    started: bool,
    collecting: Option<Collecting>,
    task: Task,
    /// When the search under way began.
    since: Instant,
    /// What was last said of it.
    said: String,
}

impl Server {
    /// Acts on a line; whether that was the last one.
    fn obey(&mut self, line: &Line) -> bool {
        let command = match line {
            Line::Text(text) => parse(text),
            Line::TooLong => Command::Unknown(format!("a line of more than {LONGEST} bytes")),
        };
        match command {
            Command::End => {
                self.abandon();
                return true;
            }
            Command::Nothing => {}
            Command::Info(key, value) => {
                self.limits.set(&key, &value);
                // What is wrong with it is said when a move is asked for.
                if key == "rule"
                    && self.record.is_some()
                    && let Ok(rules) = self.limits.rules(false)
                    && self.engine.set_option("Rules", Some(rules)).is_ok()
                {
                    self.has(Engine::is_ready);
                }
            }
            Command::About => self.say(&about()),
            Command::Stop => self.has(Engine::stop),
            command => {
                if let Err(sentence) = self.execute(command) {
                    self.say(&format!("ERROR {sentence}"));
                }
            }
        }
        false
    }

    fn execute(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Start(size) => return self.start(size),
            Command::RectStart(Some((width, height))) if width == height => return self.start(Some(width)),
            Command::RectStart(Some(_)) => {
                return Err("rectangular boards are not supported: only square ones".to_owned());
            }
            Command::RectStart(None) => return Err("RECTSTART takes: width,height".to_owned()),
            Command::Restart => return self.start(Some(self.asked_size.ok_or(NOT_STARTED)?)),
            Command::Stone(point, field) if self.collecting.is_some() => self.collect(point, field),
            Command::Unknown(what) => match &mut self.collecting {
                Some(collecting) => collecting.refuse(format!("{what} is not a stone")),
                None => self.say(&format!("UNKNOWN {what}")),
            },
            Command::Stone(..) => self.say("UNKNOWN a stone outside of BOARD"),
            _ if !matches!(self.task, Task::Nothing) => {
                return Err("refused while a move is being thought about".to_owned());
            }
            command => return self.act(command),
        }
        Ok(())
    }

    /// What can be done only between two searches.
    fn act(&mut self, command: Command) -> Result<(), String> {
        let record = self.record.as_mut().ok_or(NOT_STARTED)?;
        let collected = self.collecting.take();
        match command {
            Command::Begin if record.len() > 0 => return Err("the board is not empty".to_owned()),
            Command::Begin => self.think(Task::Move, 1)?,
            Command::Turn(point) => {
                let square = record.empty(point)?;
                record.play(square);
                self.think(Task::Move, 1).inspect_err(|_| self.forget_last(point))?;
            }
            Command::Board | Command::Swap2Board => {
                self.collecting = Some(Collecting::new(command == Command::Swap2Board));
            }
            Command::Done => self.take_stones(collected.ok_or("DONE without BOARD")?)?,
            Command::TakeBack(point) => {
                record.take_back(point)?;
                self.say("OK");
            }
            Command::Play(point) => {
                let square = record.empty(point)?;
                record.play(square);
                self.set_up(false).inspect_err(|_| self.forget_last(point))?;
                self.answer(square);
            }
            _ => {}
        }
        Ok(())
    }

    /// `START`, `RESTART`: a new game, whatever is going on.
    fn start(&mut self, size: Option<usize>) -> Result<(), String> {
        self.abandon();
        (self.record, self.collecting, self.asked_size) = (None, None, size);
        let size = size.ok_or("START takes the size of the board, a whole number")?;
        let rules = self.limits.rules(false)?;
        self.engine.set_option("Size", Some(&size.to_string()))?;
        self.engine.set_option("Rules", Some(rules))?;
        self.engine.unserved().map_or(Ok(()), Err)?;
        self.engine.new_game()?;
        self.limits.start();
        self.record = Some(Record::new(size));
        self.started = true;
        // The strategy gets ready for the rules in force while no clock runs.
        self.has(Engine::is_ready);
        Ok(())
    }

    /// Takes a line of `BOARD`.
    fn collect(&mut self, point: Point, field: Option<u8>) {
        if let (Some(collecting), Some(record)) = (&mut self.collecting, &self.record) {
            let renju = self.limits.rules(false) == Ok("renju");
            collecting.take(point, field, record, renju);
        }
    }

    /// `DONE`: a move or a decision is wanted.
    fn take_stones(&mut self, collected: Collecting) -> Result<(), String> {
        let swap2 = collected.swap2;
        let stones = collected.stones()?;
        let record = self.record.as_mut().ok_or(NOT_STARTED)?;
        if !swap2 {
            record.replace(&stones);
            // In the order in which they are told, a move may have been forbidden that was none: Renju's stones come in any.
            if self.set_up(false).is_err()
                && let Some(record) = &mut self.record
            {
                record.place();
            }
            return self.think(Task::Move, 1);
        }
        let opening = Swap2::new(stones.into_iter().map(|(square, _)| square).collect())?;
        let searches = opening.searches();
        *record = Record::new(record.size());
        self.think(Task::Swap2(opening), searches)
    }

    fn forget_last(&mut self, point: Option<Point>) {
        if let Some(record) = &mut self.record {
            let _ = record.take_back(point);
        }
    }

    /// Brings the engine to the position of the record, under the rules in force.
    fn set_up(&mut self, swap2: bool) -> Result<(), String> {
        let rules = self.limits.rules(swap2)?;
        if let Some(hash) = self.limits.hash()? {
            self.engine.set_option("Hash", Some(&hash.to_string()))?;
        }
        if let Some(threads) = self.limits.threads {
            self.engine.set_option("Threads", Some(&threads.min(256).to_string()))?;
        }
        self.engine.set_option("Rules", Some(rules))?;
        let (start, moves) = match &self.task {
            Task::Swap2(opening) => (None, opening.moves().to_vec()),
            _ => self.record.as_ref().ok_or(NOT_STARTED)?.position(),
        };
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.engine.set_position(start.as_deref(), &moves)
    }

    /// Starts a search, one of so many that share the time of a turn.
    fn think(&mut self, task: Task, searches: u32) -> Result<(), String> {
        let swap2 = matches!(task, Task::Swap2(_));
        self.task = task;
        let begun = self.set_up(swap2).and_then(|()| match self.engine.board().result() {
            Some(result) => Err(format!("the game is over: {result}")),
            None => self.engine.go(&self.limits.request(searches)),
        });
        match begun {
            Ok(events) => {
                self.since = Instant::now();
                self.said.clear();
                self.has(|_| events);
                Ok(())
            }
            Err(sentence) => {
                self.task = Task::Nothing;
                Err(sentence)
            }
        }
    }

    /// Ends a search without an answer.
    fn abandon(&mut self) {
        self.task = Task::Nothing;
        self.said.clear();
        // Whatever it answers is not wanted any more.
        let _ = self.engine.stop();
        while self.engine.is_searching() && self.engine.wait().is_some() {}
    }
}

/// What is answered to commands that need a board.
const NOT_STARTED: &str = "START comes first";

fn about() -> String {
    format!(
        "name=\"Fourscore\", version=\"{}\", author=\"{}\"",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_AUTHORS")
    )
}
