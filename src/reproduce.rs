//! `fourscore reproduce`: the printed results of a paper beside what the rebuilt program does, computed on the spot.

use super::asking::{set_option, think};
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use engine::{BUILT_IN, Engine, GoRequest};
use games::qubic::is_strong;
use games::qubic::{Cell, Qubic};
use games::{Game, Notation};
use std::io::{self, Write};
use strategies::score_four::printed::{PrintedGame, printed_games};

/// What to reproduce.
#[derive(Args)]
pub struct ReproduceArguments {
    /// The paper
    #[arg(value_enum)]
    paper: Paper,
    /// The reading of the thesis (doake): faithful, text or corrected
    #[arg(long, default_value = "faithful")]
    reading: String,
    /// Nodes for each move (allis)
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Print only the moves that differ, and the totals
    #[arg(long)]
    brief: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Paper {
    /// The five games of M. J. Doake's thesis, move by move
    Doake,
    /// The lines and games that Allis, van den Herik and Huntjens 1994 print, at each move of Victoria
    Allis,
}

/// Prints the comparison.
///
/// # Errors
/// If an option is refused or the output cannot be written.
pub fn run(arguments: &ReproduceArguments) -> anyhow::Result<()> {
    match arguments.paper {
        Paper::Doake => doake(arguments, &mut io::stdout().lock()),
        Paper::Allis => super::allis::print(arguments.nodes, arguments.brief, &mut io::stdout().lock()),
    }
}

/// How many of the program's moves are the printed ones.
#[derive(Default)]
struct Tally {
    same: usize,
    all: usize,
}

impl Tally {
    fn count(&mut self, same: bool) {
        self.same += usize::from(same);
        self.all += 1;
    }
}

fn doake(arguments: &ReproduceArguments, output: &mut impl Write) -> anyhow::Result<()> {
    let mut engine = Engine::new(&BUILT_IN)?;
    for (name, value) in [
        ("Game", Qubic::NAME),
        ("Strategy", "score-four"),
        ("Notation", "doake"),
        ("ScoreFour.Reading", &arguments.reading),
        ("ScoreFour.Patterns", "thesis"),
    ] {
        set_option(&mut engine, name, value)?;
    }
    let mut total = Tally::default();
    for game in printed_games() {
        writeln!(output, "Game {} ({}), won on {}", game.number, game.kind, line(&game.winning_line))?;
        let tally = replay(&mut engine, &game, arguments.brief, output)?;
        writeln!(output, "  {} of {} moves are the printed ones\n", tally.same, tally.all)?;
        total.same += tally.same;
        total.all += tally.all;
    }
    writeln!(
        output,
        "{} reading, the thesis's patterns: {} of {} moves of the program that are not random are the printed ones",
        arguments.reading, total.same, total.all
    )?;
    Ok(())
}

/// Plays a game through, asking the program for each of its own moves but the first of each side, which is random.
fn replay(
    engine: &mut Engine,
    game: &PrintedGame,
    brief: bool,
    output: &mut impl Write,
) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    engine.new_game().and_then(|()| engine.set_position(None, &[])).map_err(|refusal| anyhow!(refusal))?;
    for (ply, &square) in game.moves.iter().enumerate() {
        let printed = text(square);
        let who = if game.by_program[ply % 2] { "program" } else { "human" };
        if ply < 2 || who == "human" {
            let random = who == "program" && Cell::new(square).is_some_and(is_strong);
            let why = if random { "random, a strong square" } else { "not asked" };
            if !brief {
                writeln!(output, "  {:>2} {who:<8} {printed:>2}        {why}", ply + 1)?;
            }
        } else {
            let thought = think(engine, &GoRequest::default())?;
            tally.count(thought.m == printed);
            if !brief || thought.m != printed {
                let verdict =
                    if thought.m == printed { "same".into() } else { format!("plays {}", thought.m) };
                let reasons = thought.reasons.join("; ");
                writeln!(output, "  {:>2} {who:<8} {printed:>2} {verdict:<8} {reasons}", ply + 1)?;
            }
        }
        let board = engine.board_mut().map_err(|refusal| anyhow!(refusal))?;
        board.play(&printed, Notation::Doake)?;
    }
    Ok(tally)
}

fn text(square: usize) -> String {
    (square + 1).to_string()
}

fn line(cells: &[usize]) -> String {
    cells.iter().map(|&cell| text(cell)).collect::<Vec<_>>().join("-")
}
