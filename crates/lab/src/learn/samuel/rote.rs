//! `fourscore learn --method rote`: fills a rote memory by games against itself and games of a book, shows how it grows, and goes on
//! with it another day.

use super::super::LearnArguments;
use super::matches::LONGEST;
use super::{no_opponent, said, same};
use crate::book_games::{BookGame, read};
use crate::player::settings_of;
use crate::progress::progress_bar;
use anyhow::{Context as _, anyhow, bail};
use games::draughts::Draughts;
use games::{Game as _, Played};
use search::{Control, Limits};
use std::io::Write;
use std::path::PathBuf;
use strategies::playing::{Ending, Turn};
use strategies::samuel::DRAUGHTS;
use strategies::samuel::look_ahead::think::{SearchSettings, Thought, think_recalling};
use strategies::samuel::modes::openings::random_opening;
use strategies::samuel::modes::rote_tally::Tally;
use strategies::samuel::modes::self_play::{play_with, turn};
use strategies::samuel::rote::memory::Rote;
use strategies::samuel::rote::{FILE, RoteOptions};
use strategies::samuel::terms::named;
use strategies::samuel::terms::scoring::Scoring;
use strategies::settings::Settings;

/// What `--method` calls it.
pub(super) const METHOD: &str = "rote";
/// Every so manieth game of a book is not learned from.
const LEFT_OUT: usize = 10;

/// A memory that is being filled.
struct Filling<'a> {
    arguments: &'a LearnArguments,
    settings: Settings,
    scoring: Scoring<Draughts>,
    control: &'a Control,
    book: Vec<BookGame>,
    rote: Rote<Draughts>,
    tally: Tally,
}

pub(super) fn learn(
    arguments: &LearnArguments,
    control: &Control,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let (settings, path) = settings(arguments)?;
    let scoring: Scoring<Draughts> = named::scoring(&settings).map_err(|error| anyhow!(error))?;
    let mut book = read(&arguments.samuel.book)?;
    book.retain(|game| !game.number.is_multiple_of(LEFT_OUT));
    let (mut rote, warning) = Rote::open(&settings, &scoring, true)
        .map_err(|error| anyhow!(error))?
        .context("the memory's path is empty")?;
    if let Some(warning) = warning {
        bail!("{warning}: wait until it is done, or name another --memory");
    }
    same_series(arguments, &settings, &mut rote)?;
    writeln!(output, "samuel learns draughts by rote in {}", path.display())?;
    let mut filling = Filling { arguments, settings, scoring, control, book, rote, tally: Tally::default() };
    if filling.games() > 0 {
        let (games, positions) = (filling.games(), filling.rote.table().len());
        writeln!(output, "the series continues after {games} games, with {positions} positions")?;
    }
    let complete = fill(&mut filling, output)?;
    filling.merge()?;
    if !complete {
        writeln!(output, "interrupted: all is saved; the same command continues")?;
    }
    summary(&filling, output)
}

/// The options of who fills it, and the file.
fn settings(arguments: &LearnArguments) -> anyhow::Result<(Settings, PathBuf)> {
    no_opponent(arguments)?;
    let own = ["--method", "--moves", "--book"];
    if let Some(name) = arguments.samuel.given().find(|name| !own.contains(name)) {
        bail!("{name} is not for --method {METHOD}");
    }
    if arguments.plot.is_some() {
        bail!("--plot: --method {METHOD} draws nothing");
    }
    let path = arguments.memory.clone().unwrap_or_else(|| format!("{}-samuel.rote", Draughts::NAME).into());
    let file = path.to_str().context("the memory's path is not text")?;
    for text in &arguments.options {
        if text.split('=').next().is_some_and(|name| name.trim().eq_ignore_ascii_case(FILE.name)) {
            bail!("--option {text}: use --memory");
        }
    }
    // The polynomial of the rote study.
    let fixed = [(named::POLYNOMIAL.name, "four"), (FILE.name, file)];
    Ok((settings_of(DRAUGHTS.options, &arguments.options, &fixed)?, path))
}

/// Refuses to go on with another series than the one that the memory was filled by.
fn same_series(
    arguments: &LearnArguments,
    settings: &Settings,
    rote: &mut Rote<Draughts>,
) -> anyhow::Result<()> {
    let own = |name: &str| RoteOptions::OPTIONS.iter().all(|spec| spec.name != name) && name != "moves";
    let mut asked = said(arguments, DRAUGHTS.options, settings);
    asked.retain(|(name, _)| own(name));
    for path in &arguments.samuel.book {
        asked.push((format!("book {}", path.display()), "followed".to_owned()));
    }
    let text = |said: &[(String, String)]| {
        said.iter().map(|(name, value)| format!("{name}\t{value}\n")).collect::<String>()
    };
    if let Some(found) = rote.word("series") {
        let found: Vec<(String, String)> = found
            .lines()
            .filter_map(|line| line.split_once('\t'))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        same(&found, &asked, "the memory")?;
    }
    rote.say("series", text(&asked));
    Ok(())
}

/// Plays games until there are enough; whether it was not interrupted.
fn fill(filling: &mut Filling<'_>, output: &mut impl Write) -> anyhow::Result<bool> {
    let all = filling.arguments.games();
    let bar = progress_bar(all, filling.games(), "games");
    // What cannot be saved is noticed before the first game.
    filling.merge()?;
    while filling.games() < all {
        let number = filling.games() + 1;
        if !filling.game(number)? {
            bar.finish_and_clear();
            return Ok(false);
        }
        filling.rote.say("games", number.to_string());
        bar.inc(1);
        if number.is_power_of_two() {
            bar.suspend(|| writeln!(output, "{}", progress(filling)))?;
        }
    }
    bar.finish_and_clear();
    Ok(true)
}

/// How far it is, in a line.
fn progress(filling: &Filling<'_>) -> String {
    let all = filling.tally.all();
    format!(
        "after {} games: {} positions in {} records, {:.1} % of lookups hit, {:.2} plies gained a move",
        filling.games(),
        filling.rote.table().len(),
        filling.rote.table().records(),
        100.0 * all.hit_rate(),
        all.a_move(all.behind),
    )
}

/// What the memory holds, and what happened to it.
fn summary(filling: &Filling<'_>, output: &mut impl Write) -> anyhow::Result<()> {
    let (table, changes) = (filling.rote.table(), filling.rote.changes());
    writeln!(
        output,
        "{} positions in {} records after {} games and {} merges; in this sitting {} new, {} brought up to date, {} \
         forgotten, {} culled",
        table.len(),
        table.records(),
        filling.games(),
        table.merges(),
        changes.new,
        changes.updated,
        changes.forgotten,
        changes.culled,
    )?;
    if filling.tally.all().moves > 0 {
        write!(output, "{}", filling.tally)?;
    }
    Ok(())
}

impl Filling<'_> {
    /// Games played and followed so far.
    fn games(&self) -> usize {
        self.rote.word("games").and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    fn merge(&mut self) -> anyhow::Result<()> {
        self.rote.merge().map(drop).map_err(|error| anyhow!(error))
    }

    /// The game of this number: the odd ones are of the book, as long as there are some, the others are played. `false` if it was
    /// interrupted.
    fn game(&mut self, number: usize) -> anyhow::Result<bool> {
        let followed = (number % 2 == 1).then(|| self.book.get(number / 2).cloned()).flatten();
        match followed {
            Some(game) => self.follow(&game),
            None => self.play(number as u64),
        }
    }

    fn play(&mut self, number: u64) -> anyhow::Result<bool> {
        let opening = random_opening(number, self.arguments.random_plies(), self.arguments.seed);
        let control = self.control;
        let mut refused = None;
        let record = play_with(opening, LONGEST, self.scoring.is_give_away(), &mut |game| {
            let thought = self.think(game);
            if let Err(error) = self.note(game, &thought) {
                refused = Some(error);
                return Turn::Stop;
            }
            turn(&thought, true, control)
        });
        refused.map_or(Ok(record.ending != Ending::Stopped), Err)
    }

    fn follow(&mut self, book: &BookGame) -> anyhow::Result<bool> {
        let mut game = Played::new(book.start);
        for &m in &book.moves {
            if game.outcome().is_some() {
                break;
            }
            let thought = self.think(&game);
            if self.control.is_stopped() {
                return Ok(false);
            }
            self.note(&game, &thought)?;
            game.play(m).map_err(|illegal| anyhow!("game {} of the book: a move {illegal}", book.number))?;
        }
        Ok(true)
    }

    /// Looks ahead at the break points.
    fn think(&self, game: &Played<Draughts>) -> Thought<Draughts> {
        let settings = SearchSettings::of(&self.settings, game);
        let depth = u32::try_from(settings.plies.minimum).ok();
        let (limits, recall) = (Limits { depth, ..Limits::default() }, Some(self.rote.recall()));
        think_recalling(game, &self.scoring, settings, &limits, self.control, recall, &mut |_| {})
    }

    /// Takes down what has been thought, and merges when it is time.
    fn note(&mut self, game: &Played<Draughts>, thought: &Thought<Draughts>) -> anyhow::Result<()> {
        if self.control.is_stopped() {
            return Ok(());
        }
        self.tally.take_in(game.position(), thought);
        self.rote.note(game.position(), thought.found(1), &thought.recalled.used);
        if self.rote.is_due() {
            self.merge()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{refused, said_by};

    const ROTE: [&str; 2] = ["--method", "rote"];

    /// What is said when a memory is filled by a program that looks no farther than it must.
    fn by_rote(directory: &tempfile::TempDir, arguments: &[&str]) -> String {
        let plies = ["MinimumPly=1", "ExchangePly=1", "JumpPly=1", "FewPiecesPlies=0"];
        let options = plies.map(|text| format!("Samuel.{text}"));
        let options: Vec<&str> = options.iter().flat_map(|text| ["--option", text]).collect();
        said_by(directory, &[&ROTE[..], &options, arguments].concat()).unwrap()
    }

    fn book(directory: &tempfile::TempDir) -> String {
        let path = directory.path().join("book.txt");
        std::fs::write(&path, "1-0 11-15 23-19 8-11 22-17 4-8\n0-1 11-16 24-19 8-11 22-18\n").unwrap();
        path.to_str().unwrap().to_owned()
    }

    #[test]
    fn a_memory_is_taken_up_where_it_was_left() {
        let directory = tempfile::tempdir().unwrap();
        let book = book(&directory);
        let play = |games: &str| {
            by_rote(&directory, &["--random-plies", "4", "--book", &book, "--moves", "50", "--games", games])
        };
        let positions = |text: &str| {
            let line = text.lines().find(|line| line.contains(" in this sitting ")).unwrap();
            line.split(' ').next().unwrap().parse::<u64>().unwrap()
        };
        let (first, rest) = (play("5"), play("9"));
        let stored = positions(&first);
        assert!(stored > 100, "{first}");
        assert!(rest.contains(&format!("continues after 5 games, with {stored} positions")), "{rest}");
        assert!(rest.contains("after 8 games: ") && positions(&rest) > stored, "{rest}");
        // What is there already is not played again.
        assert_eq!(positions(&play("9")), positions(&rest));
        let message = refused(&directory, &[&ROTE[..], &["--games", "11", "--seed", "9"]].concat());
        assert!(
            message.contains("another series") && message.contains("its seed is \"1\", not \"9\""),
            "{message}"
        );
    }

    #[test]
    fn what_does_not_belong_is_refused_in_words() {
        let directory = tempfile::tempdir().unwrap();
        let message = |arguments: &[&str]| refused(&directory, &[&ROTE[..], arguments].concat());
        assert!(message(&["--series", "first"]).contains("--series is not for --method rote"));
        assert!(message(&["--ballots"]).contains("--ballots is not for --method rote"));
        assert!(message(&["--plot", "x.svg"]).contains("draws nothing"));
        assert!(message(&["--curve", "x.svg"]).contains("--curve is not for --method rote"));
        assert!(message(&["--option", "samuel.rote=x"]).contains("use --memory"));
        assert!(refused(&directory, &["--book", "x"]).contains("--book is for --method rote"));
        std::fs::write(directory.path().join("memory"), "my thesis\n").unwrap();
        assert!(message(&["--games", "1"]).contains("left as it is"));
        assert_eq!(std::fs::read_to_string(directory.path().join("memory")).unwrap(), "my thesis\n");
    }
}
