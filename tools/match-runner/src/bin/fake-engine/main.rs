//! An engine that misbehaves on request: the fixture for testing match runners. Without arguments it plays random
//! legal moves of Qubic and behaves well; an argument names one way not to. With `uci-`, `gomocup-` or `hub-` before that it
//! plays chess, is a brain of Go-Moku, or a draughts engine; as `referee` it judges Qubic, with a way to misbehave behind `-`.

mod protocols;
mod referee;
mod ways;

use engine::protocol::hub::move_text;
use games::draughts::Draughts;
use games::{Board, Game, Notation};
use match_runner::random::{SplitMix64, mix};
use match_runner::rules;
use std::io::{self, BufRead, Write};
use std::thread::sleep;
use std::time::Duration;
use ways::{end_wrongly, handles, in_pieces, nap, say, starts};

/// Where the trouble begins: at the third move of a game.
const QUIET_MOVES: usize = 4;

/// What the engine is asked to do wrong, and how well it knows what it was told.
struct Fake {
    dialect: Dialect,
    mode: String,
    board: Box<dyn Board>,
    plies: usize,
    seed: u64,
    log: Option<std::fs::File>,
    /// The answer that it owes once it is told that its expectation has been met, or to stop.
    owed: Option<String>,
    /// Questions for its readiness so far.
    asked: usize,
    /// Options of a mode that is the stronger, the nearer they are to 60 and 0.5.
    aim: f64,
    scale: f64,
}

/// How it speaks.
#[derive(Clone, Copy, PartialEq)]
enum Dialect {
    Native,
    Gomocup,
    Hub,
}

impl Dialect {
    /// The dialect that a mode names, its game, and the rest of the mode.
    fn of(mode: &str) -> (Self, &'static str, &str) {
        let known = [
            ("uci-", Self::Native, "chess"),
            ("gomocup-", Self::Gomocup, "gomoku"),
            ("hub-", Self::Hub, "draughts"),
        ];
        let found = known
            .into_iter()
            .find_map(|(prefix, dialect, game)| mode.strip_prefix(prefix).map(|rest| (dialect, game, rest)));
        found.unwrap_or((Self::Native, "qubic", mode))
    }
}

fn main() {
    let argument = std::env::args().nth(1).unwrap_or_default();
    let (dialect, game, mode) = Dialect::of(&argument);
    let mode = mode.to_owned();
    let Ok(board) = rules::board(game, &[]) else { return };
    let log = std::env::args()
        .nth(2)
        .and_then(|path| std::fs::File::options().create(true).append(true).open(path).ok());
    match mode.as_str() {
        "die-at-start" => {
            eprintln!("warning: old\nno such book");
            std::process::exit(7);
        }
        "silent" => nap(),
        _ if mode.starts_with("referee") => {
            return referee::judge(board, mode.trim_start_matches("referee").trim_start_matches('-'));
        }
        "count-handles" => return say(&handles().to_string()),
        "third-start-fails" if starts(std::env::args().nth(3)) > 2 => std::process::exit(6),
        "ignore-quit" => {
            let _ = ctrlc::set_handler(|| {});
        }
        _ => {}
    }
    let mut fake =
        Fake { dialect, mode, board, plies: 0, seed: 0, log, owed: None, asked: 0, aim: 10.0, scale: 0.5 };
    let mut line = String::new();
    while matches!(io::stdin().lock().read_line(&mut line), Ok(1..)) {
        if let Some(log) = &mut fake.log {
            let _ = log.write_all(line.as_bytes());
        }
        let quits = matches!(line.trim(), "quit" | "END");
        if quits && fake.mode == "crash-at-quit" {
            std::process::abort();
        }
        if quits && fake.mode != "ignore-quit" {
            return;
        }
        match fake.dialect {
            Dialect::Native => fake.command(line.trim()),
            Dialect::Gomocup => fake.manager(line.trim()),
            Dialect::Hub => fake.client(line.trim()),
        }
        line.clear();
    }
    if fake.mode == "ignore-quit" {
        nap();
    }
}

impl Fake {
    fn command(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["ugi" | "uci"] => {
                say("id name Fake\noption name Seed type spin default 0 min 0 max 1000000\n\
                     option name Text type string default <empty>");
                if self.mode == "tunable" {
                    say(
                        "option name Aim type spin default 10 min 0 max 100\noption name Scale type string default 0.5",
                    );
                }
                self.greeted(if words[0] == "ugi" { "ugiok" } else { "uciok" });
            }
            ["isready"] if self.mode == "never-ready" => nap(),
            ["isready"] => self.readied("readyok"),
            ["setoption", "name", "Aim", "value", aim] => self.aim = aim.parse().unwrap_or(0.0),
            ["setoption", "name", "Scale", "value", scale] => self.scale = scale.parse().unwrap_or(0.0),
            ["setoption", "name", "Seed", "value", seed] => self.seed = seed.parse().unwrap_or(0),
            ["position", "startpos", ref rest @ ..] => self.position(None, rest),
            ["position", "fen", fen, ref rest @ ..] => self.position(Some(fen), rest),
            ["query", ref question @ ..] => self.query(question),
            ["go", "ponder", ..] => self.ponder(),
            ["go", ref limits @ ..] => {
                if let (["movetime", time], "full-time") = (limits, self.mode.as_str()) {
                    sleep(Duration::from_millis(time.parse().unwrap_or(0)));
                }
                self.go();
            }
            [told @ ("ponderhit" | "stop")] => self.owed(told),
            ["gameover", ..] if self.mode == "crash-after-game" => std::process::exit(4),
            _ => {}
        }
    }

    /// Ends the handshake with this word, or in another way.
    fn greeted(&self, word: &str) {
        if self.mode == "die-in-handshake" {
            std::process::exit(5);
        }
        say(word);
        match self.mode.as_str() {
            "die-unread" => {
                // The runner is in the middle of a write that the pipe cannot hold.
                sleep(Duration::from_millis(50));
                std::process::abort();
            }
            "never-reads" => nap(),
            _ => {}
        }
    }

    /// Says that it is ready, with this word, or does so once only.
    fn readied(&mut self, word: &str) {
        self.asked += 1;
        if self.mode == "ready-once" && self.asked > 1 {
            nap();
        }
        say(word);
    }

    /// It is told that the move which it expected was played, or to stop.
    fn owed(&mut self, told: &str) {
        match (self.mode.as_str(), told) {
            ("ponder-unstoppable", "stop") => nap(),
            ("ponder-unanswered", hit) if hit != "stop" => nap(),
            _ => self.owed.take().into_iter().for_each(|answer| say(&answer)),
        }
    }

    /// A move, said as an answer.
    fn answer(&self, best: &str) -> String {
        match self.dialect {
            Dialect::Native => format!("bestmove {best}"),
            Dialect::Gomocup => {
                let column = best.bytes().next().and_then(|letter| letter.checked_sub(b'a'));
                let row = best.get(1..).and_then(|row| row.parse::<usize>().ok());
                match (column, row) {
                    (Some(column), Some(row)) => format!("{column},{}", 15_usize.saturating_sub(row)),
                    _ => format!("{best},{best}"),
                }
            }
            Dialect::Hub => {
                let mut position = Draughts::start(&());
                for text in self.board.moves(Notation::Coordinates) {
                    let _ = position.parse_move(&text, Notation::Coordinates).map(|m| position.play(m));
                }
                let m = position.parse_move(best, Notation::Coordinates).map(move_text);
                format!("done move={}", m.unwrap_or_else(|_| best.to_owned()))
            }
        }
    }

    fn position(&mut self, fen: Option<&str>, rest: &[&str]) {
        let moves = rest.strip_prefix(&["moves"]).unwrap_or_default();
        self.plies = moves.len();
        let _ = self.board.set_up(fen, moves, Notation::Coordinates);
    }

    fn query(&self, question: &[&str]) {
        let lies = self.mode == "lie";
        match question {
            _ if self.mode == "no-query" => {}
            _ if self.mode == "none-query" => say("response none"),
            ["gameover"] => say(&format!("response {}", self.board.result().is_some() != lies)),
            ["p1turn"] => {
                let turn = self.board.player_to_move() == games::Player::P1;
                say(&format!("response {turn}"));
            }
            ["result"] => {
                let result =
                    self.board.result().map_or_else(|| "none".to_owned(), |result| result.to_string());
                say(&format!("response {result}"));
            }
            ["islegal", m] => say(&format!("response {}", self.board.is_legal(m, Notation::Coordinates))),
            _ => {}
        }
    }

    /// A move that depends on the seed and the position only.
    fn best(&self) -> String {
        let moves = self.board.legal_moves(Notation::Coordinates);
        let position = self.board.position_text().bytes().fold(0, |key, byte| mix(&[key, byte.into()]));
        let m = SplitMix64::new(mix(&[self.seed, position])).one_of(&moves);
        m.cloned().unwrap_or_else(|| "0000".to_owned())
    }

    /// Begins to think on the opponent's time, or what stands for it.
    fn ponder(&mut self) {
        let answer = self.answer(&self.best());
        match self.mode.as_str() {
            "ponder-early" => return say(&answer),
            "ponder-crash" => std::process::abort(),
            "ponder-garbage" => {
                let _ = io::stdout().write_all(b"\0\x01\x02\n");
            }
            // More than a pipe holds: unless somebody reads it meanwhile, this never ends.
            "ponder-talk" => {
                (0..3_000).for_each(|_| say("info depth 1 score cp 0 string pondering about it"))
            }
            _ => {}
        }
        self.owed = Some(answer);
    }

    /// An answer with the reply that it expects to a move, as the same engine with the same seed would play it.
    fn with_expected(&mut self, best: &str, said: &str) -> String {
        let mut expected = "0000".to_owned();
        if self.board.play(best, Notation::Coordinates).is_ok() {
            expected = if self.mode == "ponder-illegal" { best.to_owned() } else { self.best() };
            if self.dialect == Dialect::Hub {
                expected = self.answer(&expected).replace("done move=", "");
            }
            self.board.take_back();
        }
        let between = if self.dialect == Dialect::Hub { " ponder=" } else { " ponder " };
        format!("{said}{between}{expected}")
    }

    fn go(&mut self) {
        if self.mode == "endless" {
            // It obeys no limit.
            return self.ponder();
        }
        if self.mode == "error-at-once" {
            return say("ERROR no move");
        }
        let best = self.best();
        let quiet = self.board.moves(Notation::Coordinates).len() < QUIET_MOVES;
        if self.mode == "tunable" {
            let far = ((self.aim - 60.0) / 60.0).powi(2) + (self.scale - 0.5).powi(2);
            if (SplitMix64::new(mix(&[self.seed, 1])).below(1 << 20) as f64) < far * f64::from(1 << 20) {
                say("info string resigns");
            }
        }
        let mode = if quiet { String::new() } else { self.mode.clone() };
        let said = self.answer(&best);
        if end_wrongly(&mode, &|best: Option<&str>| {
            best.map_or_else(|| said.clone(), |best| self.answer(best))
        }) {
            return;
        }
        match mode.as_str() {
            "late" => sleep(Duration::from_millis(1000)),
            "occupied" => {
                let taken = self.board.moves(Notation::Coordinates);
                return say(&self.answer(taken.last().map_or("111", String::as_str)));
            }
            "error" => {
                return say(match self.dialect {
                    Dialect::Native => "Error: no move",
                    Dialect::Gomocup => "ERROR no move",
                    Dialect::Hub => "error message=\"no move\"",
                });
            }
            "chatter" => say("hello\n\ninfo\ninfo depth\nbestmov 111\nGrüße\ninfo score cp x"),
            "long-line" => say(&format!("info string {}", "x".repeat(60_000))),
            "resign" => say("info string resigns"),
            "daemon" => drop(std::process::Command::new("setsid").args(["sleep", "600"]).spawn()),
            "grandchild" => drop(std::process::Command::new("sleep").arg("600").spawn()),
            "handles" if std::env::var("HANDLES").ok() != Some(handles().to_string()) => nap(),
            _ => {}
        }
        // As UGI, Gomocup's brains and Hub write them.
        let score = match mode.as_str() {
            "claim" => ["mate 3", "M3", "99.97"],
            "claim-loss" => ["mate -2", "-M2", "-99.98"],
            "boast" => ["cp 900", "900", "9"],
            "despair" => ["cp -900", "-900", "-9"],
            _ => ["cp 0", "0", "0.00"],
        };
        let answer = match mode.as_str() {
            "twice" => format!("{said}\n{said}"),
            mode if mode.starts_with("ponder") => self.with_expected(&best, &said),
            _ => said,
        };
        let text = match self.dialect {
            Dialect::Native => format!("info depth 1 nodes 1 score {} pv {best}\n{answer}", score[0]),
            Dialect::Gomocup => format!("MESSAGE depth 1 ev {} n 1\n{answer}", score[1]),
            Dialect::Hub => format!("info depth=1 score={} nodes=1\n{answer}", score[2]),
        };
        match mode.as_str() {
            "pieces" => in_pieces(&text),
            _ => say(&text),
        }
        match mode.as_str() {
            "deaf" => nap(),
            "die-after-move" => std::process::abort(),
            _ => {}
        }
        if self.dialect == Dialect::Gomocup {
            // From now on it is told of the other one's stones only.
            let _ = self.board.play(&best, Notation::Coordinates);
        }
    }
}
