//! The record of a series beside its memory: a line a game, so that a series can go on another day and be summed up.

use super::{LearnArguments, one_word};
use crate::game::{GameResult, Player};
use crate::learning::write_atomically;
use anyhow::{Context as _, bail};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A game of the series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Whom the learner was; `None` when it was both.
    pub learner: Option<Player>,
    /// How it ended.
    pub result: GameResult,
    /// How many moves it had.
    pub plies: usize,
    /// What was learned, in sentences; in the file only their number.
    pub lessons: Vec<String>,
}

/// What the record keeps of each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Whom the learner was; `None` when it was both.
    pub learner: Option<Player>,
    /// How it ended.
    pub result: GameResult,
    /// How many moves it had.
    pub plies: usize,
    /// How many things were learned from it.
    pub lessons: usize,
}

impl Row {
    /// Whether the side counted has won: the learner's, or the first in self-play.
    #[must_use]
    pub fn is_win(&self) -> bool {
        self.result == GameResult::Win(self.learner.unwrap_or(Player::P1))
    }

    /// Whether the side counted has lost.
    #[must_use]
    pub fn is_loss(&self) -> bool {
        self.result == GameResult::Win(self.learner.unwrap_or(Player::P1).other())
    }

    fn to_text(self) -> String {
        let learner = match self.learner {
            None => "both",
            Some(Player::P1) => "p1",
            Some(Player::P2) => "p2",
        };
        format!("{learner} {} {} {}", self.result, self.plies, self.lessons)
    }

    fn from_text(text: &str) -> Option<Self> {
        let [learner, result, plies, lessons] = text.split(' ').collect::<Vec<_>>()[..] else { return None };
        Some(Self {
            learner: match learner {
                "both" => None,
                "p1" => Some(Player::P1),
                "p2" => Some(Player::P2),
                _ => return None,
            },
            result: match result {
                "p1win" => GameResult::Win(Player::P1),
                "p2win" => GameResult::Win(Player::P2),
                "draw" => GameResult::Draw,
                _ => return None,
            },
            plies: plies.parse().ok()?,
            lessons: lessons.parse().ok()?,
        })
    }
}

/// All games of a series, and the file that holds them.
#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    head: String,
    games: Vec<Row>,
}

impl Record {
    /// The record beside this memory, empty if there is none yet.
    ///
    /// # Errors
    /// If the file cannot be read or belongs to another series.
    pub fn open(arguments: &LearnArguments, memory: &Path) -> anyhow::Result<Self> {
        let mut path = memory.as_os_str().to_owned();
        path.push(".series");
        let path = PathBuf::from(path);
        let opponent = arguments.opponent.as_deref().unwrap_or("itself");
        let head = format!(
            "fourscore-series {} {} against {} seed {} nodes {} random {}",
            one_word(&arguments.game)?,
            one_word(&arguments.strategy)?,
            one_word(opponent)?,
            arguments.seed,
            arguments.nodes,
            arguments.random_plies,
        );
        let mut record = Self { path, head, games: Vec::new() };
        match std::fs::read_to_string(&record.path) {
            Ok(text) => record.read(&text)?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| record.path.display().to_string()),
        }
        Ok(record)
    }

    fn read(&mut self, text: &str) -> anyhow::Result<()> {
        let mut lines = text.lines();
        let path = self.path.display();
        if lines.next() != Some(&self.head) {
            bail!(
                "{path} belongs to another series (or to none) and is left as it is: name another --memory"
            );
        }
        let rows: Option<Vec<_>> = lines.map(Row::from_text).collect();
        self.games = rows.with_context(|| format!("{path} is damaged and is left as it is"))?;
        Ok(())
    }

    /// The games, in order.
    #[must_use]
    pub fn games(&self) -> &[Row] {
        &self.games
    }

    /// Adds a game and saves.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> anyhow::Result<()> {
        let GameRecord { learner, result, plies, ref lessons } = *game;
        self.games.push(Row { learner, result, plies, lessons: lessons.len() });
        let mut text = format!("{}\n", self.head);
        for row in &self.games {
            let _ = writeln!(text, "{}", row.to_text());
        }
        write_atomically(&self.path, text.as_bytes()).with_context(|| self.path.display().to_string())
    }

    /// Wins, losses and draws in blocks of ten games.
    #[must_use]
    pub fn summary(&self, opponent: Option<&str>) -> String {
        let who = opponent
            .map_or_else(|| "the first side".to_owned(), |name| format!("the learner against {name}"));
        let mut text = format!("results of {who}\n");
        for (index, block) in self.games.chunks(10).enumerate() {
            let first = index * 10 + 1;
            let range = format!("games {first} to {}", first + block.len() - 1);
            let _ = writeln!(text, "  {range:<18} {}", tally(block));
        }
        let _ = writeln!(text, "  all                {}", tally(&self.games));
        text
    }
}

fn tally(rows: &[Row]) -> String {
    let (wins, losses) =
        (rows.iter().filter(|r| r.is_win()).count(), rows.iter().filter(|r| r.is_loss()).count());
    let lessons: usize = rows.iter().map(|row| row.lessons).sum();
    let plies: usize = rows.iter().map(|row| row.plies).sum();
    format!(
        "won {wins:>3}  lost {losses:>3}  drawn {:>3}  lessons {lessons:>3}  plies {:.1}",
        rows.len() - wins - losses,
        plies as f64 / rows.len().max(1) as f64
    )
}
