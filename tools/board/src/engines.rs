//! Where a session has its engines from: processes of the system or, in a page without a server, workers beside its own. All are
//! spoken to in lines of UGI or UCI.

use engine::protocol::event::Dialect;
use engine::protocol::heard::{EngineOption, Offered};
use search::host::Instant;
use std::time::Duration;

/// The name under which the engine that is built in is offered.
pub const BUILTIN: &str = "fourscore";
/// How long an engine may take for what no limit governs.
const PATIENCE: Duration = Duration::from_secs(5);

/// An engine as it is configured, or as it is to be started.
#[derive(Clone, Debug)]
pub struct Known {
    pub name: String,
    pub dialect: Dialect,
    pub options: Vec<EngineOption>,
}

pub trait Engines: Send {
    /// The engines that may be chosen, the built-in one first.
    fn known(&self) -> &[Known];

    /// Starts an engine that is asked, never to think.
    ///
    /// # Errors
    /// A sentence, if it does not start or does not take its options.
    fn asked(&self, engine: &Known, game: &str) -> Result<Box<dyn Asked>, String>;

    /// Starts an engine that thinks; how that went, and what it says, comes as [`Said`] with this number.
    ///
    /// # Errors
    /// A sentence, if the system refuses what it takes.
    fn thinker(&self, number: u64, engine: &Known, game: &str) -> Result<Box<dyn Thinker>, String>;
}

/// An engine that answers at once.
pub trait Asked: Send {
    /// The options that it has announced.
    fn offered(&self) -> &[Offered];

    /// What it says to these commands.
    ///
    /// # Errors
    /// A sentence, if it misbehaves.
    fn ask(&mut self, commands: &str) -> Result<Vec<String>, String>;
}

/// An engine that thinks. It takes orders without ever making the asker wait, and is ended when this is dropped.
pub trait Thinker: Send {
    fn order(&mut self, order: Order);
}

pub enum Order {
    /// Search when the search before has ended. If no answer comes within `patience`, it is told to stop, and if that does not
    /// help, it is ended.
    Search { number: u64, commands: String, patience: Option<Duration> },
    /// End the search; the move comes as ever.
    Stop,
    /// Something that is done at once.
    Tell(String),
}

#[derive(Clone, Debug)]
pub struct Said {
    pub thinker: u64,
    pub what: What,
}

#[derive(Clone, Debug)]
pub enum What {
    /// It runs; what it said of its options.
    Ready(Vec<String>),
    /// A line while this search runs, or (0) while none does.
    Line(u64, String),
    /// The search has ended with this move; with none, if it was but a question that ended with `isready`.
    Best(u64, String),
    /// It has misbehaved, and is gone.
    Fault(String),
}

/// What an engine that thinks is at, and what it is to do next.
#[derive(Debug, Default)]
pub struct Desk {
    search: Option<u64>,
    /// The one that begins when it has ended.
    next: Option<(u64, String, Option<Duration>)>,
    /// Whether the search has been told to stop.
    stopped: bool,
    /// When it is late.
    pub until: Option<Instant>,
}

impl Desk {
    /// What a line means.
    pub fn hear(&mut self, line: &str) -> What {
        match (line.strip_prefix("bestmove"), self.search) {
            (Some(best), Some(number)) => {
                (self.search, self.until) = (None, None);
                What::Best(number, best.split_whitespace().next().unwrap_or_default().to_owned())
            }
            (None, Some(number)) if line == "readyok" => {
                (self.search, self.until) = (None, None);
                What::Best(number, String::new())
            }
            _ => What::Line(self.search.unwrap_or(0), line.to_owned()),
        }
    }

    /// The commands that an order means now.
    pub fn take(&mut self, order: Order) -> Vec<String> {
        match order {
            Order::Search { number, commands, patience } => {
                self.next = Some((number, commands, patience));
                self.stop().into_iter().chain(self.begin_next()).collect()
            }
            Order::Stop => {
                self.next = None;
                self.stop().into_iter().collect()
            }
            Order::Tell(commands) => vec![commands],
        }
    }

    /// The commands of the search that may begin, if the one before has ended.
    pub fn begin_next(&mut self) -> Option<String> {
        let (number, commands, patience) = self.next.take_if(|_| self.search.is_none())?;
        (self.search, self.stopped) = (Some(number), false);
        self.until = patience.map(|patience| Instant::now() + patience);
        Some(commands)
    }

    /// What is to be said to an engine that is late.
    ///
    /// # Errors
    /// In words how it misbehaves, if it has been told to stop before.
    pub fn late(&mut self) -> Result<Option<String>, &'static str> {
        self.until = None;
        match self.search {
            Some(_) if self.stopped => Err("no answer, also not to 'stop'"),
            _ => Ok(self.stop()),
        }
    }

    fn stop(&mut self) -> Option<String> {
        if self.search.is_none() || self.stopped {
            return None;
        }
        self.stopped = true;
        self.until = Some(Instant::now() + PATIENCE);
        Some("stop".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_waits_until_the_one_before_has_been_stopped_and_has_answered() {
        let search =
            |number| Order::Search { number, commands: format!("go {number}"), patience: Some(PATIENCE) };
        let mut desk = Desk::default();
        assert_eq!(desk.take(search(1)), ["go 1"]);
        assert!(matches!(desk.hear("info depth 1"), What::Line(1, _)));
        assert_eq!(desk.take(search(2)), ["stop"]);
        assert!(
            desk.take(search(3)).is_empty(),
            "it has been told already, and the second is not wanted any more"
        );
        assert!(matches!(desk.hear("bestmove 111 ponder 222"), What::Best(1, m) if m == "111"));
        assert_eq!(desk.begin_next().as_deref(), Some("go 3"));
        assert!(matches!(desk.hear("readyok"), What::Best(3, m) if m.is_empty()));
        assert!(desk.begin_next().is_none() && desk.take(Order::Stop).is_empty() && desk.until.is_none());
        desk.take(search(4));
        assert_eq!((desk.late(), desk.late().is_err()), (Ok(Some("stop".to_owned())), true));
    }
}
