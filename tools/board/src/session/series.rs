//! A strategy that learns from games against itself, watched game by game. Its memory is a file of its own that ends with
//! the work: nothing that is kept elsewhere is touched.

use super::answers::Hearing;
use super::work::Work;
use super::{Done, Gone, Session};
use crate::memories;
use crate::message::{Chosen, ToPage};
use crate::rules::position;
use crate::scratch::Folder;
use games::random::SplitMix64;

/// More games than this are not watched.
const MOST_GAMES: u32 = 1000;
/// No more moves by chance begin a game.
const MOST_RANDOM: u32 = 20;
/// A game of more plies is left.
const MOST_PLIES: usize = 400;

impl Session {
    pub(super) fn series(
        &mut self,
        chosen: &Chosen,
        games: u32,
        random_plies: u32,
        rote: bool,
        before: &str,
    ) -> Done {
        if !(1..=MOST_GAMES).contains(&games) || random_plies > MOST_RANDOM {
            let each = format!("each with at most {MOST_RANDOM} random moves at its start");
            return Err(format!("a series has 1 to {MOST_GAMES} games, {each}").into());
        }
        let folder = memories::place(&self.means.scratch, if rote { "" } else { before })?;
        let memory = folder.file(memories::FILE);
        let (go, _) = super::choosing::go_within(chosen.limit);
        let work = Learning {
            folder,
            rote,
            go,
            game: 0,
            games,
            random_plies,
            random: SplitMix64::new(1),
            moves: Vec::new(),
            result: String::new(),
            learned: Vec::new(),
            stage: Stage::Playing,
        };
        let file = if rote { "Samuel.Rote" } else { "Memory" };
        self.begin_work(Box::new(work), chosen, &[("Learn", "true"), (file, &memory)])
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Playing,
    /// The lesson of a game that has ended.
    Learning,
    /// What is known now is asked for.
    Viewing,
}

struct Learning {
    /// Where its memory lies, as long as the series lasts.
    folder: Folder,
    rote: bool,
    go: String,
    game: u32,
    games: u32,
    random_plies: u32,
    random: SplitMix64,
    moves: Vec<String>,
    result: String,
    learned: Vec<String>,
    stage: Stage,
}

impl Learning {
    /// Begins a game with moves by chance; again, if it ends by them.
    fn open(&mut self, session: &mut Session) -> Result<(), String> {
        while self.moves.len() < self.random_plies as usize {
            let verdict = session.rules.look(None, &self.moves)?;
            match self.random.one_of(&verdict.legal) {
                Some(m) if verdict.result == "none" => self.moves.push(m.clone()),
                _ => self.moves.clear(),
            }
        }
        Ok(())
    }

    /// The next question while a game is played; the rules may say that it has ended.
    fn question(&mut self, session: &mut Session) -> Result<String, String> {
        if self.moves.is_empty() {
            self.open(session)?;
        }
        let verdict = session.rules.look(None, &self.moves)?;
        let here = position(None, &self.moves);
        if verdict.result == "none" && self.moves.len() < MOST_PLIES {
            return Ok(format!("{here}\n{}", self.go));
        }
        (self.result, self.stage) = (verdict.result, Stage::Learning);
        // The rules say how it ended; the word only says that it has. The answer comes when the lesson has been learned.
        Ok(format!("{here}\ngameover draw\nisready"))
    }

    fn end_game(&mut self, session: &mut Session, view: &[String]) -> Result<(), Gone> {
        self.game += 1;
        self.stage = Stage::Playing;
        let points = match self.result.as_str() {
            "p1win" => 1.0,
            "p2win" => 0.0,
            _ => 0.5,
        };
        let moves = std::mem::take(&mut self.moves);
        let learned = std::mem::take(&mut self.learned);
        let (plies, view) = (moves.len(), view.join("\n"));
        let memory = if self.rote { String::new() } else { memories::read(&self.folder) };
        session.tell(ToPage::Series { game: self.game, points, plies, moves, learned, view, memory })?;
        session.tell(ToPage::Work { what: "Games".to_owned(), done: self.game, of: self.games })
    }
}

impl Work for Learning {
    fn ask(&mut self, session: &mut Session) -> Done<bool> {
        if self.game >= self.games {
            return Ok(false);
        }
        let question = match self.stage {
            Stage::Viewing => "position startpos\neval\nisready".to_owned(),
            _ => self.question(session)?,
        };
        session.ask_worker(0, question);
        Ok(true)
    }

    fn hear(&mut self, session: &mut Session, m: String, hearing: Hearing) -> Result<(), Gone> {
        match self.stage {
            Stage::Playing => self.moves.push(m),
            Stage::Learning => (self.learned, self.stage) = (hearing.words, Stage::Viewing),
            Stage::Viewing => self.end_game(session, &hearing.view)?,
        }
        Ok(())
    }
}
