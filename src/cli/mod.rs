//! The command line: one file per subcommand, each a thin face on the library.

mod allis;
mod asking;
mod at_once;
mod book;
mod book_games;
mod chapter9;
mod endgames;
mod explain;
mod interrupt;
mod learn;
mod options;
mod planes;
mod play;
mod proof;
mod protocols;
mod reproduce;
mod self_play;
mod solve;
mod threats;
mod truth;

use crate::protocol::native;
use clap::{Parser, Subcommand};
use std::io;
use std::process::ExitCode;

/// What was typed.
#[derive(Parser)]
#[command(
    name = "fourscore",
    version,
    about = "Plays Qubic, Go-Moku and English draughts with programs of classic papers and their modern rivals",
    after_help = "Without a command it speaks UGI and UCI on standard input and output, with --protocol gomocup the \
                  Gomoku AI protocol, with --protocol hub Scan's for draughts; see protocol.md. A program file whose name begins with pbrain- speaks the latter \
                  by itself."
)]
struct Arguments {
    #[command(flatten)]
    protocol: protocols::ProtocolArguments,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Plays a game in the terminal
    Play(play::PlayArguments),
    /// Recomputes Appendix II of Citrenbaum 1965: forcing sequences of three and four stones in a plane
    Planes(planes::PlanesArguments),
    /// Plays the games of Citrenbaum's chapter 9 anew, and his programs against each other
    Chapter9(chapter9::Chapter9Arguments),
    /// Plays a series of games from which a strategy learns
    Learn(Box<learn::LearnArguments>),
    /// Lists the options with their kinds, defaults, bounds and what they are for
    Options(options::OptionsArguments),
    /// Replays a game with a strategy's comments
    Explain(explain::ExplainArguments),
    /// Compares the printed results of a paper with those of the rebuilt program
    Reproduce(reproduce::ReproduceArguments),
    /// Proves the value of a position, and writes a certificate of it
    Solve(Box<solve::SolveArguments>),
    /// Works on certificates
    #[command(subcommand)]
    Proof(proof::ProofCommand),
    /// Solves all endings of draughts with few pieces, for alpha-beta to ask
    Endgames(endgames::EndgamesArguments),
    /// Follows book games of draughts as Samuel's program did, and measures how it agrees with the masters
    Book(book::BookArguments),
    /// Plays Samuel's program against itself, game by game, ended after 70 moves and judged
    SelfPlay(self_play::SelfPlayArguments),
    /// Prints the tree of threat-space search of a position
    Threats(threats::ThreatsArguments),
    /// Has programs learn Qubic, and measures how often they throw a proven win away as they do
    Truth(truth::TruthArguments),
    /// Searches a fixed set of positions; the last line is `N nodes M nps`, N the signature of the search
    Bench,
}

/// Does what the process's arguments ask for. The exit code is 0; of `solve`, 2 if nothing was decided.
///
/// # Errors
/// Whatever ends the command early, in words for the person who typed it.
pub fn run() -> anyhow::Result<ExitCode> {
    // Whoever reads the output may stop before its end; that is no failure.
    let reader_left = |error: &anyhow::Error| {
        error.chain().any(|cause| {
            cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
        })
    };
    let arguments = Arguments::parse();
    match act(arguments.command, &arguments.protocol) {
        Err(error) if reader_left(&error) => Ok(ExitCode::SUCCESS),
        result => result,
    }
}

fn act(command: Option<Command>, protocol: &protocols::ProtocolArguments) -> anyhow::Result<ExitCode> {
    match command {
        None => protocols::speak(protocol),
        Some(Command::Play(arguments)) => play::run(&arguments),
        Some(Command::Planes(arguments)) => planes::run(&arguments),
        Some(Command::Chapter9(arguments)) => chapter9::run(&arguments),
        Some(Command::Learn(arguments)) => learn::run(&arguments),
        Some(Command::Options(arguments)) => options::run(&arguments),
        Some(Command::Explain(arguments)) => explain::run(&arguments),
        Some(Command::Reproduce(arguments)) => reproduce::run(&arguments),
        Some(Command::Solve(arguments)) => return solve::run(&arguments),
        Some(Command::Proof(command)) => proof::run(&command),
        Some(Command::Endgames(arguments)) => endgames::run(&arguments),
        Some(Command::Book(arguments)) => book::run(&arguments),
        Some(Command::SelfPlay(arguments)) => self_play::run(&arguments),
        Some(Command::Threats(arguments)) => threats::run(&arguments),
        Some(Command::Truth(arguments)) => truth::run(&arguments),
        Some(Command::Bench) => native::bench(io::stdout()),
    }
    .map(|()| ExitCode::SUCCESS)
}
