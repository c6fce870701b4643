//! `fourscore reproduce`: the printed results of a paper beside what the rebuilt program does, computed on the spot.

mod allis;

use crate::player::{Player, Thought};
use anyhow::Context as _;
use clap::{Args, ValueEnum};
use games::Played;
use games::qubic::{Cell, Qubic, is_strong};
use search::Limits;
use std::io::{self, Write};
use strategies::score_four::printed::{PrintedGame, printed_games};

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
pub fn run(arguments: &ReproduceArguments) -> anyhow::Result<()> {
    match arguments.paper {
        Paper::Doake => doake(arguments, &mut io::stdout().lock()),
        Paper::Allis => allis::print(arguments.nodes, arguments.brief, &mut io::stdout().lock()),
    }
}

/// How many of the program's moves are the printed ones.
#[derive(Default)]
struct Tally {
    same: usize,
    all: usize,
    /// The ply of the first move from which on a win is claimed at every move.
    won_from: Option<usize>,
}

impl Tally {
    fn count(&mut self, same: bool) {
        self.same += usize::from(same);
        self.all += 1;
    }
}

fn doake(arguments: &ReproduceArguments, output: &mut impl Write) -> anyhow::Result<()> {
    let fixed = [
        ("Notation", "doake"),
        ("ScoreFour.Reading", arguments.reading.as_str()),
        ("ScoreFour.Patterns", "thesis"),
    ];
    let mut player = Player::<Qubic>::new("score-four", &[], &fixed, Limits::default())?;
    let mut total = Tally::default();
    for game in printed_games() {
        writeln!(output, "Game {} ({}), won on {}", game.number, game.kind, line(&game.winning_line))?;
        let tally = replay(&mut player, &game, arguments.brief, output)?;
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
    player: &mut Player<Qubic>,
    game: &PrintedGame,
    brief: bool,
    output: &mut impl Write,
) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    let mut played = Played::new(Qubic::default());
    for (ply, &square) in game.moves.iter().enumerate() {
        let (number, printed) = (ply + 1, text(square));
        let m = Cell::new(square).context("the printed game names no cell")?;
        let who = if game.by_program[ply % 2] { "program" } else { "human" };
        if ply < 2 || who == "human" {
            let random = who == "program" && is_strong(m);
            let why = if random { "random, a strong square" } else { "not asked" };
            if !brief {
                writeln!(output, "  {number:>2} {who:<8} {printed:>2}        {why}")?;
            }
        } else {
            let Thought { choice, words } = player.think(&played);
            let chosen = choice.best().context("there is no move to play")?;
            tally.count(chosen == m);
            if !brief || chosen != m {
                let verdict =
                    if chosen == m { "same".into() } else { format!("plays {}", text(chosen.index())) };
                writeln!(output, "  {number:>2} {who:<8} {printed:>2} {verdict:<8} {}", words.join("; "))?;
            }
        }
        played.play(m)?;
    }
    Ok(tally)
}

fn text(square: usize) -> String {
    (square + 1).to_string()
}

fn line(cells: &[usize]) -> String {
    cells.iter().map(|&cell| text(cell)).collect::<Vec<_>>().join("-")
}
