//! A rote memory as play uses it: opened for one scoring, looked up in, filled move by move, and merged with its file.

use super::table::{Changes, Noted, Rules, Table};
use super::tape::{Head, Tape};
use super::{FILE, Recall, RoteOptions, stored};
use crate::learning::{Memory, NotLocked};
use crate::samuel::terms::Subject;
use crate::samuel::terms::scoring::Scoring;
use crate::settings::Settings;
use games::quoted;
use std::marker::PhantomData;
use std::path::Path;

/// Who holds the lock beside the file.
const OWNER: &str = "samuel-rote";

/// What the options say of a rote memory.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Asked {
    path: String,
    every: bool,
    rules: Rules,
    writes: bool,
}

impl Asked {
    fn by(settings: &Settings, writes: bool) -> Self {
        let options = RoteOptions::of(settings);
        Self {
            path: options.file,
            every: options.looked_up != "ends",
            rules: Rules::from_settings(settings),
            writes,
        }
    }
}

/// A rote memory of a game.
#[derive(Debug)]
pub struct Rote<G> {
    asked: Asked,
    table: Table,
    tape: Tape,
    /// Holds the writer's lock.
    lock: Memory,
    head: Head,
    /// Whether the file is there.
    made: bool,
    noted: Vec<Noted>,
    used: Vec<u128>,
    /// Moves since the positions last grew older.
    moves: u64,
    /// What happened at merges since it was opened.
    changes: Changes,
    game: PhantomData<G>,
}

impl<G: Subject> Rote<G> {
    /// Opens the memory that the option names, for this scoring: to fill it if `writes`, otherwise to look up only. `None` if none is
    /// named. The second value says why it is only looked up, if it was to be filled.
    ///
    /// # Errors
    /// A sentence, if the file is damaged or foreign, or its scores are by another polynomial.
    pub fn open(
        settings: &Settings,
        scoring: &Scoring<G>,
        writes: bool,
    ) -> Result<Option<(Self, Option<NotLocked>)>, String> {
        let asked = Asked::by(settings, writes);
        let path = asked.path.as_str();
        if path.is_empty() {
            return Ok(None);
        }
        let tape = Tape::at(Path::new(path));
        if writes && !Memory::has_lock(path) {
            // Nothing is put beside a file that is not ours.
            tape.load(G::record)?;
        }
        let (lock, warning) = match writes {
            true => Memory::open_locked(path, G::NAME, OWNER),
            false => (Memory::read_only(path, G::NAME, OWNER), None),
        };
        let content = tape.load(G::record)?;
        let made = content.is_some();
        let content = content.unwrap_or_default();
        let head = head::<G>(path, made.then_some(content.head), scoring)?;
        let number = |name: &str| head.get(name).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
        let merges = i64::try_from(number("merges")).unwrap_or(0);
        let table = Table::with(asked.rules, G::record, merges, content.positions);
        let moves = number("moves");
        let rote = Self { asked, table, tape, lock, head, made, moves, ..Self::empty(settings, scoring) };
        Ok(Some((rote, warning)))
    }

    /// A memory of nothing, without a file.
    pub fn empty(settings: &Settings, scoring: &Scoring<G>) -> Self {
        let asked = Asked { path: String::new(), ..Asked::by(settings, false) };
        Self {
            table: Table::new(asked.rules, G::record),
            tape: Tape::at(Path::new("")),
            lock: Memory::none(),
            head: new_head::<G>(scoring),
            made: false,
            noted: Vec::new(),
            used: Vec::new(),
            moves: 0,
            changes: Changes::default(),
            game: PhantomData,
            asked,
        }
    }

    /// The same with these positions.
    pub fn holding(self, table: Table) -> Self {
        Self { table, ..self }
    }

    /// Whether it is what [`Rote::open`] would open.
    pub(crate) fn fits(&self, settings: &Settings, scoring: &Scoring<G>, writes: bool) -> bool {
        self.asked == Asked::by(settings, writes) && self.word("scoring") == Some(&scoring.described())
    }

    /// Whether it may be filled.
    pub const fn is_writable(&self) -> bool {
        self.lock.is_writable()
    }

    /// What to look positions up in.
    pub fn recall(&self) -> Recall<'_> {
        Recall::new(&self.table, self.asked.every)
    }

    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// What happened at merges since it was opened.
    pub const fn changes(&self) -> &Changes {
        &self.changes
    }

    /// A word about the whole, as it was last said.
    pub fn word(&self, name: &str) -> Option<&str> {
        self.head.get(name).map(String::as_str)
    }

    /// Says a word about the whole, which is kept with the next merge.
    pub fn say(&mut self, name: &str, text: String) {
        self.head.insert(name.to_owned(), text);
    }

    /// Takes down the score and the effective ply that were found in a position of play, if they were, and the positions that were
    /// used for it.
    pub fn note(&mut self, position: &G, found: Option<(i64, usize)>, used: &[u128]) {
        self.moves += 1;
        self.used.extend_from_slice(used);
        if let (Some((score, ply)), Some(position)) = (found, position.standard()) {
            let ply = u32::try_from(ply).unwrap_or(u32::MAX);
            self.noted.push(Noted { position, score: stored(score), ply });
        }
    }

    /// Whether there have been as many moves as make a merge.
    pub const fn is_due(&self) -> bool {
        self.moves >= self.table.rules().moves
    }

    /// Merges what has been taken down, in memory and in the file. For every so many moves the positions grow a unit older.
    ///
    /// # Errors
    /// A sentence, if the file cannot be written; what had been merged before is in it.
    pub fn merge(&mut self) -> Result<Changes, String> {
        if !self.is_writable() {
            return Err("the rote memory is not open for writing".to_owned());
        }
        let every = self.table.rules().moves;
        let units = i64::try_from(self.moves / every).unwrap_or(0);
        self.moves %= every;
        let changes = self.table.merge(&self.used, &self.noted, units);
        self.used.clear();
        self.noted.clear();
        self.say("merges", self.table.merges().to_string());
        self.say("moves", self.moves.to_string());
        if !self.made {
            self.tape.create(&self.head)?;
            self.made = true;
        }
        self.tape.merge(self.table.take_changed(), &self.head)?;
        let all = &mut self.changes;
        all.new += changes.new;
        all.updated += changes.updated;
        all.forgotten += changes.forgotten;
        all.culled += changes.culled;
        Ok(changes)
    }
}

/// What the memory that the option names holds, in words, whatever its scores are by; `None` if none is named.
pub(crate) fn described<G: Subject>(settings: &Settings) -> Option<String> {
    let path = settings.get(&FILE);
    if path.is_empty() {
        return None;
    }
    Some(match Tape::at(Path::new(&path)).load(G::record) {
        Err(error) => error,
        Ok(None) => format!("there is no memory {path} yet"),
        Ok(Some(content)) => {
            let word = |name: &str| content.head.get(name).map_or("?", String::as_str);
            let (number, game) = (content.positions.len(), word("game"));
            match game == G::NAME {
                true => format!("by rote: {number} positions, with scores by {}", word("scoring")),
                false => {
                    let game = quoted(game);
                    format!("memory {path} is of the game {game}, not of {}; it is left as it is", G::NAME)
                }
            }
        }
    })
}

/// The words about the whole of a new memory.
fn new_head<G: Subject>(scoring: &Scoring<G>) -> Head {
    [("game", G::NAME.to_owned()), ("scoring", scoring.described())]
        .map(|(name, text)| (name.to_owned(), text))
        .into()
}

/// The words about the whole: those found, if they fit, or those of a new memory.
fn head<G: Subject>(path: &str, found: Option<Head>, scoring: &Scoring<G>) -> Result<Head, String> {
    let own = new_head(scoring);
    let Some(head) = found else { return Ok(own) };
    for (name, wanted) in own {
        let text = head.get(&name).map_or("", String::as_str);
        if text != wanted {
            return Err(match name.as_str() {
                "game" => {
                    format!(
                        "memory {path} is of the game {}, not of {wanted}; it is left as it is",
                        quoted(text)
                    )
                }
                _ => format!(
                    "memory {path} holds scores by another polynomial and is left as it is: they are by '{text}', these \
                     would be by '{wanted}'"
                ),
            });
        }
    }
    Ok(head)
}
