//! The record of a series beside its memory: a line a game, so that a series can go on another day and be summed up.

use super::{LearnArguments, one_word};
use crate::player::spec_of;
use anyhow::{Context as _, bail};
use files::write_atomically;
use games::{GameResult, Player};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use strategies::Playable;
use strategies::options::of_game;
use strategies::settings::OptionSpec;

/// What the record keeps of each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Whom the learner was; `None` when it was both.
    pub learner: Option<Player>,
    pub result: GameResult,
    pub plies: usize,
    /// How many things were learned from it.
    pub lessons: usize,
}

impl Row {
    /// Whether the side counted has won: the learner's, or the first in self-play.
    pub fn is_win(&self) -> bool {
        self.result == GameResult::Win(self.learner.unwrap_or(Player::P1))
    }

    /// Whether the side counted has lost.
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

/// What a series is: all that another sitting must say again for it to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Head {
    /// The first line's words, after the names that they go by.
    said: [(&'static str, String); 6],
    /// The options of both, in the order of their lines.
    options: BTreeSet<String>,
}

const FILE: &str = "fourscore-series";

impl Head {
    fn of(arguments: &LearnArguments, specs: &[OptionSpec]) -> anyhow::Result<Self> {
        let opponent = arguments.opponent.as_deref().unwrap_or("itself");
        let said = [
            ("game", one_word(&arguments.game)?.to_owned()),
            ("strategy", one_word(&arguments.strategy)?.to_owned()),
            ("opponent", one_word(opponent)?.to_owned()),
            ("seed", arguments.seed.to_string()),
            ("nodes", arguments.nodes.to_string()),
            ("random plies", arguments.random_plies().to_string()),
        ];
        let both = [("option", &arguments.options), ("opponent-option", &arguments.opponent_options)];
        let mut options = BTreeSet::new();
        for (word, list) in both {
            options.extend(
                settled(specs, list)?.into_iter().map(|(name, value)| format!("{word} {name}={value}")),
            );
        }
        Ok(Self { said, options })
    }

    fn to_text(&self, known_before: usize) -> String {
        let [game, strategy, opponent, seed, nodes, random] = self.said.each_ref().map(|(_, value)| value);
        let mut text = format!(
            "{FILE} {game} {strategy} against {opponent} seed {seed} nodes {nodes} random {random}\n"
        );
        for option in &self.options {
            let _ = writeln!(text, "{option}");
        }
        if known_before > 0 {
            let _ = writeln!(text, "memory began with {known_before}");
        }
        text
    }

    /// The head of a file, how many games its memory began with, and the lines that follow.
    fn read(text: &str) -> Option<(Self, usize, Vec<&str>)> {
        let mut lines = text.lines().peekable();
        let words: Vec<_> = lines.next()?.split(' ').collect();
        let [FILE, game, strategy, "against", opponent, "seed", seed, "nodes", nodes, "random", random] =
            words[..]
        else {
            return None;
        };
        let said = [
            ("game", game),
            ("strategy", strategy),
            ("opponent", opponent),
            ("seed", seed),
            ("nodes", nodes),
            ("random plies", random),
        ];
        let mut options = BTreeSet::new();
        while let Some(line) =
            lines.next_if(|line| line.starts_with("option ") || line.starts_with("opponent-option "))
        {
            // An option that is gone: at its default it says nothing.
            if !line.ends_with("option ScoreFourDeep.AnsweredLines=16") {
                options.insert(line.to_owned());
            }
        }
        let known_before = match lines.peek().and_then(|line| line.strip_prefix("memory began with ")) {
            Some(number) => {
                let number = number.parse().ok()?;
                lines.next();
                number
            }
            None => 0,
        };
        let said = said.map(|(name, value)| (name, value.to_owned()));
        Some((Self { said, options }, known_before, lines.collect()))
    }

    /// What this one, which was found, says otherwise than the one asked for.
    fn differences(&self, asked: &Self) -> Vec<String> {
        let pairs = self.said.iter().zip(&asked.said);
        let mut words: Vec<_> = pairs
            .filter(|(there, here)| there != here)
            .map(|((name, there), (_, here))| format!("its {name} is {there}, not {here}"))
            .collect();
        let only = |some: &Self, others: &Self| -> Vec<String> {
            some.options.difference(&others.options).map(|option| format!("--{option}")).collect()
        };
        words.extend(only(self, asked).iter().map(|option| format!("it has {option}")));
        words.extend(only(asked, self).iter().map(|option| format!("it has no {option}")));
        words
    }
}

/// The options as they count: of one that is given twice the last, under its proper name.
fn settled<'a>(specs: &[OptionSpec], list: &'a [String]) -> anyhow::Result<BTreeMap<&'static str, &'a str>> {
    let mut settled = BTreeMap::new();
    for text in list {
        let (name, value) = text.split_once('=').with_context(|| format!("{text}: NAME=VALUE is needed"))?;
        if value.contains(['\n', '\r']) {
            bail!("{text:?}: an option of a series is one line");
        }
        settled.insert(spec_of(specs, name)?.name, value);
    }
    Ok(settled)
}

/// All games of a series, and the file that holds them.
#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    head: Head,
    games: Vec<Row>,
    /// How many games the memory said it had learned when the series began.
    known_before: usize,
}

impl Record {
    /// The record beside this memory, which has been taught by so many games; empty if there is none yet.
    pub fn open<G: Playable>(
        arguments: &LearnArguments,
        memory: &Path,
        learned: usize,
    ) -> anyhow::Result<Self> {
        let mut path = memory.as_os_str().to_owned();
        path.push(".series");
        let path = PathBuf::from(path);
        let head = Head::of(arguments, &of_game::<G>())?;
        let mut record = Self { path, head, games: Vec::new(), known_before: 0 };
        match files::read_text(&record.path) {
            Ok(text) => record.read(&text)?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                record.known_before = learned;
                // From now on it is known with how many games the memory began.
                record.save()?;
            }
            Err(error) => return Err(error).with_context(|| record.path.display().to_string()),
        }
        Ok(record)
    }

    fn read(&mut self, text: &str) -> anyhow::Result<()> {
        let path = self.path.display();
        let Some((head, known_before, rest)) = Head::read(text) else {
            bail!(
                "{path} belongs to another series (or to none) and is left as it is: name another --memory"
            );
        };
        let differences = head.differences(&self.head);
        if !differences.is_empty() {
            bail!(
                "{path} belongs to another series and is left as it is ({}): say the same, or name another --memory",
                differences.join("; ")
            );
        }
        let rows: Option<Vec<_>> = rest.into_iter().map(Row::from_text).collect();
        self.games = rows.with_context(|| format!("{path} is damaged and is left as it is"))?;
        self.known_before = known_before;
        Ok(())
    }

    /// Whether the memory, which has learned from so many games, has learned from one more than is recorded: a kill between the two files leaves it so.
    pub fn is_one_behind(&self, memory: &Path, learned: Option<usize>) -> anyhow::Result<bool> {
        let recorded = self.known_before + self.games.len();
        // A memory of a kind that does not count its games cannot be compared.
        let Some(learned) = learned else { return Ok(false) };
        if learned == recorded || learned == recorded + 1 {
            return Ok(learned > recorded);
        }
        let (series, memory) = (self.path.display(), memory.display());
        bail!(
            "{memory} has learned {learned} games, but by {series} it should be {recorded}: they do not belong together. \
             Restore the one that is missing or old, name another --memory, or remove {series} to begin a new series \
             with the memory as it is"
        );
    }

    /// How many games the memory knew before the first one of the series.
    pub const fn known_before(&self) -> usize {
        self.known_before
    }

    pub fn games(&self) -> &[Row] {
        &self.games
    }

    /// Adds a game and saves.
    pub fn add(&mut self, game: Row) -> anyhow::Result<()> {
        self.games.push(game);
        self.save()
    }

    fn save(&self) -> anyhow::Result<()> {
        let mut text = self.head.to_text(self.known_before);
        for row in &self.games {
            let _ = writeln!(text, "{}", row.to_text());
        }
        write_atomically(&self.path, text.as_bytes()).with_context(|| self.path.display().to_string())
    }

    /// Wins, losses and draws in blocks of ten games.
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
