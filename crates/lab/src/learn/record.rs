//! The record of a series beside its memory, so that a series can go on another day and be summed up.

use super::LearnArguments;
use anyhow::{Context as _, anyhow, bail};
use files::sealed::{from_json, sealed, to_json, unsealed_strictly};
use files::write_atomically;
use games::{GameResult, Player};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use strategies::Playable;
use strategies::options::of_game;
use strategies::settings::{OptionSpec, option_named};

/// What the record keeps of each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
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
}

/// Who the learner was, in words.
const LEARNERS: [(Option<Player>, &str); 3] =
    [(None, "both"), (Some(Player::P1), "p1"), (Some(Player::P2), "p2")];

impl From<Row> for String {
    fn from(Row { learner, result, plies, lessons }: Row) -> Self {
        let learner = LEARNERS.iter().find(|(known, _)| *known == learner).map_or("", |(_, word)| word);
        format!("{learner} {result} {plies} {lessons}")
    }
}

impl TryFrom<String> for Row {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let row = || {
            let [learner, result, plies, lessons] = text.split(' ').collect::<Vec<_>>()[..] else {
                return None;
            };
            let learner = LEARNERS.iter().find(|(_, word)| *word == learner)?.0;
            Some(Self {
                learner,
                result: result.parse().ok()?,
                plies: plies.parse().ok()?,
                lessons: lessons.parse().ok()?,
            })
        };
        row().ok_or("a game is told by its learner, its result, its plies and its lessons")
    }
}

/// What a series is: all that another sitting must say again for it to go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    game: String,
    strategy: String,
    opponent: String,
    seed: u64,
    nodes: u64,
    random_plies: usize,
    /// The options of both: `option NAME=VALUE`, `opponent-option NAME=VALUE`.
    options: BTreeSet<String>,
}

/// The first line of the file; a value of [`Contents`] and its checksum follow.
const FILE: &str = "fourscore-series 2\n";

/// What the file holds.
#[derive(Debug, Serialize, Deserialize)]
struct Contents {
    head: Head,
    /// How many games the memory had learned from when the series began.
    known_before: usize,
    games: Vec<Row>,
}

impl Head {
    fn of(arguments: &LearnArguments, specs: &[OptionSpec]) -> anyhow::Result<Self> {
        let opponent = arguments.opponent.as_deref().unwrap_or("itself");
        let both = [("option", &arguments.options), ("opponent-option", &arguments.opponent_options)];
        let mut options = BTreeSet::new();
        for (word, list) in both {
            let settled = settled(specs, list)?.into_iter();
            options.extend(settled.map(|(name, value)| format!("{word} {name}={value}")));
        }
        Ok(Self {
            game: arguments.game.clone(),
            strategy: arguments.strategy.clone(),
            opponent: opponent.to_owned(),
            seed: arguments.seed,
            nodes: arguments.nodes,
            random_plies: arguments.random_plies(),
            options,
        })
    }

    /// What this one, which was found, says otherwise than the one asked for.
    fn differences(&self, asked: &Self) -> Vec<String> {
        let said = |head: &Self| {
            let Self { game, strategy, opponent, seed, nodes, random_plies, .. } = head.clone();
            let numbers = [seed.to_string(), nodes.to_string(), random_plies.to_string()];
            [game, strategy, opponent].into_iter().chain(numbers)
        };
        let names = ["game", "strategy", "opponent", "seed", "nodes", "random plies"];
        let pairs = names.into_iter().zip(said(self).zip(said(asked)));
        let mut words: Vec<_> = pairs
            .filter(|(_, (there, here))| there != here)
            .map(|(name, (there, here))| format!("its {name} is {there}, not {here}"))
            .collect();
        let only = |some: &Self, others: &Self| -> Vec<String> {
            some.options.difference(&others.options).map(|option| format!("--{option}")).collect()
        };
        words.extend(only(self, asked).iter().map(|option| format!("it has {option}")));
        words.extend(only(asked, self).iter().map(|option| format!("it has no {option}")));
        words
    }
}

impl Contents {
    /// What a file holds; what is wrong with it, if that is not a whole series.
    fn read(text: &str) -> Result<Self, String> {
        let sealed = text.strip_prefix(FILE).ok_or("it belongs to another series (or to none)")?;
        from_json(unsealed_strictly(sealed)?, 2)
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
        settled.insert(option_named(specs, name).map_err(|error| anyhow!(error))?.name, value);
    }
    Ok(settled)
}

/// All games of a series, and the file that holds them.
#[derive(Debug)]
pub(super) struct Record {
    path: PathBuf,
    contents: Contents,
}

impl Record {
    /// The record beside this memory, which has been taught by so many games; empty if there is none yet.
    pub(super) fn open<G: Playable>(
        arguments: &LearnArguments,
        memory: &Path,
        learned: usize,
    ) -> anyhow::Result<Self> {
        let path = files::with_suffix(memory, ".series");
        let name = path.display();
        let head = Head::of(arguments, &of_game::<G>())?;
        let Some(text) = files::if_there(files::read_text(&path)).with_context(|| name.to_string())? else {
            let record = Self { contents: Contents { head, known_before: learned, games: Vec::new() }, path };
            // From now on it is known with how many games the memory began.
            return record.save().map(|()| record);
        };
        let contents = Contents::read(&text)
            .map_err(|words| anyhow!("{name}: {words}; it is left as it is: name another --memory"))?;
        let differences = contents.head.differences(&head);
        if !differences.is_empty() {
            bail!(
                "{name} belongs to another series and is left as it is ({}): say the same, or name another --memory",
                differences.join("; ")
            );
        }
        Ok(Self { path, contents })
    }

    /// Whether the memory, which has learned from so many games, has learned from one more than is recorded: a kill between the two files leaves it so.
    pub(super) fn is_one_behind(&self, memory: &Path, learned: Option<usize>) -> anyhow::Result<bool> {
        let recorded = self.known_before() + self.games().len();
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
    pub(super) const fn known_before(&self) -> usize {
        self.contents.known_before
    }

    pub(super) fn games(&self) -> &[Row] {
        &self.contents.games
    }

    /// Adds a game and saves.
    pub(super) fn add(&mut self, game: Row) -> anyhow::Result<()> {
        self.contents.games.push(game);
        self.save()
    }

    fn save(&self) -> anyhow::Result<()> {
        let body = to_json(&self.contents).map_err(|error| anyhow!(error))?;
        let text = format!("{FILE}{}", sealed(&body));
        write_atomically(&self.path, text.as_bytes()).with_context(|| self.path.display().to_string())
    }

    /// Wins, losses and draws in blocks of ten games.
    pub(super) fn summary(&self, opponent: Option<&str>) -> String {
        let who = opponent
            .map_or_else(|| "the first side".to_owned(), |name| format!("the learner against {name}"));
        let mut text = format!("results of {who}\n");
        for (index, block) in self.games().chunks(10).enumerate() {
            let first = index * 10 + 1;
            let range = format!("games {first} to {}", first + block.len() - 1);
            let _ = writeln!(text, "  {range:<18} {}", tally(block));
        }
        let _ = writeln!(text, "  all                {}", tally(self.games()));
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
