//! How engines are spoken to: one trait that every protocol fulfils in a file of its own. A protocol only makes and reads
//! text; pipes, deadlines and faults are the client's. To add one: a file with an `impl Speech`, its name in
//! [`Protocol`], and its line in [`speech`].

mod gomocup;
mod hub;
mod native;

use super::info::Info;
use super::options::Offered;
use super::setup::Setup;
use crate::clock::PlayerClock;
use crate::openings::Opening;
use crate::settings::{EngineSettings, Protocol};
use games::Player;
use std::fmt::Debug;
use std::time::Duration;

/// What an engine is to think about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task<'a> {
    /// A start with the moves since.
    pub position: &'a Opening,
    pub clocks: &'a [PlayerClock; 2],
    pub mover: Player,
}

impl Task<'_> {
    /// The clock of the player who is to think.
    fn clock(&self) -> &PlayerClock {
        &self.clocks[usize::from(self.mover == Player::P2)]
    }
}

/// What a line means that an engine has said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    Nothing,
    /// What it thinks: worth keeping until the move comes.
    Thought,
    Resigns,
    /// The move, as the referee reads it, and the reply that it expects.
    Best(String, Option<String>),
    /// This has to be said before it goes on.
    Say(String),
    /// It will give no move; its words.
    Refuses(String),
}

/// A protocol. Commands are whole lines, each with its newline, unless something else is said.
pub(super) trait Speech: Debug + Send {
    /// The first command.
    fn hello(&self) -> String;

    /// Takes in a line of the answer to that; whether it was the last one.
    fn greeted(&mut self, line: &str) -> Result<bool, String>;

    /// The options that it has announced.
    fn offered(&self) -> &[Offered];

    /// The commands that set an engine up for a game, and what there is to say about them.
    fn setup(&mut self, settings: &EngineSettings, game: &str) -> Result<Setup, String>;

    /// What an engine remarks while it is set up.
    fn remark<'a>(&self, line: &'a str) -> Option<&'a str> {
        line.strip_prefix("info string ")
    }

    /// Get ready for the first game, the options are set; answered as by [`Speech::ask_ready`].
    fn get_ready(&self) -> String {
        self.ask_ready()
    }

    /// What is answered when everything before it is done; nothing where a protocol has no such question.
    fn ask_ready(&self) -> String;

    /// Whether a line is the answer to it.
    fn is_ready(&self, line: &str) -> Result<bool, String>;

    /// A game begins; ends with what is answered as by [`Speech::ask_ready`].
    fn begin_game(&mut self, seed: u64, out: &mut String);

    /// How long the engine is left in peace after its move, off the clock.
    fn pause(&self) -> Duration {
        Duration::ZERO
    }

    /// Think; with `ponder` on the opponent's time. A move that the engine has given already is the answer.
    fn think(&mut self, task: &Task<'_>, ponder: bool, out: &mut String) -> Result<Option<String>, String>;

    /// What a line means while it thinks; `thought` is the last one that was kept.
    fn hear(&mut self, line: &str, thought: &str) -> Heard;

    /// What a line that was kept says.
    fn info(&self, thought: &str) -> Info;

    /// Stop thinking, and give the move.
    fn stop(&self) -> &'static str {
        "stop\n"
    }

    /// The move that it expected was played.
    fn ponder_hit(&self) -> &'static str {
        "ponderhit\n"
    }

    /// A question about a position, if the protocol has such questions.
    fn query(&self, _position: &Opening, _question: &str) -> Option<String> {
        None
    }

    /// How a game has ended (`win`, `lose`, `draw`), if the protocol says that.
    fn game_over(&self, _position: &Opening, _result: &str) -> Option<String> {
        None
    }

    fn quit(&self) -> &'static str {
        "quit\n"
    }
}

/// The protocol of an engine.
pub(super) fn speech(settings: &EngineSettings) -> Box<dyn Speech> {
    match settings.protocol {
        Protocol::Ugi | Protocol::Uci | Protocol::Auto => Box::new(native::Native::new(settings)),
        Protocol::Gomocup => Box::new(gomocup::Gomocup::new(settings)),
        Protocol::Hub => Box::new(hub::Hub::default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::RawMatch;
    use std::path::Path;
    use std::time::Duration;

    /// An engine with these settings.
    pub(super) fn engine(toml: &str) -> EngineSettings {
        let raw = RawMatch::from_toml(&format!("[[engine]]\ncommand = \"x\"\n{toml}")).unwrap();
        EngineSettings::new(raw.engine[0].clone(), Path::new("")).unwrap()
    }

    pub(super) fn moves(moves: &[&str]) -> Opening {
        Opening { moves: moves.iter().map(ToString::to_string).collect(), ..Opening::default() }
    }

    /// What is said to have an engine think for a second, or the move that it has given already.
    pub(super) fn said(speech: &mut dyn Speech, position: &Opening) -> String {
        let limit = crate::settings::Limit::MoveTime(Duration::from_secs(1));
        let clocks = [(); 2].map(|()| PlayerClock::new(limit, Duration::ZERO));
        let mut out = String::new();
        let known = speech.think(&Task { position, clocks: &clocks, mover: Player::P1 }, false, &mut out);
        known.unwrap().unwrap_or(out)
    }
}
