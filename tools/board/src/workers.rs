//! Engines without processes: one that is asked runs in the session's own worker, and each that thinks in a worker of its own,
//! which hears and says lines as a process would.

use crate::catalogue::built_in_offers;
use crate::engines::{Asked, BUILTIN, Desk, Engines, Known, Order, Said, Thinker, What};
use engine::protocol::event::Dialect;
use engine::protocol::heard::{Offered, Setup};
use engine::protocol::native::InTurn;
use engine::{BUILT_IN, Engine};
use search::host::Instant;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the session's worker does for its engines.
#[derive(Clone, Copy)]
pub struct Port {
    /// Starts the worker of this number.
    pub start: fn(u64),
    /// Sends it lines, each with its newline; `stop` reaches it in the middle of a search.
    pub send: fn(u64, &str),
    /// Has it quit.
    pub end: fn(u64),
}

/// The built-in engine, as often as it is wanted.
pub struct Workers {
    known: Vec<Known>,
    offered: Vec<Offered>,
    port: Port,
    hearers: Hearers,
}

/// Those who think, by number.
#[derive(Clone, Default)]
pub struct Hearers(Arc<Mutex<BTreeMap<u64, Hearer>>>);

struct Hearer {
    desk: Desk,
    /// What it says of its options, until it is ready; what is ordered meanwhile waits.
    setup: Option<(Setup, Vec<Order>)>,
}

impl Workers {
    /// Engines in workers behind this port; what they say is to be given to [`Self::hearers`].
    pub fn new(port: Port) -> Self {
        let known = Known { name: BUILTIN.to_owned(), dialect: Dialect::Ugi, options: Vec::new() };
        Self { known: vec![known], offered: built_in_offers(), port, hearers: Hearers::default() }
    }

    pub fn hearers(&self) -> Hearers {
        self.hearers.clone()
    }

    fn setup(&self, engine: &Known, game: &str) -> Result<Setup, String> {
        Setup::new(&self.offered, &engine.options, game, engine::protocol::heard::options::set_option)
    }
}

impl Engines for Workers {
    fn known(&self) -> &[Known] {
        &self.known
    }

    fn asked(&self, engine: &Known, game: &str) -> Result<Box<dyn Asked>, String> {
        let mut setup = self.setup(engine, game)?;
        let served = Engine::without_thread(&BUILT_IN).map_err(|error| error.to_string())?;
        let mut asked = Here { served: InTurn::new(served), offered: self.offered.clone() };
        let said = asked.ask(&setup.commands)?;
        let mut remarks = said.iter().filter_map(|line| line.strip_prefix("info string "));
        remarks.try_for_each(|remark| setup.hear(remark))?;
        Ok(Box::new(asked))
    }

    fn thinker(&self, number: u64, engine: &Known, game: &str) -> Result<Box<dyn Thinker>, String> {
        let setup = self.setup(engine, game)?;
        (self.port.start)(number);
        (self.port.send)(number, &format!("{}isready\n", setup.commands));
        let hearer = Hearer { desk: Desk::default(), setup: Some((setup, Vec::new())) };
        self.hearers.all().insert(number, hearer);
        Ok(Box::new(There { number, port: self.port, hearers: self.hearers.clone() }))
    }
}

/// An engine in this worker.
struct Here {
    served: InTurn,
    offered: Vec<Offered>,
}

impl Asked for Here {
    fn offered(&self) -> &[Offered] {
        &self.offered
    }

    fn ask(&mut self, commands: &str) -> Result<Vec<String>, String> {
        let said = RefCell::new(String::new());
        // What is to be said of options is said when it is to be ready.
        for line in commands.lines().chain(["isready"]) {
            self.served.act(line, &|text| said.borrow_mut().push_str(text));
        }
        Ok(said.into_inner().lines().filter(|line| *line != "readyok").map(str::to_owned).collect())
    }
}

/// An engine in another worker.
struct There {
    number: u64,
    port: Port,
    hearers: Hearers,
}

impl Thinker for There {
    fn order(&mut self, order: Order) {
        let mut all = self.hearers.all();
        // If it has broken, that has been told.
        let Some(hearer) = all.get_mut(&self.number) else { return };
        match &mut hearer.setup {
            Some((_, waiting)) => waiting.push(order),
            None => hearer.obey(order, self.number, self.port),
        }
    }
}

impl Drop for There {
    fn drop(&mut self) {
        self.hearers.all().remove(&self.number);
        (self.port.end)(self.number);
    }
}

impl Hearer {
    fn obey(&mut self, order: Order, number: u64, port: Port) {
        self.desk.take(order).iter().for_each(|commands| (port.send)(number, &format!("{commands}\n")));
    }

    /// Hears a line while it is being set up; what there is to tell.
    fn greeted(&mut self, line: &str, number: u64, port: Port) -> Option<What> {
        let (setup, _) = self.setup.as_mut()?;
        if line != "readyok" {
            let heard = line.strip_prefix("info string ").map_or(Ok(()), |remark| setup.hear(remark));
            return heard.err().map(What::Fault);
        }
        let (setup, waiting) = self.setup.take()?;
        waiting.into_iter().for_each(|order| self.obey(order, number, port));
        Some(What::Ready(setup.warnings))
    }
}

impl Hearers {
    fn all(&self) -> MutexGuard<'_, BTreeMap<u64, Hearer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a line means that the engine of this number has said.
    pub fn hear(&self, number: u64, line: &str, port: Port) -> Option<Said> {
        let mut all = self.all();
        let hearer = all.get_mut(&number)?;
        let what = match hearer.setup {
            Some(_) => hearer.greeted(line, number, port)?,
            None => {
                let what = hearer.desk.hear(line);
                hearer.desk.begin_next().iter().for_each(|next| (port.send)(number, &format!("{next}\n")));
                what
            }
        };
        if matches!(what, What::Fault(_)) {
            all.remove(&number);
        }
        Some(Said { thinker: number, what })
    }

    /// The engine of this number has broken, in these words.
    pub fn broke(&self, number: u64, words: &str) -> Option<Said> {
        self.all().remove(&number)?;
        Some(Said { thinker: number, what: What::Fault(format!("crash: {words}")) })
    }

    /// Tells those who are late to stop; those who do not are at fault.
    pub fn look_at_the_clock(&self, port: Port) -> Vec<Said> {
        let (mut all, now) = (self.all(), Instant::now());
        let mut faults = Vec::new();
        for (&number, hearer) in all.iter_mut() {
            if hearer.desk.until.is_some_and(|until| until <= now) {
                match hearer.desk.late() {
                    Ok(commands) => {
                        commands.iter().for_each(|stop| (port.send)(number, &format!("{stop}\n")))
                    }
                    Err(words) => {
                        faults.push(Said { thinker: number, what: What::Fault(format!("stall: {words}")) });
                    }
                }
            }
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Catalogue, EngineCard};
    use engine::protocol::heard::EngineOption;
    use std::time::Duration;

    thread_local! {
        static SENT: RefCell<String> = const { RefCell::new(String::new()) };
    }

    const PORT: Port = Port {
        start: |number| SENT.with_borrow_mut(|sent| sent.push_str(&format!("start {number}\n"))),
        send: |number, text| SENT.with_borrow_mut(|sent| sent.push_str(&format!("{number}: {text}"))),
        end: |number| SENT.with_borrow_mut(|sent| sent.push_str(&format!("end {number}\n"))),
    };

    fn sent() -> String {
        SENT.take()
    }

    fn with(name: &str, value: &str) -> Known {
        let options = vec![EngineOption::new(name, value)];
        Known { name: BUILTIN.to_owned(), dialect: Dialect::Ugi, options }
    }

    #[test]
    fn the_built_in_engine_is_what_it_says_of_itself() {
        let workers = Workers::new(PORT);
        let asked = workers.asked(&workers.known[0], "qubic").unwrap();
        let asked = EngineCard::asked(&workers.known[0], asked).unwrap();
        let known = &Catalogue::new(&workers, false).engines[0];
        assert_eq!(serde_json::to_value(known).unwrap(), serde_json::to_value(asked).unwrap());
        let refused = |engine: &Known, game: &str| workers.asked(engine, game).err().unwrap();
        assert!(refused(&with("Strategy", "victoria"), "qubic").contains("refuses an option"));
        assert!(refused(&with("Colour", "red"), "qubic").contains("does not offer"));
    }

    #[test]
    fn what_is_ordered_before_an_engine_is_ready_waits() {
        let workers = Workers::new(PORT);
        let hearers = workers.hearers();
        let mut thinker = workers.thinker(7, &with("Strategy", "planar"), "qubic").unwrap();
        let setup = "setoption name Game value qubic\nsetoption name Strategy value planar\nisready\n";
        assert_eq!(sent(), format!("start 7\n7: {setup}"));
        let patience = Some(Duration::ZERO);
        thinker.order(Order::Search { number: 1, commands: "go".to_owned(), patience });
        assert_eq!(sent(), "");
        let hear = |line: &str| hearers.hear(7, line, PORT).map(|said| said.what);
        assert!(matches!(hear("readyok"), Some(What::Ready(_))));
        assert_eq!(sent(), "7: go\n");
        assert!(hearers.look_at_the_clock(PORT).is_empty());
        assert_eq!(sent(), "7: stop\n", "it is late");
        assert!(matches!(hear("bestmove 111"), Some(What::Best(1, m)) if m == "111"));
        assert!(matches!(hearers.broke(7, "why").unwrap().what, What::Fault(text) if text == "crash: why"));
        assert!(hear("bestmove 111").is_none());
        drop(thinker);
        assert_eq!(sent(), "end 7\n");
    }

    #[test]
    fn an_engine_that_refuses_its_options_is_at_fault() {
        let workers = Workers::new(PORT);
        let thinker = workers.thinker(1, &with("Strategy", "victoria"), "qubic").unwrap();
        let said = workers.hearers().hear(1, "info string strategy 'victoria' does not play qubic", PORT);
        assert!(matches!(said.unwrap().what, What::Fault(text) if text.contains("refuses an option")));
        drop(thinker);
    }
}
