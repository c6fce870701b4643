//! `fourscore play`: a game against a strategy in the terminal, on a drawn board.
//!
//! The person types moves and a few words; the strategy answers with its reason. Text in, text out, so that it can be
//! tested and piped; nothing here knows which game it is.

mod game;
mod kept;
mod terminal;
mod typed;

use super::asking::SideName;
use clap::Args;
use engine::BUILT_IN;
use game::view::tell;
use game::{HandGame, Next};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use terminal::{Colours, Input};

/// What can be said about the game to play.
#[derive(Args, Clone)]
pub(crate) struct PlayArguments {
    /// The game
    #[arg(long, default_value = BUILT_IN.rows()[0].name)]
    game: String,
    /// The program to play against [default: the game's own]; `fourscore strategies` lists them
    #[arg(long)]
    strategy: Option<String>,
    /// Position to begin with, as text, instead of the usual start
    #[arg(long, conflicts_with = "load")]
    position: Option<String>,
    /// Saved game to continue
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Games to play at once, board after board in turn
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=24))]
    boards: u8,
    /// Which side you play
    #[arg(long, value_enum, default_value_t = SideName::First)]
    side: SideName,
    /// Seconds that the program may think about a move
    #[arg(long, default_value_t = 1.0, value_parser = typed::seconds, allow_negative_numbers = true)]
    time: f64,
    /// Seconds between moves when two programs are watched
    #[arg(long, default_value_t = 1.0, value_parser = typed::seconds, allow_negative_numbers = true)]
    pace: f64,
    /// How moves are written: coordinates, doake or index
    #[arg(long, default_value = "coordinates")]
    notation: String,
    /// Seed of the program's random choices
    #[arg(long, default_value_t = 0)]
    seed: u32,
    /// Another option of the protocol, as NAME=VALUE; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

/// Plays a game on standard input and output. On a terminal, and with no argument, it asks first what to play.
pub(crate) fn run(arguments: &PlayArguments) -> anyhow::Result<()> {
    let (output, mut input) = (&mut io::stdout(), Input::standard()?);
    let nothing_said = io::stdin().is_terminal() && std::env::args_os().len() == 2;
    let arguments = if nothing_said { &ask(arguments, &mut input, output)? } else { arguments };
    play(arguments, &mut input, Colours::of_terminal(), output)
}

/// The three questions: game, opponent, side. An empty answer takes what stands in brackets.
fn ask(
    arguments: &PlayArguments,
    input: &mut Input<'_>,
    output: &mut impl Write,
) -> anyhow::Result<PlayArguments> {
    let games = BUILT_IN.rows();
    let titles: Vec<_> = games.iter().map(|row| (row.name, row.about.title)).collect();
    let row = &games[choose("Which game?", &titles, input, output)?];
    let programs: Vec<_> = row.strategies.iter().map(|info| (info.name, info.summary)).collect();
    let program = row.strategies[choose("Against which program?", &programs, input, output)?].name;
    let sides = [("first", row.about.sides[0]), ("second", row.about.sides[1])];
    let side = [SideName::First, SideName::Second][choose("Which side do you play?", &sides, input, output)?];
    Ok(PlayArguments {
        game: row.name.to_owned(),
        strategy: Some(program.to_owned()),
        side,
        ..arguments.clone()
    })
}

/// Asks until one of these is named, by its name or number; the first for an empty answer or none.
fn choose(
    question: &str,
    answers: &[(&str, &str)],
    input: &mut Input<'_>,
    output: &mut impl Write,
) -> anyhow::Result<usize> {
    writeln!(output, "{question}")?;
    for (number, (name, words)) in answers.iter().enumerate() {
        tell(output, &format!("  {} {name}: {words}", number + 1))?;
    }
    loop {
        let Some(line) = input.line(&format!("[{}]> ", answers[0].0), output)? else { return Ok(0) };
        let number = line.parse::<usize>().ok().filter(|number| (1..=answers.len()).contains(number));
        let named = answers.iter().position(|(name, _)| name.eq_ignore_ascii_case(&line));
        match number.map(|number| number - 1).or(named) {
            Some(index) => return Ok(index),
            None if line.is_empty() => return Ok(0),
            None => writeln!(output, "Type a number from 1 to {} or a name of the list.", answers.len())?,
        }
    }
}

fn play(
    arguments: &PlayArguments,
    input: &mut Input<'_>,
    colours: Colours,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let mut games = Vec::new();
    for number in 0..arguments.boards {
        let (game, remarks) = HandGame::new(arguments, colours)?;
        if number == 0 {
            game.introduce(output)?;
            remarks.iter().try_for_each(|remark| writeln!(output, "{remark}"))?;
        }
        games.push(game);
    }
    // Of several boards one that is over is left; at a single one a new game may be asked for.
    let alone = games.len() == 1;
    while alone || games.iter().any(|game| !game.is_over()) {
        for (index, game) in games.iter_mut().enumerate().filter(|(_, game)| alone || !game.is_over()) {
            if !alone {
                writeln!(output, "\nBoard {}", index + 1)?;
            }
            if game.turn(input, output)? == Next::Leave {
                let unfinished = if game.is_over() { "" } else { "The game is left unfinished.\n" };
                write!(output, "{unfinished}")?;
                return Ok(());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
