//! The Hub protocol, version 2, of Fabien Letouzey's Scan, for English draughts: lines of the client become calls of the
//! same [`Engine`] that the native protocol drives, its events become replies.
//!
//! Spoken as the Python package `pydraughts` drives it; where that client and the protocol's text differ for English
//! draughts (`text.rs`), the client is followed.

mod answers;
mod command;
mod text;

pub use command::arguments;
pub use text::{move_text, parse_move, position_text};

use super::serve::{self, Server as _};
use crate::event::Info;
use crate::registry::{BUILT_IN, StrategyInfo};
use crate::{Engine, Event, GoRequest};
use command::{Command, Level, Mode};
use games::draughts::Draughts;
use games::{Game, Notation};
use std::io::{self, Read, Write};
use strategies::settings::{Kind, OptionSpec};

/// The parameter that names the rules, and the one value that it has.
const VARIANT: [&str; 2] = ["variant", "english"];

/// Serves standard input and output until `quit` or the end of input, with an engine whose strategy and options are set.
///
/// # Errors
/// If a thread cannot be started, or standard output cannot be written.
pub fn run_stdio(engine: Engine) -> anyhow::Result<()> {
    serve(engine, io::stdin(), io::stdout())
}

/// The engine as it stands when the client has said nothing: draughts with its default strategy.
///
/// # Errors
/// If a thread cannot be started.
pub fn engine() -> anyhow::Result<Engine> {
    let mut engine = Engine::new(&BUILT_IN)?;
    engine.set_option("Game", Some(Draughts::NAME)).map_err(|refusal| anyhow::anyhow!(refusal))?;
    // `go analyze` is answered when it is stopped.
    engine.set_infinite_waits(true);
    Ok(engine)
}

/// Serves any reader and writer until `quit` or the end of input.
///
/// # Errors
/// If a thread cannot be started or the output cannot be written.
pub fn serve(engine: Engine, input: impl Read + Send + 'static, output: impl Write) -> anyhow::Result<()> {
    let server = Server {
        params: params(&engine, engine.offered().strategy).map(|spec| param_line(spec, &engine)).collect(),
        engine,
        pending: String::new(),
        level: Level::default(),
        position: Draughts::start(&()),
        is_set_up: true,
        line: Vec::new(),
    };
    serve::serve(server, input, output)
}

struct Server {
    engine: Engine,
    /// The lines that offer the parameters.
    params: Vec<String>,
    pending: String,
    /// The limits of searches, until others are set.
    level: Level,
    position: Draughts,
    /// Whether that is the position that the client asked for last: not if it was refused.
    is_set_up: bool,
    /// The best line of the search under way, in the engine's notation.
    line: Vec<String>,
}

impl Server {
    fn execute(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Hub => self.introduce(),
            Command::Init => self.has(Engine::is_ready),
            Command::Ping => self.say("pong"),
            Command::SetParam(name, value) => return self.set_param(&name, &value),
            Command::NewGame => {
                self.refuse_if_searching("new-game")?;
                self.engine.new_game()?;
                self.set_up(None, &[])?;
            }
            Command::Position(start, moves) => self.set_up(start.as_deref(), &moves)?,
            Command::NoPosition(sentence) => {
                self.is_set_up = false;
                return Err(sentence);
            }
            Command::Level(level) => self.level = level,
            Command::Go(mode) => return self.go(mode),
            Command::PonderHit => self.has(Engine::ponder_hit),
            Command::Stop => self.has(Engine::stop),
            Command::Malformed(sentence) => return Err(sentence),
            Command::Nothing | Command::Quit => {}
        }
        Ok(())
    }

    fn introduce(&mut self) {
        self.say(&format!(
            "id name=Fourscore version={} author={}",
            env!("CARGO_PKG_VERSION"),
            in_quotes(env!("CARGO_PKG_AUTHORS"))
        ));
        let [name, value] = VARIANT;
        self.say(&format!("param name={name} value={value} type=enum values=\"{value}\""));
        let params = self.params.join("\n");
        self.say(&params);
        self.say("wait");
    }

    fn set_param(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name.eq_ignore_ascii_case(VARIANT[0]) {
            let known = value.eq_ignore_ascii_case(VARIANT[1]);
            return if known { Ok(()) } else { Err("the only variant is english".to_owned()) };
        }
        self.refuse_if_searching("set-param")?;
        let spec = params(&self.engine, None).find(|spec| spec.name.eq_ignore_ascii_case(name));
        let spec = spec.ok_or_else(|| format!("there is no parameter {}", games::quoted(name)))?;
        self.engine.set_option(spec.name, Some(value))
    }

    /// Brings the engine to a position. If the game is drawn there by its history, or was on the way, and the client plays
    /// on all the same, the position counts without its history. After a refusal there is no position: to go on from the
    /// one before would answer another question than was asked.
    fn set_up(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), String> {
        self.is_set_up = false;
        self.refuse_if_searching("pos")?;
        let begin = start.map_or_else(|| Ok(Draughts::start(&())), text::parse_position)?;
        let mut position = begin;
        let mut own = Vec::new();
        for m in moves {
            let m = parse_move(&position, m)?;
            own.push(position.move_text(m, Notation::default()));
            position.play(m);
        }
        let own: Vec<&str> = own.iter().map(String::as_str).collect();
        let played = self.engine.set_position(Some(&begin.to_text()), &own);
        if played.is_err() || self.engine.board().result().is_some() {
            let set = self.engine.set_position(Some(&position.to_text()), &[]);
            set.map_err(|_| "pos refused: the engine cannot set this position up".to_owned())?;
        }
        self.position = position;
        self.is_set_up = true;
        Ok(())
    }

    /// Refuses a command that must wait for the end of a search.
    fn refuse_if_searching(&self, command: &str) -> Result<(), String> {
        if self.engine.is_searching() {
            return Err(format!(
                "{command} refused while searching: only ping, stop, ponder-hit, level and quit act now"
            ));
        }
        Ok(())
    }

    fn go(&mut self, mode: Mode) -> Result<(), String> {
        self.refuse_if_searching("go")?;
        if !self.is_set_up {
            return Err("go refused: there is no position, for the last pos was refused".to_owned());
        }
        self.line.clear();
        let events = self.engine.go(&self.request(mode))?;
        self.has(|_| events);
        Ok(())
    }

    fn request(&self, mode: Mode) -> GoRequest {
        if mode == Mode::Analyze {
            return GoRequest { infinite: true, ..GoRequest::default() };
        }
        let level = &self.level;
        // The clock is told before the increment of this move.
        let time = level.time.map(|time| time.saturating_add(level.increment));
        GoRequest {
            depth: level.depth,
            nodes: level.nodes,
            move_time: level.move_time,
            time: [time; 2],
            increment: [level.increment; 2],
            moves_to_go: level.moves,
            ponder: mode == Mode::Ponder,
            ..GoRequest::default()
        }
    }
}

fn strategies(engine: &Engine) -> &'static [StrategyInfo] {
    engine.games().game(Draughts::NAME).map_or(&[], |row| &row.strategies)
}

/// The engine's options that mean something here: those of no strategy, and those of this strategy (`None`: of all that play
/// draughts).
fn params<'a>(engine: &Engine, only: Option<&'a str>) -> impl Iterator<Item = &'static OptionSpec> + use<'a> {
    const ENGINES: [&str; 5] = ["Strategy", "Hash", "Threads", "Seed", "MoveOverhead"];
    let strategies = strategies(engine);
    let offered = move |spec: &OptionSpec| {
        let mut own = strategies.iter().filter(|info| only.is_none_or(|only| only == info.name));
        own.any(|info| info.options.contains(spec))
    };
    engine.games().options().iter().filter(move |spec| ENGINES.contains(&spec.name) || offered(spec))
}

/// The line that offers a parameter with the value that it has at first.
fn param_line(spec: &OptionSpec, engine: &Engine) -> String {
    let name = spec.name;
    let value = engine.settings().value(spec).map_or_else(String::new, |value| value.to_string());
    let (value, further) = match spec.kind {
        Kind::Integer { min, max, .. } => (value, format!("int min={min} max={max}")),
        Kind::Flag { .. } => (value, "bool".to_owned()),
        Kind::Choice { .. } if name == "Strategy" => {
            let own: Vec<_> = strategies(engine).iter().map(|info| info.name).collect();
            (value, format!("enum values=\"{}\"", own.join(" ")))
        }
        Kind::Choice { allowed, .. } => (value, format!("enum values=\"{}\"", allowed.join(" "))),
        Kind::Text { .. } => (in_quotes(&value), "string".to_owned()),
        Kind::Button => return format!("param name={name} type=button"),
    };
    format!("param name={name} value={value} type={further}")
}

/// A text as a value: in quotation marks, of which it may hold none, on one line. A client splits at every `=`.
fn in_quotes(text: &str) -> String {
    let fine = |c: char| match c {
        '"' => '\'',
        '=' => ':',
        _ if c.is_control() => ' ',
        _ => c,
    };
    format!("\"{}\"", text.chars().map(fine).collect::<String>())
}
