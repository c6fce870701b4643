//! What the engine says, as replies to the manager: moves, decisions, messages.

use super::swap2::Swap2;
use super::{NOT_STARTED, Server, Task};
use crate::protocol::event::{Dialect, write};
use crate::protocol::lines::Line;
use crate::protocol::serve::{self, Server as _};
use crate::{Engine, Event};
use games::gomoku::Square;

impl serve::Server for Server {
    const END: &'static str = "\r\n";

    fn parts(&mut self) -> (&mut Engine, &mut String) {
        (&mut self.engine, &mut self.pending)
    }

    fn take_line(&mut self, line: &Line) -> bool {
        self.obey(line)
    }

    fn take_event(&mut self, event: Event) {
        match event {
            Event::BestMove(text) => self.take_best(text.as_deref()),
            Event::Message(words) => {
                words.lines().for_each(|line| self.say(&format!("MESSAGE {line}")));
            }
            Event::Info(_) => {
                let mut line = String::new();
                write(&event, Dialect::Uci, &mut line);
                self.said = line.trim_start_matches("info ").trim_end().to_owned();
                self.say(&format!("DEBUG {}", self.said));
            }
            Event::Last(event) => self.take_event(*event),
            Event::Ready if std::mem::take(&mut self.started) => self.say("OK"),
            Event::Response(_) | Event::Text(_) | Event::Ready | Event::Finished => {}
        }
    }
}

impl Server {
    /// The search has ended with this move.
    fn take_best(&mut self, text: Option<&str>) {
        self.limits.spend(self.since.elapsed());
        if !self.said.is_empty() {
            let words = format!("MESSAGE {}", std::mem::take(&mut self.said));
            self.say(&words);
        }
        let task = std::mem::replace(&mut self.task, Task::Nothing);
        let done = match (task, text) {
            (Task::Move, Some(text)) => self.take_move(text),
            (Task::Swap2(opening), Some(text)) => self.take_decision(opening, text),
            (Task::Nothing, _) => Ok(()),
            (_, None) => Err("there is no move to play".to_owned()),
        };
        if let Err(sentence) = done {
            self.say(&format!("ERROR {sentence}"));
        }
    }

    fn take_move(&mut self, text: &str) -> Result<(), String> {
        let record = self.record.as_mut().ok_or(NOT_STARTED)?;
        let square = Square::parse(text, record.size()).map_err(|error| error.to_string())?;
        if self.suggest {
            let words = format!("SUGGEST {}", record.text(square));
            self.say(&words);
        } else {
            record.play(square);
            self.answer(square);
        }
        Ok(())
    }

    /// A decision or a stone of a swap2 opening; what is still missing is thought about at once.
    fn take_decision(&mut self, mut opening: Swap2, text: &str) -> Result<(), String> {
        let record = self.record.as_mut().ok_or(NOT_STARTED)?;
        match opening.take(text, record)? {
            Some(answer) => {
                opening.squares(record.size()).into_iter().for_each(|square| record.play(square));
                self.say(&answer);
                Ok(())
            }
            None => {
                let searches = opening.searches();
                self.think(Task::Swap2(opening), searches)
            }
        }
    }

    pub(super) fn answer(&mut self, square: Square) {
        if let Some(record) = &self.record {
            let text = record.text(square);
            self.say(&text);
        }
    }
}
