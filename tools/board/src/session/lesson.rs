//! A program that learns from the games that a person plays against it. Its memory comes from the page with the game and goes back
//! to the page with the lesson: the server keeps none.

use super::answers::Hearing;
use super::work::Work;
use super::{Done, Gone, Role, Session};
use crate::memories;
use crate::message::{Chosen, Seat, ToPage};
use crate::rules::position;
use crate::scratch::Folder;

/// The player who learns from the game on the board.
pub(super) struct Pupil {
    pub(super) player: usize,
    /// Where its memory lies.
    folder: Folder,
    /// What it remembered before.
    before: String,
}

impl Session {
    /// The player of these seats who is to learn, with this memory.
    pub(super) fn pupil(&self, game: &str, seats: &[Seat; 2], memory: &str) -> Result<Option<Pupil>, String> {
        let learns = |seat: &Seat| matches!(seat, Seat::Engine(Chosen { learns: Some(_), .. }));
        let player = match seats.each_ref().map(learns) {
            [false, false] => return Ok(None),
            [true, true] => return Err("only one of the two can learn from a game".to_owned()),
            [one, _] => usize::from(!one),
        };
        let Seat::Engine(chosen) = &seats[player] else { return Ok(None) };
        let strategy = chosen.strategy.as_deref().unwrap_or_default();
        let card = self.means.catalogue.engines.iter().find(|card| card.name == chosen.engine);
        let learners = card.and_then(|card| card.learners.get(game)).map_or(&[][..], Vec::as_slice);
        if !learners.iter().any(|name| name == strategy) {
            return Err(format!("'{strategy}' does not learn {game}; these do: {}", learners.join(", ")));
        }
        let folder = memories::place(&self.means.scratch, memory)?;
        Ok(Some(Pupil { player, folder, before: memory.to_owned() }))
    }

    /// Starts the engine of a player, with its memory if it learns.
    pub(super) fn employ_player(&mut self, player: usize, chosen: &Chosen) -> Result<(), String> {
        let memory = self.pupil.as_ref().filter(|pupil| pupil.player == player);
        let memory = memory.map(|pupil| pupil.folder.file(memories::FILE));
        match &memory {
            Some(path) => self.employ(Role::Player(player), chosen, &[("Learn", "true"), ("Memory", path)]),
            None => self.employ(Role::Player(player), chosen, &[]),
        }
    }

    /// Once the game has ended, has the player who learns learn from it.
    pub(super) fn teach(&mut self) -> Result<(), Gone> {
        if !self.is_over() {
            return Ok(());
        }
        let Some(player) = self.pupil.as_ref().map(|pupil| pupil.player) else { return Ok(()) };
        let Seat::Engine(chosen) = self.seats[player].clone() else { return Ok(()) };
        let is_here = self.employed(Role::Player(player)).is_some();
        let ready = if is_here { Ok(()) } else { self.employ_player(player, &chosen) };
        let Some(pupil) = self.pupil.take() else { return Ok(()) };
        if let Err(text) = ready {
            return self.tell(ToPage::Refused { text });
        }
        self.end_work()?;
        // The one who has played is the one who learns.
        if let Some(employed) = self.employed(Role::Player(player)) {
            employed.role = Role::Worker;
        }
        let ended = self.ended.as_ref().map_or(&self.verdict.result, |ended| &ended.result);
        let won = ["p1win", "p2win"].iter().position(|&result| result == ended);
        let word = won.map_or("draw", |winner| if winner == player { "win" } else { "lose" });
        let moves = self.tree.moves(self.tree.here());
        let question = format!("{}\ngameover {word}\nisready", position(self.start.as_deref(), &moves));
        self.work = Some(Box::new(Lesson { pupil, chosen, moves, question: Some(question) }));
        self.next_question()
    }
}

struct Lesson {
    pupil: Pupil,
    chosen: Chosen,
    moves: Vec<String>,
    question: Option<String>,
}

impl Lesson {
    /// What the strategy thinks of the start with this memory.
    fn view(&self, session: &Session, memory: &str) -> Result<String, String> {
        let folder = memories::place(&session.means.scratch, memory)?;
        let path = folder.file(memories::FILE);
        session.view_with(session.rules.game(), &self.chosen, ("Memory", &path))
    }
}

impl Work for Lesson {
    fn ask(&mut self, session: &mut Session) -> Done<bool> {
        let Some(question) = self.question.take() else { return Ok(false) };
        session.ask_worker(session.tree.here(), question);
        Ok(true)
    }

    fn hear(&mut self, session: &mut Session, _: String, hearing: Hearing) -> Result<(), Gone> {
        let memory = memories::read(&self.pupil.folder);
        let views =
            [&self.pupil.before, &memory].map(|memory| self.view(session, memory).unwrap_or_default());
        session.tell(ToPage::Learned {
            name: self.chosen.learns.clone().unwrap_or_default(),
            moves: std::mem::take(&mut self.moves),
            learned: hearing.words,
            views,
            memory,
        })
    }
}
