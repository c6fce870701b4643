//! The lines of Gomocup's protocol and of Hub.

use super::Fake;
use super::ways::{nap, say};
use engine::protocol::hub::parse_move;
use games::draughts::Draughts;
use games::{Game as _, Notation};

impl Fake {
    /// A line of Gomocup's protocol.
    pub(super) fn manager(&mut self, line: &str) {
        let stones: Vec<&str> = line.split(',').collect();
        match (line.split_whitespace().next().unwrap_or_default(), &stones[..]) {
            ("START", _) if self.mode == "refuses" => say("ERROR no such board"),
            ("START", _) if self.mode == "die-in-handshake" => std::process::exit(5),
            ("START", _) => {
                self.asked += 1;
                // Twice in the handshake.
                match self.mode.as_str() {
                    "ready-once" if self.asked > 2 => nap(),
                    "never-ready" if self.asked > 1 => nap(),
                    _ => {}
                }
                let _ = self.board.set_up(None, &[], Notation::Coordinates);
                say("OK");
            }
            ("BOARD", _) => drop(self.board.set_up(None, &[], Notation::Coordinates)),
            ("RESTART", _) => say("OK"),
            ("INFO", _) if self.mode == "die-unread" => std::process::abort(),
            ("INFO", _) if self.mode == "never-reads" => nap(),
            ("YXSTOP", _) => self.owed.take().into_iter().for_each(|answer| say(&answer)),
            ("TURN", [_, y]) => {
                let x = stones[0].trim_start_matches("TURN ");
                self.stone(x, y);
                self.go();
            }
            ("BEGIN" | "DONE", _) => self.go(),
            (_, [x, y, _]) => self.stone(x, y),
            _ => {}
        }
    }

    fn stone(&mut self, x: &str, y: &str) {
        let (Ok(x), Ok(y)) = (x.parse::<u8>(), y.parse::<u8>()) else { return };
        let _ = self.board.play(&format!("{}{}", char::from(b'a' + x), 15 - y), Notation::Coordinates);
    }

    /// A line of Hub.
    pub(super) fn client(&mut self, line: &str) {
        match line.split_whitespace().next().unwrap_or_default() {
            "hub" => {
                say("id name=Fake\nparam name=variant value=english type=enum values=\"english\"\n\
                     param name=Seed value=0 type=int min=0 max=1000000\nparam name=Text value=\"\" type=string");
                self.greeted("wait");
            }
            "set-param" => {
                let seed = line.strip_prefix("set-param name=\"Seed\" value=\"");
                let seed = seed.and_then(|rest| rest.trim_end_matches('"').parse().ok());
                self.seed = seed.unwrap_or(self.seed);
            }
            "init" if self.mode == "refuses" => say("error message=\"no\""),
            "init" if self.mode == "never-ready" => nap(),
            "init" => {
                self.asked += 1;
                say("ready");
            }
            "ping" => self.readied("pong"),
            "pos" => {
                let moves = line.split("moves=").nth(1).unwrap_or_default().trim_matches('"');
                let mut position = Draughts::start(&());
                let mut texts = Vec::new();
                for text in moves.split_whitespace() {
                    let Ok(m) = parse_move(&position, text) else { break };
                    texts.push(position.move_text(m, Notation::Coordinates));
                    position.play(m);
                }
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                let _ = self.board.set_up(None, &texts, Notation::Coordinates);
            }
            "go" if line == "go ponder" => self.ponder(),
            "go" => self.go(),
            "ponder-hit" | "stop" => self.owed(line),
            _ => {}
        }
    }
}
