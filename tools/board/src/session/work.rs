//! Longer work that an engine does question by question: comments on a whole game, the value of every move. The session
//! goes on taking events meanwhile; one work is done at a time.

use super::answers::{Hearing, before_reply, for_player_one};
use super::{Done, Gone, Role, Session};
use crate::catalogue::solver_of;
use crate::engines::Order;
use crate::message::{Chosen, Limit, MoveValue, Score, ToPage};
use std::time::Duration;

/// How long one question of a work may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// A work: asks the worker a question, hears the answer, asks the next.
pub(super) trait Work: Send {
    /// Asks the next question by [`Session::ask_worker`]; `false` if there is none.
    fn ask(&mut self, session: &mut Session) -> Done<bool>;

    /// Hears the answer: a move, and what was said before it.
    fn hear(&mut self, session: &mut Session, m: String, hearing: Hearing) -> Result<(), Gone>;
}

impl Session {
    /// Begins a work with an engine of its own, instead of the one before.
    pub(super) fn begin_work(&mut self, work: Box<dyn Work>, chosen: &Chosen, more: &[(&str, &str)]) -> Done {
        self.end_work()?;
        self.check(chosen)?;
        self.employ(Role::Worker, chosen, more)?;
        self.work = Some(work);
        Ok(self.next_question()?)
    }

    pub(super) fn ask_worker(&mut self, node: usize, commands: String) {
        self.ask(Role::Worker, node, commands, Some(PATIENCE));
    }

    pub(super) fn tell_worker(&mut self, commands: &str) {
        if let Some(employed) = self.employed(Role::Worker) {
            employed.thinker.order(Order::Tell(commands.to_owned()));
        }
    }

    pub(super) fn work_on(&mut self, m: String) -> Result<(), Gone> {
        let hearing =
            self.employed(Role::Worker).map(|employed| employed.hearing.clone()).unwrap_or_default();
        let Some(mut work) = self.work.take() else { return Ok(()) };
        work.hear(self, m, hearing)?;
        // What it has heard may have begun another work.
        if self.work.is_none() {
            self.work = Some(work);
            self.next_question()?;
        }
        Ok(())
    }

    pub(super) fn next_question(&mut self) -> Result<(), Gone> {
        let Some(mut work) = self.work.take() else { return Ok(()) };
        let asked = work.ask(self);
        if self.or_refused(asked)? {
            self.work = Some(work);
            return Ok(());
        }
        self.end_work()
    }

    /// Ends the work, done or not.
    pub(super) fn end_work(&mut self) -> Result<(), Gone> {
        let some = self.work.take().is_some() || self.employed(Role::Worker).is_some();
        self.dismiss(|role| role == Role::Worker);
        if std::mem::take(&mut self.posing) {
            self.title.clear();
            self.show()?;
        }
        if some { self.tell(ToPage::Work { what: String::new(), done: 0, of: 0 }) } else { Ok(()) }
    }

    pub(super) fn annotate(&mut self, chosen: Chosen) -> Done {
        let nodes = self.tree.line();
        if nodes.is_empty() {
            return Err("there is no move yet to comment on".into());
        }
        let name = chosen.strategy.clone().unwrap_or_else(|| chosen.engine.clone());
        self.begin_work(Box::new(Annotation { nodes, at: 0, name, limit: chosen.limit }), &chosen, &[])
    }

    pub(super) fn values(&mut self, millis: u64) -> Done {
        if !(10..=60_000).contains(&millis) {
            return Err("each move takes 10 to 60000 ms".into());
        }
        self.goes_on()?;
        let (strategy, proven) = solver_of(self.rules.game());
        let chosen = self.builtin(strategy);
        let moves = self.verdict.legal.clone();
        let go = format!("go movetime {millis}");
        let work = Values { node: self.tree.here(), moves, values: Vec::new(), go, proven };
        self.begin_work(Box::new(work), &chosen, &[])
    }

    pub(super) fn replies(&mut self, chosen: &Chosen) -> Done {
        self.goes_on()?;
        let (go, _) = super::choosing::go_within(chosen.limit);
        let (node, moves) = (self.tree.here(), self.verdict.legal.clone());
        self.begin_work(Box::new(Values { node, moves, values: Vec::new(), go, proven: true }), chosen, &[])
    }

    /// A strategy of the built-in engine.
    pub(super) fn builtin(&self, strategy: &str) -> Chosen {
        Chosen {
            engine: crate::engines::BUILTIN.to_owned(),
            strategy: Some(strategy.to_owned()),
            ..Chosen::default()
        }
    }
}

/// Comments on the moves of a game: what a strategy would have played, and why.
struct Annotation {
    nodes: Vec<usize>,
    at: usize,
    name: String,
    limit: Limit,
}

impl Work for Annotation {
    fn ask(&mut self, session: &mut Session) -> Done<bool> {
        let Some(&node) = self.nodes.get(self.at) else { return Ok(false) };
        let Some(parent) = session.tree.node(node).map(|node| node.parent) else { return Ok(false) };
        let (go, _) = super::choosing::go_within(self.limit);
        session.ask_worker(node, session.commands(parent, &[], &go));
        Ok(true)
    }

    fn hear(&mut self, session: &mut Session, m: String, hearing: Hearing) -> Result<(), Gone> {
        self.at += 1;
        let reason = hearing.reason();
        if let Some(step) = session.tree.step_mut(hearing.node) {
            if let Some(score) = hearing.score {
                (step.score, step.by) = (Some(for_player_one(score, step.player)), self.name.clone());
            }
            let text = match (step.m == m, reason.is_empty()) {
                (true, true) => format!("{}: the same", self.name),
                (true, false) => format!("{}: {reason}", self.name),
                (false, true) => format!("{} prefers {m}", self.name),
                (false, false) => format!("{} prefers {m}: {reason}", self.name),
            };
            session.tree.remark(hearing.node, &text);
        }
        let (done, of) = (self.at as u32, self.nodes.len() as u32);
        session.tell(ToPage::Work { what: "Comments".to_owned(), done, of })?;
        session.show()
    }
}

/// The values of all moves of a position, each searched by itself.
struct Values {
    node: usize,
    moves: Vec<String>,
    values: Vec<MoveValue>,
    /// What is asked of each.
    go: String,
    /// Whether an estimate counts for nothing.
    proven: bool,
}

impl Work for Values {
    fn ask(&mut self, session: &mut Session) -> Done<bool> {
        let Some(m) = self.moves.get(self.values.len()) else { return Ok(false) };
        session.ask_worker(self.node, session.commands(self.node, std::slice::from_ref(m), &self.go));
        Ok(true)
    }

    fn hear(&mut self, session: &mut Session, _: String, hearing: Hearing) -> Result<(), Gone> {
        let Some(m) = self.moves.get(self.values.len()).cloned() else { return Ok(()) };
        let score = value_of_move(&hearing);
        let ends = hearing.words.iter().any(|text| text.starts_with(OVER));
        let counts = |score: &Score| !self.proven || ends || matches!(score, Score::Mate(_));
        self.values.push(MoveValue { m, score: score.filter(counts) });
        let more = self.values.len() < self.moves.len();
        // Of two hundred moves not every one is told of by itself.
        if !more || self.values.len().is_multiple_of(8) || self.moves.len() <= 64 {
            session.tell(ToPage::Values { node: self.node, values: self.values.clone(), more })?;
        }
        let (done, of) = (self.values.len() as u32, self.moves.len() as u32);
        session.tell(ToPage::Work { what: "Values of moves".to_owned(), done, of })
    }
}

/// What the engine says instead of a search where there is nothing to search.
const OVER: &str = "the game is over: ";

/// What a move is worth to the side that makes it, from the search of the position behind it.
pub(super) fn value_of_move(hearing: &Hearing) -> Option<Score> {
    let over = hearing.words.iter().find_map(|text| text.strip_prefix(OVER));
    match over {
        // Nobody ends a game by losing it, but by a move in draughts that leaves the other without one.
        Some("draw") => Some(Score::Cp(0)),
        Some(_) => Some(Score::Mate(1)),
        None => hearing.score.map(before_reply),
    }
}
