//! A strategy that learns from games against itself, watched game by game. Its memory is a file of its own that ends with
//! the work: nothing that is kept elsewhere is touched.

use super::answers::Hearing;
use super::work::Work;
use super::{Gone, Session};
use crate::message::{Chosen, ToPage};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// More games than this are not watched.
const MOST_GAMES: u32 = 1000;
/// A game of more plies is left.
const MOST_PLIES: usize = 400;

/// Tells the files of one process apart.
static FILES: AtomicU64 = AtomicU64::new(0);

impl Session {
    pub(super) fn series(&mut self, chosen: Chosen, games: u32) -> Result<Result<(), String>, Gone> {
        if !(1..=MOST_GAMES).contains(&games) {
            return Ok(Err(format!("a series has 1 to {MOST_GAMES} games")));
        }
        let number = FILES.fetch_add(1, Ordering::Relaxed);
        let file = std::env::temp_dir().join(format!("board-{}-{number}.memory", std::process::id()));
        let memory = file.to_string_lossy().into_owned();
        let (go, _) = super::choosing::go_within(chosen.limit);
        let work = Learning { file, go, game: 0, games, moves: Vec::new(), learned: Vec::new() };
        self.begin_work(Box::new(work), &chosen, &[("Learn", "true"), ("Memory", &memory)])
    }
}

/// A series under way.
struct Learning {
    file: PathBuf,
    go: String,
    game: u32,
    games: u32,
    moves: Vec<String>,
    learned: Vec<String>,
}

impl Drop for Learning {
    fn drop(&mut self) {
        // The engine has its lock beside it.
        let _ = std::fs::remove_file(&self.file);
        let _ = std::fs::remove_file(self.file.with_extension("memory.lock"));
    }
}

impl Learning {
    fn end_game(&mut self, session: &mut Session, result: &str) -> Result<(), Gone> {
        self.game += 1;
        let points = match result {
            "p1win" => 1.0,
            "p2win" => 0.0,
            _ => 0.5,
        };
        // The rules say how it ended; the word only says that it has.
        session.tell_worker(&format!("{}\ngameover draw", crate::rules::position(None, &self.moves)));
        let moves = std::mem::take(&mut self.moves);
        let learned = std::mem::take(&mut self.learned);
        session.tell(ToPage::Series { game: self.game, points, plies: moves.len(), moves, learned })?;
        session.tell(ToPage::Work { what: "Games".to_owned(), done: self.game, of: self.games })
    }
}

impl Work for Learning {
    fn ask(&mut self, session: &mut Session) -> Result<bool, Gone> {
        let verdict = match session.rules.look(None, &self.moves) {
            Ok(verdict) => verdict,
            Err(text) => {
                session.tell(ToPage::Refused { text })?;
                return Ok(false);
            }
        };
        if verdict.result != "none" || self.moves.len() >= MOST_PLIES {
            self.end_game(session, &verdict.result)?;
        }
        if self.game >= self.games {
            return Ok(false);
        }
        session.ask_worker(0, format!("{}\n{}", crate::rules::position(None, &self.moves), self.go));
        Ok(true)
    }

    fn hear(&mut self, _: &mut Session, m: String, hearing: Hearing) -> Result<(), Gone> {
        let lessons =
            hearing.words.iter().filter(|text| text.starts_with("learned") || text.contains("learned"));
        self.learned.extend(lessons.cloned());
        self.moves.push(m);
        Ok(())
    }
}
