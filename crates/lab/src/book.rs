//! `fourscore lab book`: follows games of a book as Samuel's program did: it proposes a move, then makes the book's, and counts how
//! many legal moves it rates better and poorer.

use super::book_games::{BookGame, read};
use super::interrupt;
use super::player::settings_of;
use super::progress::at_once;
use anyhow::{anyhow, bail};
use clap::Args;
use games::draughts::{Draughts, Move};
use games::{Game, Notation, Played, Side};
use search::Control;
use std::io::{self, Write};
use std::path::PathBuf;
use strategies::samuel::DRAUGHTS;
use strategies::samuel::modes::book::{BookMove, Tally};
use strategies::samuel::terms::named;
use strategies::samuel::terms::scoring::{DECIDED, UNIT, one_man};

/// Which games to follow, and how.
#[derive(Args)]
pub struct BookArguments {
    /// Files of games of draughts: PDN, or a game a line with its result first; either may be compressed by gzip
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Only the game of this number, counted from 1
    #[arg(long, conflicts_with_all = ["from", "games"])]
    game: Option<usize>,
    /// Begin with the game of this number
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    from: u64,
    /// Number of games to follow, spread evenly over the files [default: all]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The polynomials to follow them with: piece, four, second or start; several separated by commas
    #[arg(long, value_delimiter = ',', default_value = "second")]
    polynomial: Vec<String>,
    /// Print the log: every move with what the program proposes, and how many moves it rates better and poorer
    #[arg(long)]
    log: bool,
    /// Games followed at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    at_once: u64,
    /// An option of the strategy samuel, as NAME=VALUE, such as Samuel.MinimumPly=5; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

/// Follows the games on standard output, the progress on standard error.
pub fn run(arguments: &BookArguments) -> anyhow::Result<()> {
    let control = interrupt::control()?;
    print(arguments, &control, &mut io::stdout())
}

fn print(arguments: &BookArguments, control: &Control, output: &mut impl Write) -> anyhow::Result<()> {
    let games = chosen(arguments, read(&arguments.files)?)?;
    for name in &arguments.polynomial {
        let settings = settings_of(DRAUGHTS.options, &arguments.options, &[(named::POLYNOMIAL.name, name)])?;
        let scoring = named::scoring::<Draughts>(&settings).map_err(|error| anyhow!(error))?;
        let mut totals = [Tally::default(); 2];
        let followed = at_once(&games, arguments.at_once, "games followed", |game| {
            Some(game.followed(&settings, &scoring, control))
        });
        let followed = followed.into_iter().flatten().collect::<anyhow::Result<Vec<_>>>()?;
        for (game, moves) in games.iter().zip(followed) {
            let mut tallies = [Tally::default(); 2];
            for m in &moves {
                tallies[m.side.index()].count(m);
            }
            if arguments.log {
                log(game, &moves, &tallies, output)?;
            }
            totals.iter_mut().zip(&tallies).for_each(|(total, tally)| total.add(tally));
        }
        let text = scoring.polynomial().to_text(&strategies::samuel::terms::draughts::TERMS);
        let terms = text.split('|').next().unwrap_or_default().trim_end();
        let name = if settings.get(&named::TERMS).is_empty() { name } else { named::TERMS.name };
        writeln!(
            output,
            "{} games, polynomial {name}: piece advantage{}{terms}",
            games.len(),
            if terms.is_empty() { "" } else { " " }
        )?;
        summary(totals, output)?;
        if control.is_stopped() {
            writeln!(output, "interrupted: only what had been followed is counted")?;
            break;
        }
    }
    Ok(())
}

fn chosen(arguments: &BookArguments, mut games: Vec<BookGame>) -> anyhow::Result<Vec<BookGame>> {
    let all = games.len();
    if let Some(number) = arguments.game {
        games.retain(|game| game.number == number);
        if games.is_empty() {
            bail!("there is no game {number}: the files hold {all}");
        }
        return Ok(games);
    }
    let from = usize::try_from(arguments.from)?;
    games.retain(|game| game.number >= from);
    if games.is_empty() {
        bail!("--from {from}: the files hold {all} games");
    }
    let asked = arguments.games.map(usize::try_from).transpose()?;
    let number = asked.unwrap_or(games.len()).min(games.len());
    let step = |n: usize| n * games.len() / number;
    Ok((0..number).map(|n| games[step(n)].clone()).collect())
}

/// The program's log of a game.
fn log(
    game: &BookGame,
    moves: &[BookMove<Draughts>],
    tallies: &[Tally; 2],
    output: &mut impl Write,
) -> anyhow::Result<()> {
    writeln!(
        output,
        "game {}{}",
        game.number,
        if game.title.is_empty() { String::new() } else { format!(": {}", game.title) }
    )?;
    if game.start != Draughts::start(&()) {
        writeln!(output, "from {}\n{}", game.start.to_text(), game.start.drawing(None, Notation::default()))?;
    }
    let man = score(one_man::<Draughts>());
    writeln!(output, "scores are what the polynomial comes to; a man more is {man} at the start")?;
    writeln!(output, "  ply side   book               score  proposed           score  better poorer same")?;
    let mut played = Played::new(game.start);
    for m in moves {
        let text = |m: Move| played.position().move_text(m, Notation::default());
        writeln!(
            output,
            "{:>5} {:<6} {:<12}{:>12}  {:<12}{:>12}  {:>6} {:>6} {:>4}{}",
            played.plies() + 1,
            if m.side == Side::First { "Black" } else { "White" },
            text(m.book),
            score(m.book_score),
            text(m.proposed),
            score(m.proposed_score),
            m.better,
            m.poorer,
            m.same,
            if m.legal() == 1 {
                "  forced"
            } else if m.book == m.proposed {
                "  *"
            } else {
                ""
            },
        )?;
        played.play(m.book).map_err(|illegal| anyhow!(illegal))?;
    }
    summary(*tallies, output)?;
    writeln!(output)?;
    Ok(())
}

/// A score in what the polynomial counts in.
fn score(score: i64) -> String {
    if score.abs() > DECIDED {
        return if score > 0 { "wins" } else { "loses" }.to_owned();
    }
    format!("{:+.1}", score as f64 / UNIT as f64)
}

/// What has been counted, for either side and both.
fn summary(tallies: [Tally; 2], output: &mut impl Write) -> io::Result<()> {
    let mut both = tallies[0];
    both.add(&tallies[1]);
    writeln!(
        output,
        "         choices       C        L        H    ties  C with ties   first  among best  by lot  by chance"
    )?;
    for (name, tally) in [("Black", tallies[0]), ("White", tallies[1]), ("both", both)] {
        let number = |number: Option<f64>| number.map_or_else(|| "none".to_owned(), |c| format!("{c:+.3}"));
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        writeln!(
            output,
            "  {name:<6}{:>8}{:>8}{:>9}{:>9}{:>8}{:>13}{:>8}{:>12}{:>8}{:>11}",
            tally.choices,
            number(tally.correlation()),
            tally.poorer,
            tally.better,
            percent(tally.ties()),
            number(tally.with_ties()),
            percent(tally.share(tally.first as f64)),
            percent(tally.share(tally.among_best as f64)),
            percent(tally.share(tally.by_lot)),
            percent(tally.share(tally.by_chance)),
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PDN: &str = "[Event \"Ending\"]\n[FEN \"W:W19,32:B10,1\"]\n1... 19-15 2. 10x19 *\n\n1. 11-15 23-19 2. 8-11 22-17 *\n";
    const LINES: &str = "# a remark\n1-0 11-15 23-19 8-11\n1/2-1/2 11-15 22-17\n0-1 12-16 24-20\n";

    fn followed(text: &[u8], arguments: &[&str]) -> anyhow::Result<String> {
        let directory = tempfile::tempdir()?;
        let path = directory.path().join("games");
        std::fs::write(&path, text)?;
        let words = [&[path.to_str().unwrap()], arguments].concat();
        crate::said(&words, |arguments, output| print(arguments, &Control::new(), output))
    }

    #[test]
    fn a_log_of_every_game_and_the_tallies() {
        let text = followed(PDN.as_bytes(), &["--log", "--polynomial", "piece,four"]).unwrap();
        assert_eq!(text.matches("game 1: Ending\nfrom W:W19,32:B1,10").count(), 2, "{text}");
        assert!(text.contains("    2 Black  10x19") && text.contains("forced"), "{text}");
        assert!(text.contains("2 games, polynomial piece: piece advantage\n"), "{text}");
        assert!(text.contains("2 games, polynomial four: piece advantage DENY:+2^7 MOB:-2^6"), "{text}");
        assert!(text.contains("game 2\n") && text.contains("    4 White  22-17"), "{text}");
    }

    #[test]
    fn appendix_b_is_read_as_it_stands() {
        let file = include_bytes!("../../../data/draughts/samuel-1959-appendix-b.txt");
        let text = followed(file, &["--game", "12", "--log", "--polynomial", "piece"]).unwrap();
        assert!(text.starts_with("game 12: game G-1\n") && text.contains("   46 White  14-9"), "{text}");
    }

    #[test]
    fn games_a_line_compressed_chosen_and_at_once() {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(LINES.as_bytes()).unwrap();
        let packed = packed.finish().unwrap();
        let all = followed(&packed, &[]).unwrap();
        assert!(all.starts_with("3 games"), "{all}");
        assert_eq!(all, followed(LINES.as_bytes(), &["--at-once", "3"]).unwrap());
        let last = followed(&packed, &["--game", "3", "--log"]).unwrap();
        assert!(last.starts_with("game 3\n") && last.contains("12-16"), "{last}");
        assert!(
            followed(&packed, &["--from", "2", "--games", "1", "--log"]).unwrap().starts_with("game 2\n")
        );
    }

    #[test]
    fn what_cannot_be_followed_is_refused_in_words() {
        let message = |text: &str, arguments: &[&str]| {
            format!("{:#}", followed(text.as_bytes(), arguments).unwrap_err())
        };
        assert!(message(LINES, &["--game", "4"]).contains("there is no game 4: the files hold 3"));
        assert!(message(LINES, &["--games", "0"]).contains("0 is not in 1.."));
        assert!(message(LINES, &["--from", "4"]).contains("the files hold 3"));
        assert!(message(LINES, &["--polynomial", "five"]).contains("it takes one of second, four"));
        assert!(message(LINES, &["--option", "Hash=3"]).contains("no option is named 'Hash'; `fourscore"));
        assert!(message(LINES, &["--option", "Samuel.Terms=MOB:2^x"]).contains("'MOB:2^x' is not a term"));
        assert!(message("1-0 11-15 11-15\n", &[]).contains("line 1: game 1: '11-15' is not legal"));
        assert!(message("1-0\n", &[]).contains("line 1: there is no move"));
        assert!(message("nonsense", &[]).contains("'nonsense' is not a move"));
    }
}
