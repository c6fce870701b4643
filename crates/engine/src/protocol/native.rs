//! UGI and UCI: lines become calls of the engine, its events become lines.

use super::command::{Command, Query, parse};
use super::event::{Dialect, write};
use super::lines::Line;
use super::serve::{self, Server as _};
use super::variant;
use crate::{Engine, Event, Refusal};
use games::Game;
use games::gomoku::Opening;
use std::io::{self, Read, Write};
use strategies::settings::{Kind, OptionSpec, Value};

/// Serves standard input and output until `quit` or the end of input.
///
/// # Errors
/// If a thread cannot be started or standard output cannot be written.
pub fn run_stdio(engine: Engine) -> anyhow::Result<()> {
    serve(engine, io::stdin(), io::stdout())
}

/// Serves any reader and writer until `quit` or the end of input.
///
/// # Errors
/// If a thread cannot be started or the output cannot be written.
pub fn serve(engine: Engine, input: impl Read + Send + 'static, output: impl Write) -> anyhow::Result<()> {
    serve::serve(Server::new(engine), input, output)
}

/// Writes what `bench` says, to its end.
///
/// # Errors
/// If the output cannot be written.
pub fn bench(engine: Engine, output: impl Write) -> anyhow::Result<()> {
    let mut server = Server::new(engine);
    if let Err(refusal) = server.execute(Command::Bench) {
        anyhow::bail!(refusal);
    }
    serve::drain(&mut server, output)
}

/// A server of lines that come one by one, in a program without threads.
pub struct InTurn(Server);

impl InTurn {
    /// Serves this engine, which [`Engine::without_thread`] has made.
    pub fn new(engine: Engine) -> Self {
        Self(Server::new(engine))
    }

    /// Acts on a line, and does to its end what that begins; what is said is given to `out` as it comes, whole lines each with its
    /// newline. Whether the line was `quit`.
    pub fn act(&mut self, line: &str, out: &dyn Fn(&str)) -> bool {
        serve::act(&mut self.0, &Line::Text(line.to_owned()), out)
    }
}

struct Server {
    engine: Engine,
    dialect: Dialect,
    /// Whether a UCI client has chosen a variant, whose way to write positions is followed.
    variant: bool,
    /// The lines that offer the options.
    options: Vec<String>,
    /// Whether the variant is offered to UCI clients, too.
    offers_variant: bool,
    /// Whether each search is introduced by what it is asked.
    debug: bool,
    pending: String,
}

impl Server {
    fn new(engine: Engine) -> Self {
        let (games, offered, values) = (engine.games(), engine.offered(), engine.settings());
        let means_something = |spec: &&OptionSpec| games.own_options().contains(spec) || offered.has(spec);
        let options = games.options().iter().filter(means_something);
        Self {
            options: options.map(|spec| option_line(spec, values.value(spec))).collect(),
            offers_variant: offered.games.iter().any(|row| row.name == Opening::NAME),
            engine,
            dialect: Dialect::Ugi,
            variant: false,
            debug: false,
            pending: String::new(),
        }
    }

    fn execute(&mut self, command: Command) -> Result<(), Refusal> {
        match command {
            Command::Ugi => self.introduce(Dialect::Ugi)?,
            Command::Uci => self.introduce(Dialect::Uci)?,
            Command::IsReady => self.has(Engine::is_ready),
            Command::Debug(on) => self.debug = on,
            Command::NewGame => self.engine.new_game()?,
            Command::SetOption { name, value } if self.is_variant(&name) => {
                self.variant = variant::choose(value.as_deref().unwrap_or_default(), &mut self.engine)?;
            }
            Command::SetOption { name, value } => {
                self.engine.set_option(&name, value.as_deref())?;
            }
            Command::Position { start, moves } => {
                let moves: Vec<_> = moves.iter().map(String::as_str).collect();
                // UGI clients write `position fen startpos` when their openings say so.
                let start = start.filter(|text| text != "startpos");
                let start = start.map(|text| self.read_fen(text)).transpose()?;
                self.engine.set_position(start.as_deref(), &moves)?;
            }
            Command::Go(mut request) => {
                if self.dialect == Dialect::Uci {
                    // It counts the winner's moves.
                    request.win_within = request.win_within.map(|moves| moves.saturating_mul(2) - 1);
                }
                if self.debug {
                    self.take_event(Event::Message(format!("{}; {request:?}", self.engine.state())));
                }
                let events = self.engine.go(&request)?;
                self.has(|_| events);
            }
            Command::Stop => self.has(Engine::stop),
            Command::PonderHit => self.has(Engine::ponder_hit),
            Command::Query(query) => {
                let answer = self.answer(&query)?;
                if let Query::Unknown(sentence) = query {
                    self.take_event(Event::Message(sentence));
                }
                self.take_event(Event::Response(answer));
            }
            Command::GameOver(verdict) => self.engine.game_over(verdict)?,
            Command::Draw => self.take_event(Event::Text(self.engine.drawing()?)),
            Command::Eval => self.take_event(Event::Text(self.engine.evaluation()?)),
            Command::Perft(depth) => self.engine.perft(depth)?,
            Command::Bench => self.engine.bench()?,
            Command::Malformed(sentence) => return Err(sentence),
            Command::Nothing | Command::Register | Command::Quit => {}
        }
        Ok(())
    }

    fn introduce(&mut self, dialect: Dialect) -> Result<(), Refusal> {
        let word = if dialect == Dialect::Uci { "uci" } else { "ugi" };
        self.engine.refuse_if_busy(word)?;
        self.dialect = dialect;
        self.engine.set_infinite_waits(dialect == Dialect::Uci);
        let mut lines = vec![
            format!("id name Fourscore {}", env!("CARGO_PKG_VERSION")),
            format!("id author {}", env!("CARGO_PKG_AUTHORS")),
        ];
        lines.extend(self.options.iter().cloned());
        lines.extend((dialect == Dialect::Uci && self.offers_variant).then(variant::option_line));
        lines.push(format!("{word}ok"));
        self.take_event(Event::Text(lines.join("\n")));
        Ok(())
    }

    /// Whether an option is UCI's own for the variant; under UGI there is none.
    fn is_variant(&self, name: &str) -> bool {
        self.dialect == Dialect::Uci && name.eq_ignore_ascii_case(variant::OPTION)
    }

    /// Whether a variant was chosen, and no other game since.
    fn in_variant(&self) -> bool {
        self.variant && self.engine.board().game() == Opening::NAME
    }

    /// A position as the engine takes it.
    fn read_fen(&self, text: String) -> Result<String, Refusal> {
        if !self.in_variant() {
            return Ok(text);
        }
        variant::position(&text).map_err(|error| format!("position refused, the old one is kept: {error}"))
    }

    fn answer(&self, query: &Query) -> Result<String, Refusal> {
        self.engine.refuse_if_busy("query")?;
        let board = self.engine.board();
        Ok(match query {
            Query::GameOver => board.result().is_some().to_string(),
            Query::P1Turn => (board.player_to_move() == games::Player::P1).to_string(),
            Query::Result => board.result().map_or_else(|| "none".to_owned(), |result| result.to_string()),
            Query::IsLegal(text) => board.is_legal(text, self.engine.notation()).to_string(),
            Query::Fen => self.position_text(&board.position_text()),
            Query::Start => self.position_text(&board.start_text()),
            Query::Moves => listed(board.moves(self.engine.notation())),
            Query::Legal => listed(board.legal_moves(self.engine.notation())),
            Query::Threats => listed(self.engine.marks()?),
            Query::Unknown(_) => "none".to_owned(),
        })
    }

    /// A position as the client reads it.
    fn position_text(&self, text: &str) -> String {
        if self.in_variant() { variant::fen(text) } else { text.to_owned() }
    }
}

impl serve::Server for Server {
    fn parts(&mut self) -> (&mut Engine, &mut String) {
        (&mut self.engine, &mut self.pending)
    }

    fn take_line(&mut self, line: &Line) -> bool {
        let command = line.command(parse, Command::Malformed);
        if command == Command::Quit {
            return true;
        }
        if let Err(refusal) = self.execute(command) {
            self.take_event(Event::Message(refusal));
        }
        false
    }

    fn take_event(&mut self, event: Event) {
        write(&event, self.dialect, &mut self.pending);
    }
}

/// The answer that is a list: its words, or `none`.
fn listed(words: Vec<impl ToString>) -> String {
    if words.is_empty() {
        return "none".to_owned();
    }
    words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The line that offers an option which holds this value at first.
fn option_line(spec: &OptionSpec, value: Option<Value>) -> String {
    let (kind, further) = match spec.kind {
        Kind::Integer { min, max, .. } => ("spin", format!(" min {min} max {max}")),
        Kind::Flag { .. } => ("check", String::new()),
        Kind::Choice { allowed, .. } => ("combo", format!(" var {}", allowed.join(" var "))),
        Kind::Text { .. } => ("string", String::new()),
        Kind::Button => ("button", String::new()),
    };
    let default = value.map_or_else(String::new, |value| match value.to_string() {
        text if text.is_empty() => " default <empty>".to_owned(),
        text => format!(" default {text}"),
    });
    format!("option name {} type {kind}{default}{further}", spec.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BUILT_IN;
    use std::cell::RefCell;

    /// Without what the clock decides: times, rates, and whether a depth is told of again before the next.
    fn timeless(said: &str) -> Vec<String> {
        let words = |line: &str| {
            let known = line.split(" time ").next().unwrap_or_default();
            known.split(" nps ").next().unwrap_or_default().to_owned()
        };
        let mut lines: Vec<_> =
            said.lines().filter(|line| !line.ends_with("leaves per second")).map(words).collect();
        let depth = |line: &str| line.strip_prefix("info depth ")?.split(' ').next().map(str::to_owned);
        lines.dedup_by(|line, before| depth(line).is_some() && depth(line) == depth(before));
        lines
    }

    #[test]
    fn without_threads_the_same_is_said_line_by_line() {
        let lines = [
            "ugi",
            "setoption name Strategy value score-four",
            "setoption name Learn value true",
            "isready",
            "position startpos moves 111",
            "go nodes 50",
            "stop",
            "query p1turn",
            "setoption name Strategy value alpha-beta",
            "go depth 3",
            "perft 2",
            "go searchmoves 999",
            "position startpos moves 111 444 112 443 113 442 114",
            "go",
            "gameover win",
            "isready",
            "quit",
        ];
        let said = RefCell::new(String::new());
        let mut in_turn = InTurn::new(Engine::without_thread(&BUILT_IN).unwrap());
        let mut threaded = Server::new(Engine::new(&BUILT_IN).unwrap());
        let mut expected = Vec::new();
        for line in lines {
            let last = in_turn.act(line, &|text| said.borrow_mut().push_str(text));
            assert_eq!((last, threaded.take_line(&Line::Text(line.to_owned()))), (line == "quit", last));
            serve::drain(&mut threaded, &mut expected).unwrap();
        }
        assert_eq!(timeless(&said.into_inner()), timeless(std::str::from_utf8(&expected).unwrap()));
    }
}
